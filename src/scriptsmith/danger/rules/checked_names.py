"""Things that a test of their name lets go: databases, namespaces and releases made to be thrown away."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from ...interpreter.model import Command, Unknown, ValueCheck, Word
from .invocation import Invocation

_PROGRAMS = frozenset(("dropdb", "kubectl", "oc", "helm"))
_CODES = frozenset(("SS1061", "SS1450", "SS1454"))
_WORDS = r"(?:review|preview|pr|mr|ci|tests?|tmp|temp|scratch|sandbox)"
# `^review-[a-z0-9-]+$` and `*_test`: the whole name, with the word at one end of it.
_EXPRESSION = re.compile(rf"\^{_WORDS}[-_][^|^$]*\$\Z|\^[^|^$.*]*\S*[-_]{_WORDS}\$\Z")
_GLOB = re.compile(rf"{_WORDS}[-_][^|/]*\Z|\*[-_]{_WORDS}\Z")


def checked_names(calls: Sequence[Invocation], names: Set[str]) -> Mapping[int, tuple[str, frozenset[str]]]:
    """The calls, by their number, that remove only what a test of its name has shown to be made to be thrown away."""
    if names.isdisjoint(_PROGRAMS):
        return {}
    why = "a test of the name lets only what is made to be thrown away through"
    return {
        index: (why, _CODES)
        for index, call in enumerate(calls)
        if call.name in _PROGRAMS and call.command.checks and _bounded(call)
    }


def _bounded(call: Invocation) -> bool:
    command = call.command
    if call.name == "dropdb":
        return len(call.operands) == 1 and _thrown_away(call.operands[0], command)
    places = call.all("-n", "--namespace")
    if places:
        return _thrown_away(places[-1], command) and not call.has("-A", "--all-namespaces")
    whole = call.words[:1] == ("delete",) and call.words[1:2] in (("ns",), ("namespace",), ("namespaces",))
    return whole and len(call.operands) == 3 and _thrown_away(call.operands[2], command)


def _thrown_away(word: Word, command: Command) -> bool:
    """Whether a test of the one unknown part that a word is lets only such names through."""
    only = word.parts[0] if len(word.parts) == 1 else None
    return isinstance(only, Unknown) and any(
        check.source == only.source and check.holds and _says(check) for check in command.checks
    )


def _says(check: ValueCheck) -> bool:
    pattern = check.pattern.replace("\\", "")
    if check.operator == "=~":
        return bool(_EXPRESSION.match(pattern))
    return check.operator == "==" and bool(_GLOB.match(pattern))
