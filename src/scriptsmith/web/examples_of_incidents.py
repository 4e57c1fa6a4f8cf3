"""One incident from the alert to the run, as examples in the OpenAPI document; and what hooks are sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..core.plain_data import plain
from ..incidents.model import Incident, KeptIncident, Link, Receipt, TimelineEvent
from ..outlets.outbox import Delivery
from ..outlets.routes import Route
from ..outlets.slack_review import LOOK
from ..service.consuming import MessageSetAside

INCIDENT = "inc-20260102-030000-000000-0001-5e0c1a"
_RUN = "20260102-030405-1a2b3c4d"
_AT, _LATER = "2026-01-02T03:00:00+00:00", "2026-01-02T03:05:00+00:00"
_LABELS = {"alertname": "DiskAlmostFull", "instance": "web-3:9100", "mountpoint": "/var", "severity": "warning"}
_URL = "https://prometheus.example.org/graph?g0.expr=disk"
_KEPT = KeptIncident(
    incident=Incident(
        source="alertmanager",
        fingerprint="8f2d1c9e7b6a5043",
        title="/var on web-3 is 92 % full",
        id=INCIDENT,
        occurrence=_AT,
        name="DiskAlmostFull",
        description="/var on web-3 is 92 % full",
        severity="warning",
        service="web",
        environment="production",
        host="web-3",
        labels=_LABELS,
        annotations={"summary": "/var on web-3 is 92 % full"},
        links=(Link(name="Prometheus", url=_URL),),
        started_at=_AT,
        at=_AT,
        raw_digest="3b5d5c3712955042212316173ccf37be800f6a0b9b8ca4c5f7f8c1fcb0e58f4b",
    ),
    received_at=_AT,
    last_seen=_LATER,
    reports=2,
)
_TIMELINE = TimelineEvent(seq=1, at=_AT, kind="opened", by="alertmanager", told="warning")
_RUN_OF = {
    "run": _RUN,
    "recommendation": "4c1f0a9d2e3b5a67",
    "by": "ana",
    "at": _LATER,
    "action": "show the largest directories below /var",
    "state": "served",
}
_MISSING = {"name": "limit", "type": "count", "description": "how many are shown"}
_ASKED_SOURCE = {"source": "model", "had": "waiting", "why": "the model was asked 12 s ago and has not answered yet"}
_ALSO = {
    "id": "9b3e5d0c7a1f2846",
    "source": "runbook",
    "why": "the runbook DiskAlmostFull lists it",
    "text": "find the largest folders",
    "bound": {},
}
_RECOMMENDED = {
    "id": "4c1f0a9d2e3b5a67",
    "text": "show the largest directories below /var",
    "source": "alert map",
    "why": "the first look at DiskAlmostFull",
    "kind": "look",
    "entry": "find-largest-directories",
    "title": "Find the largest directories",
    "risk": "safe",
    "bound": {"directory": "/var"},
    "defaults": {"depth": "1"},
    "missing": [_MISSING],
    "doubts": [],
    "others": [_ALSO],
}
_RUNBOOK = {"name": "DiskAlmostFull", "mitigation": "Look for logs that were not rotated."}
_RECEIPT = Receipt(incident=INCIDENT, outcome="opened")
_DELIVERY = Delivery(
    id=17,
    message="0190a8f3-6f1e-7c52-9b0e-2f4a6c8d1e35",
    what="run.waiting",
    subject=_RUN,
    outlet="sre",
    state="failed",
    tries=10,
    began=_AT,
    due="",
    ended=_LATER,
    said="503 Service Unavailable",
)
_OUTLET = {
    "name": "sre",
    "kind": "slack",
    "host": "slack.com",
    "waiting": 0,
    "delivered": 41,
    "failed": 1,
    "dropped": 0,
    "last": _LATER,
    "paused": "",
}
_ROUTE = Route(
    outlets=("sre",),
    events=("run.*",),
    roles=("reviewer",),
    services=("web*",),
    severities=("critical",),
    risks=("dangerous",),
)
_ASIDE = MessageSetAside(
    id=5, place="/hooks/alertmanager 9f2c4e1a7b60", why="alert 2: it has no labels", text='{"version": "4", …', at=_AT
)

EXAMPLES: Mapping[str, Any] = {
    "Incident": _KEPT.incident,
    "Link": _KEPT.incident.links[0],
    "IncidentBrief": _KEPT,
    "IncidentsOut": {"incidents": [_KEPT], "next": f"/api/v1/incidents?limit=1&before={INCIDENT}"},
    "IncidentOut": plain(_KEPT) | {"timeline": [plain(_TIMELINE)], "runs": [_RUN_OF], "history": []},
    "TimelineOut": _TIMELINE,
    "RunOfIncident": _RUN_OF,
    "MissingOut": _MISSING,
    "RecommendationOut": _RECOMMENDED,
    "RecommendedOut": {
        "answer": "actions",
        "actions": [_RECOMMENDED],
        "runbook": _RUNBOOK,
        "problems": [],
        "sources": [_ASKED_SOURCE],
    },
    "AskedSourceOut": _ASKED_SOURCE,
    "AlsoRecommendedOut": _ALSO,
    "RunbookOut": _RUNBOOK,
    "RunMade": {"run": _RUN, "state": "working", "new": True},
    "Receipt": _RECEIPT,
    "ReportOut": {"kept": [_RECEIPT], "unreadable": [], "doubtful": [], "truncated": 0},
    "MessageSetAside": _ASIDE,
    "SetAsideOut": {"messages": [_ASIDE], "next": None},
    "Delivery": _DELIVERY,
    "DeliveriesOut": {"deliveries": [_DELIVERY], "next": None},
    "OutletOut": _OUTLET,
    "RouteOut": _ROUTE,
    "OutletsOut": {"outlets": [_OUTLET], "routes": [_ROUTE], "warnings": []},
}
"""An example for each schema of this part, by its name."""

BODIES: Mapping[str, Any] = {
    "hook_alertmanager": {
        "version": "4",
        "groupKey": '{}:{alertname="DiskAlmostFull"}',
        "truncatedAlerts": 0,
        "status": "firing",
        "receiver": "scriptsmith",
        "groupLabels": {"alertname": "DiskAlmostFull"},
        "commonLabels": _LABELS,
        "commonAnnotations": {},
        "externalURL": "https://alertmanager.example.org",
        "alerts": [
            {
                "status": "firing",
                "labels": _LABELS,
                "annotations": {"summary": "/var on web-3 is 92 % full"},
                "startsAt": "2026-01-02T03:00:00Z",
                "endsAt": "0001-01-01T00:00:00Z",
                "generatorURL": _URL,
                "fingerprint": "8f2d1c9e7b6a5043",
            }
        ],
    },
    "hook_pagerduty": {
        "event": {
            "id": "01CH754SM17TWPE2V2H4VPBRO7",
            "event_type": "incident.triggered",
            "resource_type": "incident",
            "occurred_at": "2026-01-02T03:00:00.000Z",
            "data": {
                "id": "PGR0VU2",
                "type": "incident",
                "number": 2,
                "title": "/var on web-3 is 92 % full",
                "status": "triggered",
                "urgency": "high",
                "created_at": "2026-01-02T03:00:00Z",
                "html_url": "https://example.pagerduty.com/incidents/PGR0VU2",
                "service": {"id": "PF9KMXH", "summary": "web", "type": "service_reference"},
            },
        }
    },
    "hook_instana": {
        "issue": {
            "id": "53650436-8e35-49a3-a610-56b442ae7620",
            "type": "issue",
            "state": "OPEN",
            "start": 1767322800000,
            "severity": 5,
            "text": "Disk almost full",
            "suggestion": "Free space on /var",
            "link": "https://instana.example.org/#/?snapshotId=1",
            "zone": "production",
            "entity": "host",
            "entityLabel": "web-3",
            "fqdn": "web-3.example.org",
        }
    },
    "hook_json": {"alert": {"id": "4711", "name": "DiskAlmostFull", "host": "web-3", "level": "warning"}},
    "hook_slack_command": {
        "command": "/scriptsmith",
        "text": "show how full the file systems are",
        "team_id": "T0123456789",
        "user_id": "U0123456789",
        "response_url": "https://hooks.slack.com/commands/1",
    },
    "hook_slack_interactive": {
        "payload": json.dumps(
            {
                "type": "block_actions",
                "team": {"id": "T0123456789"},
                "user": {"id": "U0123456789"},
                "actions": [{"action_id": LOOK, "value": "…"}],
                "response_url": "https://hooks.slack.com/actions/1",
            }
        )
    },
}
"""What each hook is sent, by the name of its operation."""
