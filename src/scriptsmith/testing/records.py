"""The audit in memory, complete enough for everything that a team service does."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from ..core.audit import START, AuditNote, AuditRecord, digest_of, storable


class MemoryAudit:
    """An `AuditLog` that lasts as long as the object, and knows of no transactions."""

    def __init__(self) -> None:
        self._records: list[AuditRecord] = []

    @property
    def notes(self) -> list[AuditNote]:
        """What was noted, in order."""
        return [record.note for record in self._records]

    async def record(self, note: AuditNote, /, *, apart: bool = False) -> None:
        note = storable(note)
        seq, at = len(self._records) + 1, datetime.now(UTC).isoformat(timespec="microseconds")
        before = self._records[-1].digest if self._records else START
        digest = digest_of(seq, at, note, before)
        self._records.append(AuditRecord(seq=seq, at=at, note=note, before=before, digest=digest))

    async def read(self, after: int = 0, limit: int = 0, /) -> Sequence[AuditRecord]:
        found = self._records[after:]
        return found[:limit] if limit else found
