"""What a process tells Prometheus of the runs that it advances: how long each step took, how it ended, what it cost.

Counters begin anew with each process: Prometheus adds up those of all that it asks.
"""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from ..core.events import Event, Settled
from ..core.flow import Step
from ..core.run import Run
from ..core.types import Role
from ..errors import BadSettings, Blocked, NeedsPerson, Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.types import Call

_STEP_BUCKETS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0)
WHY = ("upstream", "blocked", "person", "other")
"""Why a step failed: a model or a tool did, policy forbids it, a person is needed, anything else."""


class RunMetrics:
    """A `Watch` that counts, in `registry`."""

    def __init__(self, registry: CollectorRegistry) -> None:
        of = self.registry = registry
        self._at_work = Gauge("scriptsmith_runs_at_work", "Runs that this process advances now", registry=of)
        self._seconds = Histogram(
            "scriptsmith_step_seconds", "Seconds that a step took", ("step",), buckets=_STEP_BUCKETS, registry=of
        )
        self._failures = Counter(
            "scriptsmith_step_failures", "Steps that failed, and why", ("step", "why"), registry=of
        )
        self._outcomes = Counter(
            "scriptsmith_outcomes", "What runs came to before a person decided", ("outcome", "risk"), registry=of
        )
        self._calls = Counter(
            "scriptsmith_model_calls", "Questions that models answered", ("role", "model"), registry=of
        )
        self._call_seconds = Histogram(
            "scriptsmith_model_seconds",
            "Seconds until an answer was whole",
            ("role",),
            buckets=_STEP_BUCKETS,
            registry=of,
        )
        self._tokens = Counter(
            "scriptsmith_model_tokens", "Tokens that models read and wrote", ("role", "model", "direction"), registry=of
        )
        self._dollars = Counter(
            "scriptsmith_model_dollars",
            "US dollars that models cost, where prices are known",
            ("role", "model"),
            registry=of,
        )
        for step in get_args(Step):  # what is there from the beginning can be seen to rise
            self._seconds.labels(step)
            for why in WHY:
                self._failures.labels(step, why)
        for role in get_args(Role):
            self._call_seconds.labels(role)

    @contextmanager
    def workflow(self, run: str, /) -> Iterator[Callable[[Run], None]]:
        """A context in which a run is advanced."""
        with self._at_work.track_inprogress():
            yield lambda after: None

    @contextmanager
    def step(self, step: Step, /) -> Iterator[Callable[[Event], None]]:
        """A context in which a step is done; one that is broken off, because the process ends, is not counted."""
        began = perf_counter()
        try:
            yield self._tell
        except (CancelledError, GeneratorExit):
            raise
        except BaseException as error:
            self._failures.labels(step, _why(error)).inc()
            self._seconds.labels(step).observe(perf_counter() - began)
            raise
        self._seconds.labels(step).observe(perf_counter() - began)

    def _tell(self, event: Event) -> None:
        if isinstance(event, Settled):
            self._outcomes.labels(event.outcome, event.danger.risk if event.danger else "unknown").inc()
        self._count(getattr(event, "calls", ()))

    def _count(self, calls: Iterable[Call]) -> None:
        for call in calls:
            self._calls.labels(call.role, call.model).inc()
            self._call_seconds.labels(call.role).observe(call.seconds)
            self._tokens.labels(call.role, call.model, "read").inc(call.input_tokens)
            self._tokens.labels(call.role, call.model, "written").inc(call.output_tokens)
            self._dollars.labels(call.role, call.model).inc(call.cost or 0.0)


def _why(error: BaseException) -> str:
    if isinstance(error, Unavailable):
        return "upstream"
    if isinstance(error, Blocked):
        return "blocked"
    return "person" if isinstance(error, NeedsPerson) else "other"


@contextmanager
def told_at(place: str, registry: CollectorRegistry) -> Iterator[str]:
    """Whoever asks at `place`, an address and a port, is told what `registry` counts; yields the URL. Raises
    `BadSettings` for what is no place, and where nothing can listen."""
    address, _, port = place.rpartition(":")
    if not (address and port.isascii() and port.isdecimal()):
        raise BadSettings("worker.metrics is no address and port, like 127.0.0.1:9465")
    try:
        server, _thread = start_http_server(int(port), address.strip("[]"), registry)
    except (OSError, OverflowError) as error:
        raise BadSettings(f"worker.metrics {place}: cannot listen there: {error}") from None
    try:
        yield f"http://{address}:{server.server_port}/metrics"
    finally:
        server.shutdown()
        server.server_close()
