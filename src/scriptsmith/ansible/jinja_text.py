"""Reads the Jinja in a text without evaluating it: pieces of text and expressions, and what an expression calls.

* SS0025  error  an expression or a statement that Jinja cannot read
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from jinja2 import Environment, TemplateSyntaxError, nodes

_ENVIRONMENT = Environment(
    trim_blocks=True, keep_trailing_newline=True, extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"]
)
_LONGEST = 100_000


@dataclass(frozen=True, slots=True)
class Expression:
    """What stands between braces, as a syntax tree; `source` is a short name for it."""

    node: nodes.Expr
    source: str


Piece: TypeAlias = str | Expression


@dataclass(frozen=True, slots=True)
class Template:
    """A text in pieces. Bodies of `if` and `for` stand there once each, whatever their condition.

    `problem` says why it cannot be read; the text is then one piece. `line` is the one of it that is meant, from 1.
    """

    pieces: tuple[Piece, ...]
    tree: nodes.Template | None = None
    problem: str = ""
    line: int = 1


OWN_MARKS = "#jinja2:"
"""The beginning of a text that sets marks of its own in place of braces."""


def has_jinja(text: str) -> bool:
    """Whether any of the text is a template."""
    return "{{" in text or "{%" in text or "{#" in text or text.lstrip().startswith(OWN_MARKS)


@lru_cache(maxsize=2048)
def template(text: str) -> Template:
    """The pieces of `text`."""
    if not has_jinja(text):
        return Template((text,))
    if text.lstrip().startswith(OWN_MARKS):
        return Template((text,), problem=f"`{OWN_MARKS}` sets other marks than braces, and is not read here")
    if len(text) > _LONGEST:
        return Template((text,), problem=f"the template has more than {_LONGEST:,} characters")
    try:
        with warnings.catch_warnings():  # Jinja takes `\.` in a text as Python does, which warns
            warnings.simplefilter("ignore", DeprecationWarning)
            tree = _ENVIRONMENT.parse(text)
    except TemplateSyntaxError as error:
        return Template((text,), problem=_sentence(text, error), line=error.lineno or 1)
    except RecursionError:
        return Template((text,), problem="its expressions are nested too deep")
    return Template(tuple(_pieces(tree.body)), tree)


@lru_cache(maxsize=2048)
def expression(text: str) -> Template:
    """A bare expression, as `when` and `that` take it."""
    return template("{{ " + text + " }}") if not has_jinja(text) else template(text)


def _sentence(text: str, error: TemplateSyntaxError) -> str:
    if text.count("{{") > text.count("}}"):
        return "a {{ is not closed by }}"
    if text.count("{%") > text.count("%}"):
        return "a {% is not closed by %}"
    if text.count("{#") > text.count("#}"):
        return "the comment {# is not closed by #}"
    return f"Jinja cannot read this: {error.message}"


def _pieces(body: list[nodes.Node]) -> Iterator[Piece]:
    for node in body:
        if isinstance(node, nodes.Output):
            for part in node.nodes:
                yield part.data if isinstance(part, nodes.TemplateData) else Expression(part, told(part))
            continue
        for name in ("body", "elif_", "else_"):
            inner = getattr(node, name, None)
            if isinstance(inner, list):
                yield from _pieces(inner)


def told(node: nodes.Node) -> str:
    """A short name for an expression: `item.path`, `dir | default('x')` as `dir`."""
    if isinstance(node, nodes.Name):
        return str(node.name)
    if isinstance(node, nodes.Getattr):
        return f"{told(node.node)}.{node.attr}"
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
        return f"{told(node.node)}.{node.arg.value}"
    if isinstance(node, nodes.Filter | nodes.Test | nodes.Getitem) and node.node is not None:
        return told(node.node)
    if isinstance(node, nodes.Call):
        return f"{told(node.node)}()"
    named = next(iter(node.find_all(nodes.Name)), None)
    return str(named.name) if named else "value"
