"""Lists and mappings of a playbook as JSON or YAML, with what is not known left as holes."""

from __future__ import annotations

import json

from .values import Scope, Text, value_of
from .yaml_nodes import Mapping, Node, Scalar, Sequence

_DEEPEST = 20


def as_json(node: Node | None, scope: Scope, depth: int = 0) -> Text:
    """A node as JSON on one line."""
    value = value_of(node, scope) if node is not None and depth < _DEEPEST else ()
    if isinstance(value, Mapping):
        parts: list[Text] = [
            (json.dumps(key.text, ensure_ascii=False), ":", *as_json(each, scope, depth + 1))
            for key, each in value.pairs
        ]
        return ("{", *_between(parts, ","), "}")
    if isinstance(value, Sequence):
        return ("[", *_between([as_json(each, scope, depth + 1) for each in value.items], ","), "]")
    bare = isinstance(node, Scalar) and node.kind in ("boolean", "number")
    return value if bare else _quoted(value)


def as_yaml(node: Node, scope: Scope, depth: int = 0) -> Text:
    """A node as YAML in block style; a scalar as one line."""
    value = value_of(node, scope) if depth < _DEEPEST else ()
    lead = "  " * depth
    parts: list[Text] = []
    if isinstance(value, Mapping):
        for key, each in value.pairs:
            parts.append((f"{lead}{key.text}:", *_under(each, scope, depth)))
    elif isinstance(value, Sequence):
        for each in value.items:
            parts.append((f"{lead}-", *_under(each, scope, depth)))
    else:
        return value if _plain(value) else _quoted(value)
    return _between(parts, "\n")


def _under(node: Node, scope: Scope, depth: int) -> Text:
    value = value_of(node, scope)
    inner = as_yaml(node, scope, depth + 1)
    if isinstance(value, Mapping | Sequence):
        return ("\n", *inner) if inner else (" {}" if isinstance(value, Mapping) else " []",)
    return (" ", *inner)


def _plain(text: Text) -> bool:
    return all(
        isinstance(part, str) and part.replace("-", "").replace(".", "").replace("/", "").isalnum() for part in text
    )


def _quoted(text: Text) -> Text:
    return ('"', *(json.dumps(part, ensure_ascii=False)[1:-1] if isinstance(part, str) else part for part in text), '"')


def _between(parts: list[Text], mark: str) -> Text:
    return tuple(piece for index, part in enumerate(parts) for piece in ((mark, *part) if index else part))
