"""What a command changed: its layer, read against what was there before.

The layer was written by whatever ran in the box. So nothing in it is followed, only regular files are opened, and
folders, entries, bytes read and bytes shown all have a bound; what lies beyond is counted, not looked at.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from dataclasses import dataclass, field
from typing import Any

from ..differences import lines_of, unified
from .world import OPAQUE, World

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
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = _READ | os.O_DIRECTORY


@dataclass(slots=True)
class Bounds:
    """What collecting may still use, in all parts of a box together."""

    changes: int = 10_000
    visits: int = 50_000  # entries looked at, so that counting what is omitted ends too
    depth: int = 256  # folders within folders
    read: int = 256 << 20
    compared: int = 2 << 20  # bytes of text


@dataclass(slots=True)
class Collected:
    """Changes as (path, kind, before, after, diff), and how many more there are, at least."""

    changes: list[tuple[str, str, Described | None, Described | None, str]] = field(default_factory=list)
    omitted: int = 0


@dataclass(slots=True)
class _Found:
    """What lies at a name in an open folder; once read, its digest, and its text if that is short."""

    folder: int
    name: str
    about: os.stat_result
    digest: str | None = None
    text: bytes | None = None

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.about.st_mode)


def collect(world: World, uppers: list[str], bounds: Bounds) -> Collected:
    """Every path that a command changed in the layer at `uppers`, ordered by path."""
    reader = _Reader(bounds)
    for number, (part, upper) in enumerate(zip(world.parts, uppers, strict=True)):
        if not os.listdir(upper):
            continue
        new, old = os.open(upper, _FOLDER), os.open(world.before(number), _FOLDER)
        try:
            reader.compare(new, old, part.prefix.rstrip("/"), opaque=False)
        finally:
            os.close(new)
            os.close(old)
    reader.result.changes.sort(key=lambda change: change[0].encode("utf-8", "surrogateescape"))
    return reader.result


class _Reader:
    def __init__(self, bounds: Bounds) -> None:
        self.left = bounds
        self.result = Collected()

    def compare(self, new: int, old: int, path: str, *, opaque: bool, depth: int = 0) -> None:
        """Note what differs between a folder of the layer and the folder it lies over, -1 for none."""
        names = self._names(new)
        for name in names:
            at = f"{path}/{name}"
            after, before = _look(new, name), _look(old, name)
            if after is None:
                continue
            if stat.S_ISCHR(after.about.st_mode) and after.about.st_rdev == 0:  # how a layer says: deleted
                self._deleted(before, at, depth)
                continue
            self._note(before, after, at)
            if before and before.is_folder and not after.is_folder:
                self._inside(before, at, depth, new=False)
            if after.is_folder:
                self._inside(after, at, depth, new=True, old=before if before and before.is_folder else None)
        if opaque and old >= 0:
            for name in sorted(set(self._names(old)) - set(names)):
                self._deleted(_look(old, name), f"{path}/{name}", depth)

    def _inside(self, folder: _Found, path: str, depth: int, *, new: bool, old: _Found | None = None) -> None:
        """Go on within a folder, of the layer if `new`, else of what was there before."""
        if depth >= self.left.depth:
            self.result.omitted += 1
            return
        here = there = -1
        try:
            here = os.open(folder.name, _FOLDER, dir_fd=folder.folder)
            if new:
                there = os.open(old.name, _FOLDER, dir_fd=old.folder) if old else -1
                self.compare(here, there, path, opaque=_is_opaque(here), depth=depth + 1)
            else:
                for name in self._names(here):
                    self._deleted(_look(here, name), f"{path}/{name}", depth + 1)
        except OSError:
            self.result.omitted += 1  # unreadable, even for the box's own root
        finally:
            for fd in (here, there):
                if fd >= 0:
                    os.close(fd)

    def _names(self, folder: int) -> list[str]:
        names = sorted(os.listdir(folder))
        seen = names[: max(self.left.visits, 0)]
        self.left.visits -= len(names)
        self.result.omitted += len(names) - len(seen)
        return seen

    def _deleted(self, before: _Found | None, path: str, depth: int) -> None:
        if before is not None:
            self._add(path, "deleted", before, None)
            if before.is_folder:
                self._inside(before, path, depth, new=False)

    def _note(self, before: _Found | None, after: _Found, path: str) -> None:
        """Note a path that exists now."""
        if before is None:
            self._add(path, "created", None, after)
        elif stat.S_IFMT(before.about.st_mode) != stat.S_IFMT(after.about.st_mode) or not self._alike(before, after):
            self._add(path, "modified", before, after)
        elif _rights(before.about) != _rights(after.about):
            self._add(path, "metadata", before, after)

    def _alike(self, before: _Found, after: _Found) -> bool:
        """Whether two things of one kind hold the same; unknown is not alike."""
        if stat.S_ISREG(after.about.st_mode):
            if before.about.st_size != after.about.st_size:
                return False
            old, new = self._digest(before), self._digest(after)
            return old == new != ""
        return not stat.S_ISLNK(after.about.st_mode) or _link(before) == _link(after)

    def _add(self, path: str, kind: str, before: _Found | None, after: _Found | None) -> None:
        if len(self.result.changes) >= self.left.changes:
            self.result.omitted += 1
            return
        old, new = self._describe(before), self._describe(after)
        diff = self._diff(before, after, path) if after and kind in ("created", "modified") else ""
        self.result.changes.append((path, kind, old, new, diff))

    def _describe(self, found: _Found | None) -> Described | None:
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
        return described

    def _digest(self, found: _Found) -> str:
        """SHA-256 of a regular file, "" if it cannot be read or there is more than may be read; keeps short text."""
        if found.digest is None:
            found.digest = ""
            if found.about.st_size <= self.left.read:
                with contextlib.suppress(OSError):
                    self._read(found)
        return found.digest

    def _read(self, found: _Found) -> None:
        fd = os.open(found.name, _READ, dir_fd=found.folder)
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

    def _diff(self, before: _Found | None, after: _Found, path: str) -> str:
        """A unified diff of two short texts, "" where one is not."""
        old = _lines(before)
        new = _lines(after) if stat.S_ISREG(after.about.st_mode) else None
        if old is None or new is None or not (old or new):
            return ""
        self.left.compared -= sum(map(len, old)) + sum(map(len, new))
        if self.left.compared < 0:
            return ""
        return unified(old, new, path, existed=before is not None)


def _look(folder: int, name: str) -> _Found | None:
    try:
        return _Found(folder, name, os.stat(name, dir_fd=folder, follow_symlinks=False)) if folder >= 0 else None
    except OSError:
        return None


def _lines(found: _Found | None) -> list[str] | None:
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


def _link(found: _Found) -> str:
    try:
        return os.readlink(found.name, dir_fd=found.folder)
    except OSError:
        return ""


def _is_opaque(folder: int) -> bool:
    try:
        return os.getxattr(folder, OPAQUE) == b"y"
    except OSError:
        return False


def _rights(about: os.stat_result) -> tuple[int, int, int]:
    return about.st_mode, about.st_uid, about.st_gid
