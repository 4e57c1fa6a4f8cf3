"""Writing files so that a crash or a full disk leaves either the old content or the new, never a half."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ...errors import StorageError


@contextmanager
def explained(doing: str, path: Path) -> Iterator[None]:
    """Turn an OSError into one sentence that names the file and the cause."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"could not {doing} {path}: {error.strerror or error}") from error


def opened(path: Path | str) -> BinaryIO:
    """`path` open for reading, unbuffered; raises `OSError`, also for a pipe, which would be waited for."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        raise OSError(errno.EINVAL, "it is not a regular file")
    return os.fdopen(handle, "rb", buffering=0)


def write_atomically(path: Path, text: str, mode: int = 0o644) -> None:
    """Replace the content of `path` in one step, durably; raises `StorageError`, the old content kept."""
    with writing_atomically(path, mode) as file:
        file.write(text.encode("utf-8"))


@contextmanager
def writing_atomically(path: Path, mode: int = 0o644) -> Iterator[BinaryIO]:
    """A file that takes the place of `path` when the block ends, durably; as `write_atomically` for what is large."""
    with explained("write", path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fchmod(file.fileno(), mode)
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
        sync_folder(path.parent)


@contextmanager
def writing_out(output: str, mode: int = 0o644) -> Iterator[BinaryIO]:
    """A file that a person named for what is made: as `writing_atomically`, where a link leads. A device, a pipe or a
    socket is written into and stays what it is; raises `StorageError`, also for a file that is write-protected."""
    path = Path(output)
    with explained("write", path):
        if path.exists() and (not path.is_file() or path.absolute().parts[1] in ("dev", "proc")):
            with open(path, "wb", buffering=0) as file:
                yield file
            return
        path = path.resolve()
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, "it is write-protected")
    with writing_atomically(path, mode) as file:
        yield file


def sync_folder(folder: Path) -> None:
    """Make the names in `folder` durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
