"""What of the host's tree can lie under a box, as parts: each a mount, or a folder that holds no mount.

The kernel lets an ordinary user lay a layer only over a folder in which nothing is mounted. A folder with mounts in it
is therefore a part without a lower folder, filled with links, small files and the parts within it.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from .secrets import FRESH, within

# Kernel interfaces, memory, and images that only repeat installed programs: nothing of these is shown in a box.
_NO_FILES = frozenset(
    """autofs binfmt_misc bpf cgroup cgroup2 configfs debugfs devpts devtmpfs efivarfs fusectl hugetlbfs mqueue nsfs
    proc pstore ramfs rpc_pipefs securityfs selinuxfs squashfs sysfs tmpfs tracefs""".split()  # noqa: SIM905
)
_MOST_PARTS = 64
_LARGEST_COPY = 1 << 20


@dataclass(slots=True)
class Part:
    """A piece of a box's tree at `prefix`. `source` is the folder under it, "" for none; `fd` holds it open, and
    `copies` lie in it (path: content, where a link points, or None for an empty folder). Of a `public` part no more is
    shown than the world may read, by way of the folder `shown`."""

    prefix: str
    source: str
    fd: int = -1
    copies: dict[str, bytes | str | None] = field(default_factory=dict)
    public: bool = False
    shown: str = ""


def mounted(listing: str) -> dict[str, str]:
    """Mount points and the types of their file systems, from the text of /proc/self/mountinfo; the topmost counts."""
    found = {}
    for line in listing.splitlines():
        left, _, right = line.partition(" - ")
        point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), left.split()[4])
        found[point.encode("latin-1", "surrogateescape").decode("utf-8", "surrogateescape")] = right.split()[0]
    return found


def holds_no_files(kind: str) -> bool:
    """Whether a file system of this kind is an interface of the kernel, or memory."""
    return kind in _NO_FILES


def real_mounts(mounts: dict[str, str], hidden: Iterable[str], exposed: Collection[str] = ()) -> list[str]:
    """Mount points that hold somebody's files, "/" first, without those in a path that no box shows."""
    hidden = (*FRESH, *hidden)
    real = [at for at, kind in sorted(mounts.items()) if kind not in _NO_FILES]
    found = [at for at in real if not within(at, hidden) or within(at, exposed)]
    return ["/", *(at for at in found if at != "/")][:_MOST_PARTS]


def parts_by_mount(points: Iterable[str], exposed: Collection[str] = ()) -> list[Part]:
    """One part for each mount, and one for each folder that is `exposed`: what a process that may copy mounts can use.

    A part lies after those that it lies in.
    """
    found = [point for point in points if point == "/" or os.path.isdir(point)]
    return [Part(at, at, public=not within(at, exposed)) for at in sorted({*found, *exposed})]


def parts_by_folder(mounts: dict[str, str], hidden: Iterable[str], exposed: Collection[str] = ()) -> list[Part]:
    """Parts none of which has a mount in it: what an ordinary user can use. The first one is for all that is split."""
    root = Part("/", "")
    parts = [root]
    points, real, covers = set(mounts) - {"/"}, set(real_mounts(mounts, hidden, exposed)), (*FRESH, *hidden)
    _split("/", points, real, covers, parts)
    for folder in exposed:
        if not within(folder, covers):
            continue  # it shows as a part of the tree
        if any(within(point, [folder]) and point != folder for point in points):
            _split(folder, points, real, tuple(path for path in covers if not within(folder, [path])), parts)
        else:
            parts.append(Part(folder, folder))
    return sorted(parts, key=lambda part: part.prefix)


def _split(folder: str, points: set[str], real: set[str], hidden: tuple[str, ...], parts: list[Part]) -> None:
    """Append the parts in `folder`, which has mounts in it, and note what else it has as copies of the first part."""
    copies = parts[0].copies
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        path, name = entry.path, entry.path[1:]
        if entry.is_symlink():
            copies[name] = os.readlink(path)
        elif entry.is_file(follow_symlinks=False):
            if not within(path, hidden) and (content := public_file(path)) is not None:
                copies[name] = content
        elif entry.is_dir(follow_symlinks=False):
            if within(path, hidden) or (path in points and path not in real) or _is_empty(path):
                copies[name] = None
            elif any(within(point, [path]) and point != path for point in points):
                copies[name] = None
                _split(path, points, real, hidden, parts)
            elif len(parts) < _MOST_PARTS:
                parts.append(Part(path, path))


def _is_empty(folder: str) -> bool:
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    except OSError:
        return False


def public_file(path: str) -> bytes | None:
    """The content of a regular file that is small and that the world may read."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(fd, "rb") as file:
        about = os.fstat(fd)
        fits = stat.S_ISREG(about.st_mode) and about.st_mode & stat.S_IROTH and about.st_size <= _LARGEST_COPY
        return file.read(_LARGEST_COPY) if fits else None
