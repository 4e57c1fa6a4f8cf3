"""Where everything stands in a Bash text: the parser, noting spans as it reads."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Literal, NamedTuple, Self, TypeAlias

from .parser import Parser
from .simple import REDIRECT
from .syntax import AssignNode, Function, HereDoc, Lit, Piece, RedirectNode, Simple, Subst, Unreadable, WordNode

Quoting: TypeAlias = Literal["none", "single", "double", "ansi", "comment", "here-document", "quoted here-document"]
Kind: TypeAlias = Literal[
    "blank",
    "comment",
    "keyword",
    "command",
    "option",
    "word",
    "name",
    "string",
    "expansion",
    "here-document",
    "delimiter",
    "operator",
    "arithmetic",
    "text",
]
Role: TypeAlias = Kind | Quoting | Literal["code"]
_LESS: dict[Role | None, tuple[Role, ...]] = {
    "command": ("word", "option"),
    "delimiter": ("word", "option", "single", "double"),
}
"""What the whole of a span that has one of these roles is not said to be as well."""
_BEFORE_COMMENT = re.compile(r"(?:[ \t]|\\\n)*")


class Span(NamedTuple):
    start: int
    end: int
    role: Role


class _Recorder(Parser):
    """The parser, noting spans as it reads; a span is noted after those inside it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.base = 0
        self.spans: list[Span] = []

    def part(self, start: int, end: int) -> Self:
        reader = super().part(start, end)
        reader.base, reader.spans = self.base + start, self.spans
        return reader

    def _inner(self, start: int, end: int) -> WordNode:
        made = super()._inner(start, end)
        self.note(start, end, "arithmetic")
        return made

    def note(self, start: int, end: int, role: Role) -> None:
        if start < end:
            self.spans.append(Span(self.base + start, self.base + end, role))

    def blanks(self) -> str:
        start = self.at
        char = super().blanks()
        if self.at > start:
            found = _BEFORE_COMMENT.match(self.text, start, self.at)
            self.note(found.end() if found else start, self.at, "comment")
        return char

    def keyword(self, word: str) -> None:
        self.note(self.at, self.at + len(word), "keyword")
        super().keyword(word)

    def word(self, *, regex: bool = False) -> WordNode | None:
        start = self.at
        made = super().word(regex=regex)
        if made is not None:
            text = self.text[start : self.at]
            if len(made.pieces) == 1 and text[0] in "'\"" and made.literal is not None and made.quoted:
                self.note(start, self.at, "single" if text[0] == "'" else "double")
            self.note(start, self.at, "option" if text[0] == "-" and len(text) > 1 else "word")
        return made

    def simple(self) -> Simple:
        made = super().simple()
        if made.words and isinstance(made.words[0], WordNode):
            self.note(made.words[0].start, made.words[0].end, "command")
        return made

    def _assignment(self) -> AssignNode | None:
        made = super()._assignment()
        if made is not None:
            self.note(made.start, made.start + len(made.name), "name")
        return made

    def _function(self, name: str, start: int) -> Function:
        if self.text.startswith(name, start):
            self.note(start, start + len(name), "name")
        return super()._function(name, start)

    def _redirect(self) -> RedirectNode | None:
        found = REDIRECT.match(self.text, self.at)
        made = super()._redirect()
        if made is not None and found is not None:
            self.note(found.start(), found.end(), "operator")
            if made.heredoc is not None:
                opened = _BEFORE_COMMENT.match(self.text, found.end())
                self.note(opened.end() if opened else found.end(), self.at, "delimiter")
        return made

    def _document(self, document: HereDoc) -> None:
        start = min(self.at, len(self.text))
        super()._document(document)
        end = self.at = min(self.at, len(self.text))
        last = max(start, self.text.rfind("\n", start, end - 1) + 1)
        if self.text[last:end].strip() == document.end_word:
            self.note(last, end, "delimiter")
            end = last
        if not document.quoted:
            with suppress(Unreadable):  # it is then all text
                self.part(start, end).quoted_text()
        self.note(start, end, "quoted here-document" if document.quoted else "here-document")

    def _single(self) -> Lit:
        start = self.at
        made = super()._single()
        self.note(start, self.at, "single")
        return made

    def _double(self, out: list[Piece]) -> None:
        start = self.at
        super()._double(out)
        self.note(start, self.at, "double")

    def _dollar(self, quoted: bool) -> Piece:
        start = self.at
        made = super()._dollar(quoted)
        if isinstance(made, Subst):
            self.note(start, self.at, "code")
        elif isinstance(made, Lit):
            self.note(start, self.at, "ansi" if self.at > start + 1 else "word")
        else:
            self.note(start, self.at, "expansion")
        return made

    def _backquote(self, quoted: bool) -> Subst:
        start = self.at
        made = super()._backquote(quoted)
        if "\\" not in made.source:  # otherwise what is inside stands elsewhere than what is read
            with suppress(Unreadable):
                self.part(start + 1, self.at - 1).listing()
        self.note(start, self.at, "code")
        return made

    def _process(self, char: str) -> Subst:
        start = self.at
        made = super()._process(char)
        self.note(start, self.at, "code")
        return made


def spans(text: str) -> list[Span]:
    """Every span of `text`, each before those inside it."""
    reader = _Recorder(text)
    reader.top()
    named = {(span.start, span.end): span.role for span in reader.spans if span.role in ("command", "delimiter")}
    numbered = sorted(enumerate(reader.spans), key=lambda one: (one[1].start, -one[1].end, -one[0]))
    return [span for _, span in numbered if span.role not in _LESS.get(named.get((span.start, span.end)), ())]
