"""Learn which optional parameters take no value that nothing announces: writes `retrieval/data/unannounced.json`.

    python -m train.unannounced [--dry-run] [--without PREFIX]

The rules of binding give what is left of an action to a parameter that could take it. For each rule and each name of
a parameter the labelled actions tell how often that was right; where it was wrong more often than right, and `LEAST`
times or more, the rule is told to leave the parameter alone. A label that says nothing of a value counts as wrong.
One minute.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from scriptsmith.core.types import Entry
from scriptsmith.retrieval.binding import bind
from scriptsmith.retrieval.evaluation import LabelledAction, is_labelled
from scriptsmith.retrieval.lexical import profile_of
from scriptsmith.retrieval.unannounced import UNLIKELY

from .choices import LEARNED
from .searching import catalogue, labelled

LEAST = 4
"""How many wrong values it takes."""

Given: TypeAlias = tuple[str, str, bool]
"""A rule, the name of the parameter that it gave a value, and whether that is the labelled one."""


def given(entries: Sequence[Entry], asked: Sequence[LabelledAction]) -> Iterator[Given]:
    """What the rules give the optional parameters of the entries that answer the actions."""
    known = {it.id: it for it in entries}
    ordinary = {id: profile_of(known[id]).ordinary for id in {it.entry for it in asked} if id in known}
    for it in asked:
        if it.entry not in ordinary:
            continue
        parameters = {each.name: each for each in known[it.entry].parameters}
        bound = bind(known[it.entry].parameters, it.action, ordinary[it.entry], unlikely_too=True)
        for rule, name in bound.unannounced:
            if parameters[name].default is not None:
                label = it.parameters.get(name)
                yield rule, name, label is not None and is_labelled(parameters[name], bound.values[name], label)


def unlikely(found: Sequence[Given]) -> dict[str, list[str]]:
    """The names of parameters for each rule that is mostly wrong about them."""
    counts = Counter(found)
    names: dict[str, list[str]] = defaultdict(list)
    for rule, name in sorted({(rule, name) for rule, name, _ in found}):
        right, wrong = counts[rule, name, True], counts[rule, name, False]
        if wrong >= LEAST and wrong > right:
            names[rule].append(name)
            print(f"{rule} {name}: {right} right, {wrong} wrong")
    return dict(names)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="print and write nothing")
    parser.add_argument(
        "--without", default="", metavar="PREFIX", help="leave out the sets whose names begin like this"
    )
    chosen = parser.parse_args()
    sets = [each for each in LEARNED if not (chosen.without and each.startswith(chosen.without))]
    entries = asyncio.run(catalogue())
    found = unlikely([one for each in sets for one in given(entries, labelled(each))])
    if not chosen.dry_run:
        document = {"made_by": "python -m train.unannounced", "unlikely": found}
        UNLIKELY.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
