"""The path from an action to a script: ask the flow what is next, do it, record it, repeat."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from ..core.events import Assessed, Checked, Compared, Drafted, Explained, Rehearsed, Retrieved
from ..core.flow import next_step
from ..core.run import Run, apply
from ..ports import Emit
from .kit import Beside, Compare, Kit, TryDraft, possible
from .steps import STEPS, assess, check

__all__ = ["Beside", "Compare", "Kit", "TryDraft", "assess", "check", "forge", "possible"]


async def forge(run: Run, kit: Kit, emit: Emit) -> Run:
    """Advance `run` until it waits for a person or is over. Safe to call again after a crash.

    `emit` records each event before it counts; a step whose event was recorded is never done again.
    """
    policy = possible(kit)
    kit = replace(kit, policy=policy)
    while step := next_step(run, policy):
        started = perf_counter()
        with kit.watch.step(step) as told:
            event = await STEPS[step](run, kit)
            if isinstance(event, Retrieved | Drafted | Checked | Compared | Assessed | Rehearsed | Explained):
                event = replace(event, seconds=round(perf_counter() - started, 6))
            event = kit.redact(event)  # before it counts: the run in memory is the one in the log
            await emit(event)
            told(event)
        run = apply(run, event)
    return run
