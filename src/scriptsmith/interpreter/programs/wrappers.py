"""Wrappers, whose words hold another command: `sudo`, `env`, `timeout`, `nice`, `chroot`, `ip netns exec`, …"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

from ...programs.argv import Arguments, parse
from ...programs.spec import spec_of
from ..model import Part, Word
from ..values import Parts, merged, word
from .handler import WRAPPER, ExpandedCall, Handler, Shell

_ASSIGN = re.compile(r"[A-Za-z_]\w*=")


# Without a command these start a shell.
_SHELLING = frozenset(("chroot", "nsenter", "unshare", "arch-chroot", "fakeroot", "systemd-nspawn"))


def arguments(call: ExpandedCall) -> Arguments:
    """The arguments of a call as the one parser reads them."""
    return parse(spec_of(call.name), [each.shape for each in call.arguments])


def operands_from(words: Sequence[Word], program: str = "") -> int:
    """The index in `words` (the program first) of the first word that is neither option nor an option's value, by what
    the table says of that program, or of `program`."""
    spec = spec_of(program or (words[0].text or "").rpartition("/")[2])
    read = parse(spec, [each.shape for each in words[1:]])
    found = (*read.words, *read.assigned, *(() if read.inner is None else (read.inner,)))
    return min(found) + 1 if found else len(words)


def wrapped_command(shell: Shell, call: ExpandedCall) -> Parts | None:
    """A program of which the table of programs says that its words hold another command."""
    name, words = call.name, call.words
    read = arguments(call)
    traits = read.spec.traits
    given = {each.name for each in read.given}
    if name == "command" and not given.isdisjoint(("-v", "-V")):
        return lookup(shell, call)
    if read.spec.wraps is None or ("adjusts" in traits and not given.isdisjoint(("-p", "--pid"))):
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
        return _without_command(shell, call, given, privileged)
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
    if name == "flock" and inner[0].text in ("-c", "--command") and len(inner) > 1:
        return shell.run_text(inner[1].parts, call, "flock -c")
    if "text" in traits and given.isdisjoint(("-x", "--exec")):
        return shell.run_text(joined(inner), call, name)
    inside = call.inner(inner, via, privileged=privileged, host=host)
    return shell.dispatch(replace(inside, assignments=(*call.assignments, *assigned)))


def _without_command(shell: Shell, call: ExpandedCall, given: AbstractSet[str], privileged: bool) -> Parts | None:
    """A wrapper that was given nothing to run: some then start a shell, which reads what comes in."""
    shell.record(call)
    if call.name in _SHELLING or (call.name == "sudo" and not given.isdisjoint(("-s", "-i", "--login", "--shell"))):
        stream = call.context.stdin
        if stream is not None and stream.parts:
            return shell.run_text(stream.rest(), call, call.name, privileged=privileged)
    return None


def _env_split(shell: Shell, call: ExpandedCall, split: Sequence[Word]) -> Parts | None:
    """`env -S 'command words'`: the command in the words of the split text."""
    shell.record(call)
    if not split:
        return None
    again = split[0].shape.startswith("-") or _ASSIGN.match(split[0].shape)
    return shell.dispatch(call.inner([*([word("env")] if again else []), *split], "env -S"))


def _functions(shell: Shell, call: ExpandedCall) -> None:
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


def lookup(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`command -v name`, `which name`, `type -p name`: the name, as far as anybody can tell."""
    shell.record(call)
    names = [each for each in call.arguments if not (each.text or "").startswith("-")]
    shell.set_status(None)
    if len(names) == 1 and call.name == "which" and re.fullmatch(r"[\w.+-]+", names[0].text or ""):
        return (f"/usr/bin/{names[0].text}\n",)
    return merged([*names[0].parts, "\n"]) if len(names) == 1 else None


def su(shell: Shell, call: ExpandedCall) -> Parts | None:
    """`su` and `runuser`: another user's shell, or with `-u` a command."""
    shell.record(call)
    read = arguments(call)
    words = call.arguments
    if call.name == "runuser" and read.operands and any(each.name in ("-u", "--user") for each in read.given):
        return shell.dispatch(call.inner(words[min(read.operands) :], "runuser", privileged=True))
    for each in read.given:
        if each.option is not None and each.option.role == "command" and each.value_at is not None:
            value = words[each.value_at]
            text = ((value.text or "")[each.start :],) if each.start else value.parts
            return shell.run_text(text, call, f"{call.name} -c", privileged=True)
    for at, following in pairwise(read.operands):
        if words[at].text == "-c":  # behind `--` the words go to the shell
            return shell.run_text(words[following].parts, call, f"{call.name} -c", privileged=True)
    stream = call.context.stdin
    if stream is not None and stream.parts:
        return shell.run_text(stream.rest(), call, call.name, privileged=True)
    return None


def ip(shell: Shell, call: ExpandedCall) -> Parts | None:
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
    "ip": ip,
    "which": lookup,
    "type": lookup,
    "whereis": lookup,
}
