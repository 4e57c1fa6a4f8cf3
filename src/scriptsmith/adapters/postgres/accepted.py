"""The scripts that people approved, found in the read models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...codec import load_event
from ...errors import BadInput
from ...service.accepted import AcceptedScript, accepted_as
from .database import Database
from .read_models import ReadModels

_MOST = 500  # the catalogue finds older ones, if they were published


class PostgresAccepted:
    """Tells of accepted scripts in `database`, newest first; each is read once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._seen: dict[tuple[str, str], AcceptedScript | None] = {}

    async def __call__(self) -> Sequence[AcceptedScript]:
        await ReadModels(self._database).catch_up()
        listed = {
            (run, digest): entry for run, digest, entry in await self._database.rows("list_accepted", limit=_MOST)
        }
        self._seen = {key: one for key, one in self._seen.items() if key in listed}
        if fresh := {run: digest for run, digest in listed if (run, digest) not in self._seen}:
            for run, asked, settled in await self._database.rows("read_accepted", runs=list(fresh)):
                self._seen[run, fresh[run]] = _accepted(run, fresh[run], asked, settled)
        return [replace(one, entry=entry) for key, entry in listed.items() if (one := self._seen.get(key))]


def _accepted(run: str, digest: str, asked: str, settled: str | None) -> AcceptedScript | None:
    """The approved script of a run by its lines; None unless they say that it is that one."""
    try:
        first, last = load_event(asked), load_event(settled or "")
    except BadInput:
        return None
    if first.kind != "asked" or last.kind != "settled" or last.script is None or last.script.digest != digest:
        return None
    return accepted_as(run, first.action.text, last.script)
