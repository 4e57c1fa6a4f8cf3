"""The one way in which commands open what a person names as input: a file, a pipe of the shell, or standard input.

What would make a command wait for ever is refused, and while it does wait, signals end it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from typing import IO, NoReturn

from ..errors import BadInput, NotFound, StorageError, UsageError
from .exit_codes import Terminated

_PIPES = ("/dev/fd/", "/dev/stdin", "/proc/")  # where shells put pipes that have a writer: check <(make-script)
_NULL = os.makedev(1, 3)
_ALWAYS = (signal.SIGINT, signal.SIGTERM)


def source_name(path: str) -> str:
    """How messages call the input `path`."""
    return "standard input" if path == "-" else path


def read_source_bytes(path: str, most: int) -> bytes:
    """All of the input `path`, standard input for `-`; raises what `open_source` raises, and `BadInput` if it has more
    than `most` bytes."""
    with open_source(path) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise BadInput(f"{source_name(path)} is larger than {most:,} bytes, the most that is read of it")
    return data


@contextlib.contextmanager
def open_source(path: str) -> Iterator[IO[bytes]]:
    """The input `path`, open for reading; SIGINT and SIGTERM end whatever waits for it meanwhile.

    Raises `NotFound`, `BadInput` for what is no file, or `StorageError`, with a sentence that names the file.
    """
    name = source_name(path)
    try:
        with _ended_by_signals():
            if path != "-":
                with open(_opened(path, name), "rb") as file:
                    yield file
            elif sys.stdin is None:
                raise UsageError("standard input is closed: give a file")
            else:
                yield sys.stdin.buffer
    except FileNotFoundError:
        raise NotFound(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{name} is a directory: give a file in it") from None
    except OSError as error:
        raise StorageError(f"{name} could not be read: {error.strerror or error}") from None


def _opened(path: str, name: str) -> int:
    """A descriptor of what can be read to its end. Opening does not wait, as it would for a pipe without a writer."""
    try:
        kind = os.stat(path).st_mode
        if stat.S_ISSOCK(kind):
            raise BadInput(f"{name} is a socket: give a regular file")
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError:
        raise BadInput(f"{name!r} cannot be the name of a file") from None
    about = os.fstat(fd)
    try:
        if stat.S_ISDIR(about.st_mode):
            raise IsADirectoryError
        if stat.S_ISFIFO(about.st_mode) and not path.startswith(_PIPES):
            raise BadInput(f"{name} is a named pipe: give a regular file, or send what comes out of it to `-`")
        if stat.S_ISBLK(about.st_mode) or (stat.S_ISCHR(about.st_mode) and not _ends(path, about)):
            raise BadInput(f"{name} is a device: give a regular file, or `-` for standard input")
        os.set_blocking(fd, True)
    except BaseException:
        os.close(fd)
        raise
    return fd


def _ends(path: str, about: os.stat_result) -> bool:
    """Whether a character device is one that a person may mean: nothing, or the terminal that is standard input."""
    return about.st_rdev == _NULL or path.startswith(_PIPES)


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Have signals raise where the program waits. An event loop takes note of them and goes on waiting instead."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = {signal.SIGINT: signal.signal(signal.SIGINT, _interrupted)}
    former[signal.SIGTERM] = signal.signal(signal.SIGTERM, _terminated)
    try:
        yield
    finally:
        for number in _ALWAYS:
            signal.signal(number, former[number])


def _interrupted(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _terminated(*_: object) -> NoReturn:
    raise Terminated
