"""Goes through a layer and what lies under it, side by side, however deep, with a bounded number of open folders.

Nothing that was written in a box is followed: folders are opened by name from the folder that they lie in. Nobody
moves them meanwhile, so the way back from deep below is `..`.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..attributes import told
from .world import OPAQUE

READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
FOLDER = READ | os.O_DIRECTORY
_KEPT_OPEN = 200  # levels, of at most two folders each
_NONE, _CLOSED = -1, -2


@dataclass(slots=True)
class DirectoryEntry:
    """What lies at a name in an open folder; once read, its digest, and its text if that is short."""

    folder: int
    name: str
    about: os.stat_result
    digest: str | None = None
    text: bytes | None = None
    _attributes: list[str] | None = None

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.about.st_mode)

    @property
    def attributes(self) -> list[str]:
        """Its extended attributes as text; none where they cannot be read."""
        if self._attributes is None:
            self._attributes = told(self._read_attributes())
        return self._attributes

    def _read_attributes(self) -> Iterator[tuple[str, bytes]]:
        place = f"/proc/self/fd/{self.folder}/{self.name}"  # a link at the end is not followed
        with contextlib.suppress(OSError):
            for name in os.listxattr(place, follow_symlinks=False):
                with contextlib.suppress(OSError):
                    yield name, os.getxattr(place, name, follow_symlinks=False)


Enter = Callable[[DirectoryEntry | None, DirectoryEntry | None], tuple[bool, bool]]
"""Given what was and what is at a name: whether to go into what is, and into what was."""


@dataclass(slots=True)
class _Level:
    name: str
    length: int  # of the path, in bytes, a lower bound
    new: int
    old: int
    opaque: bool
    left: Iterator[str]


class Walk:
    """Yields what was, what is, and whether that is within something that is gone; None where there is nothing.

    `new` and `old` are the open folders of the layer and of what lies under it. With `fresh` only names of the layer
    are looked at. `spare` bounds the names in folders that are gone, and is counted down in place. `unseen` counts what
    could not be looked at; a folder that was and is, only with `fresh`, so that several walks count it once.
    """

    def __init__(self, new: int, old: int, prefix: str, enter: Enter, *, spare: int = 0, fresh: bool = False) -> None:
        self._enter, self._fresh = enter, fresh
        self.spare, self.unseen = spare, 0
        self._name = ""
        self._levels = [_Level(prefix, len(prefix), new, old, False, iter(self._names(new, old, opaque=False)))]

    def __iter__(self) -> Iterator[tuple[DirectoryEntry | None, DirectoryEntry | None, bool]]:
        try:
            while self._levels:
                level = self._levels[-1]
                name = next(level.left, None)
                if name is None:
                    self._leave()
                    continue
                after, before = _look(level.new, name), _look(level.old, name)
                if after and stat.S_ISCHR(after.about.st_mode) and after.about.st_rdev == 0:
                    after = None  # how a layer says: deleted
                if before or after:
                    self._name = name
                    yield before, after, level.new == _NONE
                    self._go_into(name, *self._enter(before, after))
        finally:
            for level in self._levels[1:]:
                _close(level)

    @property
    def length(self) -> int:
        """At least how many bytes the path of what was yielded last has."""
        return self._levels[-1].length + len(self._name) + 1

    @property
    def path(self) -> str:
        """The path of what was yielded last."""
        return "/".join([*(level.name for level in self._levels), self._name])

    def _go_into(self, name: str, into_new: bool, into_old: bool) -> None:
        if not (into_new or into_old):
            return
        above = self._levels[-1]
        here = _Level(name, self.length, _NONE, _NONE, above.opaque, iter(()))
        try:
            if into_new:
                here.new = os.open(name, FOLDER, dir_fd=above.new)
                # within a folder that shows nothing from below, no other one does, and is not marked again
                here.opaque = above.opaque or _is_opaque(here.new)
            if into_old:
                here.old = os.open(name, FOLDER, dir_fd=above.old)
            here.left = iter(self._names(here.new, here.old, opaque=here.opaque))
        except OSError:
            _close(here)
            self.unseen += self._fresh or not into_new  # unreadable, even for the box's own root
            return
        if len(self._levels) > _KEPT_OPEN:
            for side in ("new", "old"):
                if getattr(here, side) >= 0:
                    os.close(getattr(above, side))
                    setattr(above, side, _CLOSED)
        self._levels.append(here)

    def _leave(self) -> None:
        here = self._levels.pop()
        if not self._levels:
            return  # where the walk began is not ours to close
        above = self._levels[-1]
        if above.new == _CLOSED:
            above.new = os.open("..", FOLDER, dir_fd=here.new)
        if above.old == _CLOSED:
            above.old = os.open("..", FOLDER, dir_fd=here.old)
        _close(here)

    def _names(self, new: int, old: int, *, opaque: bool) -> list[str]:
        """What is to be looked at: all that a layer holds, and what was there before where none of it shows now."""
        names = os.listdir(new) if new >= 0 else []
        if old >= 0 and new < 0:
            below = sorted(os.listdir(old))
            names = below[: max(self.spare, 0)]
            self.spare -= len(names)
            self.unseen += len(below) - len(names)
        elif old >= 0 and opaque and not self._fresh:
            names += set(os.listdir(old)).difference(names)
        return sorted(names)


def _look(folder: int, name: str) -> DirectoryEntry | None:
    try:
        return (
            DirectoryEntry(folder, name, os.stat(name, dir_fd=folder, follow_symlinks=False)) if folder >= 0 else None
        )
    except OSError:
        return None


def _close(level: _Level) -> None:
    for fd in (level.new, level.old):
        if fd >= 0:
            with contextlib.suppress(OSError):
                os.close(fd)


def _is_opaque(folder: int) -> bool:
    try:
        return os.getxattr(folder, OPAQUE) == b"y"
    except OSError:
        return False
