"""Wrappers, whose words hold another command: `sudo`, `env`, `timeout`, `nice`, `chroot`, `ip netns exec`, …"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...programs.argv import parse
from ...programs.spec import spec_of
from ..model import Part, Word
from ..values import Parts, merged, word
from .handler import WRAPPER, Call, Handler, Shell

_ASSIGN = re.compile(r"[A-Za-z_]\w*=")


_ADJUSTING = frozenset(("taskset", "chrt", "ionice", "prlimit", "uclampset", "choom"))
# Without a command these start a shell.
_SHELLING = frozenset(("chroot", "nsenter", "unshare", "arch-chroot", "fakeroot", "systemd-nspawn"))


def operands_from(words: Sequence[Word], valued: frozenset[str], *, assigns: bool = False) -> int:
    """The index in `words` (the program first) of the first word that is neither option nor an option's value."""
    at = 1
    while at < len(words):
        text = words[at].text
        shape = text if text is not None else words[at].shape
        if assigns and _ASSIGN.match(shape):
            at += 1
            continue
        if not shape.startswith("-") or shape == "-":
            return at
        at += 1
        if shape == "--":
            return at
        if shape in valued:
            at += 1
        elif not shape.startswith("--") and len(shape) > 2 and "=" not in shape:
            for index, letter in enumerate(shape[1:], 1):
                if "-" + letter in valued:
                    at += index == len(shape) - 1
                    break
    return at


def wrapped_command(shell: Shell, call: Call) -> Parts | None:
    """A program of which the table of programs says that its words hold another command."""
    name, words = call.name, call.words
    read = parse(spec_of(name), [each.shape for each in call.arguments])
    traits = read.spec.traits
    given = {each.name for each in read.given}
    if name == "command" and not given.isdisjoint(("-v", "-V")):
        return lookup(shell, call)
    if read.spec.wraps is None or (name in _ADJUSTING and not given.isdisjoint(("-p", "--pid"))):
        shell.record(call)
        return None  # carries nothing this time, or speaks of a process that runs already
    at = len(words) if read.inner is None else read.inner + 1
    if name == "env":
        if any("BASH_FUNC_" in each.shape for each in words[1:]):
            _functions(shell, call)
        if (split := _split_string(words)) is not None:
            return _env_split(shell, call, split)
    privileged = "privileged" in traits
    inner = words[at:]
    if not inner:
        shell.record(call)
        if name in _SHELLING or (name == "sudo" and not given.isdisjoint(("-s", "-i", "--login", "--shell"))):
            stream = call.context.stdin
            if stream is not None and stream.parts:
                return shell.run_text(stream.rest(), call, name, privileged=privileged)
        return None
    if "shown" in traits:
        shell.record(call)
    elif any(each.option is not None and each.option.role == "writes" for each in read.given):
        shell.record(replace(call, words=(*words[:at],)))
    assigned = tuple(
        (each.shape.partition("=")[0], word((each.text or each.shape).partition("=")[2]))
        for each in (call.arguments[index] for index in read.assigned)
        if _ASSIGN.match(each.shape)
    )
    host = call.arguments[read.words[0]].shape if "host" in traits and read.words else ""
    via = " ".join((name, *read.path))
    inside = call.inner(inner, via, privileged=privileged, host=host)
    return shell.dispatch(replace(inside, assignments=(*call.assignments, *assigned)))


def _env_split(shell: Shell, call: Call, split: Sequence[Word]) -> Parts | None:
    """`env -S 'command words'`: the command in the words of the split text."""
    shell.record(call)
    if not split:
        return None
    again = split[0].shape.startswith("-") or _ASSIGN.match(split[0].shape)
    return shell.dispatch(call.inner([*([word("env")] if again else []), *split], "env -S"))


def _functions(shell: Shell, call: Call) -> None:
    """`env 'BASH_FUNC_f%%=() { …; }'`: a function handed to the next shell."""
    for each in call.words[1:]:
        found = re.match(r"BASH_FUNC_(.+?)(?:%%|\(\))=(.*)", each.text or "", re.DOTALL)
        if found:
            shell.run_text((found[1] + " " + found[2],), call, "env")


def _split_string(words: Sequence[Word]) -> list[Word] | None:
    """The words of `env -S 'a b' c`: the first is taken apart, the others stay what they are."""
    for index, each in enumerate(words[1:], 1):
        text = each.text or ""
        found = re.match(r"(?:-[iv0]*S|--split-string=)(.*)|--split-string$", text, re.DOTALL)
        if found is None:
            if text.startswith("-") or _ASSIGN.match(text):
                continue
            return None
        rest = list(words[index + 1 :])
        value = found[1] or ""
        if not value and rest:
            first = rest.pop(0)
            if first.text is None:
                return [first, *rest]
            value = first.text
        return [*(word(piece, quoted=True) for piece in shell_words(value)), *rest]
    return None


def shell_words(text: str) -> Iterator[str]:
    """The words of `text` as xargs and `env -S` see them: blanks separate, quotes and backslashes protect."""
    for found in re.finditer(r"""(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+""", text.replace("\\_", " "), re.DOTALL):
        yield re.sub(r"""'([^']*)'|"([^"]*)"|\\(.)""", lambda each: each[1] or each[2] or each[3] or "", found.group())


def lookup(shell: Shell, call: Call) -> Parts | None:
    """`command -v name`, `which name`, `type -p name`: the name, as far as anybody can tell."""
    shell.record(call)
    names = [each for each in call.arguments if not (each.text or "").startswith("-")]
    shell.set_status(None)
    if len(names) == 1 and call.name == "which" and re.fullmatch(r"[\w.+-]+", names[0].text or ""):
        return (f"/usr/bin/{names[0].text}\n",)
    return merged([*names[0].parts, "\n"]) if len(names) == 1 else None


def su(shell: Shell, call: Call) -> Parts | None:
    """`su` and `runuser`: another user's shell, or with `-u` a command."""
    words = call.words
    texts = [each.text or "" for each in words]
    shell.record(call)
    named = call.name == "runuser" and any(re.fullmatch(r"-u\w*|--user(?:=.*)?", text) for text in texts[1:])
    for index, text in enumerate(texts[1:] if not named else (), 1):
        if text in ("-c", "--command") and index + 1 < len(words):
            return shell.run_text(words[index + 1].parts, call, f"{call.name} -c", privileged=True)
        if text.startswith("--command="):
            return shell.run_text((text.split("=", 1)[1],), call, f"{call.name} -c", privileged=True)
        if re.fullmatch(r"-[lmps]*c", text) and index + 1 < len(words):
            return shell.run_text(words[index + 1].parts, call, f"{call.name} -c", privileged=True)
    if named and ("-u" in texts or "--" in texts):
        at = operands_from(words, frozenset(("-u", "-g", "-G", "--user", "--group")))
        if at < len(words):
            return shell.dispatch(call.inner(words[at:], "runuser", privileged=True))
    stream = call.context.stdin
    if stream is not None and stream.parts:
        return shell.run_text(stream.rest(), call, call.name, privileged=True)
    return None


def watch(shell: Shell, call: Call) -> Parts | None:
    """`watch`, `script -c`: words that become a shell text."""
    at = operands_from(call.words, frozenset(("-n", "--interval", "-q", "--equexit")))
    shell.record(call)
    if any((each.text or "") in ("-x", "--exec") for each in call.words[1:at]):
        return shell.dispatch(call.inner(call.words[at:], "watch"))
    return shell.run_text(joined(call.words[at:]), call, "watch")


def flock(shell: Shell, call: Call) -> Parts | None:
    texts = [each.text for each in call.words]
    for flag in ("-c", "--command"):
        if flag in texts and texts.index(flag) + 1 < len(texts):
            return shell.run_text(call.words[texts.index(flag) + 1].parts, call, "flock -c")
    at = operands_from(call.words, frozenset(("-w", "-E", "--wait", "--timeout", "--conflict-exit-code"))) + 1
    if at < len(call.words):
        return shell.dispatch(call.inner(call.words[at:], "flock"))
    shell.record(call)
    return ()


def ip(shell: Shell, call: Call) -> Parts | None:
    """`ip netns exec NAME command`."""
    shell.record(call)
    texts = [each.text for each in call.words]
    if texts[1:3] in (["netns", "exec"], ["vrf", "exec"]) and len(texts) > 4:
        return shell.dispatch(call.inner(call.words[4:], "ip netns exec"))
    return None


def joined(words: Sequence[Word]) -> Parts:
    """The words as one text, blanks between them."""
    parts: list[Part] = []
    for index, each in enumerate(words):
        parts.extend((" ", *each.parts) if index else each.parts)
    return merged(parts)


HANDLERS: dict[str, Handler] = {
    WRAPPER: wrapped_command,
    "su": su,
    "runuser": su,
    "watch": watch,
    "flock": flock,
    "ip": ip,
    "which": lookup,
    "type": lookup,
    "whereis": lookup,
}
