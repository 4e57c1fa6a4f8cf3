"""Whether the tests before a command really bound an unknown value, tried with values that must not pass.

`[ -d "$1" ]`, `[ -n "$1" ]`, `"${1:?}"`, `case $1 in /*)` and `[[ $1 =~ ^/ ]]` let `/home` through, so they bound
nothing. A test counts when it refuses every value of a list of hostile ones.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...interpreter import patterns
from ...interpreter.model import Command, Unknown, ValueCheck, Word
from ...interpreter.patterns import admits
from .paths import spelled

_NAMES = ("/", "..", ".", "a/b", "../b", "b/..", "/etc")
_PATHS = (
    "/",
    "/home",
    "/etc",
    "/usr/lib",
    "/home/bob/files",
    "/srv/data/customers",
    "/var/lib/mysql",
    "..",
    ".",
    "a/b",
)
_CLIMBING = ("../../../../../home", "x/../../../../../../home")
_RESOLVED = re.compile(r"[$`]\(?\s*(?:realpath\b(?!.*\s-(?:\w*s|L)\b)|readlink\s+-[-\w]*[fem]|cd\s.*&&\s*pwd\s+-P)")
_SPECIAL = re.compile(r"(?<!\\)[*?\[@+!(|^$.{]")


def only_a_name(unknown: Unknown, command: Command) -> bool:
    """Whether a value is one name without a slash: it cannot leave the folder that stands before it."""
    if unknown.source.startswith(("$(basename ", "${")) and re.match(r"\$\(basename |\$\{\w+##\*/\}", unknown.source):
        return not unknown.empty or "basename" in unknown.source
    checks = _of(unknown, command)
    return bool(checks) and not any(admits(checks, each) for each in (*_NAMES, *([""] if unknown.empty else ())))


def folder_of(unknown: Unknown, command: Command) -> str:
    """The literal folder in which a value lies when its tests have passed; empty when they do not say one."""
    checks = _of(unknown, command)
    resolved = bool(_RESOLVED.match(unknown.source))
    for prefix in dict.fromkeys(_prefix(check) for check in checks if check.holds):
        if prefix.count("/") < 3 or not prefix.startswith("/"):
            continue
        hostile = (*_PATHS, *(() if resolved else (prefix + each for each in _CLIMBING)))
        if not any(admits(checks, each) for each in hostile):
            return prefix.rstrip("/")
    return ""


def located(word: Word, command: Command) -> str:
    """The path of a word; where nothing of it is known, the folder that its tests say, with `…` below it."""
    path = spelled(word, command.cwd)
    folder = folder_of(word.unknowns[0], command) if path == "…" and word.unknowns else ""
    return f"{folder}/…" if folder else path


def only_listed(unknown: Unknown, command: Command) -> bool:
    """Whether a value is one of those that a test spells out: `[ "$1" = staging ]`, `case $1 in dev|test)`."""
    passed = [check for check in _of(unknown, command) if check.holds and check.operator == "=="]
    return any(patterns.spelled_out(check.pattern) for check in passed)


def only_a_link(word: Word, command: Command) -> bool:
    """Whether a test has shown that a path is a symbolic link: what it points to stays."""
    return any(check.operator == "-L" and check.holds and check.source == word.written for check in command.checks)


def _of(unknown: Unknown, command: Command) -> Sequence[ValueCheck]:
    return [check for check in command.checks if check.source == unknown.source and check.operator != "-L"]


def _prefix(check: ValueCheck) -> str:
    """The literal folder with which every value begins that passes."""
    pattern = check.pattern
    if check.operator == "=~":
        if not pattern.startswith("^"):
            return ""
        pattern = pattern[1:]
    found = _SPECIAL.search(pattern)
    literal = pattern[: found.start()] if found else pattern
    return literal.replace("\\", "")[: literal.replace("\\", "").rfind("/") + 1]
