"""a team service of doubles, the people who come to it, and runs in every state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from scriptsmith.core.approval import ApprovalPolicy, binding
from scriptsmith.core.effects import Danger
from scriptsmith.core.events import (
    Asked,
    Cancelled,
    Checked,
    Drafted,
    Endorsed,
    Event,
    Published,
    Retrieved,
    Reviewed,
    Settled,
)
from scriptsmith.core.permissions import Part, Person
from scriptsmith.core.types import Action, Entry, Finding, Review, Risk, Script, Severity
from scriptsmith.ports import Journal
from scriptsmith.run_service import RunService
from scriptsmith.service.team_service import TeamService
from scriptsmith.testing.doubles import MemoryCatalogue, MemoryJournal, MemoryVault
from scriptsmith.testing.records import MemoryAudit
from tests.unit.kits import GOOD, OTHER, kit

RUN = "20260102-030405-0badcafe"
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LATER = "2026-01-03T00:00:00+00:00"
ACTION = Action(text="knit a pullover for the lighthouse keeper")
SCRIPT = Script(text=GOOD)
EDITED = OTHER
ENTRY = Entry(id="show-date", title="Show the date", script=Script(text="date\n"))
BLOCKING = Finding(checker="static", code="X1", severity=Severity.ERROR, message="this blocks")


def person(name: str, *parts: Part) -> Person:
    return Person(name=name, parts=frozenset(parts), key=f"key of {name}")


class MemoryQueue:
    """A `Queue` that nobody works on: `there` are the runs that wait, in order."""

    def __init__(self) -> None:
        self.there: list[str] = []

    async def put(self, run: str, /, *, source: str = "") -> None:
        if run not in self.there:
            self.there.append(run)

    async def remove(self, run: str, /) -> None:
        if run in self.there:
            self.there.remove(run)

    async def waiting(self) -> int:
        return len(self.there)


@dataclass(slots=True, kw_only=True)
class Rooms:
    """a team service with everything in it at hand."""

    team_service: TeamService
    journal: Journal
    queue: MemoryQueue
    audit: MemoryAudit
    clock: Clock

    async def kinds(self, run: str = RUN) -> list[str]:
        return [event.kind for event in await self.journal.read(run)]

    async def seq(self, run: str = RUN) -> int:
        return len(await self.journal.read(run))

    async def worked(self, run: str = RUN) -> None:
        """What a worker would do with the run by now."""
        await self.team_service.run_service.resume(run)


@dataclass(slots=True)
class Clock:
    """A clock that somebody else turns."""

    at: datetime = field(default=NOW)

    def __call__(self) -> datetime:
        return self.at


PEOPLE = (
    person("ana", "requester"), person("bo", "reviewer"), person("cy", "reviewer"), person("kit", "publisher"),
    person("max", "reviewer", "publisher"),
)  # fmt: skip
"""Who may come in, where a test names nobody else."""


async def known() -> Sequence[Person]:
    return PEOPLE


async def rooms(events: Iterable[Event] = (), policy: ApprovalPolicy | None = None, **parts: Any) -> Rooms:
    """a team service in memory that holds one run of `events`."""
    journal, queue, audit, clock = MemoryJournal(), MemoryQueue(), MemoryAudit(), Clock()
    for seq, event in enumerate(events, start=1):
        await journal.append(RUN, seq, event)
    parts.setdefault("catalogue", MemoryCatalogue([ENTRY], answers=()))
    run_service = RunService(kit=kit(**parts), journal=journal, vault=MemoryVault())
    team_service = TeamService(
        run_service=run_service,
        queue=queue,
        audit=audit,
        together=nullcontext,
        approvals=policy or ApprovalPolicy(),
        now=clock,
        people=known,
    )
    return Rooms(team_service=team_service, journal=journal, queue=queue, audit=audit, clock=clock)


SETTLED = Settled(outcome="verified", script=SCRIPT)


def waiting(risk: Risk = "notable", *findings: Finding, by: str = "ana") -> list[Event]:
    """A run of ana's with a script of `risk` that waits for a review."""
    return [
        Asked(action=ACTION, by=by),
        Retrieved(matches=()),
        Drafted(script=SCRIPT),
        Checked(findings=findings, danger=Danger(risk=risk)),
        SETTLED,
    ]


def endorsed(by: str, settled: Settled = SETTLED, until: str = LATER) -> Endorsed:
    return Endorsed(by=by, binding=binding(settled), until=until)


def reviewed(decision: str, comment: str = "", *, final: bool = False) -> Reviewed:
    review = Review(
        reviewer="cy",
        decision=decision,  # type: ignore[arg-type]
        digest=SCRIPT.digest,
        comment=comment,
        final=final,
    )
    return Reviewed(review=review)


STATES: dict[str, Callable[[], list[Event]]] = {
    "working": lambda: waiting()[:3],
    "waiting": waiting,
    "endorsed": lambda: [*waiting(), endorsed("cy")],
    "approved": lambda: [*waiting(), endorsed("cy"), reviewed("approve")],
    "published": lambda: [*waiting(), endorsed("cy"), reviewed("approve"), Published(entry=ENTRY)],
    "rejected": lambda: [*waiting(), reviewed("reject", final=True)],
    "cancelled": lambda: [*waiting(), Cancelled(by="ana")],
    "redrafting": lambda: [*waiting(), reviewed("reject", "use yarn")],
    "empty": lambda: [*waiting()[:2], Settled(outcome="no_match")],
    "blocked": lambda: waiting("notable", BLOCKING),
}
"""A run of ana's in each state that makes a difference to what may be done with it."""


async def both(*awaited: Any) -> list[Any]:
    """What comes of two things that are done at once, the exceptions too."""
    return list(await asyncio.gather(*awaited, return_exceptions=True))
