"""The home page: what waits and what was decided, each in its order and with its moment."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from scriptsmith.core.events import Retrieved, Reviewed, Settled
from scriptsmith.core.types import Match, Review
from scriptsmith.incidents.model import Incident, Severity, State
from tests.databases import with_database
from tests.web.server import Service, serving

from .console_runs import ENTRY, SCRIPT, events, write
from .test_console_pages import html

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]
MILD: tuple[Severity, ...] = ("warning", "info", "low")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service() -> AsyncIterator[Service]:
    async with serving(workers=0) as running:
        yield running


async def test_home_shows_who_waits_longest_and_what_was_decided_last(service: Service) -> None:
    """The queue begins with its oldest run and leads to all of it; a decision is shown with its own moment."""
    for number in range(7):
        await write(service.app, events(action=f"the gnu of number {number}"))
    for name, hours in (("a late vole", 1), ("an early vole", 3)):
        at = (datetime.now(UTC) - timedelta(hours=hours)).isoformat()
        review = Review(reviewer="bo", decision="reject", digest=SCRIPT.digest, final=True)
        await write(service.app, [*events(action=name), Reviewed(review=review, at=at)])
    async with html(service, "reviewer") as http:
        waits, decided = (await http.get("/")).text.split('<h2 id="decided">')
    assert [number for number in range(7) if f"number {number}" in waits] == [0, 1, 2, 3, 4]
    assert waits.index("number 0") < waits.index("number 4")
    assert '<a href="/runs?state=waiting">All 7 that wait</a>' in waits
    assert "ready <time" in waits
    assert decided.index("a late vole") < decided.index("1 hour ago") < decided.index("an early vole")
    assert "3 hours ago" in decided


async def test_home_shows_what_one_asked_for_last_however_it_went(service: Service) -> None:
    """A run that an entry answered, and one that is over, stand among those that one asked for, the newest first."""
    asked, *_ = events(action="a served newt", by="ana")
    settled = Settled(outcome="verified", script=ENTRY.script, entry="show-space@1")
    review = Review(reviewer="bo", decision="reject", digest=SCRIPT.digest, final=True)
    logs = [
        *(events(action=f"an open newt {number}", by="ana") for number in range(5)),
        [asked, Retrieved(matches=(Match(entry=ENTRY, confidence=0.99),)), settled],
        [*events(action="a rejected newt", by="ana"), Reviewed(review=review)],
    ]
    for second, log in enumerate(logs):
        for seq, event in enumerate(log, 1):
            await service.app.journal.append(f"20990102-03040{second}-0000000a", seq, event)
    async with html(service, "requester") as http:
        text = (await http.get("/")).text
    own = text.partition('<h2 id="own">')[2].partition('<h2 id="decided">')[0]
    told = ["a rejected newt", "a served newt", *(f"an open newt {number}" for number in (4, 3, 2))]
    assert [own.index(each) for each in told] == sorted(own.index(each) for each in told)
    assert "an open newt 1" not in own


async def test_home_shows_the_newest_grave_incidents_that_fire(service: Service) -> None:
    """Five at most, those of unknown severity too; none that is mild, acknowledged or over, and no heading for none."""
    async with html(service, "reviewer") as http:
        assert "Incidents that fire" not in (await http.get("/")).text
        grave: tuple[Severity, ...] = ("critical", "high", "unknown", "critical", "high", "unknown")
        told = [
            Incident(source="json", fingerprint=f"g{number}", title=f"the ibex of number {number}", severity=severity)
            for number, severity in enumerate(grave)
        ]
        mild = [replace(told[0], fingerprint=f"m{each}", title=f"a mild ibex {each}", severity=each) for each in MILD]
        ended: tuple[State, ...] = ("acknowledged", "resolved")
        over = [replace(told[0], fingerprint=f"o{each}", title=f"an ibex {each}", state=each) for each in ended]
        await service.app.team().incidents.keep(told)
        await service.app.team().incidents.keep([*mild, *over])
        text = (await http.get("/")).text
    firing = text.partition('<h2 id="firing">')[2].partition('<h2 id="decided">')[0]
    assert [int(each) for each in re.findall(r"the ibex of number (\d)", firing)] == [5, 4, 3, 2, 1]
    assert firing.count("ibex") == 5
    assert '<a href="/incidents?state=firing">All that fire</a>' in firing
    assert text.index('<h2 id="waits">') < text.index('<h2 id="firing">')
