"""What workers promise as processes: they share the work, and what one leaves behind another one finishes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from scriptsmith.testing import Fault, PlayedAnswer, Provider, RecordedRequest, canned
from tests.databases import with_database
from tests.service.test_worker import DRAFTED, Gate, nothing_waits
from tests.working import Works, ask, kinds, settled, until

pytestmark = with_database


@pytest.mark.thorough
@pytest.mark.parametrize("size", [20, 200])
async def test_two_workers_share_the_runs_and_record_each_step_once(tmp_path: Path, size: int) -> None:
    """Both get on with some, each step of each run was done by one of them and stands in the log once."""
    works = Works(folder=tmp_path)
    async with works.open() as (app, queue):
        with works.worker() as first, works.worker() as second:
            await until(lambda: first.said("waiting for work") and second.said("waiting for work"))
            runs = await ask(app, queue, size)
            await until(lambda: settled(app, runs))
            await until(lambda: nothing_waits(queue))
            assert (first.end(), second.end()) == (0, 0)
        assert [await kinds(app, run) for run in runs] == [["asked", "retrieved", "settled"]] * size
        done = Counter(line for worker in (first, second) for line in worker.said("run "))
        assert done == {f"run {run}: {step}": 1 for run in runs for step in ("2 retrieved", "3 settled")}
        assert first.said("settled")
        assert second.said("settled")


async def test_the_runs_of_a_worker_that_was_killed_are_finished_by_another(tmp_path: Path) -> None:
    """At once, however long heartbeats are apart: what it recorded is not done again, and nothing is lost."""
    left_open = [Fault.timeout]

    def answer(request: RecordedRequest) -> str | PlayedAnswer:
        return left_open[0] if request.prompt == "describe" and left_open else canned(request)

    with Provider(answer) as provider:

        def asked(prompt: str) -> int:
            return [request.prompt for request in provider.requests].count(prompt)

        works = Works(folder=tmp_path, provider=provider, settings=(("heartbeat", "3600"),))
        async with works.open() as (app, queue):
            runs = await ask(app, queue, 4)
            with works.worker("--concurrency", "4") as first:
                await until(lambda: asked("describe") == 4)
                with works.worker() as second:
                    await until(lambda: second.said("waiting for work"))
                    left_open.clear()
                    first.kill()
                    await until(lambda: settled(app, runs))
                    assert second.end() == 0
            assert len(second.said("the worker that was at it is gone; it waits again")) == 4
            assert [await kinds(app, run) for run in runs] == [DRAFTED] * 4
            assert (asked("draft"), len(first.said("drafted")), len(second.said("settled"))) == (4, 4, 4)


@pytest.mark.parametrize("grace", ["0.2", pytest.param("60", marks=pytest.mark.thorough)])
async def test_a_worker_that_is_told_to_end_finishes_or_hands_back(tmp_path: Path, grace: str) -> None:
    """It exits with 0 either way; what it could not finish in time waits for another one, and is no failure."""
    gate = Gate("draft")
    with Provider(gate) as provider:
        works = Works(folder=tmp_path, provider=provider, settings=(("grace", grace),))
        try:
            async with works.open() as (app, queue):
                (run,) = await ask(app, queue)
                with works.worker() as worker:
                    await until(lambda: gate.asked.acquire(blocking=False))
                    worker.process.terminate()
                    if grace == "60":
                        gate.opened.set()
                    assert worker.process.wait(120) == 0
                assert (await kinds(app, run), await queue.waiting()) == (
                    (DRAFTED, 0) if grace == "60" else (DRAFTED[:2], 1)
                )
                assert await queue.failures() == ()
        finally:
            gate.opened.set()
