"""Alertmanager's webhook, version 4, which Grafana sends too, with more fields.

There is no id of a delivery, and the same body is sent again after an answer other than 2xx: an alert is told from
others by its fingerprint and start, and a report that changes nothing is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import BadInput
from ..fields import (
    LABEL,
    NAME,
    annotations_of,
    digest,
    document,
    environment_of,
    host_of,
    labels_of,
    line,
    links,
    moment,
    severity,
    text,
)
from ..model import Incident, InletResult, State
from .proofs import bearer

MOST = 10_000
"""Alerts that are read of one body."""
_STATES: Mapping[str, State] = {"firing": "firing", "resolved": "resolved"}
_LINKS = {
    "dashboard_url": "dashboard",
    "dashboardURL": "dashboard",
    "panelURL": "panel",
    "silenceURL": "silence",
    "generatorURL": "query",
}


class Alertmanager:
    """Proof of origin is the secret in `Authorization` (`http_config.authorization` or `basic_auth` of a receiver)."""

    source = "alertmanager"

    def proven(self, headers: Mapping[str, str], body: bytes, secrets: Sequence[str]) -> bool:
        return bearer(headers, secrets)

    def read(self, body: bytes) -> InletResult:
        told = document(body)
        if told.get("version") not in ("4", "1"):  # Grafana writes 1 and means the same
            raise BadInput("version should be 4, as Alertmanager sends since 0.12")
        alerts = told.get("alerts")
        if not isinstance(alerts, list):
            raise BadInput("alerts should be a list")
        found: list[Incident] = []
        problems: list[str] = []
        for number, alert in enumerate(alerts[:MOST], 1):
            try:
                found.append(_incident(alert))
            except BadInput as error:
                problems.append(f"alert {number}: {error}")
        if problems and not found:
            raise BadInput("; ".join(problems[:3]))
        left = told.get("truncatedAlerts")
        truncated = left if isinstance(left, int) and not isinstance(left, bool) and left > 0 else 0
        return InletResult(
            incidents=tuple(found), unreadable=tuple(problems), truncated=truncated + max(0, len(alerts) - MOST)
        )


def _incident(alert: Any) -> Incident:
    if not isinstance(alert, Mapping):
        raise BadInput("it should be a JSON object")
    state = _STATES.get(str(alert.get("status")))
    if state is None:
        raise BadInput("status should be firing or resolved")
    labels, long = labels_of(alert.get("labels"))
    if not labels:
        raise BadInput("it has no labels")
    annotations = annotations_of(alert.get("annotations"))
    name = line(labels.get("alertname"), NAME)
    started = moment(alert.get("startsAt"))
    given = alert.get("fingerprint")
    return Incident(
        source=Alertmanager.source,
        fingerprint=given if isinstance(given, str) and 0 < len(given) <= NAME and given.isalnum() else digest(labels),
        occurrence=started,
        name=name,
        title=line(annotations.get("summary") or annotations.get("message")) or name or "an alert without a name",
        description=text(annotations.get("description")),
        severity=severity(labels.get("severity")),
        state=state,
        service=line(labels.get("service") or labels.get("job"), NAME),
        environment=line(environment_of(labels), NAME),
        host=line(host_of(labels), NAME),
        labels=labels,
        annotations=annotations | long | _values(alert.get("values")),
        links=links(
            [("runbook", annotations.get("runbook_url") or annotations.get("runbook"))]
            + [(name, annotations.get(field) or alert.get(field)) for field, name in _LINKS.items()]
        ),
        started_at=started,
        ended_at=moment(alert.get("endsAt")) if state == "resolved" else "",
        raw_digest=digest(alert),
    )


def _values(values: object) -> dict[str, str]:
    """The numbers that Grafana sends beside an alert, as one annotation."""
    if not isinstance(values, Mapping) or not values:
        return {}
    told = ", ".join(f"{line(name, NAME)}={text(value, LABEL)}" for name, value in list(values.items())[:20])
    return {"values": told}
