"""The scripts that people approved, found in a folder of run logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import ScriptSmithError
from ...service.accepted import AcceptedScript, accepted_of
from ...service.feedback import rejected
from .journal import FolderJournal

_DECIDED = (b'"decision":"approve"', b'"decision":"reject"')
_LOGS = 2000  # the newest logs that are looked at


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """What a log of that size and age said."""

    stamp: tuple[int, int]
    accepted: AcceptedScript | None = None
    rejected: frozenset[str] = frozenset()


class FolderAccepted:
    """Tells of accepted scripts in the logs of `journal`, newest first; a log that cannot be read tells of nothing.

    Only logs that hold a decision are parsed, and each again only when it has changed.
    """

    def __init__(self, journal: FolderJournal) -> None:
        self._journal = journal
        self._seen: dict[str, _Seen] = {}

    async def __call__(self) -> Sequence[AcceptedScript]:
        runs = list(await self._journal.runs())[:_LOGS]
        self._seen = {run: seen for run in runs if (seen := await self._look(run))}
        refused = frozenset[str]().union(*(seen.rejected for seen in self._seen.values()))
        found = [seen.accepted for seen in self._seen.values()]
        return [one for one in found if one and one.script.digest not in refused]

    async def _look(self, run: str) -> _Seen | None:
        path = self._journal.folder / f"{run}.jsonl"
        try:
            status = path.stat()
            stamp = (status.st_size, status.st_mtime_ns)
            if (known := self._seen.get(run)) and known.stamp == stamp:
                return known
            if not _holds_a_decision(path):
                return _Seen(stamp=stamp)
            events = await self._journal.read(run)
        except (OSError, ScriptSmithError):
            return None
        return _Seen(stamp=stamp, accepted=accepted_of(run, events), rejected=rejected(events))


def _holds_a_decision(path: Path) -> bool:
    content = path.read_bytes()
    return any(mark in content for mark in _DECIDED)
