"""The review page over HTTP: what stands first on it, where its findings lead, and how a script is taken away."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from scriptsmith.core.effects import Danger
from scriptsmith.core.events import Asked, Checked, Event, Retrieved, Settled
from scriptsmith.core.flow import state
from scriptsmith.core.outcome import rateable
from scriptsmith.core.run import fold
from scriptsmith.core.types import Action, Match, Risk, Script
from scriptsmith.danger.analyse import analyse
from scriptsmith.incidents.model import Incident
from scriptsmith.incidents.store import LinkedRun
from scriptsmith.testing import canned
from tests.databases import with_database

from .console_runs import ENTRY, FINDING, SCRIPT, events, write
from .server import Service, serving
from .test_review_top import WIPES

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def service() -> AsyncIterator[Service]:
    async with serving(workers=0) as running:
        yield running


async def test_the_page_begins_with_what_it_is_about(service: Service) -> None:
    """First risk and object, then the incident that the run came from, then script, effects, findings, opinions."""
    run = await write(service.app, events(WIPES))
    store = service.app.team().incidents
    alert = Incident(source="alertmanager", fingerprint="f1", title="Database disk is full", service="billing")
    (receipt,) = await store.keep([alert])
    await store.link(receipt.incident, LinkedRun(run=run, recommendation="r", by="ana", at=""))
    async with service.client("reviewer", Accept="text/html") as http:
        text = (await http.get(f"/runs/{run}/review")).text
    order = [
        "risk-line",
        "Database disk is full",
        'id="context"',
        'id="the-script"',
        'id="effects"',
        'id="findings"',
        'id="verdicts"',
    ]
    places = [text.index(each) for each in order]
    assert places == sorted(places)
    assert f'href="/incidents/{receipt.incident}"' in text
    assert "billing" in text


async def test_each_finding_is_told_once_and_leads_to_its_rule(service: Service) -> None:
    """A served dangerous entry has its findings on the page and in the API; nothing says that nothing was found."""
    danger = analyse(WIPES.text)
    (found,) = danger.findings
    settled = Settled(outcome="risky", script=WIPES, entry="show-space@1", danger=danger, checks=(FINDING,))
    asked = Asked(action=Action(text="empty it"), by="ana", at="2026-01-02T03:04:05+00:00")
    log: list[Event] = [asked, Retrieved(matches=(Match(entry=ENTRY, confidence=0.99),)), settled]
    run = await write(service.app, log)
    async with service.client("reviewer", Accept="text/html") as http:
        text = (await http.get(f"/runs/{run}/review")).text
        rule = await http.get("/rules/SS1003")
        assert (await http.get("/rules/SS9999")).status_code == 404
    main = text.partition("<main")[2]
    assert main.count(found.message.partition(" (")[2][:60]) == 1
    assert 'href="/rules/SS1003"' in main
    assert 'Findings <span class="muted">1 error, 1 warning</span>' in main
    assert "found nothing" not in main
    assert "Draws the rule" in rule.text
    async with service.client("reviewer") as http:
        document = (await http.get(f"/api/v1/runs/{run}")).json()
        (listed,) = [each for each in (await http.get("/api/v1/runs")).json()["runs"] if each["run"] == run]
    assert len(document["findings"]) == listed["findings"] == 2


VACUUM = Script(text="#!/usr/bin/env bash\nset -euo pipefail\njournalctl --vacuum-size=500M\n")


@pytest.mark.parametrize(
    ("script", "declared", "risk", "severities", "count"),
    [
        (VACUUM, "notable", "notable", ["info"], "1 notable"),
        (VACUUM, "dangerous", "dangerous", ["info"], "1 notable"),
        (WIPES, "dangerous", "dangerous", ["error"], "1 error"),
        (Script(text=WIPES.text + "systemctl restart nginx\n"), "notable", "dangerous", ["error", "info"], "1 error, 1 notable"),
    ],
)  # fmt: skip
async def test_page_api_and_list_tell_the_same_of_a_served_entry(
    service: Service, script: Script, declared: Risk, risk: Risk, severities: list[str], count: str
) -> None:
    """What is only notable is told and counted by the API and the list as by the page, no sentence of which says that
    nothing was found; and whatever is told can be rated."""
    entry = replace(ENTRY, risk=declared)
    danger = replace(analyse(script.text), risk=risk)
    settled = Settled(outcome="reuse", script=script, entry="show-space@1", danger=danger, checks=())
    asked = Asked(action=Action(text="do it"), by="ana", at="2026-01-02T03:04:05+00:00")
    log: list[Event] = [asked, Retrieved(matches=(Match(entry=entry, confidence=0.99),)), settled]
    run = await write(service.app, log)
    async with service.client("reviewer", Accept="text/html") as http:
        main = (await http.get(f"/runs/{run}/review")).text.partition("<main")[2]
        rows = (await http.get("/runs")).text.split("<tr ")
    async with service.client("reviewer") as http:
        document = (await http.get(f"/api/v1/runs/{run}")).json()
        (listed,) = [each for each in (await http.get("/api/v1/runs")).json()["runs"] if each["run"] == run]
    assert f'Findings <span class="muted">{count}</span>' in main
    assert "found nothing" not in main
    assert ("Read from the text" in main) == (danger.risk == analyse(script.text).risk)
    assert [each["severity"] for each in document["findings"]] == severities
    assert main.count('<li class="finding">') == listed["findings"] == len(severities)
    assert all(f'href="#L{each["line"]}">line' in main and each["code"] in main for each in document["findings"])
    assert all(thing in html.unescape(main) for things in document["effects"].values() for thing in things)
    words = ["notable" if each == "info" else each for each in severities]
    for at in ('<p class="note [a-z]+"[^>]*>', '<li class="finding">'):  # below its line, and beside the script
        assert re.findall(at + '<span class="word [a-z]+">([a-z]+)</span>', main) == words
    (row,) = [each for each in rows if run in each]
    assert f'data-column="Findings" class="right">{len(severities)}</td>' in row
    named = {f"finding {each['code']} {each['line']}:{each['column']}" for each in document["findings"]}
    assert set(rateable(fold(log))) == named


async def test_what_is_only_notable_is_called_so_while_one_writes(service: Service) -> None:
    """By the same word as on the page of a run."""
    async with service.client("reviewer", Accept="text/html") as http:
        text = (await http.post("/parts/check", data={"text": VACUUM.text})).text
    assert re.findall('<span class="word plain">([a-z]+)</span> <span class="where">', text) == ["notable"]


async def test_a_script_is_had_as_text(service: Service) -> None:
    """The settled script of a run and that of a published entry come as plain text, byte for byte, with their digest."""
    run = await write(service.app, events())
    empty = await write(service.app, [*events()[:1], Settled(outcome="no_match")])
    await service.app.catalogue.publish(replace(ENTRY, status="verified"))
    async with service.client("requester") as http:
        for path, script in ((f"/runs/{run}/script", SCRIPT), ("/catalogue/show-space/script", ENTRY.script)):
            answer = await http.get(f"/api/v1{path}")
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "text/plain; charset=utf-8"
            assert answer.content == script.text.encode()
            assert answer.headers["etag"] == f'"{hashlib.sha256(answer.content).hexdigest()}"'
            assert ".sh" in answer.headers["content-disposition"]
        assert (await http.get(f"/api/v1/runs/{empty}/script")).status_code == 404
        assert (await http.get("/api/v1/catalogue/none/script")).status_code == 404
    async with service.client("reviewer", Accept="text/html") as http:
        text = (await http.get(f"/runs/{run}/review")).text
    digest = hashlib.sha256(SCRIPT.text.encode()).hexdigest()
    for told in (f"/api/v1/runs/{run}/script", "Authorization: Bearer $SCRIPTSMITH_KEY", digest, "sha256sum -c"):
        assert told in text
    async with service.client() as http:
        assert (await http.get(f"/api/v1/runs/{run}/script")).status_code == 401


async def test_another_draft_is_promised_only_where_a_model_writes_it(service: Service) -> None:
    """Without a model a rejection with a reason leaves the run open without a script, and the page says so before."""
    run = await write(service.app, events())
    empty = await write(service.app, [*events()[:1], Settled(outcome="no_match")])
    async with service.client("reviewer", Accept="text/html") as http:
        waiting, unanswered = [(await http.get(f"/runs/{each}/review")).text for each in (run, empty)]
    assert (
        "with a reason the run stays open for a script that a person puts in. Without one the run is over." in waiting
    )
    assert "another draft" not in waiting
    assert "There is no script. Put one in with “Edit”.</p>" in unanswered
    assert 'id="reject"' not in unanswered
    run_service = service.app.team_service().run_service
    await run_service.decide(run, "reject", reviewer="bo", comment="list the large ones", digest=SCRIPT.digest)
    after = await run_service.resume(run)
    assert state(after) == "unanswered"
    assert after.settled
    assert after.settled.script is None


async def test_another_draft_is_promised_where_a_model_writes_it() -> None:
    """With a model the reject form says that a reason brings another draft."""
    async with serving(canned, workers=0) as service:
        run = await write(service.app, events())
        async with service.client("reviewer", Accept="text/html") as http:
            text = (await http.get(f"/runs/{run}/review")).text
    assert "With a reason another draft is written that answers it." in text
    assert "No other draft: this run is over" in text


async def test_no_effect_is_denied_beside_a_danger(service: Service) -> None:
    """Where a script is dangerous and nothing was read that it touches, the page leads to what makes it dangerous."""
    found = analyse(WIPES.text).findings
    none = [
        replace(event, danger=Danger(risk="dangerous", findings=found)) if isinstance(event, Checked) else event
        for event in events(WIPES)
    ]
    run = await write(service.app, none)
    async with service.client("reviewer", Accept="text/html") as http:
        text = (await http.get(f"/runs/{run}/review")).text
    assert "what makes it dangerous stands with the findings" in text
    assert "names no file" not in text
