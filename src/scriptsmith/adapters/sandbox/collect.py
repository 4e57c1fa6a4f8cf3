"""What a command changed: its layer, read against what was there before.

The layer was written by whatever ran in the box. So nothing in it is followed, only regular files are opened, and
bytes read and bytes told all have a bound; what lies beyond is counted, not told. How many things a layer holds is
bounded by the box's own limit on inodes, so all of them are told, and what was there before is told first: no number
of new files hides a file that is gone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
from dataclasses import dataclass, field
from typing import Any

from ..differences import lines_of, unified
from .walking import FOLDER, READ, DirectoryEntry, Walk
from .world import BoxFilesystem

Described = dict[str, Any]
_KINDS = {
    stat.S_IFREG: "file",
    stat.S_IFDIR: "directory",
    stat.S_IFLNK: "link",
    stat.S_IFIFO: "fifo",
    stat.S_IFSOCK: "socket",
}
_CHUNK = 1 << 18
_TEXT, _LINES = 64 << 10, 2_000


@dataclass(slots=True)
class CollectionLimits:
    """What collecting may still use, in all parts of a box together."""

    gone: int = 100_000  # names in folders that are gone as a whole: one inode of a layer may stand for any number
    paths: int = 24 << 20  # bytes of all paths as JSON: folders within folders make long ones
    read: int = 256 << 20
    compared: int = 2 << 20  # bytes of text


@dataclass(slots=True)
class Collected:
    """Changes as (path, kind, before, after, diff), and how many more there are, at least."""

    changes: list[tuple[str, str, Described | None, Described | None, str]] = field(default_factory=list)
    omitted: int = 0


def collect(world: BoxFilesystem, uppers: list[str], bounds: CollectionLimits) -> Collected:
    """Every path that a command changed in the layer at `uppers`, ordered by path.

    Looked at first is what was there before and is changed or gone, then what is new, then what lay in folders that
    are gone: a bound that is met cuts off the least telling end.
    """
    reader = _Reader(bounds)
    used = [number for number, upper in enumerate(uppers) if os.listdir(upper)]
    for look in (reader.known, reader.fresh, reader.within_gone):
        for number in used:
            new, old = os.open(uppers[number], FOLDER), os.open(world.before(number), FOLDER)
            try:
                look(new, old, world.parts[number].prefix.rstrip("/"))
            finally:
                os.close(new)
                os.close(old)
    reader.result.changes.sort(key=lambda change: change[0].encode("utf-8", "surrogateescape"))
    return reader.result


class _Reader:
    def __init__(self, bounds: CollectionLimits) -> None:
        self.left = bounds
        self.result = Collected()

    def known(self, new: int, old: int, prefix: str) -> None:
        """What was there before, and is not there any more or not as it was."""

        def both(before: DirectoryEntry | None, after: DirectoryEntry | None) -> tuple[bool, bool]:
            same = bool(before and after and before.is_folder and after.is_folder)
            return same, same

        walk = Walk(new, old, prefix, both)
        for before, after, _ in walk:
            if before and after:
                self._note(before, after, walk)
            elif before:
                self._add("deleted", before, None, walk)

    def fresh(self, new: int, old: int, prefix: str) -> None:
        """What is there now where nothing was."""

        def what_is(before: DirectoryEntry | None, after: DirectoryEntry | None) -> tuple[bool, bool]:
            into = bool(after and after.is_folder)
            return into, bool(into and before and before.is_folder)

        walk = Walk(new, old, prefix, what_is, fresh=True)
        for before, after, _ in walk:
            if after and not before:
                self._add("created", None, after, walk)
        self.result.omitted += walk.unseen

    def within_gone(self, new: int, old: int, prefix: str) -> None:
        """What lay in folders that are gone, or are not folders any more."""

        def what_was(before: DirectoryEntry | None, after: DirectoryEntry | None) -> tuple[bool, bool]:
            into = bool(before and before.is_folder)
            return bool(into and after and after.is_folder), into

        walk = Walk(new, old, prefix, what_was, spare=self.left.gone)
        for before, _, gone in walk:
            if gone and before:
                self._add("deleted", before, None, walk)
        self.left.gone = walk.spare
        self.result.omitted += walk.unseen

    def _note(self, before: DirectoryEntry, after: DirectoryEntry, walk: Walk) -> None:
        """Note a path that existed and still does, if it is not the same."""
        if stat.S_IFMT(before.about.st_mode) != stat.S_IFMT(after.about.st_mode) or not self._alike(before, after):
            self._add("modified", before, after, walk)
        elif _rights(before.about) != _rights(after.about) or before.attributes != after.attributes:
            self._add("metadata", before, after, walk)

    def _alike(self, before: DirectoryEntry, after: DirectoryEntry) -> bool:
        """Whether two things of one kind hold the same; unknown is not alike."""
        if stat.S_ISREG(after.about.st_mode):
            if before.about.st_size != after.about.st_size:
                return False
            old, new = self._digest(before), self._digest(after)
            return old == new != ""
        return not stat.S_ISLNK(after.about.st_mode) or _link(before) == _link(after)

    def _add(self, kind: str, before: DirectoryEntry | None, after: DirectoryEntry | None, walk: Walk) -> None:
        if walk.length > self.left.paths:
            self.result.omitted += 1
            return
        path = walk.path
        self.left.paths -= len(json.dumps(path))
        old, new = self._describe(before), self._describe(after)
        diff = self._diff(before, after, path) if after and kind in ("created", "modified") else ""
        self.result.changes.append((path, kind, old, new, diff))

    def _describe(self, found: DirectoryEntry | None) -> Described | None:
        if found is None:
            return None
        about = found.about
        kind = _KINDS.get(stat.S_IFMT(about.st_mode), "device")
        described: Described = {
            "kind": kind,
            "mode": stat.S_IMODE(about.st_mode),
            "uid": about.st_uid,
            "gid": about.st_gid,
        }
        if kind == "file":
            described |= {"size": about.st_size, "digest": self._digest(found)}
        elif kind == "link":
            described |= {"link": _link(found)}
        if found.attributes:
            described |= {"attributes": found.attributes}
            self.left.paths -= sum(map(len, found.attributes))
        return described

    def _digest(self, found: DirectoryEntry) -> str:
        """SHA-256 of a regular file, "" if it cannot be read or there is more than may be read; keeps short text."""
        if found.digest is None:
            found.digest = ""
            if found.about.st_size <= self.left.read:
                with contextlib.suppress(OSError):
                    self._read(found)
        return found.digest

    def _read(self, found: DirectoryEntry) -> None:
        fd = os.open(found.name, READ, dir_fd=found.folder)
        with open(fd, "rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                return
            digest, size, parts = hashlib.sha256(), 0, []
            while size <= found.about.st_size and (chunk := file.read(_CHUNK)):
                digest.update(chunk)
                size += len(chunk)
                if size <= _TEXT:
                    parts.append(chunk)
        self.left.read -= size
        found.digest = digest.hexdigest()
        found.text = b"".join(parts) if size <= _TEXT else None

    def _diff(self, before: DirectoryEntry | None, after: DirectoryEntry, path: str) -> str:
        """A unified diff of two short texts, "" where one is not."""
        old = _lines(before)
        new = _lines(after) if stat.S_ISREG(after.about.st_mode) else None
        if old is None or new is None or not (old or new):
            return ""
        self.left.compared -= sum(map(len, old)) + sum(map(len, new))
        if self.left.compared < 0:
            return ""
        return unified(old, new, path, existed=before is not None)


def _lines(found: DirectoryEntry | None) -> list[str] | None:
    """The lines of a short text that was read; none for nothing, None for what is not such a text."""
    if found is None:
        return []
    if found.text is None or b"\0" in found.text:
        return None
    try:
        lines = lines_of(found.text.decode())
    except UnicodeDecodeError:
        return None
    return lines if len(lines) <= _LINES else None


def _link(found: DirectoryEntry) -> str:
    try:
        return os.readlink(found.name, dir_fd=found.folder)
    except OSError:
        return ""


def _rights(about: os.stat_result) -> tuple[int, int, int]:
    return about.st_mode, about.st_uid, about.st_gid
