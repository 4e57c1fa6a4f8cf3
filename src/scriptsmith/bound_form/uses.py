"""What a piece of Bash reads, writes and calls, told from its tree alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..bash.parser import Parser, parse
from ..bash.syntax import (
    AssignNode,
    Compute,
    CountedFor,
    For,
    Function,
    HereDoc,
    Lit,
    Param,
    Simple,
    Subst,
    Sum,
    Test,
    Unreadable,
    WordNode,
)

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_IDENTIFIER = re.compile(r"([A-Za-z_]\w*)(\[.*\])?", re.ASCII | re.DOTALL)
_CHANGED = re.compile(
    r"(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)(?:\[[^]]*\])?\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))", re.ASCII
)
_DECLARING = frozenset(("declare", "typeset", "local", "export", "readonly"))
_WRITING = frozenset(("read", "mapfile", "readarray", "getopts", "unset", "wait", "let"))
_OPAQUE = frozenset(("eval", "source", ".", "shopt", "enable", "alias", "coproc"))
_ARITHMETIC = frozenset(("-eq", "-ne", "-lt", "-le", "-gt", "-ge"))
_HARMLESS = re.compile(r"(?:-[su]|nullglob|dotglob|lastpipe|globstar|failglob|inherit_errexit|extglob)")


@dataclass(slots=True)
class Uses:
    """The variables that are read and written, the literal words (any may call a function), and what hides more.

    `opaque` names what may read or write anything: an `eval`, a name that is computed, text that cannot be read.
    """

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    opaque: set[str] = field(default_factory=set)

    def add(self, other: Uses) -> None:
        """Count in what `other` uses."""
        self.reads |= other.reads
        self.writes |= other.writes
        self.words |= other.words
        self.opaque |= other.opaque


def uses(node: Any) -> Uses:
    """What `node`, any part of a tree, uses; a function that is defined in it counts as its body."""
    found = Uses()
    _look(node, found)
    return found


def with_calls(used: Uses, functions: Mapping[str, Uses]) -> Uses:
    """`used`, and what the functions use that may be called by it or by one another."""
    total, waiting, seen = Uses(), [used], set[str]()
    while waiting:
        now = waiting.pop()
        total.add(now)
        for name in now.words & functions.keys() - seen:
            seen.add(name)
            waiting.append(functions[name])
    return total


def _look(node: Any, found: Uses) -> None:
    match node:
        case None | str() | bool() | int() | Lit():
            return
        case Param():
            _parameter(node, found)
        case Sum() | Compute():
            _arithmetic(node.word, found)
        case Subst():
            _look(node.body if node.body is not None else parse(node.text).body, found)
        case WordNode():
            if node.literal is not None:
                found.words.add(node.literal)
            _each(node.pieces, found)
        case AssignNode():
            found.writes.add(node.name)
            if node.append:
                found.reads.add(node.name)
            _arithmetic(node.subscript, found)
            _look(node.value, found)
            for key, word in node.items or ():
                _arithmetic(key, found)
                _look(word, found)
        case HereDoc():
            _document(node, found)
        case For():
            found.writes.add(node.name)
            _each(node.words or (), found)
            _look(node.body, found)
            if node.words is None:
                found.opaque.add("for over the arguments")
        case CountedFor():
            for part in node.parts:
                _arithmetic(part, found)
            _look(node.body, found)
        case Simple():
            _simple(node, found)
        case Test():
            _test(node, found)
        case Function():
            _look(node.body, found)
        case tuple():
            _each(node, found)


def _each(nodes: Iterable[Any], found: Uses) -> None:
    for node in nodes:
        _look(node, found)


def _parameter(node: Param, found: Uses) -> None:
    found.reads.add(node.name)
    if node.indirect and node.subscript is None:
        found.opaque.add(node.source)
    if node.operator in ("=", ":="):
        found.writes.add(node.name)
    if node.operator == ":":
        _arithmetic(node.word, found)
        _arithmetic(node.second, found)
    else:
        _look(node.word, found)
        _look(node.second, found)
    _arithmetic(node.subscript, found)


def _arithmetic(word: WordNode | None, found: Uses) -> None:
    """Names in arithmetic are variables; also in the text of a subscript, where they may be no more than keys."""
    if word is None:
        return
    text = "".join(piece.text if isinstance(piece, Lit) else " 0 " for piece in word.pieces)
    found.reads.update(_NAME.findall(text))
    found.writes.update(name for pair in _CHANGED.findall(text) for name in pair if name)
    _each(word.pieces, found)


def _document(document: HereDoc, found: Uses) -> None:
    if document.quoted:
        return
    try:
        _look(Parser(document.body).quoted_text(), found)
    except Unreadable:
        found.opaque.add("a here-document that cannot be read")


def _test(node: Test, found: Uses) -> None:
    items = node.items
    for index, item in enumerate(items):
        _look(item, found)
        said = item.literal if isinstance(item, WordNode) else item
        near = [items[index + 1 : index + 2], items[index - 1 : index] if said in _ARITHMETIC else ()]
        if said in _ARITHMETIC or said in ("-v", "-R"):
            for operand in (one for some in near for one in some if isinstance(one, WordNode)):
                found.reads.update(_NAME.findall("".join(p.text for p in operand.pieces if isinstance(p, Lit))))


def _simple(node: Simple, found: Uses) -> None:
    _each(node.assigns, found)
    _each(node.words, found)
    for redirect in node.redirects:
        _look(redirect.word, found)
        _look(redirect.heredoc, found)
    if not node.words:
        return
    first = node.words[0]
    if not isinstance(first, WordNode):
        return
    said = [word.literal for word in node.words if isinstance(word, WordNode)]
    command = said[0]
    while command in ("command", "builtin", "\\") and len(said) > 1:
        said = said[1:]
        command = said[0]
    named = [found_[1] for word in said[1:] if word is not None and (found_ := _IDENTIFIER.fullmatch(word))]
    if command is None and len(first.pieces) == 1 and isinstance(first.pieces[0], Param):
        return  # `$dry_run`, or a command in a variable: what it calls is a program
    if command in _DECLARING:
        (found.reads if command in ("export", "readonly") else found.writes).update(named)
        if any(word and word.startswith("-") and "n" in word for word in said[1:]):
            found.opaque.add(f"{command} -n")
    elif command == "printf":
        if "-v" in said:
            target = said[said.index("-v") + 1 : said.index("-v") + 2]
            named = [found_[1] for word in target if word and (found_ := _IDENTIFIER.fullmatch(word))]
            found.writes.update(named)
            if not named:
                found.opaque.add("printf -v of a computed name")
    elif command in _WRITING:
        found.writes.update(named)
        computed = [word for word in node.words[1:] if isinstance(word, WordNode) and word.literal is None]
        if command != "wait" and (computed if command not in ("read", "mapfile", "readarray") else _loose(computed)):
            found.opaque.add(f"{command} of a computed name")
    elif command == "test" or command == "[":
        found.reads.update(named)
    elif command == "trap":
        _trap(node, found)
    elif command == "shopt" and all(word and _HARMLESS.fullmatch(word) for word in said[1:]):
        pass
    elif command == "set":
        if any(word is None or not re.fullmatch(r"[-+][a-z]+|[a-z]+", word) for word in said[1:]):
            found.opaque.add("set")
    elif command in _OPAQUE:
        found.opaque.add(command)


def _loose(words: Iterable[WordNode]) -> bool:
    """Whether one of the computed words of a `read` may name a variable: a value of an option is quoted."""
    return any(
        not word.quoted and len(word.pieces) == 1 and isinstance(word.pieces[0], Param | Subst) for word in words
    )


def _trap(node: Simple, found: Uses) -> None:
    """The text that a trap runs later is read like any other."""
    for word in node.words[1:2]:
        if isinstance(word, WordNode) and word.literal is not None:
            tree = parse(word.literal)
            _look(tree.body, found)
            if tree.problems:
                found.opaque.add("trap")
        elif isinstance(word, WordNode):
            found.opaque.add("trap of a computed text")
