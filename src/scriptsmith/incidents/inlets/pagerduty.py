"""PagerDuty's webhooks, version 3: one event of an incident a request, signed.

Five tries within 20 minutes bear the same event id, so that an event is kept once. A subscription is switched off after
three answers of 4xx, so what is no incident is taken and left alone, and an event that cannot be read is unreadable and
no reason to refuse the request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import BadInput
from ..fields import NAME, digest, document, line, links, moment, severity
from ..model import Incident, InletResult, State
from .proofs import signed

SIGNATURE = "x-pagerduty-signature"
_STATES: Mapping[str, State] = {"triggered": "firing", "acknowledged": "acknowledged", "resolved": "resolved"}
_ABOUT_INCIDENTS = frozenset(
    f"incident.{kind}"
    for kind in (
        "triggered", "acknowledged", "unacknowledged", "reopened", "resolved", "escalated", "reassigned", "delegated",
        "priority_updated", "service_updated",
    )
)  # fmt: skip
"""Types of events whose data is the incident itself; others tell of a note, a responder, a workflow, a service."""


class PagerDuty:
    """Proof of origin is the HMAC of the body in `X-PagerDuty-Signature`, which lists several while secrets change."""

    source = "pagerduty"

    def proven(self, headers: Mapping[str, str], body: bytes, secrets: Sequence[str]) -> bool:
        given = [each.strip() for each in headers.get(SIGNATURE, "").split(",")[:10]]
        return signed([each.removeprefix("v1=") for each in given if each.startswith("v1=")], body, secrets)

    def read(self, body: bytes) -> InletResult:
        event = document(body).get("event")
        if not isinstance(event, Mapping) or not isinstance(event.get("event_type"), str):
            raise BadInput("event should be a JSON object with an event_type")
        data = event.get("data")
        if not isinstance(data, Mapping) or data.get("type") != "incident":
            if event["event_type"] not in _ABOUT_INCIDENTS:
                return InletResult()  # a ping, a note, a workflow: nothing that has a state
            return InletResult(unreadable=(f"event.data should be the incident of {event['event_type']}",))
        try:
            return InletResult(incidents=(_incident(event, data),))
        except BadInput as error:
            return InletResult(unreadable=(str(error),))


def _incident(event: Mapping[str, Any], data: Mapping[str, Any]) -> Incident:
    state, number, delivery = _STATES.get(str(data.get("status"))), line(data.get("id"), NAME), event.get("id")
    if state is None:
        raise BadInput("event.data.status should be triggered, acknowledged or resolved")
    if not number or not isinstance(delivery, str) or not 0 < len(delivery) <= NAME:
        raise BadInput("event.id and event.data.id should be texts")
    at = moment(event.get("occurred_at"))
    service = line(_summary(data, "service"), NAME)
    urgency, priority = line(data.get("urgency"), NAME), line(_summary(data, "priority"), NAME)
    told = {
        "service": service,
        "urgency": urgency,
        "priority": priority,
        "number": line(data.get("number"), NAME),
        "incident_key": line(data.get("incident_key"), NAME),
        "escalation_policy": line(_summary(data, "escalation_policy"), NAME),
    }
    title = line(data.get("title"))
    return Incident(
        source=PagerDuty.source,
        fingerprint=number,
        delivery=line(delivery, NAME),
        name=title,
        title=title or f"incident {number}",
        severity=severity(priority or urgency),
        state=state,
        service=service,
        labels={name: value for name, value in told.items() if value},
        links=links([("PagerDuty", data.get("html_url"))]),
        started_at=moment(data.get("created_at")) or at,
        ended_at=at if state == "resolved" else "",
        at=at,
        raw_digest=digest(event),
    )


def _summary(data: Mapping[str, Any], name: str) -> object:
    part = data.get(name)
    return part.get("summary") if isinstance(part, Mapping) else None
