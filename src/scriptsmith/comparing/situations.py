"""The files and folders that an action and its drafts name, for worlds in which drafts are compared."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from ..bench.equivalence import planting, spelling
from ..bench.equivalence.planting import Hints
from ..core.fixtures import Planted

WORKDIR = "/scene"
"""Where drafts run: a folder that no machine has."""
SYSTEM = frozenset(("bin", "boot", "lib", "lib32", "lib64", "sbin", "usr", "dev", "proc", "sys"))
"""Folders of the root in which nothing is planted."""
_READERS = frozenset(
    """
    awk base64 cat comm cut diff egrep fgrep gawk grep head jq less md5sum nl paste sed sha256sum sort source tac tail
    tr uniq wc xxd
    """.split()  # noqa: SIM905
)
_BELOW = frozenset(("egrep", "fgrep", "grep", "diff"))
"""Those of them that read a whole folder with `-r` or `-R`."""


def situation(hints: Hints, commands: Sequence[str]) -> tuple[Planted, ...]:
    """What is named, planted: a file where its name has an ending or a command reads it, else a folder. Of `/etc`
    only what lies deeper: the rest is the machine's."""
    read = {path for command in commands for path in _read(command)}
    found = [Planted(path=WORKDIR, kind="dir")]
    for path in hints.paths:
        parts = path.split("/")
        if parts[1] in SYSTEM or (parts[1] == "etc" and len(parts) < 4) or path == WORKDIR:
            continue
        above = any(other.startswith(f"{path}/") for other in hints.paths)
        if not above and (path in read or re.search(r"\w\.\w+\Z", posixpath.basename(path))):
            text = planting.prose(hints.terms, hints.lines, 1, cased=False, parts=False)
            found.append(Planted(path=path, content=f"{text}this is {path}\n".encode()))  # no two are the same
        else:
            found.append(Planted(path=path, kind="dir"))
    return tuple(found)


def _read(command: str) -> list[str]:
    """The paths that programs which read one file are given."""
    found, program, folders = list[str](), "", False
    for before, word in zip(("", *spelling.words(command)), spelling.words(command), strict=False):
        if before in spelling.OPERATORS or not before:
            program, folders = word, False
        elif word.startswith("-"):
            folders = folders or (program in _BELOW and bool(re.match(r"-\w*[rR]", word)))
        elif "/" in word and program in _READERS and not folders:
            found.append(posixpath.normpath(posixpath.join(WORKDIR, word)))
        if before in ("<", "<<<"):
            found.append(posixpath.normpath(posixpath.join(WORKDIR, word)))
    return found
