"""What sources send: bodies with the names, labels and annotations of public rules, in our own words."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

STARTED = "2026-11-20T08:15:30.123456789Z"
DISK = {
    "alertname": "NodeFilesystemSpaceFillingUp",
    "severity": "warning",
    "instance": "db-2:9100",
    "job": "node-exporter",
    "mountpoint": "/var",
    "device": "/dev/sda3",
    "fstype": "ext4",
}


def alert(
    labels: Mapping[str, str] = DISK, *, status: str = "firing", starts: str = STARTED, **annotations: str
) -> dict[str, Any]:
    """One alert as Alertmanager writes it."""
    told = "/".join(f"{name}={value}" for name, value in sorted(labels.items()))
    return {
        "status": status,
        "labels": dict(labels),
        "annotations": {"summary": "A file system fills up.", **annotations},
        "startsAt": starts,
        "endsAt": "0001-01-01T00:00:00Z" if status == "firing" else "2026-11-20T09:00:00Z",
        "generatorURL": "http://prometheus.example/graph?g0.expr=up",
        "fingerprint": hashlib.sha256(told.encode()).hexdigest()[:16],
    }


def alertmanager(*alerts: Any, **more: Any) -> dict[str, Any]:
    """A body of Alertmanager's webhook."""
    return {
        "receiver": "scriptsmith",
        "status": "firing",
        "alerts": list(alerts),
        "groupLabels": {},
        "commonLabels": {},
        "commonAnnotations": {},
        "externalURL": "http://alertmanager.example",
        "version": "4",
        "groupKey": "{}:{}",
        "truncatedAlerts": 0,
        **more,
    }


def pagerduty(
    kind: str = "triggered", *, id: str = "", at: str = "2026-11-20T08:15:30Z", **data: Any
) -> dict[str, Any]:
    """A body of PagerDuty's webhooks."""
    status = {"triggered": "triggered", "acknowledged": "acknowledged", "resolved": "resolved"}.get(kind, "triggered")
    return {
        "event": {
            "id": id or f"01CH754SM17TWPE2V2H4VPBRO{kind[:1].upper()}",
            "event_type": f"incident.{kind}",
            "resource_type": "incident",
            "occurred_at": at,
            "agent": None,
            "client": None,
            "data": {
                "id": "PGR0VU2",
                "type": "incident",
                "self": "https://api.pagerduty.example/incidents/PGR0VU2",
                "html_url": "https://acme.pagerduty.example/incidents/PGR0VU2",
                "number": 2126,
                "status": status,
                "incident_key": "d3640fbd41094207a1c11e58e46b1662",
                "created_at": "2026-11-20T08:15:00Z",
                "title": "The queue of payments grows",
                "service": {"id": "PF9KMXH", "summary": "payments", "type": "service_reference"},
                "escalation_policy": {"id": "PUS0KTE", "summary": "default", "type": "escalation_policy_reference"},
                "priority": {"id": "PSO75BM", "summary": "P1", "type": "priority_reference"},
                "urgency": "high",
                "resolve_reason": None,
                **data,
            },
        }
    }


def instana(state: str = "OPEN", **issue: Any) -> dict[str, Any]:
    """A body of Instana's generic webhook."""
    return {
        "issue": {
            "id": "7d0a5a6e-0c5d-4c55-8a7c-2f5f7a1c9e10",
            "type": "issue",
            "state": state,
            "start": 1763626530000,
            **({"end": 1763627130000} if state == "CLOSED" else {}),
            "severity": 10,
            "text": "The disk /var is nearly full (96%)",
            "suggestion": "remove rotated logs in /var/log",
            "link": "https://acme.instana.example/#/?snapshotId=abc",
            "zone": "prod",
            "fqdn": "db-2.example.org",
            "entity": "host",
            "entityLabel": "db-2",
            "tags": "production, documents",
            "container": "",
            **issue,
        }
    }


def body(document: object) -> bytes:
    """The document as it is sent."""
    return json.dumps(document).encode()


def signature(secret: str, sent: bytes) -> str:
    """PagerDuty's signature of a body."""
    return "v1=" + hmac.new(secret.encode(), sent, hashlib.sha256).hexdigest()
