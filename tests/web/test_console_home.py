"""The home page: what waits and what was decided, each in its order and with its moment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from scriptsmith.core.events import Retrieved, Reviewed, Settled
from scriptsmith.core.types import Match, Review
from tests.databases import with_database
from tests.web.server import Service, serving

from .console_runs import ENTRY, SCRIPT, events, write
from .test_console_pages import html

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]


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
