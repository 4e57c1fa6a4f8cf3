"""What happens in a run, as server-sent events: each once, in order, and resumed where a client left off."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from time import monotonic

from fastapi import Request
from fastapi.responses import Response
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event

from ..core.flow import state
from ..core.permissions import Person
from ..core.run import Run, fold
from ..documents import is_over, numbered
from .rate_limits import too_many
from .service_state import ServiceState, service_state
from .sessions import still
from .waits import last_failure

LOOK = 5.0
"""Seconds after which a quiet stream looks whether its reader is still let in, and the run was not given up."""
AGAIN = 1.0
"""Seconds for which it is believed, while there is news, that its reader is let in."""
_LEAST = 5


async def stream(request: Request, who: Person, run_id: str, seen: int, *, again: bool = False) -> Response:
    """The events of `run_id` with numbers above `seen`, then those that come, until the run is over or given up.

    A try that failed, after which another one follows, is told as the event `failed`, without a number. The end is told
    as the event `over`, with the state that the run has then. 204 when there is nothing more to tell to
    one who comes back (`again`), which keeps a browser from asking once more. Raises `NotFound`, and a problem when as
    many streams are open as may be, altogether or of one person: a tenth of all, and at least five.
    """
    service = service_state(request)
    events = await service.app.journal.read(run_id)
    run = fold(events)
    if again and len(events) <= seen and (is_over(run) or await given_up(service, run_id, run)):
        return Response(status_code=204)
    most = service.settings.streams
    if service.streams.total() >= most or service.streams[who.name] >= max(_LEAST, most // 10):
        service.metrics.turned_away.labels("streams").inc()
        raise too_many(5.0, "as many streams are open as may be: come again, or ask for the events as JSON")
    return EventSourceResponse(_told(request, service, who, run_id, seen), headers={"X-Accel-Buffering": "no"})


async def given_up(service: ServiceState, run_id: str, run: Run) -> str | None:
    """Why workers no longer try to advance a run whose turn is theirs; None where they do, or need not."""
    failure = await last_failure(service, run_id, run)
    return failure.said if failure and failure.final else None


async def _told(request: Request, service: ServiceState, who: Person, run_id: str, seen: int) -> AsyncIterator[bytes]:
    service.streams[who.name] += 1
    service.metrics.streams.inc()
    subscription = service.team.hub.subscribe(run_id)  # before the log is read: what comes meanwhile is heard of
    looked, failed_at = monotonic(), None
    try:
        yield format_sse_event(comment="the number of an event is its id", retry=2000)
        while True:
            if monotonic() - looked > AGAIN:
                if not await asyncio.shield(still(request, who)):
                    yield format_sse_event(comment="log in again")
                    return
                looked = monotonic()
            events = await asyncio.shield(service.app.journal.read(run_id))  # who goes away breaks no connection
            for seq, event in enumerate(events[seen:], start=seen + 1):
                data = json.dumps(numbered(seq, event), ensure_ascii=False, separators=(",", ":"))
                yield format_sse_event(data_str=data, event=event.kind, id=str(seq))
                seen = seq
            run = fold(events)
            if is_over(run):
                yield format_sse_event(data_str=json.dumps({"state": state(run)}), event="over")
                return
            async with aclosing(_quiet(service, subscription)) as quiet:
                async for beat in quiet:
                    if not await asyncio.shield(still(request, who)):
                        yield format_sse_event(comment="log in again")
                        return
                    looked = monotonic()
                    failure = await asyncio.shield(last_failure(service, run_id, run))
                    if failure and failure.final:
                        told = {"state": state(run), "problem": failure.said}
                        yield format_sse_event(data_str=json.dumps(told, ensure_ascii=False), event="over")
                        return
                    if failure and failure.at != failed_at:
                        failed_at = failure.at
                        failed = {"try": failure.tries, "said": failure.said}
                        yield format_sse_event(data_str=json.dumps(failed, ensure_ascii=False), event="failed")
                    if beat:
                        yield beat
            if service.stopping.is_set():
                return
    finally:
        service.streams[who.name] -= 1
        if not service.streams[who.name]:
            del service.streams[who.name]
        service.metrics.streams.dec()
        await subscription.aclose()


async def _quiet(service: ServiceState, subscription: AsyncIterator[tuple[str, int]]) -> AsyncGenerator[bytes]:
    """Until there is news or the service is about to end, moments to look around: at once, and then now and then.

    Each brings a sign of life where one is due, else nothing.
    """
    news = asyncio.ensure_future(anext(subscription, None))
    end = asyncio.ensure_future(service.stopping.wait())
    told = monotonic()
    wait = 0.0
    try:
        while True:
            done, _ = await asyncio.wait((news, end), timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            if done:
                return
            due = monotonic() - told >= service.settings.heartbeat
            told = monotonic() if due else told
            yield KEEPALIVE_COMMENT if due else b""
            wait = min(LOOK, service.settings.heartbeat)
    finally:
        news.cancel()
        end.cancel()
