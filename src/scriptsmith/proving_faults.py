"""Which promises about calls that go wrong the script of an entry keeps, found by running them in a box."""

from __future__ import annotations

from .core.effects import Execution
from .core.types import Entry
from .fault_test import LIBRARY, promises_kept, tools_to_fail
from .ports import BoxLimits, Sandbox
from .proving import run_test


async def faults_of(entry: Entry, harness: str, sandbox: Sandbox, limits: BoxLimits) -> tuple[str, ...]:
    """The promises about calls that go wrong which the script of `entry` keeps; none when no run of its test tells."""
    tools = tools_to_fail(entry)
    ran = await run_test(entry, entry.script.text, harness + LIBRARY, sandbox, limits, TOOLS=tools)
    return promises_kept(ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace"))


async def run_faults(
    entry: Entry, script: str, promises: tuple[str, ...], harness: str, sandbox: Sandbox, limits: BoxLimits
) -> Execution:
    """Try whether the text `script` keeps `promises`, which are those that the script of `entry` keeps."""
    environ = {"TOOLS": tools_to_fail(entry), "PROMISES": "\n".join(promises), "STOP_AT_FAILURE": "1"}
    return await run_test(entry, script, harness + LIBRARY, sandbox, limits, **environ)
