"""Runs one command under bubblewrap in the mounted tree of a box, to its end or its limits."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from . import kernel, pseudo, watch
from .groups import ControlGroup
from .seccomp import filter_program
from .world import MERGED, BoxFilesystem

# What a root of a box may do to its own files and processes, and nothing to the kernel.
_KEPT = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID", "SETFCAP", "NET_BIND_SERVICE")
_EVERY = 0.02  # seconds between looks at what a box uses
_OFTEN = 0.004  # and between looks at the number of its processes, where the kernel does not count what it refuses
OURS = 4  # tasks of bubblewrap and of the holder, which count against the box's number
_SPARE = 12  # by how much the limit on a user's tasks lies above the group's, which has to be the one that is met
_IGNORED = (signal.SIGPIPE, signal.SIGXFSZ)  # by Python; whoever types a command has them as they are by default
_NO_FORK = (b"fork", b"Resource temporarily unavailable")  # how programs tell on standard error that they got no task
ENVIRONMENT = {
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "LOGNAME": "root",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "SHELL": "/bin/bash",
    "TERM": "dumb",
    "USER": "root",
}


class Refused(Exception):
    """Bubblewrap could not make its part of the box; says why."""


@dataclass(slots=True)
class Ended:
    """How a command ended."""

    exit: int = 0
    out: dict[str, bytearray] = field(default_factory=lambda: {"stdout": bytearray(), "stderr": bytearray()})
    truncated: list[str] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Gone(Exception):
    """Whoever asked for the command is not there any more."""


@dataclass(slots=True)
class BoxCommand:
    """One command with all it needs: the program `bwrap`, and numbers by the names of `BoxLimits`."""

    bwrap: str
    argv: Sequence[str]
    stdin: bytes
    workdir: str
    environ: Mapping[str, str]
    network: bool
    limits: Mapping[str, Any]
    group: ControlGroup


def run(command: BoxCommand, world: BoxFilesystem, control: socket.socket) -> Ended:
    """Run `command`; no process of it lives when this returns or raises."""
    running = _Running(command, world, control)
    try:
        running.loop()
    finally:
        running.kill()
        running.bury()
    running.look_back()
    return running.result()


class _Running:
    def __init__(self, command: BoxCommand, world: BoxFilesystem, control: socket.socket) -> None:
        self.command, self.world, self.control = command, world, control
        self.ended = Ended()
        self.limit = command.limits
        self.proc = self.inside = -1
        self.status = b""
        self.stdin = memoryview(command.stdin)
        self.killed_before, self.refused_before = command.group.killed(), command.group.refused()
        self.counted = command.group.counts_tasks()
        self.began = time.monotonic()
        self._start()

    def _start(self) -> None:
        options = memory_file("options", "\0".join(_options(self.command)).encode("utf-8", "surrogateescape"))
        rules = memory_file("filter", call_filter(self.command.network))
        in_read, self.feed = os.pipe()
        self.stdout, out_write = os.pipe()
        self.stderr, err_write = os.pipe()
        self.report, report_write = os.pipe()
        argv = [
            self.command.bwrap,
            "--args",
            str(options),
            "--seccomp",
            str(rules),
            "--json-status-fd",
            str(report_write),
        ]
        argv += ["--", *self.command.argv]
        for fd in (options, rules, report_write):
            os.set_inheritable(fd, True)
        streams = [(os.POSIX_SPAWN_DUP2, fd, place) for place, fd in enumerate((in_read, out_write, err_write))]
        self.command.group.join()
        usual = _readiness("1000")  # whoever runs out of memory, what is started here goes first, from its first moment
        try:
            self.pid = os.posix_spawn(argv[0], argv, {}, file_actions=streams, setsigdef=_IGNORED)
        except OSError as error:
            raise Refused(f"{argv[0]} cannot be run by the user that a box is: {error.strerror}") from None
        finally:
            _readiness(usual)
            self.command.group.leave()
        for fd in (options, rules, in_read, out_write, err_write, report_write):
            os.close(fd)
        self.monitor = os.pidfd_open(self.pid)
        for fd in (self.feed, self.stdout, self.stderr, self.report):
            os.set_blocking(fd, False)

    def loop(self) -> None:
        """Carry streams and look at the limits until the command and all its output have ended."""
        poll = select.poll()
        streams = {self.stdout: "stdout", self.stderr: "stderr"}
        for fd in (*streams, self.monitor):
            poll.register(fd, select.POLLIN)
        poll.register(self.control.fileno(), select.POLLRDHUP | select.POLLHUP)
        if self.stdin:
            poll.register(self.feed, select.POLLOUT)
        else:
            self._close_stdin()
        open_ends = {*streams, self.monitor}
        end, next_look = self.began + self.limit["wall"], self.began + _EVERY
        while open_ends:
            now = time.monotonic()
            soon = min(end, next_look) if self.counted else min(end, next_look, now + _OFTEN)
            ready = poll.poll(max(0.0, soon - now) * 1000)
            for fd, event in ready:
                if fd == self.control.fileno():
                    raise Gone
                if fd == self.feed:
                    self._feed(poll, event)
                elif fd == self.monitor:
                    self.ended.seconds = time.monotonic() - self.began
                    poll.unregister(fd)
                    open_ends.discard(fd)
                    self.kill()
                elif not self._drain(fd, streams[fd]):
                    poll.unregister(fd)
                    open_ends.discard(fd)
            now = time.monotonic()
            if now >= end:
                self._reached("wall")
                end = now + 3600
            if now >= next_look:
                self._look()
                next_look = time.monotonic() + _EVERY
            elif not self.counted:
                self._look_at_processes()

    def _feed(self, poll: select.poll, event: int) -> None:
        try:
            self.stdin = (
                self.stdin[os.write(self.feed, self.stdin[:65536]) :] if event & select.POLLOUT else self.stdin[:0]
            )
        except BlockingIOError:
            return
        except OSError:
            self.stdin = self.stdin[:0]  # it does not want to read
        if not self.stdin:
            poll.unregister(self.feed)
            self._close_stdin()

    def _close_stdin(self) -> None:
        if self.feed >= 0:
            os.close(self.feed)
            self.feed = -1

    def _drain(self, fd: int, stream: str) -> bool:
        """Read what there is; False at the end."""
        try:
            data = os.read(fd, 1 << 16)
        except BlockingIOError:
            return True
        kept = self.ended.out[stream]
        room = self.limit["output"] - len(kept)
        kept += data[:room]
        if len(data) > room and stream not in self.ended.truncated:
            self.ended.truncated.append(stream)
            self._reached("output")
        return bool(data)

    def _hear(self) -> None:
        """Read what bubblewrap has reported so far: it does so in many small pieces, none worth waking up for."""
        with contextlib.suppress(BlockingIOError):
            self.status += os.read(self.report, 1 << 16)
        if self.inside < 0 and b"child-pid" in self.status and b"\n" in self.status:
            self.inside = int(json.loads(self.status.split(b"\n")[0])["child-pid"])

    def _look(self) -> None:
        """See whether everything in the box together has reached a limit."""
        self._look_at_disk()
        if self.command.group.refused() > self.refused_before:
            self._reached("processes")
        if not self._sees_processes():
            return
        try:
            use = watch.look(self.proc, self.limit["memory"])
        except OSError:
            return  # it has just ended
        if use.cpu >= self.limit["cpu"]:
            self._reached("cpu")
        if use.tasks >= self.limit["processes"]:
            self._reached("processes")
        kept = self.command.group.used() - self.limit["disk"]  # files on a tmpfs are memory as well
        if max(use.memory, kept) >= self.limit["memory"] or watch.host_is_short():
            self._reached("memory")

    def _sees_processes(self) -> bool:
        """Whether the processes of the box can be looked at by now."""
        if self.proc < 0:
            self._hear()
            self.proc = _proc_of(self.inside)
        return self.proc >= 0

    def _look_at_processes(self) -> None:
        """See at little cost whether there are too many: their threads are not counted."""
        if self._sees_processes() and watch.processes(self.proc) >= self.limit["processes"]:
            self._reached("processes")

    def look_back(self) -> None:
        """See what was reached without anybody looking."""
        self._look_at_disk()
        refused = self.command.group.refused() > self.refused_before
        if refused or (not self.counted and all(said in self.ended.out["stderr"] for said in _NO_FORK)):
            self._reached("processes")
        if self.command.group.killed() > self.killed_before:
            self._reached("memory")

    def _look_at_disk(self) -> None:
        blocks, inodes = self.world.fullness()
        if blocks:
            self._reached("disk")
        if inodes:
            self._reached("inodes")

    def _reached(self, limit: str) -> None:
        if limit not in self.ended.limits:
            self.ended.limits.append(limit)
        self.kill()

    def kill(self) -> None:
        """Kill the first process of the namespace, and with it, by the kernel, all others."""
        if self.inside < 0:
            self._hear()
        for pid in (self.inside, self.pid):
            if pid > 0:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def bury(self) -> None:
        """Wait until every process is gone, and close what is open."""
        while True:
            try:
                kernel.kill_children()
                pid, status = os.waitpid(-1, 0)  # the namespace's first process, an orphan, comes to us too
            except ChildProcessError:
                break
            if pid == self.pid:
                self.ended.exit = os.waitstatus_to_exitcode(status)
        self._close_stdin()
        self._hear()
        for fd in (self.stdout, self.stderr, self.report, self.monitor, self.proc):
            if fd >= 0:
                os.close(fd)

    def result(self) -> Ended:
        """What was seen; raises `Refused` when the command was never started for another reason than its name."""
        ended = self.ended
        told = [json.loads(line) for line in self.status.splitlines() if b"exit-code" in line]
        if told:
            ended.exit = told[0]["exit-code"]
        elif ended.limits:
            ended.exit = 128 + signal.SIGKILL
        elif ended.out["stderr"].startswith(b"bwrap: execvp"):
            ended.exit = 127
            ended.out["stderr"][:] = ended.out["stderr"].replace(b"bwrap: execvp ", b"", 1)
        else:
            raise Refused(ended.out["stderr"].decode("utf-8", "replace").strip() or f"it ended with {ended.exit}")
        return ended


def _proc_of(pid: int) -> int:
    """The /proc that a process has in its own tree, open; -1 while it still has the host's."""
    try:
        proc = os.open(f"/proc/{pid}/root/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return -1
    if os.fstat(proc).st_dev != os.stat("/proc").st_dev:
        return proc
    os.close(proc)
    return -1


@cache
def call_filter(network: bool) -> bytes:
    """The filter of system calls for this machine; raises `KeyError` where none is known."""
    return filter_program(os.uname().machine, network=network)


def _options(command: BoxCommand) -> list[str]:
    options = [
        "--unshare-pid",
        "--unshare-uts",
        "--unshare-cgroup-try",
        "--die-with-parent",
        "--new-session",
        "--hostname",
        "box",
    ]
    options += ["--dev-bind", MERGED, "/", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"]
    options += ["--cap-drop", "ALL", *(part for name in _KEPT for part in ("--cap-add", f"CAP_{name}"))]
    for name, value in {**ENVIRONMENT, **command.environ}.items():
        options += ["--setenv", name, value]
    return [*options, "--chdir", command.workdir]


def confine(limit: Mapping[str, Any], *, counted: bool) -> None:
    """Bind this process and all that it will start, each on its own. Looking at what they use together binds more.

    `counted` says that a control group bounds tasks: that bound is met first, since only it tells when it was.
    """
    for name, most in (
        (resource.RLIMIT_NPROC, limit["processes"] + OURS + (_SPARE if counted else 0)),
        (resource.RLIMIT_DATA, 8 * limit["memory"]),  # memory written to, not addresses reserved
        (resource.RLIMIT_CORE, 1),  # 0 would still start a handler that the host has for crashes
        (resource.RLIMIT_NOFILE, 2048),
        (resource.RLIMIT_MEMLOCK, 64 << 10),
        (resource.RLIMIT_MSGQUEUE, 819_200),
        (resource.RLIMIT_SIGPENDING, 4096),
    ):
        resource.setrlimit(name, (most, most))


def _readiness(score: str) -> str:
    """Set how readily the kernel kills this process when memory ends, and give what it was; children inherit it."""
    try:
        former = pseudo.read("/proc/self/oom_score_adj").strip()
        pseudo.write("/proc/self/oom_score_adj", score or former)
    except OSError:
        return ""
    return former


def memory_file(name: str, content: bytes) -> int:
    """An open file of memory that holds `content`, to be read from its beginning."""
    fd = os.memfd_create(name)
    os.write(fd, content)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd
