"""The small process that starts boxes: imports everything once, then forks a holder for each box.

It runs apart from the program, in isolated Python without site packages, so that a fork is cheap and safe, and ends
when the program's end of its socket closes, however the program ended. When started by real root it is the one that
stays root: it gives a box its ids, and takes a box's control group away.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import selectors
import signal
import socket
import sys
from dataclasses import dataclass

from . import kernel, pseudo
from .groups import ControlGroup, ControlGroups
from .holder import IDS, Start, hold
from .host import Host
from .mounts import Part, parts_by_mount, real_mounts
from .running import OURS, call_filter, memory_file
from .secrets import outermost, places_in
from .wire import Message, receive_fds

_FIRST_ID, _RANGES = 0x7000_0000, 0xFF0  # beyond what distributions hand out to people, containers and services


@dataclass(slots=True)
class _Held:
    """A holder: waiting for a box while `control`, the box's socket, is None; then busy with it."""

    pid: int
    first_id: int
    helper: socket.socket
    group: ControlGroup
    control: socket.socket | None = None
    namespace: int | None = None  # its user namespace, open; None until it has asked for ids, 0 if it has none of those


def main(fd: int, bwrap: str) -> None:
    """Serve requests for boxes on the socket `fd`: each one message with the box's own socket."""
    os.setsid()
    gc.disable()
    kernel.forget_keys()
    kernel.adopt_orphans()
    _Launcher(socket.socket(fileno=fd), bwrap).serve()


class _Launcher:
    def __init__(self, service: socket.socket, bwrap: str) -> None:
        self.service, self.bwrap = service, bwrap
        with contextlib.suppress(KeyError):  # assembled once, for every box
            call_filter(True), call_filter(False)
        self.real_root = _is_real_root()
        self.host = Host(root=self.real_root)
        self.groups = ControlGroups()
        self.held: dict[int, _Held] = {}
        self.waiting: _Held | None = None  # forked ahead, so that a box need not wait for that
        self.selector = selectors.DefaultSelector()
        self.wake, wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake_write)
        gc.freeze()

    def serve(self) -> None:
        self.selector.register(self.service, selectors.EVENT_READ)
        self.selector.register(self.wake, selectors.EVENT_READ)
        serving = True
        while serving or _has_children():
            for key, _ in self.selector.select():
                if key.fileobj is self.service:
                    data, fds = receive_fds(self.service, 1)
                    if data:
                        self._open(json.loads(data), fds[0])
                        continue
                    serving = False
                    self._end()
                elif key.fileobj == self.wake:
                    os.read(self.wake, 4096)
                    self._bury()
                else:
                    self._help(key.data)

    def _end(self) -> None:
        """The program, or its sandbox, is no more: end every box, whatever it is at."""
        self.selector.unregister(self.service)
        for pid in self.held:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)  # bubblewrap, and all in the box, dies with its holder

    def _open(self, request: Message, control: int) -> None:
        """Have a holder make a box, and another one ready for the next."""
        link = socket.socket(fileno=control)
        if not self.host.refresh() and self.waiting:
            self._forget(self.waiting)  # it knows an older host
        try:
            holder = self.waiting or self._fork()
            holder.control, self.waiting = link, None
            if holder.namespace is None:
                self._help(holder)
            order, mounts = self._order(request, holder)
            told = memory_file("order", json.dumps(order).encode())  # longer than a message may be
            socket.send_fds(holder.helper, [b"order"], [control, told, *mounts])
            for fd in (told, *mounts):
                os.close(fd)
            self.waiting = self._fork()
        except OSError:  # no process, memory or descriptor is left, or the holder died
            link.close()
            for holder in self.held.values():
                if holder.control is link:
                    os.kill(holder.pid, signal.SIGKILL)  # it would wait for an order for ever

    def _order(self, request: Message, holder: _Held) -> tuple[Message, list[int]]:
        """What a holder is told of its box, and the mounts that lie under it, as only real root can prepare them."""
        root: str | None = request["root"]
        holder.group.limit(request["memory"], request["processes"] + OURS - 1)  # the holder itself leaves it
        exposed: list[str] = request["exposed"] if root is None else []
        hidden = self.host.hidden(exposed) if root is None else []
        if request["empty"]:
            hidden = outermost([*hidden, *(place for path in request["empty"] for place in places_in(root, path))])
        order: Message = {"hidden": hidden, "exposed": exposed, "prefixes": [], "public": [], "why": ""}
        mounts: list[int] = []
        if self.real_root and holder.namespace:
            if root is None:
                parts = parts_by_mount(real_mounts(self.host.mounts, hidden, exposed), exposed)
            else:
                parts = [Part("/", root)]
            for part in parts:
                try:
                    mount = kernel.clone_mount(part.source)
                except OSError as error:
                    if part.prefix == "/":
                        order["why"] = f"{part.source} cannot lie under a box: {error.strerror}"
                        break
                    continue  # one within the tree is left out
                mounts.append(mount)
                order["prefixes"].append(part.prefix)
                order["public"].append(_mapped(mount, holder.namespace) and part.public)
        return order, mounts

    def _fork(self) -> _Held:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        first_id = self._free_range() if self.real_root else 0
        group = self.groups.make()
        parent = os.getpid()
        pid = os.fork()
        if pid:
            theirs.close()
            holder = self.held[pid] = _Held(pid, first_id, ours, group)
            self.selector.register(ours, selectors.EVENT_READ, holder)
            return holder
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            kernel.die_with_parent()
            if os.getppid() == parent:
                self._let_go(ours)
                kernel.adopt_orphans()
                group.open()
                group.join()  # ahead of the command: it can take the kernel a while
                hold(Start(self.bwrap, first_id, theirs, self.host, group))
                status = 0
        finally:
            os._exit(status)

    def _let_go(self, ours: socket.socket) -> None:
        """Close what a holder inherits and must not keep, lest another box's socket never close."""
        self.selector.close()
        self.service.close()
        ours.close()
        for other in self.held.values():
            other.helper.close()
            if other.control:
                other.control.close()
            if other.namespace:
                os.close(other.namespace)

    def _help(self, holder: _Held) -> None:
        """Do for a holder what needs root: give its user namespace the ids that it has chosen."""
        if holder.namespace is not None or holder.helper.fileno() < 0:
            return  # it was helped or buried a moment ago, in the same round
        self.selector.unregister(holder.helper)
        holder.namespace = 0
        if holder.helper.recv(16) != b"map":
            return
        try:
            for name in ("gid_map", "uid_map"):
                pseudo.write(f"/proc/{holder.pid}/{name}", f"0 {holder.first_id} {IDS}")
            holder.namespace = os.open(f"/proc/{holder.pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
            answer = b"done"
        except OSError as error:
            answer = str(error).encode()
        with contextlib.suppress(OSError):
            holder.helper.send(answer)

    def _bury(self) -> None:
        """Reap holders that have ended; their programs learn from the closing socket that nothing is left."""
        kernel.kill_children(spared=self.held)  # what such a holder has left behind
        with contextlib.suppress(ChildProcessError):
            while pid := os.waitpid(-1, os.WNOHANG)[0]:
                holder = self.held.pop(pid, None)
                if holder:
                    self._forget(holder)
                    holder.group.remove()
                    if holder.control:
                        holder.control.close()

    def _forget(self, holder: _Held) -> None:
        """Have nothing to do with a holder any more; one that still waits ends by that."""
        if self.waiting is holder:
            self.waiting = None
        if holder.helper.fileno() >= 0:
            if holder.helper in self.selector.get_map():
                self.selector.unregister(holder.helper)
            holder.helper.close()
        if holder.namespace:
            os.close(holder.namespace)
            holder.namespace = 0

    def _free_range(self) -> int:
        """The first of 65,536 ids that no box of ours has, and that hardly a box of another program has."""
        taken = {holder.first_id for holder in self.held.values()}
        while True:
            first = _FIRST_ID + random.randrange(_RANGES) * IDS
            if first not in taken:
                return first


def _mapped(mount: int, namespace: int) -> bool:
    """Have a mount show its owners as ids of a box. Where that fails its files are nobody's, and so only what the
    world may read can be read."""
    try:
        kernel.map_mount(mount, namespace)
    except OSError:
        return False
    return True


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _is_real_root() -> bool:
    """Whether this user is the one that the kernel itself calls root."""
    with open("/proc/self/uid_map", encoding="ascii") as file:
        inside, outside, count = map(int, file.read().split()[:3])
    return os.geteuid() == 0 and inside == outside == 0 and count > _FIRST_ID


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
