"""What of a host is private: files that the world may not read, and folders that it may not list or enter.

For boxes of real root the kernel itself decides what can be read (`world.py`); what is found here shows as empty
instead of as refused, so that scripts find their locks and homes. For boxes of an ordinary user, who is the owner of
what is private to that user, nothing but this keeps it out: so what could not be looked through is hidden as a whole.
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from .secrets import FRESH

# Where distributions put programs and what they ship with them, the same for everybody.
SHIPPED = frozenset(
    (
        *("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin", "/gnu/store", "/nix/store"),
        *("/usr/bin", "/usr/games", "/usr/include", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec"),
        *("/usr/sbin", "/usr/share", "/usr/src"),
    )
)
_FOR_ROOT = ("/etc", "/home", "/opt", "/srv", "/usr/local", "/var")  # the rest is refused by the kernel
_LISTED = stat.S_IROTH | stat.S_IXOTH


@dataclass(frozen=True, slots=True)
class ScanLimits:
    """How many entries of folders are looked at, how many private paths are named, and how many of one folder."""

    entries: int
    named: int = 500
    of_a_folder: int = 100


@dataclass(slots=True)
class Private:
    """The private paths that were found, and the folders that nobody has looked into."""

    found: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)


_ROOTS = ScanLimits(entries=20_000, named=200)
_USERS = ScanLimits(entries=100_000)


def private_of_root() -> list[str]:
    """Paths of the folders that services and people use which are for their owners alone, nearest to "/" first."""
    return private_in(_FOR_ROOT, bounds=_ROOTS, concerns=lambda _: True).found


def private_of_user(skipped: Collection[str]) -> list[str]:
    """Paths that this user may read and the world may not, and what could not be looked at; not what is `skipped`."""
    private = private_in(["/"], bounds=_USERS, concerns=_readable, skipped={*FRESH, *SHIPPED, *skipped})
    return [*private.found, *private.unseen]


def private_in(
    tops: Collection[str], *, bounds: ScanLimits, concerns: Callable[[str], bool], skipped: Collection[str] = ()
) -> Private:
    """What is private in the folders `tops`, level by level, as far as `bounds` go.

    `concerns` says of a private path whether it matters. A folder with many private files counts as one itself.
    """
    private, left, waiting = Private(), bounds.entries, deque(tops)
    while waiting and left > 0 and len(private.found) < bounds.named:
        folder = waiting.popleft()
        files: list[str] = []
        below: list[str] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    left -= 1
                    if left <= 0:
                        break
                    _sort(entry, files, below, private.found, concerns, skipped)
        except OSError:
            continue  # it is nobody's any more, or not this user's
        if left <= 0:
            waiting.appendleft(folder)
        elif len(files) > bounds.of_a_folder and folder not in tops:
            private.found.append(folder)
        else:
            private.found += files
            waiting += below
    private.unseen = _lifted(waiting, bounds.named)
    return private


def _lifted(folders: Iterable[str], most: int) -> list[str]:
    """At most `most` folders that cover `folders`: the deepest give way to those that they lie in."""
    covers = set(folders)
    while len(covers) > most:
        depth = max(path.count("/") for path in covers)
        covers = {os.path.dirname(path) if path.count("/") == depth else path for path in covers}
    return sorted(covers)


def _sort(
    entry: os.DirEntry[str],
    files: list[str],
    below: list[str],
    folders: list[str],
    concerns: Callable[[str], bool],
    skipped: Collection[str],
) -> None:
    """Put one entry of a folder where it belongs: private files, folders to look into, private folders."""
    try:
        mode = entry.stat(follow_symlinks=False).st_mode
    except OSError:
        return
    if stat.S_ISREG(mode):
        if not mode & stat.S_IROTH and concerns(entry.path):
            files.append(entry.path)
    elif stat.S_ISDIR(mode) and entry.path not in skipped:
        if mode & _LISTED == _LISTED:
            below.append(entry.path)
        elif concerns(entry.path):
            folders.append(entry.path)


def _readable(path: str) -> bool:
    """Whether this user may open or enter `path`, by whatever right."""
    return os.access(path, os.R_OK) or (os.path.isdir(path) and os.access(path, os.X_OK))
