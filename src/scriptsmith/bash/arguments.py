"""Whether a script reads the arguments that it is called with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from .parser import parse
from .syntax import Function, HereDoc, Param, Simple, WordNode

_ALL = frozenset("@*")
_EXPANDED = re.compile(r"(?<!\\)\$\{?[1-9#]")


def takes_arguments(text: str) -> bool:
    """Whether a script reads `$1` … `$9`, `$#` or `getopts` itself, or hands all its arguments to a function that does.

    A function's own arguments are none of the script's.
    """
    tree = parse(text)
    functions = {it.name: it for it in _walk(tree, into=True) if isinstance(it, Function)}
    own = list(_walk(tree, into=False))
    if _reads(own):
        return True
    handed = [it for it in own if isinstance(it, Simple) and any(_all(word) for word in it.words[1:])]
    called = [functions[name] for it in handed if (name := _command(it)) in functions]
    return any(_reads(_walk(it.body, into=False)) for it in called)


def _reads(nodes: Iterable[object]) -> bool:
    for it in nodes:
        if isinstance(it, Param) and ((it.name.isdigit() and it.name != "0") or it.name == "#"):
            return True
        if isinstance(it, HereDoc) and not it.quoted and _EXPANDED.search(it.body):
            return True
        if isinstance(it, Simple) and _command(it) == "getopts":
            return True
    return False


def _command(it: Simple) -> str:
    first = it.words[0] if it.words else None
    return (first.literal or "") if isinstance(first, WordNode) else ""


def _all(word: object) -> bool:
    return any(isinstance(it, Param) and it.name in _ALL for it in _walk(word, into=False))


def _walk(node: object, *, into: bool) -> Iterator[object]:
    """The nodes below `node` and itself, those of functions' bodies only where it goes `into` them."""
    stack = [node]
    while stack:
        it = stack.pop()
        yield it
        if isinstance(it, Function) and not into and it is not node:
            continue
        if is_dataclass(it) and not isinstance(it, type):
            stack += [getattr(it, field.name) for field in fields(it)]
        elif isinstance(it, tuple | list):
            stack += it
