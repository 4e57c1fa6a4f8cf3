"""Which commands only look, as the table tells: the positive fact that a command needs to be called safe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from .argv import Arguments
from .spec import DATA, BadSpec, header_paths, index


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOnlyRule:
    """When one command only looks: `always`, with one of the words in `words` first (or none), or with one of
    `options`; and never with one of `writing`."""

    always: bool = False
    words: frozenset[str] | None = None
    options: frozenset[str] = frozenset()
    writing: frozenset[str] = frozenset()


def only_reads(program: str, read: Arguments, texts: Sequence[str]) -> bool | None:
    """Whether the command only looks; None when the table says nothing of the program. `texts` are its arguments and
    `read` what they are."""
    facts = _facts(program)
    if not facts:
        return None
    words = [texts[at] for at in read.words]
    depth = next((n for n in range(len(words), -1, -1) if tuple(words[:n]) in facts), None)
    if depth is None:
        return not words
    fact = facts[tuple(words[:depth])]
    given = {each.name for each in read.given}.union(texts)
    if not given.isdisjoint(fact.writing):
        return False
    if fact.always or not given.isdisjoint(fact.options):
        return True
    return fact.words is not None and (len(words) == depth or words[depth] in fact.words)


@cache
def _blocks() -> Mapping[str, list[str]]:
    return index(file.read_text(encoding="utf-8") for file in sorted((DATA / "reading").glob("*.txt")))


@cache
def _facts(program: str) -> Mapping[tuple[str, ...], ReadOnlyRule]:
    """What is told of a program, by the words of the subcommand; raises `BadSpec`."""
    found: dict[tuple[str, ...], ReadOnlyRule] = {}
    for block in _blocks().get(program, ()):
        header, *lines = block.splitlines()
        told = [line for line in lines if line.strip() and line[0] != "#"]
        fact = ReadOnlyRule()
        for line in told:
            fact = _read_line(line, fact)
        for path in header_paths(header, program):
            found[path[1:]] = fact
    return found


def _read_line(line: str, fact: ReadOnlyRule) -> ReadOnlyRule:
    for piece in line.split(","):
        match piece.split():
            case ["reads"]:
                fact = replace(fact, always=True)
            case ["reads", "when", *words]:
                fact = replace(fact, words=(fact.words or frozenset()).union(words))
            case ["reads", "with", *options]:
                fact = replace(fact, options=fact.options.union(options))
            case ["writes", "with", *options]:
                fact = replace(fact, writing=fact.writing.union(options))
            case _:
                raise BadSpec(f"no fact about reading: {line}")
    return fact


def programs() -> Sequence[str]:
    """The programs of which the table tells when they only look."""
    return sorted(_blocks())
