"""The catalogue as rows that are only ever added, over the shipped entries in their folders."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from ...codec import dump_line, load_line
from ...core.proof import recorded, with_records, without_records
from ...core.types import Action, Entry, Evidence, Match
from ...errors import BadInput, Conflict, NotFound
from ...ports import ExportableCatalogue
from ..folder.entry_files import check_id
from ..folder.records import newest_last
from ..retrieval import Retrieval, unheard
from ..versions import is_published, named, unknown, unknown_version
from .database import Database

if TYPE_CHECKING:
    from ..hybrid_search import Meanings


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """What the catalogue held after one change to it: the newest versions, and what is to be left out and why."""

    change: int
    entries: Mapping[str, Entry]
    faults: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """What there is of one entry: no `rows` where it is a shipped one."""

    newest: Entry
    records: tuple[Evidence, ...]
    rows: Sequence[tuple[Any, ...]]


class PostgresCatalogue:
    """A `Catalogue` in `database`, over `shipped` entries that are only read and that an entry of the same id hides.

    What was read is kept until a number in the database says that somebody changed something; then all of it is read
    again. That number is asked for before every answer, or after `patience` seconds. An entry whose text is not the one
    that was approved is left out alone, and `warn` is given one sentence.
    """

    def __init__(
        self,
        database: Database,
        shipped: ExportableCatalogue | None = None,
        warn: Callable[[str], None] = unheard,
        meanings: Callable[[], Meanings] | None = None,
        patience: float = 0.0,
    ) -> None:
        self.patience = patience
        self._database = database
        self._shipped = shipped
        self._warn = warn
        self._retrieval = Retrieval(warn, meanings)
        self._kept: _State | None = None
        self._reading: asyncio.Future[None] | None = None
        self._were_read = shipped is None
        self._looked = 0.0
        self._told: set[str] = set()

    async def nearest(self, action: Action, /, *, limit: int) -> Sequence[Match]:
        state = await self._state()
        self._tell(state)
        from ...retrieval.search import Index

        def indexed(earlier: Index | None) -> Index:
            return Index([it for it in state.entries.values() if it.script.target == action.target], earlier)

        return await self._retrieval.nearest(indexed, action, limit)

    def read_ahead(self) -> Iterator[None]:
        """Read, at each step, one more entry closely that no search has needed yet, once there was a search."""
        return self._retrieval.read_ahead()

    async def entries(self) -> Sequence[Entry]:
        state = await self._state()
        self._tell(state)
        return [entry for _, entry in sorted(state.entries.items())]

    async def faults(self) -> Mapping[str, str]:
        state = await self._state()
        self._told |= state.faults.keys()  # whoever asks is told
        return dict(sorted(state.faults.items()))

    async def get(self, id: str, version: int | None = None, /) -> Entry:
        name, version = named(id, version)
        held = await self._held(name)
        if version is None or version == held.newest.version:
            return held.newest
        for row in held.rows:
            if row[1] == version:
                return with_records(_entry(*row), held.records)
        if self._shipped and not held.rows:
            return _shipped_with(await self._shipped.get(name, version), held.records)
        raise unknown_version(name, version, held.newest.version)

    async def publish(self, entry: Entry, /) -> Entry:
        check_id(entry.id)
        check_id(entry.area, "the label `area`")
        bare = without_records(entry)
        body = dump_line(bare).decode()
        async with self._database.transaction():
            await self._database.do("lock_catalogue")
            try:
                held = await self._held(entry.id)
            except NotFound:
                await self._insert(bare, body)
                return bare
            except BadInput as error:
                raise Conflict(f"{error}; mend or remove that first") from None
            if is_published(held.newest, entry):
                return held.newest
            await self._take(held)
            await self._insert(bare, body)
        return with_records(entry, held.records)

    async def retire(self, id: str, /) -> Entry:
        """Take an entry out of retrieval, keeping it readable; a shipped one is hidden by a retired copy."""
        async with self._database.transaction():
            await self._database.do("lock_catalogue")
            held = await self._held(id)
            await self._take(held)
            await self._database.do("retire_entry", entry=id, version=held.newest.version)
        return replace(held.newest, status="retired")

    async def record(self, id: str, evidence: Evidence, /) -> None:
        body = dump_line(evidence).decode()
        async with self._database.transaction():
            await self._database.do("lock_catalogue")
            await self._held(id)
            await self.get(id, evidence.version)
            about = {"version": evidence.version, "kind": evidence.kind, "digest": evidence.digest}
            await self._database.do("record_evidence", entry=id, body=body, **about)

    async def own(self) -> Sequence[str]:
        return sorted(row[0] for row in await self._database.rows("newest_entries"))

    async def history(self, id: str, /) -> tuple[Sequence[Entry], Sequence[Evidence]]:
        held = await self._held(id)
        return [_entry(*row) for row in held.rows] or [without_records(held.newest)], held.records

    async def _shipped_read(self) -> None:
        """Wait until the shipped entries are read, once, in a thread: it takes long where the processor is busy, and
        the loop has others to serve."""
        if self._were_read or self._shipped is None:
            return
        if self._reading is None or self._reading.cancelled():
            self._reading = asyncio.ensure_future(asyncio.to_thread(asyncio.run, _all_of(self._shipped)))
        try:
            await asyncio.shield(self._reading)
        except BaseException:
            if self._reading.done():  # it failed, and may be tried again; whoever only went away breaks nothing off
                self._reading = None
            raise
        self._were_read = True

    async def _held(self, name: str) -> _Held:
        """What there is of one entry; raises `NotFound`, and `BadInput` for a faulty one."""
        if not name.isprintable():
            raise unknown(name)
        await self._shipped_read()
        rows = await self._database.rows("entry_versions", entry=name)
        records = _records(await self._database.rows("last_evidence", entry=name)).get(name, ())
        try:
            if rows:
                newest = with_records(_entry(*rows[-1]), records)
            elif self._shipped and "@" not in name:
                newest = _shipped_with(await self._shipped.get(name), records)
            else:
                raise unknown(name)
        except BadInput as error:
            raise BadInput(_left_out(name, str(error)) if rows else str(error)) from None
        return _Held(newest=newest, records=records, rows=rows)

    async def _take(self, held: _Held) -> None:
        """Make a shipped entry our own, so that what comes after it hides no version."""
        if not held.rows:
            await self._insert(without_records(held.newest))

    async def _insert(self, entry: Entry, body: str = "") -> None:
        about = {"entry": entry.id, "version": entry.version, "digest": entry.script.digest}
        await self._database.do("publish_entry", body=body or dump_line(entry).decode(), **about)

    async def _state(self) -> _State:
        """What the catalogue holds now."""
        if self._kept and self.patience and monotonic() - self._looked < self.patience:
            return self._kept
        self._looked = monotonic()
        ((change,),) = await self._database.rows("last_change")
        if self._kept is None or self._kept.change != change:
            self._kept = await self._read(change)
            self._retrieval.forget()
        return self._kept

    async def _read(self, change: int) -> _State:
        found: dict[str, Entry] = {}
        faults: dict[str, str] = {}
        records = _records(await self._database.rows("last_evidence", entry=None))
        for row in await self._database.rows("newest_entries"):
            try:
                found[row[0]] = with_records(_entry(*row), records.get(row[0], ()))
            except BadInput as error:
                faults[row[0]] = str(error)
        await self._shipped_read()
        if self._shipped:
            faults = {**await self._shipped.faults(), **faults}
            for entry in await self._shipped.entries():
                if entry.id not in faults and entry.id not in found:
                    found[entry.id] = _shipped_with(entry, records.get(entry.id, ()))
        faults = {name: why for name, why in faults.items() if name not in found}
        return _State(change=change, entries=found, faults=faults)

    def _tell(self, state: _State) -> None:
        """Warn of each faulty entry once."""
        for name in sorted(state.faults.keys() - self._told):
            self._warn(f"{_left_out(name, state.faults[name])} (`scriptsmith catalogue verify` names all such entries)")
        self._told |= state.faults.keys()


async def _all_of(catalogue: ExportableCatalogue) -> None:
    await catalogue.entries()


def _left_out(name: str, why: str) -> str:
    return f"catalogue entry {name} is left out: {why}"


def _entry(id: str, version: int, digest: str, body: str, retired: bool) -> Entry:
    """One version, as it was published; raises `BadInput` when it is another one by now."""
    entry = load_line(Entry, body, "an entry")
    if (entry.id, entry.version, entry.script.digest) != (id, version, digest):
        raise BadInput(f"{id}@{version} was changed in the database after approval: its digest is not the recorded one")
    return replace(entry, status="retired") if retired else entry


def _shipped_with(entry: Entry, records: Iterable[Evidence]) -> Entry:
    """A shipped entry with what was recorded of it, where it was made and here."""
    bare = without_records(entry).evidence
    return with_records(entry, newest_last((each for each in entry.evidence if each not in bare), records))


def _records(rows: Iterable[tuple[Any, ...]]) -> dict[str, tuple[Evidence, ...]]:
    """What was recorded of each entry, oldest first. What cannot be read speaks for nothing."""
    found: dict[str, tuple[Evidence, ...]] = {}
    for name, body in rows:
        try:
            evidence = load_line(Evidence, body, "evidence")
        except BadInput:
            continue
        found[name] = recorded(found.get(name, ()), evidence)
    return found
