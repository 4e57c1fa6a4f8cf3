"""The API over a real server, a real database and a pretended model: what it answers, and to whom."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
from fastapi.routing import APIRoute

from scriptsmith.core.permissions import PARTS
from scriptsmith.testing.provider import canned
from scriptsmith.web import pages as console_pages
from tests.databases import with_database

from .console_runs import events, write
from .server import Service, serving

pytestmark = with_database
ACTION = {"text": "show how full each file system is, as the owl does"}


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    async with serving(canned) as running:
        yield running


async def settled(http: httpx2.AsyncClient, run: str, after: int = 0) -> dict[str, Any]:
    """The run, when the worker has done what it can after event `after`."""
    place, head = f"/api/v1/runs/{run}/events?after={after}", {"Accept": "text/event-stream"}
    async with http.stream("GET", place, headers=head) as stream:
        async for line in stream.aiter_lines():
            if line in ("event: settled", "event: over"):
                break
    found: dict[str, Any] = (await http.get(f"/api/v1/runs/{run}")).json()
    return found


async def asked(service: Service, **more: Any) -> str:
    async with service.client("requester") as http:
        answer = await http.post("/api/v1/actions", json=ACTION | more)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["run"])


async def test_an_action_becomes_a_published_entry(service: Service) -> None:
    """Asked by one, approved by another, published by a third: each step by the API alone, the worker does the rest."""
    async with service.client("requester") as ana, service.client("reviewer") as bo, service.client("publisher") as cy:
        answer = await ana.post("/api/v1/actions", json=ACTION)
        assert (answer.status_code, answer.json()["state"]) == (202, "working")
        place, run = answer.headers["location"], answer.json()["run"]
        found = await settled(ana, run)
        assert (found["state"], found["outcome"], found["requester"]) == ("waiting", "verified", "ana")
        assert found["script"].startswith("#!")
        assert found["approvals"] == {"needed": 1, "by": [], "missing": 1}
        tag = {"If-Match": (await bo.get(place)).headers["etag"]}
        refused = await ana.post(f"{place}/reviews", json={"decision": "approve"}, headers=tag)
        assert refused.status_code == 403
        approved = await bo.post(f"{place}/reviews", json={"decision": "approve"}, headers=tag)
        assert (approved.status_code, approved.json()["approvals"]["by"]) == (200, ["bo"])
        seen = {"If-Match": approved.headers["etag"]}
        assert (await cy.post(f"{place}/publish", headers=seen)).status_code == 202
        followed = await ana.get(f"{place}/events", headers={"Accept": "text/event-stream"})
        assert followed.text.endswith('event: over\ndata: {"state": "published"}\n\n')
        over = (await ana.get(place)).json()
        assert over["approvals"] == {"needed": 1, "by": ["bo"], "missing": 0}
        assert (over["published_by"], over["review"]["publisher"]) == ("cy", "cy")
        (published,) = [each for each in (await ana.get(f"{place}/events")).json()["events"][-1:]]
        assert (published["event"]["kind"], published["event"]["by"]) == ("published", "cy")
        assert over["published_at"] == published["event"]["at"] > "2026"
        page = (await ana.get(f"/runs/{run}/review", headers={"Accept": "text/html"})).text
        assert f"Approved by bo, and published by cy on {over['published_at'][:10]}." in page
        assert f"cy published it as {over['published']}" in page
        entry = over["published"].partition("@")[0]
        assert (await ana.get(f"/api/v1/catalogue/{entry}")).json()["script"]["text"] == found["script"]
        listed = (await ana.get("/api/v1/runs", params={"state": "published"})).json()
        assert [each["run"] for each in listed["runs"]] == [run]
        assert (await cy.post(f"/api/v1/catalogue/{entry}/retire")).json()["status"] == "retired"
    async with service.client("admin") as dee:
        acts = [each["note"]["act"] for each in (await dee.get("/api/v1/audit")).json()["records"]]
        wanted = ["run.ask", "refused.review", "run.approve", "run.publish", "entry.retire"]
        assert [act for act in acts if act in wanted] == wanted
        assert (await dee.get("/api/v1/audit/verify")).json()["whole"] is True


async def test_a_decision_counts_for_what_was_seen_alone(service: Service) -> None:
    """Without If-Match a review is refused (428), as with one that names nothing, and with an older one it changes
    nothing (412)."""
    run = await asked(service)
    async with service.client("reviewer") as bo:
        place, seq = f"/api/v1/runs/{run}", (await settled(bo, run))["seq"]
        decision = {"decision": "reject", "comment": "say it in pounds"}
        assert (await bo.post(f"{place}/reviews", json=decision)).status_code == 428
        for unsaid, status in (("*", 428), ("", 428), ("yesterday", 422), (f'"{seq}", "1"', 422)):
            answer = await bo.post(f"{place}/reviews", json=decision, headers={"If-Match": unsaid})
            assert (answer.status_code, "moved on" in answer.json()["detail"]) == (status, False), unsaid
            assert "If-Match" in answer.json()["detail"]
        for old in (f'"{seq - 1}"', f'"{seq + 1}"', 'W/"x"', '"0"'):
            answer = await bo.post(f"{place}/reviews", json=decision, headers={"If-Match": old})
            assert (answer.status_code, answer.json()["type"]) == (412, "urn:scriptsmith:moved-on"), old
        assert (await bo.get(place)).json()["seq"] == seq
        answer = await bo.post(f"{place}/reviews", json=decision, headers={"If-Match": f'"{seq}"'})
        assert answer.status_code == 200
        assert answer.headers["etag"] == f'"{seq + 1}"'
        again = await bo.post(f"{place}/reviews", json=decision, headers={"If-Match": f'"{seq}"'})
        assert again.status_code == 412


async def test_an_edit_brings_a_script_and_a_label_says_how_good(service: Service) -> None:
    """An edited script is checked like any other, and what people say of it is kept with the run."""
    run = await asked(service)
    async with service.client("reviewer") as bo:
        place, found = f"/api/v1/runs/{run}", await settled(bo, run)
        seen = {"If-Match": f'"{found["seq"]}"'}
        assert (await bo.post(f"{place}/reviews", json={"decision": "edit"}, headers=seen)).status_code == 422
        edit = {"decision": "edit", "script": "#!/usr/bin/env bash\ndf -h /\n"}
        assert (await bo.post(f"{place}/reviews", json=edit, headers=seen)).status_code == 200
        found = await settled(bo, run, found["seq"])
        assert found["script"] == edit["script"]
        labelled = await bo.post(f"{place}/feedback", json={"label": 2, "useful": 1})
        assert [(each["label"], each["useful"]) for each in labelled.json()["labels"]] == [(2, 1)]
        assert (await bo.post(f"{place}/feedback", json={"label": 3})).status_code == 422


async def test_a_run_is_sent_again_only_when_it_has_news(service: Service) -> None:
    """A client that has a run as it is gets 304 and no body."""
    run = await asked(service)
    async with service.client("requester") as ana:
        await settled(ana, run)
        first = await ana.get(f"/api/v1/runs/{run}")
        second = await ana.get(f"/api/v1/runs/{run}", headers={"If-None-Match": f'"0", W/{first.headers["etag"]}'})
        assert (second.status_code, second.content, second.headers["etag"]) == (304, b"", first.headers["etag"])
        assert (await ana.post(f"/api/v1/runs/{run}/cancel")).json()["state"] == "cancelled"
        news = await ana.get(f"/api/v1/runs/{run}", headers={"If-None-Match": first.headers["etag"]})
        assert news.json()["state"] == "cancelled"


async def test_a_repeated_request_is_answered_once() -> None:
    """Under one Idempotency-Key the same request makes one run, however often and at once; another one is refused."""
    async with serving(workers=0) as service, service.client("requester") as ana, service.client("reviewer") as bo:

        def ask(http: httpx2.AsyncClient, **more: str) -> Any:
            return http.post("/api/v1/actions", json=ACTION | more, headers={"Idempotency-Key": "k1"})

        answers = await asyncio.gather(*(ask(ana) for _ in range(12)))
        assert {(each.status_code, each.text, each.headers["location"]) for each in answers} == {
            (202, answers[0].text, answers[0].headers["location"])
        }
        assert len((await ana.get("/api/v1/runs")).json()["runs"]) == 1
        other = await ask(ana, context="another")
        assert (other.status_code, other.json()["type"]) == (422, "urn:scriptsmith:key-used")
        assert (await ask(bo)).json() != answers[0].json()  # keys are each person's own
        assert len((await ana.get("/api/v1/runs")).json()["runs"]) == 2


async def test_nothing_is_kept_from_which_a_secret_could_be_guessed() -> None:
    """What is kept of a request under an Idempotency-Key does not depend on its secrets."""
    async with serving(workers=0) as service, service.client("requester") as ana:
        kept = []
        for key, secret in {"k1": "tulip-17-Ocean", "k2": "marble-42-Fjord"}.items():
            action = {"text": f"log in with password={secret}", "given": {"password": secret}}
            assert (await ana.post("/api/v1/actions", json=action, headers={"Idempotency-Key": key})).status_code == 202
            database = service.app.database
            assert database
            kept.append((await database.rows("read_answer", who="ana", key=key))[0][0])
        assert kept[0] == kept[1] != ""


async def test_no_entry_and_no_run_has_a_name_that_cannot_be_seen() -> None:
    """An id with a NUL in it is 404, for who may and 403 for who may not, and breaks nothing."""
    async with serving(workers=0) as service, service.client("publisher") as cy, service.client("requester") as ana:
        for place in ("catalogue/%00", "catalogue/a%00b", "catalogue/%E2%80%AE", "runs/%00", "runs/%00/events"):
            assert (await cy.get(f"/api/v1/{place}")).status_code == 404, place
        assert (await cy.post("/api/v1/catalogue/%00/retire")).status_code == 404
        assert (await ana.post("/api/v1/catalogue/%00/retire")).status_code == 403
        assert (await ana.delete("/api/v1/keys/%00")).status_code == 403
        assert (await cy.get("/api/v1/runs?text=%00&requester=%00")).status_code == 200


async def test_a_run_that_was_given_up_says_why() -> None:
    """The run and the list tell its `problem`, also to who knows its last event; it can be tried again, or cancelled."""
    async with serving(workers=0) as service, service.client("requester") as ana:
        place = (await ana.post("/api/v1/actions", json=ACTION)).headers["location"]
        first = await ana.get(place)
        assert (first.json()["problem"], (await ana.get(f"{place}/events")).json()["over"]) == (None, False)
        database = service.app.database
        assert database
        run = place.rpartition("/")[2]
        known = {"If-None-Match": first.headers["etag"]}
        await database.do("note_failure", run=run, said="the model is busy", tries=1, final=False)
        busy = (await ana.get(place, headers=known)).json()
        told = "try 1 failed, and another one follows by itself: the model is busy"
        assert (busy["problem"], busy["waits_for"]) == (None, told)
        await database.do("note_failure", run=run, said="the model is gone", tries=2, final=True)
        assert (await ana.get(place, headers=known)).json()["problem"] == "the model is gone"
        assert (await ana.get(f"{place}/events")).json()["over"] is True
        listed = (await ana.get("/api/v1/runs", params={"state": "working"})).json()["runs"]
        assert [each["problem"] for each in listed] == ["the model is gone"]
        waiting = await service.app.team().queue.waiting()
        again = await ana.post(f"{place}/again")
        assert (again.status_code, again.json()["problem"], again.headers["etag"]) == (200, None, '"1"')
        assert (await ana.get("/api/v1/runs")).json()["runs"][0]["problem"] == ""
        assert await service.app.team().queue.waiting() == waiting
        await database.do("note_failure", run=run, said="the model is gone", tries=2, final=True)
        assert (await ana.post(f"{place}/cancel")).json()["problem"] is None
        assert (await ana.get("/api/v1/runs")).json()["runs"][0]["problem"] == ""
        assert (await ana.post(f"{place}/again")).status_code == 409


async def test_a_truth_value_is_no_number_and_a_word_is_no_truth_value() -> None:
    """What is of another type is refused (422), and nothing is recorded: not even where Python would take it."""
    async with serving(workers=0) as service, service.client("reviewer") as bo, service.client("admin") as dee:
        run = await write(service.app, events())
        place, seen = f"/api/v1/runs/{run}", {"If-Match": f'"{len(events())}"'}
        for body in ({"label": True}, {"useful": False}, {"label": "1"}, {"label": 3}, {"label": 1.5}):
            assert (await bo.post(f"{place}/feedback", json=body)).status_code == 422, body
        for final in (1, "yes", "true", None):
            decision = {"decision": "reject", "final": final}
            assert (await bo.post(f"{place}/reviews", json=decision, headers=seen)).status_code == 422, final
        for hours in (True, "12"):
            key = {"name": "x", "parts": ["requester"], "hours": hours}
            assert (await dee.post("/api/v1/keys", json=key)).status_code == 422, hours
        assert (await bo.get(place)).json()["seq"] == len(events())
        assert (await bo.post(f"{place}/feedback", json={"label": 0})).json()["labels"][0]["label"] == 0


async def test_a_refused_request_takes_no_key() -> None:
    """What was refused can be asked again under the same Idempotency-Key."""
    async with serving(workers=0) as service, service.client("requester") as ana:
        head = {"Idempotency-Key": "k"}
        assert (await ana.post("/api/v1/actions", json={"text": "   "}, headers=head)).status_code == 422
        assert (await ana.post("/api/v1/actions", json=ACTION, headers=head)).status_code == 202
    async with serving(workers=0, settings={"worker.runs_per_hour": 1}) as service, service.client("requester") as ana:
        assert (await ana.post("/api/v1/actions", json=ACTION)).status_code == 202
        answer = await ana.post("/api/v1/actions", json=ACTION, headers={"Idempotency-Key": "k"})
        assert (answer.status_code, answer.json()["type"]) == (429, "urn:scriptsmith:over-budget")
        assert int(answer.headers["retry-after"]) > 60


async def test_every_page_leads_to_the_next() -> None:
    """Following `next` lists every run, entry and record once, and Link says the same."""
    async with serving(workers=0) as service, service.client("requester") as ana, service.client("admin") as dee:
        made = [(await ana.post("/api/v1/actions", json=ACTION)).json()["run"] for _ in range(5)]
        lists = [
            (ana, "/api/v1/runs?limit=2&text=owl", "runs", "run"),
            (ana, "/api/v1/catalogue?limit=2&area=backups", "entries", "id"),
            (dee, "/api/v1/audit?limit=2", "records", "seq"),
        ]
        for http, place, name, key in lists:
            found, pages = [], 0
            while place:
                answer = await http.get(place)
                found += [each[key] for each in answer.json()[name]]
                place, pages = answer.json()["next"], pages + 1
                assert answer.headers.get("link") == (f'<{place}>; rel="next"' if place else None)
            assert pages > 1
            assert len(found) == len(set(found))
            if name == "runs":
                assert found == sorted(made, reverse=True)


async def test_scripts_are_looked_at_and_entries_found(service: Service) -> None:
    """A search names what would be served, a check what is wrong, an assessment whether it does what is asked."""
    async with service.client("requester") as ana:
        words = {"q": "compress log files older than 7 days in /var/log", "limit": "2"}
        found = (await ana.get("/api/v1/search", params=words)).json()
        assert (found["served"], len(found["nearest"])) == ("compress-old-logs", 2)
        assert found["nearest"][0]["parameters"]["days"] == "7"
        checked = (await ana.post("/api/v1/check", json={"script": 'rm -rf "$1"/*\n'})).json()
        assert checked["danger"]["risk"] == "dangerous"
        assert checked["failed"] == {}
        assert {"SS1050"} <= {each["code"] for each in checked["findings"]}
        assessed = await ana.post("/api/v1/assess", json={"action": ACTION["text"], "script": "df -h\n"})
        assert assessed.json()["verdict"] == "yes"
        assert (await ana.post("/api/v1/check", json={"script": "a\0b"})).status_code == 422
    async with serving(workers=0) as bare, bare.client("requester") as ana:
        assessed = await ana.post("/api/v1/assess", json={"action": "list the files", "script": "ls\n"})
        assert [each["assessor"] for each in assessed.json()["assessment"]["opinions"]] == ["static"]


async def test_a_secret_in_an_action_is_in_no_answer(service: Service) -> None:
    """What somebody puts into an action by mistake is a token in the run, in its events and in lists."""
    secret = "hunter2-Zq8rT1vXw9"
    run = await asked(service, text=f"log in to the database with password={secret} and show its size")
    async with service.client("requester") as ana:
        await settled(ana, run)
        for place in (f"/api/v1/runs/{run}", f"/api/v1/runs/{run}/events", "/api/v1/runs"):
            assert secret not in (await ana.get(place)).text, place


async def test_keys_are_made_used_and_ended(service: Service) -> None:
    """A key is shown once, lets in as what it says, and lets nobody in once it was revoked."""
    async with service.client("admin") as dee:
        made = await dee.post("/api/v1/keys", json={"name": "eli", "roles": ["requester"], "hours": 1})
        assert made.status_code == 201
        key, info = made.json()["key"], made.json()["info"]
        listed = await dee.get("/api/v1/keys")
        assert info in listed.json()["keys"]
        assert key not in listed.text
        async with service.client(Authorization=f"Bearer {key}") as eli:
            me = (await eli.get("/api/v1/me")).json()
            assert (me["name"], me["roles"], me["csrf"]) == ("eli", ["requester"], None)
            assert (await dee.delete(f"/api/v1/keys/{info['id']}")).status_code == 204
            assert (await eli.get("/api/v1/me")).status_code == 401
        assert (await dee.delete("/api/v1/keys/none")).status_code == 404
        assert (await dee.post("/api/v1/keys", json={"name": "x", "roles": ["owner"]})).status_code == 422


async def test_roles_are_called_parts_too(service: Service) -> None:
    """Programs that were written when that was their only name get and send what they did; both at once are refused."""
    async with service.client("admin") as dee:
        made = await dee.post("/api/v1/keys", json={"name": "flo", "parts": ["requester"], "hours": 1})
        assert made.status_code == 201
        assert made.json()["info"]["roles"] == made.json()["info"]["parts"] == ["requester"]
        me = (await dee.get("/api/v1/me")).json()
        assert me["roles"] == me["parts"] == ["admin"]
        both = {"name": "flo", "parts": ["requester"], "roles": ["admin"]}
        assert (await dee.post("/api/v1/keys", json=both)).status_code == 422
        assert (await dee.post("/api/v1/keys", json={"name": "flo"})).status_code == 422


async def test_each_part_may_do_its_own_and_nothing_else(service: Service) -> None:
    """Who may not do something gets 403 whether or not the thing is there, and the audit knows of it."""
    allowed: dict[tuple[str, str], set[str]] = {
        ("POST", "/api/v1/actions"): {"requester", "reviewer", "publisher"},
        ("GET", "/api/v1/runs"): set(PARTS),
        ("GET", "/api/v1/runs/none"): set(PARTS),
        ("GET", "/api/v1/runs/none/events"): set(PARTS),
        ("POST", "/api/v1/runs/none/again"): {"requester", "reviewer", "publisher"},
        ("POST", "/api/v1/runs/none/reviews"): {"reviewer"},
        ("POST", "/api/v1/runs/none/publish"): {"publisher"},
        ("POST", "/api/v1/runs/none/feedback"): {"reviewer"},
        ("POST", "/api/v1/runs/none/comments"): {"requester", "reviewer", "publisher"},
        ("POST", "/api/v1/runs/none/ratings"): {"requester", "reviewer", "publisher"},
        ("GET", "/api/v1/runs/none/script"): set(PARTS),
        ("GET", "/api/v1/catalogue/none/script"): set(PARTS),
        ("POST", "/api/v1/check"): {"requester", "reviewer", "publisher"},
        ("POST", "/api/v1/assess"): {"requester", "reviewer", "publisher"},
        ("GET", "/api/v1/search?q=x"): {"requester", "reviewer", "publisher"},
        ("GET", "/api/v1/catalogue"): set(PARTS),
        ("GET", "/api/v1/catalogue/none"): set(PARTS),
        ("POST", "/api/v1/catalogue/none/retire"): {"publisher", "admin"},
        ("GET", "/api/v1/keys"): {"admin"},
        ("POST", "/api/v1/keys"): {"admin"},
        ("DELETE", "/api/v1/keys/none"): {"admin"},
        ("GET", "/api/v1/audit"): {"admin"},
        ("GET", "/api/v1/audit/verify"): {"admin"},
        ("GET", "/metrics"): set(PARTS),
    }
    bodies: dict[str, object] = {
        "/api/v1/actions": ACTION,
        "/api/v1/runs/none/reviews": {"decision": "approve"},
        "/api/v1/runs/none/feedback": {"label": 1},
        "/api/v1/runs/none/comments": {"text": "why?"},
        "/api/v1/runs/none/ratings": {"about": "opinion difference", "useful": True},
        "/api/v1/check": {"script": "ls"},
        "/api/v1/assess": {"action": "list", "script": "ls"},
        "/api/v1/keys": {"name": "x", "parts": ["admin"]},
    }
    for part in PARTS:
        async with service.client(part, **{"If-Match": '"1"'}) as http:
            for (method, place), parts in allowed.items():
                answer = await http.request(method, place, json=bodies.get(place))
                assert (answer.status_code == 403) == (part not in parts), (part, method, place, answer.text)
                assert answer.status_code < 500


async def test_whoever_is_not_known_gets_nowhere(service: Service) -> None:
    """Every route but health and login needs a person, also with a key that is none; the document names them all."""
    document = service.server.config.app.openapi()  # type: ignore[union-attr]
    routes = [(path, method) for path, methods in document["paths"].items() for method in methods]
    assert len(routes) > 20
    for way in ("", "Bearer ssk_0123456789_" + "x" * 43, "Basic YTpi"):
        async with service.client(None, **({"Authorization": way} if way else {})) as nobody:
            for path, method in routes:
                answer = await nobody.request(method.upper(), re.sub(r"\{\w+\}", "none", path), json={})
                if path in ("/healthz", "/readyz"):
                    assert answer.status_code == 200
                    continue
                if path.startswith("/hooks/"):  # each has a proof of its own, and none is open before an admin opens it
                    assert answer.status_code == 404, (path, method)
                else:
                    assert answer.status_code in (401, 429), (path, method)
                assert answer.headers["content-type"] == "application/problem+json"
            assert (await nobody.get("/api/v1/openapi.json")).status_code in (401, 429)


async def test_pages_are_for_those_who_are_known(service: Service) -> None:
    """Every page and form but the login leads nobody further than there, one that is added tomorrow too."""
    pages = [
        (method, re.sub(r"\{\w+\}", "none", route.path))
        for part in console_pages.PAGES
        for route in part.router.routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
    ]
    assert len(pages) > 20
    async with service.client(None, Accept="text/html", Origin=service.url) as nobody:
        for method, path in pages:
            answer = await nobody.request(method, path)
            if path.startswith("/login"):
                assert answer.status_code in (200, 401, 422), path
            elif method == "GET" and not path.endswith("/live"):
                assert answer.headers["location"].startswith("/login?next="), path
            else:
                assert answer.status_code == 401, (method, path)


async def test_figures_are_told(service: Service) -> None:
    """Prometheus reads requests by route and status, runs by state, the length of the queue and the cost."""
    run = await asked(service)
    async with service.client("requester") as ana:
        await settled(ana, run)
        await ana.get("/nothing/here")
        text = (await ana.get("/metrics")).text
    assert 'scriptsmith_requests_total{method="POST",route="/api/v1/actions",status="202"} 1.0' in text
    assert 'scriptsmith_requests_total{method="GET",route="none",status="404"} 1.0' in text
    assert 'scriptsmith_request_seconds_count{route="/api/v1/runs/{run_id}"} 1.0' in text
    assert 'scriptsmith_runs{state="waiting"} 1.0' in text
    assert 'scriptsmith_queue_length{queue="runs"} 0.0' in text
    assert "scriptsmith_model_cost_dollars 0.0" in text
    assert "nothing/here" not in text
