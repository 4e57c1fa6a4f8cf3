"""What a queue promises, held by PostgreSQL and by the double; and what the one in PostgreSQL promises beside."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

from scriptsmith.adapters.postgres import queue_schema
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.adapters.postgres.queue import Budget, PostgresQueue
from scriptsmith.core.events import Asked
from scriptsmith.core.types import Action
from scriptsmith.errors import NotFound, OverBudget, StorageError
from scriptsmith.ports import Queue
from scriptsmith.testing.queues import MemoryQueue
from tests.databases import a_database, fresh, with_database
from tests.working import until

FIRST, SECOND = "20260101-000000-00000001", "20260101-000000-00000002"


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    async with a_database() as opened:
        yield opened


@pytest.fixture(params=["memory", pytest.param("postgres", marks=with_database)])
async def queue(request: pytest.FixtureRequest) -> AsyncIterator[Queue]:
    if request.param == "memory":
        yield MemoryQueue()
    else:
        async with a_database() as database:
            yield PostgresQueue(database)


async def test_a_run_waits_once(queue: Queue) -> None:
    """However often a run is put in, it waits once, beside the others."""
    for run in (FIRST, SECOND, FIRST, FIRST):
        await queue.put(run, source="ana")
    assert await queue.waiting() == 2


async def test_a_run_that_is_taken_out_waits_no_more(queue: Queue) -> None:
    """Removing a run leaves the others, twice does no harm, and it can be put in again."""
    await queue.put(FIRST)
    await queue.put(SECOND)
    await queue.remove(FIRST)
    await queue.remove(FIRST)
    assert await queue.waiting() == 1
    await queue.put(FIRST)
    assert await queue.waiting() == 2


@with_database
async def test_a_run_is_put_in_with_its_transaction_or_not_at_all(database: Database) -> None:
    """When the transaction that records the request is undone, nothing waits; others see nothing before it ends."""
    queue, journal, other = PostgresQueue(database), PostgresJournal(database), Database(database._url)

    async def fail() -> None:
        async with database.transaction():
            await journal.append(FIRST, 1, Asked(action=Action(text="show uptime")))
            await queue.put(FIRST, source="ana")
            assert await queue.waiting() == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await queue.waiting() == 0
    with pytest.raises(NotFound):
        await journal.read(FIRST)
    try:
        async with database.transaction():
            await queue.put(FIRST)
            assert await PostgresQueue(other).waiting() == 0
        assert await PostgresQueue(other).waiting() == 1
    finally:
        await other.aclose()


@with_database
async def test_nobody_takes_a_waiting_run_before_what_was_recorded_of_it_can_be_seen(database: Database) -> None:
    """A run that waits already, put in again in a transaction, is not taken until that one has ended: the worker would
    not see what was decided, and nobody would look again."""
    queue = PostgresQueue(database)
    await queue.put(FIRST)
    async with await psycopg.AsyncConnection.connect(database._url, autocommit=True) as worker:
        await worker.execute("set search_path = procrastinate")
        (number,) = await one(worker, "select worker_id from procrastinate_register_worker_v1()")
        async with database.transaction():
            await queue.put(FIRST)
            assert await one(worker, "select id from procrastinate_fetch_job_v2(null, %s)", number) == (None,)
        assert await one(worker, "select args ->> 'run' from procrastinate_fetch_job_v2(null, %s)", number) == (FIRST,)


@with_database
async def test_many_that_put_the_same_run_in_leave_it_waiting_once(database: Database) -> None:
    """None of them fails, and none waits for ever."""
    queue = PostgresQueue(database)
    await asyncio.gather(*(queue.put(FIRST, source="ana") for _ in range(20)))
    assert await queue.waiting() == 1


async def traceparents(database: Database) -> list[str | None]:
    async with await psycopg.AsyncConnection.connect(database._url) as line:
        found = await line.execute("select args ->> 'traceparent' from procrastinate.procrastinate_jobs order by id")
        return [trace for (trace,) in await found.fetchall()]


@with_database
async def test_the_trace_of_whoever_puts_a_run_in_lies_with_its_job(database: Database) -> None:
    """That of the first who has one: the run goes on once, and there."""
    traces = iter(["00-a-b-01", "00-c-d-01"])
    traced = PostgresQueue(database, traceparent=lambda: next(traces))
    await PostgresQueue(database).put(FIRST)
    assert await traceparents(database) == [None]
    await traced.put(FIRST)
    await traced.put(FIRST)
    await PostgresQueue(database).put(FIRST)
    assert await traceparents(database) == ["00-a-b-01"]


@with_database
async def test_many_traced_puts_of_a_run_wait_for_nobody_in_a_circle(database: Database) -> None:
    """Neither of a run that waits without a trace, nor of one that does not wait."""
    await PostgresQueue(database).put(FIRST)
    queue = PostgresQueue(database, traceparent=lambda: "00-a-b-01")
    await asyncio.gather(*(queue.put(run) for run in (FIRST, SECOND) for _ in range(20)))
    assert await queue.waiting() == 2
    for run in (FIRST, SECOND):  # of several at the same moment perhaps none lays its trace
        await queue.put(run)
    assert await traceparents(database) == ["00-a-b-01"] * 2


@with_database
async def test_the_age_of_a_queue_is_that_of_the_run_that_has_waited_longest(database: Database) -> None:
    """Whoever is to be tried later has not begun to wait, and an empty queue has no age."""
    queue = PostgresQueue(database)

    async def oldest() -> float:
        (runs,) = [each for each in await queue.backlogs() if each.queue == "runs"]
        return runs.oldest

    assert await oldest() == 0
    await queue.put(FIRST)
    await queue.put(SECOND)
    async with await psycopg.AsyncConnection.connect(database._url, autocommit=True) as line:
        await line.execute("set search_path = procrastinate")
        await line.execute("update procrastinate_events set at = at - interval '1 hour' where job_id = 1")
        assert 3600 <= await oldest() < 7200
        await line.execute("update procrastinate_jobs set scheduled_at = now() + interval '1 hour' where id = 1")
    assert 0 < await oldest() < 3600


@with_database
async def test_runs_beyond_the_budget_are_refused(database: Database) -> None:
    """The runs of an hour are counted for each source by itself; a decision on one of them counts for nothing."""
    queue = PostgresQueue(database, Budget(runs=2))
    await queue.put(FIRST, source="ana")
    await queue.put(SECOND, source="ana")
    await queue.put(FIRST, source="bo")
    with pytest.raises(OverBudget, match=r"^ana may ask for 2 runs an hour, and has: ask again in 60 minutes$") as over:
        await queue.put("20260101-000000-00000003", source="ana")
    assert 3500 < over.value.wait <= 3600
    await queue.put("20260101-000000-00000004", source="bo")
    await queue.put("20260101-000000-00000005")
    assert await queue.waiting() == 4
    await database_says(
        database, "update scriptsmith.request set at = at - interval '61 minutes' where run = '" + FIRST + "'"
    )
    await queue.put("20260101-000000-00000006", source="ana")


@with_database
async def test_of_requests_at_the_same_time_no_more_than_the_budget_get_through(database: Database) -> None:
    """The second one waits for what becomes of the first, and is refused when that one is kept."""
    queue, other = PostgresQueue(database, Budget(runs=1)), Database(database._url)
    try:
        async with database.transaction():
            await queue.put(FIRST, source="ana")
            second = asyncio.create_task(PostgresQueue(other, Budget(runs=1)).put(SECOND, source="ana"))
            blocked = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'"
            async with database.alone() as line:

                async def decided() -> bool:
                    return second.done() or await one(line, blocked) != (0,)

                await until(decided)
        with pytest.raises(OverBudget):
            await second
        assert await queue.waiting() == 1
    finally:
        await other.aclose()


@with_database
async def test_a_spent_budget_refuses_the_next_run(database: Database) -> None:
    """What runs have cost counts for whoever asked for them, for a day."""
    queue = PostgresQueue(database, Budget(dollars=1.0))
    await queue.put(FIRST, source="ana")
    await queue.spent(FIRST, 0.75)
    await queue.put(SECOND, source="ana")
    await queue.spent(SECOND, 0.5)
    with pytest.raises(
        OverBudget, match=r"^ana may spend 1 US dollars a day, and has spent 1.25: ask again in 2[34] ho"
    ):
        await queue.put("20260101-000000-00000003", source="ana")
    await queue.put("20260101-000000-00000004", source="bo")
    await database_says(database, "update scriptsmith.request set at = at - interval '25 hours' where source = 'ana'")
    await queue.put("20260101-000000-00000003", source="ana")


@with_database
async def test_the_queue_is_made_with_its_migration_and_what_it_lacks_waits() -> None:
    """An upgrade makes all of procrastinate's schema; a step that is not there waits, is named, and can be taken."""
    database = Database(fresh("template0"))
    await database.upgrade()
    assert (await database.status()).waiting == ()
    step = "03.04.00_50_post_add_retry_failed_job_procedure"
    async with database.alone() as connection:
        await connection.execute("delete from scriptsmith.queue_step where name = %s", (step,))
        await connection.execute(
            "drop trigger procrastinate_trigger_status_events_update_v1 on procrastinate.procrastinate_jobs"
        )
    assert [(one.number, one.name) for one in (await database.status()).waiting] == [(3, step)]
    assert [one.name for one in await database.upgrade()] == [step]
    assert (await database.status()).waiting == ()
    async with database.alone() as connection:
        found = await one(
            connection, "select count(*) from pg_trigger where tgname = 'procrastinate_trigger_status_events_update_v1'"
        )
        assert found == (1,)
        await connection.execute("insert into scriptsmith.queue_step (name) values ('99.00.00_01_later')")
    with pytest.raises(
        StorageError, match=r"the queue has 99.00.00_01_later, which the installed procrastinate does not"
    ):
        await database.status()


@with_database
async def test_the_queue_lies_in_a_schema_of_its_own(database: Database) -> None:
    """Nothing of procrastinate's gets in the way of what else is in the database."""
    async with database.alone() as connection:
        where = await one(
            connection,
            "select array_agg(distinct nspname::text) from pg_class c join pg_namespace n on n.oid = c.relnamespace "
            "where relname like 'procrastinate%%'",
        )
    assert where == (["procrastinate"],)
    assert queue_schema.steps()


@with_database
@pytest.mark.parametrize(("locked", "silent", "back"), [(True, 0, False), (False, 0, True), (True, 60, True)])
async def test_what_a_worker_was_at_is_handed_back_when_it_is_gone(
    database: Database, locked: bool, silent: int, back: bool
) -> None:
    """Gone is a worker whose connection has died, or that has given no sign of life for too long."""
    queue = PostgresQueue(database)
    await queue.put(FIRST)
    async with database.alone() as line:
        number = await taken(line, locked=locked)
        await line.execute("select pg_advisory_lock(1969516389, %s::integer)", (number + 1,))  # another one lives
        await database_says(
            database,
            "update procrastinate.procrastinate_workers "
            f"set last_heartbeat = now() - interval '{silent} seconds' where id = {number}",
        )
        found = await database.rows("hand_back", silence=30.0, most=3)
        assert found == ([(FIRST, 1, False)] if back else [])
        assert await queue.waiting() == back


@with_database
async def test_a_run_that_kills_its_workers_is_given_up(database: Database) -> None:
    """After so many tries it waits no more, and says so; nobody finds it a second time."""
    queue = PostgresQueue(database)
    await queue.put(FIRST)
    found = []
    async with database.alone() as line:
        for _ in range(3):
            await taken(line, locked=False)
            found += await database.rows("hand_back", silence=30.0, most=3)
    assert found == [(FIRST, 1, False), (FIRST, 2, False), (FIRST, 3, True)]
    assert (await queue.waiting(), await database.rows("hand_back", silence=30.0, most=3)) == (0, [])


@with_database
async def test_what_is_handed_back_while_the_run_waits_again_is_not_done_twice(database: Database) -> None:
    """The job that was put in meanwhile does the work of both."""
    queue = PostgresQueue(database)
    await queue.put(FIRST)
    async with database.alone() as line:
        await taken(line, locked=False)
        await queue.put(FIRST)
        assert await database.rows("hand_back", silence=30.0, most=3) == [(FIRST, 1, False)]
        assert await queue.waiting() == 1
        await taken(line, locked=False)
        assert await queue.waiting() == 0


async def taken(line: psycopg.AsyncConnection[tuple[Any, ...]], *, locked: bool) -> int:
    """A new worker takes the run that waits; it is there as long as `line`, if it is `locked`."""
    await line.execute("set search_path = procrastinate")
    (number,) = await one(line, "select worker_id from procrastinate_register_worker_v1()")
    if locked:
        await line.execute("select pg_advisory_lock(1969516389, %s::integer)", (number,))
    assert await one(line, "select args ->> 'run' from procrastinate_fetch_job_v2(null, %s)", number) == (FIRST,)
    return int(number)


async def one(connection: psycopg.AsyncConnection[tuple[Any, ...]], question: str, *values: object) -> tuple[Any, ...]:
    found = await (await connection.execute(question.encode(), values)).fetchone()
    assert found
    return found


async def database_says(database: Database, statement: str) -> None:
    async with database.alone() as connection:
        await connection.execute(statement.encode())
