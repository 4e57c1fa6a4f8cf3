"""What tests of workers share: an application over a fresh database, runs that wait in it, and worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from scriptsmith import team
from scriptsmith.adapters.postgres.queue import PostgresQueue
from scriptsmith.core.types import Action
from scriptsmith.settings import load
from scriptsmith.testing import Provider
from scriptsmith.wiring import App, build
from scriptsmith.worker import work
from tests.caches import shared
from tests.databases import fresh, searched

PATIENCE = 120.0
ACTION = "show how full the disks are"


@dataclass(frozen=True, slots=True, kw_only=True)
class Works:
    """A service without a surface: its settings are those of this process and of every worker process."""

    folder: Path
    url: str = field(default_factory=lambda: fresh(searched()))
    provider: Provider | None = None
    settings: tuple[tuple[str, str], ...] = ()
    more: tuple[tuple[str, str], ...] = ()

    def environ(self) -> dict[str, str]:
        own = {
            **{name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ},
            "HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "SCRIPTSMITH_PATHS__CACHE": shared(),
            "DATABASE_URL": self.url,
            "SCRIPTSMITH_WORKER__STALE_DAYS": "0",
            "SCRIPTSMITH_SANDBOX__ENGINE": "none",
        }
        if self.provider:
            role = "SCRIPTSMITH_MODELS__GENERATOR__"
            own |= {f"{role}MODEL": "openai-chat:pretended", f"{role}BASE_URL": self.provider.url}
            own |= {"SCRIPTSMITH_PATHS__SEED": "false"}
        own |= {f"SCRIPTSMITH_WORKER__{name.upper()}": value for name, value in self.settings}
        return own | dict(self.more)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[tuple[App, PostgresQueue]]:
        async with build(load(self.environ()), self.environ()) as app:
            assert app.database
            yield app, team.queue(app.database, app.settings)

    @contextmanager
    def worker(self, *arguments: str) -> Iterator[Process]:
        """A worker process that has begun; it is killed at the end, if it still runs."""
        out = self.folder / f"worker-{len(list(self.folder.glob('worker-*')))}"
        with open(out, "wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "scriptsmith", "worker", *arguments],
                cwd=self.folder,
                env=self.environ(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        try:
            yield Process(process=process, log=out)
        finally:
            process.kill()
            process.wait()


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A worker process and what it has said."""

    process: subprocess.Popen[bytes]
    log: Path

    def said(self, word: str) -> list[str]:
        """The lines with `word`."""
        return [line for line in self.log.read_text().splitlines() if word in line]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> int:
        """Ask it to end, and return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


async def ask(app: App, queue: PostgresQueue, number: int = 1, text: str = ACTION) -> Sequence[str]:
    """Record and enqueue runs, each in one transaction."""
    assert app.database
    runs = []
    for _ in range(number):
        async with app.database.transaction():
            runs.append(await app.run_service().open(Action(text=text), "ana"))
            await queue.put(runs[-1], source="ana")
    return runs


@asynccontextmanager
async def working(app: App, **more: int) -> AsyncIterator[list[str]]:
    """A worker in this process, for as long as the block lasts; yields what it says."""
    stop, said = asyncio.Event(), list[str]()
    task = asyncio.create_task(work(app, stop=stop, say=said.append, **more))
    try:
        yield said
    finally:
        stop.set()
        await task


async def until(true: Callable[[], object]) -> None:
    """Wait until `true()` is; a coroutine function is awaited. Fails after a long time."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = true()
            if await found if asyncio.iscoroutine(found) else found:
                return
            await asyncio.sleep(0.02)


async def kinds(app: App, run: str) -> list[str]:
    """What happened in a run, in order."""
    return [event.kind for event in await app.journal.read(run)]


async def settled(app: App, runs: Sequence[str]) -> bool:
    """Whether every one of them waits for a person."""
    return all([(await app.run_service().show(run)).settled for run in runs])
