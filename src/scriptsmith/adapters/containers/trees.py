"""What lies in a container, from the stream that its engine exports, and what differs between two such trees.

An engine's own list of changes compares times and sizes, which a script can put back; so contents are compared. The
stream was shaped by whatever ran in the box: nothing of it is unpacked, and what is read of it has a bound.
"""

from __future__ import annotations

import hashlib
import os
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, cast

from ...core.effects import Change, ChangeKind, FileKind, Node
from ..attributes import told
from ..differences import lines_of, unified

_CHUNK = 1 << 18
_TEXT, _LINES = 64 << 10, 2_000
_MASKED = ("/dev", "/proc", "/sys")  # mounts of the engine: what a stream shows there is a place holder
_OF_ENGINE = frozenset(
    ["/.dockerenv", "/run/.containerenv", "/run/podman-init", "/sbin/docker-init", "/usr/sbin/docker-init"]
)
_NOBODY = 65_534
_ATTRIBUTE = "SCHILY.xattr."
_KINDS: Mapping[bytes, FileKind] = {
    tarfile.REGTYPE: "file",
    tarfile.AREGTYPE: "file",
    tarfile.DIRTYPE: "directory",
    tarfile.SYMTYPE: "link",
    tarfile.FIFOTYPE: "fifo",
    tarfile.CHRTYPE: "device",
    tarfile.BLKTYPE: "device",
}


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A path's node, and its text, compressed, if it is a short one."""

    node: Node
    text: bytes | None = None


Leaves = dict[str, TreeNode]


@dataclass(frozen=True, slots=True)
class FileTree:
    """Every path of a box with what lies there; not `complete` when there was more than may be read."""

    leaves: Mapping[str, TreeNode] = field(default_factory=dict)
    complete: bool = True

    def size(self) -> int:
        """Bytes in all regular files."""
        return sum(leaf.node.size for leaf in self.leaves.values())


def read_tree(stream: IO[bytes], known: FileTree, *, most: int, first_id: int = 0) -> FileTree:
    """The tree in a tar stream, of which at most `most` bytes are read.

    `known` is a tree that is much the same: what it has is not kept twice. Owners are counted from `first_id`.
    """
    leaves: Leaves = {}
    bounded = _Bounded(stream, most)
    try:
        with tarfile.open(fileobj=cast(IO[bytes], bounded), mode="r|", errors="surrogateescape") as tar:
            for member in tar:
                tar.members.clear()  # type: ignore[attr-defined]  # else it keeps all of them
                path = "/" + member.name.removeprefix("./").strip("/")
                if path == "/" or path in _OF_ENGINE or is_masked(path):
                    continue
                leaf = _leaf(tar, member, path, leaves, known, first_id)
                if leaf is not None:
                    leaves[path] = leaf
    except (tarfile.TarError, EOFError, OverflowError, UnicodeError):
        return FileTree(leaves, complete=False)
    return FileTree(leaves)


class _Bounded:
    """Reads from a stream and ends early, as if it were broken off."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream, self._left = stream, most

    def read(self, size: int) -> bytes:
        if self._left <= 0:
            raise EOFError
        data = self._stream.read(size)
        self._left -= len(data)
        return data


def _leaf(
    tar: tarfile.TarFile, member: tarfile.TarInfo, path: str, leaves: Leaves, known: FileTree, first_id: int
) -> TreeNode | None:
    if member.islnk():  # another name of a file that came before
        return leaves.get("/" + member.linkname.removeprefix("./").strip("/"))
    kind = _KINDS.get(member.type)
    if kind is None:
        return None
    uid, gid = (_counted(number, first_id) for number in (member.uid, member.gid))
    mode, attributes = member.mode & 0o7777, _attributes(member)
    if kind == "link":
        return TreeNode(Node(kind=kind, mode=0o777, uid=uid, gid=gid, link=member.linkname, attributes=attributes))
    if kind != "file":
        return TreeNode(Node(kind=kind, mode=mode, uid=uid, gid=gid, attributes=attributes))
    content, digest, size = bytearray(), hashlib.sha256(), 0
    file = tar.extractfile(member)
    while file is not None and (chunk := file.read(_CHUNK)):
        digest.update(chunk)
        size += len(chunk)
        if size <= _TEXT:
            content += chunk
    node = Node(kind=kind, mode=mode, uid=uid, gid=gid, size=size, digest=digest.hexdigest(), attributes=attributes)
    old = known.leaves.get(path)
    if old is not None and old.node.digest == node.digest:
        return old if old.node == node else TreeNode(node, old.text)
    return file_leaf(node, bytes(content) if size <= _TEXT else None)


def _attributes(member: tarfile.TarInfo) -> tuple[str, ...]:
    """The extended attributes that an engine has put into its stream: mostly capabilities alone."""
    headers = (
        (name.removeprefix(_ATTRIBUTE), value) for name, value in member.pax_headers.items() if _ATTRIBUTE in name
    )
    return tuple(told((name, value.encode("utf-8", "surrogateescape")) for name, value in headers))


def file_leaf(node: Node, content: bytes | None) -> TreeNode:
    """A file's leaf; its text is kept if it is a short text."""
    if content is None or len(content) > _TEXT or b"\0" in content:
        return TreeNode(node)
    try:
        content.decode()
    except UnicodeDecodeError:
        return TreeNode(node)
    return TreeNode(node, zlib.compress(content, 1))


def _counted(number: int, first_id: int) -> int:
    return number - first_id if number >= first_id else _NOBODY


def is_masked(path: str) -> bool:
    """Whether an engine mounts something of the kernel's at `path`."""
    return any(path == masked or path.startswith(f"{masked}/") for masked in _MASKED)


def resolve(tree: FileTree, path: str) -> str:
    """Where `path` leads in `tree` when every link on the way is followed, none of them out of the tree.

    Raises `OSError` when links lead in circles.
    """
    done: list[str] = []
    left = [part for part in reversed(path.split("/")) if part]
    followed = 0
    while left:
        part = left.pop()
        if part == "..":
            done = done[:-1]
            continue
        if part == ".":
            continue
        leaf = tree.leaves.get("/" + "/".join([*done, part]))
        if leaf is None or leaf.node.kind != "link":
            done.append(part)
            continue
        followed += 1
        if followed > 40:
            raise OSError(f"links lead in circles: {path}")
        if leaf.node.link.startswith("/"):
            done = []
        left += [each for each in reversed(leaf.node.link.split("/")) if each]
    return "/" + "/".join(done)


def compare(
    before: FileTree, after: FileTree, *, most: int = 100_000, compared: int = 2 << 20
) -> tuple[tuple[Change, ...], int]:
    """Every path that differs, ordered by path, and how many more there are, at least.

    At most `most` changes are given, first those of what was there before, and `compared` bytes of text shown as
    differences. A folder whose entries changed is no change itself.
    """
    changes: list[Change] = []
    omitted = 0 if after.complete else 1
    for path in sorted(_differing(before, after), key=lambda path: path not in before.leaves):
        old, new = before.leaves.get(path), after.leaves.get(path)
        if len(changes) >= most:
            omitted += 1
            continue
        diff = ""
        if new is not None and not _same_content(old, new):
            diff = _diff(old, new, path, compared)
            compared -= len(diff)
        nodes = [None if leaf is None else leaf.node for leaf in (old, new)]
        kind = _kind(old, new)
        changes.append(Change(path=path, kind=kind, before=nodes[0], after=nodes[1], diff=diff))
    return tuple(sorted(changes, key=lambda change: os.fsencode(change.path))), omitted


def _differing(before: FileTree, after: FileTree) -> Iterator[str]:
    """Paths that differ, in order. Of what was not read it is not known that it is gone."""
    paths = after.leaves.keys() | (before.leaves.keys() if after.complete else set())
    found = []
    for path in paths:
        old, new = before.leaves.get(path), after.leaves.get(path)
        if old is not new and (old is None or new is None or old.node != new.node):
            found.append(path)
    return iter(sorted(found, key=os.fsencode))


def _kind(old: TreeNode | None, new: TreeNode | None) -> ChangeKind:
    if old is None:
        return "created"
    if new is None:
        return "deleted"
    return "metadata" if _same_content(old, new) else "modified"


def _same_content(old: TreeNode | None, new: TreeNode) -> bool:
    if old is None:
        return False
    one, other = old.node, new.node
    return (one.kind, one.digest, one.link) == (other.kind, other.digest, other.link)


def _diff(old: TreeNode | None, new: TreeNode, path: str, most: int) -> str:
    """A unified diff of two short texts, "" where one is not, or where it would be longer than `most`."""
    one, other = _lines(old), _lines(new) if new.node.kind == "file" else None
    if one is None or other is None or sum(map(len, one)) + sum(map(len, other)) > most:
        return ""
    return unified(one, other, path, existed=old is not None)


def _lines(leaf: TreeNode | None) -> list[str] | None:
    """The lines of a short text; none for nothing, None for what is not such a text."""
    if leaf is None:
        return []
    if leaf.text is None:
        return None
    lines = lines_of(zlib.decompress(leaf.text).decode())
    return lines if len(lines) <= _LINES else None
