"""Whoever listens hears of what anybody records, also after its connection was cut, and nobody waits for the slow."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest

from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.embedded import Embedded
from scriptsmith.adapters.postgres.event_hub import EventHub, Subscription
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.core.events import Asked
from scriptsmith.core.types import Action
from tests.databases import with_database

pytestmark = with_database

ASKED = Asked(action=Action(text="knit a pullover"))
ONE, OTHER = "20260102-030405-00000001", "20260102-030405-00000002"


@pytest.fixture
async def hub(database: Database) -> AsyncIterator[EventHub]:
    """A hub that listens, with a first subscriber that was told to look once."""
    hub = EventHub(database)
    first = hub.subscribe()
    assert await soon(first) == ("", 0)
    await first.aclose()
    yield hub
    await hub.aclose()


async def record(database: Database, run: str, *numbers: int) -> None:
    for seq in numbers:
        await PostgresJournal(database).append(run, seq, ASKED)


async def soon(subscription: Subscription) -> tuple[str, int]:
    """The next pair; an error, and not a test that hangs, where none comes."""
    async with asyncio.timeout(60):
        return await anext(subscription)


async def until(subscription: Subscription, run: str, seq: int) -> list[tuple[str, int]]:
    """What is heard up to and with number `seq` of `run`."""
    heard: list[tuple[str, int]] = []
    while not heard or heard[-1] != (run, seq):
        heard.append(await soon(subscription))
    return heard


async def test_each_hears_of_what_it_asked_for(hub: EventHub, url: str) -> None:
    """One run's subscriber hears of that run alone, another of all; what others record counts."""
    one, everything = hub.subscribe(ONE), hub.subscribe()
    other = Database(url)
    await record(other, OTHER, 1)
    await record(other, ONE, 1)
    assert await soon(one) == (ONE, 1)
    assert await until(everything, ONE, 1) == [(OTHER, 1), (ONE, 1)]
    await record(other, ONE, 2)
    assert await soon(one) == (ONE, 2)
    await other.aclose()


async def test_what_is_undone_is_not_told(hub: EventHub, database: Database) -> None:
    """An event in a transaction that fails was never recorded, and nobody hears of it."""
    events = hub.subscribe(ONE)

    async def fail() -> None:
        async with database.transaction():
            await record(database, ONE, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with database.transaction():
        await record(database, ONE, 1, 2)
    assert (await until(events, ONE, 2))[0][1] >= 1
    assert await PostgresJournal(database).read(ONE) == [ASKED, ASKED]


async def test_the_slow_hear_of_the_newest_alone(hub: EventHub, database: Database) -> None:
    """One that does not look for long keeps nothing waiting and no list: it hears of the newest number of each run."""
    slow, quick = hub.subscribe(), hub.subscribe(OTHER)
    await record(database, ONE, *range(1, 41))
    await record(database, OTHER, 1)
    assert await soon(quick) == (OTHER, 1)
    assert await until(slow, OTHER, 1) == [(ONE, 40), (OTHER, 1)]


async def test_one_that_is_far_behind_is_told_to_look_again() -> None:
    """Behind with more runs than are kept for it, a subscriber hears one pair that says: look at everything."""
    events = Subscription(None)
    for number in range(5000):
        events.tell(f"r{number}", 1)
    assert await soon(events) == ("", 0)
    events.tell("r1", 2)
    assert await soon(events) == ("r1", 2)


async def test_after_a_cut_everybody_looks_again(hub: EventHub, database: Database, url: str) -> None:
    """When its connection is killed it makes another one, tells everybody to look, and hears again."""
    subscriptions = [hub.subscribe(ONE), hub.subscribe(None), hub.subscribe(ONE)]
    for round in range(1, 4):
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as watcher:
            killed = await watcher.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() "
                "and (query like '%listen scriptsmith_event%' or query like '%select 1%') and pid <> pg_backend_pid()"
            )
            assert await killed.fetchall()
        for events in subscriptions:
            assert await soon(events) == (events.run or "", 0)
        await record(database, ONE, round)
        for events in subscriptions:
            assert await soon(events) == (ONE, round)


async def test_it_survives_a_restart_of_the_embedded_server(tmp_path: Path) -> None:
    """A server that is stopped and started under it is found again."""
    database, owner = Database(embedded=Embedded(tmp_path / "pg")), Embedded(tmp_path / "pg")
    await asyncio.to_thread(owner.join)
    hub = EventHub(database)
    events = hub.subscribe()
    assert await soon(events) == ("", 0)
    await asyncio.to_thread(owner._stop)
    assert await soon(events) == ("", 0)
    await record(database, ONE, 1)
    assert await soon(events) == (ONE, 1)
    await asyncio.to_thread(owner.leave)
    await hub.aclose()
    await database.aclose()


async def test_five_hundred_listen_over_one_connection(hub: EventHub, database: Database, url: str) -> None:
    """Each of them hears of its run, and the server sees one connection for all."""
    subscriptions = [hub.subscribe(f"{ONE[:-4]}{number:04}") for number in range(500)]
    waiting = [asyncio.create_task(soon(each)) for each in subscriptions]
    async with database.transaction():
        for each in subscriptions:
            await record(database, each.run or "", 1)
    assert [await each for each in waiting] == [(each.run, 1) for each in subscriptions]
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as watcher:
        listening = await watcher.execute(
            "select count(*) from pg_stat_activity where datname = current_database() and query like '%listen script%' "
            "and pid <> pg_backend_pid()"
        )
        assert await listening.fetchone() == (1,)


async def test_who_is_forgotten_is_not_kept(hub: EventHub) -> None:
    """A subscription that nobody holds any more leaves nothing behind in the hub."""
    kept = hub.subscribe(OTHER)
    hub.subscribe(ONE)
    gc.collect()
    assert list(hub._subscriptions) == [OTHER]
    await kept.aclose()


async def test_closing_ends_every_subscription(database: Database) -> None:
    """Whoever waits is let go, no task stays, and a subscription to a closed hub is at its end."""
    hub = EventHub(database)
    events = [hub.subscribe(ONE), hub.subscribe()]
    async with asyncio.timeout(60):
        await hub.listening()
    waiting = [asyncio.create_task(_all(each)) for each in events]
    await hub.aclose()
    assert [await each for each in waiting] in ([[], []], [[(ONE, 0)], [("", 0)]])
    assert await _all(hub.subscribe()) == []
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "scriptsmith-hub"]


async def test_closing_while_nothing_is_there_ends_at_once() -> None:
    """A hub whose database cannot be reached goes on trying, and can be closed meanwhile."""
    hub = EventHub(Database("postgresql://127.0.0.1:1/x"))
    events = asyncio.create_task(_all(hub.subscribe()))
    await asyncio.sleep(0)
    await hub.aclose()
    assert await events == []


async def _all(subscription: Subscription) -> list[tuple[str, int]]:
    return [each async for each in subscription]
