"""What the processes of a running box use together, looked at from outside while they run.

The kernel's limits on processes bind one process each; these bind all of them. A control group, where one can be had,
bounds what a look every few milliseconds might miss.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from . import pseudo

_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICK = os.sysconf("SC_CLK_TCK")
_FLOOR = 256 << 20  # memory that the host keeps for itself


@dataclass(frozen=True, slots=True)
class ResourceUsage:
    """CPU seconds so far, those of dead processes included; tasks; and bytes of memory, shared pages shared out."""

    cpu: float
    tasks: int
    memory: int


def look(proc: int, memory: int) -> ResourceUsage:
    """What everything in the process namespace that `proc` (an open /proc) shows uses now.

    Resident sizes count shared pages once for each process, so they are taken apart only when they exceed `memory`.
    """
    ticks = tasks = pages = 0
    pids = [name for name in os.listdir(proc) if name.isdigit()]
    for pid in pids:
        line = _text(proc, f"{pid}/stat")
        if not line:
            continue
        fields = line[line.rindex(")") + 2 :].split()
        ticks += sum(map(int, fields[11:15]))  # utime, stime, and those of children that were waited for
        tasks += int(fields[17])
        pages += int(fields[21])
    used = pages * _PAGE
    if used > memory:
        used = sum(_proportional(proc, pid) for pid in pids)
    return ResourceUsage(ticks / _TICK, tasks, used)


def processes(proc: int) -> int:
    """How many processes the namespace has that `proc` (an open /proc) shows."""
    try:
        return sum(name.isdigit() for name in os.listdir(proc))
    except OSError:
        return 0  # it has just ended


def host_is_short() -> bool:
    """Whether the whole machine is about to run out of memory, whoever uses it."""
    _, found, left = pseudo.read("/proc/meminfo").partition("MemAvailable:")
    return bool(found) and int(left.split(None, 1)[0]) << 10 < _FLOOR


def _proportional(proc: int, pid: str) -> int:
    lines = _text(proc, f"{pid}/smaps_rollup").splitlines()
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(("Pss:", "Swap:")))


def _text(proc: int, path: str) -> str:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)
    except OSError:
        return ""
    try:
        return os.read(fd, 1 << 14).decode("utf-8", "replace")
    except OSError:
        return ""  # it has just died
    finally:
        os.close(fd)
