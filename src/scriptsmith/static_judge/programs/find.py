"""`find`: its whole expression language in words."""

from __future__ import annotations

from collections.abc import Sequence
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
    clauses = [Clause(says) for term in read.settings if (says := _says(term))]
    types: list[str] = []
    acts: list[Step] = []
    runs: list[tuple[str, tuple[str, ...]]] = []
    negated = either = 0
    groups: list[int] = []
    for term in read.terms:
        name = term.name
        if name == "!":
            negated += 1
            continue
        if name == "(":
            groups.append(negated)
            continue
        if name == ")":
            negated = either = 0
            if groups:
                groups.pop()
            continue
        if name == "-o":
            either, negated = 1, sum(groups[-1:])
            if clauses and clauses[-1].template == "not going into these":
                either = 0
            continue
        values = tuple(arguments[at] for at in term.values)
        value = values[0] if values else ""
        lead = ("or " if either else "") + ("not " if negated % 2 else "")
        if name in _ACTS:
            acts.append(Step((Clause(_says(term)),), "and then"))
            continue
        if name in _WRITES:
            acts.append(Step((Clause(_says(term)), Clause("into {}", (value,))), "and then"))
        elif term.kind == "run":
            runs.append((name, values))
            if not term.finished:
                clauses.append(Clause("with an unfinished {}", (name,)))
        elif name in ("-type", "-xtype") and not lead and not types and set(value.split(",")) <= set(_TYPES):
            types = [_TYPES[letter] for letter in value.split(",")]
        elif made := _clause(term, value, lead):
            clauses.append(made)
        elif name != "-regextype":
            continue
        negated = sum(groups[-1:])
        either = 0
    kinds = " and ".join(types) if types else "files and directories"
    shallow = any(it.name == "-maxdepth" and [arguments[at] for at in it.values] == ["1"] for it in read.terms)
    where = "directly in {}" if shallow else "below {}"
    roots = [arguments[at] for at in read.roots]
    places = [Clause(where, (root,)) for root in roots] or [Clause(where.replace("{}", "the current directory"))]
    return FindDescription(Step((Clause(f"finds {kinds}"), *places, *clauses)), tuple(acts), tuple(runs))


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
