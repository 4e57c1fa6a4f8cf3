"""Deliveries over HTTP, in the console and on the command line: seen by admins, tried again or dropped, and noted."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.cli.program import Program
from tests.databases import with_database
from tests.web.server import Service, serving

from .notices import HOSTILE_TEXTS
from .test_delivering import SECRETS, outlet_file
from .test_outbox import told

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]
TEXT = """
[outlet.hook]
kind = "webhook"
url = "https://hooks.example.org/a-path-that-is-not-shown"
secret_file = "{secret}"
[outlet.chat]
kind = "slack"
channel = "C1"
secret_file = "{secret}"
[[route]]
outlets = ["hook"]
severities = ["critical"]
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    file = outlet_file(tmp_path_factory.mktemp("outlets"), TEXT, {"secret": SECRETS[1]})
    async with serving(workers=0, settings={"outlets.file": file}) as running:
        yield running


async def failed(service: Service, id: str, *outlets: str, said: str = "it answered 500") -> list[int]:
    """Deliveries that failed, one for each outlet, by their ids."""
    database = service.app.team().database
    outbox = await told(database, *outlets, id=id)
    for outlet in outlets:
        for one in await outbox.take(outlet, most=9, lease=60.0, tries=3, hours=72.0):
            await outbox.undelivered(one.id, tries=one.tries, said=said, wait=None)
    return [each.id for each in await outbox.page() if each.message == id]


async def test_an_admin_sees_outlets_without_their_secrets(service: Service) -> None:
    await failed(service, "msg_1", "hook", "gone")
    async with service.client("admin") as http:
        answer = await http.get("/api/v1/outlets")
        assert answer.status_code == 200, answer.text
        rows = {each["name"]: each for each in answer.json()["outlets"]}
        assert (rows["hook"]["kind"], rows["hook"]["host"], rows["hook"]["failed"]) == (
            "webhook",
            "hooks.example.org",
            1,
        )
        assert (rows["gone"]["kind"], rows["chat"]["delivered"]) == ("", 0)
        assert answer.json()["routes"][0]["severities"] == ["critical"]
        assert len(answer.json()["warnings"]) == 2
        page = await http.get("/outlets", headers={"Accept": "text/html"})
        assert page.status_code == 200
        for text in (answer.text, page.text):
            assert SECRETS[1] not in text
            assert "a-path-that-is-not-shown" not in text
        assert "it answered 500" in page.text


async def test_what_waits_is_told_where_nothing_was_given_up(service: Service) -> None:
    """A dead outlet is tried for long before a message is given up: until then the page says that messages wait."""
    await told(service.app.team().database, "chat", id="msg_waits")
    async with service.client("admin") as http:
        page = await http.get("/outlets", params={"outlet": "chat"}, headers={"Accept": "text/html"})
        assert "the state “waiting” tells why" in page.text


@pytest.mark.parametrize("part", ["requester", "reviewer", "publisher"])
async def test_nobody_else_does(service: Service, part: str) -> None:
    (one,) = await failed(service, f"msg_{part}", "hook")
    async with service.client(part) as http:  # type: ignore[arg-type]
        assert (await http.get("/api/v1/outlets")).status_code == 403
        assert (await http.get("/api/v1/outlets/deliveries")).status_code == 403
        assert (await http.post(f"/api/v1/outlets/deliveries/{one}/retry")).status_code == 403
        assert (await http.get("/outlets", headers={"Accept": "text/html"})).status_code == 403
    assert (await service.app.team().outbox.one(one)).state == "failed"


async def test_a_delivery_is_tried_again_or_dropped_and_that_is_noted(service: Service) -> None:
    one, other = await failed(service, "msg_2", "hook", "chat")
    async with service.client("admin") as http:
        listed = (await http.get("/api/v1/outlets/deliveries?state=failed&limit=1")).json()
        assert (listed["deliveries"][0]["id"], "before=" in listed["next"]) == (one, True)
        again = await http.post(f"/api/v1/outlets/deliveries/{one}/retry")
        assert (again.status_code, again.json()["state"], again.json()["tries"]) == (200, "waiting", 0)
        dropped = await http.post(f"/api/v1/outlets/deliveries/{other}/drop")
        assert dropped.json()["state"] == "dropped"
        assert (await http.post(f"/api/v1/outlets/deliveries/{other}/drop")).status_code == 409
        assert (await http.post("/api/v1/outlets/deliveries/99999/drop")).status_code == 404
        assert (await http.get("/api/v1/outlets/deliveries?state=lost")).status_code == 422
    notes = [each.note for each in await service.app.team().audit.page(act="outlet", limit=10)]
    assert {(each.who, each.act) for each in notes} >= {("dee", "outlet.retry"), ("dee", "outlet.drop")}


async def test_what_failed_is_only_text_on_the_page(service: Service) -> None:
    for place, text in enumerate(HOSTILE_TEXTS[:7]):
        await failed(service, f"msg_h{place}", "hook", said=f"<script>alert(1)</script>{text}")
    async with service.client("admin", Accept="text/html") as http:
        page = await http.get("/outlets?state=any")
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert (await http.get("/outlets?state=%00&outlet=%00&before=-1")).status_code == 422


async def test_figures_for_prometheus(service: Service) -> None:
    async with service.client("admin") as http:
        text = (await http.get("/metrics")).text
    assert 'scriptsmith_deliveries{outlet="hook",state="failed"}' in text


async def test_the_command_line_has_the_same(service: Service, tmp_path: Path) -> None:
    first, second = await failed(service, "msg_cli", "hook", "chat")
    program = Program(
        tmp_path,
        {
            "DATABASE_URL": service.app.settings.database.url,
            "SCRIPTSMITH_OUTLETS__FILE": service.app.settings.outlets.file,
        },
    )
    listed = program("outlets", "list", "--json")
    assert listed.status == 7
    assert {each["outlet"] for each in json.loads(listed.stdout)["outlets"]} >= {"hook", "chat"}
    shown = program("outlets", "deliveries", "--state", "failed")
    assert str(first) in shown.stdout
    assert SECRETS[1] not in listed.stdout + shown.stdout
    assert program("outlets", "retry", str(first)).status == 0
    assert program("outlets", "drop", str(second)).status == 0
    assert program("outlets", "drop", str(second)).status == 4
    assert program("outlets", "drop", "99999").status == 8
    states = {id: (await service.app.team().outbox.one(id)).state for id in (first, second)}
    assert states == {first: "waiting", second: "dropped"}
