"""Each inlet reads what its source sends, believes nobody without proof, and takes no harm from anything else."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.errors import BadInput, BadSettings
from scriptsmith.incidents.fields import moment, severity
from scriptsmith.incidents.inlets.alertmanager import Alertmanager
from scriptsmith.incidents.inlets.generic import Generic, mapping_of
from scriptsmith.incidents.inlets.instana import Instana
from scriptsmith.incidents.inlets.pagerduty import PagerDuty
from scriptsmith.incidents.inlets.port import Inlet
from scriptsmith.incidents.model import InletResult

from .payloads import DISK, alert, alertmanager, body, instana, pagerduty, signature

MAPPING: dict[str, Any] = {
    "alerts": "events",
    "fields": {
        "fingerprint": "trigger.id",
        "occurrence": "id",
        "name": "trigger.name",
        "title": "name",
        "severity": "severity",
        "state": "value",
        "host": "hosts.0.name",
        "started_at": "clock",
        "action": "trigger.comment",
        "service": "=billing",
    },
    "labels": {"mountpoint": "tags.mount"},
    "severities": {"Katastrophe": "critical"},
    "states": {"1": "firing", "0": "resolved"},
}
EVENT = {
    "id": 77,
    "name": "Disk of db-2 fills",
    "severity": "Katastrophe",
    "value": 1,
    "clock": 1763626530,
    "hosts": [{"name": "db-2"}],
    "tags": {"mount": "/srv"},
    "trigger": {"id": 12, "name": "disk", "comment": "show the largest folders in /srv"},
}
INLETS: tuple[Inlet, ...] = (Alertmanager(), PagerDuty(), Instana(), Generic(mapping_of("zabbix", MAPPING)))


def test_an_alert_of_alertmanager() -> None:
    (one,) = (
        Alertmanager()
        .read(body(alertmanager(alert(description="3 % is left", runbook_url="https://run.example/a"))))
        .incidents
    )
    assert (one.name, one.title, one.description) == (DISK["alertname"], "A file system fills up.", "3 % is left")
    assert (one.severity, one.state, one.host, one.service) == ("warning", "firing", "db-2", "node-exporter")
    assert (one.started_at, one.ended_at) == ("2026-11-20T08:15:30.123456+00:00", "")
    assert one.labels == DISK
    assert [each.name for each in one.links] == ["runbook", "query"]


def test_a_resolved_alert_is_the_same_one() -> None:
    """Its key is that of the firing one, and the end is told."""
    sent = alertmanager(alert(), alert(status="resolved"))
    firing, resolved = Alertmanager().read(body(sent)).incidents
    assert firing.key == resolved.key
    assert (resolved.state, resolved.ended_at) == ("resolved", "2026-11-20T09:00:00+00:00")


def test_grafana_sends_the_same_and_more() -> None:
    more = {
        "values": {"A": 3.5},
        "dashboardURL": "https://grafana.example/d/1",
        "panelURL": "https://grafana.example/d/1?viewPanel=2",
        "silenceURL": "https://grafana.example/silence",
    }
    (one,) = Alertmanager().read(body(alertmanager(alert() | more, version="1", orgId=1))).incidents
    assert one.annotations["values"] == "A=3.5"
    assert [each.name for each in one.links] == ["dashboard", "panel", "silence", "query"]


def test_one_unreadable_alert_keeps_no_other_out() -> None:
    read = Alertmanager().read(body(alertmanager("no alert", alert(), alert() | {"status": "odd"}, truncatedAlerts=4)))
    assert len(read.incidents) == 1
    assert [each.partition(":")[0] for each in read.unreadable] == ["alert 1", "alert 3"]
    assert read.truncated == 4


@pytest.mark.parametrize(("said", "counted"), [(3, 3), (0, 0), (-1, 0), (True, 0), ("many", 0), (None, 0), (3.5, 0)])
def test_only_a_number_of_alerts_says_that_some_were_left_out(said: object, counted: int) -> None:
    assert Alertmanager().read(body(alertmanager(alert(), truncatedAlerts=said))).truncated == counted


def test_an_event_of_pagerduty() -> None:
    (one,) = PagerDuty().read(body(pagerduty())).incidents
    assert (one.fingerprint, one.title, one.service) == ("PGR0VU2", "The queue of payments grows", "payments")
    assert (one.severity, one.state, one.labels["number"]) == ("critical", "firing", "2126")
    assert PagerDuty().read(body(pagerduty("resolved"))).incidents[0].state == "resolved"
    unheard = PagerDuty().read(body(pagerduty(priority={"summary": "Fuchsia"}, urgency="low"))).incidents[0]
    assert unheard.severity == "unknown"


@pytest.mark.parametrize("kind", ["pagey.ping", "incident.annotated", "service.updated"])
def test_what_is_no_incident_is_taken_and_left_alone(kind: str) -> None:
    """An answer of 4xx would have PagerDuty switch the subscription off."""
    sent = {"event": {"id": "1", "event_type": kind, "occurred_at": "2026-11-20T08:15:30Z", "data": {"type": "other"}}}
    assert PagerDuty().read(body(sent)) == InletResult()


@pytest.mark.parametrize("kind", ["resolved", "acknowledged", "triggered", "reopened", "escalated"])
@pytest.mark.parametrize("data", [None, [1], {}, {"type": "other"}])
def test_an_event_of_an_incident_that_is_not_there_is_unreadable(kind: str, data: object) -> None:
    """PagerDuty tells of a state, and of which incident is missing: the reason is told, and the request not refused."""
    sent = {"event": {"id": "1", "event_type": f"incident.{kind}", "data": data}}
    assert PagerDuty().read(body(sent)).unreadable == (f"event.data should be the incident of incident.{kind}",)


@pytest.mark.parametrize("wrong", [{"status": "snoozed"}, {"id": ""}, {"id": None}])
def test_an_incident_that_cannot_be_read_refuses_no_request(wrong: dict[str, object]) -> None:
    """Three answers of 4xx would have PagerDuty switch the subscription off."""
    sent = pagerduty()
    sent["event"]["data"] |= wrong
    read = PagerDuty().read(body(sent))
    assert (read.incidents, len(read.unreadable)) == ((), 1)


def test_an_issue_of_instana() -> None:
    """What it suggests is the recommended action, and its name is the same whatever was measured."""
    (one,) = Instana().read(body(instana())).incidents
    assert (one.title, one.name) == ("The disk /var is nearly full (96%)", "The disk /var is nearly full")
    assert (one.severity, one.state, one.host, one.environment) == ("critical", "firing", "db-2.example.org", "prod")
    assert one.annotations == {"action": "remove rotated logs in /var/log"}
    assert (one.labels["entity"], one.labels["entityLabel"], one.labels["tags"]) == (
        "host", "db-2", "production, documents",
    )  # fmt: skip
    assert (one.started_at, one.ended_at, one.service) == ("2025-11-20T08:15:30+00:00", "", "")
    assert [each.url for each in one.links] == ["https://acme.instana.example/#/?snapshotId=abc"]
    (closed,) = Instana().read(body(instana("CLOSED"))).incidents
    assert (closed.key, closed.state, closed.ended_at) == (one.key, "resolved", "2025-11-20T08:25:30+00:00")
    assert Instana().read(body(instana(entity="service", entityLabel="orders"))).incidents[0].service == "orders"


@pytest.mark.parametrize(("given", "found"), [(5, "warning"), (10, "critical"), (-1, "unknown"), (7, "unknown")])
def test_severities_of_instana(given: int, found: str) -> None:
    """Five is a warning, ten is critical, and nothing else is taken for a mild one."""
    assert Instana().read(body(instana(severity=given))).incidents[0].severity == found


def test_events_of_instana_without_a_state_are_left_alone() -> None:
    """What came online or changed is over when it is told, and a channel that is tried reports nothing."""
    presence = {"issue": {"id": "1", "type": "presence", "start": 1, "text": "online", "description": "JVM on db-2"}}
    for sent in ({}, {"ping": 1}, presence, instana(type="change"), {"issue": presence["issue"] | {"type": "change"}}):
        assert Instana().read(body(sent)).incidents == ()
    for wrong in (instana("ODD"), instana(id=""), {"issue": "x"}):
        with pytest.raises(BadInput, match="issue"):
            Instana().read(body(wrong))


def test_a_mapping_reads_any_body() -> None:
    (one,) = Generic(mapping_of("zabbix", MAPPING)).read(body({"events": [EVENT]})).incidents
    assert (one.source, one.fingerprint, one.occurrence, one.name) == ("zabbix", "12", "77", "disk")
    assert (one.severity, one.state, one.host, one.service) == ("critical", "firing", "db-2", "billing")
    assert (one.labels, one.annotations) == ({"mountpoint": "/srv"}, {"action": "show the largest folders in /srv"})
    assert one.started_at == "2025-11-20T08:15:30+00:00"
    assert (
        Generic(mapping_of("zabbix", MAPPING)).read(body({"events": [EVENT | {"value": 0}]})).incidents[0].state
        == "resolved"
    )


@pytest.mark.parametrize(
    ("lost", "title", "state", "said"),
    [
        (("value",), "disk is full", "firing", ["alert 1: there is nothing at value: it counts as firing"]),
        (("name",), "disk", "resolved", ["alert 1: there is nothing at name: its title is disk"]),
    ],
)
def test_an_alert_without_a_title_or_a_state_is_kept_in_sight_and_what_it_lacks_is_told(
    lost: tuple[str, ...], title: str, state: str, said: list[str]
) -> None:
    event = {"name": "disk is full", "value": 0} | {
        key: value for key, value in EVENT.items() if key not in ("name", "value")
    }
    read = Generic(mapping_of("zabbix", MAPPING)).read(
        body({"events": [{key: value for key, value in event.items() if key not in lost}]})
    )
    assert [(one.title, one.state) for one in read.incidents] == [(title, state)]
    assert (list(read.doubtful), read.unreadable) == (said, ())


def test_what_has_neither_title_nor_state_is_no_alert() -> None:
    """It is not kept, with the reason; the others of its report are."""
    read = Generic(mapping_of("zabbix", MAPPING)).read(body({"events": [EVENT, {"trigger": {"id": 12}}]}))
    assert len(read.incidents) == 1
    assert read.unreadable == ("alert 2: there is nothing at name and value: no title and no state",)


def test_a_state_that_nobody_knows_stays_open() -> None:
    (one,) = Generic(mapping_of("zabbix", MAPPING)).read(body({"events": [EVENT | {"value": "strange"}]})).incidents
    assert one.state == "firing"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"fields": {"title": "name", "state": "value"}}, "fields.fingerprint is missing"),
        ({"fields": MAPPING["fields"] | {"colour": "x"}}, "no field 'colour'"),
        ({"severities": {"x": "mild"}}, "'mild' is none of"),
        ({"states": {"x": "gone"}}, "'gone' is none of"),
        ({"secret": "hunter2"}, "no setting 'secret'"),
        ({"labels": {"a": 3}}, "labels should be a table of texts"),
        ({"alerts": 3}, "alerts should be a text"),
        ({"fields": MAPPING["fields"] | {"title": " "}}, "fields.title is an empty path"),
        ({"labels": {"mountpoint": ""}}, "labels.mountpoint is an empty path"),
        ({"fields": {"fingerprint": "=disk", "title": "name", "state": "value"}}, "the same in every report"),
        ({"fields": MAPPING["fields"] | {"fingerprint": "=a", "occurrence": "=b"}}, "the same in every report"),
        ({"signature": "X Signature"}, "the name of a header, and 'X Signature' is none"),
    ],
)
def test_a_mapping_that_makes_no_sense_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSettings, match=said):
        mapping_of("zabbix", MAPPING | change)


@pytest.mark.parametrize(
    ("word", "found"),
    [("critical", "critical"), ("P1", "critical"), ("Warn", "warning"), ("info", "info"), ("none", "unknown")]
    + [(odd, "unknown") for odd in ("page", "", "5", None, 3, "blocker")],
)
def test_an_unknown_severity_stays_unknown(word: object, found: str) -> None:
    assert severity(word) == found


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("0001-01-01T00:00:00Z", ""),
        ("2026-11-20T10:15:30.5+02:00", "2026-11-20T08:15:30.500000+00:00"),
        (1763626530000, "2025-11-20T08:15:30+00:00"),
        ("1763626530", "2025-11-20T08:15:30+00:00"),
        ("9" * 400, ""),
        (float("nan"), ""),
        (1e300, ""),
        (True, ""),
        ("soon", ""),
    ],
)
def test_moments(given: object, found: str) -> None:
    assert moment(given) == found


def basic(password: str) -> str:
    return "Basic " + base64.b64encode(f"am:{password}".encode()).decode()


@pytest.mark.parametrize(
    ("given", "proven"),
    [
        ("Bearer old", True),
        ("bearer new", True),
        (basic("new"), True),
        (basic("newer"), False),
        ("Basic !!", False),
        ("Bearer ", False),
        ("Bearer newer", False),
        ("new", False),
        ("Bearer \udcff", False),
        ("", False),
    ],
)
def test_a_bearer_proves_itself_with_any_of_the_secrets(given: str, proven: bool) -> None:
    headers = {"authorization": given} if given else {}
    assert Alertmanager().proven(headers, b"{}", ["old", "new"]) is proven
    assert not Alertmanager().proven(headers, b"{}", [])
    assert not Alertmanager().proven(headers, b"{}", [""])


def test_a_signature_is_of_these_bytes_under_a_secret_of_ours() -> None:
    sent = body(pagerduty())
    good, other = signature("ours", sent), signature("theirs", sent)

    def proven(header: str, given: bytes = sent) -> bool:
        return PagerDuty().proven({"x-pagerduty-signature": header}, given, ["older", "ours"])

    assert proven(good)
    assert proven(f"{other}, {good}")
    for bad in (other, good.removeprefix("v1="), good.replace("v1", "v0"), "", "v1=", good[:-1], f"v1={'0' * 64}"):
        assert not proven(bad), bad
    assert not proven(good, sent + b" ")
    assert not proven(",".join([other] * 10 + [good]))


def test_a_mapped_hook_takes_a_signature_in_a_header_of_its_own() -> None:
    inlet = Generic(mapping_of("forge", MAPPING | {"signature": "X-Hub-Signature-256"}))
    sent = body({"events": []})
    header = {"x-hub-signature-256": signature("ours", sent).replace("v1", "sha256")}
    assert inlet.proven(header, sent, ["ours"])
    assert not inlet.proven(header, sent + b" ", ["ours"])
    assert not inlet.proven({"authorization": "Bearer ours"}, sent, ["ours"])


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
DOCUMENTS = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(document=DOCUMENTS, raw=st.binary())
def test_whatever_comes_is_read_or_refused(document: object, raw: bytes) -> None:
    """In the place of a body, of an alert, of its parts: no other error, and nothing that cannot be stored."""
    part = {"labels": document, "annotations": document, "startsAt": document, "generatorURL": document}
    data = {"type": "incident", "status": "triggered", "id": document, "title": document, "service": document}
    for inlet in INLETS:
        for sent in (
            raw,
            body(document),
            body(alertmanager(document)),
            body(alertmanager(alert() | part)),
            body({"event": {"id": "1", "event_type": "x", "occurred_at": document, "data": data}}),
            body({"event": document, "events": document, "issue": document}),
            body(instana(text=document, suggestion=document, start=document, severity=document, tags=document)),
            body({"events": [document, EVENT | {"name": document, "clock": document}]}),
        ):
            try:
                read = inlet.read(sent)
            except BadInput:
                continue
            for one in read.incidents:
                assert one.title
                assert "\0" not in repr(one)
                str(one).encode()


def test_a_deep_document_is_refused() -> None:
    for inlet in INLETS:
        with pytest.raises(BadInput):
            inlet.read(b'{"alerts":' + b"[" * 200_000 + b"]" * 200_000 + b"}")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//evil.example",
        "http://",
        "https://user@evil.example/",
        'http://a/"x',
        "http://a/\u202e",
        3,
    ],
)
def test_only_addresses_of_the_web_become_links(url: Any) -> None:
    (one,) = Alertmanager().read(body(alertmanager(alert(runbook_url="x") | {"generatorURL": url}))).incidents
    assert one.links == ()


def test_nothing_is_bound_from_a_label_that_is_a_text() -> None:
    """A value that is too long for a label is kept beside the annotations, where nothing takes values from."""
    (one,) = Alertmanager().read(body(alertmanager(alert(DISK | {"mountpoint": "/x" * 900})))).incidents
    assert "mountpoint" not in one.labels
    assert one.annotations["mountpoint"].startswith("/x/x")
