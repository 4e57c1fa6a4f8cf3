"""A worker in the process of the server: what takes long is done aside, so that requests are answered meanwhile."""

from __future__ import annotations

import asyncio
import threading

import pytest

from scriptsmith.adapters.retrieval import LONG, Retrieval
from scriptsmith.core.types import Action, Entry, Script
from scriptsmith.retrieval.search import Index

ENTRY = Entry(id="show-date", title="Show the date", script=Script(text="date\n"))


LONGER = "show the date and the disks. " * 1000


@pytest.mark.parametrize(("text", "aside"), [("show the date", False), (LONGER[: LONG - 1], True), (LONGER, True)])
async def test_the_loop_goes_on_while_an_action_is_read(text: str, aside: bool) -> None:
    """Something else in the same loop is done before the catalogue has answered; a phrase of an entry is answered at
    once."""
    retrieval, done = Retrieval(), threading.Event()

    async def other() -> None:
        done.set()

    waiting = asyncio.create_task(other())
    found = await retrieval.nearest(lambda earlier: Index([ENTRY], earlier), Action(text=text), 1)
    assert [match.entry for match in found] == [ENTRY]
    assert done.is_set() is aside
    await waiting
