"""The files and folders that an action and its drafts name, for worlds in which drafts are compared."""

from __future__ import annotations

import gzip
import io
import posixpath
import re
import tarfile
import zipfile
from collections.abc import Collection, Sequence

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


def situation(action: str, hints: Hints, commands: Sequence[str]) -> tuple[Planted, ...]:
    """What is named, planted: a file where its name has an ending or a command reads it, else a folder. Of `/etc`
    only what lies deeper: the rest is the machine's."""
    said = frozenset(re.findall(r"[\w.-]*\w", action))
    read = {path: None for command in commands for path in _read(command, said)}
    found = [Planted(path=WORKDIR, kind="dir")]
    bare = [path for path in read if posixpath.dirname(path) == WORKDIR]
    for path in dict.fromkeys((*hints.paths, *bare)):
        parts = path.split("/")
        if parts[1] in SYSTEM or (parts[1] == "etc" and len(parts) < 4) or path == WORKDIR:
            continue
        above = any(other.startswith(f"{path}/") for other in hints.paths)
        if not above and (path in read or re.search(r"\w\.\w+\Z", posixpath.basename(path))):
            text = planting.prose(hints.terms, hints.lines, 1, cased=False, parts=False)
            found.append(Planted(path=path, content=content(path, f"{text}this is {path}\n")))  # no two are the same
        else:
            found.append(Planted(path=path, kind="dir"))
    return tuple(found)


def content(path: str, text: str) -> bytes:
    """What a file at `path` holds: `text`, in an archive or compressed where the name says so."""
    data = text.encode()
    if path.endswith((".tar", ".tar.gz", ".tgz")):
        kept = io.BytesIO()
        with tarfile.open(fileobj=kept, mode="w") as archive:
            for name, body in (("one.txt", data), ("folder/two.txt", data[::-1])):
                member = tarfile.TarInfo(name)
                member.size = len(body)
                archive.addfile(member, io.BytesIO(body))
        data = kept.getvalue()
    elif path.endswith(".zip"):
        kept = io.BytesIO()
        with zipfile.ZipFile(kept, "w") as zipped:
            zipped.writestr(zipfile.ZipInfo("one.txt"), data)
        data = kept.getvalue()
    return gzip.compress(data, mtime=0) if path.endswith((".gz", ".tgz")) else data


def _read(command: str, said: Collection[str]) -> list[str]:
    """The paths that programs which read one file are given; a bare name is one where it is among the words `said`."""
    found, program, folders = list[str](), "", False
    words = spelling.words(command)
    for before, word in zip(("", *words), words, strict=False):
        if before in spelling.OPERATORS or not before:
            program, folders = word, False
        elif word.startswith("-"):
            folders = folders or (program in _BELOW and bool(re.match(r"-\w*[rR]", word)))
        if ("/" in word or word in said) and ((program in _READERS and not folders) or before == "<"):
            found.append(posixpath.normpath(posixpath.join(WORKDIR, re.sub(r"^~(?=/)", "/root", word))))
    return found
