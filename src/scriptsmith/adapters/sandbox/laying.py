"""Laying files and folders into the tree of a box as if it were "/": no link of a script leads out of it."""

from __future__ import annotations

import errno
import os
import posixpath
import stat

from . import kernel


def lay_folder(root: int, path: str) -> int:
    """Make the folder `path` and those above it within the folder `root`; an open descriptor of it."""
    try:
        return kernel.open_in(root, path, os.O_PATH | os.O_DIRECTORY)
    except FileNotFoundError:
        pass
    above, name = posixpath.split(path.rstrip("/"))
    parent = lay_folder(root, above or "/")
    try:
        os.mkdir(name, 0o755, dir_fd=parent)
    except FileExistsError:
        raise OSError(errno.ENOTDIR, "there is a link to nowhere in the way", path) from None
    finally:
        os.close(parent)
    return kernel.open_in(root, path, os.O_PATH | os.O_DIRECTORY)


def lay_file(root: int, path: str, content: bytes, mode: int) -> None:
    """Write a regular file at `path` within the folder `root`, folders included."""
    os.close(lay_folder(root, posixpath.dirname(path) or "/"))
    fd = kernel.open_in(root, path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK, mode)
    with open(fd, "wb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(errno.EINVAL, "that is not a regular file", path)
        file.write(content)
        os.fchmod(fd, mode)
