"""Pairs of an action and its script as examples for a model, chosen by what the actions mean."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .ports import Embedder

Numbers: TypeAlias = npt.NDArray[np.float32]
Pairs: TypeAlias = Callable[[], Sequence["ExamplePair"]]
Picker: TypeAlias = Callable[[str], Awaitable[Sequence["ExamplePair"]]]
"""Chooses examples for the text of an action."""

BYTES_A_TOKEN = 3
"""How many bytes of Bash or English a token has at least, about: 3.3 for Qwen's tokenizer, 2.9 for a small one's."""
_AROUND = 16
"""Tokens for the marks around an example."""
NEAR = 0.75
"""From this share of common words on (Jaccard), two actions are nearly equal."""
ROUNDS = 25
_BATCH = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamplePair:
    """An action in words, and a script that does it."""

    text: str
    script: str


def estimated_tokens(*texts: str) -> int:
    """How many tokens texts have, by their length alone: rather too many than too few."""
    return sum(-(-len(text.encode("utf-8", "replace")) // BYTES_A_TOKEN) for text in texts)


def cost(pair: ExamplePair) -> int:
    """What an example takes in a prompt, in estimated tokens."""
    return estimated_tokens(pair.text, pair.script) + _AROUND


def fitting(pairs: Sequence[ExamplePair], room: int) -> list[ExamplePair]:
    """Of `pairs`, best first, those that fit into `room` tokens together; one that is too long makes way."""
    return fitting_forms(([pair] for pair in pairs), room)


def fitting_forms(choices: Iterable[Iterable[ExamplePair]], room: int) -> list[ExamplePair]:
    """The same of examples that have several forms each: of every one the first form that still fits."""
    chosen: list[ExamplePair] = []
    for forms in choices:
        if found := next((pair for pair in forms if cost(pair) <= room), None):
            chosen.append(found)
            room -= cost(found)
    return chosen


def typical(pairs: Pairs, embedder: Callable[[], Embedder], count: int, seed: int = 0) -> Picker:
    """The same `count` pairs for every action: those nearest to the centres of as many clusters (NL2SH, section 5).

    `pairs` and `embedder` are asked for at the first action.
    """
    chosen: list[ExamplePair] | None = None
    turn = asyncio.Lock()

    async def pick(text: str) -> Sequence[ExamplePair]:
        nonlocal chosen
        async with turn:  # many runs begin at once, and one of them does the work
            if chosen is None:
                known = pairs()
                vectors = await _vectors(embedder(), [pair.text for pair in known])
                chosen = [known[at] for at in central(vectors, count, seed)]
        return chosen

    return pick


def nearest(pairs: Pairs, embedder: Callable[[], Embedder], count: int) -> Picker:
    """The `count` pairs whose actions mean what is nearest to the one asked for, the nearest last, next to it.

    Pairs that nearly equal the action are passed over.
    """
    read: tuple[Sequence[ExamplePair], Numbers] | None = None
    turn = asyncio.Lock()

    async def pick(text: str) -> Sequence[ExamplePair]:
        nonlocal read
        async with turn:
            if read is None:
                known = pairs()
                read = known, await _vectors(embedder(), [pair.text for pair in known])
        known, vectors = read
        if not known:
            return ()
        asked = (await _vectors(embedder(), [text]))[0]
        order = np.argsort(-(vectors @ asked), kind="stable")[: 8 * count + 64]
        return distinct([known[int(at)] for at in order], text)[:count][::-1]

    return pick


def distinct(pairs: Sequence[ExamplePair], text: str) -> list[ExamplePair]:
    """The pairs without those whose action equals or nearly equals `text`, which would give the answer away, and
    without repetitions of each other."""
    words, found = _words(text), list[ExamplePair]()
    seen = {words}
    for pair in pairs:
        own = _words(pair.text)
        if own in seen or _near(own, words):
            continue
        seen.add(own)
        found.append(pair)
    return found


def central(vectors: Numbers, count: int, seed: int = 0) -> list[int]:
    """The indices of the `count` rows nearest to the centres of as many clusters, rising; equal for equal seeds.

    Lloyd's k-means from a k-means++ start over rows of unit length. All rows when there are no more than `count`.
    """
    if len(vectors) <= count:
        return list(range(len(vectors)))
    random = np.random.default_rng(seed)
    centres = _spread(vectors, count, random)
    for _ in range(ROUNDS):
        owner = _distances(vectors, centres).argmin(axis=1)
        moved = centres.copy()
        for cluster in range(count):
            if len(own := vectors[owner == cluster]):
                moved[cluster] = own.mean(axis=0)
        if np.allclose(moved, centres):
            break
        centres = moved
    distances, chosen = _distances(vectors, centres), list[int]()
    for cluster in range(count):  # two empty clusters may have the same nearest row
        order = np.argsort(distances[:, cluster], kind="stable")
        chosen.append(next(int(at) for at in order if int(at) not in chosen))
    return sorted(chosen)


def _spread(vectors: Numbers, count: int, random: np.random.Generator) -> Numbers:
    """Rows to begin with, each drawn by its squared distance to those before (k-means++)."""
    chosen = [int(random.integers(len(vectors)))]
    least = _distances(vectors, vectors[chosen]).min(axis=1)
    while len(chosen) < count:
        total = float(least.sum())
        weights = least / total if total > 0 else None  # all rows are equal
        chosen.append(int(random.choice(len(vectors), p=weights)))
        least = np.minimum(least, _distances(vectors, vectors[chosen[-1:]])[:, 0])
    return vectors[chosen].copy()


def _distances(vectors: Numbers, centres: Numbers) -> npt.NDArray[np.float64]:
    """Squared distances, a row for each vector and a column for each centre."""
    one, other = vectors.astype(np.float64), centres.astype(np.float64)
    found: npt.NDArray[np.float64] = (one**2).sum(axis=1)[:, None] - 2 * one @ other.T + (other**2).sum(axis=1)
    np.maximum(found, 0.0, out=found)
    return found


async def _vectors(embedder: Embedder, texts: Sequence[str]) -> Numbers:
    parts = [
        np.asarray(await embedder.embed(texts[at : at + _BATCH]), dtype=np.float32)
        for at in range(0, len(texts), _BATCH)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, 0), dtype=np.float32)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one | other) and len(one & other) / len(one | other) >= NEAR
