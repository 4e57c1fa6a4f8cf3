"""The lexical tokens of a Bash text, for colouring it, and how each place in it is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from .spans import Kind, Quoting, Role, Span, spans

_KINDS: dict[Role, Kind] = {
    **{kind: kind for kind in get_args(Kind)},
    "single": "string",
    "double": "string",
    "ansi": "string",
    "quoted here-document": "here-document",
}
_QUOTINGS: dict[Role, Quoting] = {
    "single": "single",
    "double": "double",
    "ansi": "ansi",
    "comment": "comment",
    "here-document": "here-document",
    "quoted here-document": "quoted here-document",
    "code": "none",  # what is around a substitution does not quote what is in it
}
_CODE = re.compile(r"(?P<blank>(?:\s|\\\n)+)|(?P<operator>\$\(|[|&;()<>=+`!\[\]]+)|(?P<text>.)", re.DOTALL)


class Token(NamedTuple):
    """`text[start:end]` and what it is.

    `name` is what is assigned to or defined, `delimiter` the word around a here-document, `arithmetic` also the inside
    of a subscript, and `text` what could not be read.
    """

    kind: Kind
    start: int
    end: int


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of `text` in order: joined they are `text`, whatever it is. None is empty.

    Inside a text in double quotes or a here-document its expansions are tokens of their own, and inside a command
    substitution so is everything.
    """
    return tuple(_joined(_flat(text)))


def _joined(pieces: Iterator[Token]) -> Iterator[Token]:
    """Tokens of one kind that touch, as one; of words only what is no word by itself."""
    last: Token | None = None
    for piece in pieces:
        if last is not None and last.kind == piece.kind and piece.kind in ("text", "blank"):
            last = last._replace(end=piece.end)
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last


def _flat(text: str) -> Iterator[Token]:
    around = [Span(0, len(text), "code")]
    at = 0
    for span in spans(text):
        while span.start >= around[-1].end:
            yield from _rest(text, at, around[-1].end, around[-1].role)
            at = max(at, around.pop().end)
        if span.end > around[-1].end:
            continue  # only where reading began again after what cannot be read
        yield from _rest(text, at, span.start, around[-1].role)
        at = max(at, span.start)
        around.append(span)
    while around:
        yield from _rest(text, at, around[-1].end, around[-1].role)
        at = max(at, around.pop().end)


def _rest(text: str, start: int, end: int, role: Role) -> Iterator[Token]:
    """What stands in a span beside the spans inside it."""
    if start >= end:
        return
    if role == "code":
        for found in _CODE.finditer(text, start, end):
            kind: Kind = "blank" if found["blank"] else "operator" if found["operator"] else "text"
            yield Token(kind, found.start(), found.end())
    else:
        yield Token(_KINDS[role], start, end)


def quoting(text: str, offsets: Sequence[int]) -> list[Quoting]:
    """How `text` is quoted at each offset, for writing a value there; what cannot be read counts as not quoted."""
    found: list[Quoting] = ["none"] * len(offsets)
    for span in spans(text):
        if (role := _QUOTINGS.get(span.role)) is not None:
            for number, offset in enumerate(offsets):
                if span.start <= offset < span.end:
                    found[number] = role  # the innermost, which comes last
    return found
