"""Who waits for events hears of them: one connection listens for a whole process."""

from __future__ import annotations

import asyncio
import random
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, suppress
from types import TracebackType

import psycopg

from ...errors import ScriptSmithError
from .database import Database
from .queries import sql

_HEARTBEAT = 15.0  # seconds without a word after which the connection is asked whether it is there
_ANSWER = 10.0
_FIRST, _LONGEST = 0.05, 5.0  # seconds before the first try to connect again, and at most
_PENDING = 1000  # runs that one subscriber of all may be behind with, before it is told to look at everything


class Subscription(AsyncIterator[tuple[str, int]]):
    """Pairs of a run and the number of its newest event, one pair at a time.

    Numbers in between may be left out. The number 0 says: some may have been missed, look at the run (every run, where
    it is empty). It ends when it or its hub is closed. It begins when it is made, not with the first pair.
    """

    def __init__(self, run: str | None, leave: Callable[[Subscription], None] = lambda it: None) -> None:
        self.run = run
        self._leave = leave
        self._newest: dict[str, int] = {}
        self._again = self._closed = False
        self._wake = asyncio.Event()

    def tell(self, run: str, seq: int) -> None:
        """There is an event. Never waits."""
        if len(self._newest) >= _PENDING and run not in self._newest:
            return self.again()
        if not self._again:  # who looks at everything sees this one too
            self._newest[run] = max(seq, self._newest.get(run, 0))
        self._wake.set()

    def again(self) -> None:
        """Events may have been missed. Never waits."""
        self._newest.clear()
        self._again = True
        self._wake.set()

    async def __anext__(self) -> tuple[str, int]:
        while not self._closed:
            if self._again:
                self._again = False
                return self.run or "", 0
            if self._newest:
                run = next(iter(self._newest))
                return run, self._newest.pop(run)
            self._wake.clear()
            await self._wake.wait()
        raise StopAsyncIteration

    async def aclose(self) -> None:
        """End it."""
        self._closed = True
        self._leave(self)
        self._wake.set()

    async def __aenter__(self) -> Subscription:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class EventHub:
    """Tells subscribers of every event that anybody records in `database`, over one connection for all of them.

    It connects with the first subscriber, again whenever the connection dies, and then tells everybody to look again.
    A subscriber that is slow, or that was forgotten, costs the others nothing. Close it before the database.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._subscriptions: dict[str | None, weakref.WeakSet[Subscription]] = {}
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()
        self._closed = False

    def subscribe(self, run: str | None = None) -> Subscription:
        """The events of `run`, or of every run, from now on."""
        made = Subscription(run, self._leave)
        if self._closed:
            made._closed = True
            return made
        weakref.finalize(made, self._forget, run).atexit = False  # before the set has it: it is called after the set's
        self._subscriptions.setdefault(run, weakref.WeakSet()).add(made)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._listen(), name="scriptsmith-hub")
        return made

    async def listening(self) -> None:
        """Wait until it hears of events. It connects with the first subscriber."""
        await self._listening.wait()

    async def aclose(self) -> None:
        """End every subscription and close the connection."""
        self._closed = True
        task, self._task = self._task, None
        if task:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for each in self._all():
            await each.aclose()
        self._subscriptions.clear()

    async def _listen(self) -> None:
        pause = _FIRST
        while True:
            with suppress(ScriptSmithError, psycopg.Error, OSError, TimeoutError):
                async with self._database.alone() as connection:
                    await connection.execute(sql("listen"))
                    pause = _FIRST
                    self._listening.set()
                    for each in self._all():
                        each.again()
                    await self._hear(connection)
            self._listening.clear()
            await asyncio.sleep(pause * (1 + random.random()))
            pause = min(2 * pause, _LONGEST)

    async def _hear(self, connection: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
        """Hear until the connection dies, which one that is silent is asked about."""
        while True:
            async with aclosing(connection.notifies(timeout=_HEARTBEAT)) as heard:
                async for one in heard:
                    self._tell(one.payload)
            async with asyncio.timeout(_ANSWER):
                await connection.execute(sql("still_there"))

    def _tell(self, payload: str) -> None:
        run, _, seq = payload.rpartition(":")
        if not seq.isdecimal():
            return  # anybody may notify
        for interested in (run, None):
            for each in list(self._subscriptions.get(interested, ())):
                each.tell(run, int(seq))

    def _all(self) -> list[Subscription]:
        return [each for some in self._subscriptions.values() for each in some]

    def _leave(self, subscription: Subscription) -> None:
        if (others := self._subscriptions.get(subscription.run)) is not None:
            others.discard(subscription)
            self._forget(subscription.run)

    def _forget(self, run: str | None) -> None:
        """A subscription to `run` is gone; where it was the last one, the run goes too."""
        if not self._subscriptions.get(run, True):
            del self._subscriptions[run]
