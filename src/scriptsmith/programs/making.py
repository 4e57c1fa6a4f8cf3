"""Which commands make a thing and which remove it, as the table tells: what a script may clear away after itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from .argv import parse
from .spec import DATA, BadSpec, header_paths, index, spec_of

Does: TypeAlias = Literal["creates", "ensures", "removes", "enters", "prints"]
_DOES: Mapping[str, Does] = {each: each for each in ("creates", "ensures", "removes", "enters", "prints")}


class LifecycleRule(NamedTuple):
    """What a command does with a thing of one kind. It `creates` one, and fails where there is one of that name; it
    `ensures` that there is one; it `removes` one; what it carries runs inside of one (`enters`); it `prints` the name.

    `by` is where the name stands: an option, an operand (`=1`, `=-1`, `=` for all, `=2+` for the second and all behind
    it), an operand that begins so (`name=`), or a variable (`$NAME`). It holds with one of `given`, if there are any,
    and never with one of `unless`.
    """

    does: Does
    kind: str
    by: tuple[str, ...] = ()
    given: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """What the table tells of one command. `within` are the options and variables that say where a thing is, `opened`
    those by which what runs inside of one reaches things outside; `elsewhere` says that later commands mean things in
    another place, `named` that operations are named after what they do."""

    deeds: tuple[LifecycleRule, ...] = ()
    within: tuple[str, ...] = ()
    opened: frozenset[str] = frozenset()
    elsewhere: bool = False
    named: bool = False


def making(program: str, words: Sequence[str]) -> tuple[int, Making] | None:
    """What the table tells of a command, with how many of `words` are the subcommand; None when it tells nothing."""
    facts = _facts(program)
    if not facts:
        return None
    depth = next((n for n in range(min(len(words), 3), -1, -1) if tuple(words[:n]) in facts), None)
    if depth is None:
        return None
    fact = facts[tuple(words[:depth])]
    whole = facts.get((), fact)
    return depth, replace(
        fact,
        deeds=(*fact.deeds, *(deed for deed in whole.deeds if depth and deed.does == "enters")),
        within=whole.within,
        named=whole.named,
    )


def programs() -> frozenset[str]:
    """The programs of which the table tells what they make."""
    return _programs()


def creates(program: str, texts: Sequence[str]) -> bool:
    """Whether a command with these arguments may make a thing, and fails where there is one of that name."""
    if program not in _programs():
        return False
    found = making(program, [texts[at] for at in parse(spec_of(program), texts).words])
    return found is not None and (found[1].named or any(deed.does == "creates" for deed in found[1].deeds))


@cache
def _programs() -> frozenset[str]:
    return frozenset(_blocks())


@cache
def _blocks() -> Mapping[str, list[str]]:
    return index(file.read_text(encoding="utf-8") for file in sorted((DATA / "making").glob("*.txt")))


@cache
def _facts(program: str) -> Mapping[tuple[str, ...], Making]:
    """What is told of a program, by the words of the subcommand; raises `BadSpec`."""
    found: dict[tuple[str, ...], Making] = {}
    for block in _blocks().get(program, ()):
        header, *lines = block.splitlines()
        for path in header_paths(header, program):
            fact = found.get(path[1:], Making())
            for line in lines:
                if line.strip() and line[0] != "#":
                    fact = _read_line(line, fact)
            found[path[1:]] = fact
    return found


def _read_line(line: str, fact: Making) -> Making:
    for piece in line.split(","):
        match piece.split():
            case ["within", *names]:
                fact = replace(fact, within=(*fact.within, *names))
            case ["open", "with", *names]:
                fact = replace(fact, opened=fact.opened.union(names))
            case ["elsewhere"]:
                fact = replace(fact, elsewhere=True)
            case ["named"]:
                fact = replace(fact, named=True)
            case [does, kind, *rest] if does in _DOES:
                parts: dict[str, list[str]] = {"by": [], "with": [], "unless": []}
                part = parts["by"]
                for word in rest:
                    if word in parts:
                        part = parts[word]
                    else:
                        part.append(word)
                deed = LifecycleRule(
                    _DOES[does], kind, tuple(parts["by"]), frozenset(parts["with"]), frozenset(parts["unless"])
                )
                fact = replace(fact, deeds=(*fact.deeds, deed))
            case _:
                raise BadSpec(f"no fact about making: {line}")
    return fact
