"""Learn how sure the search may be: writes `confidence_steps.json` and `confidence_trees.json` in
`src/scriptsmith/retrieval/data`.

    python -m train.confidence [--dry-run] [--without FEATURE]...

Every labelled action of `train/data` is searched in the shipped catalogue with the shipped embedder. Each of the
nearest entries is one example, right or not; gradient-boosted trees learn from what the search found for it
(`retrieval.confidence`). On the sets in `UNREAD`, with trees that saw no action by their writers, the verifier's
verdict of the likeliest candidate, and what the entry does not mention, are weighed beside the trees by a logistic
regression, in folds that share no entry. Then the mean probability of what would be served is taken at every
threshold, by risk: `steps` says from which on it reaches a precision; what was right is printed beside it. `--without`
leaves features out and writes nothing: what each is worth. Needs `requirements/train.lock`; about ten minutes on two
cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

from scriptsmith.adapters.verifier import ShippedVerifier
from scriptsmith.core.types import Match
from scriptsmith.retrieval.action_reading import read
from scriptsmith.retrieval.binding import bind
from scriptsmith.retrieval.call_text import call_text
from scriptsmith.retrieval.confidence import BY_MEANING, STEPS, TREES, log_odds
from scriptsmith.retrieval.evaluation import LabelledAction
from scriptsmith.retrieval.pointed_values import with_pointed
from scriptsmith.retrieval.search import WORTH_READING
from scriptsmith.retrieval.unmentioned import Mentions, mentions, unmentioned

from .searching import Searcher, catalogue, fold, labelled

TAUGHT = ("fit", "traps")
"""By writers who saw the catalogue, or made as hard as they could: learned from, not counted."""
FOLDS = (
    ("report", "situations-1", "situations-5", "situations-9", "unseen-a", "unseen-d"),
    ("report-2", "situations-2", "situations-6", "situations-10", "unseen-b", "unseen-e", "playbooks-1"),
    ("report-3", "situations-3", "situations-7", "situations-11", "unseen-c", "unseen-f", "plain-1"),
    ("report-4", "situations-4", "situations-8", "situations-12", "unseen-g", "unseen-h", "unseen-i"),
)
"""Sets by writers who never saw the catalogue, those that are held out together; no writer is in two of them."""
UNREAD = ("report-4", "situations-4", "situations-5", *(f"unseen-{writer}" for writer in "efghi"))
"""Sets that the verifier never learned from: on these its verdict is weighed against the trees."""
TARGETS = (0.8, 0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.9925, 0.995, 0.9975)
SHAPE = {"max_iter": 160, "learning_rate": 0.07, "max_leaf_nodes": 12, "min_samples_leaf": 40, "l2_regularization": 2.0}
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Searched:
    """An action, where it comes from, and its nearest entries."""

    asked: LabelledAction
    source: str
    matches: Sequence[Match]


@dataclass(frozen=True, slots=True)
class Served:
    """What an action would be served: how surely, the risk of it, and whether it is the right entry."""

    sure: float
    risk: str
    right: bool


def search(asked: Sequence[tuple[str, LabelledAction]], searcher: Searcher) -> list[Searched]:
    """The nearest entries of each action; one of an entry's own phrases teaches nothing."""
    found = []
    for number, (source, it) in enumerate(asked):
        matches = searcher.nearest(searcher.action(it.action, it.entry or it.near), limit=8)
        if matches and matches[0].confidence < 1.0:
            found.append(Searched(it, source, matches))
        if number % 2000 == 0:
            print(f"{number} of {len(asked)} actions searched", flush=True)
    return found


def names(searched: Sequence[Searched]) -> tuple[str, ...]:
    """The features."""
    return tuple(sorted({name for one in searched for match in one.matches for name in match.parts}))


def rows(searched: Sequence[Searched], features: Sequence[str]) -> tuple[Floats, Floats]:
    """What is known of each candidate, and whether it is right."""
    x = [[match.parts.get(name, np.nan) for name in features] for one in searched for match in one.matches]
    y = [float(match.entry.id == one.asked.entry) for one in searched for match in one.matches]
    return np.array(x, np.float32).astype(np.float64), np.array(y)


def learned(x: Floats, y: Floats, features: Sequence[str]) -> HistGradientBoostingClassifier:
    """Trees that know every fourth candidate as if nothing compared meanings."""
    seen = x.copy()
    seen[np.ix_(np.arange(0, len(x), 4), [at for at, name in enumerate(features) if name in BY_MEANING])] = np.nan
    trees = HistGradientBoostingClassifier(random_state=0, early_stopping=False, **SHAPE)
    return trees.fit(seen, y)


def unseen(searched: Sequence[Searched], features: Sequence[str]) -> list[tuple[Searched, Floats]]:
    """The counted actions with the probabilities of their candidates, by trees that saw no action by their writers."""
    found = []
    for sets in FOLDS:
        trees = learned(*rows([it for it in searched if it.source not in sets], features), features)
        held = [it for it in searched if it.source in sets]
        x, _ = rows(held, features)
        said = trees.predict_proba(x)[:, 1]
        at = 0
        for it in held:
            found.append((it, said[at : at + len(it.matches)]))
            at += len(it.matches)
    return found


def likeliest(one: Searched, said: Floats) -> int | None:
    """Which candidate would be read: the surest that nothing forbids."""
    able = [at for at, it in enumerate(one.matches) if not it.objections]
    return max(able, key=lambda it: said[it], default=None)


def verified(found: Sequence[tuple[Searched, Floats]], searcher: Searcher) -> tuple[list[Served], list[float]]:
    """What could be served by the verdict of the verifier, and the weights: constant, trees' log odds, verdict, whether
    another product is named, share of unknown words."""
    verify, known = ShippedVerifier(), dict[str, Mentions]()
    x, y, risks, folds, whole = [], [], [], [], []
    for one, said in found:
        at = likeliest(one, said)
        if one.source not in UNREAD or at is None or said[at] < WORTH_READING:
            continue
        entry, action = one.matches[at].entry, one.asked.action
        verdict = verify(action, call_text(entry, searcher.phrases(action, entry)))
        y.append(entry.id == one.asked.entry)
        risks.append(entry.risk)
        reading = read(action)
        bound = with_pointed(entry.parameters, reading, verdict.places, bind(entry.parameters, reading))
        if entry.id not in known:
            known[entry.id] = mentions(entry)
        lacking = unmentioned(known[entry.id], action, bound.values.values())
        x.append((log_odds(float(said[at])), verdict.odds, *lacking))
        whole.append(not bound.missing)
        named = one.asked.entry or one.asked.near or action
        folds.append(fold(named))
    both, right, part = np.array(x), np.array(y), np.array(folds)
    sure = np.zeros(len(right))
    for held in range(5):
        weighed = LogisticRegression().fit(both[part != held], right[part != held])
        sure[part == held] = weighed.predict_proba(both[part == held])[:, 1]
    model = LogisticRegression().fit(both, right)
    weights = [round(float(it), 4) for it in (*model.intercept_, *model.coef_[0])]
    could = zip(sure, risks, right, whole, strict=True)
    return [Served(float(p), risk, bool(good)) for p, risk, good, all_ in could if all_], weights


def steps(found: Sequence[Served]) -> list[tuple[float, float]]:
    """For each target the least probability from which on the mean probability of what is served reaches it.

    The probabilities are those of folds that were not learned from, and hold: counting what was right in their place
    would let a threshold hang on the few wrong ones that happen to lie near it.
    """
    sure = sorted((it.sure for it in found), reverse=True)
    means = [total / count for count, total in enumerate(accumulate(sure), 1)]
    reached = {target: [p for p, mean in zip(sure, means, strict=True) if mean >= target] for target in TARGETS}
    return [(target, round(it[-1], 4) if it else 1.0) for target, it in reached.items()]


def document(trees: HistGradientBoostingClassifier, features: Sequence[str]) -> dict[str, Any]:
    """The trees as `retrieval.boosted_trees` reads them."""
    columns: dict[str, list[Any]] = {
        it: [] for it in ("feature", "threshold", "left", "right", "unknown_left", "value")
    }
    roots, depth = [], 0
    for (each,) in trees._predictors:
        nodes, first = each.nodes, len(columns["feature"])
        roots.append(first)
        depth = max(depth, int(nodes["depth"].max()))
        for node in nodes:
            leaf = bool(node["is_leaf"])
            columns["feature"].append(-1 if leaf else int(node["feature_idx"]))
            columns["threshold"].append(0.0 if leaf else round(float(node["num_threshold"]), 6))
            columns["left"].append(0 if leaf else first + int(node["left"]))
            columns["right"].append(0 if leaf else first + int(node["right"]))
            columns["unknown_left"].append(int(node["missing_go_to_left"]))
            columns["value"].append(round(float(node["value"]), 5) if leaf else 0.0)
    base = round(float(trees._baseline_prediction.ravel()[0]), 5)
    return {"features": list(features), "base": base, "roots": roots, "depth": depth, **columns}


def told(could: Sequence[Served], answerable: Mapping[str, int]) -> dict[str, list[tuple[float, float]]]:
    """The steps for entries that only look and for the others, printed with what they serve."""
    result = {}
    for name, risks in (("safe", {"safe"}), ("others", {"notable", "dangerous", "unanalysable"})):
        of = [it for it in could if it.risk in risks]
        result[name] = steps(of)
        whole = max(1, sum(answerable[risk] for risk in risks))
        for target, least in result[name]:
            taken = [it for it in of if it.sure >= least]
            right = sum(it.right for it in taken)
            wrong = len(taken) - right
            print(f"  {name}, {target} right: from {least}, {right / whole:.1%} served, {wrong} wrong")
    return result


def answerable(found: Sequence[tuple[Searched, Floats]]) -> Counter[str]:
    """How many actions an entry of each risk answers, as far as it was found."""
    known = (
        (it.entry.risk for it in one.matches if it.entry.id == one.asked.entry) for one, _ in found if one.asked.entry
    )
    return Counter(next(risk, "safe") for risk in known)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="print and write nothing")
    parser.add_argument("--without", action="append", default=[], help="a feature to leave out; writes nothing")
    given = parser.parse_args()
    asked = [(source, it) for source in (*TAUGHT, *(it for sets in FOLDS for it in sets)) for it in labelled(source)]
    searcher = Searcher(asyncio.run(catalogue()))
    searched = search(asked, searcher)
    features = names(searched)
    for feature in (*given.without, ""):
        print(f"without {feature!r}:" if feature else f"{len(features)} features:")
        found = unseen(searched, tuple(it for it in features if it != feature))
        could, weights = verified(found, searcher)
        reached = told(could, answerable([it for it in found if it[0].source in UNREAD]))
    if not given.dry_run and not given.without:
        trees = learned(*rows(searched, features), features)
        made = {"made_by": "python -m train.confidence", "actions": len(searched), "verdict": weights}
        STEPS.write_text(json.dumps({**made, "steps": reached}, indent=1) + "\n")
        TREES.write_text(
            json.dumps({"made_by": made["made_by"], **document(trees, features)}, separators=(",", ":")) + "\n"
        )


if __name__ == "__main__":
    main()
