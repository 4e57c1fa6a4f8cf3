"""The files that a world is known to have, and how an output may name them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The files that lines name, in order. `complete`: every line names one; `plain`: and says nothing else.

    `written` are the names as they stand there.
    """

    paths: tuple[str, ...] = ()
    complete: bool = False
    plain: bool = False
    written: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class KnownPaths:
    """Paths that lie in a world, those of them that are folders, and the folder that commands run in."""

    paths: frozenset[str] = frozenset()
    workdir: str = "/"
    folders: frozenset[str] = frozenset()
    _cache: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def bases(self) -> frozenset[str]:
        return frozenset(posixpath.basename(path) for path in self.paths)

    @cached_property
    def tails(self) -> dict[str, str]:
        """Each unambiguous end of a path with the path."""
        found: dict[str, str] = {}
        for path in sorted(self.paths):
            parts = path.strip("/").split("/")
            for at in range(len(parts)):
                tail = "/".join(parts[at:])
                found[tail] = "" if tail in found else path
        return found

    def find(self, word: str) -> str:
        """The path that `word` names; its last part where it may name several, empty where it names none."""
        if word not in self._cache:
            self._cache[word] = self._find(word)
        return self._cache[word]

    def _find(self, word: str) -> str:
        word = word.strip("\"'\u2018\u2019`").rstrip("/:,") or word
        if not word or word in (".", ".."):
            return ""
        full = posixpath.normpath(posixpath.join(self.workdir, word))
        full = "/" + full.lstrip("/")
        if full in self.paths:
            return full
        tail = word.removeprefix("./").strip("/")
        if self.tails.get(tail):
            return self.tails[tail]
        return posixpath.basename(tail) if tail in self.bases or tail in self.tails else ""

    @cached_property
    def _with_spaces(self) -> frozenset[str]:
        return frozenset(posixpath.basename(path).split(" ")[-1] for path in self.paths if " " in path)

    def _spaced(self, words: Sequence[str]) -> str:
        """The name with blanks in it that `words` end with; empty where they end with none."""
        if words[-1] not in self._with_spaces:
            return ""
        ends = (" ".join(words[at:]) for at in range(len(words) - 1))
        return next((end for end in ends if self.find(end)), "")

    def absolute(self, row: str) -> str:
        """`row` with every name of a file written from the root."""
        if found := self.find(row):
            return found
        return re.sub(r"[^\s:]+", lambda it: self.find(it[0]) or it[0], row)

    def base(self, row: str) -> str:
        """`row` with every name of a file cut down to its last part."""
        if found := self.find(row):
            return posixpath.basename(found)
        return re.sub(r"[^\s:]+", lambda it: posixpath.basename(self.find(it[0]) or "") or it[0], row)

    def named(self, lines: Iterable[str]) -> Named:
        """The files that `lines` name; of a line that says more, the first."""
        paths: list[str] = []
        written: set[str] = set()
        complete, plain = True, True
        folder = ""
        for row in lines:
            if row.endswith(":") and self.find(row[:-1]).startswith(
                "/"
            ):  # `ls -R` tells the folder, then what is in it
                folder = self.find(row[:-1])
                continue
            if folder and f"{folder}/{row}" in self.paths:
                paths.append(f"{folder}/{row}")
                written.add(row)
                continue
            if row.strip() in (".", "..") or re.match(r"^total [\d.,]+[KMGT]?$", row):
                continue
            if found := self.find(row):
                paths.append(found)
                written.add(row.strip())
                continue
            words = row.split()
            if " " in row and (spaced := self._spaced(words)):
                words = [*words[: -len(spaced.split())], spaced]
            each = [self.find(word) for word in words]
            if words and all(each):
                paths += each
                written |= set(words)
                continue
            plain = False
            start = row.split(":", 1)[0]
            found = self.find(start) or next((one for one in each if one), "")
            if not found and re.match(r"[-dlbcps][-rwxsStT]{9}", row) and words[-1] in (".", ".."):
                continue
            if found:
                paths.append(found)
                written.add(start if self.find(start) else next(word for word in words if self.find(word)))
            else:
                complete = False
        return Named(paths=tuple(paths), complete=complete, plain=plain, written=frozenset(written))


def same_places(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether both name the same files; a bare name stands for any path that ends with it."""
    mine, theirs = set(one), set(other)
    if mine == theirs:
        return True
    if all("/" in each for each in mine | theirs):
        return False
    return {posixpath.basename(it) for it in mine} == {posixpath.basename(it) for it in theirs}


def order(paths: Sequence[str]) -> list[str]:
    """The last parts of `paths` in the order of their first appearance."""
    return list(dict.fromkeys(posixpath.basename(path) for path in paths))


def but_root(one: Sequence[str], other: Sequence[str], roots: Iterable[str]) -> bool:
    """Whether both name the same files, but that only one has the folder which both commands begin at."""
    mine, theirs = ({posixpath.basename(it) for it in paths} for paths in (one, other))
    return len(mine ^ theirs) == 1 and mine ^ theirs <= {posixpath.basename(it.rstrip("/")) for it in roots}


def but_hidden(one: Sequence[str], other: Sequence[str], roots: Iterable[str]) -> bool:
    """Whether both name the same files, hidden ones and the folder that both commands begin at left out."""
    tops = {posixpath.basename(it.rstrip("/")) for it in roots}
    mine, theirs = (
        {it for it in map(posixpath.basename, paths) if it[:1] != "." and it not in tops} for paths in (one, other)
    )
    return bool(mine) and mine == theirs


def but_folders(one: Sequence[str], other: Sequence[str], folders: frozenset[str]) -> bool:
    """Whether both name the same files, and one of them folders too."""
    mine, theirs = set(one), set(other)
    return bool(mine & theirs) and mine ^ theirs <= folders and (mine < theirs or theirs < mine)
