"""The pieces of an action that a parameter could take though no word announced them: values, and words that name."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from . import words
from .action_reading import ActionReading
from .names import TICKET, identifier
from .values import Value
from .vocabulary import several

STAGES = several("production prod staging dev test qa uat")
"""What a cluster may be called, and a namespace in one."""
ENVIRONMENTS = STAGES | several("default monitoring logging backend frontend")


@dataclass(frozen=True, slots=True)
class Piece:
    """Tokens [first, last) that nobody took: a value, or a word that names something."""

    text: str
    first: int
    last: int
    value: Value | None = None
    environment: bool = False


def pieces(reading: ActionReading, used: AbstractSet[int], known: frozenset[str]) -> list[Piece]:
    """What is left of an action that a parameter could take; product names that the entry is about are left out."""
    return [
        it
        for it in _takeable(reading)
        if used.isdisjoint(range(it.first, it.last)) and (it.value is not None or not no_name(it.text, known))
    ]


def no_name(word: str, known: frozenset[str]) -> bool:
    """Whether a word is one of `known`, or a product that one of them means, or a tool that may precede a verb."""
    product = words.product(word)
    parts = word.lower().split("_")
    told = len(parts) > 1 and all(part in known or words.noun(part) in known for part in parts)  # "authorized_keys"
    return told or product in words.products(known) or product in _TOOLS


_TOOLS = words.products(words.TOOLS)


@lru_cache(maxsize=8)
def _takeable(reading: ActionReading) -> tuple[Piece, ...]:
    """The values, and the words that could name something, in their order."""
    found = [
        Piece(value.text, value.first, value.last, value)
        for value in reading.values
        if "placeholder" not in value.kinds and not (value.amount and reading.word(value.first - 1) == "by")
    ]  # "by 2" is no absolute number
    for item in reading.items:
        if item.kind not in ("word", "verb") or item.last - item.first > 1:
            continue
        token = reading.tokens[item.first]
        if token.kind == "quoted" or _is_option(reading, item.first):
            continue
        named = identifier(token.raw) or item.word in words.ENTITIES
        before = reading.word(item.first - 1)
        spaced = before in ("n", "ns") or (before == "in" and item.kind == "word" and not words.known(item.word))
        spaced = spaced or (before == "(" and reading.word(item.last) == ")")  # "grafana (observability)"
        if (item.word in ENVIRONMENTS and before in ("in", "of", "from", "to")) or spaced:
            found.append(Piece(token.raw, item.first, item.last, None, environment=True))
        elif named:
            found.append(Piece(token.raw, item.first, item.last))
    return tuple(sorted(found, key=lambda it: it.first))


def _is_option(reading: ActionReading, at: int) -> bool:
    """Whether a word is an option's name, or numbers a matter: "vhost" in "--vhost", "OPS-5:"."""
    if reading.word(at + 1) == ":" and TICKET.fullmatch(reading.tokens[at].raw):
        return True
    return reading.word(at - 1) == "-" and reading.tokens[at - 1].end == reading.tokens[at].start
