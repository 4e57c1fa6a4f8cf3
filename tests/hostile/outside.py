"""What hostile scripts aim at, on the host that they must not reach, and how to tell whether they did.

Everything is made for one test run, in a folder of its own, listens on the loopback only, and is taken away after it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import hashlib
import os
import re
import secrets
import shutil
import signal
import socket
import stat
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

_LEFT = [
    *("/tmp", "/var/tmp", "/dev/shm", "/run", "/opt", "/", "/etc/cron.d", "/etc/profile.d", "/etc/systemd/system"),
    *("/etc/ld.so.conf.d", "/etc/init.d", "/var/spool", "/var/spool/cron"),
]
_ENGINES = re.compile("/containers/|/netns| - nsfs ")  # others may be running some beside us
_KEY = 0x5C121  # of the segment that one script leaves
_SETTINGS = [
    *("kernel/core_pattern", "kernel/randomize_va_space", "kernel/hostname", "kernel/modprobe", "kernel/shmall"),
    *("vm/overcommit_memory", "fs/file-max", "user/max_user_namespaces", "net/ipv4/ip_forward"),
]


@dataclass(slots=True)
class Outside:
    """The targets. `token` is written nowhere but in what a script must not reach."""

    folder: Path
    token: str
    mark: str
    port: int
    victim: asyncio.subprocess.Process
    contacts: list[str] = field(default_factory=list)

    @property
    def hidden(self) -> Path:
        return self.folder / "hidden"

    @property
    def canary(self) -> Path:
        return self.folder / "canary" / "canary"

    def environ(self) -> dict[str, str]:
        """What scripts are told of their targets."""
        return {
            "SECRET": str(self.hidden / "secret"),
            "CANARY": str(self.canary),
            "SOCKET": str(self.folder / "socket"),
            "ABSTRACT": f"abstract-{self.mark}",
            "PORT": str(self.port),
            "VICTIM": str(self.victim.pid),
            "MARK": self.mark,
            "HOST_NAME": os.uname().nodename,
            "HOST_SESSION": str(os.getsid(0)),
        }

    def state(self) -> dict[str, object]:
        """Everything that no script may change."""
        return {
            "canary": {str(path.relative_to(self.folder)): _looks(path) for path in sorted(self.folder.rglob("*"))},
            "victim": _process(self.victim.pid),
            "settings": {name: _text(Path("/proc/sys", name)) for name in _SETTINGS},
            "mounts": [line for line in _text(Path("/proc/self/mountinfo")).splitlines() if not _ENGINES.search(line)],
            "segments": [
                line for line in _text(Path("/proc/sysvipc/shm")).splitlines()[1:] if int(line.split()[0]) == _KEY
            ],
            "contacts": list(self.contacts),
        }

    def left(self) -> list[str]:
        """Processes, files and sockets that carry the mark."""
        found = [f"process {pid}" for pid in _marked_processes(self.mark)]
        for folder in _LEFT:
            with contextlib.suppress(OSError):
                found += [f"{folder}/{name}" for name in os.listdir(folder) if self.mark in name]
        return found + [line for line in _text(Path("/proc/net/unix")).splitlines() if line.endswith(f"@{self.mark}")]


@asynccontextmanager
async def outside() -> AsyncIterator[Outside]:
    """Set up all targets, and take them away at the end."""
    token, mark = f"token-{secrets.token_hex(12)}", f"mark-{secrets.token_hex(6)}"
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="hostile-", dir="/var/tmp"))
        stack.callback(shutil.rmtree, folder)
        folder.chmod(0o755)  # what is not to be reached must not be out of reach by its rights alone
        for name, content in (("hidden/secret", token), ("canary/canary", "nobody may touch this file\n")):
            (folder / name).parent.mkdir()
            (folder / name).write_text(content)
        for place in ("/tmp", "/dev/shm"):
            path = Path(place, f"{secrets.token_hex(6)}-token")
            path.write_text(token)
            stack.callback(path.unlink)
        stack.enter_context(_segment(token))
        os.environ["OF_THE_HOST"] = token
        stack.callback(os.environ.pop, "OF_THE_HOST")
        descriptor = os.open(folder / "hidden/secret", os.O_RDONLY)
        os.set_inheritable(descriptor, True)
        stack.callback(os.close, descriptor)
        victim = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", "import time; time.sleep(3600)", "victim-of-this", token),
            start_new_session=True,
        )
        async with _listeners(folder, f"abstract-{mark}", token) as (port, contacts):
            try:
                yield Outside(folder, token, mark, port, victim, contacts)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    victim.kill()
                await victim.wait()


@asynccontextmanager
async def _listeners(folder: Path, abstract: str, token: str) -> AsyncIterator[tuple[int, list[str]]]:
    """Listeners that give the token to whoever comes, and note it."""
    contacts: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        contacts.append("stream")
        writer.write(token.encode())
        writer.close()

    class Datagrams(asyncio.DatagramProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.transport = transport

        def datagram_received(self, data: bytes, address: object) -> None:
            contacts.append("datagram")

    loop = asyncio.get_running_loop()
    async with contextlib.AsyncExitStack() as stack:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        servers = [server]
        with contextlib.suppress(OSError):  # a machine without IPv6 has no such listener to reach
            servers.append(await asyncio.start_server(answer, "::1", port))
        servers.append(await asyncio.start_unix_server(answer, folder / "socket"))
        nameless = socket.socket(socket.AF_UNIX)
        nameless.bind(f"\0{abstract}")
        servers.append(await asyncio.start_unix_server(answer, sock=nameless))
        transport, _ = await loop.create_datagram_endpoint(Datagrams, ("127.0.0.1", port))
        stack.callback(transport.close)
        for one in servers:
            await stack.enter_async_context(one)
        yield port, contacts


@contextlib.contextmanager
def _segment(token: str) -> Iterator[None]:
    """A System V segment of the host that holds the token."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    libc.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
    segment = libc.shmget(0, 4096, 0o1600)
    try:
        ctypes.memmove(libc.shmat(segment, None, 0), token.encode(), len(token))
        yield
    finally:
        libc.shmctl(segment, 0, None)


def _looks(path: Path) -> object:
    about = path.lstat()
    content = hashlib.sha256(path.read_bytes()).hexdigest() if stat.S_ISREG(about.st_mode) else ""
    return about.st_mode, about.st_uid, about.st_gid, about.st_nlink, about.st_mtime_ns, about.st_ctime_ns, content


def _process(pid: int) -> object:
    fields = _text(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    alive = bool(fields) and fields[0] in "SRD"
    limits = _text(Path(f"/proc/{pid}/limits"))
    return alive, os.getpriority(os.PRIO_PROCESS, pid), sorted(os.sched_getaffinity(pid)), limits


def _marked_processes(mark: str) -> list[int]:
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            with contextlib.suppress(OSError):
                if mark.encode() in Path(f"/proc/{name}/cmdline").read_bytes():
                    found.append(int(name))
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def kill_marked(mark: str) -> None:
    """End what a control left on purpose."""
    for pid in _marked_processes(mark):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
