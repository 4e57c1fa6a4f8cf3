"""Has an entry's test run the bound forms of the very runs that it makes of the long form.

In a first pass the script notes its arguments; each list of arguments that binds values is then bound, and in a second
pass the script hands over to these. Runs that bind nothing, such as those with wrong usage, stay with the long form.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise, zip_longest
from typing import NamedTuple, TypeAlias

from ..core.types import Entry
from .form import Bound, bind, short
from .shape import Unfit, shape

Arguments: TypeAlias = tuple[str, ...]
DAY = date(2000, 1, 1)
"""The day that forms under test say they were bound on: no test depends on when it runs."""


TELLING = """
# What each run brings is noted in $RUN_LOG as well.
eval "_$(declare -f run)"
run() {
  _run "$@"
  printf '%s\\0' "$#" "$@" "$status" "${out:0:4000}" "${err:0:4000}" >>"$RUN_LOG"
}
"""
"""Goes behind a test library."""


class Said(NamedTuple):
    """What one `run` of a test brought: its arguments, its status, and what it wrote."""

    arguments: Arguments
    status: str
    out: str
    err: str


class Handing(NamedTuple):
    """A bound form, and the arguments that it still takes: the option without a value, if the run had it."""

    bound: Bound
    arguments: Arguments


def noting(text: str, path: str, log: str) -> str:
    """The script `text`, to lie at `path`, which first appends its arguments to `log`."""
    return _above(text, path, f"""{{ printf '%s\\0' "$#" "$@" >>{shlex.quote(log)}; }} 2>/dev/null || :\n""")


def noted(log: bytes) -> list[Arguments]:
    """Each list of arguments in a log, once, in the order of the runs."""
    fields = log.decode("utf-8", "surrogateescape").split("\0")[:-1]
    found, at = dict[Arguments, None](), 0
    while at < len(fields) and fields[at].isdigit():
        count = int(fields[at])
        found[tuple(fields[at + 1 : at + 1 + count])] = None
        at += 1 + count
    return list(found)


def bindings(entry: Entry, runs: Sequence[Arguments]) -> dict[Arguments, Handing]:
    """What takes the place of each of the runs that name options and values; the others are left out.

    The short form is made of whatever a test gives, also of what nobody would be served: that it refuses as the long
    form does is part of the proof.
    """
    try:
        found = shape(entry.script.text)
        flags, valued = set(found.flags), found.options.keys() - found.flags.keys()
    except Unfit:
        flags, valued = set[str](), {parameter.option for parameter in entry.parameters}
    made = dict[Arguments, Handing]()
    for arguments in runs:
        split = _split(arguments, flags, valued)
        if split is None:
            continue
        given, rest = split
        try:
            made[arguments] = Handing(_bound(entry, given), rest)
        except ValueError:
            continue  # such a value is never bound
    return made


def _bound(entry: Entry, given: Mapping[str, str]) -> Bound:
    """The short form, or, where there is none, what a person is served; raises ValueError."""
    options = {p.option: p.default for p in entry.parameters if p.default is not None} | dict(given)
    with suppress(Unfit):
        return short(entry, options, on=DAY)
    named = {parameter.option: parameter.name for parameter in entry.parameters}
    return bind(entry, {named[option]: value for option, value in options.items()}, on=DAY)


def _split(arguments: Arguments, flags: set[str], valued: set[str]) -> tuple[dict[str, str], Arguments] | None:
    """The options with their values, the last of each, and what remains; None where there is anything else."""
    values, rest, at = dict[str, str](), list[str](), 0
    while at < len(arguments):
        if arguments[at] in flags:
            rest.append(arguments[at])
            at += 1
        elif arguments[at] in valued and at + 1 < len(arguments):
            values[arguments[at]] = arguments[at + 1]
            at += 2
        else:
            return None
    return (values, tuple(rest)) if len(rest) < 2 else None


def handing_over(text: str, path: str, made: Mapping[Arguments, Handing], folder: str) -> tuple[str, dict[str, str]]:
    """The script `text`, to lie at `path`, which hands over to the bound forms, and these by path, below `folder`."""
    lines, files = list[str](), dict[str, str]()
    for number, (arguments, (bound, rest)) in enumerate(made.items()):
        files[f"{folder}/{number}.sh"] = bound.script.text
        tests = [f"$# -eq {len(arguments)}", *(f"${{{n}}} == {shlex.quote(a)}" for n, a in enumerate(arguments, 1))]
        command = shlex.join(["exec", f"{folder}/{number}.sh", *rest]).replace("exec ", 'exec "$BASH" ', 1)
        lines.append(f"if [[ {' && '.join(tests)} ]]; then {command}; fi\n")
    return _above(text, path, "".join(lines)), files


def said(log: bytes) -> list[Said]:
    """What a test's library noted of its runs."""
    fields = log.decode("utf-8", "replace").split("\0")[:-1]
    found, at = list[Said](), 0
    while at < len(fields) and fields[at].isdigit():
        count = int(fields[at])
        end = at + 1 + count
        if len(fields) < end + 3:
            break
        found.append(Said(tuple(fields[at + 1 : end]), *fields[end : end + 3]))
        at = end + 3
    return found


def suspects(long: Sequence[Said], short: Sequence[Said]) -> list[int]:
    """The numbers of the runs that ended differently in two passes; raises ValueError for another number of runs."""
    return [number for number, (one, other) in enumerate(zip(long, short, strict=True)) if not alike(one, other)]


def confirmed(numbers: Sequence[int], long: Sequence[Sequence[Said]], short: Sequence[Sequence[Said]]) -> list[int]:
    """Those of the suspects that no chance explains, after several passes of each form.

    Two passes that agree clear a run, and so does a long form that does not say the same each time.
    """
    if len({len(each) for each in (*long, *short)}) != 1:
        return list(numbers)
    found = list[int]()
    for number in numbers:
        ones, others = [each[number] for each in long], [each[number] for each in short]
        agree = any(alike(one, other) for one in ones for other in others)
        if not agree and all(alike(ones[0], one) for one in ones):
            found.append(number)
    return found


def told(one: Said, other: Said) -> str:
    """How the same run ended in the bound form, in a few words."""
    shown = f"`{shlex.join(one.arguments)}`"
    if one.status != other.status:
        return f"{shown} ends with status {other.status} instead of {one.status}"
    for first, second in ((one.out, other.out), (one.err, other.err)):
        for left, right in zip_longest(first.splitlines(), second.splitlines(), fillvalue=""):
            if not _same(left, right):
                return f"{shown} says {right[:120]!r} instead of {left[:120]!r}"
    return f"{shown} ends otherwise"


def alike(one: Said, other: Said) -> bool:
    """Whether two runs ended alike but for numbers and random names, in which no two runs agree: times, process ids,
    sizes of archives. Those that matter are for the checks of the test."""
    return one.status == other.status and all(
        _same(first, second) for first, second in ((one.out, other.out), (one.err, other.err))
    )


_RUNS = re.compile(r"[A-Za-z0-9]+|[^A-Za-z0-9\s]+")
_RANDOM = 6
"""As many letters and digits as `mktemp` puts at the end of a name."""

_AGAIN = re.compile(r"(?<=\d{8}T\d{6}Z)-\d+(?![A-Za-z0-9])")
"""What scripts put behind the time in the name of a backup, for the second one in the same second."""

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=._-])(?:(?<=:)/)?[A-Za-z0-9+][A-Za-z0-9+/]{26,}={0,2}(?![A-Za-z0-9+/=._-])")
"""Where a key or a digest may stand. What begins with a stroke is a path, but behind a colon."""
_KINDS = (str.islower, str.isupper, str.isdigit)
_CHANGES = 0.3
"""In random base64 about 0.6 of the neighbours are of different kinds, in paths and names far fewer."""


def _without_random(text: str) -> str:
    """`text` with each key or digest as its length: `+` and `/` would cut two of them into other numbers of words."""
    return _BASE64.sub(lambda found: f"random{len(found[0])}" if _is_random(found[0]) else found[0], text)


def _is_random(text: str) -> bool:
    if not all(any(map(kind, text)) for kind in _KINDS):
        return False
    kinds = [next((at for at, kind in enumerate(_KINDS) if kind(each)), -1) for each in text]
    changes = sum(one != other and -1 not in (one, other) for one, other in pairwise(kinds))
    return changes >= _CHANGES * len(text)


def _same(first: str, second: str) -> bool:
    words, others = (_RUNS.findall(_AGAIN.sub("", _without_random(text))) for text in (first, second))
    return len(words) == len(others) and all(map(_same_word, words, others))


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    numbers = any(map(str.isdigit, one)) and any(map(str.isdigit, other))
    return numbers or (len(one) == len(other) == _RANDOM and not one.islower() and not other.islower())


def _above(text: str, path: str, lines: str) -> str:
    """`text` with lines above its first command that only run where it lies at `path`: copies of it are not meant."""
    every = text.splitlines(keepends=True)
    head = 0
    while head < len(every) and every[head].startswith("#"):
        head += 1
    guarded = f"if [[ $0 == {shlex.quote(path)} ]]; then\n:\n{lines}fi\n"
    return (
        "".join(every[:head])
        + ("" if not head or every[head - 1].endswith("\n") else "\n")
        + guarded
        + "".join(every[head:])
    )
