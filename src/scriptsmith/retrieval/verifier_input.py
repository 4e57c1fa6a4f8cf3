"""An action and an entry as the numbers that the verifier reads, the same in training and in use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from .call_text import CallText

ACTION, LONGEST, PIECE, SLOT = 72, 176, 24, 10
"""Most tokens of an action, of a pair, of a title or phrase, and of a parameter: what is beyond is not read."""


@dataclass(frozen=True, slots=True)
class Packed:
    """`ids` of a pair: start, action, end, then each piece of the call with its end. The first `action` of them are
    the action's with the start; `slots` are the places where the parameters begin, 0 for one that found no room.
    `spans` are the characters [first, last) of the action that each of its tokens stands for, the start at (0, 0)."""

    ids: NDArray[np.int64]
    action: int
    slots: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


def packed(tokenizer: Tokenizer, action: str, call: CallText) -> Packed:
    """`action` beside `call`; the two numbers after the vocabulary's mark the start and the ends."""
    return pack(tokenizer, [action], [call])[0]


def pack(tokenizer: Tokenizer, actions: Sequence[str], calls: Sequence[CallText]) -> list[Packed]:
    """Each of `actions` beside the call at its place."""
    start = tokenizer.get_vocab_size()
    texts = [text for action, call in zip(actions, calls, strict=True) for text in (action, *call.about, *call.slots)]
    encoded = iter(tokenizer.encode_batch(texts, add_special_tokens=False))
    found = []
    for call in calls:
        asked = next(encoded)
        ids = [start, *asked.ids[:ACTION]]
        size = len(ids)
        ids.append(start + 1)
        for _ in call.about:
            ids += [*next(encoded).ids[:PIECE], start + 1]
        slots = []
        for _ in call.slots:
            piece = next(encoded).ids[:SLOT]
            slots.append(len(ids) if len(ids) + len(piece) < LONGEST else 0)
            ids += [*piece, start + 1]
        found.append(Packed(np.array(ids[:LONGEST]), size, tuple(slots), ((0, 0), *asked.offsets[:ACTION])))
    return found
