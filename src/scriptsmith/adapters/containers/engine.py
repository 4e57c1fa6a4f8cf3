"""Talks to a container engine through its command line: lists of arguments, never a line for a shell."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, TypeVar

from ...errors import SandboxUnavailable

FIRST_ID = 0x7000_0000
"""Where the ids of boxes begin that podman opens as real root: beyond what distributions hand out."""

IDS = 65_536
_PATIENCE = 60.0
T = TypeVar("T")


class EngineFailed(Exception):
    """The engine did not do what it was told; says why, in its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFacts:
    """What an engine is. `first_id` is above 0 when its boxes get ids of their own by our asking."""

    kind: Literal["docker", "podman"]
    first_id: int = 0


@dataclass(frozen=True, slots=True)
class Engine:
    """The program at `path`, given `options` before every command."""

    path: str
    options: tuple[str, ...] = ()

    async def call(self, *arguments: str, stdin: bytes = b"") -> str:
        """What the engine prints; raises `EngineFailed`. Never broken off: an engine stopped half-way leaves things."""
        calling = asyncio.ensure_future(self._call(*arguments, stdin=stdin))
        calling.add_done_callback(lambda task: task.cancelled() or task.exception())  # somebody may not want to know
        try:
            return await asyncio.shield(calling)
        except asyncio.CancelledError:
            await asyncio.wait([calling])
            raise

    async def _call(self, *arguments: str, stdin: bytes) -> str:
        process = await self.start(*arguments, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL)
        try:
            async with asyncio.timeout(_PATIENCE + len(stdin) / 1e6):
                out, err = await process.communicate(stdin or None)
        except TimeoutError:
            raise EngineFailed(f"`{arguments[0]}` did not end") from None
        finally:
            await end(process)
        if process.returncode:
            raise EngineFailed(sentence(err))
        return out.decode("utf-8", "replace").strip()

    async def start(
        self, *arguments: str, stdin: int = subprocess.DEVNULL, stdout: int = subprocess.PIPE
    ) -> asyncio.subprocess.Process:
        """The engine's program, started on `arguments`."""
        try:
            return await asyncio.create_subprocess_exec(
                self.path,
                *self.options,
                *arguments,
                stdin=stdin,
                stdout=stdout,
                stderr=subprocess.PIPE,
                start_new_session=True,  # an interrupt at the keyboard is ours to handle
            )
        except (OSError, ValueError) as error:
            raise EngineFailed(f"{self.path} could not be started: {error}") from None

    async def stream(self, *arguments: str, read: Callable[[IO[bytes]], T]) -> T:
        """Have `read` read what the engine prints, in a thread, to the end or not. Raises `EngineFailed`."""
        source, sink = os.pipe()
        try:
            process = await self.start(*arguments, stdout=sink)
        except EngineFailed:
            os.close(source)
            raise
        finally:
            os.close(sink)

        def reading() -> tuple[T, bool]:
            with open(source, "rb") as stream:
                result = read(stream)
                return result, any(not stream.read(1 << 16) for _ in range(16))  # a tar stream ends in zeros

        try:
            result, whole = await asyncio.to_thread(reading)
            if whole:
                _, err = await process.communicate()
                if process.returncode:
                    raise EngineFailed(sentence(err))
            return result
        finally:
            await end(process)

    async def feed(self, *arguments: str, write: Callable[[IO[bytes]], None]) -> str:
        """What the engine prints for the input that `write` writes in a thread. Raises `EngineFailed`."""
        source, sink = os.pipe()
        try:
            process = await self.start(*arguments, stdin=source)
        except EngineFailed:
            os.close(sink)
            raise
        finally:
            os.close(source)

        def writing() -> None:
            with contextlib.suppress(BrokenPipeError), open(sink, "wb") as stream:
                write(stream)

        try:
            (out, err), _ = await asyncio.gather(process.communicate(), asyncio.to_thread(writing))
        finally:
            await end(process)
        if process.returncode:
            raise EngineFailed(sentence(err))
        return out.decode("utf-8", "replace").strip()

    async def probe(self) -> EngineFacts:
        """What this engine is; raises `SandboxUnavailable` with the one thing that is missing."""
        name = Path(self.path).name
        if sys.platform != "linux":
            raise SandboxUnavailable("boxes of a container engine need Linux, where its control groups can be read")
        if shutil.which(self.path) is None:
            raise SandboxUnavailable(f"{name} is not installed: apt-get install podman (or docker.io)")
        try:
            is_podman = "podman" in (await self.call("--version")).lower()
            info = json.loads(await self.call("info", "--format", "json" if is_podman else "{{json .}}"))
        except (EngineFailed, ValueError) as error:
            raise SandboxUnavailable(f"{name} does not work here: {error}") from None
        missing = _missing_in_podman(info) if is_podman else _missing_in_docker(info)
        if missing:
            raise SandboxUnavailable(f"{name} cannot open a box that holds: {missing}")
        if is_podman and not info["host"]["security"].get("rootless"):
            return EngineFacts(kind="podman", first_id=FIRST_ID)
        return EngineFacts(kind="podman" if is_podman else "docker")


def _missing_in_docker(info: dict[str, Any]) -> str:
    if info.get("ServerErrors") or not info.get("ServerVersion"):
        errors = info.get("ServerErrors") or ["no answer"]
        return f"its daemon does not run, start it ({errors[0]})"
    if info.get("OSType") != "linux":
        return "its containers are not Linux"
    security = info.get("SecurityOptions") or []
    if not any(each.startswith("name=seccomp") and "unconfined" not in each for each in security):
        return "it filters no system calls, start its daemon with seccomp"
    for key, name in (("MemoryLimit", "memory"), ("SwapLimit", "swap"), ("PidsLimit", "processes")):
        if not info.get(key):
            return f"the kernel lets it set no limit on {name}, turn that control group on"
    return ""


def _missing_in_podman(info: dict[str, Any]) -> str:
    host = info["host"]
    if host.get("serviceIsRemote"):
        return "it runs on another machine"
    if not host["security"].get("seccompEnabled"):
        return "it filters no system calls, install libseccomp"
    if host["security"].get("rootless") and host.get("cgroupVersion") != "v2":
        return "without root it sets no limits under control groups version 1, boot with version 2 or run it as root"
    for name in ("memory", "pids"):
        if name not in (host.get("cgroupControllers") or ()):
            return f"it was given no control group for {name}, delegate that to this user"
    return ""


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill the engine's program if it still runs, and wait for it; what it had started at the engine stays."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        rest = [_drained(stream) for stream in (process.stdout, process.stderr) if stream is not None]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await asyncio.gather(process.wait(), *rest)


async def _drained(stream: asyncio.StreamReader) -> None:
    """Read to the end: asyncio takes a program for dead only when its streams have ended."""
    while await stream.read(1 << 16):
        pass


def sentence(err: bytes) -> str:
    """The last line that an engine wrote about its failure, without its "Error"."""
    lines = [line for line in err.decode("utf-8", "replace").splitlines() if line.strip()]
    text = lines[-1] if lines else "it gave no reason"
    for prefix in ("Error: ", "Error response from daemon: ", "docker: "):
        text = text.removeprefix(prefix)
    return text.strip()[:400]
