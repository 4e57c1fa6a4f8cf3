"""What is collected goes to a collector by OTLP over HTTP, from threads that nobody waits for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

from opentelemetry.metrics import MeterProvider, NoOpMeterProvider
from opentelemetry.sdk.metrics import MeterProvider as SdkMeterProvider
from opentelemetry.sdk.metrics.export import MetricReader, PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace import TracerProvider as SdkTracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import NoOpTracerProvider, TracerProvider

from ... import __version__
from .exported_spans import cleaned
from .tracing import Tracing

_log = logging.getLogger("scriptsmith.telemetry")
_theirs = logging.getLogger("opentelemetry")
_theirs.addHandler(logging.NullHandler())
_theirs.propagate = False  # a collector that is gone is told of once, in one line of ours


class CleanedExporter(SpanExporter):
    """Hands an exporter spans without texts, see `cleaned`, and says once when they are not taken, and taken again."""

    def __init__(self, exporter: SpanExporter, *, content: bool, where: str = "the collector") -> None:
        self._exporter, self._content, self._where = exporter, content, where
        self._works = True

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = self._exporter.export([cleaned(span, self._content) for span in spans])
        works = result is SpanExportResult.SUCCESS
        if works is not self._works:
            self._works = works
            now = "takes traces again" if works else "takes no traces; they are dropped, and the work goes on"
            _log.warning("%s %s", self._where, now)
        return result

    def shutdown(self) -> None:
        self._exporter.shutdown()


@dataclass(frozen=True, slots=True, kw_only=True)
class Collecting:
    """What makes spans and figures, and the providers that are put down at the end."""

    tracing: Tracing
    tracers: TracerProvider
    meters: MeterProvider

    async def aclose(self, grace: float) -> None:
        """Deliver what is left, within `grace` seconds: what a collector does not take by then is dropped."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()

        def end() -> None:
            for provider in (self.tracers, self.meters):
                if isinstance(provider, SdkTracerProvider | SdkMeterProvider):
                    provider.shutdown()
            with suppress(RuntimeError):  # the loop has not waited
                loop.call_soon_threadsafe(ended.set)

        Thread(target=end, daemon=True).start()
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), grace)


def collecting(
    exporter: SpanExporter | None, reader: MetricReader | None, *, content: bool, where: str = "the collector"
) -> Collecting:
    """Spans go to `exporter` and figures to `reader`; None: nowhere. `OTEL_*` variables say the rest."""
    resource = _resource()
    tracers: TracerProvider = NoOpTracerProvider()
    if exporter:
        made = SdkTracerProvider(resource=resource, shutdown_on_exit=False)
        made.add_span_processor(BatchSpanProcessor(CleanedExporter(exporter, content=content, where=where)))
        tracers = made
    meters: MeterProvider = NoOpMeterProvider()
    if reader:
        meters = SdkMeterProvider([reader], resource, shutdown_on_exit=False)
    return Collecting(tracing=Tracing(tracers, meters, content=content), tracers=tracers, meters=meters)


def over_http(signals: Sequence[str], *, content: bool, where: str) -> Collecting:
    """Both to the collector that the environment names; `signals` are those that are wanted, `traces` and `metrics`.

    Variables that no value can be read from leave everything out, with one line that says so.
    """
    try:
        return collecting(
            _spans() if "traces" in signals else None,
            _figures() if "metrics" in signals else None,
            content=content,
            where=where,
        )
    except Exception as error:  # whatever the SDK makes of faulty variables: no run fails for it
        _log.warning("nothing is traced, the variables OTEL_* cannot be read: %s", error)
        return collecting(None, None, content=False)


def _spans() -> SpanExporter:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter()


def _figures() -> MetricReader:
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter

    return PeriodicExportingMetricReader(OTLPMetricExporter())


def _resource() -> Resource:
    """Who it is that tells, by `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`; else by our name."""
    found = Resource.create({})
    if str(found.attributes.get("service.name", "")).startswith("unknown_service"):
        found = found.merge(Resource({"service.name": "scriptsmith"}))
    return Resource({"service.version": __version__}).merge(found)
