"""Pages when something is wrong: a run that was given up, input that is no use, an address that leads nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from scriptsmith.core.flow import Policy
from scriptsmith.core.run import fold
from scriptsmith.core.types import Role
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.web.waits import waits_for
from tests.databases import with_database
from tests.web.server import Service, serving

from .console_runs import events, write
from .test_console_pages import Form, html

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service() -> AsyncIterator[Service]:
    async with serving(workers=0) as running:
        yield running


async def test_a_run_that_was_given_up_says_why_and_is_tried_again(service: Service) -> None:
    """Its page and the home page tell the reason; the button puts it into the queue again, and it counts no more."""
    run = await write(service.app, events(action="a stuck gnu")[:2])
    ended = await write(service.app, events(action="a free gnu"))
    database = service.app.team().database
    why = {"said": "the model <m> does not answer", "tries": 8, "final": True}
    for each in (run, ended):
        await database.do("note_failure", run=each, **why)
    async with html(service, "requester") as http:
        text = (await http.get(f"/runs/{run}")).text
        assert "given up on this run, after 8 tries: the model &lt;m&gt; does not answer" in text
        assert "At work." not in text
        home = (await http.get("/")).text
        assert '<span class="figure">1</span> <span class="name">given up by the workers</span>' in home
        assert "the model &lt;m&gt; does not answer" in home
        assert '<span class="figure">0</span> <span class="name">at work</span>' in home
        listed = (await http.get("/runs?state=working")).text
        assert '<span class="detail">the model &lt;m&gt; does not answer</span>' in listed
        assert "given up" not in (await http.get(f"/runs/{ended}")).text
        before = await service.app.team().queue.waiting()
        answer = await http.post(f"/runs/{run}/again", data={})
        assert answer.headers["location"] == f"/runs/{run}?done=again"
        assert await service.app.team().queue.waiting() == before + 1
        text = (await http.get(answer.headers["location"])).text
        assert "A worker tries it again." in text
        assert "given up" not in text
        home = (await http.get("/")).text
        assert "given up" not in home
        assert '<span class="figure">1</span> <span class="name">at work</span>' in home
        assert "does not answer" not in (await http.get("/runs?state=working")).text
        assert (await http.post(f"/runs/{ended}/again", data={})).status_code == 409
    await database.do("note_failure", run=run, **why)
    async with html(service, "admin") as http:
        text = (await http.get(f"/runs/{run}")).text
        assert "given up" in text
        assert "Try again" not in text
        assert (await http.post(f"/runs/{run}/again", data={})).status_code == 403
        assert (await http.post(f"/runs/{run}/cancel", data={})).status_code == 303
    assert await service.app.team().queue.failures(run) == ()


async def test_a_try_that_failed_is_told_while_another_follows(service: Service) -> None:
    """The page says so, and offers nothing."""
    run = await write(service.app, events()[:2])
    await service.app.team().database.do("note_failure", run=run, said="it is busy", tries=2, final=False)
    async with html(service, "requester") as http:
        text = (await http.get(f"/runs/{run}")).text
        assert "Try 2 failed; another one follows by itself: it is busy" in text
        shown = await http.get(f"/api/v1/runs/{run}")
        told = "try 2 failed, and another one follows by itself: it is busy"
        assert (shown.json()["state"], shown.json()["problem"], shown.json()["waits_for"]) == ("working", None, told)
        same = {"If-None-Match": shown.headers["etag"]}
        assert (await http.get(f"/api/v1/runs/{run}", headers=same)).status_code == 200
        streamed = {"Accept": "text/event-stream"}
        async with asyncio.timeout(60), http.stream("GET", f"/api/v1/runs/{run}/events", headers=streamed) as stream:
            lines = stream.aiter_lines()
            assert "event: failed" in [each async for each in until_seen(lines, "event: failed")]
        assert "Try again" not in text


async def until_seen(lines: AsyncIterator[str], last: str) -> AsyncIterator[str]:
    """The lines up to `last`."""
    async for line in lines:
        yield line
        if line == last:
            return


async def test_what_a_run_waits_for_is_told_before_anything_fails(service: Service) -> None:
    """The step that comes next, and the model that is asked for it; nothing where it is a person's turn."""
    models: dict[Role, Any] = {"generator": ScriptedModel(name="writer-1")}
    run = fold(events(action="mend it")[:2])
    said = waits_for(run, Policy(), models, None)
    assert said == "the step 'draft', for which the generator's model writer-1 is asked"
    assert waits_for(run, Policy(), {}, None) == "the step 'draft'"
    assert waits_for(fold(events()), Policy(), models, None) == ""


@pytest.mark.parametrize("days", ["9" * 5000, "\u0663", "1.5", "-1", "9999"])
async def test_days_of_a_key_that_are_no_number_are_told(service: Service, days: str) -> None:
    """The form comes back with one sentence, and no key was made."""
    async with html(service, "admin") as http:
        answer = await http.post("/keys", data={"name": "kit", "parts": ["reviewer"], "days": days})
        assert answer.status_code == 422
        assert "a key lasts 1 to 3650 days" in answer.text
        assert 'id="secret"' not in answer.text


async def test_what_is_too_long_is_told_on_the_page(service: Service) -> None:
    """The page comes back with one sentence and what was typed; nothing is recorded."""
    run = await write(service.app, events())
    async with html(service, "reviewer") as http:
        asked = await http.post("/new", data={"text": "a" * 20_001})
        assert asked.status_code == 422
        assert "the action is longer than 20,000 characters" in asked.text
        assert Form(asked.text).fields["text"] == "a" * 20_001
        body = {"seq": str(len(events())), "comment": "c" * 4001}
        answer = await http.post(f"/runs/{run}/approve", data=body)
        assert answer.status_code == 422
        assert "the comment is longer than 4,000 characters" in answer.text
    assert len(await service.app.journal.read(run)) == len(events())


async def test_an_unknown_address_is_a_page_for_browsers(service: Service) -> None:
    """With the way home, and as whoever is logged in; programs and the API have their document."""
    async with html(service) as http:
        for path in ("/nowhere", "/static/nothing.css", "/runs/x/y/z"):
            answer = await http.get(path)
            assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
            assert "There is no such page." in answer.text
            assert 'href="/"' in answer.text
        assert (await http.get("/api/v1/nowhere")).headers["content-type"] == "application/problem+json"
    async with html(service, "reviewer") as http:
        assert 'href="/runs"' in (await http.get("/nowhere")).text
    async with service.client(Accept="application/json") as program:
        answer = await program.get("/nowhere")
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
