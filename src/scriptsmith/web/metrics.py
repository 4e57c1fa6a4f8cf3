"""What the service tells Prometheus, from a registry of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from ..adapters.postgres.queue import Backlog
from ..adapters.run_metrics import RunMetrics
from ..core.flow import State
from ..outlets.outbox import STATES, OutletCounts

CONTENT_TYPE = CONTENT_TYPE_LATEST
REPORTED = ("taken", "refused", "limited", "late", "unreadable")
"""What became of a report that came to a hook; `late`: it could not be kept in time."""
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)


def method_of(name: str) -> str:
    """The method of a request; one word for all that nobody has heard of."""
    return name if name in _METHODS else "other"


def route_of(scope: Mapping[str, Any]) -> str:
    """The pattern that a request has met; empty where it met none."""
    path = getattr(scope.get("route") or scope.get("endpoint"), "path", None)
    if path is None:
        return ""
    return f"/api/v1{path}" if scope["path"].startswith("/api/v1/") else str(path)


class Metrics:
    """Requests by route and status, how long they took, and how the work stands.

    A route is the pattern and not the address, so that there are as many as the service has. `hooks` are the paths of
    those that are open. `of_runs` watches the runs that this process advances.
    """

    def __init__(self, hooks: Iterable[str] = ()) -> None:
        self.registry = CollectorRegistry()
        of = self.registry
        self.of_runs = RunMetrics(of)
        self._requests = Counter(
            "scriptsmith_requests", "Requests that were answered", ("method", "route", "status"), registry=of
        )
        self._seconds = Histogram(
            "scriptsmith_request_seconds", "Seconds until the answer began", ("route",), buckets=_BUCKETS, registry=of
        )
        self.turned_away = Counter(
            "scriptsmith_turned_away", "Requests that were told to come again", ("why",), registry=of
        )
        self.alerts = Counter("scriptsmith_alerts", "Alerts that were reported", ("source", "outcome"), registry=of)
        self.reports = Counter(
            "scriptsmith_hook_reports", "Reports that came to a hook", ("hook", "outcome"), registry=of
        )
        for hook in hooks:
            for outcome in REPORTED:
                self.reports.labels(hook, outcome)
        self.at_once = Gauge("scriptsmith_requests_at_once", "Requests that are worked on", registry=of)
        self.streams = Gauge("scriptsmith_streams", "Streams of events that are open", registry=of)
        self._runs = Gauge("scriptsmith_runs", "Runs by state", ("state",), registry=of)
        self._queue = Gauge("scriptsmith_queue_length", "What no worker has begun", ("queue",), registry=of)
        self._oldest = Gauge(
            "scriptsmith_queue_oldest_seconds",
            "Seconds that the oldest in a queue has waited",
            ("queue",),
            registry=of,
        )
        self._given_up = Gauge("scriptsmith_runs_given_up", "Runs that workers have given up", registry=of)
        self._deliveries = Gauge(
            "scriptsmith_deliveries", "Messages for outlets by state", ("outlet", "state"), registry=of
        )
        self._cost = Gauge("scriptsmith_model_cost_dollars", "US dollars that models have cost, all runs", registry=of)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request. `seconds` lie between its arrival and the beginning of its answer."""
        self._requests.labels(method_of(method), route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(
        self,
        runs: Mapping[State, int],
        backlogs: Sequence[Backlog],
        cost: float,
        deliveries: Sequence[OutletCounts] = (),
        *,
        given_up: int = 0,
    ) -> bytes:
        """All of it in the format of Prometheus, with how the work stands now."""
        for backlog in backlogs:
            self._queue.labels(backlog.queue).set(backlog.waiting)
            self._oldest.labels(backlog.queue).set(backlog.oldest)
        self._given_up.set(given_up)
        for one in deliveries:
            for each in STATES:
                self._deliveries.labels(one.outlet, each).set(getattr(one, each))
        for state, count in runs.items():
            self._runs.labels(state).set(count)
        self._cost.set(cost)
        return generate_latest(self.registry)
