"""Boxes made by bubblewrap over an overlay, each held by a process of its own that dies with this program."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import subprocess
import sys
import threading
import weakref
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...core.effects import Change, Execution, Node
from ...errors import BadInput, SandboxUnavailable
from ...ports import Box, BoxSpec
from ..boxes import absolute, check_spec
from .exposing import exposed
from .secrets import within
from .wire import HEAD, Message, pack, unpack

_PATIENCE = 5.0  # seconds
_MODE = 0o644  # of a file that is laid into a box
_PACKAGES = Path(__file__).resolve().parents[3]
_MAIN = "import sys; sys.path.insert(0, {!r}); from scriptsmith.adapters.sandbox.launcher import main; main({}, {!r})"


class Bubblewrap:
    """Opens boxes with the program `bwrap`. Its launcher starts with the first box and ends with this object."""

    name = "bubblewrap"

    def __init__(self, program: str = "bwrap", python: str = sys.executable) -> None:
        self._program, self._python = program, python
        self._lock = threading.Lock()
        self._service: socket.socket | None = None

    def open(self, spec: BoxSpec, /) -> AbstractAsyncContextManager[Box]:
        """A box as `spec` says; raises `SandboxUnavailable` or `BadInput` on entering."""
        return self._open(spec)

    @asynccontextmanager
    async def _open(self, spec: BoxSpec) -> AsyncIterator[Box]:
        _check(spec)
        named = exposed(spec.expose)
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        box = _Box(ours)
        try:
            with theirs:
                self._ask(spec, named.folders, theirs)
            await box.open(spec, named.files)
            yield box
        finally:
            await box.close()

    def _ask(self, spec: BoxSpec, folders: Sequence[str], theirs: socket.socket) -> None:
        """Have the launcher start a holder for the other end of a box's socket, and the launcher if need be."""
        request = {
            "root": _root(spec),
            "empty": list(spec.empty),
            "exposed": list(folders),
            "memory": spec.limits.memory + spec.limits.disk,
            "processes": spec.limits.processes,
        }
        with self._lock:
            for attempt in range(2):
                if self._service is None:
                    self._service = self._launch()
                try:
                    socket.send_fds(self._service, [json.dumps(request).encode()], [theirs.fileno()])
                    return
                except OSError:  # somebody killed it: a new one takes its place once
                    self._service.close()
                    self._service = None
                    if attempt:
                        raise SandboxUnavailable("the launcher of boxes does not stay alive") from None

    def _launch(self) -> socket.socket:
        program = shutil.which(self._program)
        if sys.platform != "linux":
            raise SandboxUnavailable(
                "boxes need Linux; here, run a container engine and set sandbox.engine to docker or podman"
            )
        if program is None:
            raise SandboxUnavailable(f"{self._program} is not installed: apt-get install bubblewrap (or dnf, apk)")
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with theirs:
                process = subprocess.Popen(
                    [self._python, "-I", "-S", "-c", _MAIN.format(str(_PACKAGES), theirs.fileno(), program)],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    env={"LC_ALL": "C.UTF-8"},
                    cwd="/",
                )
        except OSError as error:
            ours.close()
            why = f"{self._python or 'the Python interpreter'}, which starts boxes, cannot be run ({error.strerror})"
            raise SandboxUnavailable(f"{why}: make it readable and executable for this user") from None
        weakref.finalize(self, _end, ours, process)
        return ours


def _end(service: socket.socket, process: subprocess.Popen[bytes]) -> None:
    """Have the launcher end, and its boxes with it even if somebody still holds one open."""
    service.close()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _root(spec: BoxSpec) -> str | None:
    """The folder that a box lies over, None for the host's own tree by whatever name."""
    root = None if spec.root is None else str(spec.root.resolve())
    return None if root == "/" else root


class _Box:
    """One box, by its holder's socket."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._turn = asyncio.Lock()

    async def open(self, spec: BoxSpec, exposed: Mapping[str, tuple[bytes, int]]) -> None:
        files = {**exposed, **{path: (content, _MODE) for path, content in spec.files.items()}}
        message = {
            "root": _root(spec),
            "workdir": spec.workdir,
            "environ": dict(spec.environ),
            "network": spec.network,
            "limits": asdict(spec.limits),
            "files": [(path, mode) for path, (_, mode) in files.items()],
        }
        await self._request(message, [content for content, _ in files.values()])

    async def write(self, path: str, content: bytes, mode: int = 0o644, /) -> None:
        await self._request({"op": "write", "path": _file(path), "mode": mode}, [content])

    async def execute(self, argv: Sequence[str], /, *, stdin: bytes = b"") -> Execution:
        if not argv or any("\0" in part for part in argv):
            raise BadInput("a command for a box needs a name and no NUL characters")
        message, (stdout, stderr) = await self._request({"op": "execute", "argv": list(argv)}, [stdin])
        return Execution(
            exit=message["exit"],
            stdout=stdout,
            stderr=stderr,
            seconds=message["seconds"],
            limits=tuple(message["limits"]),
            truncated=tuple(message["truncated"]),
            changes=tuple(_change(*change) for change in message["changes"]),
            omitted=message["omitted"],
        )

    async def close(self) -> None:
        """Give the box up; when this returns nothing of it is left."""
        try:
            self._link.shutdown(socket.SHUT_WR)
            await asyncio.shield(self._rest())
        except OSError:
            pass
        finally:
            self._link.close()

    async def _rest(self) -> None:
        loop = asyncio.get_running_loop()
        while await loop.sock_recv(self._link, 1 << 16):
            pass

    async def _request(self, message: Message, blobs: Sequence[bytes]) -> tuple[Message, list[bytes]]:
        async with self._turn:
            loop = asyncio.get_running_loop()
            try:
                await loop.sock_sendall(self._link, pack(message, blobs))
                document, body = HEAD.unpack(await self._exactly(HEAD.size))
                answer, answered = unpack(await self._exactly(document), await self._exactly(body))
            except (ConnectionError, EOFError):
                raise SandboxUnavailable("the process that holds the box died") from None
        if "error" in answer:
            raise {"input": BadInput, "unavailable": SandboxUnavailable}[answer["error"]](answer["why"])
        return answer, answered

    async def _exactly(self, size: int) -> bytes:
        loop, data = asyncio.get_running_loop(), bytearray()
        while len(data) < size:
            if not (chunk := await loop.sock_recv(self._link, min(size - len(data), 1 << 20))):
                raise EOFError
            data += chunk
        return bytes(data)


def _change(
    path: str, kind: Any, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, diff: str
) -> Change:
    nodes = [None if each is None else _node(each) for each in (before, after)]
    return Change(path=path, kind=kind, before=nodes[0], after=nodes[1], diff=diff)


def _node(described: Mapping[str, Any]) -> Node:
    return Node(**{**described, "attributes": tuple(described.get("attributes", ()))})


def _check(spec: BoxSpec) -> None:
    """Raises `BadInput` for a spec that makes no sense."""
    check_spec(spec)
    for path in spec.files:
        _file(path)


def _file(path: str) -> str:
    if within(absolute(path), ("/dev", "/proc")):
        raise BadInput(f"no file can be laid at {path!r}, which the kernel keeps")
    return path
