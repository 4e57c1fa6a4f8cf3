"""Which programs a script calls and with which arguments, as far as its text tells; nothing is run.

A call is the name of a program and its arguments as texts, `…` for whatever depends on values. Functions that hand their
arguments on are looked through, and so are arrays and variables that only ever hold what stands in the script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import NamedTuple

from scriptsmith.bash.parser import parse
from scriptsmith.bash.syntax import AssignNode, CaseNode, Function, HereDoc, Lit, Param, Simple, Subst, Sum, WordNode
from scriptsmith.programs.argv import UNKNOWN

DEPTH = 4
"""How many functions one is looked through, one in the other."""
MOST = 24
"""How many calls one command may stand for, by the values of its variables."""


class Call(NamedTuple):
    """A program and its arguments."""

    program: str
    arguments: tuple[str, ...]


def walk(node: object) -> Iterator[object]:
    """The nodes below `node` and itself, in order."""
    stack = [node]
    while stack:
        it = stack.pop()
        yield it
        if isinstance(it, Subst) and it.body is None:
            stack.append(parse(it.text).body)
        if isinstance(it, HereDoc) and not it.quoted:
            stack.append(parse(_substitutions(it.body)).body)
        if is_dataclass(it) and not isinstance(it, type):
            stack += reversed([getattr(it, each.name) for each in fields(it)])
        elif isinstance(it, tuple | list):
            stack += reversed(it)


def _substitutions(text: str) -> str:
    """The substitutions of a here-document, as words of a command."""
    return ": " + " ".join(re.findall(r"\$\([^()]*\)", text))


@dataclass(slots=True)
class Script:
    """What a script's names stand for."""

    functions: dict[str, Function] = field(default_factory=dict)
    arrays: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    variables: dict[str, set[str]] = field(default_factory=dict)
    positional: tuple[str, ...] = ()
    shifted: int = 0

    def values(self, word: WordNode | AssignNode) -> list[tuple[str, ...]]:
        """What a word may become: each a row of words."""
        if isinstance(word, AssignNode):
            return [(UNKNOWN,)]
        whole = word.pieces[0] if len(word.pieces) == 1 else None
        if isinstance(whole, Param) and not whole.operator and not whole.length:
            if whole.name in ("@", "*"):
                return [self.positional[self.shifted :]]
            if whole.name in self.arrays and whole.subscript is not None:
                return self.arrays[whole.name]
            if whole.name in self.variables and whole.subscript is None:
                return [tuple(it.split()) if not whole.quoted else (it,) for it in sorted(self.variables[whole.name])]
        if isinstance(whole, Param) and whole.operator in ("+", ":+") and whole.word is not None:
            return self.values(whole.word)
        if isinstance(whole, Param) and whole.name == "@" and whole.operator == ":" and whole.word is not None:
            start = whole.word.literal or ""
            if start.isdigit() and whole.second is None:
                return [self.positional[self.shifted + int(start) - 1 :]]
        return [(it,) for it in self._texts(word)]

    def _texts(self, word: WordNode) -> list[str]:
        """What a word that stays one may become."""
        texts = [""]
        for piece in word.pieces:
            texts = [before + after for before in texts for after in self._piece(piece)][:MOST]
        return texts

    def _piece(self, piece: Lit | Param | Subst | Sum) -> list[str]:
        if isinstance(piece, Lit):
            return [piece.text]
        if isinstance(piece, Param) and not piece.operator and not piece.length and piece.subscript is None:
            if piece.name.isdigit() and piece.name != "0" and int(piece.name) <= len(self.positional):
                return [self.positional[int(piece.name) - 1]]
            if piece.name in self.variables:
                return sorted(self.variables[piece.name])
        return [UNKNOWN]


def _read(text: str) -> tuple[Script, list[Simple]]:
    tree = parse(text)
    nodes = list(walk(tree.body))
    script = Script(functions={it.name: it for it in nodes if isinstance(it, Function)})
    computed = {it.name for it in nodes if isinstance(it, AssignNode) and not _plain(it)}
    computed |= {name for it in nodes if isinstance(it, Simple) for name in _set_otherwise(it)}
    for it in nodes:
        if not isinstance(it, AssignNode):
            continue
        if it.items is not None:
            row = tuple(each for _, value in it.items for each in script.values(value)[0])
            known = script.arrays.setdefault(it.name, [()] if it.append else [])
            known[:] = [each + row for each in known] if it.append else [*known, row]
        elif it.value is not None and it.name not in computed and not it.append:
            script.variables.setdefault(it.name, set()).add(it.value.literal or "")
    return script, [it for it in nodes if isinstance(it, Simple)]


def _plain(it: AssignNode) -> bool:
    """Whether what is assigned stands there."""
    return it.items is not None or (it.value is not None and not it.append and it.value.literal is not None)


def _set_otherwise(it: Simple) -> Iterator[str]:
    """The variables that `read`, `mapfile`, `printf -v` and loops set."""
    words = [each.literal for each in it.words if isinstance(each, WordNode)]
    if words and words[0] in ("read", "mapfile", "readarray", "printf", "getopts"):
        yield from (each for each in words[1:] if each and each.isidentifier())


def calls(text: str) -> set[Call]:
    """The programs that a script calls, with their arguments."""
    script, commands = _read(text)
    inside = {
        id(it) for each in script.functions.values() for it in walk(each.body) if isinstance(it, Simple) and _takes(it)
    }
    found = set[Call]()
    for it in commands:
        if id(it) not in inside:
            found |= _expanded(it, script, DEPTH)
    return found


def _takes(it: Simple) -> bool:
    """Whether a command is given arguments of the function around it."""
    return any(isinstance(each, Param) and (each.name in ("@", "*") or each.name.isdigit()) for each in walk(it.words))


def _expanded(it: Simple, script: Script, depth: int) -> set[Call]:
    rows: list[tuple[str, ...]] = [()]
    for word in it.words:
        rows = [row + more for row in rows for more in script.values(word)][:MOST]
    found = set[Call]()
    for row in rows:
        if not row or UNKNOWN in row[0]:
            continue
        name, *arguments = row
        function = script.functions.get(name)
        if function is None:
            found.add(Call(name, tuple(arguments)))
        elif depth:
            inner = _within(function, script, tuple(arguments))
            for each in walk(function.body):
                if isinstance(each, Simple) and _takes(each):
                    found |= _expanded(each, inner, depth - 1)
    return found


def _within(function: Function, script: Script, arguments: tuple[str, ...]) -> Script:
    """What names stand for inside of a function that was called with `arguments`: `local verb=$1; shift` is known."""
    variables, shifted = dict(script.variables), 0
    for each in walk(function.body):
        if isinstance(each, AssignNode) and each.value is not None and len(each.value.pieces) == 1:
            piece = each.value.pieces[0]
            if isinstance(piece, Param) and piece.name.isdigit() and not piece.operator:
                at = int(piece.name) - 1
                variables[each.name] = {arguments[at]} if 0 <= at < len(arguments) else {""}
        elif isinstance(each, Simple):
            words = [word.literal if isinstance(word, WordNode) else None for word in each.words]
            if words[:1] == ["shift"]:
                count = words[1] if len(words) > 1 else "1"
                shifted += int(count) if count and count.isdigit() else 0
    return replace(script, positional=arguments, shifted=shifted, variables=variables)


def accepted(stand_in: str) -> Iterator[tuple[str, ...]]:
    """The arguments that a stand-in knows: the patterns of its `case`s over all of its arguments, as rows of words.

    What such a `case` has before the arguments (`case "$(cat mode):$*" in`) is left out.
    """
    for it in walk(parse(stand_in).body):
        if not isinstance(it, CaseNode):
            continue
        *before, last = it.word.pieces or (None,)
        if not isinstance(last, Param) or last.name not in ("@", "*"):
            continue
        for patterns, _, _ in it.clauses:
            for pattern in patterns:
                text = "".join(_pattern(pattern))
                yield tuple((text.partition(":")[2] if before and ":" in text else text).split())


def _pattern(pattern: WordNode) -> Iterator[str]:
    for piece in pattern.pieces:
        if isinstance(piece, Lit):
            yield piece.text if piece.quoted else re.sub(r"[*?]|\[[^]]*\]", UNKNOWN, piece.text)
        else:
            yield UNKNOWN


def stand_ins(test: str) -> Iterator[tuple[str, str]]:
    """The programs that a test plays, with the text that plays them."""
    for it in walk(parse(test).body):
        if not isinstance(it, Simple) or not it.words:
            continue
        words = [each.literal for each in it.words if isinstance(each, WordNode)]
        if words[0] == "stub" and len(words) > 1 and words[1]:
            for redirect in it.redirects:
                if redirect.heredoc is not None:
                    yield words[1], redirect.heredoc.body
                elif redirect.operator == "<<<" and redirect.word is not None:
                    yield words[1], redirect.word.literal or ""
