"""Rehearsal: whether a scenario proves anything, and the opinion that follows from a script's execution in it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .effects import Change, Execution, Limit
from .rehearsal_programs import NOT_STARTED
from .scenario import ANY_FAILURE, FOLDER, Scenario, Situation, exercised, not_exercised
from .types import Opinion, Verdict

ASSESSOR = "rehearsal"
_LAME = {124: "it is too slow", 126: "a syntax error", 127: "a missing program"}
"""Of these statuses the assertion says nothing about the script."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """What running one script in a scenario showed. No opinion: `problem` says why.

    `passed` and `failed` are the sentences of the assertions, of every situation. How it ended, what it printed (the
    beginning) and what it changed is told of one `situation`: the first in which something failed, else the ordinary
    one. `exercised` are the conditions of the action that held when tested; `not_exercised` its values that no test
    names.
    """

    opinion: Opinion | None
    problem: str = ""
    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    exit: int | None = None
    seconds: float = 0.0
    output: str = ""
    limits: tuple[Limit, ...] = ()
    changes: tuple[Change, ...] = ()
    situation: str = ""
    exercised: tuple[str, ...] = ()
    not_exercised: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """One script in one situation: how it ended, and the statuses of the assertions, or that they did not run.

    `unready` says why the situation could not be brought about; then nothing else is told.
    """

    situation: Situation
    ran: Execution
    statuses: tuple[int, ...] | None = None
    unready: str = ""

    @property
    def failed(self) -> tuple[str, ...]:
        """The sentences of the assertions that do not hold."""
        pairs = zip(self.situation.assertions, self.statuses or (), strict=False)
        return tuple(each.says for each, status in pairs if status)

    @property
    def as_expected(self) -> bool:
        """Whether it ended as a right script does, within its limits."""
        return not self.ran.limits and self.situation.ends_right(self.ran.exit)


def broken(scenario: Scenario, nothing: Sequence[Performance], wrong: Sequence[Performance]) -> str:
    """Why a scenario proves nothing; empty when it does prove something.

    `nothing` is an empty script in each situation, `wrong` a trivially wrong one.
    """
    for each in nothing:
        if why := _unusable(each):
            return why if each.situation is scenario else f"in the situation {each.situation.name!r}: {why}"
    if not nothing[0].failed:
        return "every assertion already holds when nothing is done, so none of them shows that the action was done"
    if not any(each.failed or not each.as_expected for each in wrong):
        return (
            "every assertion holds for a script that only deletes the files of the situation and ends with status "
            f"{wrong[0].ran.exit}, so none of them shows what must be left alone or what must be printed"
        )
    return ""


def _unusable(seen: Performance) -> str:
    if seen.unready:
        return seen.unready
    if seen.ran.limits:
        return f"an empty script already meets the limit of {', '.join(seen.ran.limits)}"
    if seen.ran.exit == NOT_STARTED:
        said = seen.ran.stderr.decode("utf-8", "replace").strip()[:300]
        return f"what `running` starts could not be started within 10 seconds{': ' + said if said else ''}"
    if seen.ran.exit:
        return f"an empty script ends with status {seen.ran.exit}"
    if seen.statuses is None:
        return "the assertions did not run to their end"
    pairs = zip(seen.situation.assertions, seen.statuses, strict=True)
    lame = [f"{each.says} ({_LAME[status]})" for each, status in pairs if status in _LAME]
    return f"these assertions cannot be run: {'; '.join(lame)}" if lame else ""


def conclude(scenario: Scenario, seen: Sequence[Performance], arguments: Sequence[str], action: str = "") -> Rehearsal:
    """What a rehearsal says, from one performance for each situation.

    Yes when every assertion holds and each run ends as it should, no when one assertion does not hold, unsure when only
    an end is odd, nothing when assertions did not run.
    """
    told = next((each for each in seen if each.failed or each.statuses is None), None)
    told = told or next((each for each in seen if not each.as_expected), seen[0])
    rehearsal = Rehearsal(
        opinion=None,
        arguments=tuple(arguments),
        exit=told.ran.exit,
        seconds=round(sum(each.ran.seconds for each in seen), 6),
        output=(told.ran.stdout + told.ran.stderr).decode("utf-8", "replace")[:4000],
        limits=told.ran.limits,
        changes=tuple(change for change in told.ran.changes if not change.path.startswith(FOLDER + "/"))[:200],
        situation=told.situation.name if len(seen) > 1 else "",
    )
    if unready := next((each for each in seen if each.unready), None):
        return replace(
            rehearsal, problem=f"the situation {unready.situation.name!r} did not come about: {unready.unready}"
        )
    if any(each.statuses is None for each in seen):
        return replace(rehearsal, problem="the assertions did not run to their end")
    judged = [
        (each, assertion, status)
        for each in seen
        for assertion, status in zip(each.situation.assertions, each.statuses or (), strict=True)
    ]
    unmet = {assertion.condition for _, assertion, status in judged if status}
    rehearsal = replace(
        rehearsal,
        passed=tuple(_named(each, assertion.says, seen) for each, assertion, status in judged if not status),
        failed=tuple(_named(each, assertion.says, seen) for each, assertion, status in judged if status),
        exercised=tuple(each for each in exercised(scenario) if each not in unmet),
        not_exercised=not_exercised(scenario, action),
    )
    return replace(rehearsal, opinion=_opinion(rehearsal, told, len(seen)))


def _named(seen: Performance, says: str, among: Sequence[Performance]) -> str:
    return says if len(among) == 1 else f"{says} ({seen.situation.name})"


def _opinion(rehearsal: Rehearsal, told: Performance, situations: int) -> Opinion:
    everything = len(rehearsal.passed) + len(rehearsal.failed)
    ended = f"it ended with status {told.ran.exit}"
    if told.ran.limits:
        ended += f", at its limit of {', '.join(told.ran.limits)}"
    elif not told.as_expected:
        right = "a failure" if told.situation.status == ANY_FAILURE else str(told.situation.status)
        ended += f" where {right} is right"
    if rehearsal.failed:
        verdict, said = Verdict.NO, f"of {everything} assertions these fail: {'; '.join(rehearsal.failed)}"
    elif not told.as_expected:
        verdict, said = Verdict.UNSURE, f"all {everything} assertions hold all the same"
    else:
        verdict, said = Verdict.YES, f"all {everything} assertions hold"
    if verdict is not Verdict.NO and rehearsal.exercised:
        said += "; exercised of the action: " + ", ".join(f'"{each}"' for each in rehearsal.exercised)
    if verdict is not Verdict.NO and rehearsal.not_exercised:
        said += "; not exercised: " + ", ".join(rehearsal.not_exercised)
    where = f" in {situations} situations" if situations > 1 else ""
    of = f" in the situation {told.situation.name!r}" if situations > 1 and verdict is not Verdict.YES else ""
    return Opinion(assessor=ASSESSOR, verdict=verdict, reason=f"run in a sandbox{where}, {ended}{of}; {said}"[:1000])


def evidence(rehearsal: Rehearsal, scenario: Scenario | None) -> str:
    """What was seen and played, for whoever has to say what is wrong; empty where execution has no opinion."""
    if rehearsal.opinion is None:
        return ""
    parts = [rehearsal.opinion.reason, *played(rehearsal, scenario)]
    situation = _played_situation(rehearsal, scenario)
    for each in situation.assertions if situation else ():
        if any(failed == each.says or failed.startswith(f"{each.says} (") for failed in rehearsal.failed):
            parts.append(f"The failed test of {each.says!r}: {each.test[:500]}")
    return "\n".join(parts)


def played(rehearsal: Rehearsal, scenario: Scenario | None) -> list[str]:
    """The situation that is told of, its stand-ins, the arguments and what the script printed, in lines."""
    parts: list[str] = []
    if situation := _played_situation(rehearsal, scenario):
        named = f" ({situation.name})" if rehearsal.situation else ""
        parts.append(f"situation{named}: {situation.situation}")
        parts += [f"stand-in for {each.name}:\n{each.script.strip()[:1000]}" for each in situation.stubs]
        parts += [f"set up by:\n{situation.setup[:1000]}"] if situation.setup else []
        parts += [f"running beside it:\n{situation.running[:1000]}"] if situation.running else []
    if rehearsal.arguments:
        parts.append(f"arguments: {shlex.join(rehearsal.arguments)}")
    if rehearsal.output.strip():
        parts.append(f"it printed:\n{rehearsal.output.strip()[:1000]}")
    return [line for part in parts for line in part.split("\n")]


def _played_situation(rehearsal: Rehearsal, scenario: Scenario | None) -> Situation | None:
    if scenario is None or not scenario.assertions:
        return None
    return next((each for each in scenario.situations if each.name == rehearsal.situation), scenario)
