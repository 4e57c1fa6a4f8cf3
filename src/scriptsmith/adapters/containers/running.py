"""Runs one command in a started container, to its end or its limits."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ...core.effects import Limit
from ...ports import BoxLimits
from .engine import Engine, end
from .groups import GroupUsage, ProcessControlGroups

OURS = 3  # the container's first process and the two that keep it open
ENVIRONMENT = {
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "LOGNAME": "root",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "SHELL": "/bin/bash",
    "TERM": "dumb",
    "USER": "root",
}
_SIGNALLED: Mapping[int, Limit] = {128 + 24: "cpu", 128 + 25: "disk"}  # SIGXCPU, SIGXFSZ
_EVERY, _SLOWLY = 0.02, 0.2  # seconds between looks at control groups, and at what was written
_STARTING, _GRACE = 30.0, 15.0
_LAG = 0.5  # by how much an engine may bring one stream later than the other


@dataclass(slots=True)
class ExecResult:
    """How a command ended."""

    exit: int = 0
    out: dict[Literal["stdout", "stderr"], bytearray] = field(
        default_factory=lambda: {"stdout": bytearray(), "stderr": bytearray()}
    )
    truncated: list[Literal["stdout", "stderr"]] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(slots=True)
class Running:
    """One command in the container `name`. `full` says which limit on what is written was reached, if any."""

    engine: Engine
    name: str
    limits: BoxLimits
    groups: ProcessControlGroups
    full: Callable[[], Awaitable[Limit | None]]
    ended: ExecResult = field(default_factory=ExecResult)
    _seen: asyncio.Event = field(default_factory=asyncio.Event)
    _enough: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, argv: Sequence[str], workdir: str, environ: Mapping[str, str], stdin: bytes) -> ExecResult:
        """Run `argv` in a clean environment. The container must be killed afterwards: it may hold more processes."""
        began, before = time.monotonic(), self.groups.look()
        assigned = [f"{name}={value}" for name, value in {**ENVIRONMENT, **environ}.items()]
        process = await self.engine.start(
            "exec",
            *(["--interactive"] if stdin else []),
            "--workdir",
            workdir,
            self.name,
            "/usr/bin/env",
            "-i",
            *assigned,
            *argv,
            stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
        )
        assert process.stdout is not None and process.stderr is not None
        streams = self._read(process.stdout, "stdout"), self._read(process.stderr, "stderr")
        tasks = [
            asyncio.ensure_future(each)
            for each in (
                *streams,
                _feed(process.stdin, stdin),
                self._watch(before),
                self._watch_files(),
                self._enough.wait(),
            )
        ]
        ends: list[asyncio.Future[Any]] = [asyncio.gather(*tasks[:3]), *tasks[3:]]
        seen = asyncio.ensure_future(self._seen.wait())
        try:
            over, _ = await asyncio.wait([*ends, seen], timeout=_STARTING, return_when=asyncio.FIRST_COMPLETED)
            if over <= {seen}:  # an engine takes its time, which is not the command's
                began = time.monotonic()
                over, _ = await asyncio.wait(ends, timeout=self.limits.wall, return_when=asyncio.FIRST_COMPLETED)
            self.ended.seconds = time.monotonic() - began
            if not over:
                self._name("wall")
            if not self.ended.limits:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_GRACE):
                        await process.wait()
            stopped = bool(self.ended.limits) or process.returncode is None
            if self._enough.is_set():
                await asyncio.sleep(_LAG)
            if stopped:  # the engine's program only: what runs in the container is killed with that
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await asyncio.wait(tasks[:2], timeout=_GRACE)  # what it had written before
        finally:
            for task in (*tasks, *ends, seen):
                task.cancel()
            await asyncio.gather(*tasks, *ends, seen, return_exceptions=True)
            await end(process)
        self.ended.exit = 128 + 9 if stopped or process.returncode is None else process.returncode
        with contextlib.suppress(OSError):  # gone with its container, if that ended by itself
            self._note(before, self.groups.look())
        if limit := _SIGNALLED.get(self.ended.exit):
            self._name(limit)
        return self.ended

    async def _read(self, stream: asyncio.StreamReader, name: Literal["stdout", "stderr"]) -> None:
        kept = self.ended.out[name]
        while data := await stream.read(1 << 16):
            room = self.limits.output - len(kept)
            kept += data[:room]
            if len(data) > room and name not in self.ended.truncated:
                self.ended.truncated.append(name)
                self._name("output")
                self._enough.set()

    async def _watch(self, before: GroupUsage) -> None:
        """Look at the control groups until a limit is reached."""
        while True:
            await asyncio.sleep(_EVERY)
            try:
                now = self.groups.look()
                reached = self._note(before, now)
            except OSError:
                await asyncio.Event().wait()  # the container is gone: the engine's program is about to say so
            if now.tasks > OURS:
                self._seen.set()
            if reached:
                return

    async def _watch_files(self) -> None:
        """Look at what was written until it is too much."""
        while True:
            await asyncio.sleep(_SLOWLY)
            if limit := await self.full():
                self._name(limit)
                return

    def _note(self, before: GroupUsage, now: GroupUsage) -> bool:
        """Name the limits that were reached; whether there are any."""
        found: list[Limit] = []
        if now.cpu - before.cpu >= self.limits.cpu:
            found.append("cpu")
        if now.refused > before.refused or now.tasks - OURS >= self.limits.processes:
            found.append("processes")
        if now.starved > before.starved:
            found.append("memory")
        if now.shared_full and not before.shared_full:
            found.append("disk")
        for limit in found:
            self._name(limit)
        return bool(found)

    def _name(self, limit: Limit) -> None:
        if limit not in self.ended.limits:
            self.ended.limits.append(limit)


async def _feed(stream: asyncio.StreamWriter | None, data: bytes) -> None:
    if stream is None:
        return
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it does not want to read
        stream.write(data)
        await stream.drain()
    stream.close()
