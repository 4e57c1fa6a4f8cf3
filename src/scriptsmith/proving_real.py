"""Proving against real programs: an entry's `real.sh` runs its script in a throwaway machine with real services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from .core.effects import Execution
from .core.evidence_grade import needs, ran_on, real_digest
from .core.proof import CONTROLS, REAL, checks, shortfall
from .core.types import Entry, Evidence
from .errors import BadInput
from .redaction import mask

FOLDER, FIXTURES, SCRATCH = "/entry", "/fixtures", "/scratch"


class Machine(Protocol):
    """Runs a command as root in a machine that is thrown away afterwards; raises `SandboxUnavailable`."""

    async def execute(
        self, argv: list[str], /, *, files: Mapping[str, bytes], workdir: str, devices: bool, seconds: float
    ) -> Execution: ...


async def prove_real(
    entry: Entry, harness: str, fixtures: Mapping[str, str], machine: Machine, *, at: str, seconds: float = 180.0
) -> Evidence:
    """Run the real test of `entry` on its script and then on one that does nothing, each in a new machine.

    The evidence is *passed* only when the test passes the script, says so and against which programs, and does not
    pass the other. Raises `BadInput` for an entry without a real test, and `SandboxUnavailable`.
    """
    if not entry.real:
        raise BadInput(f"{entry.id} has no test with real programs")
    ran = await run_real(entry, entry.script.text, harness, fixtures, machine, seconds=seconds)
    why, programs = shortfall(ran), ran_on(ran.stdout.decode("utf-8", "replace"))
    if not why and not programs:
        why = "it does not say which program it ran against"
    if not why:
        again = await run_real(entry, CONTROLS[_IDLE], harness, fixtures, machine, "STOP_AT_FAILURE=1", seconds=seconds)
        why = "" if shortfall(again) else f"it tells nothing: {_IDLE} passes it too"
    told = f"run on {', '.join(programs)}: {checks(ran)} checks, and {_IDLE} fails them"
    return Evidence(
        kind=REAL,
        result="failed" if why else "passed",
        detail=mask(why) if why else told,
        at=at,
        digest=real_digest(entry, harness, fixtures),
        version=entry.version,
    )


async def run_real(
    entry: Entry,
    script: str,
    harness: str,
    fixtures: Mapping[str, str],
    machine: Machine,
    *settings: str,
    seconds: float = 180.0,
) -> Execution:
    """Run the real test of `entry` on the text `script` in a new machine, with `settings` (NAME=VALUE).

    Raises `BadInput` when the test uses a fixture that is not there, and `SandboxUnavailable`.
    """
    needed = needs(entry, fixtures)
    if unknown := [name for name in needed.fixtures if name not in fixtures]:
        raise BadInput(f"{entry.id}: real.sh uses {unknown[0]}, and there is no such fixture")
    texts = {f"{FIXTURES}/{name}.sh": fixtures[name] for name in needed.fixtures}
    texts |= {f"{FIXTURES}/.release": fixtures.get("release", "")}
    texts |= {f"{FOLDER}/harness.sh": harness, f"{FOLDER}/real.sh": entry.real, f"{FOLDER}/script.sh": script}
    return await machine.execute(
        ["env", *_ENVIRONMENT, *settings, "bash", f"{FOLDER}/real.sh"],
        files={path: text.encode("utf-8", "surrogatepass") for path, text in texts.items()},
        workdir=SCRATCH,
        devices=needed.devices,
        seconds=seconds,
    )


_IDLE = "a script that only exits 0"
"""The only one of the controls that is run: another start of the services would show no more."""
_ENVIRONMENT = (f"HARNESS={FOLDER}/harness.sh", f"SCRIPT={FOLDER}/script.sh", f"FIXTURES={FIXTURES}", "TMPDIR=/tmp")
