"""The pool of processes for long work: in processes that are replaced when they die."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.core.types import Action, Script
from scriptsmith.errors import Unavailable
from scriptsmith.settings import load
from scriptsmith.web.cpu_pool import CpuPool
from scriptsmith.wiring import SEED
from tests.databases import fresh, put, with_database

pytestmark = with_database
ASKED = Action(text="compress log files older than 7 days in /var/log")


def pool_in(folder: Path, processes: int, **changed: Any) -> CpuPool:
    """A pool over a catalogue of one entry, some of it changed: each process reads all of it as it begins."""
    environ = {"SCRIPTSMITH_CONFIG": str(folder / "none.toml")}
    url = fresh()
    put(Database(url), [replace(read_entry(SEED / "logs" / "compress-old-logs"), **changed)])
    flags = {"database.storage": "postgres", "database.url": url, "paths.seed": False}
    return CpuPool(load(environ, flags, folder), environ, processes=processes)


async def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    """A search is answered although the process that works on it is killed, and so are those after it."""
    work = pool_in(tmp_path, 1)
    try:
        first = json.loads(await work.search(ASKED, 3))
        assert first["served"] == "compress-old-logs"
        pool = work._pool
        (process,) = pool._processes.values()  # type: ignore[union-attr]
        os.kill(process.pid, signal.SIGKILL)
        again = await asyncio.gather(*(work.search(ASKED, 3) for _ in range(3)))
        assert [json.loads(each) for each in again] == [first] * 3
        assert work._pool is not pool
    finally:
        await work.aclose()


async def test_a_pool_that_ends_waits_for_no_work_that_goes_on(tmp_path: Path) -> None:
    """What was asked of it fails with a sentence, and no process is begun again for it."""
    work = pool_in(tmp_path, 1)
    await work.warm()
    asked = asyncio.ensure_future(work._do(time.sleep, 3600))
    await asyncio.sleep(0.5)
    async with asyncio.timeout(60):
        await work.aclose()
        with pytest.raises(Unavailable, match="about to end"):
            await asked


async def test_what_a_run_would_have_a_person_look_at_is_offered_and_not_served(tmp_path: Path) -> None:
    """An entry that may destroy something, that never ran and that nobody answers for is no answer by itself."""
    work = pool_in(tmp_path, 0, risk="dangerous", evidence=(), approver="")
    try:
        found = json.loads(await work.search(ASKED, 3))
    finally:
        await work.aclose()
    assert (found["served"], [each["entry"] for each in found["offers"]]) == (None, ["compress-old-logs"])


SERVICE = """
import asyncio, sys
from pathlib import Path
from tests.web.test_api_cpu_pool import pool_in

async def main() -> None:
    work = pool_in(Path(sys.argv[1]), 1)
    await work.warm()
    print("warm", flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.thorough
async def test_no_process_outlives_the_service(tmp_path: Path) -> None:
    """When the service is killed without a word, its processes end too: nobody is left who holds its output open."""
    program = tmp_path / "service.py"
    program.write_text(SERVICE)
    service = await asyncio.create_subprocess_exec(
        sys.executable, program, tmp_path, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.getcwd()}
    )
    assert service.stdout
    try:
        while (line := await service.stdout.readline()) != b"warm\n":
            assert line
    finally:
        service.kill()
    async with asyncio.timeout(60):
        assert await service.stdout.read() == b""
    await service.wait()


@pytest.mark.parametrize("processes", [0, pytest.param(1, marks=pytest.mark.thorough)])
async def test_what_is_computed_aside_is_what_is_computed_here(processes: int, tmp_path: Path) -> None:
    """In a thread as in processes, dangers are found and scripts are judged."""
    work = pool_in(tmp_path, processes)
    try:
        assert (await work.weigh(Script(text='rm -rf "$1"/*\n'))).risk == "dangerous"
        assessment, _ = await work.assess(Action(text="list the files"), Script(text="ls\n"))
        assert [each.assessor for each in assessment.opinions] == ["static"]
    finally:
        await work.aclose()
