"""What an interactive shell runs on its own: completion, key bindings, history, loaded builtins."""

from __future__ import annotations

import re

from ..values import Parts
from .handler import ExpandedCall, Handler, Shell


def complete(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`complete`, `compgen`: a command given with -C, a function with -F, words with -W that are expanded."""
    shell.record(call)
    arguments = call.arguments
    for index, each in enumerate(arguments[:-1]):
        value = arguments[index + 1]
        if each.text == "-C":
            shell.run_text(value.parts, call, f"{call.name} -C")
        elif each.text == "-W":
            for part in value.parts:
                if type(part) is str and ("$(" in part or "`" in part):
                    shell.expand_again(part, quoted=True)
            if call.name == "compgen" and len(arguments) == 2 and (text := value.text) and "$" not in text:
                return ("\n".join(text.split()) + "\n",)
        elif each.text == "-F" and (name := value.text) in shell.state.functions and call.name == "compgen":
            shell.call(name or "", call)
    return None


_BOUND = re.compile(r'^\s*"[^"]*"\s*:?\s*"?(.+?)"?\s*$', re.DOTALL)
_MACRO = re.compile(r'^\s*"?[^":]+"?\s*:\s*(["\'])(.*?)(?:\\n|\\r|\\C-[mj]|\n)+\1\s*$', re.DOTALL)


def bind(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`bind -x`: a command for a key; a macro that ends in a newline types one."""
    shell.record(call)
    runs = any(re.fullmatch(r"-\w*x", each.text or "") for each in call.arguments)
    for each in call.arguments:
        text = each.text or ""
        if text.startswith("-"):
            continue
        found = _BOUND.match(text) if runs else None
        macro = _MACRO.match(text) if not runs else None
        if found:
            shell.run_text((found[1],), call, "bind -x")
        elif macro:
            shell.run_text((macro[2],), call, "bind")
        elif runs and each.text is None:
            shell.note_unresolved("bind -x gets a text that is not known", call.place)
    return None


def again(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`fc -s`, `fc -e -`: a command of the history once more."""
    shell.record(call)
    texts = [each.text or "" for each in call.arguments]
    if "-s" in texts or (texts[:1] == ["-e"] and texts[1:2] == ["-"]):
        shell.note_unresolved("a command of the history cannot be told", call.place)
    return None


def history(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`history -p`: its words after history expansion, which a script does not do by itself."""
    shell.record(call)
    words = [each for each in call.arguments if not (each.text or "").startswith("-")]
    if any(each.text == "-p" for each in call.arguments) and all("!" not in each.shape for each in words):
        return tuple(part for each in words for part in (*each.parts, "\n"))
    return None


def enable(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`enable -f file name`: a builtin out of a file."""
    shell.record(call)
    if any(re.fullmatch(r"-\w*f.*", each.text or "") for each in call.arguments):
        shell.note_unresolved("a builtin is loaded from a file", call.place)
    return ()


HANDLERS: dict[str, Handler] = {
    "complete": complete,
    "compgen": complete,
    "bind": bind,
    "fc": again,
    "history": history,
    "enable": enable,
}
