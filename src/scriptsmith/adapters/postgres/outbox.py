"""The outbox as rows. What happens is put there by triggers, in the transaction in which it happens."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from ...core.plain_data import plain, shaped
from ...errors import BadInput, NotFound
from ...outlets.notice import Happened, Notice
from ...outlets.outbox import STATES, ClaimedDelivery, Delivery, OutletCounts, OutletTrouble
from .database import Database

MOST = 500
"""How many deliveries a page has at most."""


class PostgresOutbox:
    """An `Outbox` in `database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def happened(self, *, most: int, lease: float, hours: float) -> Sequence[Happened]:
        rows = await self._database.do("take_outbox", most=most, lease=lease, hours=hours)
        return [
            Happened(id=id, kind=kind, subject=subject, seq=seq, said=said, at=at)
            for id, kind, subject, seq, said, at, *_ in sorted(rows, key=lambda row: row[-2:])
        ]

    async def unseen(self) -> int:
        """How much has happened that nobody has looked at."""
        ((left,),) = await self._database.rows("count_outbox")
        return int(left)

    async def tell(self, happened: str, notice: Notice | None, outlets: Sequence[str], /) -> None:
        async with self._database.transaction():
            left = await self._database.do("leave_outbox", id=happened)
            if left and notice and outlets:
                body = json.dumps(plain(notice))
                values = {"id": notice.id, "kind": notice.what, "subject": notice.subject, "body": body}
                await self._database.do("keep_message", **values, outlets=list(dict.fromkeys(outlets)))

    async def take(
        self, outlet: str, *, most: int, lease: float, tries: int, hours: float
    ) -> Sequence[ClaimedDelivery]:
        rows = await self._database.do(
            "take_deliveries", outlet=outlet, most=most, lease=lease, tries=tries, hours=hours
        )
        return [
            ClaimedDelivery(id=id, tries=done, notice=shaped(Notice, body), given_up=not waits, said=said)
            for id, done, body, waits, _, said in rows
        ]

    async def delivered(self, id: int, /) -> None:
        await self._database.do("mark_delivered", id=id)

    async def undelivered(self, id: int, /, *, tries: int, said: str, wait: float | None, counted: bool = True) -> None:
        await self._database.do("mark_undelivered", id=id, tries=tries, said=said, wait=wait, counted=counted)

    async def pause(self, outlet: str, seconds: float, /) -> None:
        await self._database.do("pause_outlet", outlet=outlet, seconds=seconds)

    async def clear(self, *, days: int, hours: float) -> None:
        await self._database.do("give_up_old_deliveries", hours=hours)
        await self._database.do("forget_messages", days=days)

    async def counts(self) -> Sequence[OutletCounts]:
        return [
            OutletCounts(
                outlet=outlet,
                waiting=waiting,
                delivered=delivered,
                failed=failed,
                dropped=dropped,
                last=_moment(last),
                paused=_moment(paused),
            )
            for outlet, waiting, delivered, failed, dropped, last, paused in await self._database.rows(
                "count_deliveries"
            )
        ]

    async def troubles(self) -> Sequence[OutletTrouble]:
        return [
            OutletTrouble(outlet=outlet, in_vain=in_vain, seconds=seconds, said=said)
            for outlet, in_vain, seconds, said in await self._database.rows("troubled_deliveries")
        ]

    async def page(self, *, state: str = "", outlet: str = "", before: int = 0, limit: int = 50) -> Sequence[Delivery]:
        if state and state not in STATES:
            raise BadInput(f"there is no state {state!r} of deliveries: there are {', '.join(STATES)}")
        return await self._found(
            state=state or None, outlet=outlet or None, before=before or None, limit=min(max(limit, 1), MOST)
        )

    async def one(self, id: int, /) -> Delivery:
        found = await self._found(id=id)
        if not found:
            raise NotFound(f"there is no delivery {id}")
        return found[0]

    async def retry(self, id: int, /) -> bool:
        return bool(await self._database.do("retry_delivery", id=id))

    async def drop(self, id: int, /) -> bool:
        return bool(await self._database.do("drop_delivery", id=id))

    async def _found(self, **asked: Any) -> Sequence[Delivery]:
        values: dict[str, Any] = {"state": None, "outlet": None, "before": None, "id": None, "limit": 1}
        rows = await self._database.rows("list_deliveries", **(values | asked))
        return [
            Delivery(
                id=id,
                message=message,
                what=what,
                subject=subject,
                outlet=outlet,
                state=state,
                tries=tries,
                began=_moment(began),
                due=_moment(due) if state == "waiting" else "",
                ended=_moment(ended),
                said=said,
            )
            for id, message, what, subject, outlet, state, tries, began, due, ended, said in rows
        ]


def _moment(at: datetime | None) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds") if at else ""
