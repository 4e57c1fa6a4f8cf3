"""The scripts that people approved, found in the read models."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ...codec import load_event
from ...errors import BadInput
from ...service.accepted import Accepted, accepted_of
from .database import Database
from .reading import Reading

_MOST = 1000


class PostgresAccepted:
    """Tells of accepted scripts in `database`, newest first; the log of each is read once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen: dict[str, Accepted | None] = {}

    async def __call__(self) -> Sequence[Accepted]:
        await Reading(self._database).catch_up()
        runs = [run for run, _ in await self._database.rows("list_accepted", limit=_MOST)]
        self._seen = {run: self._seen[run] for run in runs if run in self._seen}
        fresh = [run for run in runs if run not in self._seen]
        if fresh:
            lines = await self._database.rows("read_logs", runs=fresh)
            for run, some in groupby(lines, key=lambda row: str(row[0])):
                self._seen[run] = _accepted(run, [body for _, body, _ in some])
        return [one for run in runs if (one := self._seen.get(run))]


def _accepted(run: str, lines: Sequence[str]) -> Accepted | None:
    try:
        return accepted_of(run, [load_event(body) for body in lines])
    except BadInput:
        return None
