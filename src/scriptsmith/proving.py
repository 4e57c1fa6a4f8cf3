"""Proving: an entry's test runs its script in a box, in both its forms, and must fail for scripts that do nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

from .core.effects import Execution
from .core.proof import CONTROLS, TEST, checks, proof_digest, shortfall
from .core.types import Entry, Evidence
from .errors import BadInput, ScriptSmithError
from .ports import BoxLimits, Catalogue, Sandbox
from .proving_bound import bound_too, run_noting
from .proving_boxes import TEST as TEST_FILE
from .proving_boxes import box_for
from .redaction import mask


async def prove(entry: Entry, harness: str, sandbox: Sandbox, limits: BoxLimits, *, at: str) -> Evidence:
    """Run the test of `entry` on its script, on its bound forms, and on those that do nothing, each in a new box.

    The evidence is *passed* only when the test passes the script, says so, passes its bound forms by as many checks,
    and passes none of the others; the first surprise ends it. `at` is the time it is given.
    Raises `BadInput` for an entry without a test, and `SandboxUnavailable`.
    """
    if not entry.test:
        raise BadInput(f"{entry.id} has no test")
    first = await run_noting(entry, harness, sandbox, limits)
    why, note = shortfall(first.ran), ""
    if not why:
        why, note = await bound_too(entry, first, harness, sandbox, limits)
    for name, text in () if why else CONTROLS.items():
        if not shortfall(await run_test(entry, text, harness, sandbox, limits, STOP_AT_FAILURE="1")):
            why = f"it tells nothing: {name} passes it too"
            break
    return Evidence(
        kind=TEST,
        result="failed" if why else "passed",
        detail=mask(why)
        if why
        else f"{checks(first.ran)} checks in {sandbox.name}{note}, and scripts that do nothing fail them",
        at=at,
        digest=proof_digest(entry, harness),
        version=entry.version,
    )


async def prove_all(
    entries: Sequence[Entry],
    harness: str,
    sandbox: Sandbox,
    limits: BoxLimits,
    catalogue: Catalogue,
    *,
    jobs: int,
    heard: Callable[[Entry, Evidence], None],
) -> None:
    """Run the tests of `entries` in boxes, and record the results; see `record_all`."""

    async def one(entry: Entry, at: str) -> Evidence:
        return await prove(entry, harness, sandbox, limits, at=at)

    await record_all(entries, one, catalogue, jobs=jobs, heard=heard)


async def record_all(
    entries: Sequence[Entry],
    prove_one: Callable[[Entry, str], Awaitable[Evidence]],
    catalogue: Catalogue,
    *,
    jobs: int,
    heard: Callable[[Entry, Evidence], None],
) -> None:
    """Prove `entries`, `jobs` at a time, and record each result as soon as it is there; `heard` is told of it.

    Raises the first error, `SandboxUnavailable` among them, with what was recorded until then kept.
    """
    waiting, failures = iter(entries), list[ScriptSmithError]()

    async def work() -> None:
        for entry in waiting:
            if failures:
                return
            try:
                at = datetime.now(UTC).isoformat(timespec="seconds")
                evidence = await prove_one(entry, at)
                await catalogue.record(entry.id, evidence)
            except ScriptSmithError as error:
                failures.append(error)
                return
            heard(entry, evidence)

    await asyncio.gather(*(work() for _ in range(min(jobs, len(entries)))))
    if failures:
        raise failures[0]


async def run_test(
    entry: Entry, script: str, harness: str, sandbox: Sandbox, limits: BoxLimits, **environ: str
) -> Execution:
    """Run the test of `entry` on the text `script` in a new box, with `environ` beside the usual environment."""
    spec = box_for(entry, script, harness, limits, environ)
    async with sandbox.open(spec) as box:
        return await box.execute(["bash", TEST_FILE])
