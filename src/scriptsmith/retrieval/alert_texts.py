"""Alerts in free words: "/var has 3% left on db-02" tells that a filesystem fills up, and asks for nothing.

Which alert is meant is found by the words that it shares with the texts and names in `alerts/*.toml`, by their rarity
there; of a value only its type counts, and names of hosts and the like count for nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from ..core.types import Action
from . import words
from .action_reading import ActionReading, read
from .alert_names import AlertAnswer, alerts
from .names import identifier
from .values import tokens, values

ALIKE = 0.45
"""How like a text must be to that of an alert, as a cosine."""
_PRODUCTS = frozenset(words.PRODUCTS.values()) - {"kubernetes"}
_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def answers_told(action: Action) -> Sequence[AlertAnswer]:
    """The answers to the alert that the action tells; none when it tells none that is known, or asks for something."""
    reading = read(action.text)
    if reading.asks or _commands(reading) or any(verb not in words.READING for verb in reading.verbs):
        return ()
    found = likeness(action.text)
    best = max(found, key=lambda it: (found[it], -it), default=-1)
    return alerts()[best].answers if best >= 0 and found[best] >= ALIKE else ()


def _commands(reading: ActionReading) -> bool:
    """Whether the text begins with an imperative: "list …", and neither "queries …" nor "a probe of …"."""
    first = next((it for it in reading.items if it.kind not in ("filler", "stop")), None)
    return first is not None and first.kind == "verb" and first.word in words.VERBS and reading.word(first.last) != "of"


def likeness(text: str) -> dict[int, float]:
    """How like `text` is to each alert that it shares a word with, by the nearest of its texts."""
    rarity, known = _known()
    said = _weights(_concepts(text), rarity)
    length = math.sqrt(sum(it * it for it in said.values()))
    named = _concepts(" ".join(it.text for it in tokens(text) if it.text in words.ENTITIES))
    found: dict[int, float] = {}
    for number, weights, size in known:
        about = weights.keys() & _PRODUCTS
        if not about <= said.keys() or not named <= weights.keys():
            continue  # the same of another product
        shared = sum(weight * weights.get(it, 0.0) for it, weight in said.items())
        if shared:
            found[number] = max(found.get(number, 0.0), shared / (length * size))
    return found


def _concepts(text: str) -> frozenset[str]:
    found = tokens(text)
    typed = values(found)
    taken = {at for it in typed for at in range(it.first, it.last)}
    said = {f"={it.kinds[0]}" for it in typed if it.kinds}
    for at, token in enumerate(found):
        if at in taken or token.kind != "word" or token.text in words.FILLER:
            continue
        if token.text in words.ENTITIES or not identifier(token.raw):
            said.add(words.product(token.text) if token.text in words.PRODUCTS else words.concept(token.text))
        else:
            said |= {words.concept(it) for it in re.split("[-_.]", token.text) if words.known(it)} - {""}
    return frozenset(said - {""})


@cache
def _known() -> tuple[Mapping[str, float], tuple[tuple[int, Mapping[str, float], float], ...]]:
    """How telling each concept is, and all texts: the alert's number, the weights of its concepts, their length."""
    texts = [
        (number, _concepts(text))
        for number, it in enumerate(alerts())
        for text in (*it.told, *map(_in_words, it.names))
    ]
    owners = Counter(concept for number in {at for at, _ in texts} for concept in _of(number, texts))
    rarity = {it: math.log(1 + len(alerts()) / count) for it, count in owners.items()}
    found = []
    for number, concepts in texts:
        weights = _weights(concepts, rarity)
        if weights:
            found.append((number, weights, math.sqrt(sum(it * it for it in weights.values()))))
    return rarity, tuple(found)


def _of(number: int, texts: list[tuple[int, frozenset[str]]]) -> frozenset[str]:
    return frozenset().union(*(concepts for at, concepts in texts if at == number))


def _weights(concepts: frozenset[str], rarity: Mapping[str, float]) -> dict[str, float]:
    """What each concept weighs; one that no alert tells weighs half as much as the rarest."""
    strange = max(rarity.values(), default=1.0) / 2
    return {it: rarity.get(it, strange) for it in sorted(concepts)}


def _in_words(name: str) -> str:
    """The name of an alert as a text: "HostOutOfDiskSpace" as "host out of disk space"."""
    return " ".join(_PARTS.findall(name)).lower()
