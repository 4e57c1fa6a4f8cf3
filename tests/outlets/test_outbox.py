"""The outbox in PostgreSQL: what happened is in it exactly when it happened, and each message is taken by one worker."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.incidents import PostgresIncidents
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.adapters.postgres.outbox import PostgresOutbox
from scriptsmith.core.events import Asked, Commented, Published, Settled
from scriptsmith.core.types import Action
from scriptsmith.errors import BadInput, NotFound
from scriptsmith.incidents.model import GRAVEST_FIRST, Severity
from scriptsmith.incidents.store import LinkedRun
from tests.databases import a_database, with_database
from tests.incidents.test_store import ONE

from .notices import OPENED

pytestmark = with_database
RUN = "20261120-081530-0123abcd"
PACE: dict[str, Any] = {"most": 10, "lease": 60.0, "tries": 3, "hours": 72.0}


async def happened(outbox: PostgresOutbox, **more: Any) -> list[tuple[str, str, int]]:
    found = await outbox.happened(**{"most": 50, "lease": 0.0, "hours": 72.0, **more})
    return [(each.kind, each.subject, each.seq) for each in found]


async def aged(database: Database, table: str, column: str, interval: str) -> None:
    async with database.connection() as connection:
        await connection.execute(f"update scriptsmith.{table} set {column} = {column} - interval '{interval}'".encode())


async def undone(database: Database, journal: PostgresJournal) -> None:
    """Record an event in a transaction that fails."""
    async with database.transaction():
        await journal.append(RUN, 4, Settled(outcome="unsure"))
        raise ZeroDivisionError


async def told(database: Database, *outlets: str, id: str = OPENED.id) -> PostgresOutbox:
    """An outbox in which a message waits for each of the outlets."""
    outbox = PostgresOutbox(database)
    async with database.connection() as connection:
        values = {"id": id}
        await connection.execute(
            b"insert into scriptsmith.outbox (id, kind, subject, seq) values (%(id)s, 'incident.opened', 'inc-1', 1)",
            values,
        )
    await outbox.tell(id, replace(OPENED, id=id), outlets)
    return outbox


async def test_what_happens_is_told_of_in_its_own_transaction() -> None:
    """Events of incidents and runs and failures for good are in the outbox, other events are not, and what is undone
    never happened."""
    async with a_database() as database:
        outbox, journal, incidents = PostgresOutbox(database), PostgresJournal(database), PostgresIncidents(database)
        end = replace(ONE, state="resolved", ended_at="2026-11-20T09:00:00+00:00")
        (receipt,) = await incidents.keep([ONE])
        await incidents.keep([ONE])
        await incidents.keep([end])
        await incidents.keep([replace(ONE, started_at="2026-11-20T09:30:00+00:00")])
        await journal.append(RUN, 1, Asked(action=Action(text="show the disks")))
        await journal.append(RUN, 2, Settled(outcome="unsure"))
        await journal.append(RUN, 3, Commented(by="ana", text="hm"))
        with pytest.raises(ZeroDivisionError):
            await undone(database, journal)
        for final in (False, True):
            await database.do("note_failure", run=RUN, said="no model", tries=1, final=final)
        assert await happened(outbox) == [
            ("incident.opened", receipt.incident, 1),
            ("incident.resolved", receipt.incident, 2),
            ("incident.reopened", receipt.incident, 3),
            ("run.settled", RUN, 2),
            ("run.failed", RUN, 0),
        ]


async def test_what_one_worker_looks_at_no_other_one_gets() -> None:
    async with a_database() as database:
        outbox = PostgresOutbox(database)
        await PostgresIncidents(database).keep([ONE])
        (one,) = await outbox.happened(most=5, lease=60.0, hours=72.0)
        assert await happened(outbox) == []
        await outbox.tell(one.id, replace(OPENED, id=one.id), ("a", "b", "a"))
        await outbox.tell(one.id, replace(OPENED, id=one.id), ("a", "b"))
        assert [each.outlet for each in await outbox.page()] == ["b", "a"]


async def reported(incidents: PostgresIncidents, *severities: Severity) -> list[str]:
    """The ids of new incidents of these severities."""
    told = [
        replace(ONE, fingerprint=f"{severity}-{place}", severity=severity) for place, severity in enumerate(severities)
    ]
    return [each.incident for each in await incidents.keep(told)]


async def test_what_is_grave_is_told_before_a_storm_of_what_is_milder() -> None:
    """By severity, an unknown one between, and within a severity the oldest first."""
    async with a_database() as database:
        outbox, incidents = PostgresOutbox(database), PostgresIncidents(database)
        low, storm, storm2, unknown, critical, high = await reported(
            incidents, "low", "warning", "warning", "unknown", "critical", "high"
        )
        told = [subject for _, subject, _ in await happened(outbox)]
        assert told == [critical, high, unknown, storm, storm2, low]
        assert [subject for _, subject, _ in await happened(outbox, most=2)] == [critical, high]


async def test_what_is_mild_has_its_turn_however_much_that_is_grave_comes() -> None:
    """It counts as if it had come an hour later for each degree, and no more."""
    async with a_database() as database:
        outbox, incidents = PostgresOutbox(database), PostgresIncidents(database)
        (low,) = await reported(incidents, "low")
        for moment in ("at", "turn"):
            await aged(database, "outbox", moment, "4 hours 59 minutes")
        (critical,) = await reported(incidents, "critical")
        assert [subject for _, subject, _ in await happened(outbox)] == [critical, low]
        async with database.connection() as connection:
            await connection.execute(
                b"update scriptsmith.outbox set turn = turn - interval '2 minutes' where subject = %(id)s", {"id": low}
            )
        assert [subject for _, subject, _ in await happened(outbox)] == [low, critical]


async def test_a_run_is_told_of_as_its_incident_is() -> None:
    """One for no incident is told of as an unknown severity is."""
    async with a_database() as database:
        outbox, incidents, journal = PostgresOutbox(database), PostgresIncidents(database), PostgresJournal(database)
        mild, grave = await reported(incidents, "info", "critical")
        for run, incident in (("r-mild", mild), ("r-none", ""), ("r-grave", grave)):
            await journal.append(run, 1, Asked(action=Action(text="show the disks")))
            if incident:
                await incidents.link(incident, LinkedRun(run=run, recommendation="a", by="ana", at=""))
            await journal.append(run, 2, Settled(outcome="unsure"))
        told = [subject for kind, subject, _ in await happened(outbox) if kind == "run.settled"]
        assert told == ["r-grave", "r-none", "r-mild"]


async def test_the_database_knows_the_order_of_severities() -> None:
    """An hour for each degree, in the order that the product has them in; what it does not know is as unknown."""
    async with a_database() as database:
        incidents = PostgresIncidents(database)
        found = await reported(incidents, *GRAVEST_FIRST)
        async with database.connection() as connection:
            rows = await connection.execute(
                b"select extract(hours from scriptsmith.told_after(id)) from unnest(%(ids)s::text[]) as id",
                {"ids": [*found, "nobody"]},
            )
            hours = [int(hour) for (hour,) in await rows.fetchall()]
    assert hours == [*range(1, len(GRAVEST_FIRST) + 1), GRAVEST_FIRST.index("unknown") + 1]


async def test_an_outlet_that_is_slow_is_told_of_what_is_grave_first() -> None:
    """What waits for an outlet is in the same order as what happened, whichever was written first."""
    async with a_database() as database:
        outbox, incidents = PostgresOutbox(database), PostgresIncidents(database)
        severities: tuple[Severity, ...] = ("info", "warning", "critical", "unknown")
        for severity in severities:
            await reported(incidents, severity)
            (one,) = await outbox.happened(most=1, lease=60.0, hours=72.0)
            await outbox.tell(one.id, replace(OPENED, id=one.id, subject=one.subject, severity=severity), ("a",))
        taken = [(await outbox.take("a", **PACE | {"most": 1}))[0].notice.severity for _ in range(4)]
        assert taken == ["critical", "unknown", "warning", "info"]


async def test_old_news_is_told_nobody() -> None:
    async with a_database() as database:
        outbox = PostgresOutbox(database)
        await PostgresIncidents(database).keep([ONE])
        await aged(database, "outbox", "at", "73 hours")
        assert await happened(outbox) == []
        await outbox.happened(most=5, lease=60.0, hours=72.0)
        ((left,),) = await _all(database, "select count(*) from scriptsmith.outbox")
        assert left == 0


async def _all(database: Database, query: str) -> list[tuple[Any, ...]]:
    async with database.connection() as connection:
        return await (await connection.execute(query.encode())).fetchall()


async def test_a_delivery_is_taken_once_until_its_lease_ends() -> None:
    """Then it is taken again, as the next try, with the same message; what a slow worker says then does not count."""
    async with a_database() as database:
        outbox = await told(database, "a", "b")
        (first,) = await outbox.take("a", **PACE)
        assert (first.tries, first.notice) == (1, OPENED)
        assert await outbox.take("a", **PACE) == []
        await aged(database, "delivery", "due", "61 seconds")
        (second,) = await outbox.take("a", **PACE)
        assert (second.id, second.tries, second.notice) == (first.id, 2, OPENED)
        await outbox.undelivered(first.id, tries=1, said="late", wait=None)
        assert (await outbox.one(first.id)).state == "waiting"
        await outbox.delivered(first.id)
        assert ((await outbox.one(first.id)).state, await outbox.take("a", **PACE)) == ("delivered", [])


async def test_tries_end_and_the_failure_is_seen() -> None:
    async with a_database() as database:
        outbox = await told(database, "a")
        for number in (1, 2, 3):
            (one,) = await outbox.take("a", **PACE)
            assert one.tries == number
            await outbox.undelivered(one.id, tries=number, said=f"no {number}", wait=0.0 if number < 3 else None)
        (failed,) = await outbox.page(state="failed")
        assert (failed.tries, failed.said, await outbox.take("a", **PACE)) == (3, "no 3", [])
        assert await outbox.retry(failed.id)
        assert [(each.tries, each.given_up) for each in await outbox.take("a", **PACE)] == [(1, False)]


async def test_workers_that_die_at_each_try_end_it_too() -> None:
    async with a_database() as database:
        outbox = await told(database, "a")
        for _ in range(3):
            await outbox.take("a", **PACE)
            await aged(database, "delivery", "due", "61 seconds")
        (last,) = await outbox.take("a", **PACE)
        assert last.given_up
        assert (await outbox.one(last.id)).state == "failed"


async def test_a_paused_outlet_is_left_alone_and_its_try_does_not_count() -> None:
    async with a_database() as database:
        outbox = await told(database, "a", "b")
        (one,) = await outbox.take("a", **PACE)
        await outbox.pause("a", 60.0)
        await outbox.undelivered(one.id, tries=1, said="too many", wait=0.0, counted=False)
        assert await outbox.take("a", **PACE) == []
        assert len(await outbox.take("b", **PACE)) == 1
        assert {each.outlet: bool(each.paused) for each in await outbox.counts()} == {"a": True, "b": False}
        await aged(database, "outlet_pause", "until", "61 seconds")
        assert [each.tries for each in await outbox.take("a", **PACE)] == [1]


async def test_what_waits_too_long_is_given_up_and_what_ended_is_forgotten() -> None:
    async with a_database() as database:
        outbox = await told(database, "gone")
        await told(database, "a", id="msg_2")
        (one,) = await outbox.take("a", **PACE)
        await outbox.delivered(one.id)
        await aged(database, "delivery", "began", "73 hours")
        await outbox.clear(days=30, hours=72.0)
        assert {each.outlet: each.state for each in await outbox.page()} == {"gone": "failed", "a": "delivered"}
        await aged(database, "message", "made", "31 days")
        await outbox.clear(days=30, hours=72.0)
        assert [each.outlet for each in await outbox.page()] == ["gone"]


async def test_deliveries_are_listed_retried_and_dropped() -> None:
    async with a_database() as database:
        outbox = await told(database, "a", "b")
        second, first = await outbox.page()
        assert (first.outlet, first.what, first.subject, first.state) == ("a", "incident.opened", "inc-1", "waiting")
        assert [each.id for each in await outbox.page(before=second.id)] == [first.id]
        assert await outbox.page(outlet="c") == []
        assert not await outbox.retry(first.id)
        assert await outbox.drop(first.id)
        assert not await outbox.drop(first.id)
        assert await outbox.take("a", **PACE) == []
        assert await outbox.retry(first.id)
        with pytest.raises(BadInput):
            await outbox.page(state="lost")
        with pytest.raises(NotFound):
            await outbox.one(10_000)


def test_a_published_event_is_one_that_is_told_of() -> None:
    """The trigger names kinds of events by their words: they are those of the events."""
    from pathlib import Path

    import scriptsmith.adapters.postgres as postgres
    from scriptsmith.core.events import Endorsed, Reviewed

    folder = Path(postgres.__file__).parent / "migrations"
    (text,) = [path.read_text() for path in folder.glob("*outlets*.sql")]
    for event in (Settled, Endorsed, Reviewed, Published):
        assert f"'{event.__dataclass_fields__['kind'].default}'" in text
