"""The process that holds one box: leaves the host's namespaces, builds the tree, runs commands, reports changes.

A holder that was started by real root first becomes a user that nobody is, with 65,536 ids of its own, so that nothing
in the box is root to the kernel: neither sysctls nor limits on processes know it as such. One started by an ordinary
user shows that user as root in the box.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import socket
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from . import kernel, pseudo
from .collect import CollectionLimits, collect
from .groups import ControlGroup
from .host import Host
from .laying import lay_file, lay_folder
from .mounts import Part, parts_by_folder
from .running import BoxCommand, Gone, Refused, call_filter, confine, run
from .wire import HEAD, Message, pack, receive_fds, unpack
from .world import MERGED, BoxFilesystem

IDS = 65_536
_MOST_TASKS = 4096
_IPC = {"shmmax": None, "shmall": None, "msgmni": "32", "sem": "250 32000 32 128"}


@dataclass(slots=True)
class Start:
    """What the launcher gives a holder: the program, a range of ids when it is real root, and a cgroup to use."""

    bwrap: str
    first_id: int  # 0: an ordinary user
    helper: socket.socket
    host: Host
    group: ControlGroup


class Failed(Exception):
    """A request cannot be met; says why. `kind` is "unavailable" (no box) or "input" (the request)."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind


def hold(start: Start) -> None:
    """Become the root of a user namespace, wait for an order, and answer requests for that box until they end."""
    refusal = None
    try:
        _become_root_of_its_own(start)
    except Failed as failure:
        refusal = failure
    if refusal or not start.first_id:
        start.helper.send(b"none")
    data, fds = receive_fds(start.helper, 80)
    if not data:
        return
    with open(fds[1], "rb") as told:
        order: Message = json.load(told)
    control, box = socket.socket(fileno=fds[0]), None
    with contextlib.suppress(Gone, BrokenPipeError, ConnectionResetError):
        while (request := _receive(control)) is not None:
            try:
                if refusal or order["why"]:
                    raise refusal or Failed("unavailable", order["why"])
                if box is None:
                    box = _Box(control, start, order, fds[2:], *request)
                    control.sendall(pack({"ok": True}))
                else:
                    control.sendall(box.answer(*request))
            except Failed as failure:
                control.sendall(pack({"error": failure.kind, "why": str(failure)}))
                if box is None:
                    return
            except (OSError, ValueError, KeyError) as error:  # a defect of ours, or a kernel that is out of something
                where = traceback.extract_tb(error.__traceback__)[-1]
                why = f"the box broke at {where.name}: {type(error).__name__}: {error}"
                control.sendall(pack({"error": "unavailable", "why": why}))
                return


def _become_root_of_its_own(start: Start) -> None:
    """Enter a new user namespace; real root does so as a user that nobody else is."""
    if start.first_id:
        resource.setrlimit(resource.RLIMIT_NPROC, (_MOST_TASKS, _MOST_TASKS))  # of all ids of the box together
        with _as("root may not become another user here: CAP_SETUID and CAP_SETGID are needed"):
            os.setgroups([])
            os.setresgid(*[start.first_id] * 3)
            os.setresuid(*[start.first_id] * 3)
        kernel.set_dumpable(True)
        _unshare(kernel.NEWUSER)
        start.helper.send(b"map")
        answer = start.helper.recv(4096)
        if answer != b"done":
            raise Failed("unavailable", f"a user namespace got no ids: {answer.decode('utf-8', 'replace')}")
        os.setresgid(0, 0, 0)
        os.setresuid(0, 0, 0)
    else:
        user, group = os.geteuid(), os.getegid()
        _unshare(kernel.NEWUSER)
        for name, line in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
            _write(f"/proc/self/{name}", line)
    kernel.die_with_parent()  # the change of user has undone it


def _unshare(flags: int) -> None:
    try:
        kernel.unshare(flags)
    except OSError as error:
        why = f"user namespaces are not allowed here ({error.strerror}): {_how_to_allow()}"
        raise Failed("unavailable", why) from None


class _Box:
    def __init__(
        self, control: socket.socket, start: Start, order: Message, mounts: list[int], spec: Message, files: list[bytes]
    ) -> None:
        self.control, self.start, self.spec = control, start, spec
        try:
            call_filter(spec["network"])
        except KeyError as machine:
            raise Failed("unavailable", f"no filter of system calls is known for {machine}: use a container") from None
        parts = self._enter(order, mounts)
        host, limits = spec["root"] is None, spec["limits"]
        confine(limits, counted=start.group.counts_tasks())
        with _as("the tree of the box could not be built: overlay and tmpfs of Linux 6.6 or newer are needed"):
            self.world = BoxFilesystem(parts, host=host, disk=limits["disk"], inodes=limits["inodes"])
            kernel.die_with_parent()  # meeting files as somebody else has undone both
            kernel.set_dumpable(True)
            self.world.hide(order["hidden"])
        laid = [(path, content, mode) for (path, mode), content in zip(spec["files"], files, strict=True)]
        if spec["network"] and host:
            with contextlib.suppress(OSError), open("/etc/resolv.conf", "rb") as names:
                laid.insert(0, ("/etc/resolv.conf", names.read(), 0o644))
        plain = self.world.folder(spec["workdir"])
        later = [file for file in laid if not self.world.place(*file)]
        if later or not plain:
            self._lay(later)

    def _enter(self, order: Message, mounts: list[int]) -> list[Part]:
        """Leave the host's mounts and messages; gives the parts of the lower tree."""
        _unshare(kernel.NEWNS | kernel.NEWIPC | (0 if self.spec["network"] else kernel.NEWNET))
        if not self.spec["network"]:
            kernel.raise_loopback()
        kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
        _write("/proc/sys/user/max_user_namespaces", "0", required=False)
        memory = self.spec["limits"]["memory"]  # for System V shared memory, which no limit on processes binds
        for name, value in _IPC.items():
            size = memory if name == "shmmax" else memory // resource.getpagesize()
            _write(f"/proc/sys/kernel/{name}", value or str(size), required=False)
        if self.start.first_id:
            told = zip(order["prefixes"], mounts, order["public"], strict=True)
            return [Part(prefix, prefix, mount, public=public) for prefix, mount, public in told]
        root, hidden = self.spec["root"], order["hidden"]
        if root is not None:
            parts = [Part("/", root)]
        else:
            parts = parts_by_folder(self.start.host.mounts, hidden, order["exposed"])
        return [part for part in parts if _opened(part)]

    def _lay(self, files: list[tuple[str, bytes, int]]) -> None:
        """Lay files into a layer of their own, and make sure of the working folder."""
        uppers = self.world.mount()
        try:
            root = os.open(MERGED, os.O_PATH | os.O_DIRECTORY)
            try:
                os.close(lay_folder(root, self.spec["workdir"]))
                for path, content, mode in files:
                    lay_file(root, path, content, mode)
            except OSError as error:
                raise Failed(
                    "input", f"{error.filename or 'a file'} cannot be laid into the box: {error.strerror}"
                ) from None
            finally:
                os.close(root)
        finally:
            self.world.close(uppers)

    def answer(self, message: Message, blobs: list[bytes]) -> bytes:
        if message["op"] == "write":
            self._lay([(message["path"], blobs[0], message["mode"])])
            return pack({"ok": True})
        command = BoxCommand(
            bwrap=self.start.bwrap,
            argv=message["argv"],
            stdin=blobs[0],
            workdir=self.spec["workdir"],
            environ=self.spec["environ"],
            network=self.spec["network"],
            limits=self.spec["limits"],
            group=self.start.group,
        )
        uppers = self.world.mount()
        try:
            ended = run(command, self.world, self.control)
            collected = collect(self.world, uppers, CollectionLimits())
        except Refused as refusal:
            raise Failed("unavailable", f"bubblewrap could not open the box: {refusal}") from None
        finally:
            self.world.close(uppers)
        streams = {"stdout": bytes(ended.out["stdout"]), "stderr": bytes(ended.out["stderr"])}
        report: dict[str, Any] = {name: value for name, value in asdict(ended).items() if name != "out"}
        return pack({**report, "changes": collected.changes, "omitted": collected.omitted}, list(streams.values()))


def _opened(part: Part) -> bool:
    """Open a part's folder, so that it has a short path that nothing covers."""
    if not part.source:
        return True
    try:
        part.fd = os.open(part.source, os.O_PATH | os.O_DIRECTORY)
    except OSError as error:
        if part.prefix == "/":
            raise Failed("unavailable", f"{part.source} cannot lie under a box: {error.strerror}") from None
        return False
    part.source = f"/proc/self/fd/{part.fd}"
    return True


def _receive(control: socket.socket) -> tuple[Message, list[bytes]] | None:
    head = _exactly(control, HEAD.size)
    if head is None:
        return None
    document, body = HEAD.unpack(head)
    return unpack(_exactly(control, document) or b"", _exactly(control, body) or b"")


def _exactly(control: socket.socket, size: int) -> bytes | None:
    data = bytearray()
    while len(data) < size:
        if not (chunk := control.recv(min(size - len(data), 1 << 20))):
            return None
        data += chunk
    return bytes(data)


def _write(path: str, text: str, *, required: bool = True) -> None:
    try:
        pseudo.write(path, text)
    except OSError as error:
        if required:
            raise Failed("unavailable", f"a user namespace could not be set up ({path}: {error.strerror})") from None


@contextlib.contextmanager
def _as(sentence: str) -> Iterator[None]:
    """Turn a refusal by the kernel into a sentence about what is missing."""
    try:
        yield
    except OSError as error:
        raise Failed("unavailable", f"{sentence} ({error.filename or ''}: {error.strerror or error})") from None


def _how_to_allow() -> str:
    """The setting that forbids user namespaces here."""
    for path, forbids, setting in (
        ("/proc/sys/kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone=1"),
        (
            "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
            "1",
            "kernel.apparmor_restrict_unprivileged_userns=0",
        ),
        ("/proc/sys/user/max_user_namespaces", "0", "user.max_user_namespaces=10000"),
    ):
        with contextlib.suppress(OSError), open(path, encoding="ascii") as file:
            if file.read().strip() == forbids:
                return f"set sysctl {setting}"
    return "allow them in the container's or kernel's settings"
