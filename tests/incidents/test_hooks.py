"""The hooks over HTTP: what is accepted is kept once, and nobody without proof of origin is heard."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest
import pytest_asyncio

from scriptsmith.adapters.hooks import hooks_of
from scriptsmith.errors import BadSettings
from scriptsmith.settings import load
from tests.databases import fresh, with_database
from tests.web.server import Service, serving

from .payloads import DISK, alert, alertmanager, body, instana, pagerduty, signature
from .test_inlets import EVENT

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]

ALERTMANAGER, PAGERDUTY, ZABBIX = "alertmanager-secret-1", "pagerduty-secret-01", "zabbix-secret-000001"
INSTANA = "instana-secret-00001"
MAPPING = """
[hook.zabbix]
secret_file = "{folder}/zabbix"
alerts = "events"
fields.fingerprint = "trigger.id"
fields.title = "name"
fields.state = "value"
fields.severity = "severity"
states.1 = "firing"
states.0 = "resolved"
labels.mountpoint = "tags.mount"
"""


def opened(folder: Path) -> dict[str, object]:
    """Settings that open every hook."""
    for name, secret in (
        ("am", f"older-secret-00000\n{ALERTMANAGER}\n"),
        ("pd", PAGERDUTY),
        ("instana", INSTANA),
        ("zabbix", ZABBIX),
    ):
        (folder / name).write_text(secret)
    (folder / "hooks.toml").write_text(MAPPING.format(folder=folder))
    return {
        "incidents.alertmanager_secret_file": str(folder / "am"),
        "incidents.pagerduty_secret_file": str(folder / "pd"),
        "incidents.instana_secret_file": str(folder / "instana"),
        "incidents.hooks_file": str(folder / "hooks.toml"),
    }


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    async with serving(settings=opened(tmp_path_factory.mktemp("secrets")), workers=0) as running:
        yield running


async def report(service: Service, *alerts: Any, secret: str = ALERTMANAGER, **more: Any) -> httpx2.Response:
    async with service.client() as http:
        headers = {"Authorization": f"Bearer {secret}"}
        return await http.post("/hooks/alertmanager", json=alertmanager(*alerts, **more), headers=headers)


async def many(service: Service) -> int:
    return sum((await service.app.team().incidents.counts()).values())


def named(name: str, **labels: str) -> dict[str, str]:
    return DISK | {"instance": name} | labels


async def test_alerts_become_incidents_and_a_resent_body_changes_nothing(service: Service) -> None:
    first, second = alert(named("once-1")), alert(named("once-2"))
    told = (await report(service, first, second)).json()
    assert [each["outcome"] for each in told["kept"]] == ["opened", "opened"]
    again = (await report(service, first, second)).json()
    assert [each["incident"] for each in again["kept"]] == [each["incident"] for each in told["kept"]]
    assert [each["outcome"] for each in again["kept"]] == ["repeated", "repeated"]
    ended = await report(service, alert(named("once-1"), status="resolved"))
    assert ended.json()["kept"][0]["outcome"] == "resolved"
    async with service.client("requester") as http:
        found = (await http.get("/api/v1/incidents", params={"text": "once-1"})).json()["incidents"]
        assert [(each["incident"]["state"], each["reports"]) for each in found] == [("resolved", 3)]


async def test_events_of_pagerduty_are_taken_with_a_signature(service: Service) -> None:
    async with service.client() as http:
        for kind, outcome in (("triggered", "opened"), ("triggered", "repeated"), ("resolved", "resolved")):
            sent = body(pagerduty(kind, at="2026-11-20T08:20:00Z"))
            headers = {"X-PagerDuty-Signature": signature(PAGERDUTY, sent), "Content-Type": "application/json"}
            answer = await http.post("/hooks/pagerduty", content=sent, headers=headers)
            assert answer.json()["kept"][0]["outcome"] == outcome
        forged = await http.post("/hooks/pagerduty", content=sent.replace(b"PGR0VU2", b"PGR0VU3"), headers=headers)
        assert forged.status_code == 401


async def test_issues_of_instana_are_taken_with_the_header_of_their_channel(service: Service) -> None:
    """An issue that is closed by its id alone keeps what was known of it; one that is told late stays closed."""
    short = {"issue": {"id": instana()["issue"]["id"], "state": "CLOSED", "end": 1763627130000}}
    async with service.client(Authorization=f"Bearer {INSTANA}") as http:
        for sent, outcome in ((instana(), "opened"), (short, "resolved"), (instana(), "late")):
            answer = await http.post("/hooks/instana", json=sent)
            assert answer.json()["kept"][0]["outcome"] == outcome
        assert (await http.post("/hooks/instana", json={"ping": True})).json()["kept"] == []
    kept = await service.app.team().incidents.get(answer.json()["kept"][0]["incident"])
    assert (kept.incident.title, kept.incident.state) == ("The disk /var is nearly full (96%)", "resolved")
    assert kept.incident.annotations == {"action": "remove rotated logs in /var/log"}
    async with service.client(Authorization=f"Bearer {PAGERDUTY}") as http:
        assert (await http.post("/hooks/instana", json=instana())).status_code == 401


async def test_a_mapped_hook(service: Service) -> None:
    async with service.client(Authorization=f"Bearer {ZABBIX}") as http:
        answer = await http.post("/hooks/json/zabbix", json={"events": [EVENT, {"name": "no id"}]})
        assert [each["outcome"] for each in answer.json()["kept"]] == ["opened"]
        assert answer.json()["unreadable"] == ["alert 2: there is nothing at trigger.id, which tells it from others"]
        assert (await http.post("/hooks/json/nagios", json={})).status_code == 404
        stateless = {"trigger": {"id": "13"}, "name": "no state is told"}
        answer = await http.post("/hooks/json/zabbix", json={"events": [stateless]})
        assert [each["outcome"] for each in answer.json()["kept"]] == ["opened"]
        (lacks,) = answer.json()["doubtful"]
    async with service.client("admin") as http:
        assert lacks in [each["why"] for each in (await http.get("/api/v1/set-aside")).json()["messages"]]


async def test_each_hook_has_a_secret_of_its_own(service: Service) -> None:
    before = await many(service)
    for secret in (PAGERDUTY, ZABBIX, "x", service.keys["admin"], ALERTMANAGER[:-1]):
        answer = await report(service, alert(named("nobody")), secret=secret)
        assert (answer.status_code, "alertmanager-secret" in answer.text) == (401, False)
    assert (await report(service, secret="older-secret-00000")).status_code == 200
    assert await many(service) == before
    records = await service.app.team().audit.page(on="/hooks/alertmanager")
    assert records[0].note.act == "hook.refused"


async def test_a_secret_is_changed_without_a_new_start(tmp_path: Path) -> None:
    async with serving(settings=opened(tmp_path), workers=0) as service:
        assert (await report(service)).status_code == 200
        (tmp_path / "am").write_text("a-new-secret-of-ours\n")
        assert (await report(service)).status_code == 401
        assert (await report(service, secret="a-new-secret-of-ours")).status_code == 200
        (tmp_path / "am").unlink()
        assert (await report(service, secret="a-new-secret-of-ours")).status_code == 503  # and not lost


async def test_a_hook_without_a_secret_is_closed() -> None:
    async with serving(workers=0) as service:
        answer = await report(service, alert())
        assert (answer.status_code, answer.json()["detail"][:27]) == (404, "there is no hook at /hooks/")


HOSTILE: dict[str, tuple[bytes, int]] = {
    "no JSON": (b"{", 422),
    "another version": (body(alertmanager(alert(), version="3")), 422),
    "no list": (body(alertmanager() | {"alerts": {}}), 422),
    "deep": (b'{"version":"4","alerts":' + b"[" * 100_000 + b"]" * 100_000 + b"}", 422),
    "deep labels": (
        body(alertmanager(alert())).replace(b'"severity": "warning"', b'"x":' + b"[" * 500 + b"]" * 500),
        200,
    ),
    "no labels": (body(alertmanager(alert({}))), 422),
    "no UTF-8": (b'{"version":"4","alerts":["\xff"]}', 422),
    "a list": (b"[]", 422),
    "numbers": (b'{"version":"4","alerts":[1e999, NaN, 7]}', 422),
    "a number of 5,000 digits": (b'{"version":"4","alerts":[' + b"9" * 5000 + b"]}", 422),
}


@pytest.mark.parametrize("kind", HOSTILE)
async def test_hostile_bodies_break_nothing(service: Service, kind: str) -> None:
    sent, status = HOSTILE[kind]
    async with service.client(Authorization=f"Bearer {ALERTMANAGER}") as http:
        headers = {"Content-Type": "application/json"}
        answer = await http.post("/hooks/alertmanager", content=sent, headers=headers)
        assert answer.status_code == status
        assert (await report(service, alert(named(f"after {kind}")))).status_code == 200


async def test_ten_megabytes_are_not_read(service: Service) -> None:
    """The sender is told before it has sent all of it, or finds the connection closed."""
    async with service.client(Authorization=f"Bearer {ALERTMANAGER}") as http:
        try:
            answer = await http.post("/hooks/alertmanager", json={"x": " " * 10_000_000})
        except httpx2.TransportError:
            pass
        else:
            assert answer.status_code == 413
    assert (await report(service)).status_code == 200


async def test_only_json_is_read(service: Service) -> None:
    async with service.client(Authorization=f"Bearer {ALERTMANAGER}") as http:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
            answer = await http.post("/hooks/alertmanager", content=b"{}", headers={"Content-Type": kind})
            assert answer.status_code == 415
        sent = body(alertmanager())
        kind = "application/cloudevents+json; charset=utf-8"
        assert (await http.post("/hooks/alertmanager", content=sent, headers={"Content-Type": kind})).status_code == 200


async def test_a_body_without_a_length_is_measured_as_it_comes(service: Service) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b" " * 65_536

    async with service.client(Authorization=f"Bearer {ALERTMANAGER}") as http:
        headers = {"Content-Type": "application/json"}
        answer = await http.post("/hooks/alertmanager", content=endless(), headers=headers)
        assert answer.status_code == 413


async def test_what_comes_too_often_is_told_to_come_again_and_not_dropped(tmp_path: Path) -> None:
    """Alertmanager tries again after 503 and never after 429."""
    async with serving(settings=opened(tmp_path) | {"incidents.rate": 4}, workers=0) as service:
        assert [(await report(service, secret="nobody")).status_code for _ in range(9)] == [401] * 9  # keep nobody out
        assert [(await report(service)).status_code for _ in range(2)] == [200, 503]
    async with serving(settings=opened(tmp_path) | {"service.rate_address": 4}, workers=0) as service:
        answers = [await report(service) for _ in range(2)]
        assert [each.status_code for each in answers] == [200, 503]
        assert "retry-after" in answers[1].headers


async def test_the_sender_is_answered_whatever_is_behind(tmp_path: Path) -> None:
    """With the tables locked by somebody else a report is answered in time, and kept when it is sent again; so is one
    that proves nothing, or cannot be read."""
    url = fresh()
    async with serving(settings=opened(tmp_path), workers=0, url=url, hook_seconds=0.3) as service:
        async with await psycopg.AsyncConnection.connect(url) as other:
            await other.execute("lock table scriptsmith.incident in exclusive mode")
            answer = await report(service, alert())
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "6")
            await other.execute("lock table scriptsmith.audit, scriptsmith.set_aside in exclusive mode")
            assert (await report(service, alert(), secret="wrong" * 4)).status_code == 401
            headers = {"Authorization": f"Bearer {ALERTMANAGER}", "Content-Type": "application/json"}
            async with service.client() as http:
                bad = await http.post("/hooks/alertmanager", content=b"{", headers=headers)
            assert bad.status_code == 422
        assert (await report(service, alert())).json()["kept"][0]["outcome"] == "opened"
        assert await many(service) == 1


async def test_bursts_with_resends_keep_every_alert_once(service: Service) -> None:
    before = await many(service)
    bursts = [[alert(named(f"burst-{number}-{one}")) for one in range(100)] for number in range(5)]
    answers = await asyncio.gather(*(report(service, *burst) for burst in bursts for _ in range(3)))
    assert {each.status_code for each in answers} == {200}
    outcomes = [each["outcome"] for answer in answers for each in answer.json()["kept"]]
    assert (outcomes.count("opened"), outcomes.count("repeated")) == (500, 1000)
    assert await many(service) == before + 500


async def test_secrets_in_texts_are_not_kept(service: Service) -> None:
    told = await report(service, alert(named("leaky"), description="login with password=hunter2horse"))
    async with service.client("requester") as http:
        found = (await http.get(f"/api/v1/incidents/{told.json()['kept'][0]['incident']}")).text
        assert "hunter2horse" not in found


async def test_a_report_that_cannot_be_read_is_set_aside_for_an_admin(service: Service) -> None:
    """Once, however often it is sent, with the reason, and as text without secrets; of a report the part that cannot be
    read. Who is no admin sees none of it."""
    bad = b'{"password": "hunter2horse", "<script>window.hacked=1</script>": '
    async with service.client() as http:
        headers = {"Authorization": f"Bearer {ALERTMANAGER}", "Content-Type": "application/json"}
        for _ in range(2):
            assert (await http.post("/hooks/alertmanager", content=bad, headers=headers)).status_code == 422
    await report(service, alert(named("half-read")), "odd", truncatedAlerts=3)
    async with service.client("admin") as http:
        listed = (await http.get("/api/v1/set-aside")).json()["messages"]
        page = (await http.get("/set-aside", headers={"Accept": "text/html"})).text
        assert "could not be read" in (await http.get("/incidents", headers={"Accept": "text/html"})).text
    assert [each["why"] for each in listed if "window.hacked" in each["text"]] == [
        "the body is not JSON that can be read"
    ]
    assert any("alert 2" in each["why"] and "3 alerts were left out" in each["why"] for each in listed)
    ours = [each["place"] for each in listed if "window.hacked" in each["text"]]
    assert [place.partition(" ")[0] for place in ours] == ["/hooks/alertmanager"]
    for text in (str(listed), page):
        assert "hunter2horse" not in text
    assert "<script>window" not in page
    assert "window.hacked" in page
    async with service.client("reviewer") as http:
        assert (await http.get("/api/v1/set-aside")).status_code == 403
        assert (await http.get("/set-aside", headers={"Accept": "text/html"})).status_code == 403
        assert "could not be read" not in (await http.get("/incidents", headers={"Accept": "text/html"})).text


async def test_an_event_of_pagerduty_without_its_incident_is_set_aside_and_not_refused(service: Service) -> None:
    """An answer of 4xx would have PagerDuty switch the subscription off; an event that has no state is nothing."""
    there = {"event": {"id": "lost", "event_type": "incident.resolved", "data": None}}
    answers = []
    async with service.client() as http:
        for sent in (body(there), body({"event": {"id": "p", "event_type": "pagey.ping", "data": {"type": "ping"}}})):
            headers = {"X-PagerDuty-Signature": signature(PAGERDUTY, sent), "Content-Type": "application/json"}
            answers.append(await http.post("/hooks/pagerduty", content=sent, headers=headers))
    why = "event.data should be the incident of incident.resolved"
    assert [(each.status_code, each.json()["unreadable"]) for each in answers] == [(200, [why]), (200, [])]
    async with service.client("admin") as http:
        listed = (await http.get("/api/v1/set-aside")).json()["messages"]
        page = (await http.get("/set-aside", headers={"Accept": "text/html"})).text
    assert [each["why"] for each in listed if each["place"].startswith("/hooks/pagerduty")] == [why]
    assert why in page


async def test_who_was_refused_at_a_hook_is_seen_beside_it(service: Service) -> None:
    assert (await report(service, secret="nobody-knows-this-one")).status_code == 401
    async with service.client("admin") as http:
        page = (await http.get("/set-aside", headers={"Accept": "text/html"})).text
    assert "does not prove where it is from" in page
    assert "/audit?act=hook.refused" in page


async def test_what_is_counted(service: Service) -> None:
    await report(service, alert(named("counted")), "odd")
    async with service.client("requester") as http:
        metrics = (await http.get("/metrics")).text
    assert 'scriptsmith_alerts_total{outcome="opened",source="alertmanager"}' in metrics
    assert 'scriptsmith_alerts_total{outcome="unreadable",source="alertmanager"}' in metrics


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"am": ""}, "alertmanager_secret_file .* is empty"),
        ({"am": "short"}, "fewer than 16 characters"),
        ({"hooks.toml": "[hook"}, "hooks_file .* cannot be read"),
        ({"hooks.toml": "[hooks.a]"}, "holds tables"),
        ({"hooks.toml": "[hook.pagerduty]"}, "is another source's"),
        ({"hooks.toml": '[hook.a]\nfields = {fingerprint="a", title="b", state="c"}'}, "secret_file is missing"),
        ({"zabbix": None}, "secret_file of 'zabbix' .* cannot be read"),
    ],
)
async def test_hooks_that_cannot_be_opened_are_told_at_the_start(
    tmp_path: Path, files: dict[str, str | None], said: str
) -> None:
    settings = load({}, opened(tmp_path), tmp_path).settings.incidents
    for name, content in files.items():
        (tmp_path / name).unlink() if content is None else (tmp_path / name).write_text(content)
    with pytest.raises(BadSettings, match=said):
        hooks_of(settings)


async def test_deep_json_of_the_reader_is_data(service: Service) -> None:
    """What a label says in JSON stays the text that it is."""
    told = json.dumps({"$ref": "x", "__proto__": {"admin": True}})
    answer = await report(service, alert(named("deep", note=told)))
    kept = await service.app.team().incidents.get(answer.json()["kept"][0]["incident"])
    assert kept.incident.labels["note"] == told
