"""A Bash script in colours, by its real syntax: what is a comment or a text looks like one, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from .rendering import shown

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

LONGEST = 200_000
"""Characters beyond which a script is shown without colours."""
_BASE = re.compile(rb"\b(\d+)#(?=\$)")
_KINDS = {
    "comment": "comment",
    '"': "string",
    "string_content": "string",
    "raw_string": "string",
    "ansi_c_string": "string",
    "heredoc_body": "string",
    "heredoc_start": "word",
    "variable_name": "variable",
    "special_variable_name": "variable",
}
_WORDS = {
    *("if", "then", "elif", "else", "fi", "for", "in", "do", "done", "while", "until", "case", "esac", "select"),
    *("function", "local", "export", "readonly", "declare", "return", "[[", "]]", "&&", "||", ";;", "|", "|&"),
}


@cache
def _parser() -> Parser:
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))


def coloured(text: str) -> tuple[Markup, ...]:
    """The lines of a script, escaped, each piece in an element that the style sheet colours.

    A script that cannot be parsed has none: they would tell of something that is not so.
    """
    data = text.encode("utf-8", "surrogatepass")
    read = _BASE.sub(rb"\1+", data)  # the grammar does not know `10#$number`, and as many bytes are a sum to it
    root = _parser().parse(read).root_node if len(text) <= LONGEST else None
    if root is None or root.has_error:
        return tuple(shown(line) for line in text.split("\n"))
    parts: list[Markup] = []
    at = 0
    for start, end, kind in _pieces(root):
        if start < at:
            continue
        parts.append(_plain(data[at:start]))
        parts += _marked(data[start:end], kind)
        at = end
    parts.append(_plain(data[at:]))
    return tuple(Markup("").join(parts).split("\n"))


def _plain(data: bytes) -> Markup:
    return shown(data.decode("utf-8", "surrogatepass"))


def _marked(data: bytes, kind: str) -> Iterator[Markup]:
    """One piece; one that goes over several lines is marked on each of them."""
    for number, line in enumerate(data.decode("utf-8", "surrogatepass").split("\n")):
        if number:
            yield Markup("\n")
        yield Markup('<span class="s-{0}">{1}</span>').format(kind, shown(line))


def _pieces(root: Node) -> Iterator[tuple[int, int, str]]:
    """Where each coloured piece begins and ends, in bytes, in the order of the text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        kind = _KINDS.get(node.type) or ("word" if not node.is_named and node.type in _WORDS else "")
        if kind and not (kind == "string" and node.named_child_count):
            yield node.start_byte, node.end_byte, kind
        else:
            waiting += reversed(node.children)
