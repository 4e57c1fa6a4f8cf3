"""What a container uses, read from its control groups by whoever runs on the same machine."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupUsage:
    """CPU seconds so far, those of dead processes included; tasks now; how often one was refused, or one was killed
    because there was no memory left; and whether memory shared as files is full, where that can be seen."""

    cpu: float = 0.0
    tasks: int = 0
    refused: int = 0
    starved: int = 0
    shared_full: bool = False


class ProcessControlGroups:
    """The control groups of the process `pid`, version 1 or 2. Raises `OSError` where they cannot be read."""

    def __init__(self, pid: int, *, proc: str = "/proc", mounts: str = "/sys/fs/cgroup") -> None:
        with open(f"{proc}/{pid}/cgroup", encoding="utf-8") as file:
            rows = [line.rstrip("\n").split(":", 2) for line in file]
        found = {name: f"{mounts}/{name}{path}" for _, names, path in rows for name in names.split(",") if name}
        unified = next((path for _, names, path in rows if not names), "/")
        self._new = "pids" not in found
        self._folders = {
            name: f"{mounts}{unified}" if self._new else found[name] for name in ("cpuacct", "memory", "pids")
        }
        self._shared = -1
        with contextlib.suppress(OSError):  # an ordinary user of an engine that runs as root may not look
            self._shared = os.open(f"{proc}/{pid}/root/dev/shm", os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW)
        self.look()

    def close(self) -> None:
        """Look no more."""
        if self._shared >= 0:
            os.close(self._shared)
            self._shared = -1

    def look(self) -> GroupUsage:
        """What is used now; raises `OSError` when the groups are gone, as they are when the container is."""
        cpu, memory, pids = (self._folders[name] for name in ("cpuacct", "memory", "pids"))
        if self._new:
            seconds = _table(f"{cpu}/cpu.stat")["usage_usec"] / 1e6
            starved = _table(f"{memory}/memory.events")["oom_kill"]
        else:
            seconds = int(_text(f"{cpu}/cpuacct.usage")) / 1e9
            starved = _table(f"{memory}/memory.oom_control").get("oom_kill", 0)
        return GroupUsage(
            cpu=seconds,
            tasks=int(_text(f"{pids}/pids.current")),
            refused=_table(f"{pids}/pids.events")["max"],
            starved=starved,
            shared_full=self._shared >= 0 and os.fstatvfs(self._shared).f_bfree == 0,
        )


def _table(path: str) -> dict[str, int]:
    return {name: int(number) for name, number in (line.split() for line in _text(path).splitlines())}


def _text(path: str) -> str:
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, 1 << 14).decode("ascii", "replace")
    finally:
        os.close(fd)
