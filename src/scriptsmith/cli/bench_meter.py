"""How far a bench is, on stderr: a bar with the time left and the cost, or now and then a line off a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .output import say

if TYPE_CHECKING:
    from ..bench.run import Progress

EVERY = 10.0
"""Seconds between two lines off a terminal."""


@contextmanager
def meter(limit_cost: float | None = None) -> Iterator[Callable[[Progress], None]]:
    """Something to tell the progress to, which shows it until the block ends."""
    if not sys.stderr.isatty():
        yield lines(limit_cost)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("runs"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)

        def heard(now: Progress) -> None:
            shown.update(task, completed=now.done, total=now.total, description=spent(now, limit_cost))

        yield heard


def lines(limit_cost: float | None, clock: Callable[[], float] = time.monotonic) -> Callable[[Progress], None]:
    """Says how far it is, at most every `EVERY` seconds, with the time that is left at the pace so far."""
    began, last = clock(), clock()

    def heard(now: Progress) -> None:
        nonlocal last
        if clock() - last < EVERY or not now.done:
            return
        last = clock()
        left = (last - began) / now.done * (now.total - now.done)
        say(f"{now.done} of {now.total} runs, {spent(now, limit_cost)}, about {duration(left)} left")

    return heard


def spent(now: Progress, limit_cost: float | None) -> str:
    """Cost and problems in a few words."""
    of = "" if limit_cost is None else f" of {limit_cost:g}"
    problems = f", {now.problems} with a problem" if now.problems else ""
    return f"{now.cost:.4f}{of} US dollars{problems}"


def duration(seconds: float) -> str:
    """Seconds as a person says them."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"


def cpus() -> int:
    """How many CPUs this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
