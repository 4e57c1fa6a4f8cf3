"""Instana's generic webhook: one issue or incident a request, opened or closed.

A channel signs nothing, but sends headers of the admin's choice, one of which is the secret. It also tells of what came
online, went offline or changed, and can be tried: none of that has a state, and it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import BadInput
from ..fields import NAME, digest, document, line, links, moment, text
from ..model import Incident, InletResult, Severity, State
from .proofs import bearer

_STATES: Mapping[str, State] = {"OPEN": "firing", "CLOSED": "resolved"}
_SEVERITIES: Mapping[str, Severity] = {"5": "warning", "10": "critical"}
_EVENTS = frozenset({"presence", "change", "online", "offline"})
"""Types of events that are over when they are told."""
_SERVICES = frozenset({"service", "application", "endpoint"})
_LABELS = ("entity", "entityLabel", "zone", "fqdn", "container", "service", "tags")
_MEASURED = re.compile(r"\s*\([^()]*\d[^()]*\)$")


class Instana:
    """Proof of origin is the secret in the custom header `Authorization: Bearer …` of the alert channel."""

    source = "instana"

    def proven(self, headers: Mapping[str, str], body: bytes, secrets: Sequence[str]) -> bool:
        return bearer(headers, secrets)

    def read(self, body: bytes) -> InletResult:
        issue = document(body).get("issue")
        if issue is None:
            return InletResult()  # a channel that is tried
        if not isinstance(issue, Mapping):
            raise BadInput("issue should be a JSON object")
        if "state" not in issue or issue.get("type") in _EVENTS:
            return InletResult()
        return InletResult(incidents=(_incident(issue),))


def _incident(issue: Mapping[str, Any]) -> Incident:
    state, number = _STATES.get(str(issue["state"])), line(issue.get("id"), NAME)
    if state is None:
        raise BadInput("issue.state should be OPEN or CLOSED")
    if not number:
        raise BadInput("issue.id should be a text")
    labels = {name: line(issue.get(name), NAME) for name in _LABELS}
    title, suggestion = line(issue.get("text")), text(issue.get("suggestion"))
    started, ended = moment(issue.get("start")), moment(issue.get("end"))
    about_service = labels["entity"].lower() in _SERVICES
    return Incident(
        source=Instana.source,
        fingerprint=number,
        name=_MEASURED.sub("", title)[:NAME],
        title=title or number,  # older versions say no more of a closed issue than its id and its end
        description=text(issue.get("description")),
        severity=_SEVERITIES.get(line(issue.get("severity"), NAME), "unknown"),
        state=state,
        service=labels["service"] or (labels["entityLabel"] if about_service else ""),
        environment=labels["zone"],
        host=labels["fqdn"],
        labels={name: value for name, value in labels.items() if value},
        annotations={"action": suggestion} if suggestion else {},
        links=links([("Instana", issue.get("link"))]),
        started_at=started,
        ended_at=ended if state == "resolved" else "",
        at=(ended if state == "resolved" else "") or started,
        raw_digest=digest(issue),
    )
