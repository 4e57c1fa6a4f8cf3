"""Short files of /proc and of control groups, read and written by one call each: a file object costs six calls more."""

from __future__ import annotations

import os

_MOST = 1 << 16


def read(path: str) -> str:
    """The text of a file that has at most 64 KiB."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, _MOST).decode("utf-8", "replace")
    finally:
        os.close(fd)


def write(path: str, text: str) -> None:
    """Write `text` to a file that is there, in one piece."""
    fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)
