"""The review page in a real browser: nothing is cut, what is selected is the script, and a phone has one row."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from scriptsmith.core.events import Checked
from scriptsmith.core.types import Finding, Script
from tests.browser import with_browser
from tests.databases import with_database

from .console_runs import FINDING, events, write
from .test_console_browser import World, clean, world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database, with_browser]
__all__ = ["world"]

LONG = Script(text="#!/usr/bin/env bash\nset -euo pipefail\n\n# " + "a-long-word/" * 40 + "\nls -l /srv/data\n")
CONTINUED = Script(
    text="#!/usr/bin/env bash\nset -euo pipefail\n\n\nfind /srv/data \\\n  -name '*.log' \\\n\t-print\ndf -h\n"
)
NOTE = replace(FINDING, message="use find: " + "an-endless-name " * 30 + "x" * 300, line=5)
NOTES = tuple(replace(FINDING, line=line) for line in (5, 6, 8))
"""Those of the checks; the danger analysis adds one to line 5."""


async def a_run(world: World, script: Script = LONG, *notes: Finding) -> str:
    log = [
        replace(event, findings=notes or (NOTE,)) if isinstance(event, Checked) else event
        for event in events(script, by="zoe")
    ]
    return await write(world.service.app, log)


@pytest.mark.parametrize("wide", [1280, 360])
async def test_no_finding_is_cut(world: World, wide: int) -> None:
    """Long lines and long findings wrap: nothing of the script's card is outside of it, at a desk and on a phone."""
    run = await a_run(world)
    async with world.at(f"/runs/{run}/review") as page:
        await page.set_viewport_size({"width": wide, "height": 800})
        assert await page.evaluate("document.documentElement.scrollWidth") <= wide
        cut = await page.evaluate(
            """() => [...document.querySelectorAll(".script, .script .note, .script code, .finding, .risk-line, .commands pre")]
              .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
              .map((one) => one.className + one.textContent.slice(0, 40))"""
        )
        assert cut == []
        box, note = await page.locator(".script").first.bounding_box(), await page.locator(".note").first.bounding_box()
        assert box
        assert note
        assert note["x"] + note["width"] <= box["x"] + box["width"]


async def copied(page: Page, selecting: str) -> str:
    """What is on the clipboard after `selecting` has marked something and the keys that copy were pressed."""
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.evaluate(selecting)
    await page.keyboard.press("Control+c")
    return str(await page.evaluate("navigator.clipboard.readText()"))


FROM_FIRST_TO_LAST = """() => {
  const lines = [...document.querySelectorAll(".script .line > code")];
  const last = lines.at(-1);
  getSelection().setBaseAndExtent(lines[0], 0, last, last.childNodes.length);
}"""


async def test_what_is_copied_from_the_script_is_the_script_alone(world: World) -> None:
    """Neither line numbers nor findings come along, no line is lost, and none is added where a finding stands between."""
    run = await a_run(world, CONTINUED, *NOTES)
    async with world.at(f"/runs/{run}/review") as page:
        await expect(page.locator(".script .note")).to_have_count(4)
        assert await copied(page, FROM_FIRST_TO_LAST) == CONTINUED.text.removesuffix("\n")
        for whole in (".script ol", ".script"):  # a drag may begin beside the first line
            everything = f"getSelection().selectAllChildren(document.querySelector('{whole}'))"
            assert await copied(page, everything) == CONTINUED.text.removesuffix("\n")
        assert "Script" in await copied(page, "getSelection().selectAllChildren(document.querySelector('main'))")


async def test_what_is_dragged_over_is_what_is_copied(world: World) -> None:
    """A drag over two lines with a finding between them copies just these; other text is copied as by any browser."""
    run = await a_run(world, CONTINUED, *NOTES)
    async with world.at(f"/runs/{run}/review") as page:
        await page.locator("#L5").scroll_into_view_if_needed()
        first, second = [await page.locator(f"#L{number} > code").bounding_box() for number in (5, 6)]
        assert first
        assert second
        await page.mouse.move(first["x"] + 9, first["y"] + first["height"] / 2)
        await page.mouse.down()
        await page.mouse.move(second["x"] + second["width"] - 20, second["y"] + second["height"] / 2, steps=5)
        await page.mouse.up()
        assert await copied(page, "() => {}") == "find /srv/data \\\n  -name '*.log' \\"
        assert await copied(page, "getSelection().selectAllChildren(document.querySelector('h1'))") == (
            "show how full the file systems are"
        )


async def test_a_script_is_copied(world: World) -> None:
    """The button copies exactly what the service has."""
    run = await a_run(world)
    async with world.at(f"/runs/{run}/review") as page:
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await page.click("text=Copy the script")
        await expect(page.locator("#copied")).to_have_text("Copied.")
        assert await page.evaluate("navigator.clipboard.readText()") == LONG.text


async def test_a_phone_has_one_row_of_decisions(world: World) -> None:
    """All that may be decided stands beside each other."""
    run = await a_run(world)
    async with world.at(f"/runs/{run}/review") as page:
        await page.set_viewport_size({"width": 360, "height": 800})
        boxes = [await each.bounding_box() for each in await page.locator(".choices summary").all()]
        assert len(boxes) >= 4
        assert len({round(box["y"]) for box in boxes if box}) == 1
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)


async def test_comments_and_thumbs_are_for_everybody(world: World) -> None:
    """A comment and a thumb are plain forms; axe finds nothing serious on the page with them."""
    run = await a_run(world)
    async with world.at(f"/runs/{run}/review") as page:
        await page.fill("#comment-text", "not before Sunday")
        await page.click("button:text-is('Comment')")
        await expect(page.locator("#discussion + *")).to_contain_text("not before Sunday")
        await page.locator(".finding button[value='1']").first.click()
        await expect(page.locator(".finding button[value='1']").first).to_have_attribute("aria-pressed", "true")
        await clean(page)
