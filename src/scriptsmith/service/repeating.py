"""Work that a worker does beside its runs, again and again, and whose faults end nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from ..errors import ScriptSmithError

AGAIN = 5.0
"""Seconds until what failed is tried again."""


async def repeat(step: Callable[[], Awaitable[float]], stop: asyncio.Event, say: Callable[[str], None]) -> None:
    """Do `step`, which returns how many seconds to wait before the next time, until `stop`. Nothing that goes wrong is
    raised: it is said once, until `step` succeeds again."""
    failed = False
    while not stop.is_set():
        try:
            wait, failed = await step(), False
        except Exception as error:  # a fault here must not end the worker's other work
            if not failed:
                say(str(error) if isinstance(error, ScriptSmithError) else type(error).__name__)
            wait, failed = AGAIN, True
        if wait:
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), wait)
