"""`scriptsmith worker`: advances the runs that people have asked a service for."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click

from ..wiring import App
from .output import say
from .session import warn_of_runbooks, with_app


@click.command("worker")
@click.option("--concurrency", type=click.IntRange(min=1), metavar="N", help="Runs at a time.  [default: 4]")
def command(concurrency: int | None) -> int:
    """Advance the runs that wait, until it is told to end. Any number of workers share the work, on any machines.

    SIGTERM or Ctrl-C: it takes nothing more, finishes what it does within worker.grace seconds, hands back the rest and
    exits with 0. Each step is told on stderr. Exit code 7: the database cannot be reached.
    """

    async def work(app: App) -> int:
        from ..worker import work

        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError, RuntimeError, ValueError):  # not in the main thread
                loop.add_signal_handler(number, stop.set)
        warn_of_runbooks(app)
        with _told(app):
            say("waiting for work")
            await work(app, stop=stop, say=say)
        say("ended: nothing is left half done")
        return 0

    return with_app(work, worker__concurrency=concurrency, database__storage="postgres")


@contextmanager
def _told(app: App) -> Iterator[None]:
    """The figures of this worker are told to Prometheus in the block, where settings say at which place."""
    if not app.settings.worker.metrics:
        yield
        return
    from prometheus_client import CollectorRegistry

    from ..adapters.run_metrics import RunMetrics, told_at

    metrics = RunMetrics(CollectorRegistry())
    app.watches.append(metrics)
    with told_at(app.settings.worker.metrics, metrics.registry) as url:
        say(f"figures at {url}")
        yield
