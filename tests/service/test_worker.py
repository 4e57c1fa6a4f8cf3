"""What a worker promises: runs get on, failures are tried again and told, and what people decide counts."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from scriptsmith import team
from scriptsmith.adapters.postgres.queue import PostgresQueue
from scriptsmith.core.events import Cancelled
from scriptsmith.core.types import Entry
from scriptsmith.errors import Conflict, OverBudget, UsageError
from scriptsmith.incidents.model import Incident
from scriptsmith.settings import load
from scriptsmith.testing import Fault, PlayedAnswer, Provider, RecordedRequest, canned
from scriptsmith.testing.doubles import MemoryCatalogue
from scriptsmith.wiring import build
from scriptsmith.worker import work
from tests.databases import with_database
from tests.working import Works, ask, kinds, settled, until, working

pytestmark = with_database
DRAFTED = ["asked", "retrieved", "drafted", "checked", "assessed", "settled"]


class Gate:
    """Answers of a provider that wait, prompt by prompt, until they are let through."""

    def __init__(self, *prompts: str) -> None:
        self.asked = threading.Semaphore(0)
        self.opened = threading.Event()
        self._prompts = prompts

    def __call__(self, request: RecordedRequest) -> str | PlayedAnswer:
        if request.prompt in self._prompts:
            self.asked.release()
            assert self.opened.wait(120)
        return canned(request)


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate("draft")
    yield made
    made.opened.set()


async def test_a_run_that_waits_is_advanced_until_a_person_is_needed(tmp_path: Path) -> None:
    """A worker takes it, records each step once, tells of it, and leaves nothing in the queue."""
    with Provider() as provider:
        async with Works(folder=tmp_path, provider=provider).open() as (app, queue):
            (run,) = await ask(app, queue)
            async with working(app) as said:
                await until(lambda: settled(app, [run]))
            assert await kinds(app, run) == DRAFTED
            assert [line for line in said if run in line] == [
                f"run {run}: {seq} {kind}" for seq, kind in enumerate(DRAFTED[1:], start=2)
            ]
            assert (await queue.waiting(), await queue.failures()) == (0, ())


async def test_a_worker_hears_of_a_run_that_is_put_in_later(tmp_path: Path) -> None:
    """It need not wait when the worker begins: one after the other is taken."""
    async with Works(folder=tmp_path).open() as (app, queue), working(app):
        for _ in range(3):
            runs = await ask(app, queue)
            await until(partial(settled, app, runs))


async def test_a_model_that_fails_is_asked_again_later(tmp_path: Path) -> None:
    """The run waits, the reason can be read, nothing recorded is done again, and in the end nothing is left of it."""
    left = [Fault.status(400, error="no such model"), Fault.status(400)]

    def answer(request: RecordedRequest) -> str | PlayedAnswer:
        return left.pop() if request.prompt == "describe" and left else canned(request)

    with Provider(answer) as provider:
        works = Works(folder=tmp_path, provider=provider, settings=(("wait", "0.05"),))
        async with works.open() as (app, queue):
            (run,) = await ask(app, queue)
            async with working(app) as said:
                await until(lambda: settled(app, [run]))
                await until(lambda: nothing_failed(queue))
            assert await kinds(app, run) == DRAFTED
            tries = [line for line in said if "failed" in line]
            assert [line.split(": ")[1] for line in tries] == [
                "try 1 failed, again in 0.05 s",
                "try 2 failed, again in 0.1 s",
            ]
            assert "no such model" in tries[1]
            assert [request.prompt for request in provider.requests].count("draft") == 1
            assert await queue.waiting() == 0


async def nothing_failed(queue: PostgresQueue) -> bool:
    return not await queue.failures()


async def test_a_model_that_fails_for_good_is_given_up_with_a_mark(tmp_path: Path) -> None:
    """After the last try nobody tries again by themselves; the mark says why, and putting it in again begins anew."""
    faults: list[PlayedAnswer] = [Fault.status(400, error="no such model")]

    def answer(request: RecordedRequest) -> str | PlayedAnswer:
        return faults[0] if faults else canned(request)

    with Provider(answer) as provider:
        works = Works(folder=tmp_path, provider=provider, settings=(("wait", "0.01"), ("retries", "3")))
        async with works.open() as (app, queue):
            (run,) = await ask(app, queue)
            async with working(app):
                await until(lambda: given_up(queue, run))
                (mark,) = await queue.failures(run)
                assert (mark.tries, "no such model" in mark.said, await queue.waiting()) == (3, True, 0)
                assert await kinds(app, run) == DRAFTED[:2]
                faults.clear()
                await queue.put(run)
                await until(lambda: settled(app, [run]))
                await until(lambda: nothing_failed(queue))


async def given_up(queue: PostgresQueue, run: str) -> bool:
    return any(failure.final for failure in await queue.failures(run))


async def test_what_no_later_try_can_mend_is_given_up_at_once(tmp_path: Path) -> None:
    """A run without a log is marked after one try."""
    async with Works(folder=tmp_path).open() as (app, queue):
        await queue.put("20260101-000000-00000001")
        async with working(app) as said:
            await until(lambda: given_up(queue, "20260101-000000-00000001"))
        (mark,) = await queue.failures()
        assert (mark.tries, mark.said.startswith("there is no run '20260101-000000-00000001'")) == (1, True)
        assert sum("try" in line for line in said) == 1


async def test_a_conflict_that_is_no_race_is_given_up(tmp_path: Path) -> None:
    """Where nobody else has recorded anything, the conflict is about something else: it is told, and not tried for ever."""

    class Taken(MemoryCatalogue):
        async def publish(self, entry: Entry, /) -> Entry:
            raise Conflict(f"{entry.id} is already published with another script")

    with Provider() as provider:
        async with Works(folder=tmp_path, provider=provider).open() as (app, queue):
            app.catalogue = Taken()  # type: ignore[assignment]
            (run,) = await ask(app, queue)
            async with working(app):
                await until(lambda: settled(app, [run]))
                await app.run_service().decide(run, "approve", reviewer="bo")
                await queue.put(run)
                await until(lambda: given_up(queue, run))
            (mark,) = await queue.failures()
            assert mark.said.endswith("is already published with another script")
            assert await kinds(app, run) == [*DRAFTED, "reviewed"]


async def test_a_cancelled_run_stops_after_its_step(tmp_path: Path, gate: Gate) -> None:
    """What the step brings is dropped, no later one is taken, and nothing of it counts as a failure."""
    with Provider(gate) as provider:
        async with Works(folder=tmp_path, provider=provider).open() as (app, queue):
            (run,) = await ask(app, queue)
            async with working(app) as said:
                await until(lambda: gate.asked.acquire(blocking=False))
                assert app.database
                async with app.database.transaction():
                    await app.run_service().note(run, Cancelled(by="ana", at=datetime.now(UTC).isoformat()), seq=2)
                    await queue.remove(run)
                gate.opened.set()
                (other,) = await ask(app, queue)
                await until(lambda: settled(app, [other]))
            assert await kinds(app, run) == ["asked", "retrieved", "cancelled"]
            assert (await queue.waiting(), await queue.failures()) == (0, ())
            assert not [line for line in said if "failed" in line]
            assert [request.prompt for request in provider.requests].count("draft") == 2


async def test_a_run_that_is_put_in_while_it_is_worked_on_is_looked_at_again(tmp_path: Path, gate: Gate) -> None:
    """By one worker at a time: the second job begins when the first one has ended."""
    with Provider(gate) as provider:
        async with Works(folder=tmp_path, provider=provider).open() as (app, queue):
            (run,) = await ask(app, queue)
            async with working(app):
                await until(lambda: gate.asked.acquire(blocking=False))
                await queue.put(run)
                assert await queue.waiting() == 1
                gate.opened.set()
                await until(lambda: nothing_waits(queue))
            assert await kinds(app, run) == DRAFTED
            assert [request.prompt for request in provider.requests].count("draft") == 1


async def test_a_run_that_is_put_in_while_its_model_fails_is_not_tried_twice(tmp_path: Path, gate: Gate) -> None:
    """The job that was put in meanwhile is the next try: neither is lost, and neither keeps the other from it."""
    faults: list[PlayedAnswer] = [Fault.status(400)]

    def answer(request: RecordedRequest) -> str | PlayedAnswer:
        said = gate(request)
        return faults.pop() if request.prompt == "draft" and faults else said

    with Provider(answer) as provider:
        works = Works(folder=tmp_path, provider=provider, settings=(("wait", "3600"),))
        async with works.open() as (app, queue):
            (run,) = await ask(app, queue)
            async with working(app):
                await until(lambda: gate.asked.acquire(blocking=False))
                await queue.put(run)
                gate.opened.set()
                await until(lambda: settled(app, [run]))
                await until(lambda: nothing_waits(queue))
            assert await kinds(app, run) == DRAFTED


async def nothing_waits(queue: PostgresQueue) -> bool:
    return not await queue.waiting()


async def test_a_worker_that_ends_begins_nothing_beside_the_run_that_it_finishes(tmp_path: Path, gate: Gate) -> None:
    """A run has its grace, and no model is asked about incidents meanwhile."""
    with Provider(gate) as provider:
        more = (("SCRIPTSMITH_INCIDENTS__ASK_MODEL", "true"),)
        works = Works(folder=tmp_path, provider=provider, settings=(("grace", "600"),), more=more)
        async with works.open() as (app, queue):
            (run,) = await ask(app, queue)
            stop = asyncio.Event()
            ending = asyncio.create_task(work(app, stop=stop))
            await until(lambda: gate.asked.acquire(blocking=False))
            stop.set()
            about = Incident(source="a", fingerprint="b", title="It is full.")
            (kept,) = await app.team().incidents.keep([about])
            await asyncio.sleep(3)  # longer than it takes to look for another question
            question = await app.team().suggestions.unanswered(kept.incident)
            gate.opened.set()
            await ending
            assert question.standing == "due"
            assert await kinds(app, run) == DRAFTED


async def test_what_a_run_costs_counts_for_whoever_asked(tmp_path: Path) -> None:
    """Once the worker has spent more than a source may, its next run is refused."""
    with Provider() as provider:
        works = Works(folder=tmp_path, provider=provider, settings=(("dollars_per_day", "0.000001"),))
        environ = works.environ() | {
            "SCRIPTSMITH_MODELS__GENERATOR__INPUT_PRICE": "1",
            "SCRIPTSMITH_MODELS__GENERATOR__OUTPUT_PRICE": "1",
        }
        async with build(load(environ), environ) as app:
            assert app.database
            queue = team.queue(app.database, app.settings)
            (run,) = await ask(app, queue)
            async with working(app):
                await until(lambda: settled(app, [run]))
            with pytest.raises(OverBudget, match="ana may spend 1e-06 US dollars a day"):
                await ask(app, queue)


async def test_without_a_database_there_is_no_worker(tmp_path: Path) -> None:
    """One sentence says what to set."""
    environ = {"HOME": str(tmp_path), "PATH": ""}
    async with build(load(environ), environ) as app:
        with pytest.raises(UsageError, match="set DATABASE_URL, or database"):
            await work(app, stop=asyncio.Event())
