"""Control groups, where this process may make some: a bound on memory that counts the kernel's own for a box, too, and
one on tasks that counts how often it was met.

Both versions are known. Without one, what processes of a box use together is still looked at every few milliseconds.
"""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass, field

from . import pseudo
from .mounts import mounted

_NAME = "scriptsmith-{}-{}"
_SLACK = 128 << 20  # so that looking at it is soon enough for most
_COUNTERS = ("memory.current", "memory.usage_in_bytes", "memory.events", "memory.oom_control", "pids.events")
_MEMORY = (("memory.max", "memory.swap.max"), ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"))


@dataclass(slots=True)
class ControlGroup:
    """One box's control groups: a folder for each hierarchy."""

    folders: list[str]
    doors: list[tuple[int, int]] = field(default_factory=list)  # files that let one in and out, open: any user may then
    counters: dict[str, int] = field(default_factory=dict)  # files that count, open, by name
    joined: bool = False

    def open(self) -> None:
        """Keep open what `join`, `leave` and counting need, for when this process is another user."""
        for folder in self.folders:
            with contextlib.suppress(OSError):
                into, out = (os.open(f"{at}/cgroup.procs", os.O_WRONLY) for at in (folder, os.path.dirname(folder)))
                self.doors.append((into, out))
            for name in _COUNTERS:
                with contextlib.suppress(OSError):
                    self.counters[name] = os.open(f"{folder}/{name}", os.O_RDONLY)

    def join(self) -> None:
        """Put this process, and all it will start, into the group, if it is not there."""
        if not self.joined:
            for into, _ in self.doors:
                with contextlib.suppress(OSError):
                    os.write(into, b"0")
            self.joined = True

    def leave(self) -> None:
        """Take this process out: when the box has used all its memory, the kernel looks for somebody to kill in it."""
        for _, out in self.doors:
            with contextlib.suppress(OSError):
                os.write(out, b"0")
        self.joined = False

    def limit(self, memory: int, processes: int) -> None:
        """Set what the group may use: bytes, swap included, and tasks."""
        for folder in self.folders:
            for limit, swap in _MEMORY:
                if _set(f"{folder}/{limit}", memory + _SLACK):
                    _set(f"{folder}/{swap}", 0 if swap == "memory.swap.max" else memory + _SLACK)
            _set(f"{folder}/pids.max", processes)

    def used(self) -> int:
        """Bytes that the group uses now, the kernel's own for it included; 0 without a group."""
        return int(self._count("memory.current") or self._count("memory.usage_in_bytes") or 0)

    def killed(self) -> int:
        """How many processes the kernel has killed because the group's memory was used up."""
        text = self._count("memory.events") or self._count("memory.oom_control")
        return int(dict(line.split() for line in text.splitlines()).get("oom_kill", 0))

    def counts_tasks(self) -> bool:
        """Whether the kernel bounds the group's tasks, and counts those that it refused."""
        return "pids.events" in self.counters

    def refused(self) -> int:
        """How often the kernel has refused a new task because the group had as many as it may; 0 where none counts."""
        return int(dict(line.split() for line in self._count("pids.events").splitlines()).get("max", 0))

    def _count(self, name: str) -> str:
        """The text of a file that counts, "" where there is none."""
        try:
            return os.pread(self.counters[name], 4096, 0).decode("ascii")
        except (KeyError, OSError):
            return ""

    def remove(self) -> None:
        """Take the folders away; the processes that were in them are dead."""
        for folder in self.folders:
            for _ in range(50):
                try:
                    os.rmdir(folder)
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.002)  # the last process is dead, but the group does not know yet
                else:
                    break


class ControlGroups:
    """Makes control groups below this process's own, in the hierarchies where that is allowed."""

    def __init__(self) -> None:
        self._count = 0
        self.parents = _parents()
        for parent in self.parents:
            _sweep(parent)

    def make(self) -> ControlGroup:
        """A new group; with no folders when none can be made, which is then remembered."""
        self._count += 1
        folders = []
        for parent in list(self.parents):
            folder = f"{parent}/{_NAME.format(os.getpid(), self._count)}"
            try:
                os.mkdir(folder)
                folders.append(folder)
            except OSError:
                self.parents.remove(parent)
        return ControlGroup(folders)

    def available(self) -> bool:
        """Whether a group that bounds memory can be made here, seen by making one."""
        group = self.make()
        bounded = any(os.path.exists(f"{folder}/{limit}") for folder in group.folders for limit, _ in _MEMORY)
        group.remove()
        return bounded


def _parents() -> list[str]:
    """Folders of hierarchies that limit memory or tasks, in which this process's own group is."""
    with open("/proc/self/cgroup", encoding="utf-8", errors="surrogateescape") as file:
        own = [line.rstrip("\n").split(":", 2) for line in file]
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
        points = mounted(file.read())
    found = []
    for _, controllers, path in own:
        for point, kind in points.items():
            parent = f"{point}{path}".rstrip("/")
            if controllers == "memory" and kind == "cgroup" and os.path.exists(f"{parent}/memory.limit_in_bytes"):
                found.append(parent)
            if controllers == "pids" and kind == "cgroup" and os.path.basename(point) == "pids":
                found.append(parent)
            if not controllers and kind == "cgroup2" and _enabled(parent):
                found.append(parent)
    return [parent for parent in found if os.access(parent, os.W_OK)]


def _enabled(parent: str) -> bool:
    """Whether groups below `parent` can be given a limit on memory or tasks."""
    try:
        with open(f"{parent}/cgroup.subtree_control", encoding="ascii") as file:
            return not {"memory", "pids"}.isdisjoint(file.read().split())
    except OSError:
        return False


def _sweep(parent: str) -> None:
    """Remove groups of launchers that are gone: killed by force, they could not."""
    prefix = _NAME.split("{", 1)[0]
    for name in os.listdir(parent):
        if name.startswith(prefix) and not os.path.exists(f"/proc/{name.split('-')[1]}"):
            with contextlib.suppress(OSError):
                os.rmdir(f"{parent}/{name}")


def _set(path: str, value: int) -> bool:
    try:
        pseudo.write(path, str(value))
    except OSError:
        return False
    return True
