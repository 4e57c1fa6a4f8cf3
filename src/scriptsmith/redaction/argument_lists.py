"""Command lines that are written otherwise than in one line: arrays of JSON, Python and Bash, lists of YAML, options in
quotes, continued lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ITEM = r"(?:\"[^\"\\\n$`]{0,400}\"|'[^'\\\n]{0,400}')"
_ARRAY = re.compile(rf"\[\s*{_ITEM}(?:\s*,\s*{_ITEM}){{1,60}}\s*,?\s*\]")
_YAML = re.compile(rf"(?:^[ \t]*- (?:{_ITEM}|[^\s'\"#&*!|>][^\s]*)[ \t]*(?:\n|\Z)){{2,60}}", re.MULTILINE)
_LINE = re.compile(r"^[^\n]*(?<![^\s(])[\"']-{1,2}[A-Za-z][^\n]*$", re.MULTILINE)
_QUOTED = re.compile(r"(?<![^\s(])(?:\"(-[^\s\"\\$`]{1,400})\"|'(-[^\s'\\]{1,400})')")
_CONTINUED = re.compile(r"^(?:[^\n]*(?<!\\)(?:\\\\)*\\\n){1,200}[^\n]*$", re.MULTILINE)
_CONTINUES = re.compile(r"(?<![ \t])[ \t]*\\\n[ \t]*")
_CONTENT = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|(?<=- )([^\s'\"]+)")


class CommandLine(NamedTuple):
    """A command line, and where in the text each of its characters stands; what only joins has no place: -1."""

    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a piece of the line stands in the text, if it stands there in one piece."""
        places = self.places[start:end]
        if not places or min(places) < 0 or places[-1] - places[0] != len(places) - 1:
            return None
        return places[0], places[-1] + 1


def command_lines(text: str) -> Iterator[CommandLine]:
    """The lists of arguments and the continued lines in `text`, each as the command line that it stands for."""
    if '"-' in text or "'-" in text:
        for pattern in (_ARRAY, _LINE):
            for found in pattern.finditer(text):
                yield _joined(found) if pattern is _ARRAY else _bare(found)
    if "- -" in text:
        for found in _YAML.finditer(text):
            yield _joined(found)
    if "\\\n" in text:
        for found in _CONTINUED.finditer(text):
            yield _one_line(found)


def _joined(found: re.Match[str]) -> CommandLine:
    """The items of a list with blanks between them."""
    line, places = "", []
    for item in _CONTENT.finditer(found.string, *found.span()):
        group = item.lastindex or 0
        line += item[group] + " "
        places += [*range(*item.span(group)), -1]
    return CommandLine(line, tuple(places))


def _one_line(found: re.Match[str]) -> CommandLine:
    """A line that is continued by backslashes, with one blank where each line ends."""
    line, places, at = "", list[int](), found.start()
    for end in _CONTINUES.finditer(found.string, *found.span()):
        line += found.string[at : end.start()] + " "
        places += [*range(at, end.start()), -1]
        at = end.end()
    return CommandLine(line + found.string[at : found.end()], (*places, *range(at, found.end())))


def _bare(found: re.Match[str]) -> CommandLine:
    """A line without the quotes around its options."""
    start, end = found.span()
    quotes = {at for option in _QUOTED.finditer(found.string, start, end) for at in (option.start(), option.end() - 1)}
    places = tuple(at for at in range(start, end) if at not in quotes)
    return CommandLine("".join(found.string[at] for at in places), places)
