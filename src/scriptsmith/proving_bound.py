"""Proving that an entry's bound forms do what its script does: its test runs both, and its runs have to end alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .bound_form.trial import TELLING, bindings, confirmed, handing_over, noted, noting, said, suspects, told
from .core.effects import Execution
from .core.proof import checks, shortfall
from .core.types import Entry
from .ports import BoxLimits, Sandbox
from .proving_boxes import FOLDER, SCRIPT, TEST, box_for

ARGUMENTS, RUNS = f"{FOLDER}/arguments", f"{FOLDER}/runs"
PASSES = 3
"""As many times both forms run, at most, before what differs between them is no chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """One pass of a test, and what it left in the logs of arguments and of runs."""

    ran: Execution
    arguments: bytes = b""
    runs: bytes = b""


async def run_noting(entry: Entry, harness: str, sandbox: Sandbox, limits: BoxLimits) -> Passed:
    """Run the test of `entry` on its script, which notes the arguments of each of its runs."""
    return await _run(entry, noting(entry.script.text, SCRIPT, ARGUMENTS), harness, sandbox, limits, {})


async def bound_too(entry: Entry, first: Passed, harness: str, sandbox: Sandbox, limits: BoxLimits) -> tuple[str, str]:
    """Run the test once more with the bound forms of what it ran: how they differ, or else of how many it was.

    What differs without a cause, such as times, is told from the rest by running both once more.
    """
    runs = noted(first.arguments)
    made = bindings(entry, runs)
    if not made:
        return "", ""
    text, files = handing_over(entry.script.text, SCRIPT, made, f"{FOLDER}/bound")
    second = await _run(entry, text, harness, sandbox, limits, files)
    if why := shortfall(second.ran):
        return f"in its bound form {why}", ""
    if checks(second.ran) != checks(first.ran):
        return f"its bound form passes {checks(second.ran)} checks instead of {checks(first.ran)}", ""
    long, short = said(first.runs), said(second.runs)
    if len(long) != len(short):
        return f"its bound form makes {len(short)} runs instead of {len(long)}", ""
    numbers, longs, shorts = suspects(long, short), [long], [short]
    while numbers and len(longs) < PASSES:
        longs.append(said((await run_noting(entry, harness, sandbox, limits)).runs))
        shorts.append(said((await _run(entry, text, harness, sandbox, limits, files)).runs))
        numbers = confirmed(numbers, longs, shorts)
    if numbers:
        return f"its bound form differs: {told(long[numbers[0]], short[numbers[0]])}", ""
    count = sum(each.bound.how == "short" for each in made.values())
    form = "short" if count == len(made) else f"{count} of them short" if count else "not short"
    return "", f", {len(made)} of {len(runs)} different runs also in the bound form ({form})"


async def _run(
    entry: Entry, script: str, harness: str, sandbox: Sandbox, limits: BoxLimits, beside: Mapping[str, str]
) -> Passed:
    spec = box_for(entry, script, harness + TELLING, limits, {"RUN_LOG": RUNS}, beside)
    async with sandbox.open(spec) as box:
        ran = await box.execute(["bash", TEST])
        if ran.exit:
            return Passed(ran=ran)
        logs = [(await box.execute(["cat", log])).stdout for log in (ARGUMENTS, RUNS)]
        return Passed(ran=ran, arguments=logs[0], runs=logs[1])
