"""A real browser for tests: Debian's chromium, with a fresh profile for each test."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import pytest
from playwright.async_api import Browser, BrowserContext, async_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE = 60_000.0
"""Milliseconds that a test waits for something to be there; no test depends on how long it takes."""

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
with_browser = pytest.mark.skipif(
    not PROGRAM, reason="chromium is not installed: `scripts/browser.sh` installs it with root on Debian"
)


@asynccontextmanager
async def a_browser() -> AsyncIterator[Browser]:
    """A browser without a window, for as long as the block runs."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=PROGRAM, args=list(FLAGS), timeout=PATIENCE)
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def a_profile(
    browser: Browser, url: str, key: str = "", *, scheme: Literal["light", "dark"] = "light", scripts: bool = True
) -> AsyncIterator[BrowserContext]:
    """Somebody at the service at `url` with a browser of their own, logged in with `key` where one is given."""
    context = await browser.new_context(
        base_url=url, color_scheme=scheme, java_script_enabled=scripts, viewport={"width": 1360, "height": 900}
    )
    context.set_default_timeout(PATIENCE)
    try:
        if key:
            page = await context.new_page()
            await page.goto("/login")
            await page.fill("#key", key)
            await page.click("main button")
            await page.wait_for_url(f"{url}/")
            await page.close()
        yield context
    finally:
        await context.close()
