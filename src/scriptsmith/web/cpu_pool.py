"""Work that takes a processor for long is done aside, so that the loop that serves requests never waits for it."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING, TypeVar

from ..core.effects import Danger
from ..core.types import Action, Assessment, Finding, Script
from ..documents import hidden, search_document, served_as_it_is
from ..errors import Unavailable
from ..redaction import find_secrets
from ..service.recommending import ServedEntry
from ..settings import Loaded

if TYPE_CHECKING:
    from ..telemetry import Telemetry

T = TypeVar("T")

GRACE = 1.0
"""Seconds that a process of a service that ends may take to finish what it is doing."""
PATIENCE = 1.0
"""Seconds for which a search takes the catalogue for what it was; whatever else reads it asks each time."""


class CpuPool:
    """Processes that each have an application of their own; or, for no `processes`, one thread that has.

    A process that dies is replaced, and what it was doing is done again once. Arguments and answers are plain data.
    """

    def __init__(
        self, loaded: Loaded, environ: Mapping[str, str], *, processes: int, traces: Telemetry | None = None
    ) -> None:
        self._about = (loaded, dict(environ))
        self._processes = processes
        self._traces = traces
        self._pool: Executor | None = None
        self._alive: Connection | None = None
        self._ended = False

    async def search(self, action: Action, limit: int) -> bytes:
        """The catalogue entries nearest to `action`, as a document; as they were at most `PATIENCE` seconds ago. Traces
        have a span for it here, since the processes tell none."""
        if self._traces is None:
            return await self._do(_search, action, limit)
        with self._traces.tracing.search() as told:
            document = await self._do(_search, action, limit)
            found = json.loads(document)
            outcome = "reuse" if found["served"] else "offers" if found["offers"] else "no_match"
            told(outcome, len(found["nearest"]))
        return document

    async def serve(self, action: Action) -> ServedEntry | None:
        """The entry that would serve `action` as it is, if one surely does; as it was `PATIENCE` seconds ago."""
        found = json.loads(await self.search(action, 1))
        if found["served"] is None:
            return None
        one = found["nearest"][0]
        values, defaults = one["parameters"], one["defaults"]
        return ServedEntry(
            id=one["id"],
            title=one["title"],
            risk=one["risk"],
            bound={name: value for name, value in values.items() if name not in defaults},
            defaults={name: values[name] for name in defaults if values[name]},
        )

    async def weigh(self, script: Script) -> Danger:
        """What `script` would touch."""
        return await self._do(_weigh, script)

    async def assess(self, action: Action, script: Script) -> tuple[Assessment, tuple[Finding, ...]]:
        """What the judge that needs no model says; with a model this is no work for a processor."""
        return await self._do(_assess, action, script)

    async def warm(self) -> None:
        """Have every process begin, which reads the catalogue before it answers."""
        await self._do(_search, Action(text="begin"), 1)

    async def aclose(self) -> None:
        """End the processes, each after what it is doing, or after `GRACE` seconds: nothing that they do is kept."""
        self._ended = True
        pool, self._pool = self._pool, None
        if isinstance(pool, ThreadPoolExecutor):
            await asyncio.wrap_future(pool.submit(_end))
        if pool:
            ending = asyncio.ensure_future(asyncio.to_thread(pool.shutdown, cancel_futures=True))
            await asyncio.wait((ending,), timeout=GRACE)
            if self._alive:
                self._alive.close()
            await ending

    async def _do(self, work: Callable[..., T], *arguments: object) -> T:
        for attempt in (1, 2):
            if self._ended:
                raise Unavailable("the service is about to end")
            pool = self._opened()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if attempt == 2:
                    raise Unavailable(
                        "the processes that search keep dying: check whether this machine has enough memory"
                    ) from None
        raise AssertionError("not reached")

    def _opened(self) -> Executor:
        if self._pool is None:
            if self._processes:
                context = multiprocessing.get_context("spawn")  # no thread of ours is in the middle of something there
                if self._alive:
                    self._alive.close()
                seen, self._alive = context.Pipe(duplex=False)
                self._pool = ProcessPoolExecutor(self._processes, context, _begin_process, (*self._about, seen))
            else:
                self._pool = ThreadPoolExecutor(1, "cpu-pool", _begin, self._about)
        return self._pool


class _Side:
    """An application with a loop of its own, in this thread."""

    def __init__(self, loaded: Loaded, environ: Mapping[str, str]) -> None:
        from ..wiring import build

        self.loop = asyncio.new_event_loop()
        self.app = build(loaded, environ)
        self.policy = self.app.policy
        if hasattr(self.app.catalogue, "patience"):
            self.app.catalogue.patience = PATIENCE

    def end(self) -> None:
        self.loop.run_until_complete(self.app.__aexit__(None, None, None))
        self.loop.close()


_HERE = threading.local()


def _begin(loaded: Loaded, environ: Mapping[str, str]) -> None:
    _HERE.side = _Side(loaded, environ)


def _begin_process(loaded: Loaded, environ: Mapping[str, str], service: Connection) -> None:
    threading.Thread(target=_end_with, args=(service,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells every process; ours are ended by the service
    os.nice(1)  # whoever serves requests comes first
    _begin(loaded, environ)
    Finalize(None, _end, exitpriority=10)
    with suppress(Exception):  # what is wrong is told to whoever asks first
        _search(Action(text="read the catalogue, whose entries are kept from now on"), 1)
        side: _Side = _HERE.side
        deque(side.app.catalogue.read_ahead(), maxlen=0)
        find_secrets("0" * 48)  # the first text that may hold a secret loads the detectors: a fifth of a second


def _end_with(service: Connection) -> None:
    """End this process when the service has closed its end of the pipe, or is gone without a word: what is left would
    hold its database for good."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    wait([service, *([parent.sentinel] if parent else [])])
    os._exit(1)


def _end() -> None:
    _HERE.side.end()


def _search(action: Action, limit: int) -> bytes:
    side: _Side = _HERE.side
    matches = hidden(side.loop.run_until_complete(side.app.catalogue.nearest(action, limit=limit)), action.text)
    found = search_document(matches, served_as_it_is(action, matches, side.policy, side.app.graded))
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def _weigh(script: Script) -> Danger:
    side: _Side = _HERE.side
    return side.loop.run_until_complete(side.app.language(script.target).weigh(script))


def _assess(action: Action, script: Script) -> tuple[Assessment, tuple[Finding, ...]]:
    from ..inspecting import assessed

    side: _Side = _HERE.side
    return side.loop.run_until_complete(assessed(side.app.assessing(script.target), action, script))
