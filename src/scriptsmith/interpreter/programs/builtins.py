"""Commands that change what the shell itself knows: `cd`, `set`, `trap`, `eval`, …"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import replace

from .. import conditions
from ..model import Glob, Home, Part, Unknown, Word
from ..values import APPENDED, Parts, fixed, merged, word
from . import declarations
from .declarations import subscripts
from .handler import ExpandedCall, Handler, Shell

_CHOSEN = re.compile(r"\$\{(?:PAGER|EDITOR|VISUAL|BROWSER):?-([^${}`]+)\}")
# Where a `cd` does not fail.
_SURE = frozenset(("/", "/tmp", ".", ".."))


def cd(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    state = shell.state
    targets = [each for each in call.arguments if each.text not in ("-P", "-L", "-e", "-@", "--", "-n")]
    target = targets[0] if targets else Word(parts=(Home("~"),))
    text = target.text
    if text == "-" or call.name == "popd" or (text and re.fullmatch(r"[+-]\d+", text)):
        state.cwd = None
        shell.entered_folder(text or "popd")
        return ()
    first = target.parts[0] if target.parts else ""
    absolute = isinstance(first, Home | Unknown) or (isinstance(first, str) and first.startswith("/"))
    if absolute or text is None:
        state.cwd = target
    elif state.cwd is not None:
        before = state.cwd.text
        if before is not None and not isinstance(state.cwd.parts[0] if state.cwd.parts else "", Home):
            state.cwd = word(posixpath.normpath(posixpath.join(before, text)))
        else:
            state.cwd = Word(parts=merged((*state.cwd.parts, "/" + text)), quoted=target.quoted)
    else:
        state.cwd = target
    sure = text in _SURE or (isinstance(first, Home) and len(target.parts) == 1)
    shell.entered_folder("" if sure else target.shape)
    if sure or not target.shape:
        state.unchecked_cd = ""
    return ()


def test(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    tokens: Sequence[Word] = call.arguments
    if call.name == "[" and tokens and tokens[-1].text == "]":
        tokens = tokens[:-1]
    if len(tokens) > 1 and tokens[0].text == "-v":
        subscripts(shell, tokens[1:])
    # in [ … ] the right side of = is no pattern
    shown = conditions.shown([Word(parts=("".join(_flat(each)),)) if _globbed(each) else each for each in tokens])
    shell.set_refinement(shown, call.source[:120])
    shell.set_status(shown.status if len(tokens) != 3 else shell.argument_test(tokens, shown.status))
    return ()


def _globbed(each: Word) -> bool:
    return any(isinstance(part, Glob) for part in each.parts) and each.text is not None


def _flat(each: Word) -> list[str]:
    return [part.text if isinstance(part, Glob) else str(part) for part in each.parts if not isinstance(part, Unknown)]


def true(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    shell.set_status(call.name != "false")
    return ()


def leave(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    if call.name == "return" and call.arguments and (status := call.arguments[0].text or "").isdigit():
        shell.jump(int(status) == 0)
    elif call.name in ("break", "continue", "return"):
        shell.jump()
    else:
        shell.exit()
    return ()


def set_(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    state = shell.state
    arguments = list(call.arguments)
    while arguments:
        text = arguments[0].text
        if text is None or text[:1] not in ("-", "+") or text in ("-", "+"):
            break
        arguments.pop(0)
        if text == "--":
            _arguments(shell, arguments)
            return ()
        on = text[0] == "-"
        names: list[str] = []
        for letter in text[1:]:
            if letter == "o" and arguments:
                names.append(arguments.pop(0).text or "")
            names.append({"e": "errexit", "u": "nounset"}.get(letter, ""))
        for name in names:
            if name in ("errexit", "nounset", "pipefail"):
                state.flags = state.flags | {name} if on else state.flags - {name}
    if arguments:
        _arguments(shell, arguments)
    return ()


def _arguments(shell: Shell, words: Sequence[Word]) -> None:
    if any(part.splits for each in words for part in each.unknowns) and len(words) == 1:
        shell.state.arguments = None
        return
    if shell.state.arguments is None and not shell.in_function and len(words) > 1:
        words = [*words[:-1], _appended(words[-1])]
    shell.state.arguments = tuple(each.parts for each in words)


def _appended(each: Word) -> Word:
    """The script's own arguments behind those that it names."""
    only = each.parts[0] if len(each.parts) == 1 else ""
    if isinstance(only, Unknown) and only.splits and only.source in ("$@", "${@}"):
        return replace(each, parts=(replace(only, source=APPENDED),))
    return each


def shift(shell: Shell, call: ExpandedCall) -> Parts | None:
    text = call.arguments[0].text if call.arguments else "1"
    state = shell.state
    if text is None or not text.isdigit():
        state.arguments, state.nonempty = None, frozenset()
        return ()
    if state.arguments is not None:
        state.arguments = state.arguments[min(int(text), fixed(state.arguments)) :]
    else:
        state.shifted += int(text[:3])
    return ()


def eval_(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    if len(call.arguments) == 1 and len(call.arguments[0].parts) == 1:
        only = call.arguments[0].parts[0]
        chosen = isinstance(only, Unknown) and only.kind == "environment" and _CHOSEN.fullmatch(only.source)
        if chosen:  # the pager or editor that a person has chosen; what runs when nobody did is read
            return shell.run_text((chosen[1],), call, "eval")
    parts: list[Part] = []
    for each in call.arguments:
        if each.text == "--" and not parts:
            continue
        parts.extend((*each.parts, " "))
    return shell.run_text(merged(parts), call, "eval")


def source(shell: Shell, call: ExpandedCall) -> Parts | None:
    if not call.arguments:
        shell.record(call)
        return ()
    target = call.arguments[0]
    path = target.text
    known = shell.runnable(target)
    if path in ("/dev/stdin", "/proc/self/fd/0", "/dev/fd/0"):
        shell.record(call)
        stream = call.context.stdin
        if stream is None:
            return ()
        return shell.run_text(stream.rest(), call, call.name)
    shell.record(call)
    if known is not None:
        if len(call.arguments) > 1:
            shell.state.arguments = tuple(each.parts for each in call.arguments[1:])
        return shell.run_text(known[0], call, call.name)
    return None


def exec_(shell: Shell, call: ExpandedCall) -> Parts | None:
    words = list(call.arguments)
    while words and (text := words[0].text or "").startswith("-") and len(text) > 1:
        words.pop(0)
        if text.endswith("a") and words:
            words.pop(0)
    if not words:
        shell.record(call)
        _opened(shell, call)
        return ()
    out = shell.dispatch(call.inner(words, "exec"))
    shell.exit()
    return out


def _opened(shell: Shell, call: ExpandedCall) -> None:
    """`exec 3> file`, `exec < file`: the descriptors of what follows."""
    state = shell.state
    for each in call.redirects:
        if each.operator[0] == "<" and each.operator != "<>" and each.descriptor in (None, 0):
            if call.context.stdin is not None and call.context.stdin.parts:
                state.files["/dev/fd/0"] = (call.context.stdin.parts, ())
        elif each.operator in (">", ">>", ">|", "<>", "&>", "&>>"):
            key = shell.key(each.target)
            number = str(1 if each.descriptor is None else each.descriptor)
            if key.startswith("/dev/"):
                state.outputs.pop(number, None)
            else:
                state.outputs[number] = key


def trap(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    words = [each for each in call.arguments if each.text not in ("--", "-p", "-l")]
    if len(words) > 1 and words[0].text not in ("-", ""):
        shell.defer(words[0].parts, call, f"trap {words[1].shape}")
    return ()


def alias(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    for each in call.arguments:
        name, equals, text = each.shape.partition("=")
        if equals and each.text is not None:
            shell.state.aliases[name] = text
        if equals:
            first = each.parts[0]
            parts = (str(first).partition("=")[2], *each.parts[1:]) if isinstance(first, str) else each.parts
            shell.defer(merged(parts), call, f"alias {name}")
    return ()


def unset(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    functions = any(each.text == "-f" for each in call.arguments)
    subscripts(shell, call.arguments)
    for each in call.arguments:
        name = each.text or ""
        if not functions and re.fullmatch(r"[A-Za-z_]\w*", name):
            shell.state.variables[name] = ((),)
            shell.state.nonempty -= {"$" + name}
    return ()


def unalias(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    for each in call.arguments:
        shell.state.aliases.pop(each.text or "", None)
    return ()


def getopts(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    name = call.arguments[1].text if len(call.arguments) > 1 else None
    for each in (name or "opt", "OPTARG"):
        shell.state.variables[each] = ((Unknown(source="$" + each, kind="argument"),),)
    return ()


def let(shell: Shell, call: ExpandedCall) -> Parts | None:
    shell.record(call)
    for each in call.arguments:
        text = each.text
        if shell.evaluate_arithmetic(each.parts) is None or text is None:
            for name in re.findall(r"([A-Za-z_]\w*)\s*(?:[-+*/%]?=(?!=)|\+\+|--)", each.shape):
                shell.state.variables[name] = ((Unknown(source="$" + name, kind="loop", empty=False),),)
    return ()


def hash_(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`hash -p /bin/rm name` makes `name` that program."""
    shell.record(call)
    texts = [each.text or "" for each in call.arguments]
    if texts and texts[0].startswith("-p") and len(texts[0]) > 2:
        texts = ["-p", texts[0][2:], *texts[1:]]
    if "-p" in texts and texts.index("-p") + 2 < len(texts):
        at = texts.index("-p")
        shell.state.programs[texts[at + 2]] = texts[at + 1]
    return ()


HANDLERS: dict[str, Handler] = {
    **declarations.HANDLERS,
    "cd": cd,
    "pushd": cd,
    "popd": cd,
    "test": test,
    "[": test,
    "true": true,
    ":": true,
    "false": true,
    "exit": leave,
    "return": leave,
    "break": leave,
    "continue": leave,
    "logout": leave,
    "set": set_,
    "shift": shift,
    "eval": eval_,
    "source": source,
    ".": source,
    "exec": exec_,
    "trap": trap,
    "alias": alias,
    "unset": unset,
    "unalias": unalias,
    "getopts": getopts,
    "let": let,
    "hash": hash_,
}
