"""What upkeep promises: old proofs are renewed, oldest first, a few at a time, and only where there is a box."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from scriptsmith.adapters.postgres.jobs import Jobs, WorkerPace
from scriptsmith.bash_language import BASH
from scriptsmith.core.effects import Execution
from scriptsmith.core.proof import CONTROLS, last_test, proof_digest
from scriptsmith.core.types import Entry, Evidence, Script
from scriptsmith.errors import SandboxUnavailable, StorageError
from scriptsmith.ports import Box, BoxSpec, Sandbox
from scriptsmith.service.upkeep import MOST, renew
from scriptsmith.testing.doubles import MemoryCatalogue
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox
from tests.databases import a_database, with_database

NOW = datetime(2026, 6, 1, tzinfo=UTC)
HARNESS = "harness\n"


def entry(name: str, **more: object) -> Entry:
    return Entry(id=name, title=name, script=Script(text=f"echo {name}\n"), test=f"check {name}\n", **more)  # type: ignore[arg-type]


def passes(box: PlayedBox, argv: Sequence[str]) -> Execution:
    """A test that every script passes that does something."""
    idle = {text.encode() for text in CONTROLS.values()}
    if box.files["/tmp/entry/script.sh"] in idle:
        return Execution(exit=1, stderr=b"it did nothing\n")
    return Execution(exit=0, stdout=b"checks: 3 passed, 0 failed\n")


async def prove(sandbox: Sandbox, one: Entry, at: str) -> Evidence:
    return await BASH.prove(one, HARNESS, sandbox, at=at)


async def proven(catalogue: MemoryCatalogue, one: Entry, days: float) -> None:
    """Record that the test of `one` passed so many days ago."""
    at = (NOW - timedelta(days=days)).isoformat()
    digest = proof_digest(one, HARNESS)
    await catalogue.record(one.id, Evidence(kind="test", result="passed", at=at, digest=digest, version=one.version))


async def test_only_what_is_stale_is_proven_again() -> None:
    """An entry whose test passed lately, one without a test and a retired one are left alone; the rest gets evidence."""
    fresh, old, never = entry("fresh"), entry("old"), entry("never")
    others = [Entry(id="untested", title="u", script=Script(text="true\n")), entry("gone", status="retired")]
    catalogue, box, said = MemoryCatalogue([fresh, old, never, *others]), PlayedSandbox(passes), list[str]()
    await proven(catalogue, fresh, 89)
    await proven(catalogue, old, 91)
    done = await renew(catalogue, HARNESS, partial(prove, box), days=90, say=said.append, now=NOW)
    assert (done, [line.split(":")[0] for line in said]) == (2, ["entry never", "entry old"])
    for name in ("never", "old"):
        evidence = last_test(await catalogue.get(name))
        assert evidence
        assert (evidence.result, evidence.at > NOW.isoformat()[:4]) == ("passed", True)
    assert {box.files["/tmp/entry/test.sh"] for box in box.boxes} == {b"check never\n", b"check old\n"}


async def test_one_round_proves_a_few_and_the_next_one_goes_on() -> None:
    """So that upkeep never keeps a worker from the runs of people for long."""
    catalogue = MemoryCatalogue([entry(f"wool-{number:02}") for number in range(MOST + 3)])
    sandbox = PlayedSandbox(passes)

    async def round_of() -> int:
        return await renew(catalogue, HARNESS, partial(prove, sandbox), days=90, say=lambda _: None)

    assert [await round_of(), await round_of(), await round_of()] == [MOST, 3, 0]


async def test_a_test_that_fails_now_is_recorded_and_told() -> None:
    """The entry is stale until it passes again, and a person can read why."""
    catalogue, said = MemoryCatalogue([entry("wool")]), list[str]()
    sandbox = PlayedSandbox(lambda box, argv: Execution(exit=1, stderr=b"no wool\n"))
    for _ in range(2):
        assert await renew(catalogue, HARNESS, partial(prove, sandbox), days=90, say=said.append) == 1
    evidence = last_test(await catalogue.get("wool"))
    assert evidence
    assert evidence.result == "failed"
    assert said == ["entry wool: its test failed: it ended with status 1: no wool"] * 2


async def test_without_a_box_nothing_is_recorded() -> None:
    """What is missing is told, and no entry is worse for it."""

    class Nowhere:
        name = "nowhere"

        @asynccontextmanager
        async def open(self, spec: BoxSpec, /) -> AsyncIterator[Box]:
            raise SandboxUnavailable("install bubblewrap")
            yield

    catalogue, said = MemoryCatalogue([entry("wool")]), list[str]()
    assert await renew(catalogue, HARNESS, partial(prove, Nowhere()), days=90, say=said.append) == 0
    assert said == ["1 entries are stale, and their tests cannot run here: install bubblewrap"]
    assert last_test(await catalogue.get("wool")) is None


async def test_what_cannot_run_here_is_left_to_others() -> None:
    """A worker without Ansible's programs proves scripts, and stops at no playbook."""
    first, second = entry("a-playbook"), entry("b-script")
    catalogue, sandbox = MemoryCatalogue([first, second]), PlayedSandbox(passes)

    def able(one: Entry) -> bool:
        return one.id == second.id

    heard = list[str]()
    assert await renew(catalogue, HARNESS, partial(prove, sandbox), days=90, say=heard.append, able=able) == 1
    assert [line.split(":")[0] for line in heard] == ["entry b-script"]


async def no_run(run: str, traceparent: str) -> None: ...


@with_database
async def test_a_worker_that_ends_waits_for_no_upkeep(caplog: pytest.LogCaptureFixture) -> None:
    """What is left of it is for the next time: no error is logged, and the grace of runs is not spent on it."""
    begun, stop = asyncio.Event(), asyncio.Event()

    async def long() -> None:
        begun.set()
        await asyncio.Event().wait()

    caplog.set_level(logging.INFO)
    async with a_database() as database, asyncio.timeout(120):
        jobs = Jobs(database=database, pace=WorkerPace(grace=600.0))
        working = asyncio.create_task(jobs.work(no_run, stop=stop, upkeep=long, say=print))
        await begun.wait()
        stop.set()
        await working
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []


@with_database
async def test_a_job_that_was_handed_back_meanwhile_is_told_in_a_line(caplog: pytest.LogCaptureFixture) -> None:
    """A worker that was silent for so long that another one has ended its job logs no error, and goes on."""
    said, stop = list[str](), asyncio.Event()

    async with a_database() as database, asyncio.timeout(120):

        async def handed_back() -> None:
            async with database.connection() as connection:
                await connection.execute(
                    "set local search_path to procrastinate, public;"
                    "select procrastinate_finish_job_v1(id, 'aborted', true) from procrastinate_jobs where status = 'doing'"
                )

        def say(sentence: str) -> None:
            said.append(sentence)
            stop.set()

        await Jobs(database=database).work(no_run, stop=stop, upkeep=handed_back, say=say)
    assert [each for each in said if "handed back" in each] == said[:1]
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []


@with_database
async def test_upkeep_that_fails_is_told_in_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    said, stop = list[str](), asyncio.Event()

    async def failing() -> None:
        raise StorageError("the folder is gone")

    def say(sentence: str) -> None:
        said.append(sentence)
        stop.set()

    async with a_database() as database, asyncio.timeout(120):
        await Jobs(database=database).work(no_run, stop=stop, upkeep=failing, say=say)
    assert said == ["upkeep failed, again in ten minutes: the folder is gone"]
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []
