"""The gate that every request passes: names, sizes, rates, time, and how many are worked on at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

import pytest
from starlette.types import Message, Receive, Scope, Send

from scriptsmith.errors import BadSettings
from scriptsmith.schema import ServiceSettings
from scriptsmith.testing.provider import PlayedAnswer, RecordedRequest
from scriptsmith.web import request_gate
from scriptsmith.web.metrics import Metrics
from scriptsmith.web.rate_limits import HostNames, RateLimits
from scriptsmith.web.request_gate import HEADERS, Gate
from tests.databases import with_database

from .server import Service, serving


def slowly(request: RecordedRequest) -> PlayedAnswer:
    """A model that takes its time."""
    return PlayedAnswer(text="It lists files.", wire="reply", seconds=30.0)


ASSESS = {"action": "list the files", "script": "ls\n"}


@with_database
async def test_every_answer_has_our_headers_and_every_error_our_form() -> None:
    """A page, an error and a refusal carry the same headers; errors are problems and tell no details."""
    async with serving(workers=0, settings={"service.body": 2000}) as service, service.client("requester") as http:
        wrong = {
            "/nothing": ("GET", 404),
            "/api/v1/me": ("PATCH", 405),
            "/api/v1/runs/none": ("GET", 404),
            "/api/v1/runs?limit=0": ("GET", 422),
            "/api/v1/runs?state=lost": ("GET", 422),
            "/api/v1/check": ("POST", 413),
            "/static/../app.py": ("GET", 404),
            "/healthz": ("GET", 200),
        }
        for place, (method, status) in wrong.items():
            content = b"x" * 2001 if status == 413 else None
            answer = await http.request(method, place, content=content)
            assert answer.status_code == status, (place, answer.text)
            assert {name: answer.headers[name] for name in HEADERS} == dict(HEADERS)
            if status != 200:
                assert answer.headers["content-type"] == "application/problem+json"
                body = answer.json()
                assert (body["status"], body["type"].split(":")[:2]) == (status, ["urn", "scriptsmith"])
                assert body["title"] and body["detail"]  # noqa: PT018
        form = "application/problem+json"
        for text in (b"{", b"[]", b"\xff", b'{"script": 1}'):
            answer = await http.post("/api/v1/check", content=text, headers={"Content-Type": "application/json"})
            assert (answer.status_code in (400, 422), answer.headers["content-type"]) == (True, form), text
        assert "hunter2" not in (await http.post("/api/v1/check", json={"script": "ls", "password": "hunter2"})).text

        async def dripped() -> AsyncIterator[bytes]:
            for _ in range(30):
                yield b" " * 100

        head = {"Content-Type": "application/json"}
        assert (await http.post("/api/v1/check", content=dripped(), headers=head)).status_code == 413


@with_database
async def test_it_answers_to_its_own_names_alone() -> None:
    """A request for another host is refused, so that no other name leads into the network."""
    named = {"service.hosts": "scripts.example.org"}
    async with serving(workers=0, settings=named) as service, service.client("requester") as http:
        for host, status in {
            "scripts.example.org": 200,
            "SCRIPTS.example.org:8080": 200,
            "localhost": 200,
            "evil.example": 400,
            "scripts.example.org.evil.example": 400,
            "[": 400,
        }.items():
            answer = await http.get("/api/v1/me", headers={"Host": host})
            assert answer.status_code == status, host


@with_database
async def test_whoever_asks_too_often_is_told_when_to_come_again() -> None:
    """Of one key so many requests are answered, and others are not slowed by it; of one address, so many by all."""
    async with (
        serving(workers=0, settings={"service.rate": 40}) as service,
        service.client("requester") as ana,
        service.client("reviewer") as bo,
    ):
        statuses = [(await ana.get("/api/v1/me")).status_code for _ in range(30)]
        assert statuses.count(200) in range(10, 25)
        last = await ana.get("/api/v1/me")
        while last.status_code == 200:
            last = await ana.get("/api/v1/me")
        assert (last.status_code, int(last.headers["retry-after"]) in (1, 2, 3)) == (429, True)
        assert (await bo.get("/api/v1/me")).status_code == 200
        assert (await ana.get("/healthz")).status_code == 200
    async with serving(workers=0, settings={"service.rate_address": 40}) as service, service.client() as nobody:
        statuses = [(await nobody.get("/api/v1/me")).status_code for _ in range(40)]
        assert {401, 429} == set(statuses)


@with_database
async def test_guessing_keys_is_slowed_down() -> None:
    """After some refused keys from an address others are told to come again; good ones from there are let in."""
    async with serving(workers=0, settings={"service.rate_refused": 12}) as service:
        wrong = "ssk_0123456789_" + "x" * 43
        async with service.client(Authorization=f"Bearer {wrong}") as http:
            statuses = [(await http.get("/api/v1/me")).status_code for _ in range(12)]
        assert set(statuses) == {401, 429}
        async with service.client("requester") as ana:
            assert (await ana.get("/api/v1/me")).status_code == 200
            assert (await ana.post("/login", data={"key": service.keys["requester"]})).status_code == 303
        notes = [each.note for each in await service.app.team().audit.read()]
        assert [each.on for each in notes if each.act == "login.refused"] == ["127.0.0.1"] * statuses.count(401)


@with_database
async def test_more_requests_than_can_be_worked_on_are_turned_away_at_once() -> None:
    """While as many are worked on as may be, others get 429 with Retry-After; health is answered all the same."""
    async with (
        serving(workers=0, settings={"service.at_once": 2}) as service,
        service.client("publisher") as http,
        service.client("reviewer") as other,
    ):
        database = service.app.database
        assert database
        async with database.transaction():
            await database.do("lock_catalogue")  # whoever would change the catalogue waits for the end of this block
            busy = [asyncio.create_task(http.post("/api/v1/catalogue/trim-file-systems/retire")) for _ in range(2)]
            while "scriptsmith_requests_at_once 2.0" not in (await other.get("/metrics")).text:
                pass
            answer = await other.get("/api/v1/me")
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")
            assert (await other.get("/readyz")).status_code == 200
        assert [each.status_code for each in await asyncio.gather(*busy)] == [200, 200]
        assert (await other.get("/api/v1/me")).status_code == 200


@with_database
async def test_a_request_that_takes_too_long_is_ended() -> None:
    """After the time that a request may take it is answered 504, and what it had begun is stopped."""
    short = {"service.seconds": 0.5}
    async with serving(slowly, workers=0, settings=short) as service, service.client("requester") as http:
        answer = await http.post("/api/v1/assess", json=ASSESS)
        assert (answer.status_code, answer.json()["type"]) == (504, "urn:scriptsmith:too-slow")
        assert "scriptsmith_requests_at_once 0.0" in (await http.get("/metrics")).text


@with_database
async def test_without_its_database_it_says_so() -> None:
    """When the database is gone, requests and readiness get 503 with a sentence, and health goes on."""
    async with serving(workers=0) as service, service.client("requester") as http:
        database = service.app.database
        assert database
        await database.aclose()
        database._url = "postgresql:///none?host=/nowhere"
        for place in ("/api/v1/runs", "/readyz"):
            answer = await http.get(place)
            assert (answer.status_code, answer.json()["type"]) == (503, "urn:scriptsmith:unavailable")
            assert answer.headers["retry-after"]
        assert (await http.get("/healthz")).status_code == 200


@with_database
async def test_a_database_that_is_read_only_is_told_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """Readiness and writes get 503, reading goes on, and the log has one line a minute, however many ask."""
    async with serving(workers=0) as service, service.client("requester", Accept="text/html") as http:
        assert (await http.get("/readyz")).status_code == 200
        database = service.app.database
        assert database
        async with database.connection() as connection:
            name = f'alter database "{connection.info.dbname}" set default_transaction_read_only = on'
            await connection.execute(name.encode())
        await database.aclose()  # a connection keeps what was set when it was opened
        for _ in range(3):
            assert (await http.get("/readyz")).status_code == 503
            assert (await http.post("/api/v1/actions", json={"text": "show the moon"})).status_code == 503
            assert (await http.post("/new", data={"text": "show the moon"})).status_code == 503
        assert (await http.get("/api/v1/catalogue")).status_code == 200
        said = [each.getMessage() for each in caplog.records if each.name == "scriptsmith.web"]
        assert len(said) == 1
        assert said[0].startswith("GET /readyz: DatabaseUnavailable: could not write anything in the database: cannot")


async def begun(
    service: Service, stack: AsyncExitStack, *head: str, path: str = "/api/v1/actions"
) -> asyncio.StreamReader:
    """What is answered to a request that has sent one byte of its body."""
    where = urlsplit(service.url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    stack.callback(writer.close)
    lines = [f"POST {path} HTTP/1.1", f"Host: {where.netloc}", "Content-Length: 100", *head, "", "{"]
    writer.write("\r\n".join(lines).encode())
    return reader


@with_database
async def test_whoever_names_nobody_is_refused_before_the_body_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key and without a cookie the answer is 401, although the body never comes."""
    monkeypatch.setattr(request_gate, "BODY_SECONDS", 600.0)
    async with serving(workers=0) as service, AsyncExitStack() as stack:
        reader = await begun(service, stack)
        assert (await reader.readline()).split()[1] == b"401"
        trusted = {"service.proxies": "127.0.0.1", "service.proxy_user_header": "X-User"}
    async with serving(workers=0, settings=trusted) as service, service.client() as http:
        assert (await http.post("/api/v1/actions", headers={"X-User": "ana"}, json={"text": "ls"})).status_code == 403


@with_database
async def test_a_body_has_to_arrive_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A body that does not come is waited for a while; then the answer is 408 and the connection ends."""
    monkeypatch.setattr(request_gate, "BODY_SECONDS", 0.1)
    async with serving(workers=0) as service, AsyncExitStack() as stack:
        for path, head in {"/api/v1/actions": "Authorization: Bearer x", "/login": "Accept: */*"}.items():
            reader = await begun(service, stack, head, "Content-Type: application/x-www-form-urlencoded", path=path)
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 408 "), answer
            assert b"urn:scriptsmith:late" in answer


@with_database
async def test_bodies_that_do_not_come_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one address a quarter of the requests may be waiting for their body, and others are served beside them."""
    monkeypatch.setattr(request_gate, "BODY_SECONDS", 600.0)
    async with (
        serving(workers=0, settings={"service.at_once": 8}) as service,
        service.client("requester") as http,
        AsyncExitStack() as stack,
    ):
        readers = [await begun(service, stack, "Authorization: Bearer x") for _ in range(10)]
        answers = [asyncio.create_task(reader.readline()) for reader in readers]
        while sum(each.done() for each in answers) < 8:
            await asyncio.wait([each for each in answers if not each.done()], return_when="FIRST_COMPLETED")
        assert {each.result().split()[1] for each in answers if each.done()} == {b"429"}
        assert (await http.get("/api/v1/me")).status_code == 200
        for each in answers:
            each.cancel()


async def test_searches_are_bounded_on_the_page_too() -> None:
    """A search on the page of the catalogue is one of the searches that may go on at once; a list is none."""
    go, asked = asyncio.Event(), asyncio.Queue[str]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked.put_nowait(scope["path"])
        await go.wait()

    gate = Gate(app, settings=ServiceSettings(searches=1), metrics=Metrics())

    async def ask(path: str, query: bytes = b"") -> list[Message]:
        sent = list[Message]()
        scope = {"type": "http", "method": "GET", "path": path, "query_string": query, "scheme": "http"}

        async def send(message: Message) -> None:
            sent.append(message)

        await gate(scope | {"headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1)}, _no_body, send)
        return sent

    first = asyncio.create_task(ask("/catalogue", b"q=list+files"))
    assert await asked.get() == "/catalogue"
    for path, query in {"/api/v1/search": b"q=a", "/catalogue": b"q=a"}.items():
        assert (await ask(path, query))[0]["status"] == 429
    listed = asyncio.create_task(ask("/catalogue", b"q=+&area=disks"))
    assert await asked.get() == "/catalogue"
    go.set()
    assert [*await first, *await listed] == []


async def _no_body() -> Message:
    return {"type": "http.request"}


def test_a_rate_is_kept_for_each_and_forgiven_with_time() -> None:
    """A quarter of a minute's requests may come at once; then one for each share of a minute."""
    rates = RateLimits(60)
    assert [rates.wait("ana", 0.0) == 0.0 for _ in range(20)].count(True) == 15
    assert rates.wait("ana", 0.0) == pytest.approx(1.0)
    assert rates.wait("bo", 0.0) == 0.0
    assert rates.wait("ana", 1.0) == 0.0
    assert rates.wait("ana", 1.5) == pytest.approx(0.5)
    assert [rates.wait("ana", 1e6) == 0.0 for _ in range(20)].count(True) == 15


def test_a_proxy_is_believed_and_nobody_else() -> None:
    """The caller is the last address that no proxy of ours has; without proxies, whoever is connected."""
    names = HostNames.of(ServiceSettings(proxies="10.0.0.0/8, ::1"))
    assert names.caller("203.0.113.9", "1.2.3.4") == "203.0.113.9"
    assert names.caller("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.7") == "203.0.113.9"
    assert names.caller("::1", "") == "::1"
    assert HostNames.of(ServiceSettings()).caller("10.0.0.1", "1.2.3.4") == "10.0.0.1"
    with pytest.raises(BadSettings, match=r"service\.proxies"):
        HostNames.of(ServiceSettings(proxies="10.0.0.0/99"))
