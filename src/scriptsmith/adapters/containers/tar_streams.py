"""Tar streams that go into an engine: files laid into a box, and a tree that becomes an image of its own."""

from __future__ import annotations

import hashlib
import io
import os
import posixpath
import stat
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ...core.effects import Node
from ...errors import BadInput
from .trees import FileTree, Leaves, TreeNode, file_leaf, is_masked, resolve


@dataclass(frozen=True, slots=True, kw_only=True)
class FileToLay:
    """One file for a box."""

    path: str
    content: bytes
    mode: int = 0o644


def lay(tree: FileTree, files: Iterable[FileToLay], folder: str = "") -> tuple[bytes, FileTree]:
    """A tar stream that brings `files` and the folder `folder` into `tree`, and the tree that results.

    Links in the tree are followed here, within the tree, so that an engine meets none. Raises `BadInput` when something
    is in the way.
    """
    leaves = dict(tree.leaves)
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT, errors="surrogateescape") as tar:
        if folder:
            _folder(tar, leaves, _resolved(tree, folder))
        for file in files:
            path = _resolved(FileTree(leaves), file.path)
            if is_masked(path):
                raise BadInput(f"{file.path} cannot be laid into the box: the kernel shows its own there")
            _folder(tar, leaves, posixpath.dirname(path))
            old = leaves.get(path)
            if path == "/" or (old is not None and old.node.kind != "file"):
                raise BadInput(f"{file.path} cannot be laid into the box: something other than a file is there")
            tar.addfile(_member(path, mode=file.mode, size=len(file.content)), io.BytesIO(file.content))
            leaves[path] = laid_leaf(file.content, file.mode)
    return stream.getvalue(), FileTree(leaves, tree.complete)


def laid_leaf(content: bytes, mode: int) -> TreeNode:
    """What a laid file is, to the box: its root's."""
    digest = hashlib.sha256(content).hexdigest()
    return file_leaf(Node(kind="file", mode=mode, uid=0, gid=0, size=len(content), digest=digest), content)


def _resolved(tree: FileTree, path: str) -> str:
    try:
        return resolve(tree, path)
    except OSError as error:
        raise BadInput(f"{path} cannot be laid into the box: {error}") from None


def _folder(tar: tarfile.TarFile, leaves: Leaves, path: str) -> None:
    """Have the folder `path` and those above it; what is there already stays as it is."""
    if path == "/":
        return
    old = leaves.get(path)
    if old is not None:
        if old.node.kind != "directory":
            raise BadInput(f"{path} in the box is no folder")
        return
    _folder(tar, leaves, posixpath.dirname(path))
    member = _member(path, mode=0o755)
    member.type = tarfile.DIRTYPE
    tar.addfile(member)
    leaves[path] = TreeNode(Node(kind="directory", mode=0o755, uid=0, gid=0))


def _member(path: str, *, mode: int, size: int = 0) -> tarfile.TarInfo:
    member = tarfile.TarInfo(path.lstrip("/"))
    member.mode, member.size = mode, size
    return member


def write_folder(root: Path, out: IO[bytes], empty: Iterable[str]) -> None:
    """Write the tree under `root` as a tar stream; `empty` paths (`/` is `root`) as if they held nothing.

    No link is followed, and sockets and devices are left out. Raises `BadInput` for what may not be read.
    """
    hidden = frozenset(empty)
    with tarfile.open(fileobj=out, mode="w|", format=tarfile.PAX_FORMAT, errors="surrogateescape") as tar:
        _write_within(tar, root, "", hidden)


def _write_within(tar: tarfile.TarFile, folder: Path, above: str, hidden: frozenset[str]) -> None:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        for entry in entries:
            path = f"{above}/{entry.name}"
            about = entry.stat(follow_symlinks=False)
            member = tar.gettarinfo(entry.path, path.lstrip("/"))
            if member is None or member.ischr() or member.isblk():  # None: a socket
                continue
            tar.inodes.clear()  # type: ignore[attr-defined]  # each name a file of its own
            if not stat.S_ISREG(about.st_mode):
                tar.addfile(member)
            elif path in hidden:
                member.size = 0
                tar.addfile(member)
            else:
                member.type, member.linkname, member.size = tarfile.REGTYPE, "", about.st_size
                with open(os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
                    tar.addfile(member, file)
            if stat.S_ISDIR(about.st_mode) and path not in hidden:
                _write_within(tar, Path(entry.path), path, hidden)
    except PermissionError as error:
        raise BadInput(f"{error.filename} may not be read, so {folder} cannot lie under a box") from None


def write_filtered(source: IO[bytes], out: IO[bytes], empty: Iterable[str]) -> None:
    """Copy a tar stream, `empty` paths as if they held nothing."""
    hidden = tuple(empty)
    with (
        tarfile.open(fileobj=source, mode="r|", errors="surrogateescape") as tar,
        tarfile.open(fileobj=out, mode="w|", format=tarfile.PAX_FORMAT, errors="surrogateescape") as copy,
    ):
        for member in tar:
            tar.members.clear()  # type: ignore[attr-defined]
            path = "/" + member.name.removeprefix("./").strip("/")
            if any(path.startswith(f"{each}/") for each in hidden):
                continue
            if path in hidden and member.isreg():
                member.size = 0
                member.pax_headers = {key: text for key, text in member.pax_headers.items() if key != "size"}
                copy.addfile(member)
            else:
                copy.addfile(member, tar.extractfile(member) if member.isreg() else None)
            copy.members.clear()  # type: ignore[attr-defined]
