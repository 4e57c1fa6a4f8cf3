"""One draft on trial in two small worlds: whether it ends well there, and shows or changes anything."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from ..bench.command_observer import Observer
from ..bench.equivalence.effects import effects
from ..core.effects import Execution
from ..core.ensemble import TRIAL
from ..core.types import Action, Opinion, Script, Verdict
from ..errors import BadInput, SandboxUnavailable
from ..ports import BoxLimits, Sandbox
from .drafts import LIMITS, DraftTrial, harm

Try: TypeAlias = Callable[[Action, Script], Awaitable[Opinion | None]]
"""Runs a draft in small worlds, and says what was seen; None where it cannot be run there."""
WORLDS = 2
GOOD, BAD = 0.59, 0.35
"""How many of the drafts with a good and with a bad trial were right."""


def trying(sandbox: Sandbox, limits: BoxLimits = LIMITS, jobs: int = 2) -> Try:
    """A step that runs a draft in small worlds, at most `jobs` boxes at a time, whoever asks.

    The worlds hold what action and script name, and nothing of any machine. A script that ends well there may do what
    nobody asked; one that fails may lack what a small world has not. So it is an opinion, and never a yes or a no.
    """
    turn = asyncio.Semaphore(jobs)

    async def tried(action: Action, script: Script) -> Opinion | None:
        try:
            trial = DraftTrial(Observer(sandbox, limits=limits, most=256, turn=turn), action, (script.text,))
            if trial.by_text:
                return None
            ran = [await trial.run(world, script.text, trial.state) for world in trial.worlds[:WORLDS]]
        except (BadInput, SandboxUnavailable):  # what it names cannot all be there, or there is no box after all
            return None
        if any(b": command not found\n" in each.stderr for each in ran):
            return None
        good = all(_well(each) for each in ran) and any(each.stdout or effects(each) for each in ran)
        return Opinion(assessor=TRIAL, verdict=Verdict.UNSURE, reason=_told(ran), confidence=GOOD if good else BAD)

    return tried


def _well(ran: Execution) -> bool:
    return not (ran.exit or ran.stderr or harm(ran))


def _told(ran: list[Execution]) -> str:
    """What was seen, in one sentence."""
    if harmed := next(filter(None, map(harm, ran)), ""):
        return f"Run in a small world, {harmed}."
    if failed := next((each for each in ran if each.exit), None):
        return f"Run in a small world, it ended with status {failed.exit}."
    if any(each.stderr for each in ran):
        return "Run in small worlds, it ended with status 0 and wrote errors."
    if not any(each.stdout or effects(each) for each in ran):
        return "Run in small worlds, it ended with status 0, and neither printed nor changed anything."
    printed = any(each.stdout for each in ran)
    changed = any(effects(each) for each in ran)
    did = " and ".join(word for word, so in (("printed", printed), ("changed", changed)) if so)
    return f"Run in small worlds, it ended with status 0, and {did} something."
