"""Proving: a case shows that its reference does what its tests ask for, and that doing nothing does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..core.proof import CONTROLS
from ..core.types import Script
from ..errors import ScriptSmithError, ToolMissing
from .model import Case, Grade, Grader, Mutant
from .places import installed

TIMES = 2
"""How often in a row the reference must pass: a case that passes by luck proves nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What became of proving a case. `why` says what it lacks, empty when it is proven; `checks` of one run of the
    reference were looked at, its runs took `seconds`, and `mutants` were noticed. A case that is not `provable` on this
    machine has not failed: nothing was run."""

    key: str
    why: str = ""
    checks: int = 0
    seconds: float = 0.0
    mutants: int = 0
    provable: bool = True

    @property
    def proven(self) -> bool:
        """Whether the case can be trusted to tell a right script from none."""
        return not self.why


async def prove(case: Case, grader: Grader) -> Proof:
    """Grade the first gold of `case` twice in a row, which must pass, and its mutants, which must not.

    Where a case has none of its own these are scripts that do nothing. Those are held against the first scenario only:
    for what may go wrong, doing nothing can be right. Raises what `grader` raises,
    but for a tool that is missing: then the case is not provable here.
    """
    if case.problem or not case.golds:
        return Proof(key=case.key, why=case.problem or "it has no reference")
    if why := missing(case):
        return Proof(key=case.key, why=why, provable=False)
    try:
        return await _proof(case, grader)
    except ToolMissing as error:
        return Proof(key=case.key, why=str(error), provable=False)


async def _proof(case: Case, grader: Grader) -> Proof:
    checks, seconds = 0, 0.0
    for _ in range(TIMES):
        grade = await grader(case, case.golds[0])
        checks, seconds = len(grade.seen), seconds + grade.seconds
        if not grade.passed:
            how = "could not be graded" if grade.problem else "fails"
            return Proof(key=case.key, why=f"its reference {how}: {shortcoming(grade)}", checks=checks, seconds=seconds)
    for mutant in case.mutants or _idle(case):
        judged = replace(case, scenarios=case.scenarios[:1]) if mutant.idle else case
        grade = await grader(judged, mutant.script)
        seconds += grade.seconds
        if why := _unnoticed(mutant, grade):
            return Proof(key=case.key, why=why, checks=checks, seconds=seconds)
    return Proof(key=case.key, checks=checks, seconds=seconds, mutants=len(case.mutants))


def _idle(case: Case) -> tuple[Mutant, ...]:
    texts = CONTROLS.items()
    return tuple(Mutant(name=name, script=Script(text=text, target=case.target), idle=True) for name, text in texts)


def _unnoticed(mutant: Mutant, grade: Grade) -> str:
    """Why a grade does not show that the case notices `mutant` for what is wrong with it; empty when it does."""
    if grade.problem:
        return f"{mutant.name} could not be graded: {grade.problem}"
    broken = [seen.promise for seen in grade.seen if not seen.held]
    if grade.passed or not broken:
        return f"{mutant.name} passes it too"
    if mutant.breaks and mutant.breaks not in broken:
        return f"{mutant.name} should break {mutant.breaks!r}, and breaks another promise: {shortcoming(grade)}"
    return ""


def missing(case: Case) -> str:
    """Why no script can be run in `case` here: the programs that it needs and this machine lacks; empty for none."""
    lacking = [name for name in case.needs if not installed(name)]
    return f"it needs {', '.join(lacking)}, which this machine lacks" if lacking else ""


async def prove_all(
    cases: Sequence[Case], grader: Grader, *, jobs: int, heard: Callable[[Proof], None] = lambda _: None
) -> tuple[Proof, ...]:
    """A proof of each of `cases`, in their order, `jobs` at a time; `heard` is told of each as soon as it is there.

    Raises the first error that `grader` raises, when the proofs that were under way have ended.
    """
    waiting, failures, found = iter(enumerate(cases)), list[ScriptSmithError](), dict[int, Proof]()

    async def work() -> None:
        for number, case in waiting:
            if failures:
                return
            try:
                found[number] = await prove(case, grader)
            except ScriptSmithError as error:
                failures.append(error)
                return
            heard(found[number])

    await asyncio.gather(*(work() for _ in range(min(jobs, len(cases)))))
    if failures:
        raise failures[0]
    return tuple(found[number] for number in sorted(found))


def shortcoming(grade: Grade) -> str:
    """Why a grade is no pass, in one line: its problem, or the promises that did not hold, the first with how."""
    if grade.problem:
        return grade.problem
    broken = [seen for seen in grade.seen if not seen.held]
    if not broken:
        return f"label {grade.label}"
    first = f"{broken[0].scenario}: {broken[0].promise}"
    detail = " ".join(broken[0].detail.split())
    more = f", and {len(broken) - 1} more" if len(broken) > 1 else ""
    return f"{first}{f' ({detail})' if detail else ''}{more}"
