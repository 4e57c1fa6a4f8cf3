"""Taking statements out of a Bash text, so that what is left reads as if written that way."""

from __future__ import annotations

import re

from ..bash.spans import spans
from ..bash.syntax import Node

_QUOTED = frozenset(("single", "double", "ansi", "here-document", "quoted here-document"))
_MARK = "\0"
"""Stands where something was taken out until the lines are put in order."""
_LEFT = re.compile(rf"[ \t;]*{_MARK}[{_MARK} \t;]*(?:(?<=[ \t])#.*)?")


class Edits:
    """What is to be taken out of `text` and put in, by offsets of `text`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._cuts: list[tuple[int, int, str]] = []
        self._indents: dict[int, int] = {}
        self._held = _held_lines(text)

    def cut(self, start: int, end: int, put: str = "") -> None:
        """Take a stretch out, and put `put` in its place."""
        self._cuts.append((start, end, put or _MARK))

    def drop(self, node: Node) -> None:
        """Take a statement out, with the comment lines right above it and the semicolon behind it."""
        start = self._above(node.start)
        end = node.end
        if found := re.compile(r"[ \t]*;(?!;)[ \t]*").match(self.text, end):
            end = found.end()
        self.cut(start, end)

    def _above(self, start: int) -> int:
        """The start of the comment lines right above the line that `start` begins, or `start`."""
        line = self.text.rfind("\n", 0, start) + 1
        if self.text[line:start].strip():
            return start
        first = line
        while first > 0:
            before = self.text.rfind("\n", 0, first - 1) + 1
            said = self.text[before:first].strip()
            if not said.startswith("#") or said.startswith("#!"):
                break
            first = before
        return first if first < line else start

    def inline(self, node: Node, first: int, last: int) -> None:
        """Put what stands from `first` to `last` inside `node` in the place of `node`."""
        first = self._above(first)
        first += len(self.text[first:]) - len(self.text[first:].lstrip(" \t"))
        self.cut(node.start, first)
        if last < node.end:
            self.cut(last, node.end)
        deeper = self._column(first) - self._column(node.start)
        if deeper > 0 and not self.text[self.text.rfind("\n", 0, first) + 1 : first].strip():
            at = self.text.find("\n", first, last) + 1
            while at:
                self._indents[at] = self._indents.get(at, 0) + deeper
                at = self.text.find("\n", at, last) + 1

    def _column(self, at: int) -> int:
        line = self.text.rfind("\n", 0, at) + 1
        return len(self.text[line:at]) - len(self.text[line:at].lstrip())

    def result(self) -> str:
        """The text with all edits made; a stretch within one that is taken out goes with it."""
        cuts = list(self._cuts)
        for line, deeper in self._indents.items():
            blanks = len(self.text[line:]) - len(self.text[line:].lstrip(" "))
            if line not in self._held and blanks:
                cuts.append((line, line + min(blanks, deeper), ""))
        out, at = list[str](), 0
        for start, end, put in sorted(cuts, key=lambda cut: (cut[0], -cut[1])):
            if end <= at:
                continue
            out += (self.text[at:start], put)  # one that begins inside another takes what is left of it
            at = end
        out.append(self.text[at:])
        return tidy("".join(out))


def _held_lines(text: str) -> frozenset[int]:
    """The offsets of lines that begin inside a quoted text or a here-document, where blanks are meant."""
    held = set[int]()
    for span in spans(text):
        if span.role in _QUOTED:
            at = text.find("\n", span.start, span.end) + 1
            if span.role.endswith("here-document"):
                held.add(span.start)
            while at and at < span.end:
                held.add(at)
                at = text.find("\n", at, span.end) + 1
    return frozenset(held)


def tidy(text: str) -> str:
    """`text` without the marks of what was taken out, the lines that are empty by it, and doubled empty lines."""
    lines = list[str]()
    for line in text.split("\n"):
        if _MARK in line:
            if _LEFT.fullmatch(line):
                continue
            line = re.sub(rf"{_MARK}[ \t]*;(?!;)[ \t]*", _MARK, line)
            line = re.sub(rf";[ \t]*{_MARK}[{_MARK} \t]*$", "", line)
            line = line.replace(_MARK, "").rstrip(" \t")
        lines.append(line)
    joined = "\n".join(lines)
    held = _held_lines(joined)
    kept, at, empty = list[str](), 0, True
    for line in joined.split("\n"):
        blank = not line.strip() and at not in held
        if not (blank and empty):
            kept.append("" if blank else line)
        empty = blank
        at += len(line) + 1
    return "\n".join(kept).rstrip("\n") + "\n"
