"""Syntax colouring of Bash scripts as HTML: what is a comment or a string looks like one, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from ..bash.spans import Kind
from ..bash.tokens import Token, tokens
from .rendering import shown

LONGEST = 200_000
"""Characters beyond which a script is shown without colours."""
_CLASSES: dict[Kind, str] = {
    "comment": "comment",
    "string": "string",
    "here-document": "string",
    "delimiter": "word",
    "keyword": "word",
    "expansion": "variable",
    "name": "variable",
}
_WORDS = frozenset(("local", "export", "readonly", "declare", "return", "&&", "||", ";;", "|", "|&"))
"""Commands and operators that look like keywords."""


def coloured(text: str) -> tuple[Markup, ...]:
    """The lines of a script, escaped, each piece in an element that the style sheet colours.

    What the parser cannot read has no colours: they would tell of something that is not so.
    """
    if len(text) > LONGEST:
        return tuple(shown(line) for line in text.split("\n"))
    pieces = [piece for token in tokens(text) for piece in _marked(text[token.start : token.end], _css(token, text))]
    return tuple(Markup("").join(pieces).split("\n"))


def _css(token: Token, text: str) -> str:
    """The class of a token's element, empty where it has none."""
    if token.kind in ("command", "operator"):
        return "word" if text[token.start : token.end] in _WORDS else ""
    return _CLASSES.get(token.kind, "")


def _marked(text: str, css: str) -> Iterator[Markup]:
    """One piece; one that goes over several lines is marked on each of them."""
    if not css:
        yield shown(text)
        return
    for number, line in enumerate(text.split("\n")):
        if number:
            yield Markup("\n")
        if line:
            yield Markup('<span class="s-{0}">{1}</span>').format(css, shown(line))
