"""A collector on loopback: takes traces and metrics by OTLP over HTTP, and remembers them."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .receivers import Arrived, Receiver, ReceiverReply


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedSpan:
    """A span as it was received; ids are hexadecimal, `parent` is empty for the first of a trace in this process."""

    service: str
    name: str
    trace: str
    id: str
    parent: str
    kind: int
    attributes: Mapping[str, Any]
    events: Sequence[tuple[str, Mapping[str, Any]]] = ()
    links: Sequence[str] = field(default_factory=tuple)


class OtlpReceiver(Receiver):
    """Takes what exporters send to `/v1/traces` and `/v1/metrics`. `raw` are all bytes that came, to search in."""

    def __init__(self) -> None:
        super().__init__()
        self.spans: list[ReceivedSpan] = []
        self.metrics: list[str] = []
        self.raw = b""

    def answer(self, arrived: Arrived) -> ReceiverReply:
        packed = arrived.headers.get("content-encoding") == "gzip"
        body = gzip.decompress(arrived.body) if packed else arrived.body
        self.raw += body
        if arrived.path == "/v1/traces":
            self.spans += spans_of(body)
        elif arrived.path == "/v1/metrics":
            self.metrics += metrics_of(body)
        else:
            return ReceiverReply(status=404)
        return ReceiverReply(headers={"content-type": "application/x-protobuf"})


def spans_of(body: bytes) -> list[ReceivedSpan]:
    """The spans in an `ExportTraceServiceRequest`."""
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    found = []
    for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
        service = str(_attributes(resource.resource.attributes).get("service.name", ""))
        for scope in resource.scope_spans:
            for span in scope.spans:
                made = ReceivedSpan(
                    service=service,
                    name=span.name,
                    trace=span.trace_id.hex(),
                    id=span.span_id.hex(),
                    parent=span.parent_span_id.hex(),
                    kind=span.kind,
                    attributes=_attributes(span.attributes),
                    events=[(each.name, _attributes(each.attributes)) for each in span.events],
                    links=[each.trace_id.hex() for each in span.links],
                )
                found.append(made)
    return found


def metrics_of(body: bytes) -> list[str]:
    """The names of the metrics in an `ExportMetricsServiceRequest`."""
    from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest

    told = ExportMetricsServiceRequest.FromString(body).resource_metrics
    return [metric.name for resource in told for scope in resource.scope_metrics for metric in scope.metrics]


def _attributes(told: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value") or "string_value") for each in told}
