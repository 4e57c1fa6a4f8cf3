"""Conditions (`when`, `assert`) as tests of the shell, as far as they say that a value is there or what it is."""

from __future__ import annotations

from collections.abc import Iterator

from jinja2 import nodes

from .jinja_text import Expression, expression
from .shell_text import word
from .values import Hole, Scope, evaluated, literal
from .yaml_nodes import Node, Scalar, Sequence


def tests(condition: Node, scope: Scope) -> Iterator[str]:
    """Tests that all hold where the condition does; one that says nothing of values is `[ -n "${condition}" ]`."""
    if isinstance(condition, Sequence):
        for each in condition.items:
            yield from tests(each, scope)
        return
    if not isinstance(condition, Scalar) or condition.kind == "null":
        return
    found = [piece for piece in expression(condition.text).pieces if isinstance(piece, Expression)]
    made = [test for piece in found for test in _of(piece.node, scope)]
    yield from made or ('[ -n "${condition}" ]',)


def _of(node: nodes.Node, scope: Scope) -> Iterator[str]:
    if isinstance(node, nodes.And):
        yield from _of(node.left, scope)
        yield from _of(node.right, scope)
    elif isinstance(node, nodes.Compare) and len(node.ops) == 1:
        yield from _compared(node, scope)
    elif isinstance(node, nodes.Name | nodes.Getattr) or (isinstance(node, nodes.Filter) and node.name in _SIZES):
        yield from _there(node.node if isinstance(node, nodes.Filter) and node.node else node, scope)
    elif isinstance(node, nodes.Test) and node.name in ("match", "regex") and node.args:
        yield from _matched(node, scope)


_SIZES = frozenset(("length", "count", "bool", "trim"))


def _compared(node: nodes.Compare, scope: Scope) -> Iterator[str]:
    """`x != ''`, `x | length > 0`, `x == 'a'`, `x in ['a', 'b']`."""
    operator, other = node.ops[0].op, node.ops[0].expr
    left: nodes.Node = node.expr
    if isinstance(left, nodes.Filter) and left.name in _SIZES and left.node is not None:
        if operator in ("gt", "ne", "gteq") and isinstance(other, nodes.Const):
            yield from _there(left.node, scope)
        return
    value = getattr(other, "value", None)
    if operator == "ne" and value == "":
        yield from _there(left, scope)
    elif operator in ("eq", "in"):
        each = other.items if isinstance(other, nodes.List | nodes.Tuple) else [other]
        values = [one.value for one in each if isinstance(one, nodes.Const) and isinstance(one.value, str)]
        hole = _hole(left, scope)
        if hole is not None and len(values) == len(each) and values:
            shown = " || ".join(f'[ "${{{hole.name}}}" = {word((one,))} ]' for one in values)
            yield f"{{ {shown}; }}" if len(values) > 1 else shown


def _matched(node: nodes.Test, scope: Scope) -> Iterator[str]:
    hole, pattern = _hole(node.node, scope), getattr(node.args[0], "value", None)
    if hole is not None and isinstance(pattern, str) and "'" not in pattern and "\n" not in pattern:
        start = "" if pattern.startswith("^") or node.name == "regex" else "^"
        shown = pattern.replace(" ", "\\ ")
        if not set(shown) & set('()&;<>|`"'):
            yield f'[[ "${{{hole.name}}}" =~ {start}{shown} ]]'


def _there(node: nodes.Node, scope: Scope) -> Iterator[str]:
    hole = _hole(node, scope)
    if hole is not None:
        yield f'[ -n "${{{hole.name}}}" ]'


def _hole(node: nodes.Node, scope: Scope) -> Hole | None:
    """The one unknown value that an expression is."""
    if not isinstance(node, nodes.Expr):
        return None
    text = evaluated(Expression(node, ""), scope)
    if literal(text) is None and len(text) == 1 and isinstance(text[0], Hole) and not text[0].command:
        return text[0]
    return None
