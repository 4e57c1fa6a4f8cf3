"""Telemetry that is kept in memory, and the spans of it as a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from scriptsmith.adapters.telemetry.export import collecting
from scriptsmith.telemetry import Telemetry


@dataclass(slots=True)
class KeptTelemetry:
    """What a service told of its work, as a collector would get it."""

    content: bool = False
    exporter: InMemorySpanExporter = field(default_factory=InMemorySpanExporter)
    reader: InMemoryMetricReader = field(default_factory=InMemoryMetricReader)
    flush: Callable[[], object] = lambda: None

    def telemetry(self) -> Telemetry:
        """What is given to a service."""
        made = collecting(self.exporter, self.reader, content=self.content)
        assert isinstance(made.tracers, TracerProvider)
        self.flush = made.tracers.force_flush
        return Telemetry(lambda: made)

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        """All that have ended, in the order in which they began."""
        self.flush()
        return sorted(self.exporter.get_finished_spans(), key=lambda span: span.start_time or 0)

    def named(self, name: str) -> list[ReadableSpan]:
        """Those of a name."""
        return [span for span in self.spans if span.name == name]

    def below(self, parent: ReadableSpan) -> list[ReadableSpan]:
        """The children of a span."""
        assert parent.context
        return [span for span in self.spans if span.parent and span.parent.span_id == parent.context.span_id]

    def metrics(self) -> dict[str, list[dict[str, object]]]:
        """The attributes of every point, by the metric's name."""
        data = self.reader.get_metrics_data()
        found: dict[str, list[dict[str, object]]] = {}
        for resource in data.resource_metrics if data else ():
            for scope in resource.scope_metrics:
                for metric in scope.metrics:
                    points: list[dict[str, object]] = [
                        {**(point.attributes or {})} for point in metric.data.data_points
                    ]
                    found.setdefault(metric.name, []).extend(points)
        return found


def texts(spans: Sequence[ReadableSpan]) -> Iterator[str]:
    """Every text in spans: names, attributes, events, states and what names them."""
    for span in spans:
        yield span.name
        yield span.status.description or ""
        for attributes in (span.attributes, *(event.attributes for event in span.events)):
            for name, value in (attributes or {}).items():
                yield name
                yield str(value)
        yield from (event.name for event in span.events)
