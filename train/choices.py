"""Learn which words speak for which choice of a parameter: writes `retrieval/data/choice_words.json`.

    python -m train.choices [--dry-run]

For each shipped entry with a parameter that is one of a few choices, a multinomial logistic regression over the words
and pairs of words of the labelled actions that it answers; where an action's label says nothing of the parameter, its
default is meant. Counted with the writers of a fold held out. Needs numpy; some seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scriptsmith.core.types import Entry
from scriptsmith.retrieval.said_choices import CHOICES, Weights, features

from .searching import catalogue, labelled

LEARNED = (
    *("fit", "report", "report-2", "report-3", "report-4"),
    *(f"situations-{number}" for number in range(1, 13)),
    *(f"unseen-{writer}" for writer in "abcdefghij"),
    "options-1",
)
"""Sets that are learned from."""
FOLDS = 5
LEAST = 2
"""How many actions must have a word for it to weigh anything."""
STRENGTH, STEPS, RATE = 0.3, 300, 0.3
"""Of the penalty on squared weights; steps of gradient descent, and how wide they are."""

Floats: TypeAlias = NDArray[np.float64]
Example: TypeAlias = tuple[str, frozenset[str], str]
"""The set that an action is of, its words, and the choice that is meant."""


def examples(entries: Sequence[Entry], sets: Sequence[str] = LEARNED) -> dict[tuple[str, str], list[Example]]:
    """What is known of each parameter that is a choice, by entry and name."""
    taking = {it.id: [each for each in it.parameters if each.type == "choice"] for it in entries}
    found: dict[tuple[str, str], list[Example]] = defaultdict(list)
    for source in sets:
        for asked in labelled(source):
            for parameter in taking.get(asked.entry or "", ()):
                choice = asked.parameters.get(parameter.name) or parameter.default
                if asked.entry and choice in parameter.choices:
                    found[asked.entry, parameter.name].append((source, features(asked.action), str(choice)))
    return found


def fitted(known: Sequence[Example]) -> Weights:
    """The weights of one parameter's choices."""
    counts = Counter(word for _, said, _ in known for word in said)
    words = sorted(word for word, count in counts.items() if count >= LEAST)
    names = sorted({choice for _, _, choice in known})
    x = np.array([[1.0, *(float(word in said) for word in words)] for _, said, _ in known])
    y = np.array([[float(choice == it) for it in names] for _, _, choice in known])
    weights = np.zeros((x.shape[1], len(names)))
    penalty = np.full((x.shape[1], 1), STRENGTH / len(x))
    penalty[0] = 0.0
    for _ in range(STEPS):
        gradient = x.T @ (_shares(x @ weights) - y) / len(x) + penalty * weights
        weights -= RATE * gradient
    base, *each = np.round(weights, 3).tolist()
    telling = {word: row for word, row in zip(words, each, strict=True) if max(row) - min(row) >= 0.1}
    return Weights(choices=names, base=base, words=telling)


def _shares(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def right(weights: Weights, held: Sequence[Example]) -> tuple[int, int]:
    """How many of `held` are likeliest what is meant."""
    good = 0
    for _, said, choice in held:
        sums = np.array(weights["base"])
        for word in said & weights["words"].keys():
            sums += np.array(weights["words"][word])
        good += weights["choices"][int(sums.argmax())] == choice
    return good, len(held)


def counted(known: Mapping[tuple[str, str], Sequence[Example]]) -> tuple[int, int]:
    """How many are right, with every fifth set held out in turn."""
    good = of = 0
    for each in known.values():
        for fold in range(FOLDS):
            held = [it for it in each if LEARNED.index(it[0]) % FOLDS == fold]
            rest = [it for it in each if LEARNED.index(it[0]) % FOLDS != fold]
            if held and len({choice for _, _, choice in rest}) > 1:
                one, all_ = right(fitted(rest), held)
                good, of = good + one, of + all_
    return good, of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="print and write nothing")
    given = parser.parse_args()
    known = examples(asyncio.run(catalogue()))
    print("right of those held out: {} of {}".format(*counted(known)))
    if not given.dry_run:
        made: dict[str, dict[str, Weights]] = defaultdict(dict)
        for (entry, name), each in sorted(known.items()):
            if len({choice for _, _, choice in each}) > 1:
                made[entry][name] = fitted(each)
        document = {"made_by": "python -m train.choices", "entries": made}
        CHOICES.write_text(json.dumps(document, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
