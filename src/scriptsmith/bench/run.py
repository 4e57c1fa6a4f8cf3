"""Running: every case of a plan goes through `forge`, the one that users run, and its log is the record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeAlias

from ..core.events import Asked, Event
from ..core.run import Run, fold
from ..core.types import Action, Call
from ..errors import BadSettings, NotFound, Unavailable
from ..pipeline import Kit, forge
from ..ports import Journal
from .ledger import Ledger
from .plan import SampleTask
from .proving import shortcoming
from .score import Grades, scripts_of

PATIENCE = 20
"""After so many runs in a row that ended in a problem nothing new is begun: what is broken stays broken."""

KitOf: TypeAlias = Callable[[SampleTask], Kit]


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a bench is: runs that are over, all of them, US dollars spent, runs with a problem."""

    done: int
    total: int
    cost: float
    problems: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchEnding:
    """How a bench ended. `problems` are what no run of its task came to an end for, by run. `stopped` says why nothing
    new was begun, empty when all was; `spent` that it was the cost. `cost` covers what was recorded before as well.
    `unpriced` calls, recorded before, cost nobody knows what. `failing` says by case why a script of it does not pass.
    """

    done: int
    total: int
    cost: float
    problems: Mapping[str, str] = field(default_factory=dict)
    failing: Mapping[str, str] = field(default_factory=dict)
    stopped: str = ""
    spent: bool = False
    unpriced: int = 0


async def run(
    planned: Sequence[SampleTask],
    kit_of: KitOf,
    ledger: Ledger,
    journal: Journal,
    grades: Grades,
    *,
    jobs: int,
    limit_cost: float | None = None,
    heard: Callable[[Progress], None] = lambda _: None,
) -> BenchEnding:
    """Bring every task to its end and grade its scripts, `jobs` at a time; what a log holds already is not done again.

    A model, tool or box that does not work is a problem of that run, which the next start takes up where it stopped.
    At `limit_cost` US dollars, counted over all of `planned`, no further run is begun. Raises `BadSettings` when costs
    are to be limited and the price of a call is not known.
    """
    bench = _Bench(planned, kit_of, ledger, journal, grades, limit_cost, heard)
    return await bench.work(jobs)


class _Bench:
    def __init__(
        self,
        planned: Sequence[SampleTask],
        kit_of: KitOf,
        ledger: Ledger,
        journal: Journal,
        grades: Grades,
        limit_cost: float | None,
        heard: Callable[[Progress], None],
    ) -> None:
        self.planned, self.kit_of, self.ledger, self.journal, self.grades = planned, kit_of, ledger, journal, grades
        self.limit_cost, self.heard = limit_cost, heard
        self.cost = 0.0
        self.recorded: dict[str, Run] = {}
        self.problems: dict[str, str] = {}
        self.failing: dict[str, str] = {}
        self.unpriced = 0
        self.done, self.in_a_row, self.stopped, self.spent = 0, 0, "", False

    async def work(self, jobs: int) -> BenchEnding:
        await self._look_back()
        self._tell()
        waiting = iter(self.planned)

        async def worker() -> None:
            for task in waiting:
                if not self._may_begin(task):
                    continue
                await self._one(task)
                self._tell()

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(jobs, len(self.planned))):
                    group.create_task(worker())
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        finally:
            await self.grades.aclose()
        return BenchEnding(
            done=self.done,
            total=len(self.planned),
            cost=self.cost,
            problems=self.problems,
            failing=self.failing,
            stopped=self.stopped,
            spent=self.spent,
            unpriced=self.unpriced,
        )

    async def _look_back(self) -> None:
        """Fold what is recorded of the plan, and add up what it cost."""
        there = set(await self.journal.runs())
        for task in self.planned:
            if task.run not in there:
                continue
            try:
                events = await self.journal.read(task.run)
            except NotFound:  # killed before its first event was whole
                continue
            self.recorded[task.run] = fold(events)
            for call in (call for event in events for call in _calls(event)):
                self.cost += call.cost or 0.0
                self.unpriced += call.cost is None

    def _may_begin(self, task: SampleTask) -> bool:
        """Whether a task is taken up: all those that cost nothing more, and others until something stops the bench."""
        recorded = self.recorded.get(task.run)
        if recorded and recorded.settled:
            return True
        if not self.stopped and self.limit_cost is not None and self.cost >= self.limit_cost:
            self.spent = True
            self.stopped = f"{self.cost:.4f} of {self.limit_cost:g} US dollars are spent: nothing new is begun"
        return not self.stopped

    async def _one(self, task: SampleTask) -> None:
        try:
            run = await self._advance(task)
            grades = [await self.grades.of(task.case, script, task.turn) for script in scripts_of(run)]
            problem = next((f"grading: {grade.problem}" for grade in grades if grade.problem), "")
        except Unavailable as error:
            problem = str(error)
            self.ledger.troubled(task.run, problem)
            self.in_a_row += 1
        else:
            self.in_a_row = 0
        if not problem:
            self.done += 1
            for grade in grades:
                if not grade.passed:
                    self.failing.setdefault(task.case.key, shortcoming(grade))
            return
        self.problems[task.run] = problem
        if self.in_a_row >= PATIENCE and not self.stopped:
            self.stopped = f"the last {PATIENCE} runs all met problems, the last one: {problem}"

    async def _advance(self, task: SampleTask) -> Run:
        run = self.recorded.pop(task.run, None)
        if run is None:
            action = Action(text=task.case.action, target=task.case.target)
            asked = Asked(action=action, at=datetime.now(UTC).isoformat(timespec="seconds"))
            await self.journal.append(task.run, 1, asked)
            run = fold([asked])
        seq = run.seq

        async def emit(event: Event) -> None:
            nonlocal seq
            seq += 1
            await self.journal.append(task.run, seq, event)
            self._pay(event)

        return await forge(run, self.kit_of(task), emit)

    def _pay(self, event: Event) -> None:
        for call in _calls(event):
            if call.cost is not None:
                self.cost += call.cost
            elif self.limit_cost is not None:
                raise BadSettings(
                    f"costs cannot be limited: the price of {call.model} is not known, "
                    f"set models.{call.role}.input_price and models.{call.role}.output_price"
                )

    def _tell(self) -> None:
        self.heard(Progress(done=self.done + len(self.problems), total=len(self.planned), cost=self.cost,
                            problems=len(self.problems)))  # fmt: skip


def _calls(event: Event) -> tuple[Call, ...]:
    calls: tuple[Call, ...] = getattr(event, "calls", ())
    return calls
