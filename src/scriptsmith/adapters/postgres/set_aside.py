"""Messages and reports that could not be read, as rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC

from ...core.escape_control import visible
from ...redaction import mask
from ...service.consuming import MessageSetAside
from .database import Database

_TEXT, _WHY = 2000, 2000


class PostgresSetAside:
    """A `SetAside` in `database`; what is older than 90 days, or than 10,000 others, is forgotten."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, place: str, value: bytes, why: str, /) -> None:
        text = visible(mask(value[: 2 * _TEXT].decode("utf-8", "replace")))[:_TEXT]
        await self._database.do("forget_set_aside")
        await self._database.do("set_aside", place=place, why=visible(mask(why))[:_WHY], text=text)

    async def page(self, *, before: int = 0, limit: int = 50) -> Sequence[MessageSetAside]:
        rows = await self._database.rows("list_set_aside", before=before or None, limit=limit)
        return [
            MessageSetAside(id=id, place=place, why=why, text=text, at=at.astimezone(UTC).isoformat(timespec="seconds"))
            for id, place, why, text, at in rows
        ]

    async def count(self) -> int:
        ((many,),) = await self._database.rows("count_set_aside")
        return int(many)
