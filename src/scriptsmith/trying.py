"""Trying: one script in one box, and what it did there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .core.effects import Execution
from .core.fixtures import Planted, laying_program
from .core.types import Script
from .errors import BadInput
from .ports import BoxSpec, Sandbox

SCRIPT = "/tmp/scriptsmith/script.sh"
"""Where the script lies inside the box; what happens to it, and to nothing beside or below it, is not counted."""


async def try_script(
    sandbox: Sandbox,
    script: Script,
    arguments: Sequence[str] = (),
    *,
    spec: BoxSpec,
    fixture: Iterable[Planted] = (),
    stdin: bytes = b"",
) -> Execution:
    """Run `script` in a new box, over `fixture`; the host is the same afterwards.

    Raises `SandboxUnavailable`, and `BadInput` when the fixture cannot be laid.
    """
    planted = tuple(fixture)
    files = {each.path: each.content for each in planted if each.kind == "file"}
    async with sandbox.open(replace(spec, files={**spec.files, **files})) as box:
        if program := laying_program(planted):
            laid = await box.execute(["bash", "-s"], stdin=program.encode("utf-8", "surrogatepass"))
            if laid.exit:
                raise BadInput(
                    f"the fixture could not be put into the box: {laid.stderr.decode('utf-8', 'replace').strip()[:300]}"
                )
        await box.write(SCRIPT, script.text.encode("utf-8", "surrogatepass"), 0o755)
        ran = await box.execute(["bash", SCRIPT, *arguments], stdin=stdin)
    return replace(ran, changes=tuple(change for change in ran.changes if change.path != SCRIPT))
