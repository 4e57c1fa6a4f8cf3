"""What happens in a run, as server-sent events: each once, in order, and resumed where a client left off."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import Request
from fastapi.responses import Response
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event

from ..core.events import fold
from ..core.flow import state
from ..core.people import Person
from .documents import is_over, numbered
from .limits import too_many
from .parts import Parts, parts_of
from .sessions import still


async def stream(request: Request, who: Person, run_id: str, seen: int) -> Response:
    """The events of `run_id` with numbers above `seen`, then those that come, until the run is over.

    204 when there is nothing more to tell, which keeps a browser from asking again. Raises `NotFound`, and a problem
    when as many streams are open as may be.
    """
    parts = parts_of(request)
    events = await parts.app.journal.read(run_id)
    if len(events) <= seen and is_over(fold(events)):
        return Response(status_code=204)
    if parts.streams >= parts.settings.streams:
        parts.metrics.turned_away.labels("streams").inc()
        raise too_many(5.0, "as many streams are open as may be: come again, or ask for the events as JSON")
    return EventSourceResponse(_told(request, parts, who, run_id, seen), headers={"X-Accel-Buffering": "no"})


async def _told(request: Request, parts: Parts, who: Person, run_id: str, seen: int) -> AsyncIterator[bytes]:
    parts.streams += 1
    parts.metrics.streams.inc()
    subscription = parts.team.hub.subscribe(run_id)  # before the log is read: what comes meanwhile is heard of
    try:
        yield format_sse_event(comment="the number of an event is its id", retry=2000)
        while True:
            events = await asyncio.shield(parts.app.journal.read(run_id))  # who goes away breaks no connection
            for seq, event in enumerate(events[seen:], start=seen + 1):
                data = json.dumps(numbered(seq, event), ensure_ascii=False, separators=(",", ":"))
                yield format_sse_event(data_str=data, event=event.kind, id=str(seq))
                seen = seq
            run = fold(events)
            if is_over(run):
                yield format_sse_event(data_str=json.dumps({"state": state(run)}), event="over")
                return
            async for beat in _quiet(parts, subscription):
                if not await asyncio.shield(still(request, who)):
                    yield format_sse_event(comment="log in again")
                    return
                yield beat
            if parts.stopping.is_set():
                return
    finally:
        parts.streams -= 1
        parts.metrics.streams.dec()
        await subscription.aclose()


async def _quiet(parts: Parts, subscription: AsyncIterator[tuple[str, int]]) -> AsyncIterator[bytes]:
    """A sign of life now and then, until there is news or the service is about to end."""
    news = asyncio.ensure_future(anext(subscription, None))
    end = asyncio.ensure_future(parts.stopping.wait())
    try:
        while True:
            done, _ = await asyncio.wait(
                (news, end), timeout=parts.settings.heartbeat, return_when=asyncio.FIRST_COMPLETED
            )
            if done:
                return
            yield KEEPALIVE_COMMENT
    finally:
        news.cancel()
        end.cancel()
