"""`find`: its whole expression language in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...programs.find import Term, search
from ..steps import Clause, Step

_TYPES = {
    "f": "regular files",
    "d": "directories",
    "l": "symbolic links",
    "p": "named pipes",
    "s": "sockets",
    "b": "block devices",
    "c": "character devices",
}
_COMPARED = {"+": "more than ", "-": "less than ", "": "exactly "}
_MODES = {
    "-": "at least the permissions {}",
    "/": "any of the permissions {}",
    "+": "any of the permissions {}",
    "": "exactly the permissions {}",
}
_ACTS = frozenset(("-delete", "-ls"))
_WRITES = frozenset(("-fprint", "-fprint0", "-fls", "-fprintf"))


class FindDescription(NamedTuple):
    """What a call of `find` says: the steps, and the commands it runs on what it finds, as argument lists."""

    step: Step
    acts: tuple[Step, ...]
    runs: tuple[tuple[str, tuple[str, ...]], ...]


def found(arguments: Sequence[str]) -> FindDescription:
    """The meaning of `find ARGUMENTS`."""
    read = search(arguments)
    expression = _Expression(arguments, [Clause(says) for term in read.settings if (says := _says(term))])
    for term in read.terms:
        if not expression.operator(term.name):
            expression.take(term)
    kinds = " and ".join(expression.types) or "files and directories"
    shallow = any(it.name == "-maxdepth" and [arguments[at] for at in it.values] == ["1"] for it in read.terms)
    where = "directly in {}" if shallow else "below {}"
    roots = [arguments[at] for at in read.roots]
    places = [Clause(where, (root,)) for root in roots] or [Clause(where.replace("{}", "the current directory"))]
    step = Step((Clause(f"finds {kinds}"), *places, *expression.clauses))
    return FindDescription(step, tuple(expression.acts), tuple(expression.runs))


@dataclass(slots=True)
class _Expression:
    """What the terms of an expression say, taken in order. `negated` and `either` are of the term that comes next,
    `groups` how often each open parenthesis is negated."""

    arguments: Sequence[str]
    clauses: list[Clause]
    types: list[str] = field(default_factory=list)
    acts: list[Step] = field(default_factory=list)
    runs: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    negated: int = 0
    either: bool = False

    def operator(self, name: str) -> bool:
        """Takes a word that joins terms; False when it is none."""
        match name:
            case "!":
                self.negated += 1
            case "(":
                self.groups.append(self.negated)
            case ")":
                self.negated, self.either = 0, False
                del self.groups[-1:]
            case "-o":
                self.either = self.clauses[-1:] != [Clause("not going into these")]
                self.negated = sum(self.groups[-1:])
            case _:
                return False
        return True

    def take(self, term: Term) -> None:
        """Takes a test, an action or a setting."""
        name, values = term.name, tuple(self.arguments[at] for at in term.values)
        value = values[0] if values else ""
        lead = ("or " if self.either else "") + ("not " if self.negated % 2 else "")
        if name in _ACTS:
            self.acts.append(Step((Clause(_says(term)),), "and then"))
            return
        if name in _WRITES:
            self.acts.append(Step((Clause(_says(term)), Clause("into {}", (value,))), "and then"))
        elif term.kind == "run":
            self.runs.append((name, values))
            if not term.finished:
                self.clauses.append(Clause("with an unfinished {}", (name,)))
        elif name in ("-type", "-xtype") and not lead and not self.types and set(value.split(",")) <= set(_TYPES):
            self.types = [_TYPES[letter] for letter in value.split(",")]
        elif made := _clause(term, value, lead):
            self.clauses.append(made)
        elif name != "-regextype":
            return
        self.negated, self.either = sum(self.groups[-1:]), False


def _says(term: Term) -> str:
    """What the table says of a word of find; nothing of one that is not worth telling."""
    says = (term.option.says if term.option else None) or ""
    return "" if says == "." else says


def _clause(term: Term, value: str, lead: str) -> Clause | None:
    """What a test, a setting or an action with no command is told as; None when it says nothing."""
    if term.kind == "misplaced":
        return Clause("with the misplaced argument {}", (term.name,))
    if term.kind == "unknown":
        return Clause("with the unknown option {}", (term.name,))
    says = _says(term)
    if not says:
        return None
    if term.name in ("-type", "-xtype"):
        return Clause(f"{lead}being {' or '.join(_TYPES.get(it, 'something unknown') for it in value.split(','))}")
    if term.name == "-perm":
        sign = value[:1] if value[:1] in _MODES else ""
        return Clause(lead + says.replace("{}", _MODES[sign]), (value[len(sign) :],))
    if term.option is not None and term.option.role == "amount":
        sign = value[:1] if value[:1] in ("+", "-") else ""
        return Clause(lead + says.replace("{}", _COMPARED[sign] + "{}"), (value[len(sign) :],))
    plain = term.name in ("-maxdepth", "-mindepth", "-prune", "-print0", "-printf")
    return Clause(("" if plain else lead) + says, (value,) if "{}" in says else ())
