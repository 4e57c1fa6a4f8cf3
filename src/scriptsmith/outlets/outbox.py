"""What happened, and what outlets still have to be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, get_args

from .notice import Happened, Notice

DeliveryState: TypeAlias = Literal["waiting", "delivered", "failed", "dropped"]
STATES: tuple[DeliveryState, ...] = get_args(DeliveryState)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedDelivery:
    """A delivery that a worker is at: the message for its outlet, and which try this is. Where `given_up` it is none
    any more, because of what `said` tells."""

    id: int
    tries: int
    notice: Notice
    given_up: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A delivery in a list; moments are ISO 8601. `due` is the next try of one that waits, `said` why the last one
    failed."""

    id: int
    message: str
    what: str
    subject: str
    outlet: str
    state: DeliveryState
    tries: int
    began: str
    due: str
    ended: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutletCounts:
    """How many deliveries to an outlet stand where, when it last took one, and until when it is left alone."""

    outlet: str
    waiting: int = 0
    delivered: int = 0
    failed: int = 0
    dropped: int = 0
    last: str = ""
    paused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutletTrouble:
    """What an outlet was not told: `in_vain` of the messages that wait were tried already, the oldest waits for
    `seconds`, and `said` is why the last try failed."""

    outlet: str
    in_vain: int = 0
    seconds: float = 0.0
    said: str = ""


class Outbox(Protocol):
    """What is to be told, kept until it was. Moments are by the store's clock."""

    async def happened(self, *, most: int, lease: float, hours: float) -> Sequence[Happened]:
        """What nobody has looked at; nobody else gets it for `lease` seconds. What is older than `hours` is left out
        for good.

        What is graver comes first, and of the same severity what is older: for each degree of `GRAVEST_FIRST` by which
        an incident is milder, it counts as if it had come an hour later, so that none waits for ever behind newer
        ones."""
        ...

    async def tell(self, happened: str, notice: Notice | None, outlets: Sequence[str], /) -> None:
        """Keep what `outlets` are told of what happened, or that nobody is, in one transaction and once."""
        ...

    async def take(
        self, outlet: str, *, most: int, lease: float, tries: int, hours: float
    ) -> Sequence[ClaimedDelivery]:
        """Deliveries whose time has come, in the order of `happened`; nobody else gets them for `lease` seconds. Those
        that were tried `tries` times, or waited for `hours`, are given up."""
        ...

    async def delivered(self, id: int, /) -> None: ...

    async def undelivered(self, id: int, /, *, tries: int, said: str, wait: float | None, counted: bool = True) -> None:
        """Note why try number `tries` failed; it is tried again in `wait` seconds, or never for None."""
        ...

    async def pause(self, outlet: str, seconds: float, /) -> None:
        """Leave an outlet alone for some seconds."""
        ...

    async def clear(self, *, days: int, hours: float) -> None:
        """Forget what was told more than `days` days ago, and give up what has waited for `hours`."""
        ...

    async def counts(self) -> Sequence[OutletCounts]: ...

    async def troubles(self) -> Sequence[OutletTrouble]:
        """For each outlet that something waits for or failed at."""
        ...

    async def page(self, *, state: str = "", outlet: str = "", before: int = 0, limit: int = 50) -> Sequence[Delivery]:
        """Deliveries, newest first; raises `BadInput` for a state that there is not."""
        ...

    async def one(self, id: int, /) -> Delivery:
        """Raises `NotFound`."""
        ...

    async def retry(self, id: int, /) -> bool:
        """Have it tried at once, with all tries before it; false where it was delivered or nothing has gone wrong."""
        ...

    async def drop(self, id: int, /) -> bool:
        """Give it up; false where it neither waits nor failed."""
        ...
