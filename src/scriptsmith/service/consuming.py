"""Takes reports from a queue of messages: acknowledged once they are kept, and set aside where they cannot be read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Protocol

from ..errors import ScriptSmithError, Unavailable
from ..incidents.inlets.messages import QueuedMessage, read_message
from ..incidents.inlets.port import Inlet
from ..incidents.model import Incident, InletResult, Receipt

AGAIN = 5.0
"""Seconds until what failed is tried again."""


class OpenQueue(Protocol):
    """A queue that is being read. Both methods raise `Unavailable` when it is gone."""

    async def next(self) -> Sequence[QueuedMessage]:
        """The next messages; none where nothing came for a moment."""
        ...

    async def done(self) -> None:
        """Acknowledge what `next` has given: nobody in the group is given it again."""
        ...


class ReportQueue(Protocol):
    """Where messages come from."""

    def opened(self) -> AbstractAsyncContextManager[OpenQueue]:
        """Read on behind what was acknowledged. Raises `Unavailable`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageSetAside:
    """A message or report that could not be read, or not all of it: where it came, why, and the beginning of its text
    without secrets."""

    id: int
    place: str
    why: str
    text: str
    at: str


class SetAside(Protocol):
    """Where messages and reports are kept that could not be read, each once."""

    async def keep(self, place: str, value: bytes, why: str, /) -> None: ...

    async def page(self, *, before: int = 0, limit: int = 50) -> Sequence[MessageSetAside]:
        """The newest first."""
        ...

    async def count(self) -> int: ...


class ReportsTaken(Protocol):
    """What keeps reports: see `IncidentService.report`."""

    async def report(self, incidents: Sequence[Incident], /) -> Sequence[Receipt]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Consuming:
    """What a worker does for a queue. `inlets` read the messages of each topic, of at most `most` bytes; `together`
    opens a transaction that reports and what is set aside share. What failed is tried again after `again` seconds."""

    queue: ReportQueue
    inlets: Mapping[str, Inlet]
    reports: ReportsTaken
    aside: SetAside
    together: Callable[[], AbstractAsyncContextManager[object]]
    most: int
    say: Callable[[str], None]
    again: float = AGAIN

    async def run(self, stop: asyncio.Event) -> None:
        """Take what comes until `stop`. Nothing that goes wrong is raised: it is said once, and tried again from what
        was acknowledged last."""
        failed = ""
        while not stop.is_set():
            try:
                async with self.queue.opened() as queue:
                    while not stop.is_set():
                        messages = await queue.next()
                        if failed:
                            failed = ""
                            self.say("reports are taken from Kafka again")
                        for message in messages:
                            await self._take(message)
                        if messages:
                            await queue.done()
            except Exception as error:  # a fault here must not end the worker's other work
                why = str(error) if isinstance(error, ScriptSmithError) else type(error).__name__
                if why != failed:
                    self.say(f"reports in Kafka wait: {why}")
                failed = why
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), self.again)

    async def _take(self, message: QueuedMessage) -> None:
        """Keep what a message reports, or set it aside; raises `Unavailable` when neither can be done now."""
        try:
            reading = await asyncio.to_thread(self._read, message)
            async with self.together():
                await self.reports.report(reading.incidents)
                if problems := [*reading.unreadable[:20], *reading.doubtful[:20]]:
                    await self.aside.keep(message.place, message.value, "; ".join(problems))
        except Unavailable:
            raise
        except Exception as error:  # one message must not keep back the others
            why = str(error) if isinstance(error, ScriptSmithError) else f"it cannot be read ({type(error).__name__})"
            await self.aside.keep(message.place, message.value, why)
            self.say(f"message {message.place} is set aside: {why}")

    def _read(self, message: QueuedMessage) -> InletResult:
        if not message.value:  # what a compacted topic deletes by
            return InletResult()
        return read_message(self.inlets[message.topic], message, self.most)
