"""Tells outlets what happened: at least once each, one outlet never waiting for another, and no run for any of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from ..errors import DatabaseUnavailable, ScriptSmithError
from ..outlets.notice import Notice
from ..outlets.outbox import ClaimedDelivery, Outbox
from .notices import NoticeMaker
from .repeating import repeat

TICK = 0.5
"""Seconds between two looks for what is to be told."""
AT_ONCE = 4
"""Deliveries to one outlet that a worker sends at the same time."""
LONGEST = 3600.0
"""Seconds between two tries, at most."""
_ROUTED = 20
_CLEARED = 600.0


class Try(Protocol):
    """How a try went, see `adapters.outlets.posting.Sent`."""

    @property
    def ok(self) -> bool: ...
    @property
    def said(self) -> str: ...
    @property
    def again(self) -> bool: ...
    @property
    def pause(self) -> float | None: ...


Send = Callable[[Notice, int], Awaitable[Try]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryPace:
    """How often and how long is tried: see the settings `outlets.*`. Times are in seconds, but `hours` and `days`."""

    seconds: float = 10.0
    tries: int = 20
    wait: float = 5.0
    hours: float = 72.0
    days: int = 30

    @property
    def lease(self) -> float:
        """Seconds after which a try that nobody has marked was a dead worker's."""
        return 2 * self.seconds + 1

    def before(self, tries: int) -> float:
        """Seconds between try number `tries` and the next one."""
        return min(self.wait * 2.0 ** min(tries - 1, 40), LONGEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivering:
    """What a worker does for outlets. `told` says which of them are told of a notice; `send` is one sender for each.
    `opened` is told the id of each new incident before outlets are."""

    outbox: Outbox
    maker: NoticeMaker
    told: Callable[[Notice], tuple[str, ...]]
    send: Mapping[str, Send]
    pace: DeliveryPace = field(default_factory=DeliveryPace)
    say: Callable[[str], None]
    opened: Callable[[str], Awaitable[object]] | None = None

    async def run(self, stop: asyncio.Event) -> None:
        """Tell what there is to tell until `stop`, then end the tries that have begun. Nothing that goes wrong is
        raised: it is said, and tried again."""
        steps: list[Callable[[], Awaitable[float]]] = [
            self._look,
            self._clear,
            *(partial(self._deliver, name) for name in self.send),
        ]
        await asyncio.gather(*(repeat(step, stop, self._wait) for step in steps))

    def _wait(self, why: str) -> None:
        self.say(f"outlets wait: {why}")

    async def _look(self) -> float:
        """Make messages of what happened."""
        found = await self.outbox.happened(most=_ROUTED, lease=60.0, hours=self.pace.hours)
        for happened in found:
            if self.opened and happened.kind == "incident.opened":
                await self._opened(self.opened, happened.subject)
            notice = await self.maker.make(happened) if self.send else None
            outlets = self.told(notice) if notice else ()
            if notice and outlets:
                notice = await self.maker.with_actions(notice)
            await self.outbox.tell(happened.id, notice, outlets)
        return 0.0 if len(found) == _ROUTED else TICK

    async def _opened(self, opened: Callable[[str], Awaitable[object]], incident: str) -> None:
        """Tell `opened`, whose faults keep nothing from the outlets."""
        try:
            await opened(incident)
        except DatabaseUnavailable:
            raise
        except Exception as error:
            said = error if isinstance(error, ScriptSmithError) else type(error).__name__
            self.say(f"no look at incident {incident} is prepared: {said}")

    async def _clear(self) -> float:
        await self.outbox.clear(days=self.pace.days, hours=self.pace.hours)
        return _CLEARED

    async def _deliver(self, outlet: str) -> float:
        """Send what an outlet has to be told now."""
        taken = await self.outbox.take(
            outlet, most=AT_ONCE, lease=self.pace.lease, tries=self.pace.tries, hours=self.pace.hours
        )
        await asyncio.gather(*(self._send(outlet, one) for one in taken))
        return 0.0 if taken else TICK

    async def _send(self, outlet: str, one: ClaimedDelivery) -> None:
        name = f"outlet {outlet}: {one.notice.what} {one.notice.id}"
        if one.given_up:
            self.say(f"{name} is given up: {one.said}")
            return
        ok, again, pause = False, True, None
        try:
            async with asyncio.timeout(self.pace.seconds):
                sent = await self.send[outlet](one.notice, one.tries)
            ok, why, again, pause = sent.ok, sent.said, sent.again, sent.pause
        except TimeoutError:
            why = f"it did not answer within {self.pace.seconds:g} s"
        except ScriptSmithError as error:
            why = str(error)
        except Exception as error:  # one message that cannot be made must not keep back the others
            why = f"it could not be sent ({type(error).__name__})"
        if ok:
            await self.outbox.delivered(one.id)
            return
        if pause is not None:
            await self.outbox.pause(outlet, pause)
        counted = pause is None
        wait = self.pace.before(one.tries) if counted else pause
        if not again or (counted and one.tries >= self.pace.tries):
            wait = None
        then = "it is given up" if wait is None else f"again in {wait:g} s"
        self.say(f"{name}: try {one.tries} failed, {then}: {why}")
        await self.outbox.undelivered(one.id, tries=one.tries, said=why, wait=wait, counted=counted)
