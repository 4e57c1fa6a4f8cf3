"""The spans: one for each request that comes in, each run that is advanced, each step of it."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from opentelemetry import context as contexts
from opentelemetry.context import Context
from opentelemetry.metrics import MeterProvider
from opentelemetry.trace import (
    Link,
    Span,
    SpanKind,
    Status,
    StatusCode,
    TracerProvider,
    get_current_span,
    set_span_in_context,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from ...core.events import Assessed, Checked, Compared, Drafted, Event, Published, Rehearsed, Retrieved, Settled
from ...core.flow import Step, state
from ...core.outcome import danger_of
from ...core.run import Run
from ...core.types import Severity

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from ...outlets.notice import Notice
    from .watched_models import ModelWatcher

_W3C = TraceContextTextMapPropagator()
_LINK = contexts.create_key("scriptsmith-link")


class Tracing:
    """A `Watch` that makes spans, and what makes them for requests and models. With `content` they hold texts."""

    def __init__(self, tracers: TracerProvider, meters: MeterProvider, *, content: bool = False) -> None:
        self._tracers, self._meters, self._content = tracers, meters, content
        self._tracer = tracers.get_tracer("scriptsmith")

    @contextmanager
    def workflow(self, run: str, /) -> Iterator[Callable[[Run], None]]:
        """A span for a run that is advanced, linked to what `continued` names beside its parent."""
        linked = contexts.get_value(_LINK)
        links = [linked] if isinstance(linked, Link) else []
        attributes = {"gen_ai.operation.name": "invoke_workflow", "gen_ai.workflow.name": "forge"}
        with self._span("invoke_workflow forge", attributes, links=links) as span:
            span.set_attribute("scriptsmith.run", run)
            yield lambda after: span.set_attributes(_of_run(after))

    @contextmanager
    def step(self, step: Step, /) -> Iterator[Callable[[Event], None]]:
        """A span for a step."""
        attributes: dict[str, str] = {"scriptsmith.step": step}
        if step == "retrieve":
            attributes["gen_ai.operation.name"] = "retrieval"
        with self._span(step, attributes) as span:
            yield lambda event: self._tell(span, event)

    @contextmanager
    def search(self) -> Iterator[Callable[[str, int], None]]:
        """A span for a search beside any run; its value is told what came of it, and how many entries were found."""
        with self._span("retrieve", {"gen_ai.operation.name": "retrieval"}) as span:
            yield lambda outcome, found: span.set_attributes(
                {"scriptsmith.outcome": outcome, "scriptsmith.matches": found}
            )

    @contextmanager
    def request(self, method: str, scheme: str, headers: Mapping[str, str]) -> Iterator[Callable[[str, int], None]]:
        """A span for a request that came in, in the trace that it names; its value is told the route and the status."""
        attributes = {"http.request.method": method, "url.scheme": scheme}
        with self._span(method, attributes, kind=SpanKind.SERVER, parent=_W3C.extract(headers, Context())) as span:

            def told(route: str, status: int) -> None:
                span.update_name(f"{method} {route}" if route else method)
                span.set_attributes({"http.response.status_code": status} | ({"http.route": route} if route else {}))
                if status >= 500:
                    span.set_attribute("error.type", str(status))
                    span.set_status(Status(StatusCode.ERROR))

            yield told

    @contextmanager
    def delivery(
        self, outlet: str, kind: str, notice: Notice, tries: int, parent: str
    ) -> Iterator[Callable[[bool], None]]:
        """A span for one try to tell an outlet, in the trace `parent`, if any; its value is told whether it worked."""
        about = {"scriptsmith.run": notice.subject} if notice.what.startswith("run.") else {}
        told = {"scriptsmith.outlet": outlet, "scriptsmith.event": notice.what, "scriptsmith.tries": tries, **about}
        context = _W3C.extract({"traceparent": parent}, Context())
        with self._span(f"deliver {kind}", told, kind=SpanKind.PRODUCER, parent=context) as span:

            def taken(ok: bool) -> None:
                span.set_attribute("scriptsmith.delivered", ok)
                if not ok:
                    span.set_status(Status(StatusCode.ERROR))

            yield taken

    @contextmanager
    def embeddings(self, provider: str, model: str, texts: int) -> Iterator[None]:
        """A span for texts that become vectors."""
        told = {"gen_ai.operation.name": "embeddings", "gen_ai.provider.name": provider, "gen_ai.request.model": model}
        with self._span(f"embeddings {model}", told | {"scriptsmith.texts": texts}, kind=SpanKind.CLIENT):
            yield

    @contextmanager
    def continued(self, traceparent: str, linked: str = "") -> Iterator[None]:
        """What is done in the block belongs to a trace that began elsewhere; `linked` names another one, if any."""
        context = _W3C.extract({"traceparent": traceparent}, Context())
        other = get_current_span(_W3C.extract({"traceparent": linked}, Context())).get_span_context()
        token = contexts.attach(contexts.set_value(_LINK, Link(other) if other.is_valid else None, context))
        try:
            yield
        finally:
            contexts.detach(token)

    def traceparent(self) -> str:
        """The present span, as the header of that name tells it; empty outside of any."""
        carrier: dict[str, str] = {}
        _W3C.inject(carrier)
        return carrier.get("traceparent", "")

    def watched(self, model: Model, role: str) -> Model:
        """The same model, with a span for each exchange."""
        return self._models.watched(model, role)

    @cached_property
    def _models(self) -> ModelWatcher:
        from .watched_models import ModelWatcher

        return ModelWatcher(self._tracers, self._meters, content=self._content)

    @contextmanager
    def _span(self, name: str, attributes: Mapping[str, Any], **more: Any) -> Iterator[Span]:
        """A span that is the present one in the block; of an error it tells the class."""
        parent = more.pop("parent", None)
        span = self._tracer.start_span(name, parent, attributes=attributes, **more)
        token = contexts.attach(contexts.set_value(_LINK, None, set_span_in_context(span, parent)))
        try:
            yield span
        except CancelledError:
            raise
        except BaseException as error:
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(Status(StatusCode.ERROR))
            raise
        finally:
            contexts.detach(token)
            span.end()

    def _tell(self, span: Span, event: Event) -> None:
        """What a step brought, and its verdicts as events."""
        span.set_attributes({f"scriptsmith.{name}": value for name, value in _of_event(event).items()})
        if calls := getattr(event, "calls", ()):
            span.set_attribute("scriptsmith.cost", sum(call.cost or 0.0 for call in calls))
        if isinstance(event, Assessed):
            _evaluated(span, "assessment", event.assessment.verdict)
            for one in event.assessment.opinions:
                _evaluated(span, one.assessor, one.verdict, one.confidence, one.reason if self._content else "")
        if isinstance(event, Rehearsed) and (opinion := event.rehearsal.opinion):
            why = opinion.reason if self._content else ""
            _evaluated(span, opinion.assessor, opinion.verdict, opinion.confidence, why)


def _evaluated(span: Span, name: str, label: str, score: float | None = None, why: str = "") -> None:
    told: dict[str, Any] = {"gen_ai.evaluation.name": name, "gen_ai.evaluation.score.label": label}
    if score is not None:
        told["gen_ai.evaluation.score.value"] = score
    if why:
        told["gen_ai.evaluation.explanation"] = why
    span.add_event("gen_ai.evaluation.result", told)


def _of_event(event: Event) -> Mapping[str, str | int | float]:
    match event:
        case Retrieved(matches=()):
            return {"matches": 0}
        case Retrieved(matches=(best, *_) as matches):
            return {"matches": len(matches), "entry": best.entry.id, "confidence": best.confidence}
        case Drafted():
            return {"role": event.by, "drafted": int(event.script is not None)}
        case Compared(drafts=drafts):
            most = max((each.size for each in drafts), default=0)
            return {"drafts": len(drafts), "agree": most, "compared": sum(bool(each.basis) for each in drafts)}
        case Checked(findings=findings):
            errors = sum(one.severity is Severity.ERROR for one in findings)
            risk: dict[str, str] = {"risk": event.danger.risk} if event.danger else {}
            return {"findings": len(findings), "errors": errors, **risk}
        case Rehearsed(rehearsal=rehearsal):
            return {"passed": len(rehearsal.passed), "failed": len(rehearsal.failed)}
        case Settled():
            told = {"outcome": event.outcome, "risk": event.danger.risk if event.danger else "", "entry": event.entry}
            return {name: value for name, value in told.items() if value}
        case Published(entry=entry):
            return {"entry": f"{entry.id}@{entry.version}", "risk": entry.risk}
    return {}


def _of_run(run: Run) -> dict[str, str | int]:
    told: dict[str, str | int] = {"scriptsmith.state": state(run), "scriptsmith.events": run.seq}
    if run.settled:
        told["scriptsmith.outcome"] = run.settled.outcome
    if danger := danger_of(run):
        told["scriptsmith.risk"] = danger.risk
    if entry := f"{run.published.id}@{run.published.version}" if run.published else run.settled and run.settled.entry:
        told["scriptsmith.entry"] = entry
    return told
