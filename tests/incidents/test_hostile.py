"""Hostile reports: each is refused with one sentence or kept as text, and nothing is asked for, decided or run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from scriptsmith.core.escape_control import is_hidden
from scriptsmith.core.flow import UNDECIDED, state
from tests.databases import with_database
from tests.web.server import Service, serving
from tests.web.test_api import settled

from .hostile_payloads import ALERTMANAGER, FORGE, HOOKS, HOSTILE, ORDERS, PAGERDUTY, ZABBIX, Hostile, event_of
from .payloads import alertmanager, body

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    folder = tmp_path_factory.mktemp("secrets")
    async with serving(settings=opened(folder)) as running:
        yield running


def opened(folder: Path) -> dict[str, object]:
    """Settings that open every hook."""
    for name, secret in (("am", ALERTMANAGER), ("pd", PAGERDUTY), ("zabbix", ZABBIX), ("forge", FORGE)):
        (folder / name).write_text(secret)
    (folder / "hooks.toml").write_text(HOOKS.format(folder=folder))
    return {
        "incidents.alertmanager_secret_file": str(folder / "am"),
        "incidents.pagerduty_secret_file": str(folder / "pd"),
        "incidents.hooks_file": str(folder / "hooks.toml"),
    }


async def send(service: Service, hostile: Hostile) -> tuple[int, dict[str, Any]]:
    """Send it byte for byte; status and document of the answer."""
    host, port = service.url.removeprefix("http://").split(":")
    headers = {"Host": f"{host}:{port}", **hostile.request_headers}
    if hostile.chunks:
        headers["Transfer-Encoding"] = "chunked"
    else:
        headers.setdefault("Content-Length", str(len(hostile.body) if hostile.length is None else hostile.length))
    head = [
        f"{hostile.method} /hooks/{hostile.hook} HTTP/1.1",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write("\r\n".join([*head, "", ""]).encode("latin-1") + hostile.body)
        for chunk in hostile.chunks:
            writer.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
        async with asyncio.timeout(60):
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
            length = next(int(line.partition(":")[2]) for line in lines if line.startswith("content-length"))
            answer = await reader.readexactly(length)
    finally:
        writer.close()
    return int(lines[0].split()[1]), json.loads(answer)


async def standing(service: Service) -> dict[str, Any]:
    """All that a report may not change, and how many incidents there are."""
    team = service.app.team()
    return {
        "runs": sorted(await service.app.journal.runs()),
        "waiting": await team.queue.waiting(),
        "keys": len(await team.people.keys()),
        "acts": [each.note.act for each in await team.audit.read() if each.note.act != "hook.refused"],
        "incidents": sum((await team.incidents.counts()).values()),
    }


def texts(document: object) -> list[str]:
    """Every text in a document."""
    if isinstance(document, dict):
        return [each for pair in document.items() for one in pair for each in texts(one)]
    if isinstance(document, list):
        return [each for one in document for each in texts(one)]
    return [document] if isinstance(document, str) else []


@pytest.mark.parametrize("name", HOSTILE)
async def test_it_is_refused_with_a_sentence_or_kept_as_text(service: Service, name: str) -> None:
    hostile = HOSTILE[name]
    before = await standing(service)
    status, answer = await send(service, hostile)
    assert status == hostile.status, answer
    if status != 200:
        sentence = answer["detail"]
        assert hostile.said in sentence
        assert len(sentence) < 300
        assert not any(is_hidden(each) or each == "\n" for each in sentence)
        assert "secret" not in sentence
    assert await standing(service) == before | {"incidents": before["incidents"] + hostile.kept}
    for receipt in answer.get("kept", []):
        async with service.client("requester") as http:
            told = (await http.get(f"/api/v1/incidents/{receipt['incident']}")).json()
            found = (await http.get(f"/api/v1/incidents/{receipt['incident']}/recommendations")).json()
        assert any(hostile.told in each for each in texts(told["incident"]))
        assert all(each["url"].startswith(("http://", "https://")) for each in told["incident"]["links"])
        assert len(told["incident"]["labels"]) <= 100
        assert len(json.dumps(told)) < 200_000
        for value in (each for action in found["actions"] for each in action["bound"].values()):
            assert not value.startswith("-")
            assert value.isprintable()
    assert (await send(service, Hostile(body=body(alertmanager()))))[0] == 200  # it still answers


async def test_there_are_enough_of_them() -> None:
    assert len(HOSTILE) >= 40
    assert {each.status for each in HOSTILE.values()} >= {200, 401, 413, 415, 422}


@pytest.mark.parametrize("name", ORDERS)
async def test_a_run_that_is_made_of_an_order_waits_for_people(service: Service, name: str) -> None:
    """Whatever the report says: what is recommended in its words becomes a run that nobody has decided on."""
    _, answer = await send(service, ORDERS[name])
    incident = answer["kept"][0]["incident"]
    async with service.client("requester") as http:
        found = (await http.get(f"/api/v1/incidents/{incident}/recommendations")).json()
        for action in found["actions"]:
            made = await http.post(f"/api/v1/incidents/{incident}/runs", json={"recommendation": action["id"]})
            assert made.status_code == 202, made.text
            await settled(http, made.json()["run"])
            log = await service.app.journal.read(made.json()["run"])
            assert not {each.kind for each in log} & {"reviewed", "endorsed", "published"}
            assert state(await service.app.run_service().show(made.json()["run"])) in UNDECIDED


async def test_an_event_that_is_sent_again_changes_nothing(service: Service) -> None:
    """A replay of what was signed once is counted, also after the incident was resolved."""
    first = Hostile(body=event_of("PREPLAY"), hook="pagerduty")
    told = [await send(service, first) for _ in range(3)]
    assert [each["kept"][0]["outcome"] for _, each in told] == ["opened", "repeated", "repeated"]


async def test_a_clock_that_is_ahead_does_not_keep_an_incident_open(service: Service) -> None:
    """What comes after an event of the year 2126 still counts as later."""
    outcomes = []
    for kind, at in (("triggered", "2126-01-01T00:00:00Z"), ("resolved", "")):
        _, answer = await send(
            service, Hostile(body=event_of("PSKEW", kind, at=at or datetime.now(UTC).isoformat()), hook="pagerduty")
        )
        outcomes.append(answer["kept"][0]["outcome"])
    assert outcomes == ["opened", "resolved"]
