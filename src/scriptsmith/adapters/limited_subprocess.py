"""Runs a program within limits on time, memory and output, and leaves nothing of it behind.

Its input is a file, never the argument list; its environment is empty but for the locale and PATH. It leads a process
group of its own, which is killed as soon as it has ended, has met a limit, or is no longer wanted. What it starts dies
with it, unless that makes itself the leader of another group, as no checker does.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Literal
from weakref import WeakKeyDictionary

from ..errors import StorageError, ToolMissing

_KIB, _MIB = 1024, 1024 * 1024
_slots: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one check may use: wall seconds, bytes of memory, of output, and of script."""

    seconds: float = 10.0
    memory: int = 1024 * _MIB
    output: int = 16 * _MIB
    script: int = 256 * _KIB


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessResult:
    """How a program ended. `status` is negative for a signal; `given_up` says which limit it met, if any."""

    status: int = 0
    out: bytes = b""
    err: bytes = b""
    given_up: Literal["", "time", "output"] = ""


async def run(argv: Sequence[str], text: str, limits: Limits) -> ProcessResult:
    """Run a program with `text` as its input; it and its children are dead when this returns or is cancelled."""
    output = _Output(limits.output)
    async with _slots.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(os.cpu_count() or 1)):
        with _file(text.encode("utf-8", "replace")) as stdin:  # a lone surrogate: "?" keeps the columns right
            try:
                transport = await _start(argv, stdin, output)
            except OSError as error:
                raise ToolMissing(f"{argv[0]} could not be started: {error.strerror or error}") from None
        try:
            _restrict(transport.get_pid(), limits)
            async with asyncio.timeout(limits.seconds):
                await output.over.wait()
            if output.too_much:
                return ProcessResult(given_up="output")
            status = transport.get_returncode()
            return ProcessResult(status=status or 0, out=bytes(output.parts[1]), err=bytes(output.parts[2]))
        except TimeoutError:
            return ProcessResult(given_up="time")
        finally:
            await _end(transport, output)


async def _start(argv: Sequence[str], stdin: IO[bytes], output: _Output) -> asyncio.SubprocessTransport:
    """Start a program. When that is cancelled it is let finish and undone, for asyncio alone would wait for the
    program's children."""
    loop = asyncio.get_running_loop()
    starting = loop.create_task(
        loop.subprocess_exec(
            lambda: output,
            *argv,
            stdin=stdin,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={"LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", os.defpath)},
            start_new_session=True,
        )
    )
    try:
        return (await asyncio.shield(starting))[0]
    except asyncio.CancelledError:
        with contextlib.suppress(OSError):
            await _end((await starting)[0], output)
        raise


async def _end(transport: asyncio.SubprocessTransport, output: _Output) -> None:
    """Kill whatever still lives of the program and its group, also when it has ended itself, and wait for its death.

    The group keeps its number while anything in it lives, so that no other process is met.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(transport.get_pid(), signal.SIGKILL)
    await output.exited.wait()
    transport.close()  # not sooner: it would take the exit status from whoever waits for it


class _Output(asyncio.SubprocessProtocol):
    """Collects what a program writes; `over` when it has ended and all is read, or when it writes too much.

    asyncio's own Process cannot be waited for while somebody, such as a child left behind, may still write.
    """

    def __init__(self, limit: int) -> None:
        self.parts = {1: bytearray(), 2: bytearray()}
        self.too_much = False
        self.over, self.exited = asyncio.Event(), asyncio.Event()
        self._limit = limit

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if len(self.parts[fd]) + len(data) > self._limit:
            self.too_much = True
            self.over.set()
        else:
            self.parts[fd] += data

    def process_exited(self) -> None:
        self.exited.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.over.set()


def _file(data: bytes) -> IO[bytes]:
    """`data` as an open file: unlike from a pipe, bash reads it in blocks and numbers the lines of its messages."""
    try:
        in_memory = hasattr(os, "memfd_create")
        file: IO[bytes] = open(os.memfd_create("script"), "w+b") if in_memory else tempfile.TemporaryFile()  # noqa: SIM115
        file.write(data)
        file.seek(0)
    except OSError as error:
        raise StorageError(f"no copy of the script could be made for checking it: {error.strerror or error}") from None
    return file


def _restrict(pid: int, limits: Limits) -> None:
    """Limit memory, and CPU time should this process be killed. Linux only: elsewhere the wall limit remains.

    It is done from outside, moments after the start: a hook between fork and exec is not safe with threads, and a
    wrapping shell takes as long as the check. What is limited is the data a program can write to, not its address
    space, of which shellcheck's runtime reserves a terabyte when it starts without such a limit.
    """
    import resource

    if not hasattr(resource, "prlimit"):
        return
    seconds = int(limits.seconds) + 2
    with contextlib.suppress(ProcessLookupError, PermissionError):
        resource.prlimit(pid, resource.RLIMIT_DATA, (limits.memory, limits.memory))
        resource.prlimit(pid, resource.RLIMIT_CPU, (seconds, seconds))
