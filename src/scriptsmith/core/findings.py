"""Which findings a script has, each told once: the one reading of them for pages, documents and lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .effects import DANGER, Danger
from .types import Finding, Severity

SYNTAX_ERROR, NOT_ANALYSED = "SS0001", "SS1000"
UNREADABLE = frozenset((SYNTAX_ERROR, "SS0020", "SS0021", "SS0022", "SS0023", "SS0024", "SS0026", "SS0028"))
"""The findings that say that a text cannot be read as a script of its language."""


def together(found: Iterable[Finding], dangers: Sequence[Finding]) -> tuple[Finding, ...]:
    """Both, in the order of the text. Of what cannot be read it is not said again that it cannot be analysed."""
    found = tuple(found)
    if any(finding.code in UNREADABLE for finding in found):
        dangers = [finding for finding in dangers if finding.code != NOT_ANALYSED]
    return tuple(sorted((*found, *dangers), key=lambda each: (each.line, each.column, each.code, each.checker)))


def found_in(checks: Iterable[Finding], danger: Danger | None) -> tuple[Finding, ...]:
    """What the checkers and the danger analysis found, each once and as severe as `check` says: what policy makes of a
    danger is told by the outcome.

    What is only notable stands beside it (`notable_in`), unless policy made it a finding: most scripts change
    something, that is what they are for.
    """
    own = {_place(each): each for each in danger.findings} if danger else {}
    told = [own.get(_place(each), each) if each.checker == DANGER else each for each in checks]
    there = {_place(each) for each in told if each.checker == DANGER}
    more = [each for at, each in own.items() if each.severity is not Severity.INFO and at not in there]
    return together(told, more)


def notable_in(checks: Iterable[Finding], danger: Danger | None) -> tuple[Finding, ...]:
    """What is only notable: what the danger analysis tells and `found_in` does not count."""
    counted = {_place(each) for each in found_in(checks, danger)}
    own = danger.findings if danger else ()
    return tuple(each for each in own if each.severity is Severity.INFO and _place(each) not in counted)


def told_in(checks: Iterable[Finding], danger: Danger | None) -> tuple[Finding, ...]:
    """All that is told of a script, in the order of the text: what was found, and what is only notable."""
    checks = tuple(checks)
    return together(found_in(checks, danger), notable_in(checks, danger))


def _place(finding: Finding) -> tuple[str, int, int]:
    return finding.code, finding.line, finding.column
