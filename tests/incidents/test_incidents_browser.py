"""The pages of incidents in a real browser: a run by a button, nothing for axe to find, and no markup that runs."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.browser import a_browser, with_browser
from tests.databases import with_database
from tests.thoroughness import some
from tests.web.server import serving
from tests.web.test_console_browser import World, clean

from .payloads import DISK
from .test_hooks import opened
from .test_incidents_api import report
from .test_recommendations import RUNBOOK

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database, with_browser]

MARKUP = (
    '<img src=x onerror="window.hacked=1">',
    "<script>window.hacked=1</script>",
    '"><svg onload=window.hacked=1>',
    "</textarea></pre></dd><iframe srcdoc='<script>top.hacked=1</script>'>",
    "{{ 7*7 }}${7*7}#{7*7}",
    "\u202egnp.exe\x1b[31m",
    "javascript:window.hacked=1",
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder: Path = tmp_path_factory.mktemp("incidents")
    (folder / "runbooks").mkdir()
    (folder / "runbooks" / "NodeSystemdServiceFailed.md").write_text(RUNBOOK + "".join(f"{each}\n" for each in MARKUP))
    settings = opened(folder) | {"incidents.runbooks": str(folder / "runbooks")}
    async with serving(settings=settings) as service, a_browser() as browser:
        key = await service.key("kim", "reviewer", "publisher", "requester")
        yield World(service=service, browser=browser, key=key)


async def test_from_the_list_to_a_run(world: World) -> None:
    """An incident is found by a word, its page says what would be bound, and the button leads to the served script."""
    incident = await report(world.service, DISK | {"instance": "shelf-7"}, description="3 % is left")
    async with world.at("/incidents") as page:
        await page.fill("#q", "shelf-7")
        await page.click("main form button")
        await page.wait_for_url(re.compile("q=shelf-7"))
        await page.keyboard.press("j")
        await page.keyboard.press("Enter")
        await page.wait_for_url(re.compile(f"/incidents/{incident}$"))
        item = page.locator(".recommendations li", has_text="/var").first
        await expect(item).to_contain_text("looks only")
        await item.get_by_role("button").click()
        await page.wait_for_url(re.compile("/runs/"))
        await expect(page.locator("#live")).to_contain_text("Review it")
        await expect(page.locator("main")).to_contain_text(f"Made for incident {incident}")
        await page.goto(f"/incidents/{incident}")
        await expect(page.locator("section[aria-labelledby=runs] li")).to_have_count(1)
        await expect(page.locator("section[aria-labelledby=timeline]")).to_contain_text("run")


async def test_what_the_alert_does_not_say_is_asked_for(world: World) -> None:
    incident = await report(world.service, {"alertname": "NodeSystemdServiceFailed", "instance": "shelf-8"})
    async with world.at(f"/incidents/{incident}", scripts=False) as page:
        item = page.locator(".recommendations li", has_text="Restart a systemd service").first
        await item.get_by_label("service").fill("a;b")
        await item.get_by_role("button").click()
        await expect(page.locator("[role=alert]")).to_contain_text("letters, digits")
        item = page.locator(".recommendations li", has_text="Restart a systemd service").first
        await item.get_by_label("service").fill("nginx")
        await item.get_by_role("button").click()
        await page.wait_for_url(re.compile("/runs/"))


async def test_markup_in_a_report_is_text(world: World) -> None:
    """In every field that a sender fills: it is shown as it is, and nothing of it runs or loads."""
    for number, bad in enumerate(some(MARKUP, 4)):
        labels = {"alertname": bad, "severity": bad, "service": bad, "instance": bad, bad: bad, "n": str(number)}
        texts = {"summary": bad, "description": bad, "action": bad, "runbook_url": bad, "dashboard_url": bad}
        incident = await report(world.service, labels, **texts)
        for path in (f"/incidents/{incident}", "/incidents?state=any"):
            async with world.at(path) as page:
                assert await page.evaluate("window.hacked === undefined")
                assert await page.locator("main iframe, main img, main script, main svg").count() == 0
                links = await page.locator("main a").evaluate_all("all => all.map(each => each.protocol)")
                assert set(links) <= {"http:", "https:"}


async def test_pages_are_accessible(world: World) -> None:
    many = {"alertname": "NodeSystemdServiceFailed", "instance": "shelf-9", "name": "nginx"} | {
        f"label_{number}": "x" * 200 for number in range(5)
    }
    link = "https://prometheus.example/" + "long/" * 60
    first = await report(world.service, many, description="d " * 300, action="do this " * 20, dashboard_url=link)
    await report(world.service, many | {"instance": "shelf-10"})
    gone = await report(world.service, many | {"instance": "shelf-11"}, status="resolved")
    async with world.at("/incidents") as page:
        await clean(page)
        for path in (f"/incidents/{first}", f"/incidents/{gone}", "/incidents?q=nothing-at-all", "/incidents/none"):
            await page.goto(path)
            await clean(page)
        for width in (1280, 390):
            await page.set_viewport_size({"width": width, "height": 800})
            await page.goto(f"/incidents/{first}")
            await clean(page)
            assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), width


async def test_home_leads_to_what_fires(world: World) -> None:
    """Below what waits and before what was decided; at any width nothing moves the page sideways."""
    labels = {"alertname": "HostOutOfMemory", "severity": "critical", "instance": "shelf-12", "service": "s" * 190}
    incident = await report(world.service, labels, summary="shelf-12 " + "x" * 480)
    async with world.at("/") as page:
        heads = await page.locator(".columns.home h2").all_inner_texts()
        assert heads.index("Incidents that fire") == heads.index("Decided lately") - 1
        for width in (1280, 390):
            await page.set_viewport_size({"width": width, "height": 800})
            await clean(page)
            assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), width
            box = await page.locator("a", has_text="shelf-12").bounding_box()
            assert box
            assert box["height"] < 100
        await page.click(f"a[href='/incidents/{incident}']")
        await page.wait_for_url(re.compile(f"/incidents/{incident}$"))
