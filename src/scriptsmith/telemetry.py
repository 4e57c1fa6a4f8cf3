"""Whether and how traces are told, by the `OTEL_*` variables. A part of the composition root, for `wiring`.

OpenTelemetry is imported with the first span, and not at all where no collector is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

from .core.events import Event
from .core.flow import Step
from .core.run import Run
from .schema import TelemetrySettings

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from .adapters.telemetry.export import Collecting
    from .adapters.telemetry.tracing import Tracing
    from .ports import Embedder

MISSING = (
    "OTEL_EXPORTER_OTLP_ENDPOINT is set and nothing is traced, since OpenTelemetry is not installed: run "
    "`pip install 'scriptsmith[otel]'`, or set OTEL_SDK_DISABLED=true"
)


class Telemetry:
    """A `Watch` that tells traces, and what requests and models are traced by; made with the first use. `place` is
    where they are told, without what is secret in an address; at the end it waits `grace` seconds for that."""

    def __init__(self, begin: Callable[[], Collecting], place: str = "memory", grace: float = 0.5) -> None:
        self.place, self.grace = place, grace
        self._begin = begin
        self._begun: Collecting | None = None

    @cached_property
    def tracing(self) -> Tracing:
        """What makes the spans."""
        self._begun = self._begin()
        return self._begun.tracing

    @contextmanager
    def workflow(self, run: str, /) -> Iterator[Callable[[Run], None]]:
        """A context in which the run `run` is advanced."""
        with self.tracing.workflow(run) as told:
            yield told

    @contextmanager
    def step(self, step: Step, /) -> Iterator[Callable[[Event], None]]:
        """A context in which one step is done."""
        with self.tracing.step(step) as told:
            yield told

    def traceparent(self) -> str:
        """The present span, as the header of that name tells it; empty outside of any."""
        return self.tracing.traceparent() if self._begun else ""

    def watched(self, model: Model, role: str) -> Model:
        """The same model of the library, with a span for each exchange."""
        return self.tracing.watched(model, role)

    def embedder(self, embedder: Embedder, named: str) -> Embedder:
        """The same embedder, with a span for each exchange; `named` is `provider:model`."""
        from .adapters.telemetry.watched_embedder import WatchedEmbedder

        return WatchedEmbedder(embedder, lambda: self.tracing, named)

    async def aclose(self) -> None:
        """Deliver what is left, or drop it."""
        if self._begun:
            await self._begun.aclose(self.grace)


def telemetry(environ: Mapping[str, str], chosen: TelemetrySettings, warn: Callable[[str], None]) -> Telemetry | None:
    """What tells traces to the collector that the environment names; None where it names none, or wants nothing told.

    `warn` hears why nothing, or something else than was asked for, is told.
    """
    signals = [name for name in ("traces", "metrics") if _wanted(environ, name)]
    if not signals or environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return None
    if not _installed():
        warn(MISSING)
        return None
    protocol = environ.get("OTEL_EXPORTER_OTLP_PROTOCOL", "").strip()
    if protocol not in ("", "http/protobuf"):
        warn(f"OTEL_EXPORTER_OTLP_PROTOCOL is {protocol}: http/protobuf is sent, which collectors take at port 4318")

    place = _place(_endpoint(environ, signals[0]))

    def begin() -> Collecting:
        from .adapters.telemetry.export import over_http

        return over_http(signals, content=chosen.content, where=place)

    return Telemetry(begin, place, chosen.grace)


def _wanted(environ: Mapping[str, str], signal: str) -> bool:
    """Whether the variables name a collector for a signal, and do not choose another way to tell it, or none."""
    chosen = environ.get(f"OTEL_{signal.upper()}_EXPORTER", "").strip() or "otlp"
    return bool(_endpoint(environ, signal)) and "otlp" in [each.strip() for each in chosen.split(",")]


def _endpoint(environ: Mapping[str, str], signal: str) -> str:
    named = environ.get(f"OTEL_EXPORTER_OTLP_{signal.upper()}_ENDPOINT")
    return named or environ.get("OTEL_EXPORTER_OTLP_ENDPOINT", "")


def _place(endpoint: str) -> str:
    """Scheme, host and port of an address: before them may stand a password, and behind them a token."""
    scheme, _, rest = endpoint.rpartition("://")
    host = re.split(r"[/?#]", rest, maxsplit=1)[0].rpartition("@")[2]
    return f"{scheme}://{host}" if scheme else host


def _installed() -> bool:
    try:
        return bool(find_spec("opentelemetry.sdk") and find_spec("opentelemetry.exporter.otlp.proto.http"))
    except ModuleNotFoundError:
        return False
