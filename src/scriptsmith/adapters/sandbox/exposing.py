"""Private paths that a box is to show after all, since somebody named them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...errors import BadInput
from .secrets import FRESH, outermost, within

LARGEST = 16 << 20
"""The most bytes that an exposed file may have; it is copied."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """The folders that show with all that is in them, and content and mode of each file; paths without links."""

    folders: list[str] = field(default_factory=list)
    files: dict[str, tuple[bytes, int]] = field(default_factory=dict)


def exposed(paths: Iterable[str]) -> Exposed:
    """What the named `paths` of this host are; raises `BadInput` for what is not there or cannot be shown."""
    folders: list[str] = []
    files: dict[str, tuple[bytes, int]] = {}
    for path in paths:
        real = os.path.realpath(path)
        if within(real, FRESH):
            raise BadInput(f"{path} cannot be exposed: {_top(real)} is fresh in every box; lay a fixture there instead")
        if os.path.isdir(real):
            folders.append(real)
        else:
            files[real] = _content(path, real)
    return Exposed(outermost(folders), files)


def _top(path: str) -> str:
    return next(folder for folder in FRESH if within(path, [folder]))


def _content(path: str, real: str) -> tuple[bytes, int]:
    try:
        fd = os.open(real, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise BadInput(f"{path} cannot be exposed: {error.strerror}") from None
    with open(fd, "rb") as file:
        about = os.fstat(fd)
        if not stat.S_ISREG(about.st_mode):
            raise BadInput(f"{path} cannot be exposed: it is neither a regular file nor a folder")
        if about.st_size > LARGEST:
            raise BadInput(f"{path} cannot be exposed: it is larger than {LARGEST:,} bytes; expose its folder instead")
        return file.read(LARGEST), stat.S_IMODE(about.st_mode)
