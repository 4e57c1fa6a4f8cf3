"""The test of a script that its description alone asks for: what is missing or wrong is refused, and named.

What an entry's own test says of its work is for its writer; this much is the same for all, and is made by program:
a required value that is missing, a value that is none of its type, a tool that is not installed, and a number beyond
the bounds that the refusal in the script tells, while the bounds themselves are taken.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .core.parameters import validate
from .core.types import Entry, Parameter

_NUMBERS = frozenset(("count", "duration", "size", "percent", "port"))
_FREE = frozenset(("path", "glob", "text", "string"))
_TOOL = re.compile(r"\bcommand -v ([a-z][\w.+-]*) >/dev/null \|\| die|^[ \t]*for tool in ([^;\n$]+); do$", re.MULTILINE)
_BOUNDS = r'die 2 "%s takes [^"\n]*?\b(?:from ([0-9]{1,9}) to ([0-9]{1,9})|above ([0-9]{1,9}))\b'
_LONGEST = 60
"""A script that asks for more tools than this is asked about the first ones."""

_BEGINNING = """\
. "$HARNESS"
mv=$(command -v mv)
mkdir bin
cp -s /usr/bin/* /usr/sbin/* /bin/* /sbin/* bin/ 2>/dev/null
for tool in %s; do
  [ -e "bin/$tool" ] || { printf '#!/bin/sh\\n' >"bin/$tool" && chmod +x "bin/$tool"; }
done
PATH=$PWD/bin
refused() { [[ $status == "$1" && $err == *"$2"* ]]; }
taken() { ! refused "$@"; }
run_briefly() { # ARG…: for two seconds at most, which is enough to refuse them
  status=0
  timeout 2 bash "$SCRIPT" "$@" >.stubs/.out 2>.stubs/.err </dev/null || status=$?
  err=$(<.stubs/.err)
}
run_without() { # TOOL ARG…
  "$mv" "bin/$1" away
  run "${@:2}"
  "$mv" away "bin/$1"
}
"""


class InterfaceCheck(NamedTuple):
    """One promise: `name` says it, `run` are the lines that try it, `wanted` the status and words of the refusal.

    Where it is to be `taken`, that refusal must not come.
    """

    name: str
    run: str
    wanted: tuple[int, str]
    taken: bool = False


def usual_arguments(entry: Entry, runs: Sequence[Sequence[str]]) -> Mapping[str, str] | None:
    """The first of `runs`, lists of arguments, that gives each required value, all of their types; None without one."""
    by_option = {parameter.option: parameter for parameter in entry.parameters}
    required = {parameter.option for parameter in entry.parameters if parameter.required}
    for arguments in (*runs, ()):
        given = dict[str, str]()
        words = iter(arguments)
        for word in words:
            if word in by_option:
                given[word] = next(words, "")
        if required <= given.keys() and all(_is_one(by_option[each], value) for each, value in given.items()):
            return given
    return None


def interface_checks(entry: Entry, usual: Mapping[str, str]) -> tuple[InterfaceCheck, ...]:
    """What the script of `entry` has to refuse or take, with the values `usual` of its options beside what is tried."""
    found = list[InterfaceCheck]()
    for parameter in entry.parameters:
        others = [word for option, value in usual.items() if option != parameter.option for word in (option, value)]
        if parameter.required:
            name = f"without {parameter.option} it says that it is needed"
            found.append(InterfaceCheck(name, f"run {shlex.join(others)}", (2, f"{parameter.option} is ")))
        for value in _wrong(parameter):
            name = f"{parameter.option} does not take {value!r}"
            run = f"run {shlex.join([*others, parameter.option, value])}"
            found.append(InterfaceCheck(name, run, (2, f"{parameter.option} ")))
        for number, good in _at_the_bounds(parameter, entry.script.text):
            name = f"{parameter.option} {'takes' if good else 'does not take'} {number}, as its refusal says"
            run = f"run_briefly {shlex.join([*others, parameter.option, str(number)])}"
            found.append(InterfaceCheck(name, run, (2, f"{parameter.option} takes "), taken=good))
    words = shlex.join([word for pair in usual.items() for word in pair])
    for tool in tools(entry):
        name = f"without {tool} it says that it is not installed"
        found.append(InterfaceCheck(name, f"run_without {tool} {words}", (3, f"{tool} is not installed")))
    return tuple(found)


def interface_test(entry: Entry, checks: Sequence[InterfaceCheck]) -> str:
    """The text of a test that makes `checks`; it passes a script that refuses and takes what it has to."""
    lines = [_BEGINNING % " ".join(map(shlex.quote, tools(entry)))]
    for each in checks:
        status, words = each.wanted
        word = "taken" if each.taken else "refused"
        lines += [each.run, f"check {shlex.quote(each.name)} {word} {status} {shlex.quote(words)}"]
    return "\n".join((*lines, "finish\n"))


def tools(entry: Entry) -> tuple[str, ...]:
    """The tools that the script of `entry` looks for before it begins."""
    named = (word for pair in _TOOL.findall(entry.script.text) for words in pair for word in words.split())
    return tuple(dict.fromkeys(each for each in named if re.fullmatch(r"[a-z][\w.+-]*", each)))[:_LONGEST]


def _wrong(parameter: Parameter) -> Iterator[str]:
    """Values that are none of the type of `parameter`, and that a script can tell."""
    if parameter.type in _FREE:
        return
    tried = ("1x", "-1", "") if parameter.type in _NUMBERS else ("-x", "a\nb", "x; touch pwned")
    for value in tried:
        if value != parameter.default and (parameter.type not in _NUMBERS or not _is_one(parameter, value)):
            yield value


def _at_the_bounds(parameter: Parameter, text: str) -> Iterator[tuple[int, bool]]:
    """Numbers at the bounds that the refusal of `parameter` in the script `text` tells, and whether it takes them."""
    told = re.search(_BOUNDS % re.escape(parameter.option), text)
    if not told or parameter.type not in _NUMBERS:
        return
    least = int(told[1] or int(told[3]) + 1)
    yield least, True
    if least > 0:
        yield least - 1, False
    if told[2]:
        yield int(told[2]), True
        yield int(told[2]) + 1, False


def _is_one(parameter: Parameter, value: str) -> bool:
    """Whether `value` is of the type of `parameter`."""
    try:
        validate(parameter, value)
    except ValueError:
        return False
    return True
