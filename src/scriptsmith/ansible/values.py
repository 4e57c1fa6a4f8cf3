"""What the values of a playbook come to, as far as its text tells: literal text, and holes for what is not known.

Variables of the play, of blocks, tasks and loops are followed through Jinja. Nothing is evaluated but names, constants
and a few filters without effects; a lookup, a fact or a variable from elsewhere is a hole with a name.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Names
from dataclasses import dataclass, replace
from typing import TypeAlias

from jinja2 import nodes

from ..danger.rules.word_lists import set_of
from .jinja_text import Expression, has_jinja, template, told
from .secret_files import looked_up, secret_read
from .yaml_nodes import START as _NOWHERE
from .yaml_nodes import Mapping, Node, Scalar, Sequence

_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Hole:
    """A value that is not known. `name` is one that a shell variable can have, `source` the expression.

    `fixed` says that it is never empty, `default` what it is where nobody sets it, `quoted` that it passed `quote`,
    `command` the shell command whose output it is, `secret` that a lookup reads a secret of the controller, and `round`
    is an ending of the names of what the item of one loop consists of, which the item of another is not.
    """

    name: str
    source: str
    default: str | None = None
    fixed: bool = False
    quoted: bool = False
    command: str = ""
    secret: bool = False
    round: str = ""


Text: TypeAlias = tuple[str | Hole, ...]
Value: TypeAlias = Text | Mapping | Sequence

_NEVER_EMPTY = re.compile(
    r"(?:inventory_hostname|ansible_\w+|playbook_dir|role_path|inventory_dir|group_names|role_name)(?:\.|\Z)"
)
_PATHS: dict[str, Callable[[str], str]] = {"basename": posixpath.basename, "dirname": posixpath.dirname}
_CHANGED_TEXT: dict[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "trim": str.strip,
    "string": str,
    "title": str.title,
}
_SAME = set_of("string trim to_nice_yaml list unique flatten safe indent e escape select sort b64decode mandatory")
_NUMERIC = set_of("int float length count abs round bool hash checksum sha1 md5 b64encode password_hash")


class Scope:
    """Names and their values, in Ansible's order: the item of a loop, then facts, then the variables of the innermost
    scope. Facts are shared by all scopes of a play."""

    def __init__(
        self, outer: Scope | None = None, names: Names[str, Node | Text] | None = None, *, loop: bool = False
    ) -> None:
        self._outer = outer
        self._names: dict[str, Node | Text] = dict(names or {})
        self._loop = loop
        self._facts: dict[str, Node | Text] = outer._facts if outer is not None else {}

    def find(self, name: str) -> Node | Text | None:
        """The value of a variable, None where the playbook does not say it."""
        found: Node | Text | None = None
        scope: Scope | None = self
        while scope is not None:
            if name in scope._names:
                if scope._loop:
                    return scope._names[name]
                found = scope._names[name] if found is None else found
            scope = scope._outer
        return self._facts.get(name, found)

    def set(self, name: str, value: Node | Text) -> None:
        """What `set_fact` or `register` leaves for the tasks that follow."""
        self._facts[name] = value

    def inner(self, node: Node | None) -> Scope:
        """A scope with the variables of a mapping (`vars:`) in it."""
        names = {key.text: value for key, value in node.pairs} if isinstance(node, Mapping) else {}
        return Scope(self, names)


def text_of(node: Node | None, scope: Scope, depth: int = 0) -> Text:
    """A scalar with what is known of its variables put in; lists and mappings are joined by blanks."""
    if node is None:
        return ()
    if isinstance(node, Scalar):
        if node.tag.endswith("vault"):
            return (Hole("vault", "a value in a vault", fixed=True),)
        if node.kind == "null" or node.tag.endswith("unsafe"):
            return ("",) if node.kind == "null" else (node.text,)
        return _joined(_rendered(node.text, scope, depth))
    values = node.items if isinstance(node, Sequence) else [value for _, value in node.pairs]
    found: list[str | Hole] = []
    for each in values[:50]:
        found += [*([" "] if found else []), *text_of(each, scope, depth + 1)]
    return _joined(found)


def pairs_of(mapping: Mapping, key: str = "key", value: str = "value") -> Sequence:
    """A list with one mapping for each pair of another one, as `dict2items` and `with_dict` make it."""
    first = {name.text: (name, node) for name, node in reversed(mapping.pairs)}
    names = (Scalar(key, _NOWHERE), Scalar(value, _NOWHERE))
    return Sequence(
        _NOWHERE, [Mapping(_NOWHERE, [*zip(names, pair, strict=True)]) for pair in reversed(first.values())]
    )


def list_of(node: Node | None, scope: Scope) -> list[Node | Text] | None:
    """The items of a list, or of the list that an expression names; None where they are not known."""
    value = value_of(node, scope) if node is not None else None
    if isinstance(value, Sequence):
        return list(value.items)
    return None


def value_of(node: Node, scope: Scope, depth: int = 0) -> Value:
    """A node itself, or what the one expression that a scalar consists of comes to."""
    if isinstance(node, Scalar):
        pieces = template(node.text).pieces if has_jinja(node.text) else ()
        if len(pieces) == 1 and isinstance(pieces[0], Expression) and depth < _DEEPEST:
            return _evaluate(pieces[0].node, scope, depth + 1)
        return text_of(node, scope, depth)
    return node


def evaluated(piece: Expression, scope: Scope) -> Text:
    """What one expression comes to, as text."""
    return _joined(list(_flat(_evaluate(piece.node, scope, 0), scope, 0)))


def literal(text: Text) -> str | None:
    """The exact text, or None where a part is not known."""
    return "".join(map(str, text)) if all(isinstance(part, str) for part in text) else None


def shape(text: Text) -> str:
    """The text with `{{ … }}` for what is not known: for messages."""
    return "".join(part if isinstance(part, str) else "{{ " + part.source + " }}" for part in text)


def _rendered(text: str, scope: Scope, depth: int) -> Iterator[str | Hole]:
    for piece in template(text).pieces:
        if isinstance(piece, str):
            yield piece
        else:
            yield from _flat(_evaluate(piece.node, scope, depth + 1), scope, depth)


def _flat(value: Value, scope: Scope, depth: int) -> Text:
    return value if isinstance(value, tuple) else text_of(value, scope, depth + 1)


def _joined(parts: Iterator[str | Hole] | list[str | Hole]) -> Text:
    """Neighbouring pieces of text as one."""
    found: list[str | Hole] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part != "":
            found.append(part)
    return tuple(found)


def hole(node: nodes.Node, *, fixed: bool = False) -> Hole:
    """The hole that an expression leaves."""
    source = told(node)
    name = re.sub(r"\W+", "_", source).strip("_") or "value"
    return Hole(f"v_{name}" if name[0].isdigit() else name, source, fixed=fixed or bool(_NEVER_EMPTY.match(source)))


def source_of(call: nodes.Node) -> str:
    """A lookup as it is written."""
    plugin, term = looked_up(call)
    return f"lookup('{plugin}', '{term}')"


def _evaluate(node: nodes.Node, scope: Scope, depth: int) -> Value:
    if depth > _DEEPEST:
        return (hole(node),)
    if isinstance(node, nodes.Const):
        return (str(node.value),) if node.value is not None else ("",)
    if isinstance(node, nodes.TemplateData):
        return (node.data,)
    if isinstance(node, nodes.Name):
        found = scope.find(node.name)
        if found is None:
            return (hole(node),)
        return found if isinstance(found, tuple) else value_of(found, scope, depth + 1)
    if isinstance(node, nodes.Getattr | nodes.Getitem):
        return _part(node, scope, depth)
    if isinstance(node, nodes.Concat):
        return _joined([part for each in node.nodes for part in _flat(_evaluate(each, scope, depth + 1), scope, depth)])
    if isinstance(node, nodes.Add):
        left, right = (_evaluate(each, scope, depth + 1) for each in (node.left, node.right))
        if isinstance(left, tuple) and isinstance(right, tuple):
            return _joined([*left, *right])
    if isinstance(node, nodes.List):
        return Sequence(_NOWHERE, [_as_node(_evaluate(each, scope, depth + 1)) for each in node.items])
    if isinstance(node, nodes.Filter) and node.node is not None:
        return _filtered(node, scope, depth)
    if isinstance(node, nodes.Call) and (secret := secret_read(node)):
        return (Hole(secret, source_of(node), secret=True),)
    if isinstance(node, nodes.CondExpr):
        both = [_evaluate(each, scope, depth + 1) for each in (node.expr1, node.expr2) if each is not None]
        sure = [isinstance(each, tuple) and bool(literal(each)) for each in both]
        return (hole(node, fixed=len(sure) == 2 and all(sure)),)
    return (hole(node),)


def _part(node: nodes.Getattr | nodes.Getitem, scope: Scope, depth: int) -> Value:
    base = _evaluate(node.node, scope, depth + 1)
    key = node.attr if isinstance(node, nodes.Getattr) else getattr(node.arg, "value", None)
    if isinstance(base, Mapping) and isinstance(key, str) and (found := base.get(key)) is not None:
        return value_of(found, scope, depth + 1)
    if isinstance(base, Sequence) and isinstance(key, int) and -len(base.items) <= key < len(base.items):
        return value_of(base.items[key], scope, depth + 1)
    if isinstance(base, tuple) and len(base) == 1 and isinstance(base[0], Hole) and base[0].command and key == "path":
        return base
    if isinstance(base, tuple) and len(base) == 1 and isinstance(base[0], Hole):
        part = hole(node)
        return base if base[0].secret else (replace(part, name=part.name + base[0].round, round=base[0].round),)
    return (hole(node),)


def _filtered(node: nodes.Filter, scope: Scope, depth: int) -> Value:
    assert node.node is not None
    base = _evaluate(node.node, scope, depth + 1)
    name = node.name.rpartition(".")[2]
    if isinstance(base, Sequence):
        if name in ("first", "last") and base.items:
            return value_of(base.items[0 if name == "first" else -1], scope, depth + 1)
        if name == "join":
            between = _evaluate(node.args[0], scope, depth + 1) if node.args else ("",)
            parts: list[str | Hole] = []
            for each in base.items[:50]:
                parts += [*(_flat(between, scope, depth) if parts else ()), *text_of(each, scope, depth + 1)]
            return _joined(parts)
        if name == "map" and (attribute := _named(node, "attribute", scope, depth)):
            values = [value for each in base.items if isinstance(each, Mapping) and (value := each.get(attribute))]
            return Sequence(_NOWHERE, values) if len(values) == len(base.items) else (hole(node),)
        return base if name in _SAME else (hole(node),)
    if isinstance(base, Mapping):
        if name == "dict2items":
            called = [_named(node, each, scope, depth) for each in ("key_name", "value_name")]
            return pairs_of(base, called[0] or "key", called[1] or "value")
        return base if name in _SAME else (hole(node),)
    if name in ("default", "d"):
        return _defaulted(node, base, scope, depth)
    if name == "quote":
        return tuple(shlex.quote(part) if isinstance(part, str) else replace(part, quoted=True) for part in base)
    known = literal(base)
    if known is not None and name in _CHANGED_TEXT:
        return (_CHANGED_TEXT[name](known),)
    if known is not None and name in _PATHS:
        return (_PATHS[name](known),)
    if name == "b64encode" and len(base) == 1 and isinstance(base[0], Hole) and base[0].secret:
        return base
    if name in _NUMERIC:
        return (replace(hole(node), fixed=True),) if known is None or name not in ("int", "float") else base
    if name in _SAME or name in _CHANGED_TEXT:
        return base
    inner = hole(node)
    if len(base) == 1 and isinstance(base[0], Hole):
        inner = replace(inner, name=inner.name + base[0].round, round=base[0].round)
    return (replace(inner, name=f"{inner.name}_{re.sub(r'[^0-9A-Za-z]+', '_', name)}"),)


def _named(node: nodes.Filter, name: str, scope: Scope, depth: int) -> str | None:
    """The text that a filter is given by the name of an argument; None where there is none, or it is not known."""
    for each in node.kwargs:
        if isinstance(each, nodes.Keyword) and each.key == name:
            value = _evaluate(each.value, scope, depth + 1)
            return literal(value) if isinstance(value, tuple) else None
    return None


def _defaulted(node: nodes.Filter, base: Text, scope: Scope, depth: int) -> Text:
    if not node.args or len(base) != 1 or not isinstance(base[0], Hole) or base[0].default is not None:
        return base
    other = _evaluate(node.args[0], scope, depth + 1)
    known = literal(other) if isinstance(other, tuple) else None
    return (replace(base[0], default=known),) if known else base


def _as_node(value: Value) -> Node:
    if isinstance(value, tuple):
        return Scalar(
            "".join(part if isinstance(part, str) else "{{ " + part.source + " }}" for part in value), _NOWHERE
        )
    return value
