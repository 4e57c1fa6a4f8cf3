"""Observing: a command runs in the world of a fixture, once for each pair of both, and what it did is kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from ..core.effects import Execution
from ..core.fixtures import Planted
from ..core.types import Script
from ..ports import BoxLimits, BoxSpec, Sandbox
from ..trying import try_script

LIMITS = BoxLimits(wall=10, cpu=5, memory=512 << 20, processes=128, output=4 << 20, disk=64 << 20)
_AT_ROOT = "cd / && unset OLDPWD; "
"""Begins a command that runs in `/`, which no box takes as its working directory; its lines keep their numbers."""


class Observer:
    """Runs commands in boxes, at most `jobs` at a time, and remembers the last `most` executions. Those that are given
    the same `turn` wait for each other.

    `observe` raises `SandboxUnavailable`, and `BadInput` when the fixture cannot be laid.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        *,
        limits: BoxLimits = LIMITS,
        jobs: int = 2,
        most: int = 4096,
        turn: asyncio.Semaphore | None = None,
    ) -> None:
        self._sandbox, self._limits, self._most = sandbox, limits, most
        self._turn = turn or asyncio.Semaphore(jobs)
        self._seen: OrderedDict[tuple[str, tuple[Planted, ...], str], asyncio.Task[Execution]] = OrderedDict()

    async def observe(self, command: str, fixture: tuple[Planted, ...] = (), workdir: str = "/") -> Execution:
        """What `command`, given to Bash as a file, did and printed in a new box that begins as `fixture` says."""
        key = (command, fixture, workdir)
        if key not in self._seen:
            self._seen[key] = asyncio.ensure_future(self._run(*key))
            if len(self._seen) > self._most:
                self._seen.popitem(last=False)
        self._seen.move_to_end(key)
        return await asyncio.shield(self._seen[key])

    async def afresh(self, command: str, fixture: tuple[Planted, ...] = (), workdir: str = "/") -> Execution:
        """As `observe`, in a box of its own whatever was observed before, and not remembered."""
        return await self._run(command, fixture, workdir)

    async def _run(self, command: str, fixture: tuple[Planted, ...], workdir: str) -> Execution:
        async with self._turn:
            at_root = workdir == "/"
            spec = BoxSpec(workdir="/tmp" if at_root else workdir, limits=self._limits)
            script = Script(text=_AT_ROOT + command if at_root else command)
            return await try_script(self._sandbox, script, spec=spec, fixture=fixture)
