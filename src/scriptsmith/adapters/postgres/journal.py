"""Run logs as rows: one for each event, with the line that a folder would hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ...errors import BadInput, Conflict, NotFound, StorageError
from ..folder.journal import is_run_id
from .database import Database

if TYPE_CHECKING:
    from ...core.events import Event


class PostgresJournal:
    """A `Journal` in `database`. In a transaction of the caller's an event is recorded when that one ends."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, run: str, seq: int, event: Event, /) -> None:
        from ...codec import dump_event

        if not is_run_id(run):
            raise NotFound(f"{run!r} is not the id of a run")
        values = {"kind": event.kind, "at": _moment(getattr(event, "at", "")), "body": dump_event(event).decode()}
        if not await self._database.do("append_event", run=run, seq=seq, **values):
            ((last,),) = await self._database.rows("count_events", run=run)
            raise Conflict(
                f"somebody was faster: run {run} has {last} events by now, so look at it again before you go on"
            )

    async def read(self, run: str, /) -> Sequence[Event]:
        from ...codec import load_event

        lines = await self._database.rows("read_events", run=run) if is_run_id(run) else []
        if not lines:
            raise NotFound(f"there is no run {run!r}: the list of runs shows those there are")
        events = []
        for number, (line,) in enumerate(lines, start=1):
            try:
                events.append(load_event(line))
            except BadInput as error:
                raise StorageError(f"run {run}, event {number}: {error}") from None
        return events

    async def runs(self) -> Sequence[str]:
        return [run for (run,) in await self._database.rows("list_runs")]


def _moment(at: str) -> datetime | None:
    """When an event says that it happened, where it says that in a way that can be compared."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
