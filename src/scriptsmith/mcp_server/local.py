"""The backend of whoever runs the program themselves: their catalogue, their models, and their own runs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from ..checking import analysed
from ..core.approval import standing
from ..core.effects import Danger
from ..core.flow import State, state
from ..core.summary import Summary, summarize
from ..core.types import Action, Assessment, Entry, Finding, Script, Target
from ..documents import hidden, search_document, served_as_it_is
from ..errors import BadInput, NotFound, ScriptSmithError, ToolMissing
from ..inspecting import assessed
from ..language import Language
from ..wiring import App
from .backend import RunView
from .server import DEFECT, note

PATIENCE = 20.0
"""Seconds that an answer waits for a run; what takes longer goes on, and is asked for again."""
SCANNED = 1000
"""How many runs are looked through for a list."""


class LocalBackend:
    """A `Backend` over the application of one user. Runs go on in this process; `aclose` stops those at work, which
    `scriptsmith runs resume` takes up again."""

    def __init__(self, app: App, patience: float = PATIENCE) -> None:
        self._app = app
        self._patience = patience
        self._work: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, str] = {}
        self._keys: dict[str, tuple[Action, asyncio.Task[str]]] = {}

    @property
    def at_work(self) -> Sequence[asyncio.Task[None]]:
        """The runs that this program works on."""
        return [task for task in self._work.values() if not task.done()]

    async def aclose(self) -> None:
        """Stop what is at work."""
        stopped = self.at_work
        for task in stopped:
            task.cancel()
        await asyncio.gather(*stopped, return_exceptions=True)

    async def search(self, action: Action, limit: int, /) -> Mapping[str, Any]:
        found = hidden(await self._app.catalogue.nearest(action, limit=limit), action.text)
        return search_document(found, served_as_it_is(action, found, self._app.policy, self._app.graded))

    async def entry(self, id: str, version: int | None, /) -> tuple[Entry, str]:
        entry = await self._app.catalogue.get(id, version)
        return entry, self._app.graded(entry).said

    async def entries(self) -> Sequence[Entry]:
        return await self._app.catalogue.entries()

    async def inspect(self, script: Script, /) -> tuple[Sequence[Finding], Danger, Mapping[str, ToolMissing]]:
        return await self._app.inspect(script)

    def language(self, target: Target, /) -> Language:
        return self._app.language(target)

    async def weigh(self, script: Script, /) -> tuple[Danger, str]:
        language = self.language(script.target)
        described = await analysed(lambda _: language.describe(script), script.text)
        return await language.weigh(script), described

    async def assess(self, action: Action, script: Script, /) -> tuple[Assessment, Sequence[Finding]]:
        return await assessed(self._app.assessing(script.target), action, script)

    async def forge(self, action: Action, key: str, /) -> RunView:
        if action.entry:
            try:
                await self._app.catalogue.get(action.entry)
            except NotFound as error:
                raise BadInput(str(error)) from None
        run_id = await self._opened(action, key)
        if run_id not in self._work:
            self._work[run_id] = asyncio.create_task(self._advance(run_id))
        work = self._work[run_id]
        try:
            await asyncio.wait({work}, timeout=self._patience)
        except asyncio.CancelledError:  # nobody wants it any more
            work.cancel()
            raise
        return await self.run(run_id)

    async def _opened(self, action: Action, key: str) -> str:
        """The id of a new run, or of the one that has been asked for under `key`."""
        if key and key in self._keys:
            asked, opening = self._keys[key]
            if asked != action:
                raise BadInput("this key was used for another request: choose a new one")
            return await asyncio.shield(opening)
        opening = asyncio.create_task(self._app.run_service().open(action, ""))
        if key:
            self._keys[key] = (action, opening)
        return await asyncio.shield(opening)

    async def _advance(self, run_id: str) -> None:
        try:
            await self._app.run_service().resume(run_id)
        except ScriptSmithError as error:
            self._failed[run_id] = str(error)
        except Exception as error:
            self._failed[run_id] = DEFECT
            note("forge", error)

    async def run(self, id: str, /) -> RunView:
        run = await self._app.run_service().show(id)
        approvals = standing(run, self._app.approvals(), datetime.now(UTC))
        where, problem = f"scriptsmith review show {id}", ""
        if state(run) == "working" and (id not in self._work or self._work[id].done()):
            problem = self._failed.get(id) or "this program is not at work on it"
            where = f"scriptsmith runs resume {id}"
        return RunView(id=id, run=run, approvals=approvals, problem=problem, where=where)

    async def runs(self, state: Sequence[State], text: str, limit: int, /) -> Sequence[Summary]:
        found: list[Summary] = []
        for id in (await self._app.journal.runs())[:SCANNED]:
            one = summarize(id, await self._app.journal.read(id))
            if (not state or one.state in state) and text.casefold() in one.action.casefold():
                found.append(one)
            if len(found) == limit:
                break
        return found
