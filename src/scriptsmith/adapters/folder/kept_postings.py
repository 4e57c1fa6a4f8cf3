"""What a search must know of all entries, kept between processes: reading some hundred entries anew takes a second."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
import time
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, overload

from ... import __version__, core
from ...core.types import FILE_NAMES, Entry, Target
from ...errors import ScriptSmithError, StorageError
from .entry_files import REPLACING, whole
from .files import opened, writing_atomically

if TYPE_CHECKING:
    from ...retrieval.postings import Postings

Stamp: TypeAlias = "tuple[tuple[int, ...] | None, ...]"
"""When and where an entry's files were written last, as the file system tells it; None for one that is not there."""

FILES = ("entry.toml", *FILE_NAMES.values(), "test.sh", "real.sh")
CODE = tuple(Path(core.__file__).parents[1] / name for name in ("core", "retrieval"))
"""The folders of the code that decides what is kept of an entry."""

_log = logging.getLogger("scriptsmith.catalogue")


@dataclass(frozen=True, slots=True)
class KeptPostings:
    """A file in a folder that may be deleted. What it holds counts as long as no file of any entry, nor the code that
    made it, was written since; one that is damaged or cannot be written is only logged.

    Nothing is kept of files that have not lain still for `settled` seconds: what is written twice within a tick of the
    file system's clock has one stamp.
    """

    path: Path
    settled: float = 2.0
    code: tuple[Path, ...] = CODE

    @classmethod
    def of(cls, folders: Sequence[Path], cache: Path) -> KeptPostings:
        """The file in `cache` for a catalogue over `folders`: the same for any that are not there (yet)."""
        there = tuple(it for it in folders if it.is_dir())
        return cls(cache / f"{_digest(repr(there).encode('utf-8', 'surrogatepass'))}.json")

    def of_target(self, target: Target) -> KeptPostings:
        """The file for the entries of the same catalogue that are for `target`: a search reads no other."""
        return replace(self, path=self.path.with_name(f"{self.path.stem}-{target}{self.path.suffix}"))

    def state(self, stamps: Mapping[Path, Stamp]) -> str:
        """The state that all entries of a catalogue and the code that reads them are in; empty: nothing is kept."""
        newest = max((file[0] for it in stamps.values() for file in it if file), default=0)
        if not newest or newest / 1e9 > time.time() - self.settled:
            return ""
        sources = [(str(path), _written(str(path))) for folder in self.code for path in sorted(folder.glob("*.py"))]
        told = [__version__, sys.byteorder, sources, *((str(folder), it) for folder, it in stamps.items())]
        return _digest(repr(told).encode("utf-8", "surrogatepass"))

    def read(self, state: str) -> tuple[Postings, list[Path]] | None:
        """What was kept in this `state`, with the folders of the entries, in order; None when nothing was."""
        from ...retrieval.postings import DIGEST, Postings

        try:
            with opened(self.path) as file:
                written, digest, body = file.read().split(b"\n", 2)
            if written.decode() != state:
                return None
            if digest.decode() != _digest(body):
                raise ValueError("another digest")
            held = json.loads(body)
            raw = b64decode(held["texts"])
            numbers, shares = array("i", b64decode(held["numbers"])), array("f", b64decode(held["shares"]))
            starts = (0, *accumulate(held["concepts"].values()))
            speakers = {
                concept: (numbers[start:end], shares[start:end])
                for concept, (start, end) in zip(held["concepts"], pairwise(starts), strict=True)
            }
            known = Postings(
                ids=tuple(held["ids"]),
                targets=tuple(held["targets"]),
                sizes=tuple(held["sizes"]),
                texts=tuple([raw[start : start + DIGEST] for start in range(0, len(raw), DIGEST)]),
                spoken=held["spoken"],
                speakers=speakers,
            )
            return known, [Path(folder) for folder in held["folders"]]
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            _log.warning("%s is damaged (%s) and made again", self.path, type(error).__name__)
            return None

    def write(self, state: str, known: Postings, folders: Sequence[Path]) -> None:
        """Keep what is `known` of the entries in `folders` for others who find this `state`."""
        held = {
            "folders": [str(folder) for folder in folders],
            "ids": known.ids,
            "targets": known.targets,
            "sizes": known.sizes,
            "spoken": known.spoken,
            "concepts": {it: len(numbers) for it, (numbers, _) in known.speakers.items()},
            "texts": _packed(known.texts),
            "numbers": _packed(numbers.tobytes() for numbers, _ in known.speakers.values()),
            "shares": _packed(shares.tobytes() for _, shares in known.speakers.values()),
        }
        body = json.dumps(held, separators=(",", ":")).encode()
        try:
            with writing_atomically(self.path, 0o600) as file:
                file.write(f"{state}\n{_digest(body)}\n".encode() + body)
        except StorageError as error:
            _log.warning("what is known of the entries is not kept: %s", error)


class EntryChanged(Exception):
    """An entry is not what it was when its stamp was taken."""


class LazyEntries(Sequence[Entry]):
    """The entries in folders, each read by `read` when it is first asked for, if it still has its stamp."""

    def __init__(self, stamps: Mapping[Path, Stamp], read: Callable[[Path], Entry]) -> None:
        self._folders = tuple(stamps)
        self._stamps = stamps
        self._reading = read
        self._read: dict[int, Entry] = {}

    def __len__(self) -> int:
        return len(self._folders)

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        if isinstance(at, slice):
            return [self[it] for it in range(*at.indices(len(self)))]
        if at not in self._read:
            folder = self._folders[at]
            try:
                entry = self._reading(folder)
            except ScriptSmithError as error:
                raise EntryChanged from error
            if stamp(folder) != self._stamps[folder]:
                raise EntryChanged
            self._read[at] = entry
        return self._read[at]


def stamp(folder: Path) -> Stamp:
    """That of the entry in `folder`, of its version in force."""
    try:
        where = whole(folder) if os.path.lexists(f"{folder}/{REPLACING}") else folder
    except StorageError:
        return ()
    return tuple([_written(f"{where}/{name}") for name in FILES])


def _written(path: str) -> tuple[int, ...] | None:
    try:
        it = os.stat(path)
    except OSError:
        return None
    return max(it.st_mtime_ns, it.st_ctime_ns), it.st_mtime_ns, it.st_size, it.st_ino


def _packed(parts: Iterable[bytes]) -> str:
    return b64encode(b"".join(parts)).decode()


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
