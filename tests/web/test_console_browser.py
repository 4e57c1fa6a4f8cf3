"""The console in a real browser, over the real service and a real PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from scriptsmith.core.events import Checked, Reviewed, Settled
from scriptsmith.core.flow import state
from scriptsmith.core.run import fold
from scriptsmith.core.types import Review, Script
from scriptsmith.testing import canned
from scriptsmith.web import event_streams
from tests.browser import PATIENCE, a_browser, a_profile, with_browser
from tests.databases import with_database
from tests.web.server import Service, serving

from .console_runs import ENTRY, SCRIPT, events, write

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database, with_browser]
expect.set_options(timeout=PATIENCE)
SAFE = Script(text="#!/usr/bin/env bash\nset -euo pipefail\ndf -h\n")

SCHEMES: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (
    ("light", {}),
    ("dark", {"runOnly": ["color-contrast"]}),  # nothing else depends on it
)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The service, a browser, and a key of somebody who both reviews and publishes."""

    service: Service
    browser: Browser
    key: str

    @asynccontextmanager
    async def at(self, path: str, key: str = "", *, scripts: bool = True) -> AsyncIterator[Page]:
        """A page of somebody with a browser of their own; what its policy or a script of it complains of is a failure."""
        complaints: list[str] = []
        async with a_profile(self.browser, self.service.url, key or self.key, scripts=scripts) as context:
            page = await context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
            page.on("dialog", _accept)
            await page.goto(path)
            yield page
        assert not complaints

    async def run(self, *, script: Script = SCRIPT, **more: Any) -> str:
        return await write(self.service.app, events(script, **more))

    async def log(self, run: str) -> list[Any]:
        return list(await self.service.app.journal.read(run))


async def _accept(dialog: Any) -> None:
    await dialog.accept()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world() -> AsyncIterator[World]:
    async with serving(canned) as service, a_browser() as browser:
        key = await service.key("kim", "reviewer", "publisher", "requester")
        yield World(service=service, browser=browser, key=key)


async def test_an_action_becomes_an_entry(world: World) -> None:
    """Asked for, its steps appear by themselves; approved with two keys it is published, and the page says so."""
    async with world.at("/new", world.service.keys["requester"]) as page:
        await page.fill("#text", "tell the phase of the moon over the sea")
        await page.click("main button")
        await expect(page.locator("#live")).to_contain_text("Settled")
        run = page.url.rpartition("/")[2]
    async with world.at("/") as page:
        await page.keyboard.press("j")
        await page.keyboard.press("Enter")
        await page.wait_for_url(re.compile(f"/runs/{run}/review$"))
        await page.keyboard.press("?")
        await expect(page.locator("#keyboard")).to_be_visible()
        await page.keyboard.press("Escape")
        await page.keyboard.press("a")
        await expect(page.locator("#approve button")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("#live .status")).to_contain_text("published")
        await page.click("text=See it in the catalogue")
        await expect(page.locator("h1")).to_have_text("tell the phase of the moon over the sea")
    assert state(fold(await world.log(run))) == "published"


async def test_steps_appear_as_they_happen(world: World) -> None:
    """An open page shows each step without being loaded again, and then where to review."""
    log = events()
    run = await write(world.service.app, log[:3])
    async with world.at(f"/runs/{run}") as page:
        await page.evaluate("window.same = true")
        for seq, event in enumerate(log[3:], 4):
            await world.service.app.journal.append(run, seq, event)
            await expect(page.locator(".step")).to_have_count(seq)
        await expect(page.locator("#live")).to_contain_text("Review it")
        assert await page.evaluate("window.same")


async def test_an_open_page_hears_that_its_run_is_given_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says why the workers have stopped, and offers to try again, without being loaded by hand."""
    monkeypatch.setattr(event_streams, "LOOK", 0.1)
    run = await write(world.service.app, events()[:2])
    async with world.at(f"/runs/{run}") as page:
        await expect(page.locator("#live")).to_contain_text("At work")
        database = world.service.app.team().database
        await database.do("note_failure", run=run, said="the model is gone", tries=8, final=True)
        await expect(page.locator("#live")).to_contain_text("given up on this run, after 8 tries: the model is gone")
        await expect(page.get_by_role("button", name="Try again")).to_be_visible()


@pytest.mark.parametrize("place", ["", "/review"], ids=["run", "review"])
async def test_a_run_that_is_given_up_while_its_page_is_sent_is_shown_so(world: World, place: str) -> None:
    """Given up after the page was made and before it follows its events, the run is no longer said to be at work."""
    log = events()
    review = Review(reviewer="bo", decision="approve", digest=SCRIPT.digest)
    run = await write(world.service.app, [*log, Reviewed(review=review)] if place else log[:2])
    async with world.at("/") as page:

        async def late(route: Any) -> None:
            database = world.service.app.team().database
            await database.do("note_failure", run=run, said="the model is gone", tries=8, final=True)
            await route.continue_()

        await page.route("**/events?after=*", late)
        await page.goto(f"/runs/{run}{place}")
        if place:
            await expect(page.locator("#moved")).to_be_visible()
        else:
            await expect(page.locator("#live")).to_contain_text("given up on this run, after 8 tries")
            await expect(page.get_by_role("button", name="Try again")).to_be_visible()


async def test_an_edit_is_checked_while_it_is_typed(world: World) -> None:
    """Findings come and go with the text; what is sent off takes the draft's place, and its author cannot approve."""
    run = await world.run(script=SAFE, by="zoe")
    async with world.at(f"/runs/{run}/review") as page:
        await page.keyboard.press("e")
        await expect(page.locator("#edit-text")).to_be_focused()
        await expect(page.locator("#recheck")).to_contain_text("clean")
        await page.fill("#edit-text", "#!/usr/bin/env bash\nset -euo pipefail\ndf -h $1\n")
        await expect(page.locator("#recheck")).to_contain_text("SC2086")
        await page.fill("#edit-text", "#!/usr/bin/env bash\nset -euo pipefail\ndf -hT\n")
        await expect(page.locator("#recheck")).to_contain_text("Nothing was found")
        await page.fill("#edit-comment", "with types")
        await page.click("text=Put this in its place")
        await page.wait_for_url(re.compile("done=edit"))
        await page.click("text=Review it")
        await expect(page.locator(".script").first).to_contain_text("df -hT")
        await expect(page.locator(".decide")).to_contain_text("somebody else has to approve")
    script = fold(await world.log(run)).attempts[-1].script
    assert script is not None
    assert "df -hT" in script.text


async def test_a_rejection_has_a_reason(world: World) -> None:
    """With `r` one says what is wrong; for good, the run is over."""
    run = await world.run(by="zoe")
    async with world.at(f"/runs/{run}/review") as page:
        await page.keyboard.press("r")
        await expect(page.locator("#reject-comment")).to_be_focused()
        await page.keyboard.type("it lists too much")
        await page.check("text=No other draft")
        await page.click("#reject button")
        await expect(page.locator("#live")).to_contain_text("it lists too much")
        await expect(page.locator("#live .status")).to_contain_text("rejected")
    review = next(event.review for event in await world.log(run) if isinstance(event, Reviewed))
    assert (review.final, review.comment, review.reviewer) == (True, "it lists too much", "kim")


async def test_a_session_that_ends_loses_nothing(world: World) -> None:
    """An edit sent off after the login has ended asks for a key, and then stands in its place again."""
    run = await world.run(by="zoe")
    key = await world.service.key("lou", "reviewer")
    mine = "#!/usr/bin/env bash\nset -euo pipefail\n# mine, </textarea> and all\ndf -i\n"
    async with world.at(f"/runs/{run}/review", key) as page:
        await page.keyboard.press("e")
        await page.fill("#edit-text", mine)
        await world.service.app.team().people.revoke(key.split("_")[1], "test")
        await page.fill("#edit-text", mine + "\n")
        await expect(page.locator("#recheck")).to_contain_text("Your session has ended")
        await page.fill("#edit-text", mine)
        await page.click("text=Put this in its place")
        await expect(page.locator("h1")).to_have_text("Log in")
        await page.fill("#key", world.key)
        await page.click("main button")
        await expect(page.locator("#edit-text")).to_have_value(mine)
        await expect(page.locator("#recheck")).not_to_contain_text("while you type")
        await page.click("text=Put this in its place")
        await page.wait_for_url(re.compile("done=edit"))
    assert fold(await world.log(run)).attempts[-1].script == Script(text=mine)


@pytest.mark.parametrize("wide", [360, pytest.param(1360, marks=pytest.mark.thorough)])
async def test_no_page_is_wider_than_the_window(world: World, wide: int) -> None:
    """On a phone an admin reaches every tab without moving a page sideways, and a long action takes a few lines."""
    await world.run(action="x" * 10_000)
    key = await world.service.key("mia", "admin", "requester")
    async with world.at("/", key) as page:
        await page.set_viewport_size({"width": wide, "height": 800})
        for path in ("/", "/incidents", "/runs", "/new", "/catalogue", "/outlets", "/audit", "/keys", "/set-aside"):
            await page.goto(path)
            assert await page.evaluate("document.documentElement.scrollWidth") <= wide, path
            tabs = await page.locator("nav[aria-label=Main] a").all()
            assert len(tabs) == 7
            boxes = [await tab.bounding_box() for tab in tabs]
            assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= wide for box in boxes), path
        for path in ("/", "/runs"):  # and what is wider than the window moves by itself
            await page.goto(path)
            assert await page.locator(".table-wrap").evaluate_all(
                "all => all.every(one => getComputedStyle(one).overflowX === 'auto')"
            )
            box = await page.locator("a", has_text="xxxx").first.bounding_box()
            assert box
            assert box["height"] < 100


async def test_tables_are_read_on_a_phone(world: World) -> None:
    """At 390 pixels no table moves sideways in its card: a row is a block whose cells say what they are."""
    await world.run(action="show how full the file systems are", by="a-rather-long-name@example.org")
    key = await world.service.key("a-rather-long-name@example.org", "admin", "requester", "reviewer", "publisher")
    async with world.at("/", key) as page:
        await page.set_viewport_size({"width": 390, "height": 800})
        for path in (
            "/runs",
            "/incidents",
            "/catalogue",
            "/catalogue?q=compress+logs",
            "/outlets",
            "/audit",
            "/keys",
            "/set-aside",
        ):
            await page.goto(path)
            wraps = page.locator(".table-wrap")
            assert await wraps.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)"), path
        await page.goto("/keys")
        cell = page.locator("td[data-column='Last used']").first
        assert await cell.evaluate("one => getComputedStyle(one, '::before').content") == '"Last used"'
        box, row = await cell.bounding_box(), await page.locator("tr[data-row]").first.bounding_box()
        assert box
        assert row
        assert box["width"] == row["width"]


async def test_the_second_of_two_reviewers_is_told(world: World) -> None:
    """Both look at the same script: the first decides, the second is told what happened, and keeps what they typed."""
    run = await world.run(by="zoe")
    async with (
        world.at(f"/runs/{run}/review") as first,
        world.at(f"/runs/{run}/review", world.service.keys["reviewer"]) as second,
    ):
        await second.keyboard.press("r")
        await second.fill("#reject-comment", "I would do it otherwise")
        await first.keyboard.press("r")
        await first.fill("#reject-comment", "not like this")
        await first.click("#reject button")
        await first.wait_for_url(re.compile("done=reject"))
        await expect(second.locator("#moved")).to_be_visible()
        async with second.expect_response(lambda answer: answer.request.method == "POST") as answered:
            await second.click("#reject button")
        assert (await answered.value).status == 412
        await expect(second.locator("h1")).to_have_text("The run has moved on")
        await expect(second.locator("main")).to_contain_text("not like this")
        await expect(second.locator("#kept-comment")).to_have_value("I would do it otherwise")
    assert sum(isinstance(event, Reviewed) for event in await world.log(run)) == 1


async def test_it_reads_and_decides_without_scripts(world: World) -> None:
    """With scripts switched off everything is there, and a decision is a plain form."""
    run = await world.run(script=SAFE, by="zoe")
    async with world.at(f"/runs/{run}/review", scripts=False) as page:
        await expect(page.locator(".script").first).to_contain_text("df -h")
        await expect(page.locator("main")).to_contain_text("Both print free space.")
        await page.click("#approve summary")
        await page.click("#approve button")
        await page.wait_for_url(re.compile("done=approve"))
        await page.goto("/runs")
        await page.click(f"a[href='/runs/{run}']")
        await expect(page.locator(".steps")).to_contain_text("kim approved")


MORE = [pytest.param(place, marks=pytest.mark.thorough) for place in ("people", "catalogue")]


@pytest.mark.parametrize("place", ["waiting", *MORE])
async def test_nothing_keeps_people_out(world: World, place: str) -> None:
    """axe finds nothing serious on any page, in light and in dark."""
    service = world.service
    key = await service.key("max", "requester", "reviewer", "publisher", "admin")
    run = await world.run(by="zoe")
    log = await world.log(run)
    stale = await write(service.app, [*log, Settled(outcome="unsure", script=SAFE)])
    review = Review(reviewer="bo", decision="reject", digest=SCRIPT.digest, comment="no", final=True)
    over = await write(service.app, [*log, Reviewed(review=review, at=datetime.now(UTC).isoformat())])
    await service.app.catalogue.publish(ENTRY)
    async with world.at("/", key) as page:
        if place == "waiting":
            await clean(page)
            for path in (f"/runs/{run}", f"/runs/{over}/review", f"/runs/{run}/review"):
                await page.goto(path)
                await clean(page)
            for panel in ("approve", "edit", "reject", "label"):
                await page.click(f"#{panel} summary")
                if panel == "edit":
                    await expect(page.locator("#recheck")).to_contain_text("Risk")
                await clean(page, f"#{panel}")
            await page.goto(f"/runs/{stale}/review")
            await page.click("#reject summary")
            await page.fill("#reject-comment", "why")
            await service.app.journal.append(stale, len(log) + 2, Checked(findings=()))
            await page.click("#reject button")
            await expect(page.locator("h1")).to_have_text("The run has moved on")
            await clean(page)
        elif place == "people":
            for path in ("/new", "/runs", "/audit?verify=1", "/keys", "/runs/none"):
                await page.goto(path)
                await clean(page)
            await page.context.clear_cookies()
            await page.goto("/login")
            await clean(page)
        else:
            for path in ("/catalogue", "/catalogue?q=compress+old+logs", "/catalogue/compress-old-logs"):
                await page.goto(path)
                await clean(page)


async def clean(page: Page, within: str = "") -> None:
    """No serious or critical violation; every part that is folded is opened first."""
    await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
    serious = []
    for scheme, rules in SCHEMES:
        await page.emulate_media(color_scheme=scheme)
        found = await Axe().run(page, within or None, {"resultTypes": ["violations"], **rules})
        serious += [
            (scheme, page.url, each["id"], [node["html"][:300] for node in each["nodes"]][:4])
            for each in found.response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
    await page.emulate_media(color_scheme="light")
    assert not serious
