"""Runs that wait for a worker, in procrastinate's tables: put there in the transaction that records why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from ...errors import OverBudget
from .database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What one source may ask for: runs in any hour, and US dollars for the runs of any day; 0: as much as it likes."""

    runs: int = 0
    dollars: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedTry:
    """Why the last try at a run failed, after how many; a `final` one is left until somebody puts the run in again."""

    run: str
    said: str
    tries: int
    final: bool
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """How much waits in a queue, and for how many seconds the oldest of it has waited; 0 where nothing does."""

    queue: str
    waiting: int
    oldest: float


class PostgresQueue:
    """A `Queue` in `database`.

    The first `put` of a run counts against the budget of its source, and raises `OverBudget` when that is spent: in a
    transaction of the caller's nothing of the request is kept then. What a run costs is counted once it was spent.
    `traceparent` tells the trace in which a run is put in, which lies with its job; empty: none.
    """

    def __init__(
        self, database: Database, budget: Budget | None = None, traceparent: Callable[[], str] = lambda: ""
    ) -> None:
        self._database = database
        self._budget = budget or Budget()
        self._traceparent = traceparent

    async def put(self, run: str, /, *, source: str = "") -> None:
        async with self._database.transaction():
            if source and await self._database.do("note_request", run=run, source=source):
                await self._weigh(run, source)
            await self._database.do("put_run", run=run)
            if traceparent := self._traceparent():
                await self._database.do("trace_run", run=run, traceparent=traceparent)

    async def remove(self, run: str, /) -> None:
        await self._database.do("remove_run", run=run)

    async def waiting(self) -> int:
        ((number,),) = await self._database.rows("count_waiting")
        return int(number)

    async def backlogs(self, *, questions: bool = False) -> Sequence[Backlog]:
        """What waits in each queue: runs, upkeep, events that outlets are to be told of, deliveries to them, and, with
        `questions`, incidents that a model is to be asked about."""
        rows = await self._database.rows("count_queues", questions=questions)
        return [Backlog(queue=queue, waiting=number, oldest=max(0.0, seconds)) for queue, number, seconds in rows]

    async def spent(self, run: str, dollars: float) -> None:
        """Count what `run` has cost altogether for the budget of whoever asked for it."""
        await self._database.do("note_cost", run=run, cost=dollars)

    async def failures(self, run: str = "") -> Sequence[FailedTry]:
        """What went wrong at the last try, the newest first: of one run, or of all that have not got on since."""
        rows = await self._database.rows("list_failures", run=run)
        return tuple(
            FailedTry(run=name, said=said, tries=tries, final=final, at=at) for name, said, tries, final, at in rows
        )

    async def _weigh(self, run: str, source: str) -> None:
        runs, dollars = self._budget.runs, self._budget.dollars
        if runs or dollars:
            await self._database.do("lock_source", source=source)
        if runs:
            ((number, wait),) = await self._database.rows("runs_of_source", source=source, run=run, most=runs)
            if number >= runs:
                raise OverBudget(f"{source} may ask for {runs} runs an hour, and has", wait)
        if dollars:
            ((spent, wait),) = await self._database.rows("cost_of_source", source=source, most=dollars)
            if spent >= dollars:
                raise OverBudget(f"{source} may spend {dollars:g} US dollars a day, and has spent {spent:.2f}", wait)
