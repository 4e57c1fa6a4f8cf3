"""The catalogue as folders: `<area>/<id>/` holds the newest version, `<area>/<id>/versions/<n>/` older ones."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ...core.retrieve import Index
from ...core.types import Action, Entry, Match
from ...errors import BadInput, Conflict, NotFound
from .entry_files import check_id, read_entry, write_entry
from .files import explained, write_atomically

_REPLACING = ".replacing"
"""Stands in an entry's folder while a new version is written, and names the version that counts until then."""
_VERSION = re.compile(r"[0-9]{1,9}")


class FolderCatalogue:
    """A `Catalogue` over several folders; all but the first are only read, and an earlier one wins.

    The folders are read once, on first use: a cold start reads some hundred small files.
    """

    def __init__(self, folder: Path, *read_only: Path) -> None:
        self.folder = folder
        self._roots = (folder, *read_only)
        self._entries: dict[str, tuple[Entry, Path]] | None = None
        self._index: Index | None = None

    async def nearest(self, action: Action, /, *, limit: int) -> Sequence[Match]:
        if self._index is None:
            self._index = Index([entry for entry, _ in self._all().values()])
        return self._index.nearest(action, limit)

    async def entries(self) -> Sequence[Entry]:
        return [entry for _, (entry, _) in sorted(self._all().items())]

    async def get(self, id: str, version: int | None = None, /) -> Entry:
        name, _, wanted = id.partition("@")
        if wanted and not _VERSION.fullmatch(wanted):
            raise NotFound(f"{id!r} is not the name of an entry: write ID or ID@VERSION")
        version = int(wanted) if wanted else version
        found = self._all().get(name)
        if found is None:
            raise NotFound(f"there is no entry {name!r}: `scriptsmith catalogue list` shows those there are")
        entry, folder = found
        if version is None or version == entry.version:
            return entry
        older = folder / "versions" / str(version)
        if not (older / "entry.toml").exists():
            raise NotFound(f"entry {name!r} has no version {version}: the newest is {entry.version}")
        return read_entry(older)

    async def publish(self, entry: Entry, /) -> Entry:
        check_id(entry.id)
        check_id(entry.area, "the label `area`")
        with self._locked():
            self._entries = self._index = None
            known = self._all().get(entry.id)
            if known and known[0].version == entry.version:
                if known[0].script == entry.script:
                    return known[0]
                raise Conflict(
                    f"{entry.id}@{entry.version} is published with another script: "
                    f"a version never changes, publish version {entry.version + 1}"
                )
            if known and known[0].version > entry.version:
                raise Conflict(f"{entry.id} is already at version {known[0].version}")
            folder = self.folder / entry.area / entry.id
            if known and known[1].is_relative_to(self.folder):
                folder = known[1]  # an entry keeps its place when its area label changes
            if known:  # a shipped one too: its folder is shadowed from now on
                write_entry(folder / "versions" / str(known[0].version), known[0])
                write_atomically(folder / _REPLACING, f"{known[0].version}\n")
            write_entry(folder, entry)
            self._settle(folder)
            self._entries = self._index = None
        return entry

    async def retire(self, id: str, /) -> Entry:
        """Take an entry out of retrieval, keeping it readable; a shipped one is shadowed by a retired copy."""
        with self._locked():
            self._entries = self._index = None
            if id not in self._all():
                raise NotFound(f"there is no entry {id!r}: `scriptsmith catalogue list` shows those there are")
            found, known = self._all()[id]
            entry = replace(found, status="retired")
            folder = known if known.is_relative_to(self.folder) else self.folder / entry.area / entry.id
            write_entry(folder, entry)
            self._settle(folder)
            self._entries = self._index = None
        return entry

    def _settle(self, folder: Path) -> None:
        """What is in `folder` counts from now on."""
        with explained("remove", folder / _REPLACING):
            (folder / _REPLACING).unlink(missing_ok=True)

    def folders(self) -> Iterator[Path]:
        """Every folder with an `entry.toml`, older versions left out."""
        for root in self._roots:
            yield from sorted(path.parent for path in root.glob("*/*/entry.toml"))

    def _all(self) -> dict[str, tuple[Entry, Path]]:
        if self._entries is None:
            found: dict[str, tuple[Entry, Path]] = {}
            for folder in self.folders():
                entry = read_entry(_whole(folder))
                if entry.id != folder.name:
                    raise BadInput(f"{folder} holds the entry {entry.id!r}: folder and id must be the same")
                found.setdefault(entry.id, (entry, folder))
            self._entries = found
        return self._entries

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


def _whole(folder: Path) -> Path:
    """Where the version in force is: not in `folder` itself if a crash cut the writing of a new one short."""
    try:
        return folder / "versions" / str(int((folder / _REPLACING).read_bytes()))
    except (FileNotFoundError, ValueError):
        return folder
