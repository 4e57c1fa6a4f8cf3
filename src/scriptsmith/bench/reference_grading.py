"""Cases with references alone: a script is right when it does what one of them does, by a heuristic of equivalence."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ..core.effects import Execution
from ..core.types import Script
from ..errors import BadInput
from .command_observer import Observer
from .equivalence.effects import effects
from .model import Case, Grade, Grader, Heuristic, Pair, Seen
from .trial import ending

SAME = "it does what the reference does"
AGAIN = "the reference does the same again"
_SHOWN = 1000
_LACKING = (126, 127)


def gold_grader(observer: Observer, judge: Heuristic) -> Grader:
    """A grader that says 2 for a script that does what a reference does at every call, else 0 (NL2SH, section 4).

    A reference itself is held against what it did before, in a new box: it must do the same again, and its programs
    must be there. What cannot be judged, or laid, is the problem of the grade. Raises `SandboxUnavailable`, and what
    `judge` raises.
    """

    async def graded(case: Case, script: Script) -> Grade:
        if case.problem or not case.golds:
            return Grade(label=0, problem=case.problem or "the case has no reference")
        try:
            if script in case.golds:
                return await _again(observer, case, script)
            return await _against(judge, case, script)
        except BadInput as error:
            return Grade(label=0, problem=str(error))

    return graded


async def _against(judge: Heuristic, case: Case, script: Script) -> Grade:
    """The grade against the reference that is matched best: all calls by one, else the first."""
    first: Grade | None = None
    for gold in case.golds:
        seen = list[Seen]()
        problem = ""
        for number, call in enumerate(case.calls, 1):
            told = await judge(_pair(case, gold, script, call))
            if told.equivalent is None:
                problem = f"it could not be judged: {told.why}"
                break
            name = f"call-{number}" if len(case.calls) > 1 else "run"
            seen.append(Seen(scenario=name, promise=SAME, held=told.equivalent, detail=told.why))
        grade = Grade(label=2 if all(it.held for it in seen) and not problem else 0, seen=tuple(seen), problem=problem)
        if grade.passed:
            return grade
        first = first or grade
    assert first
    return first


async def _again(observer: Observer, case: Case, gold: Script) -> Grade:
    seen, output = list[Seen](), ""
    for number, call in enumerate(case.calls, 1):
        name = f"call-{number}" if len(case.calls) > 1 else "run"
        command = _command(gold, call)
        before = await observer.observe(command, case.fixture, case.workdir)
        now = await observer.afresh(command, case.fixture, case.workdir)
        output = output or now.stdout.decode("utf-8", "replace")[:_SHOWN]
        why = _apart(before, now)
        seen.append(Seen(scenario=name, promise=AGAIN, held=not why, detail=why))
    held = all(it.held for it in seen)
    return Grade(label=2 if held else 0, seen=tuple(seen), output=output)


def _apart(before: Execution, now: Execution) -> str:
    """How two executions of one command differ, or why they prove nothing; empty when they agree."""
    if now.limits or now.exit in _LACKING:
        return ending(now)
    if before.exit != now.exit:
        return f"it ended with status {before.exit} and then with {now.exit}"
    one, other = effects(before), effects(now)
    if paths := sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path)):
        return f"{paths[0]} is left otherwise the second time"
    return "" if before.stdout == now.stdout else "it prints something else the second time"


def _pair(case: Case, gold: Script, script: Script, call: Sequence[str]) -> Pair:
    return Pair(
        id=case.key,
        action=case.action,
        first=_command(gold, call),
        second=_command(script, call),
        fixture=case.fixture,
        workdir=case.workdir,
    )


def _command(script: Script, call: Sequence[str]) -> str:
    """The script as a file that sets its own arguments."""
    return f"set -- {shlex.join(call)}\n{script.text}" if call else script.text.rstrip("\n")
