"""A trial of a playbook: two runs in one box for every scenario, and what their test finds after each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ..ansible.modules import full_name, options
from ..ansible.programs import AnsibleHome
from ..ansible.results import PlaybookRun
from ..ansible.state_test import TEST_FOLDER, StateTest
from ..ansible.trying import PlaybookTrial, judged, repeated, try_playbook
from ..core.types import Script
from ..errors import BadInput
from ..ports import BoxLimits, BoxSpec, Sandbox
from .model import Case, CaseScenario, Grade, Grader, Seen
from .places import SUITES
from .trial import INTACT, broken, label_of

RUNS = "the playbook runs to its end"
STATE = "what was asked for is there"
AGAIN = "a second run changes nothing"
_SHOWN = 1000
_UNRESOLVED = re.compile(r"couldn't resolve module/action '([^']+)'")


def playbook_grader(sandbox: Sandbox, limits: BoxLimits, home: Callable[[], AnsibleHome], library: str) -> Grader:
    """The grader of cases that ask for playbooks; `library` is that of the tests.

    The promises of a scenario are looked at in their order, up to the first that does not hold. What fails for lack of
    something that no box has is a problem of the grade. Raises `ToolMissing` where Ansible is not installed, and
    `SandboxUnavailable`.
    """

    async def graded(case: Case, script: Script) -> Grade:
        seen, problem, seconds, output = list[tuple[Seen, ...]](), "", 0.0, ""
        for scenario in case.scenarios:
            test = StateTest(text=scenario.test, harness=library, values={})
            spec = BoxSpec(limits=limits, empty=(str(SUITES),))
            playbook = replace(script, target=case.target)
            try:
                trial = await try_playbook(
                    sandbox, playbook, home(), spec=spec, groups=case.groups, fixture=case.fixture, test=test
                )
            except BadInput as error:
                problem = f"{scenario.name}: {error}"
                break
            seconds += sum(ran.seconds for ran in trial.executions)
            output = output or trial.executions[0].stdout.decode("utf-8", "replace")[:_SHOWN]
            if problem := _lacking(scenario, trial):
                break
            seen.append(promises(scenario, trial, _damage(case, script, trial)))
        return Grade(
            label=0 if problem else label_of(seen),
            seen=tuple(each for several in seen for each in several),
            seconds=seconds,
            problem=problem,
            output=output,
        )

    return graded


def promises(scenario: CaseScenario, trial: PlaybookTrial, damage: str = "") -> tuple[Seen, ...]:
    """What held and what did not, up to the first that did not. `damage` is what nothing may do to a box."""
    ran = judged(trial.first, trial.executions[0])[0] == "passed"
    settled = ran and trial.second is not None
    told = [(RUNS, ran, ""), (INTACT, not damage, damage), (STATE, settled, "")]
    if trial.second is not None:
        idle = _idle(trial.second)
        same = idle or repeated(trial.second, trial.executions[1])[0] == "passed"
        told += [(AGAIN, same, ""), (STATE, idle or trial.verdict == "passed", "")]
    found = list[Seen]()
    for promise, holds, detail in told:
        why = "" if holds else (detail or "; ".join(trial.why) or said_of(trial))[:_SHOWN]
        found.append(Seen(scenario=scenario.name, promise=promise, held=holds, purpose=scenario.purpose, detail=why))
        if not holds:
            break
    return tuple({each.promise: each for each in found}.values())


def _idle(run: PlaybookRun) -> bool:
    """Whether a run met its hosts and skipped every task: nothing was left to be done, and nothing can be spoilt."""
    return not run.exit and bool(run.tasks) and not run.unmatched and run.count("skipped") == len(run.tasks)


def said_of(trial: PlaybookTrial) -> str:
    """What Ansible said of the first run on standard error, on one line."""
    return " ".join(trial.executions[0].stderr.decode("utf-8", "replace").split())


def _damage(case: Case, script: Script, trial: PlaybookTrial) -> str:
    """What would let a playbook decide what a test sees; empty for nothing."""
    if TEST_FOLDER in script.text:
        return f"it names {TEST_FOLDER}, where the test lies"
    damaged = broken(trial.executions[0], complete=True, case=case)
    return damaged[1] if damaged and damaged[0] == INTACT else ""


def _lacking(scenario: CaseScenario, trial: PlaybookTrial) -> str:
    """Why a playbook cannot be judged in a box; a module that exists nowhere is no such reason."""
    if trial.verdict != "not judged" or _invented(trial):
        return ""
    return f"{scenario.name}: not judged: {'; '.join(trial.why)}"


def _invented(trial: PlaybookTrial) -> bool:
    """Whether a playbook names a module that nobody has written."""
    named = _UNRESOLVED.search(" ".join([said_of(trial), *(task.message for task in trial.first.tasks)]))
    return named is not None and full_name(named[1]) not in options()
