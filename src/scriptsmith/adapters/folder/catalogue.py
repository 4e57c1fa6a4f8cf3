"""The catalogue as folders: `<area>/<id>/` holds the newest version, `<area>/<id>/versions/<n>/` older ones.

What was recorded of an entry lies in the first folder, also of one that stands in another: a folder without an
`entry.toml` is no entry.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.proof import recorded, with_records, without_records
from ...core.types import Action, Entry, Evidence, Match, Target
from ...errors import BadInput, Conflict, NotFound, ScriptSmithError
from ..retrieval import Retrieval, unheard
from ..versions import is_published, named, unknown, unknown_version
from .entry_files import REPLACING, check_id, is_entry, read_entry, whole, write_entry
from .files import explained, write_atomically
from .kept_postings import EntryChanged, KeptPostings, LazyEntries, stamp
from .records import newest_last, read_records, write_records

if TYPE_CHECKING:
    from ...retrieval.search import Index
    from ..hybrid_search import Meanings

_VERSION = re.compile(r"[1-9][0-9]{0,8}")


class FolderCatalogue:
    """A `Catalogue` over several folders; all but the first are only read, and an earlier one wins.

    The folders are read once, on first use: a cold start reads some hundred small files. An entry that cannot be
    read, or is not the one that was approved, is left out alone, and `warn` is given one sentence about it. It hides
    those of the same name in later folders all the same: nobody decided that they are served again. Phrases are
    compared by meaning too where `meanings` says how; it is asked for when an action first needs it. Where `kept`
    tells what a search must know of these entries, it reads only those that are near.
    """

    def __init__(
        self,
        folder: Path,
        *read_only: Path,
        warn: Callable[[str], None] = unheard,
        meanings: Callable[[], Meanings] | None = None,
        kept: KeptPostings | None = None,
    ) -> None:
        self.folder = folder
        self._kept = kept
        self._retrieval = Retrieval(warn, meanings)
        self._roots = (folder, *read_only)
        self._warn = warn
        self._entries: dict[str, tuple[Entry, Path]] | None = None
        self._faults: dict[str, tuple[Path, str]] = {}
        self._told: set[str] = set()

    async def nearest(self, action: Action, /, *, limit: int) -> Sequence[Match]:
        try:
            return await self._retrieval.nearest(partial(self._indexed, action.target), action, limit)
        except EntryChanged:
            self._reread()
            return await self._retrieval.nearest(partial(self._indexed, action.target), action, limit)
        finally:
            self._tell()

    def read_ahead(self) -> Iterator[None]:
        """Read, at each step, one more entry closely that no search has needed yet, once there was a search."""
        try:
            yield from self._retrieval.read_ahead()
        except EntryChanged:
            self._reread()

    async def entries(self) -> Sequence[Entry]:
        entries = [entry for _, (entry, _) in sorted(self._all().items())]
        self._tell()
        return entries

    async def faults(self) -> Mapping[str, str]:
        self._all()
        self._told |= self._faults.keys()  # whoever asks is told
        return {name: why for name, (_, why) in sorted(self._faults.items())}

    async def get(self, id: str, version: int | None = None, /) -> Entry:
        name, version = named(id, version)
        found = self._all().get(name)
        self._tell(but=name)
        if name in self._faults:
            raise BadInput(self._left_out(name))
        if found is None:
            raise unknown(name)
        entry, folder = found
        if version is None or version == entry.version:
            return entry
        older = folder / "versions" / str(version)
        if not (older / "entry.toml").exists():
            raise unknown_version(name, version, entry.version)
        return self._with_records(read_entry(older), folder)

    async def publish(self, entry: Entry, /) -> Entry:
        check_id(entry.id)
        check_id(entry.area, "the label `area`")
        with self._locked():
            self._forget()
            known = self._all().get(entry.id)
            self._tell(but=entry.id)
            if entry.id in self._faults:
                raise Conflict(f"{self._left_out(entry.id)}; mend or remove that first")
            if is_published(known and known[0], entry):
                assert known
                return known[0]
            folder = self.folder / entry.area / entry.id
            if known and known[1].is_relative_to(self.folder):
                folder = known[1]  # an entry keeps its place when its area label changes
            if known:  # a shipped one too: its folder is shadowed from now on
                write_entry(folder / "versions" / str(known[0].version), without_records(known[0]))
                write_atomically(folder / REPLACING, f"{known[0].version}\n")
            write_entry(folder, without_records(entry))
            self._settle(folder)
            self._forget()
        return self._with_records(entry, folder)

    async def retire(self, id: str, /) -> Entry:
        """Take an entry out of retrieval, keeping it readable; a shipped one is shadowed by a retired copy."""
        with self._locked():
            self._forget()
            if id not in self._all():
                if id in self._faults:
                    raise BadInput(self._left_out(id))
                raise unknown(id)
            found, known = self._all()[id]
            entry = replace(found, status="retired")
            folder = self._own(known)
            write_entry(folder, without_records(entry))
            self._settle(folder)
            self._forget()
        return entry

    async def record(self, id: str, evidence: Evidence, /) -> None:
        """Keep `evidence` in `evidence.jsonl`, in place of what was found out of the same text before."""
        with self._locked():
            known = self._all().get(id)
            if id in self._faults:
                raise BadInput(self._left_out(id))
            if known is None:
                raise NotFound(f"there is no entry {id!r}")
            entry, folder = known
            if evidence.version != entry.version and not (folder / "versions" / str(evidence.version)).is_dir():
                raise NotFound(f"entry {id!r} has no version {evidence.version}")
            write_records(self._own(folder), recorded(read_records(self._own(folder)), evidence))
            self._all()[id] = self._with_records(entry, folder), folder
            self._retrieval.forget()

    async def own(self) -> Sequence[str]:
        found = self._all()
        self._tell()
        return sorted(name for name, (_, folder) in found.items() if folder.is_relative_to(self.folder))

    async def history(self, id: str, /) -> tuple[Sequence[Entry], Sequence[Evidence]]:
        newest = await self.get(id)
        _, folder = self._all()[newest.id]
        older = {int(path.name) for path in (folder / "versions").glob("*") if _VERSION.fullmatch(path.name)}
        versions = [await self.get(id, version) for version in sorted(older - {newest.version})]
        return [without_records(entry) for entry in (*versions, newest)], read_records(self._own(folder))

    def _reread(self) -> None:
        """Somebody writes in these folders: what counts from now on is what all entries say now."""
        self._kept = None
        self._forget()

    def _indexed(self, target: Target, earlier: Index | None) -> Index:
        """The entries for `target`, ready to be searched."""
        from ...retrieval.search import Index

        cache = self._kept if self._entries is None else None  # what was read before may be older than its files
        kept = cache.of_target(target) if cache else None
        stamps = {folder: stamp(folder) for folder in self.folders()} if kept else {}
        state = kept.state(stamps) if kept else ""
        if kept and state and (held := kept.read(state)):
            known, folders = held
            return Index(LazyEntries({it: stamps[it] for it in folders}, self._read), earlier, known)
        index = Index([entry for entry, _ in self._all().values() if entry.script.target == target], earlier)
        if kept and state and not self._faults:
            kept.write(state, index.postings, [self._all()[entry.id][1] for entry in index.entries])
        return index

    def _read(self, folder: Path) -> Entry:
        return self._with_records(read_entry(whole(folder)), folder)

    def _own(self, folder: Path) -> Path:
        """Where what is ours of the entry in `folder` lies, when that is not ours itself."""
        return folder if folder.is_relative_to(self.folder) else self.folder / folder.parent.name / folder.name

    def _with_records(self, entry: Entry, folder: Path) -> Entry:
        own = self._own(folder)
        shipped = () if own == folder else read_records(folder)
        return with_records(entry, newest_last(shipped, read_records(own)))

    def _settle(self, folder: Path) -> None:
        """What is in `folder` counts from now on."""
        with explained("remove", folder / REPLACING):
            (folder / REPLACING).unlink(missing_ok=True)

    def folders(self) -> Iterator[Path]:
        """Every folder with an `entry.toml`, readable or not, older versions left out."""
        for root in self._roots:
            yield from sorted(path for path in root.glob("*/*") if is_entry(path))

    def _forget(self) -> None:
        self._entries = None
        self._retrieval.forget()

    def _all(self) -> dict[str, tuple[Entry, Path]]:
        if self._entries is None:
            found: dict[str, tuple[Entry, Path]] = {}
            self._faults = {}
            for folder in self.folders():
                if folder.name in found or folder.name in self._faults:
                    continue
                try:
                    entry = self._read(folder)
                    if entry.id != folder.name:
                        raise BadInput(f"{folder} holds the entry {entry.id!r}: folder and id must be the same")
                    found[folder.name] = entry, folder
                except ScriptSmithError as error:
                    self._faults[folder.name] = folder, str(error)
            self._entries = found
        return self._entries

    def _tell(self, but: str = "") -> None:
        """Warn of each faulty entry once; not of the one that the caller speaks of anyway."""
        for name in sorted(self._faults.keys() - self._told - {but}):
            self._warn(f"{self._left_out(name)} (`scriptsmith catalogue verify` names all such entries)")
        self._told |= self._faults.keys()

    def _left_out(self, name: str) -> str:
        folder, why = self._faults[name]
        return f"catalogue entry {folder.parent.name}/{name} is left out: {why}"

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One writer at a time, on this machine."""
        with explained("lock", self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)
