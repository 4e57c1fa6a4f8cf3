"""Scoring: recorded runs become results, by grading what was not graded yet; no model is asked."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ..core.events import Asked, Event
from ..core.run import Run, fold
from ..core.types import Script
from ..errors import NotFound
from ..ports import Journal
from .ledger import CaseRecord, Ledger
from .model import Case, Grade, Grader
from .plan import EMPTY, Setup, turn_of
from .records import Result, result_of

_HERE = Path(__file__).parent
_GRADING = (
    "calls.sh",
    "command_observer.py",
    "harness.sh",
    "importers/expectations.py",
    "playbook_trial.py",
    "reference_grading.py",
    "trial.py",
    "../ansible/data/systemctl.sh",
    "../ansible/results.py",
    "../ansible/state_test.py",
    "../ansible/trying.py",
)


class Grades:
    """Grades of scripts, each made once for a turn and kept by the digest of script, case and grader.

    A grade with a problem is not kept, so it is made again the next time. With `afresh` what was kept before is made
    again too. The time that a script took is left out: what is kept is the same whenever it is made.
    """

    def __init__(self, ledger: Ledger, grader: Grader, by: str, *, jobs: int, afresh: bool = False) -> None:
        self._ledger, self._grader, self._by = ledger, grader, by
        self._kept = {} if afresh else ledger.grades()
        self._before = ledger.grades() if afresh else {}
        self._turn = asyncio.Semaphore(jobs)
        self._making: dict[str, asyncio.Future[Grade]] = {}
        self._cases: dict[int, tuple[Case, str]] = {}
        self.changed: list[str] = []

    async def of(self, case: Case, script: Script, turn: int = 0) -> Grade:
        """The grade of `script`, made unless it is kept for this `turn`; raises what the grader raises."""
        key = self._key(case, script, turn)
        if key in self._kept:
            return self._kept[key]
        if key not in self._making:
            self._making[key] = asyncio.ensure_future(self._make(key, case, script))
        try:
            return await asyncio.shield(self._making[key])
        finally:
            if self._making.get(key) and self._making[key].done():
                del self._making[key]

    async def aclose(self) -> None:
        """End what is being graded for nobody, as after an interruption."""
        for each in self._making.values():
            each.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)

    async def _make(self, key: str, case: Case, script: Script) -> Grade:
        async with self._turn:
            grade = replace(await self._grader(case, script), seconds=0.0)
        if not grade.problem:
            self._kept[key] = grade
            before = self._before.get(key)
            if before and before.label != grade.label:
                self.changed.append(f"{case.key}: label {before.label} before, {grade.label} now")
            self._ledger.keep(key, grade)
        return grade

    def _key(self, case: Case, script: Script, turn: int) -> str:
        if id(case) not in self._cases:
            self._cases[id(case)] = case, _judged(case)
        return _digest(f"{self._by}\0{self._cases[id(case)][1]}\0{script.digest}\0{turn}")[:32]


@cache
def grading(heuristic: str) -> str:
    """The digest of how scripts are graded: of the programs that do it, and the heuristic where golds are compared."""
    files = [_HERE / name for name in _GRADING] + sorted(_HERE.glob("equivalence/*.py"))
    files += sorted(_HERE.glob("heuristics/*.py"))
    return _digest("\0".join([heuristic, *(file.read_text(encoding="utf-8") for file in files)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredResults:
    """Results in an order of their own, and in words what was left out of them."""

    results: tuple[Result, ...]
    left_out: tuple[str, ...] = ()


async def score(
    ledger: Ledger,
    journal: Journal,
    cases: Sequence[Case],
    grades: Grades,
    *,
    jobs: int,
    heard: Callable[[int, int], None] = lambda done, total: None,
) -> ScoredResults:
    """The result of every recorded run, graded where it was not, with the no-op baseline of its case.

    A run that did not come to its end has the problem that stopped it. A run of a case that is not among `cases`, or
    whose action reads otherwise by now, is left out and named. Raises what the grader and the journal raise.
    """
    by_key = {case.key: case for case in cases}
    setups, problems = ledger.setups(), ledger.problems()
    names, lost = _names(setups), Counter[str]()
    waiting = sorted(ledger.noted().values(), key=lambda it: (names.get(it.setup, ""), it.case, it.sample, it.run))
    found, done = dict[int, Result](), 0
    recorded = set(await journal.runs())

    async def one(number: int, noted: CaseRecord) -> None:
        case = by_key.get(noted.case)
        if noted.run not in recorded:
            return
        try:
            events = await journal.read(noted.run)
        except NotFound:  # killed before its first event
            return
        if case is None:
            lost[f"{noted.case} is not among the cases any more"] += 1
        elif _action(events) != case.action:
            lost[f"{noted.case} asks for something else since it was run"] += 1
        else:
            setup = setups[noted.setup]
            found[number] = await _result(noted, case, events, setup, names[noted.setup], problems, grades)

    async def work(todo: Sequence[tuple[int, CaseRecord]]) -> None:
        nonlocal done
        for number, noted in todo:
            await one(number, noted)
            done += 1
            heard(done, len(waiting))

    numbered = list(enumerate(waiting))
    try:
        async with asyncio.TaskGroup() as group:
            for start in range(jobs):
                group.create_task(work(numbered[start::jobs]))
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None
    finally:
        await grades.aclose()
    left = tuple(f"{why}: {count} runs are left out" for why, count in sorted(lost.items()))
    return ScoredResults(results=tuple(found[number] for number in sorted(found)), left_out=left)


async def _result(
    noted: CaseRecord,
    case: Case,
    events: Sequence[Event],
    setup: Setup,
    name: str,
    problems: Mapping[str, str],
    grades: Grades,
) -> Result:
    run = fold(events)
    turn = turn_of(setup, noted.sample)
    made = {script.digest: await grades.of(case, script, turn) for script in scripts_of(run)}
    noop = await grades.of(case, EMPTY) if setup.system == "model" else None
    return result_of(
        case,
        events,
        made,
        sample=noted.sample,
        system=name,
        models=setup.models,
        noop=noop,
        problem="" if run.settled else problems.get(noted.run, ""),
    )


def scripts_of(run: Run) -> tuple[Script, ...]:
    """Every script of a run, each once: those tried, and the one it settled with."""
    scripts = [attempt.script for attempt in run.attempts] + [run.settled.script if run.settled else None]
    return tuple({script.digest: script for script in scripts if script}.values())


def _names(setups: Mapping[str, Setup]) -> dict[str, str]:
    """What each setup is called; where two would share a name, the first ones of their digests tell them apart."""
    several = Counter(setup.name for setup in setups.values())
    return {
        digest: setup.name if several[setup.name] == 1 else f"{setup.name} · {digest[:8]}"
        for digest, setup in setups.items()
    }


def _action(events: Sequence[Event]) -> str:
    return events[0].action.text if events and isinstance(events[0], Asked) else ""


def _judged(case: Case) -> str:
    """The digest of all that a script is graded by in `case`, its words left out."""
    content = hashlib.sha256()
    for planted in case.fixture:  # by themselves: files may be large, and escaping them takes long
        content.update(hashlib.sha256(planted.content).digest())
    fixture = tuple(replace(planted, content=b"") for planted in case.fixture)
    judged = replace(case, action="", levels=(), level=0, domain="", tags=(), difficulty=0, mutants=(), fixture=fixture)
    told = repr(judged)
    return _digest(f"{content.hexdigest()}\0{told}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
