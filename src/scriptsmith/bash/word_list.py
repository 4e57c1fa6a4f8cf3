"""The words and operators of a text in one row, quotes undone: for comparing commands by their words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .parser import Parser
from .syntax import Lit, RedirectNode, Subst, Unreadable, WordNode

_BETWEEN = re.compile(r"&&|\|\||\|&|;;|[|&;()]")
_LIKE_OPERATORS = re.compile(r"[|&;()<>]+|2>")


def word_list(text: str) -> tuple[str, ...]:
    """The words and operators of `text`; a newline is `;`, and the commands of a substitution that is not quoted are
    words of their own between `$`, `(` and `)`. A word that looks like an operator has a backslash before it, as in
    `\\;`. Where the text is no Bash, it is split at blanks."""
    try:
        return tuple(_row(text))
    except Unreadable:
        return tuple(text.split())


def _row(text: str) -> Iterator[str]:
    reader = Parser(text)
    while char := reader.blanks():
        if char == "\n":
            reader.newline()
            yield ";"
        elif redirects := reader.redirects():
            for redirect in redirects:
                yield from _redirect(redirect)
        elif between := _BETWEEN.match(text, reader.at):
            reader.at = between.end()
            yield between.group()
        else:
            word = reader.word()
            if word is None:
                raise Unreadable(reader.at, "no word can begin here")
            yield from _written(word)


def _redirect(redirect: RedirectNode) -> Iterator[str]:
    number = redirect.descriptor
    if redirect.operator == ">" and number not in (None, 1):
        yield f"{number}>"
    else:
        if number is not None and redirect.operator != ">":
            yield str(number)
        yield redirect.operator
    if redirect.word is not None:
        yield from _written(redirect.word)


def _written(word: WordNode) -> Iterator[str]:
    text, several = "", False
    for piece in word.pieces:
        if isinstance(piece, Lit):
            text += piece.text
        elif isinstance(piece, Subst) and piece.kind in ("$(", "`"):
            inner = piece.text if piece.kind == "`" else piece.source[2:-1]
            if piece.quoted:
                text += f"$({inner})"
                continue
            yield from (text + "$", "(", *_row(inner), ")")
            text, several = "", True
        else:
            text += piece.source
    if text or not several:
        yield "\\" + text if _LIKE_OPERATORS.fullmatch(text) else text
