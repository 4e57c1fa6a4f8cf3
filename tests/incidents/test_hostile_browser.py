"""Hostile reports in a real browser: nothing of them runs, loads, leads astray or hides."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.browser import a_browser, with_browser
from tests.databases import with_database
from tests.web.server import serving
from tests.web.test_console_browser import World

from .hostile_payloads import CHARACTERS, HOSTILE, INJECTIONS, MARKUP, ORDERS
from .test_hostile import opened, send

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database, with_browser]
SHOWN = {**ORDERS, **MARKUP, **CHARACTERS, **INJECTIONS}
HIDDEN = r"/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with serving(settings=opened(tmp_path_factory.mktemp("secrets"))) as service, a_browser() as browser:
        yield World(service=service, browser=browser, key=await service.key("kim", "reviewer", "requester"))


@pytest.mark.thorough
async def test_nothing_of_what_is_kept_runs_in_a_browser(world: World) -> None:
    """On the page of each, on that of all, and at home."""
    paths = ["/incidents?state=any", "/"]
    for name, hostile in HOSTILE.items():
        if hostile.kept:
            _, answer = await send(world.service, hostile)
            paths += [f"/incidents/{each['incident']}" for each in answer["kept"] if name in SHOWN or hostile.told]
    foreign: list[str] = []
    async with world.at("/") as page:
        page.on("request", lambda request: foreign.append(request.url))
        for path in paths:
            await page.goto(path)
            assert await page.evaluate("window.hacked === undefined"), path
            closed = page.locator("main details:not([open]) > summary")
            while await closed.count():
                await closed.first.click()
            assert await page.locator("main iframe, main img, main script, main svg, main style").count() == 0, path
            assert (
                await page.locator("main :is(base, meta, [onload], [onerror], [onfocus], [autofocus])").count() == 0
            ), path
            links = await page.locator("main a").evaluate_all("all => all.map(each => each.protocol + each.username)")
            assert set(links) <= {"http:", "https:"}, path
            hidden = await page.locator("main").evaluate(f"it => it.innerText.match({HIDDEN})?.[0]?.codePointAt(0)")
            assert hidden is None, (path, hidden)
            assert page.url == world.service.url + path
    assert [each for each in foreign if not each.startswith(world.service.url)] == []
