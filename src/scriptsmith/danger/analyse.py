"""The danger analysis: commands, rules, effects and one risk for a script, from its text alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ..core.effects import DANGER, Danger, Effects
from ..core.types import Finding, Risk, Severity
from ..interpreter.interpreter import read_script
from ..interpreter.model import Command, Hit, Place, Unknown, Unresolved, finding_at, in_text_order
from . import unknown_programs
from .effects import changes, effects
from .familiarity import explains_itself, is_unfamiliar
from .mitigations import Mitigations
from .rules import NOT_ANALYSED, SCRIPT_RULES, TEXT_RULES, rules_for
from .rules.aggregations import invocations
from .rules.downloads import is_compared
from .rules.evaluated_output import trusted
from .rules.invocation import Invocation
from .rules.resembling import FEWEST, RESEMBLES, resembling
from .rules.rule import Rule
from .rules.scheduled_text import scheduled
from .rules.unknown_subcommand import UNKNOWN_PROGRAM
from .unknown_programs import is_unknown

_SEVERITY = {"dangerous": Severity.ERROR, "unanalysable": Severity.WARNING, "notable": Severity.INFO}
_DEPTH = 2


def analyse(text: str, *, rules_only: bool = False) -> Danger:
    """What a script would do and how bad that could be. Nothing is run, and no text makes it fail.

    Where the rules let a script pass, a model looks at all its words together, but for `rules_only`.
    """
    reading = read_script(text)
    calls = invocations(reading.commands)
    found = list(_hits(calls, 0))
    for rule in TEXT_RULES:
        for hit in rule.shape(text) if rule.shape else ():
            found.append((rule, hit, hit.place or Place(line=1, column=1, end_line=1, end_column=1)))
    summary = effects(calls)
    unresolved = [
        spot for spot in reading.unresolved if not _expected(spot, reading.commands) and not _compared(spot, calls)
    ]
    passed = not unresolved and all(hit.level == "notable" for _, hit, _ in found)
    if passed and not rules_only and len(calls) >= FEWEST and (doubt := resembling(text)) and doubt.place:
        found.append((RESEMBLES, doubt, doubt.place))
    risk = _risk(found, unresolved, calls, changes(summary))
    return Danger(risk=risk, findings=_findings(found, unresolved), effects=summary)


_UNREAD = re.compile(r"\w+ gets a text that is not known: (.*)\Z", re.S)


def _expected(spot: Unresolved, commands: Sequence[Command]) -> bool:
    """Whether what cannot be read is settings for the shell, printed by the program that they belong to."""
    found = _UNREAD.match(spot.why)
    if found is None:
        return False
    functions = {step[9:] for command in commands for step in command.via if step.startswith("function ")}
    return trusted(Unknown(source=found[1]), functions)


_FETCHED = re.compile(r"(\S+) is run, and what was written into it is not known\Z")


def _compared(spot: Unresolved, calls: Sequence[Invocation]) -> bool:
    """Whether what is run was fetched, and its digest compared with one in the script."""
    found = _FETCHED.match(spot.why)
    return found is not None and is_compared(found[1], calls)


def _hits(calls: Sequence[Invocation], depth: int) -> Iterator[tuple[Rule, Hit, Place]]:
    """What every rule says, with the place it speaks of."""
    names = {call.name for call in calls}
    mitigations = Mitigations(calls, names)
    for index, call in enumerate(calls):
        yield from _said_of(call, depth, partial(mitigations.lower, index))
        if depth < _DEPTH and (later := scheduled(call.command)):
            yield from _later(call.command, *later, depth)
    for rule in SCRIPT_RULES:
        if rule.programs and names.isdisjoint(rule.programs):
            continue
        for hit in rule.around(calls) if rule.around else ():
            yield rule, hit, hit.place or calls[0].command.place


def _said_of(call: Invocation, depth: int, lowered: Callable[[Rule, Hit], Hit]) -> Iterator[tuple[Rule, Hit, Place]]:
    """What the rules say of one command, the fallback rules only where no other speaks."""
    if explains_itself(call):
        return
    spoken = False
    for rule, look in rules_for(call):
        if not (rule.fallback and spoken) and (hit := look(call)) is not None:
            spoken = True
            hit = lowered(rule, hit)
            hit = replace(hit, case=hit.case or call.name)
            yield rule, hit, hit.place or call.command.place
    if not spoken and depth < _DEPTH and is_unknown(call):
        for hit in unknown_programs.hits(call, lambda text: _said(text, depth + 1)):
            yield UNKNOWN_PROGRAM, hit, call.command.place


def _later(command: Command, text: str, by: str, depth: int) -> Iterator[tuple[Rule, Hit, Place]]:
    """What the text that a command leaves to be run later would do, said at that command."""
    for rule, hit, _ in _hits(invocations(read_script(text).commands), depth + 1):
        if hit.level != "notable":
            yield rule, replace(hit, message=f"{hit.message} (later, by {by})", place=None), command.place


def _said(text: str, depth: int) -> Iterator[Hit]:
    """What the rules say of a text that a command carries."""
    return (hit for _, hit, _ in _hits(invocations(read_script(text).commands), depth))


def _risk(
    found: Sequence[tuple[Rule, Hit, Place]],
    unresolved: Sequence[Unresolved],
    calls: Sequence[Invocation],
    changed: bool,
) -> Risk:
    levels = {hit.level for _, hit, _ in found}
    if "dangerous" in levels:
        return "dangerous"
    if "unanalysable" in levels or unresolved:
        return "unanalysable"
    if "notable" in levels or changed or any(is_unfamiliar(call) for call in calls):
        return "notable"
    return "safe"


def _findings(found: Sequence[tuple[Rule, Hit, Place]], unresolved: Sequence[Unresolved]) -> tuple[Finding, ...]:
    """Findings in the order of the text, each once; what is only notable is left out where worse was found, and what
    another rule says better of the same command."""
    if not found and not unresolved:
        return ()
    worse = {(place.line, place.column) for _, hit, place in found if hit.level != "notable"}
    said = {(rule.code, hit.level, place.line, place.column) for rule, hit, place in found}
    out: dict[tuple[object, ...], Finding] = {}
    for rule, hit, place in found:
        if hit.level == "notable" and (place.line, place.column) in worse:
            continue
        if any(
            (code, level, place.line, place.column) in said
            for code in rule.yields
            for level in (hit.level, "dangerous")
        ):
            continue
        advice = f"; {rule.advice(hit.case)}" if hit.level == rule.level else ""
        finding = _finding(rule.code, _SEVERITY[hit.level], hit.message + advice, place)
        out.setdefault((finding.code, finding.line, finding.column, finding.message), finding)
    seen: set[tuple[int, int]] = set()
    for spot in unresolved:
        where = (spot.place.line, spot.place.column)
        if where in worse or where in seen:
            continue
        seen.add(where)
        message = f"cannot be analysed: {spot.why}; {NOT_ANALYSED.instead}"
        out.setdefault((NOT_ANALYSED.code, *where), _finding(NOT_ANALYSED.code, Severity.WARNING, message, spot.place))
    return in_text_order(out.values())


def _finding(code: str, severity: Severity, message: str, place: Place) -> Finding:
    return finding_at(place, checker=DANGER, code=code, severity=severity, message=message)


def blast_radius(danger: Danger) -> str:
    """What would be touched, in a few short lines of plain words."""
    parts = [_HEADLINE[danger.risk] if danger.risk != "notable" else _notable(danger.effects)]
    summary = danger.effects
    named = summary.deletes or summary.writes or summary.services
    parts += [
        f"{finding.message[:1].upper()}{finding.message[1:].partition(';')[0]}."
        for finding in danger.findings
        if finding.severity is not Severity.INFO or not named
    ][:5]
    for words, things in (
        ("Deletes", summary.deletes),
        ("Writes", summary.writes),
        ("Changes services", summary.services),
        ("Reaches", summary.network),
        ("Runs with every right", summary.privilege),
        ("Reads", summary.reads),
    ):
        if things:
            parts.append(
                f"{words}: {', '.join(things[:6])}{f' and {len(things) - 6} more' if len(things) > 6 else ''}."
            )
    return "\n".join(parts)


def _notable(effects: Effects) -> str:
    """The headline of what changes something and is not dangerous: it promises no more than is so."""
    if effects.deletes:
        return "Deletes what is named below; of no other loss is anything known."
    if effects.writes:
        return "Changes something; what it overwrites comes back only from a copy."
    return "Changes something; whether all of it can be put right again is not known."


_HEADLINE: dict[Risk, str] = {
    "safe": "Looks only; nothing changes.",
    "dangerous": "Could destroy data, access, a service or a secret.",
    "unanalysable": "Nobody can tell from the text what all of it does.",
}
