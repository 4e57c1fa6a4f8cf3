"""Working off the queue: what procrastinate does for us, and what we add so that nothing is lost or waits long.

A worker holds an advisory lock on a connection of its own for as long as it lives. PostgreSQL takes it back from a
process that has died, and every other worker looks for jobs of workers without one. Heartbeats tell of a machine that
is gone without a word. When the database fails, a worker begins anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import procrastinate
import psycopg
from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager
from procrastinate.retry import BaseRetryStrategy, RetryDecision
from procrastinate.worker import Worker

from ...errors import ScriptSmithError, Unavailable
from ...redaction import mask
from .database import Connection, Database
from .queries import sql

Say = Callable[[str], None]

RUNS, UPKEEP = "runs", "upkeep"
"""The queues: every worker takes runs, and upkeep is taken where there is a box."""
_TICK = 0.5  # seconds between two looks for what dead workers have left
_POLL = 0.5  # seconds between two looks for jobs that nobody was told of: those whose time has come
_LONGEST = 3600.0  # seconds between two tries, at most
_AGAIN = 2.0  # seconds before a worker whose database has failed begins anew, at most
_CONNECT = 10

for _name in ("procrastinate", "psycopg.pool"):  # what matters of it is said in our words
    logging.getLogger(_name).addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerPace:
    """How a worker works: `retries` tries at a run, the first wait of `wait` seconds, and a sign of life each
    `heartbeat` seconds. To end it has `grace` seconds."""

    concurrency: int = 4
    retries: int = 8
    wait: float = 2.0
    heartbeat: float = 5.0
    grace: float = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Jobs:
    """The work that waits in `database`."""

    database: Database
    pace: WorkerPace = WorkerPace()

    async def work(
        self,
        resume: Callable[[str, str], Awaitable[None]],
        *,
        stop: asyncio.Event,
        upkeep: Callable[[], Awaitable[None]] | None = None,
        say: Say,
    ) -> None:
        """Do what waits with `resume` until `stop`, and `upkeep` every ten minutes, by one worker of all.

        `resume` is given a run and the `traceparent` of whoever put it in, empty where nothing is traced.

        An `Unavailable` that `resume` raises is tried again later, anything else is not; either is noted. Raises
        `DatabaseUnavailable` when the database cannot be reached at first; later it is waited for.
        """
        async with self.database.connection():  # it is there, and was prepared
            pass
        delay = 0.1
        while not stop.is_set():
            try:
                await self._until_it_fails(resume, stop, upkeep, say)
            except (ConnectorException, psycopg.Error, Unavailable) as error:
                if stop.is_set():
                    break
                say(f"the database has failed ({_what(error)}): this worker begins anew")
            else:
                delay = 0.1
                if not stop.is_set():
                    say("the connection to the database was lost: this worker begins anew")
            if not stop.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), delay)
                delay = min(2 * delay, _AGAIN)

    async def _until_it_fails(
        self,
        resume: Callable[[str, str], Awaitable[None]],
        stop: asyncio.Event,
        upkeep: Callable[[], Awaitable[None]] | None,
        say: Say,
    ) -> None:
        async with self.database.alone() as line:
            await self._hand_back(line, say)
            connector = procrastinate.PsycopgConnector(
                conninfo=self.database.address,
                kwargs={"connect_timeout": _CONNECT},
                configure=_configure,
                min_size=1,
                max_size=4,
                timeout=_CONNECT,
            )
            app = procrastinate.App(connector=connector)
            app.job_manager = _Manager(connector, line, say)
            self._teach(app, resume, upkeep, stop, say)
            async with app.open_async():
                worker = Worker(
                    app=app,
                    queues=[RUNS, UPKEEP] if upkeep else [RUNS],
                    concurrency=self.pace.concurrency,
                    fetch_job_polling_interval=_POLL,
                    shutdown_graceful_timeout=0,  # where the database fails, what was being done is done again
                    delete_jobs="successful",
                    install_signal_handlers=False,
                    update_heartbeat_interval=self.pace.heartbeat,
                    stalled_worker_timeout=24 * 3600.0,  # `hand_back` looks at heartbeats, and needs the row
                )
                tasks = [
                    asyncio.create_task(worker.run()),  # type: ignore[no-untyped-call]
                    asyncio.create_task(self._watch(line, say)),
                    asyncio.create_task(stop.wait()),
                ]
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                    if stop.is_set():
                        worker.shutdown_graceful_timeout = self.pace.grace
                finally:
                    worker.stop()  # type: ignore[no-untyped-call]
                    await _ended(*tasks)

    def _teach(
        self,
        app: procrastinate.App,
        resume: Callable[[str, str], Awaitable[None]],
        upkeep: Callable[[], Awaitable[None]] | None,
        stop: asyncio.Event,
        say: Say,
    ) -> None:
        """Tell procrastinate what its tasks do."""

        async def do(context: procrastinate.JobContext, run: str, traceparent: str = "") -> None:
            tries = context.job.attempts + 1
            try:
                await resume(run, traceparent)
            except Exception as error:
                again = self._again(error, context.job)
                await self._note(run, error, tries, again, say)
                raise
            await self.database.do("forget_failure", run=run)

        app.task(name="resume", queue=RUNS, pass_context=True, retry=_Retry(self._again))(do)
        if upkeep:
            act = upkeep

            async def keep(timestamp: int) -> None:
                """What is left of it, or has failed, is for the next time: a worker that ends waits for none of it."""
                doing = asyncio.ensure_future(act())
                ending = asyncio.create_task(stop.wait())
                try:
                    await asyncio.wait((doing, ending), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    ending.cancel()
                    doing.cancel()
                    (result,) = await asyncio.gather(doing, return_exceptions=True)
                if isinstance(result, Exception):
                    say(f"upkeep failed, again in ten minutes: {mask(_what(result))}")

            task = app.task(name="upkeep", queue=UPKEEP, queueing_lock=UPKEEP, lock=UPKEEP)(keep)
            app.periodic(cron="*/10 * * * *")(task)

    def _again(self, error: BaseException, job: Job) -> timedelta | None:
        """How long to wait before the next try; None: there is none."""
        if isinstance(error, asyncio.CancelledError):  # this worker ends: another one goes on
            return timedelta(0)
        if not isinstance(error, Unavailable) or job.attempts + 1 >= self.pace.retries:
            return None
        return timedelta(seconds=min(self.pace.wait * 2.0**job.attempts, _LONGEST))

    async def _note(self, run: str, error: Exception, tries: int, again: timedelta | None, say: Say) -> None:
        said = mask(_what(error))
        then = f"again in {again.total_seconds():g} s" if again is not None else "given up"
        say(f"run {run}: try {tries} failed, {then}: {said}")
        with suppress(ScriptSmithError):  # the database may be what has failed
            await self.database.do("note_failure", run=run, said=said, tries=tries, final=again is None)

    async def _watch(self, line: Connection, say: Say) -> None:
        while True:
            await asyncio.sleep(_TICK)
            await self._hand_back(line, say)

    async def _hand_back(self, line: Connection, say: Say) -> None:
        values = {"silence": 3 * self.pace.heartbeat, "most": max(self.pace.retries, 3)}
        for run, tries, final in await (await line.execute(sql("hand_back"), values)).fetchall():
            then = "it is given up" if final else "it waits again"
            say(f"run {run}: the worker that was at it is gone; {then}")
            if final:
                said = f"the workers that were at it have died, {tries} times"
                await self.database.do("note_failure", run=run, said=said, tries=tries, final=True)


class _Manager(JobManager):
    """procrastinate's, with a worker that is seen to live by the connection `line`."""

    def __init__(self, connector: procrastinate.PsycopgConnector, line: Connection, say: Say) -> None:
        super().__init__(connector)
        self._line = line
        self._say = say

    async def register_worker(self) -> int:
        worker = await super().register_worker()
        await self._line.execute(sql("hold_worker"), {"worker": worker})  # before it takes a job
        return worker

    async def retry_job_by_id_async(self, job_id: int, retry_at: datetime, *more: Any, **others: Any) -> None:
        try:
            with self._perhaps_gone():
                await super().retry_job_by_id_async(job_id, retry_at, *more, **others)
        except UniqueViolation:  # somebody has put the run in meanwhile: that job does the work of this one
            await self.finish_job_by_id_async(job_id, Status.ABORTED, delete_job=True)

    async def finish_job_by_id_async(self, job_id: int, status: Status, delete_job: bool) -> None:
        with self._perhaps_gone():
            await super().finish_job_by_id_async(job_id, status, delete_job)

    @contextmanager
    def _perhaps_gone(self) -> Iterator[None]:
        """A job that somebody else has ended is told in a line: this worker was silent for so long that its job was
        handed back, and whoever has it now does what is left."""
        try:
            yield
        except ConnectorException as error:
            if not isinstance(error.__cause__, psycopg.errors.RaiseException):
                raise
            self._say("a job was handed back while this worker was at it, which was silent too long: nothing is lost")


class _Retry(BaseRetryStrategy):
    def __init__(self, again: Callable[[BaseException, Job], timedelta | None]) -> None:
        self._again = again

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        wait = self._again(exception, job)
        return None if wait is None else RetryDecision(retry_at=datetime.now(UTC) + wait)


async def _configure(connection: psycopg.AsyncConnection[Any]) -> None:
    await connection.execute(sql("use_queue_schema"))
    await connection.commit()


async def _ended(running: asyncio.Task[None], *others: asyncio.Task[Any]) -> None:
    """Wait for `running`, stop the others; raises what the first of them has raised, in this order."""
    for task in others:
        task.cancel()
    for result in await asyncio.gather(running, *others, return_exceptions=True):
        if isinstance(result, BaseException) and not isinstance(result, asyncio.CancelledError):
            raise result


def _what(error: BaseException) -> str:
    if isinstance(error, ScriptSmithError):
        return str(error)
    cause = error.__cause__ or error
    lines = str(cause).strip().splitlines()
    return f"{type(cause).__name__}: {lines[0].strip()}" if lines else type(cause).__name__
