"""The tree of a box: parts of a lower tree under a stack of layers, on a tmpfs that only this mount namespace has.

Layer 0 hides what is secret and holds what a box must have. Each later layer takes either files laid in from outside
or everything that one command writes; then it is closed, and the next one goes on top. What a command changed is
therefore exactly what lies in its layer, and what was there before is what the layers below it show.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable

from . import kernel
from .mounts import Part
from .secrets import FRESH, STAND_INS, within

SCRATCH = "/tmp"  # covered by our tmpfs in this mount namespace only, so no folder has to be made on the host
MERGED = f"{SCRATCH}/box"
_DEVICES = f"{SCRATCH}/dev"
_UPPER = f"{SCRATCH}/upper"  # on a tmpfs of its own, which bounds what commands write
_LAYERS, _LOWER, _BEFORE, _EMPTY = f"{SCRATCH}/layers", f"{SCRATCH}/lower", f"{SCRATCH}/before", f"{SCRATCH}/empty"
_OPTIONS = "userxattr,index=off,metacopy=off,xino=on,redirect_dir=nofollow"
OPAQUE = "user.overlay.opaque"
_MOST_LAYERS = 200
_SHARED_MEMORY = 64 << 20
_STRANGER = 65_535  # a user and a group of the box that own nothing: no system gives these numbers to anybody
_WORLD_MAY = stat.S_IROTH | stat.S_IXOTH
_HARMLESS = ("null", "zero", "full", "random", "urandom", "tty")


class BoxFilesystem:
    """The parts and layers of one box. `host` says that the lower tree is the host's own."""

    def __init__(self, parts: list[Part], *, host: bool, disk: int, inodes: int) -> None:
        self.parts = parts
        self._closed: list[list[str]] = [[] for _ in parts]  # per part, closed layers, newest first
        self._before: dict[int, str] = {}
        self._count = 0
        self._opaque: set[str] = set()
        self._made: set[str] = set()  # folders of layer 0, in which nobody but us writes
        self._unused: dict[int, str] = {}  # layers of parts in which nothing was written
        self._prefixes = sorted(((part.prefix, n) for n, part in enumerate(parts)), key=lambda at: -len(at[0]))
        private = kernel.MS_NOSUID | kernel.MS_NODEV
        kernel.mount("scratch", SCRATCH, "tmpfs", private, "mode=0755")
        for folder in (MERGED, _DEVICES, _UPPER, _LAYERS, _LOWER, _BEFORE, _EMPTY):
            os.mkdir(folder)
        self._inodes = inodes + 16
        kernel.mount("upper", _UPPER, "tmpfs", private, f"mode=0755,size={disk},nr_inodes={self._inodes}")
        _make_devices(min(disk, _SHARED_MEMORY))
        for number, part in enumerate(parts):
            part.shown = part.source
            if part.source and part.fd >= 0 and part.source[0] == "/":
                self._attach(number, part)
        self._first_layer(host)

    def _attach(self, number: int, part: Part) -> None:
        """Make a part's lower folder something that an overlay can be given by a short path."""
        if part.source.startswith("/proc/self/fd/"):
            return
        part.source = f"{_LOWER}/{number}"
        os.mkdir(part.source)
        kernel.attach_mount(part.fd, part.source)
        os.close(part.fd)
        part.fd = -1
        part.shown = self._public_view(number, part.source) if part.public else part.source

    def _public_view(self, number: int, source: str) -> str:
        """A folder that shows the tree at `source` and opens of it what the world may read: the kernel decides.

        An overlay meets what lies under it as whoever mounted it: here somebody who owns nothing and has no right over
        other people's files. Nothing is looked for, so nothing can be missed.
        """
        place = f"{_LOWER}/{number}-public"
        os.mkdir(place)
        with kernel.files_as(_STRANGER, _STRANGER):
            options = f"lowerdir={source}:{_EMPTY},userxattr,index=off,metacopy=off,redirect_dir=nofollow"
            kernel.mount("public", place, "overlay", kernel.MS_NODEV | kernel.MS_RDONLY, options)
        return place

    def _first_layer(self, host: bool) -> None:
        for number, part in enumerate(self.parts):
            folder = f"{_LAYERS}/0/{number}"
            os.makedirs(folder)
            _resemble(folder, _look(f"{part.source or _EMPTY}/."))
            self._closed[number].append(folder)
            for name, content in part.copies.items():
                if content is None:
                    os.mkdir(f"{folder}/{name}")
                elif isinstance(content, str):
                    os.symlink(content, f"{folder}/{name}")
                else:
                    _write(f"{folder}/{name}", content, 0o644)
        for part in self.parts[1:]:
            self.folder(part.prefix, above=True)
        for path in FRESH:
            self.folder(path, opaque=host or path in ("/dev", "/proc"))
        if host:
            os.chmod(f"{self._closed[0][0]}/tmp", 0o1777)

    def hide(self, paths: Iterable[str]) -> None:
        """Show a folder as empty, and anything else that is there as an empty file or its stand-in.

        Paths have no links in them.
        """
        for path in paths:
            number, rest = self._part(path)
            about = _look(f"{self.parts[number].source}/{rest}") if self.parts[number].source and rest else None
            if about is None or within(path, FRESH):
                continue
            if not self.folder(os.path.dirname(path)):
                raise OSError(errno.ELOOP, "a link is in the way of what is to be hidden", path)
            if stat.S_ISDIR(about.st_mode):
                self.folder(path, opaque=True)
            else:
                _write(f"{self._closed[number][-1]}/{rest}", STAND_INS.get(path, b""), stat.S_IMODE(about.st_mode))

    def place(self, path: str, content: bytes, mode: int) -> bool:
        """Put a file into layer 0 while that is the only one; False when a link in the way leads elsewhere."""
        number, rest = self._part(path)
        if self._count or not rest or not self.folder(os.path.dirname(path)):
            return False
        base = f"{self._closed[number][0]}/{rest}"
        for about in (_look(base), _look(f"{self.parts[number].source}/{rest}") if self.parts[number].source else None):
            if about and not stat.S_ISREG(about.st_mode):
                return False
        _write(base, content, mode)
        return True

    def folder(self, path: str, *, opaque: bool = False, above: bool = False) -> bool:
        """Have a folder at `path` in layer 0, looking like the lower one, or showing nothing of it when `opaque`.

        False, with nothing done at `path`, when there is a link or a file on the way. `above` means the folder in
        which a part is mounted, not that part's own.
        """
        number, rest = self._part(os.path.dirname(path) if above else path)
        rest = os.path.relpath(path, self.parts[number].prefix) if above else rest
        base, lower = self._closed[number][-1], self.parts[number].source
        names = rest.split("/") if rest else []
        for name in names:
            base = f"{base}/{name}"
            lower = f"{lower}/{name}" if lower else ""
            if base not in self._made:
                about = _look(base)
                if about is None:
                    below = _look(lower) if lower else None
                    if below and not stat.S_ISDIR(below.st_mode) and not opaque:
                        return False
                    os.mkdir(base, 0o755)
                    _resemble(base, below)
                    if below and self.parts[number].public and below.st_mode & _WORLD_MAY != _WORLD_MAY:
                        self._make_opaque(base)  # else the kernel refuses to look for anything below
                elif not stat.S_ISDIR(about.st_mode):
                    return False
                self._made.add(base)
            if base in self._opaque:
                lower = ""
        if opaque:
            self._make_opaque(base)
        return True

    def _make_opaque(self, base: str) -> None:
        os.setxattr(base, OPAQUE, b"y", follow_symlinks=False)
        self._opaque.add(base)

    def mount(self) -> list[str]:
        """Mount the whole tree with a new layer on top at MERGED; returns the layer's folder for each part."""
        self._count += 1
        if self._count > _MOST_LAYERS:
            raise OSError(f"a box takes at most {_MOST_LAYERS} commands and files laid in between them")
        fresh = [number for number in range(len(self.parts)) if number not in self._unused]
        if fresh:  # what we need ourselves is not the command's
            self._inodes += 3 * len(fresh) + 1
            options = f"nr_inodes={self._inodes}"
            kernel.mount("upper", _UPPER, flags=kernel.MS_REMOUNT | kernel.MS_NOSUID | kernel.MS_NODEV, data=options)
        uppers = []
        for number, part in enumerate(self.parts):
            upper = self._unused.pop(number, "") or f"{_UPPER}/{self._count}/u{number}"
            work = f"{os.path.dirname(upper)}/w{number}"
            if number in fresh:
                os.makedirs(upper)
                os.mkdir(work)
                _resemble(upper, _look(self._closed[number][0]))
            stack = ":".join([*self._closed[number], part.shown or _EMPTY])
            place = MERGED + part.prefix.rstrip("/")
            kernel.mount(
                "box", place, "overlay", kernel.MS_NODEV, f"lowerdir={stack},upperdir={upper},workdir={work},{_OPTIONS}"
            )
            uppers.append(upper)
        kernel.mount(_DEVICES, f"{MERGED}/dev", flags=kernel.MS_BIND | kernel.MS_REC)
        return uppers

    def close(self, uppers: list[str]) -> None:
        """Unmount the tree; what was written is below from now on. Views of what was before end here."""
        for number in self._before:
            kernel.unmount(f"{_BEFORE}/{number}")
        self._before.clear()
        kernel.unmount(MERGED)
        for number, upper in enumerate(uppers):
            if os.listdir(upper):
                self._closed[number].insert(0, upper)
            else:
                self._unused[number] = upper

    def before(self, number: int) -> str:
        """A folder that shows part `number` as it was below the layer that is mounted now."""
        if number not in self._before:
            place = self._before[number] = f"{_BEFORE}/{number}"
            os.makedirs(place, exist_ok=True)
            stack = ":".join([*self._closed[number], self.parts[number].shown or _EMPTY])
            kernel.mount("before", place, "overlay", kernel.MS_NODEV | kernel.MS_RDONLY, f"lowerdir={stack},{_OPTIONS}")
        return self._before[number]

    def fullness(self) -> tuple[bool, bool]:
        """Whether no block, and whether no inode, is left for commands to write to, be it on disk or in /dev/shm."""
        left = [os.statvfs(_UPPER), os.statvfs(f"{_DEVICES}/shm")]
        return any(one.f_bfree == 0 for one in left), any(one.f_ffree == 0 for one in left)

    def _part(self, path: str) -> tuple[int, str]:
        """The part that `path` lies in, and the path within it, "" for its root."""
        for prefix, number in self._prefixes:
            if path == prefix:
                return number, ""
            if path.startswith(prefix.rstrip("/") + "/"):
                return number, path[len(prefix.rstrip("/")) + 1 :]
        raise ValueError(path)


def _make_devices(shared_memory: int) -> None:
    """A /dev with the harmless devices, terminals of its own, and memory to share; read-only but for that memory."""
    quiet = kernel.MS_NOSUID | kernel.MS_NOEXEC
    kernel.mount("dev", _DEVICES, "tmpfs", kernel.MS_NOSUID, "mode=0755,size=64k,nr_inodes=64")
    for name in _HARMLESS:
        os.close(os.open(f"{_DEVICES}/{name}", os.O_CREAT | os.O_WRONLY, 0o666))
        kernel.mount(f"/dev/{name}", f"{_DEVICES}/{name}", flags=kernel.MS_BIND)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        os.symlink(target, f"{_DEVICES}/{name}")
    os.symlink("pts/ptmx", f"{_DEVICES}/ptmx")
    os.mkdir(f"{_DEVICES}/pts")
    os.mkdir(f"{_DEVICES}/shm")
    kernel.mount("pts", f"{_DEVICES}/pts", "devpts", quiet, "newinstance,ptmxmode=0666,mode=0620,max=16")
    limits = f"mode=1777,size={shared_memory},nr_inodes=4096"
    kernel.mount("shm", f"{_DEVICES}/shm", "tmpfs", quiet | kernel.MS_NODEV, limits)
    kernel.mount("dev", _DEVICES, flags=kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID)


def _look(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except OSError:
        return None


def _resemble(folder: str, about: os.stat_result | None) -> None:
    """Give a new `folder` the mode, owner and times of another, as far as this user may."""
    if about is None or not stat.S_ISDIR(about.st_mode):
        return
    if about.st_uid or about.st_gid:
        with contextlib.suppress(OSError):  # an owner that has no number in the box: it shows as the box's root
            os.chown(folder, about.st_uid, about.st_gid)
    if (mode := stat.S_IMODE(about.st_mode)) != 0o755:
        os.chmod(folder, mode)
    os.utime(folder, ns=(about.st_atime_ns, about.st_mtime_ns))


def _write(path: str, content: bytes, mode: int) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    with open(fd, "wb", buffering=0) as file:
        file.write(content)
        os.fchmod(fd, mode)
