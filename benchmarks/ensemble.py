"""The weights of the ensemble, fitted on drafts of real models that execution has judged, and what it is worth.

    python benchmarks/ensemble.py --runs real/alfa-nearest/1.5B --runs real/alfa-agreement/1.5B --said said.jsonl

Takes the drafts that `real_models.py` recorded, and what `ask_assessors.py` heard of them. Fits the chance that each
opinion alone is of a right draft, and the weights of all together (`core/ensemble.py`, `core/draft_opinions.py`,
`comparing/trial.py`), and prints them as constants. The table beside them is of five folds that share no action: no
figure is of a draft that the weights or the thresholds have seen. Intervals are 95 % bootstrap over actions.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from judging import Floats, balanced, interval
from opinions import drafts_in, fitted, fold

from scriptsmith.comparing.trial import GOOD
from scriptsmith.core.draft_opinions import LEAST
from scriptsmith.core.ensemble import AGREEMENT, DIRECT, LIKELIHOOD, TRIAL, log_odds

POOLED = (DIRECT, "similarity", "difference", "static", TRIAL, LIKELIHOOD, AGREEMENT)
RIGHT = 0.85
"""The share of right drafts among those that get a yes, from which on one is given."""
WRONG = 0.8
"""The same of wrong drafts among those that get a no."""
FEWEST = 20
"""How many drafts a threshold is read from, at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A draft with its raw opinions by name (log odds; log probability; share; 1 for a good trial), and its label."""

    action: str
    right: bool
    raw: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Fitted weights: `single` are offset and slope of each opinion that has no odds of its own."""

    single: Mapping[str, tuple[float, float]]
    intercept: float
    weights: Mapping[str, float]
    centres: Mapping[str, float]

    def score(self, raw: Mapping[str, float]) -> float:
        """The log odds that a draft is right; what is missing changes nothing."""
        odds = {name: self.odds(name, value) for name, value in raw.items() if name in self.weights}
        return self.intercept + sum(self.weights[name] * (odds[name] - self.centres[name]) for name in odds)

    def odds(self, name: str, value: float) -> float:
        """The log odds that the opinion `name` has by itself, bounded as the product bounds them."""
        if name in self.single:
            offset, slope = self.single[name]
            value = offset + slope * value
        return float(np.clip(value, -log_odds(1), log_odds(1)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, action="append", required=True, help="what was recorded of one model")
    parser.add_argument("--said", type=Path, required=True, help="what `ask_assessors.py` kept")
    asked = parser.parse_args()
    drafts = list(judged(asked.runs, asked.said))
    print("\n".join(table(drafts)))
    print("\n".join(constants(pooled(drafts), drafts)))


def judged(runs: Sequence[Path], said: Path) -> Iterator[Judged]:
    """Every draft once that was put to the assessor itself."""
    heard = dict[str, dict[str, float]]()
    for line in said.read_text().splitlines():
        each = json.loads(line)
        mine = heard.setdefault(each["draft"], {})
        for name, (_, sure, _) in each["said"].items():
            if sure is not None:
                mine[name] = float(sure == GOOD) if name == TRIAL else log_odds(sure)
        for name, key in ((LIKELIHOOD, "log_probability"), (AGREEMENT, "share")):
            if each.get(key) is not None:
                mine[name] = float(each[key])
    told = set[str]()
    for folder in runs:
        for draft in drafts_in(folder):
            raw = heard.get(draft.key, {})
            if DIRECT in raw and draft.key not in told:
                told.add(draft.key)
                likely = {LIKELIHOOD: max(LEAST, raw[LIKELIHOOD])} if LIKELIHOOD in raw else {}
                yield Judged(action=draft.action.text, right=draft.right, raw=raw | likely)


def pooled(drafts: Sequence[Judged], names: Sequence[str] = POOLED) -> Pool:
    """Weights that are never below zero: an opinion that would have to count against itself is left out."""
    y = np.array([float(each.right) for each in drafts])
    single = dict[str, tuple[float, float]]()
    for name in (LIKELIHOOD, AGREEMENT, TRIAL):
        has = [at for at, each in enumerate(drafts) if name in each.raw]
        if name in names and len(has) >= FEWEST:
            offset, slope = fitted(np.array([[drafts[at].raw[name]] for at in has]), y[has])
            single[name] = float(offset), float(slope)
    bare = Pool(single=single, intercept=0.0, weights={}, centres={})
    kept = [name for name in names if sum(name in each.raw for each in drafts) >= FEWEST]
    while True:
        seen = [[bare.odds(name, each.raw[name]) for each in drafts if name in each.raw] for name in kept]
        centres = {name: float(np.mean(odds)) for name, odds in zip(kept, seen, strict=True)}
        x = np.array(
            [[bare.odds(n, each.raw[n]) - centres[n] if n in each.raw else 0.0 for n in kept] for each in drafts]
        ).reshape(len(drafts), len(kept))
        weights = fitted(x, y)
        worst = int(np.argmin(weights[1:])) if kept else 0
        if not kept or weights[1 + worst] >= 0:
            return Pool(
                single=single,
                intercept=float(weights[0]),
                weights=dict(zip(kept, map(float, weights[1:]), strict=True)),
                centres=centres,
            )
        kept.pop(worst)


def thresholds(scores: Floats, y: Floats) -> tuple[float, float]:
    """From which score on a draft gets a yes, and up to which a no: as many as keep the shares."""
    order = np.argsort(-scores)
    right = np.cumsum(y[order]) / np.arange(1, len(y) + 1)
    yes = [at for at in range(FEWEST - 1, len(y)) if right[at] >= RIGHT]
    wrong = np.cumsum(1 - y[order[::-1]]) / np.arange(1, len(y) + 1)
    no = [at for at in range(FEWEST - 1, len(y)) if wrong[at] >= WRONG]
    return (
        float(scores[order[max(yes)]]) if yes else float(scores.max()) + 1,
        float(scores[order[::-1][max(no)]]) if no else float(scores.min()) - 1,
    )


def table(drafts: Sequence[Judged]) -> Iterator[str]:
    """What single opinions and several together are worth on folds that were not seen."""
    y = np.array([float(each.right) for each in drafts])
    actions = [each.action for each in drafts]
    yield f"{len(drafts)} drafts of {len(set(actions))} actions, {y.mean():.0%} right\n"
    yield "| opinions | balanced accuracy | yes | of them right | no | of them wrong |"
    yield "|---|--:|--:|--:|--:|--:|"
    present = [name for name in POOLED if sum(name in each.raw for each in drafts) >= FEWEST]
    pair = [name for name in ("similarity", "difference") if name in present]
    ways = {name: [name] for name in present} | ({"similarity and difference": pair} if pair else {})
    ways["all that ask no model"] = [name for name in present if name not in (DIRECT, *pair)]
    ways["all of a single draft"] = [name for name in present if name != AGREEMENT]
    for title, names in {**ways, "all together": present}.items():
        scores, said = unseen(drafts, y, names)
        yes, no = said > 0, said < 0
        yield (
            f"| {title} | {interval(balanced(0.0), scores, y, actions)} | {yes.sum()} | {_share(y[yes])} | {no.sum()} "
            f"| {_share(1 - y[no])} |"
        )


def unseen(drafts: Sequence[Judged], y: Floats, names: Sequence[str]) -> tuple[Floats, Floats]:
    """The score of each draft, and 1 for a yes and -1 for a no, by weights and thresholds of the other folds.

    A score is told as its distance from even odds where right and wrong drafts are equally many."""
    where = np.array([fold(each.action) for each in drafts])
    scores, said = np.zeros(len(y)), np.zeros(len(y))
    for each in sorted(set(where)):
        learned = [draft for draft, at in zip(drafts, where, strict=True) if at != each]
        known = y[where != each]
        pool = pooled(learned, names)
        before = np.array([pool.score(draft.raw) for draft in learned])
        yes, no = thresholds(before, known)
        mine = where == each
        told = np.array([pool.score(draft.raw) for draft, at in zip(drafts, where, strict=True) if at == each])
        scores[mine] = told - np.log(known.mean() / (1 - known.mean()))
        said[mine] = np.where(told >= yes, 1.0, np.where(told <= no, -1.0, 0.0))
    return scores, said


def constants(pool: Pool, drafts: Sequence[Judged]) -> Iterator[str]:
    """The constants of the product, from all drafts."""
    y = np.array([float(each.right) for each in drafts])
    scores = np.array([pool.score(each.raw) for each in drafts])
    yes, no = (1 / (1 + np.exp(-cut)) for cut in thresholds(scores, y))
    yield ""
    for name, (offset, slope) in pool.single.items():
        good = [1 / (1 + np.exp(-offset - slope * value)) for value in (1, 0)]
        yield f"{name}: ({offset:.3f}, {slope:.4f}), good and bad {good[0]:.2f}, {good[1]:.2f}"
    yield f"INTERCEPT = {pool.intercept:.3f}"
    for name, weight in pool.weights.items():
        yield f'    "{name}": Weight(weight={weight:.3f}, centre={pool.centres[name]:.3f}),'
    yield f"YES_FROM, NO_TO = {yes:.3f}, {no:.3f}"


def _share(which: Floats) -> str:
    return f"{which.mean():.0%}" if len(which) else ""


if __name__ == "__main__":
    main()
