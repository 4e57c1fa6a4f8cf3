"""What nobody reads is refused, by the API, the pages, the hooks and what machines ask: parameters and bodies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from fastapi.routing import RouteContext, iter_route_contexts

from scriptsmith.settings import load
from scriptsmith.web.app import create
from scriptsmith.web.strict_requests import strict, strict_form
from scriptsmith.wiring import build
from tests.databases import with_database

from .server import Service, serving

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service() -> AsyncIterator[Service]:
    async with serving(workers=0) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/runs?requestor=ana", "/api/v1/runs has no query parameter 'requestor': there are "),
        ("/catalogue?limit=1&Area=disk", "has no query parameter 'Area': there are "),
        ("/me?x=", "has no query parameter 'x': it takes none"),
    ],
)
async def test_an_unknown_query_parameter_is_refused(service: Service, path: str, told: str) -> None:
    """A filter that is spelled wrongly is not taken for none: 422, and a sentence that names those that there are."""
    async with service.client("admin") as http:
        answer = await http.get(f"/api/v1{path}")
    assert answer.status_code == 422
    assert told in answer.json()["detail"]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/runs?before=zzz", "the query parameter 'before' should be the id of a run: the last one of the page before"),
        ("/runs?since=2026-02-01&until=2026-01-31", "since 2026-02-01 is later than until 2026-01-31"),
        ("/incidents?before=%00", "the query parameter 'before' should be the id of an incident"),
        ("/catalogue?after=Zzz", "the query parameter 'after' should be the id of an entry"),
        ("/catalogue?area=nowhere", "there is no area 'nowhere': there are "),
        ("/outlets/deliveries?outlet=nobody", "there is no outlet 'nobody': there is none"),
    ],
)
async def test_what_a_list_cannot_be_asked_for_is_refused(service: Service, path: str, told: str) -> None:
    """A page after nothing, days that end before they begin, and what is not there: 422, and not the first page."""
    async with service.client("admin") as http:
        answer = await http.get(f"/api/v1{path}")
    assert (answer.status_code, told in answer.json()["detail"]) == (422, True), answer.text


async def test_an_offer_is_taken_of_its_run(service: Service) -> None:
    """The form that takes an offer needs the run and the entry, and is refused for one without the other."""
    async with service.client("requester", Accept="text/html") as http:
        for half in ("entry=compress-old-logs", "run=20260102-030405-0badcafe"):
            answer = await http.get(f"/new?{half}")
            assert (answer.status_code, "belong together" in answer.text) == (422, True)


UNREAD = {"/login/oidc/back"}
"""An issuer may send what it likes beside what was agreed, and a client passes it over (RFC 6749, section 4.1.2)."""


def every_route(folder: Path) -> Iterator[RouteContext]:
    environ = {"SCRIPTSMITH_CONFIG": str(folder / "none.toml")}
    web = create(build(load(environ, {"database.storage": "postgres"}, folder), environ))
    return (each for each in iter_route_contexts(web.routes) if getattr(each, "dependant", None))


async def test_every_route_is_strict(tmp_path: Path) -> None:
    """No route of the service passes over what it does not know, but the one that an issuer calls."""
    found = {route.path: strictness(route) for route in every_route(tmp_path)}
    assert len(found) > 60
    assert {path for path, kept in found.items() if not kept} == UNREAD


def strictness(route: RouteContext) -> bool:
    """Whether a route depends on what refuses."""
    return any(each.call in (strict, strict_form) for each in route.dependant.dependencies)


PAGES = (
    "/", "/new", "/runs", "/catalogue", "/incidents", "/outlets", "/audit", "/keys", "/set-aside", "/rules/SS1003",
    "/catalogue/compress-old-logs", "/login", "/login/link",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_says_what_it_does_not_know(service: Service, page: str) -> None:
    """422 and one sentence, for a parameter that is spelled wrongly; the page without it is there."""
    key = await service.key("all", "requester", "reviewer", "publisher", "admin")
    async with service.client(Authorization=f"Bearer {key}", Accept="text/html") as http:
        answer = await http.get(f"{page}?nosuch=1")
        assert answer.status_code == 422
        assert f"{page} has no query parameter &#39;nosuch&#39;" in answer.text
        assert (await http.get(page)).status_code in (200, 303)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("/runs?state=zzz", "&#39;state&#39; should be &#39;working&#39;, &#39;waiting&#39;, "),
        ("/runs?risk=high", "&#39;risk&#39; should be &#39;safe&#39;, "),
        ("/runs?since=yesterday", "&#39;since&#39; should be a day, as 2026-01-31"),
        ("/runs?state=waiting&state=working", "the query parameter &#39;state&#39; is given 2 times"),
        ("/incidents?state=gone", "&#39;state&#39; should be "),
        ("/incidents?severity=bad", "&#39;severity&#39; should be "),
        ("/outlets?state=lost", "&#39;state&#39; should be "),
        ("/outlets?before=-1", "&#39;before&#39; should be at least 0"),
        ("/set-aside?before=99999999999999999999", "&#39;before&#39; should be at most "),
        ("/audit?verify=yes", "&#39;verify&#39; should be "),
        ("/catalogue/compress-old-logs?version=0", "&#39;version&#39; should be at least 1"),
        ("/login?refused=2", "&#39;refused&#39; should be "),
        ("/runs?before=zzz", "&#39;before&#39; should be the id of a run: "),
        ("/runs?since=2026-02-01&until=2026-01-31", "since 2026-02-01 is later than until 2026-01-31"),
        ("/incidents?before=zzz", "&#39;before&#39; should be the id of an incident: "),
        ("/catalogue?after=%00", "&#39;after&#39; should be the id of an entry: "),
        ("/catalogue?area=nowhere", "there is no area &#39;nowhere&#39;: there are "),
        ("/outlets?outlet=nobody", "there is no outlet &#39;nobody&#39;: there is none"),
    ],
)
async def test_a_page_says_which_values_there_are(service: Service, asked: str, told: str) -> None:
    """A value that is none of those there are is refused with the name of its parameter, not taken for none."""
    async with service.client("admin", Accept="text/html") as http:
        answer = await http.get(asked)
    assert answer.status_code == 422
    assert told in answer.text


@pytest.mark.parametrize("page", ["/runs?q=&state=&risk=&since=&until=&service=&who=", "/incidents?q=&state=&severity=&source=", "/outlets?state=&outlet=", "/audit?who=&act=&on="])  # fmt: skip
async def test_an_empty_field_of_a_form_asks_for_nothing(service: Service, page: str) -> None:
    """Browsers send every field of a form, filled in or not."""
    async with service.client("admin", Accept="text/html") as http:
        assert (await http.get(page)).status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/api/v1/openapi.json", "/login/token"])
async def test_what_machines_ask_is_strict(service: Service, path: str) -> None:
    """422 in the form of every other error."""
    async with service.client("admin") as http:
        answer = await http.get(f"{path}?nosuch=1")
        assert (answer.status_code, answer.json()["type"]) == (422, "urn:scriptsmith:bad-input")
        assert (await http.get(path)).status_code == 200


@pytest.mark.parametrize("hook", ["alertmanager", "pagerduty", "instana", "json/mine", "slack/command", "slack/interactive"])  # fmt: skip
async def test_hooks_and_tools_are_strict(service: Service, hook: str) -> None:
    """Nobody reads `?token=`: an admin who put the secret there learns it from the first report."""
    async with service.client("admin") as http:
        answer = await http.post(f"/hooks/{hook}?token=x", json={})
        assert (answer.status_code, answer.json()["type"]) == (422, "urn:scriptsmith:bad-input")
        assert "has no query parameter 'token': it takes none" in answer.json()["detail"]
        assert (await http.post("/mcp?token=x", json={})).status_code == 422


async def test_a_parameter_comes_once(service: Service) -> None:
    """Which of two would count is not for the caller to guess; those that may come several times do."""
    async with service.client("admin") as http:
        answer = await http.get("/api/v1/runs?limit=1&limit=2")
        assert (answer.status_code, "'limit' is given 2 times" in answer.json()["detail"]) == (422, True)
        assert (await http.get("/api/v1/runs?state=waiting&state=working")).status_code == 200


FORMS = ("/login", "/login/link", "/login/kept", "/logout", "/keys", "/new", "/parts/check", "/runs/r/approve", "/runs/r/cancel")  # fmt: skip


@pytest.mark.parametrize("path", FORMS)
async def test_what_takes_a_form_takes_nothing_else(service: Service, path: str) -> None:
    """415 for JSON, for text and for two kinds at once, on every route that browsers send forms to."""
    key = await service.key("all", "requester", "reviewer", "publisher", "admin")
    async with service.client(Authorization=f"Bearer {key}", Origin=service.url) as http:
        for kind in ("application/json", "text/plain", ""):
            answer = await http.post(path, content=b'{"key": "x"}', headers={"Content-Type": kind} if kind else {})
            assert answer.status_code == 415, (kind, answer.text)
        two = [("Content-Type", "application/x-www-form-urlencoded"), ("Content-Type", "application/json")]
        assert (await http.post(path, content=b"key=x", headers=two)).status_code == 415


async def test_a_field_of_a_form_comes_once(service: Service) -> None:
    """Two keys in one form are refused, not one of them tried."""
    async with service.client(Origin=service.url) as http:
        body = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = await http.post("/login", content=b"key=a&key=b", headers=body)
    assert (answer.status_code, "'key' is given 2 times" in answer.json()["detail"]) == (422, True)


async def test_a_form_has_the_fields_that_its_route_reads(service: Service) -> None:
    """A misspelt field is refused and not passed over; a body of another kind is told so before who sends it is asked for."""
    async with service.client(Origin=service.url) as http:
        answer = await http.post("/login", data={"key": "a", "nxet": "/keys"})
        assert (answer.status_code, "no form field 'nxet'" in answer.json()["detail"]) == (422, True)
        assert (await http.post("/new", json={"text": "show the disks"})).status_code == 415


async def test_a_name_comes_once_in_an_object(service: Service) -> None:
    """Of two scripts or decisions in one body neither is taken, however deep they stand."""
    async with service.client("requester") as http:
        for body in ('{"script": "rm -rf x", "script": "ls"}', '{"text": "a", "given": {"b": "1", "b": "2"}}'):
            place = "/api/v1/check" if "script" in body else "/api/v1/actions"
            answer = await http.post(place, content=body.encode(), headers={"Content-Type": "application/json"})
            assert (answer.status_code, "twice in one object" in answer.json()["detail"]) == (422, True), answer.text


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_a_body_of_another_kind_is_refused(service: Service, kind: str) -> None:
    """415, whatever the bytes are; nothing is asked for."""
    async with service.client("requester") as http:
        headers = {"Content-Type": kind} if kind else {}
        unread = await http.post("/api/v1/runs/r/cancel", content=b"x", headers=headers)
        assert unread.status_code == 415
        answer = await http.post("/api/v1/actions", content=b'{"text": "show the disks"}', headers=headers)
        assert (answer.status_code, answer.json()["type"]) == (415, "urn:scriptsmith:media-type")
        good = {"Content-Type": "application/json; charset=utf-8"}
        kept = await http.post("/api/v1/actions", content=b'{"text": "show the disks"}', headers=good)
        assert kept.status_code == 202


async def test_every_operation_names_its_errors_and_belongs_somewhere(service: Service) -> None:
    """The document has errors by status, a tag with a description for each operation, and an example for each body."""
    async with service.client("admin") as http:
        document = (await http.get("/api/v1/openapi.json")).json()
    tags = {tag["name"] for tag in document["tags"]}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert {"422", "429", "500"} <= set(operation["responses"])
            assert not {"4XX", "5XX"} & set(operation["responses"])
            if path.startswith(("/api/", "/hooks/")):
                assert set(operation["tags"]) <= tags
    reviews = document["paths"]["/api/v1/runs/{run_id}/reviews"]["post"]["responses"]
    assert {"409", "412", "415", "428"} <= set(reviews)
    taken = [name for name in document["components"]["schemas"] if name.endswith("In")]
    assert all("examples" in document["components"]["schemas"][name] for name in taken)
