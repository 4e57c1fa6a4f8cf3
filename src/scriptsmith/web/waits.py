"""What a run waits for while it is the machine's turn: a model that is asked, or the next try after one that failed."""

from __future__ import annotations

from collections.abc import Mapping

from ..adapters.postgres.queue import FailedTry
from ..core.flow import Policy, Step, next_step, state
from ..core.run import Run
from ..core.types import Role
from ..pipeline import possible
from ..ports import Model
from .service_state import ServiceState

AT_WORK = ("working", "approved")
_ASKED: Mapping[Step, Role] = {
    "draft": "generator",
    "assess": "assessor",
    "rehearse": "assessor",
    "explain": "refiner",
    "refine": "refiner",
}


async def last_failure(service: ServiceState, run_id: str, run: Run) -> FailedTry | None:
    """Why the last try to advance a run failed, where it is the workers' turn and it has not got on since."""
    if state(run) not in AT_WORK:
        return None
    return next(iter(await service.team.queue.failures(run_id)), None)


def steps_there_are(service: ServiceState, run: Run) -> Policy:
    """The policy by which the next step of a run is chosen: without those that nothing is configured for."""
    return possible(service.team_service.run_service.kit_for(run.action.target))


def waits_for(run: Run, policy: Policy, models: Mapping[Role, Model], failure: FailedTry | None) -> str:
    """What a run waits for, in a sentence; empty for one that is nobody's turn, or a person's, or was given up."""
    if state(run) not in AT_WORK or (failure and failure.final):
        return ""
    if failure:
        return f"try {failure.tries} failed, and another one follows by itself: {failure.said}"
    step = next_step(run, policy)
    role = _ASKED.get(step) if step else None
    if step and role and role in models:
        return f"the step {step!r}, for which the {role}'s model {models[role].name} is asked"
    return f"the step {step!r}" if step else ""
