"""The audit as rows that are only ever added, chained by the database itself."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from ...core.audit import START, AuditNote, AuditRecord, ChainHead, digest_of_note, storable
from ...core.summary import line
from .database import Database

_PAGE = 2000


class PostgresAudit:
    """An `AuditLog` in `database`. Writers take turns from their note to the end of their transaction, so that there is
    one chain: in a transaction, the note comes last.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, note: AuditNote, /, *, apart: bool = False) -> None:
        if not apart:
            await self._record(note)
            return
        async with self._database.apart(), self._database.transaction():
            await self._database.do("wait_briefly")  # the transaction that is left alone may be the one at turn
            await self._record(note)

    async def _record(self, note: AuditNote) -> None:
        note = storable(note)
        texts = {"who": note.who, "act": note.act, "about": note.on, "why": note.why, "way": note.way}
        await self._database.do("note", **texts, more=json.dumps(dict(note.more)), told=digest_of_note(note))

    async def read(
        self, after: int = 0, limit: int = 0, /, *, who: str = "", on: str = "", act: str = ""
    ) -> Sequence[AuditRecord]:
        asked = {"who": line(who), "about": line(on), "act": line(act)}
        return [record_of(row) for row in await self._database.rows("read_audit", after=after, limit=limit, **asked)]

    async def page(
        self, *, before: int = 0, limit: int = 50, who: str = "", on: str = "", act: str = ""
    ) -> Sequence[AuditRecord]:
        """The newest records first, those before number `before` where one is given; of one person, about one thing,
        and whose act begins with `act`."""
        asked = {"who": line(who), "about": line(on), "act": line(act)}
        rows = await self._database.rows("page_audit", before=before, limit=limit, **asked)
        return [record_of(row) for row in rows]

    async def every(self) -> AsyncIterator[AuditRecord]:
        """All records in the order of their numbers, some at a time, also where there is not room for all."""
        after = 0
        while page := await self.read(after, _PAGE):
            for record in page:
                yield record
            after = page[-1].seq

    async def head(self) -> ChainHead:
        """The last record, as it is kept elsewhere to miss what is cut off."""
        for seq, digest in await self._database.rows("last_record"):
            return ChainHead(seq=seq, digest=digest)
        return ChainHead(seq=0, digest=START)


def record_of(row: Sequence[Any]) -> AuditRecord:
    """A row as a record, whatever was done to it: two rows that differ are never one record."""
    seq, at, who, act, about, why, way, more, before, digest = row
    texts = more if isinstance(more, Mapping) else {"": more}
    note = AuditNote(
        who=_text(who),
        act=_text(act),
        on=_text(about),
        why=_text(why),
        way=_text(way),
        more={key: _text(value) for key, value in texts.items()},
    )
    return AuditRecord(seq=seq, at=_text(at), note=note, before=_text(before), digest=_text(digest))


def _text(value: object) -> str:
    return value if isinstance(value, str) else f"not text: {value!r}"
