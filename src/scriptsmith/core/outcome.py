"""What a run comes down to: the draft that is settled, its danger and findings, the entry it came from, its cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .attempts import Attempt
from .effects import Danger
from .events import Event
from .findings import found_in, notable_in, told_in
from .rehearsal import Rehearsal
from .run import Run
from .types import Call, Entry, Finding, Opinion


def settled_attempt(run: Run) -> Attempt | None:
    """The draft that is settled, or the best one so far."""
    settled = run.settled
    return next((a for a in reversed(run.attempts) if settled and a.script == settled.script), run.best)


def danger_of(run: Run) -> Danger | None:
    """What the script of a run would touch: the entry's with the values bound to it, else the draft's."""
    if run.settled and run.settled.danger:
        return run.settled.danger
    attempt = settled_attempt(run)
    return attempt.danger if attempt else None


def findings_of(run: Run) -> tuple[Finding, ...]:
    """All that is told of the script of a run, an entry's as well as a draft's; what is said wherever it is counted."""
    return told_in(*_looked_at(run))


def found_of(run: Run) -> tuple[Finding, ...]:
    """Those of `findings_of` that are worse than notable, or that a checker or policy tells."""
    return found_in(*_looked_at(run))


def notable_of(run: Run) -> tuple[Finding, ...]:
    """Those of `findings_of` that are only notable."""
    return notable_in(*_looked_at(run))


def _looked_at(run: Run) -> tuple[tuple[Finding, ...], Danger | None]:
    settled, attempt = run.settled, settled_attempt(run)
    if settled and settled.entry:
        return settled.checks or (), settled.danger
    return (attempt.findings, attempt.danger) if attempt else ((), None)


def is_checked(run: Run) -> bool:
    """Whether the checkers have looked at the script of a run."""
    settled, attempt = run.settled, settled_attempt(run)
    if settled and settled.entry:
        return settled.checks is not None
    return attempt is not None and attempt.checks is not None


def about_finding(finding: Finding) -> str:
    """How a rating names a finding."""
    return f"finding {finding.code} {finding.line}:{finding.column}"


def about_opinion(opinion: Opinion) -> str:
    """How a rating names an opinion."""
    return f"opinion {opinion.assessor}"


def rateable(run: Run) -> Mapping[str, Finding | Opinion]:
    """The findings and opinions of what is settled, by what a rating calls them."""
    attempt = settled_attempt(run)
    found: dict[str, Finding | Opinion] = {about_finding(each): each for each in findings_of(run)}
    if attempt and attempt.assessment:
        found |= {about_opinion(each): each for each in attempt.assessment.opinions}
    return found


def served_entry(run: Run) -> Entry | None:
    """The entry that the settled script came from, or that policy kept from being served."""
    name = run.settled.entry if run.settled else ""
    entries = [match.entry for match in run.matches or ()]
    return next((entry for entry in entries if f"{entry.id}@{entry.version}" == name), None)


def served_defaults(run: Run) -> list[str]:
    """The parameters of the served entry whose values were not in the words of the action."""
    entry = served_entry(run)
    return [name for match in run.matches or () if match.entry is entry for name in match.defaults]


def unused_hosts(run: Run) -> list[str]:
    """The hosts in the words of the action that the served script is not told of: it acts where it is run."""
    entry = served_entry(run)
    return [name for match in run.matches or () if match.entry is entry for name in match.unused_hosts]


def approval(entry: Entry) -> str:
    """Who answers for an entry, and since when: what policy's question to a person has been answered by."""
    if entry.approver:
        at = next((each.at for each in reversed(entry.evidence) if each.kind == "review" and each.at), "")
        return f"approved by {entry.approver}" + (f" on {at[:10]}" if at else "")
    return "put into the catalogue by " + (entry.owner or "whoever keeps it")


def rehearsal_line(rehearsal: Rehearsal) -> str:
    """What execution said, in one line."""
    opinion = rehearsal.opinion
    if opinion is None:
        return f"rehearsal has no opinion: {rehearsal.problem}"
    return f"{opinion.assessor} says {opinion.verdict.value}: {opinion.reason}"


def calls(events: Iterable[Event]) -> list[Call]:
    """Every exchange with a model that `events` record."""
    return [call for event in events for call in getattr(event, "calls", ())]
