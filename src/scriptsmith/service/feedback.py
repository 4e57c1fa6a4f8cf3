"""What people decided, as data to learn from: approved scripts, and pairs of a script they turned down and the one
they approved in its place. Secrets are tokens in it, as in the log, and nobody is named."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ..codec import dump_line
from ..core.events import Asked, Event, Rated, Reviewed, Settled
from ..core.flow import state
from ..core.outcome import rateable, settled_attempt
from ..core.permissions import folded
from ..core.plain_data import plain
from ..core.run import Run, apply, fold
from ..core.summary import Writer, labels_of, writer_of
from ..core.types import Action, Decision, Finding, Opinion, Outcome, Script, Verdict
from ..errors import BadInput, NotFound, StorageError
from ..ports import Journal

Kind: TypeAlias = Literal["sft", "preference", "rating"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An action and the script that people approved for it, with how it came to be.

    `origin` wrote it: a model as generator or refiner, a person by an edit, or the catalogue. `drafts` by models and
    `edits` by people came before it was approved. `verdict` is the assessors', `label` and `useful` are people's.
    """

    run: str
    action: Action
    script: Script
    origin: Writer
    outcome: Outcome
    drafts: int
    edits: int
    verdict: Verdict | None = None
    label: int | None = None
    useful: int | None = None
    entry: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """An action, a script that a person rejected or replaced by an edit, and the one approved at the end of the run."""

    run: str
    action: Action
    rejected: Script
    rejected_origin: Writer
    decision: Decision
    comment: str
    chosen: Script
    chosen_origin: Writer
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedThing:
    """A finding or an opinion about a script, and whether it helped somebody: their last word about it."""

    run: str
    action: Action
    script: Script | None
    about: str
    finding: Finding | None
    opinion: Opinion | None
    useful: bool
    at: str = ""


def accepted(run: Run) -> Script | None:
    """The script that people approved, if that is where the run ended: never one that was rejected in it."""
    script = run.settled.script if run.settled else None
    if script is None or run.review is None or state(run) not in ("approved", "published"):
        return None
    approved = run.review.decision == "approve" and run.review.digest == script.digest
    return script if approved and script.digest not in run.rejected else None


def example(run_id: str, events: Sequence[Event]) -> Example | None:
    """What a run has to teach; None when no script was approved, or when a person labelled it as wrong (0)."""
    run = _folded(events)
    script = accepted(run) if run else None
    if run is None or run.settled is None or script is None:
        return None
    said = labels_of(events).get(script.digest, {})
    if said.get("label") == 0:
        return None
    attempt = settled_attempt(run)
    own = attempt is not None and attempt.script == script
    return Example(
        run=run_id,
        action=run.action,
        script=script,
        origin=writer_of(run),
        outcome=run.settled.outcome,
        drafts=sum(event.kind == "drafted" for event in events),
        edits=sum(event.kind == "reviewed" and event.review.decision == "edit" for event in events),
        verdict=attempt.assessment.verdict if attempt and own and attempt.assessment else None,
        label=said.get("label"),
        useful=said.get("useful"),
        entry=f"{run.published.id}@{run.published.version}" if run.published else run.settled.entry,
        at=next(event.at for event in reversed(events) if event.kind == "reviewed"),
    )


def preferences(run_id: str, events: Sequence[Event]) -> tuple[Preference, ...]:
    """Each script that a person turned down in the run, once and in order, beside the one that was approved."""
    best = example(run_id, events)
    if best is None:
        return ()
    found: dict[str, Preference] = {}
    run = Run(action=best.action)
    for event in events:
        script = run.settled.script if run.settled else None
        if isinstance(event, Reviewed) and script and event.review.digest == script.digest != best.script.digest:
            attempt = settled_attempt(run)
            if event.review.decision != "approve" and script.target == best.script.target:
                found[script.digest] = Preference(
                    run=run_id,
                    action=best.action,
                    rejected=script,
                    rejected_origin=writer_of(run),
                    decision=event.review.decision,
                    comment=event.review.comment,
                    chosen=best.script,
                    chosen_origin=best.origin,
                    verdict=attempt.assessment.verdict if attempt and attempt.assessment else None,
                )
        run = apply(run, event)
    return tuple(found.values())


def ratings(run_id: str, events: Sequence[Event]) -> tuple[RatedThing, ...]:
    """What people said of findings and opinions in the run, each person's last word about each thing."""
    found: dict[tuple[str, str, str], RatedThing] = {}
    if not events or not isinstance(events[0], Asked):
        return ()
    run = Run(action=events[0].action)
    for event in events:
        if isinstance(event, Rated):
            thing = rateable(run).get(event.about)
            found[folded(event.by), event.digest, event.about] = RatedThing(
                run=run_id,
                action=run.action,
                script=run.settled.script if run.settled else None,
                about=event.about,
                finding=thing if isinstance(thing, Finding) else None,
                opinion=thing if isinstance(thing, Opinion) else None,
                useful=event.useful,
                at=event.at,
            )
        run = apply(run, event)
    return tuple(found.values())


def rejected(events: Iterable[Event]) -> frozenset[str]:
    """The digests of the scripts that people rejected in a run."""
    return frozenset(
        event.review.digest for event in events if event.kind == "reviewed" and event.review.decision == "reject"
    )


def rows(kind: Kind, run_id: str, events: Sequence[Event]) -> list[bytes]:
    """The lines that a run gives, each one JSON object; raises `BadInput` for text that no UTF-8 file can hold."""
    if kind == "preference":
        return [dump_line(_preference_row(one)) for one in preferences(run_id, events)]
    if kind == "rating":
        return [dump_line({"schema_version": 1, **plain(one)}) for one in ratings(run_id, events)]
    one = example(run_id, events)
    return [dump_line(_example_row(one))] if one else []


async def export(
    journal: Journal, kind: Kind, warn: Callable[[str], None]
) -> AsyncIterator[tuple[str, Sequence[bytes]]]:
    """Every run, oldest first, with the lines that it gives; `warn` hears of runs whose log cannot be read."""
    for run_id in sorted(await journal.runs()):
        try:
            lines = rows(kind, run_id, await journal.read(run_id))
        except (BadInput, NotFound, StorageError) as error:
            warn(f"run {run_id} is left out: {error}")
            continue
        yield run_id, lines


def _folded(events: Sequence[Event]) -> Run | None:
    """The run; None for a log that begins with something else than what was asked, or that settled nothing."""
    if not events or not isinstance(events[0], Asked) or not any(isinstance(event, Settled) for event in events):
        return None
    return fold(events)


def _example_row(one: Example) -> dict[str, Any]:
    told: dict[str, Any] = plain(one)
    return {"schema_version": 1, **told, "script": one.script.text, "digest": one.script.digest}


def _preference_row(one: Preference) -> dict[str, Any]:
    told: dict[str, Any] = plain(one)
    texts = {"rejected": one.rejected.text, "chosen": one.chosen.text}
    digests = {"rejected_digest": one.rejected.digest, "chosen_digest": one.chosen.digest}
    return {"schema_version": 1, **told, **texts, **digests}
