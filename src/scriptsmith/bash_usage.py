"""How a Bash script wants to be called, as its text tells: `FOLDER [DAYS]`, `[--force] [--folder FOLDER]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from .bash.parser import parse
from .bash.syntax import AssignNode, CaseNode, For, Function, Param, Simple, While, WordNode

_ALL = frozenset("@*")
_LEFT_OUT = frozenset({":-", "-", ":=", "=", ":+", "+"})
"""Operators of an expansion that something stands in for an argument that is not given."""
_HELP = frozenset({"-h", "--help", "-?", "--"})
_OPTION = re.compile(r"--?[A-Za-z0-9][A-Za-z0-9_-]*")
_LETTERS = re.compile(r"([A-Za-z0-9])(:?)")
MOST = 9
_PLACES = frozenset(map(str, range(1, MOST + 1)))
"""How many arguments by place are told one by one."""


def usage(text: str) -> str:
    """The words that a script is called with, values in capitals, in brackets what may be left out; empty for none.

    What stands in functions counts where all arguments are handed to them. Which of its options a script cannot do
    without is not told.
    """
    tree = parse(text).body
    functions = {it.name: it for it in _walk(tree, functions=True) if isinstance(it, Function)}
    own = list(_walk(tree))
    handed = {_command(it): it for it in own if isinstance(it, Simple) and any(map(_several, _walk(it.words[1:])))}
    for name in handed.keys() & functions.keys():
        own += _walk(functions[name].body)
    options = list(_options(own))
    apart: list[object] = [it for it in own if isinstance(it, While) and _reads_options(it)]
    apart += [it for name, it in handed.items() if name in functions or name in ("set", "getopts")]
    told_already = {id(each) for it in apart for each in _walk(it)}
    read = [it for it in own if id(it) not in told_already]
    return " ".join([*options, *_by_place(read), *(["[…]"] if any(map(_several, read)) else [])])


def _by_place(nodes: list[object]) -> Iterator[str]:
    needed: dict[int, bool] = {}
    names: dict[int, str] = {}
    for it in nodes:
        if isinstance(it, Param) and it.name in _PLACES:
            place = int(it.name)
            needed[place] = needed.get(place, False) or it.operator not in _LEFT_OUT
        if isinstance(it, AssignNode) and (alone := _alone(it.value)):
            names.setdefault(int(alone.name), it.name.upper())
    for place in range(1, max(needed, default=0) + 1):
        name = names.get(place, f"ARGUMENT_{place}")
        later = any(needed.get(each, False) for each in range(place, MOST + 1))  # a gap cannot be left out
        yield name if later else f"[{name}]"


def _options(nodes: list[object]) -> Iterator[str]:
    for it in nodes:
        if _is_of_options(it):
            assert isinstance(it, CaseNode)
            for patterns, body, _ in it.clauses:
                named = [each.literal for each in patterns if each.literal and _OPTION.fullmatch(each.literal)]
                if named and not _HELP & {*named}:
                    longest = max(named, key=len)
                    value = _value_of(body)
                    yield f"[{longest} {value}]" if value else f"[{longest}]"
        if isinstance(it, Simple) and _command(it) == "getopts" and len(it.words) > 1:
            letters = it.words[1].literal if isinstance(it.words[1], WordNode) else None
            for letter, value in _LETTERS.findall(letters or ""):
                if letter != "h":
                    yield f"[-{letter} VALUE]" if value else f"[-{letter}]"


def _value_of(body: object) -> str:
    """What the value of an option is called in the branch that takes it; empty where it takes none."""
    reads = False
    for it in _walk(body):
        if isinstance(it, AssignNode) and (alone := _alone(it.value)) and alone.name == "2":
            return it.name.upper()
        reads = reads or (isinstance(it, Param) and it.name == "2")
    return "VALUE" if reads else ""


def _is_of_options(node: object) -> bool:
    """Whether a node is a `case` over the first argument that knows options."""
    if not isinstance(node, CaseNode) or not ((over := _alone(node.word)) and over.name == "1"):
        return False
    patterns = [each.literal or "" for clause in node.clauses for each in clause[0]]
    return any(_OPTION.fullmatch(each) for each in patterns)


def _reads_options(loop: While) -> bool:
    return any(_is_of_options(it) or (isinstance(it, Simple) and _command(it) == "getopts") for it in _walk(loop))


def _several(node: object) -> bool:
    """Whether a node reads all arguments, however many there are."""
    return (isinstance(node, Param) and node.name in _ALL) or (isinstance(node, For) and node.words is None)


def _alone(word: object) -> Param | None:
    """The argument by place that is all of a word; None where there is more to it, or another thing."""
    if not isinstance(word, WordNode) or len(word.pieces) != 1 or not isinstance(word.pieces[0], Param):
        return None
    only = word.pieces[0]
    return only if only.name in _PLACES and not only.length and not only.indirect else None


def _command(it: Simple) -> str:
    first = it.words[0] if it.words else None
    return (first.literal or "") if isinstance(first, WordNode) else ""


def _walk(node: object, *, functions: bool = False) -> Iterator[object]:
    """The nodes below `node` and itself, in the order of the text; bodies of `functions` only where asked for."""
    stack = [node]
    while stack:
        it = stack.pop()
        yield it
        if isinstance(it, Function) and not functions:
            continue
        if is_dataclass(it) and not isinstance(it, type):
            stack += [getattr(it, field.name) for field in reversed(fields(it))]
        elif isinstance(it, tuple | list):
            stack += reversed(it)
