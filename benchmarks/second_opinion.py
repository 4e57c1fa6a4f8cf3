"""What a model, as second opinion, is worth on catalogue entries that are offered and not served.

    python benchmarks/second_opinion.py actions.jsonl --model local:/models/x.gguf --out said.jsonl [--most notable]

`actions.jsonl` are labelled actions as `catalogue evaluate` takes them. The likeliest offer of each action that is not
served is put to the assessor as a run does with `policy.assess_offers`: the action, the entry in words with its
values, and two questions (CodeSift's similarity and difference). Answers are kept in `--out`, so that the same command
goes on where it was stopped. Printed: the figures without the model, as the product decides (both say yes), and by
how likely *yes* was in both answers, at several least values.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scriptsmith.codesift import judging
from scriptsmith.core.offers import ASSESSED, agreed, assessable, call_in_words
from scriptsmith.core.plain_data import shaped
from scriptsmith.core.types import Action, Entry, Match, Opinion, Verdict
from scriptsmith.retrieval.evaluation import Answered, LabelledAction, answered, report
from scriptsmith.settings import load
from scriptsmith.wiring import build

LEAST = (0.5, 0.8, 0.9, 0.95, 0.98)
"""Probabilities of the less likely *yes* from which an offer would be served."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A labelled action, what the search says, and the offer that was put to the assessor, with its opinions."""

    answered: Answered
    offer: Match | None

    def served(self, offer: bool) -> Answered:
        """What is said when the offer is served, or is not."""
        if self.answered.served or not offer or self.offer is None:
            return self.answered
        return replace(self.answered, served=self.offer, offered=())

    @property
    def sure(self) -> float:
        """How likely *yes* was in the answer in which it was less likely; 0 where that is not told."""
        return min((it.confidence or 0.0 for it in self.offer.opinions), default=0.0) if self.offer else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("actions", type=Path)
    parser.add_argument("--model", required=True, help="the assessor, as in models.assessor.model")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--most", choices=ASSESSED[1:], default="notable", help="the greatest risk that is asked about")
    asked = parser.parse_args()
    asyncio.run(measure(asked.actions, asked.model, asked.out, asked.most))


async def measure(actions: Path, name: str, out: Path, most: str) -> None:
    """Ask about every offer that an assessor may settle, and print what it is worth."""
    labelled = [shaped(LabelledAction, json.loads(line)) for line in actions.read_text().splitlines()]
    kept = out.read_text().splitlines() if out.exists() else []
    known = {one["action"]: one["said"] for one in map(json.loads, kept)}
    async with build(load(os.environ, {"models.assessor.model": name}), os.environ) as app:
        judge = judging(app.models["assessor"])
        entries = {entry.id: entry for entry in await app.catalogue.entries()}
        found = []
        for number, it in enumerate(labelled, 1):
            said = await answered(it, app.catalogue, app.policy)
            offer = None if said.served else assessable(said.matches, most)
            if offer is not None:
                if it.action not in known:
                    assessment, _ = await judge(Action(text=it.action), call_in_words(offer))
                    known[it.action] = [(one.assessor, one.verdict, one.confidence) for one in assessment.opinions]
                    line = {"action": it.action, "entry": offer.entry.id, "said": known[it.action]}
                    with out.open("a") as stream:
                        stream.write(json.dumps(line) + "\n")
                opinions = [Opinion(assessor=a, verdict=Verdict(v), confidence=c) for a, v, c in known[it.action]]
                offer = replace(offer, opinions=tuple(opinions))
            found.append(Asked(said, offer))
            print(f"{number} of {len(labelled)}", end="\r", file=sys.stderr)
    print("\n".join(_table(found, entries)))


def _table(found: Sequence[Asked], entries: Mapping[str, Entry]) -> Iterator[str]:
    yield "| served | rightly | right among served | near misses served | foreign served | wrong and not safe |"
    yield "|---|--:|--:|--:|--:|--:|"
    ways = {
        "without a model": [False] * len(found),
        "both say yes": [it.offer is not None and agreed(it.offer) for it in found],
        **{f"both yes at least {least:g}": [it.sure >= least for it in found] for least in LEAST},
    }
    for name, yes in ways.items():
        it = report([one.served(said) for one, said in zip(found, yes, strict=True)], entries)
        shares = (it.coverage, it.precision, it.near_served, it.foreign_served)
        yield f"| {name} | {' | '.join('' if each is None else f'{each:.1%}' for each in shares)} | {it.grave} |"


if __name__ == "__main__":
    main()
