"""The files that an engine would put into a container by itself: /etc/hosts, /etc/hostname and /etc/resolv.conf.

An engine mounts its own over those of an image, shows nobody what becomes of them, and docker writes them anew at each
start. So a box mounts files of ours there, which keep what commands write, and which are looked at from outside.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from ...core.effects import Node
from ...ports import BoxSpec
from .engine import EngineFacts
from .tar_streams import FileToLay
from .trees import FileTree, TreeNode, file_leaf, resolve

_LARGEST = 1 << 20
_CONTENT = {
    "/etc/hostname": b"box\n",
    "/etc/hosts": b"127.0.0.1\tlocalhost\n::1\tlocalhost\n127.0.1.1\tbox\n",
    "/etc/resolv.conf": b"",
}


@dataclass(slots=True)
class _Mounted:
    """A file of ours under a path of the box, and who owns it to us when its box's root does."""

    place: Path
    uid: int
    gid: int


@dataclass(slots=True)
class Hosts:
    """Those files of one box, in `folder`, which nobody else may enter. With a network, names stay the engine's."""

    folder: Path
    spec: BoxSpec
    facts: EngineFacts
    _files: dict[str, _Mounted] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path, content in _CONTENT.items():
            if path == "/etc/resolv.conf" and self.spec.network:
                continue
            place = self.folder / os.path.basename(path)
            place.write_bytes(self._of_root(path, content))
            place.chmod(0o644)
            if self.facts.first_id:
                os.chown(place, self.facts.first_id, self.facts.first_id)
            about = place.stat()
            self._files[path] = _Mounted(place, about.st_uid, about.st_gid)

    def _of_root(self, path: str, content: bytes) -> bytes:
        """What a folder under the box has there, if that is a small file."""
        if self.spec.root is None:
            return content
        with contextlib.suppress(OSError):
            fd = os.open(self.spec.root / path.lstrip("/"), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with open(fd, "rb") as file:
                if stat.S_ISREG(os.fstat(fd).st_mode):
                    return b"" if path in self.spec.empty else file.read(_LARGEST)
        return content

    def mounts(self) -> list[str]:
        """How an engine is told of them."""
        return [f"--volume={mounted.place}:{path}:Z" for path, mounted in self._files.items()]

    def take(self, path: str, file: FileToLay) -> bool:
        """Lay a file here if `path` is one of these; whether it is."""
        mounted = self._files.get(path)
        if mounted is None:
            return False
        with open(os.open(mounted.place, os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW), "wb") as stream:
            stream.write(file.content)
        mounted.place.chmod(file.mode)
        return True

    def size(self) -> int:
        """Bytes in all of them."""
        return sum(mounted.place.lstat().st_size for mounted in self._files.values())

    def shown_in(self, tree: FileTree) -> FileTree:
        """`tree` with these files as they are now, in place of what an engine exports there."""
        leaves = dict(tree.leaves)
        for path, mounted in self._files.items():
            with contextlib.suppress(OSError):
                leaves[resolve(tree, path)] = self._leaf(mounted)
        return FileTree(leaves, tree.complete)

    def _leaf(self, mounted: _Mounted) -> TreeNode:
        with open(os.open(mounted.place, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
            about = os.fstat(file.fileno())
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            file.seek(0)
            content = file.read(_LARGEST)
        node = Node(
            kind="file",
            mode=stat.S_IMODE(about.st_mode),
            uid=0 if about.st_uid == mounted.uid else about.st_uid - self.facts.first_id,
            gid=0 if about.st_gid == mounted.gid else about.st_gid - self.facts.first_id,
            size=about.st_size,
            digest=digest,
        )
        return file_leaf(node, content if len(content) < _LARGEST else None)
