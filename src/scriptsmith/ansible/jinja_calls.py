"""What the expressions of a template call: lookups by name, and calls of which nobody can say what they run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from jinja2 import nodes
from jinja2.defaults import DEFAULT_NAMESPACE

from ..danger.rules.word_lists import set_of
from .jinja_text import Template

LOOKUPS = ("lookup", "query", "q")
_FUNCTIONS = frozenset(DEFAULT_NAMESPACE) | set_of("now undef caller super loop")
"""What a template may call by name besides lookups and its own macros: Jinja's functions and Ansible's."""
_METHODS = frozenset(
    name
    for kind in (str, bytes, int, float, list, tuple, dict, set, datetime, timedelta, re.Match)
    for name in dir(kind)
    if not name.startswith("_")
) | set_of("next reset cycle")
"""Methods of the values that variables hold, and of Jinja's own objects."""
_PRIVATE = re.compile(r"(?:\A|\.)__|__(?:\Z|\.)|\A_(?:mro|subclasses|globals|builtins|class)")
_BY_NAME = frozenset(("attr", "map", "selectattr", "rejectattr", "groupby", "sort", "unique", "min", "max", "sum"))
"""Filters that take the name of an attribute."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """A call of a lookup plugin; `plugin` is empty when the expression computes its name."""

    plugin: str
    arguments: tuple[nodes.Expr, ...] = ()


def lookups(found: Template) -> Iterator[Lookup]:
    """Every call of a lookup in a template, wherever it stands in it."""
    if found.tree is None:
        return
    for call in found.tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in LOOKUPS:
            first = call.args[0] if call.args else None
            name = first.value if isinstance(first, nodes.Const) and isinstance(first.value, str) else ""
            yield Lookup(name.removeprefix("ansible.builtin."), tuple(call.args[1:]))
    for each in found.tree.find_all(nodes.Filter):
        if each.name in ("map",) and any(
            isinstance(argument, nodes.Const) and argument.value in LOOKUPS for argument in each.args
        ):
            yield Lookup("")


def unreadable(found: Template, own: frozenset[str] = frozenset()) -> Iterator[str]:
    """Why nobody can say what a template runs, for each call that is not one of a known name.

    `own` are names that the playbook itself gives to values, so that `query` is no lookup there. Ansible's templates
    hand functions on like any value, in variables too, so that every such call and every mention counts.
    """
    if found.tree is None:
        return
    direct = {id(call.node) for call in found.tree.find_all(nodes.Call)}
    for mention in found.tree.find_all(nodes.Name):
        if mention.name in LOOKUPS and mention.ctx == "load" and id(mention) not in direct and mention.name not in own:
            yield f"hands on `{mention.name}`, which may then run anything under another name"
    macros = {macro.name for macro in found.tree.find_all(nodes.Macro)}
    for call in found.tree.find_all(nodes.Call):
        if (why := _call(call.node, macros)) is not None:
            yield why
    for taken in found.tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)):
        yield f"takes in another template by `{type(taken).__name__.lower()}`, and nobody reads it here"


def escapes(found: Template) -> Iterator[str]:
    """How a template reaches out of what templates may do, for each attribute of Python's own that it names."""
    for node in found.tree.find_all((nodes.Getattr, nodes.Getitem, nodes.Filter)) if found.tree else ():
        if name := next(filter(_PRIVATE.search, _attributes(node)), ""):
            yield f"reaches for {name}, with which it can run anything"
        elif isinstance(node, nodes.Filter) and node.name == "attr" and not _constants(node):
            yield "reaches for an attribute whose name it computes, with which it can run anything"


def _call(callee: nodes.Node, macros: set[str]) -> str | None:
    if isinstance(callee, nodes.Name):
        known = callee.name in LOOKUPS or callee.name in _FUNCTIONS or callee.name in macros
        return None if known else f"calls `{callee.name}`, which is no function of Ansible's, so it may run anything"
    if isinstance(callee, nodes.Getattr):
        known = callee.attr in _METHODS or _PRIVATE.search(callee.attr) is not None
        return None if known else f"calls `.{callee.attr}`, which no plain value has, so it may run anything"
    return "calls what an expression computes, which may run anything"


def _attributes(node: nodes.Node) -> Iterator[str]:
    """The names of attributes that a step of an expression reaches for, as far as they stand there."""
    if isinstance(node, nodes.Getattr):
        yield node.attr
    elif isinstance(node, nodes.Getitem):
        yield from _texts(node.arg)
    elif isinstance(node, nodes.Filter) and node.name in _BY_NAME:
        yield from _constants(node)


def _constants(node: nodes.Filter) -> list[str]:
    values = [*node.args, *(pair.value for pair in node.kwargs)]
    return [text for value in values for text in _texts(value)]


def _texts(value: nodes.Expr) -> Iterator[str]:
    """The text that a value is, and the parts that it is made of: of `'__in' ~ name` the first."""
    with suppress(nodes.Impossible):
        if isinstance(whole := value.as_const(), str):
            yield whole
    for each in [value] if isinstance(value, nodes.Const) else value.find_all(nodes.Const):
        if isinstance(each, nodes.Const) and isinstance(each.value, str):
            yield each.value
