"""Fit how the judge without a model weighs its signals: writes `src/scriptsmith/static_judge/weights.py`.

    python -m train.judging --data ../shared/data

Two sets teach it. Pairs of today (`train/judging_pairs.py`, those not held out) give first weights; a ridge around them
lets the persons' judgements of `judgements/dev.jsonl` move them. Weights keep their sign: what speaks against a script
never raises its score. In folds that share no action, the logit is calibrated (Platt, 1999), and the thresholds are
chosen: yes from where nine in ten of the yes are right in them, no below where few right ones fall. What the judge is
reported on, `judgements/stc.jsonl` and the held-out pairs, is not looked at.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.core.types import Script
from scriptsmith.static_judge import described, meanings_of
from scriptsmith.static_judge.compare import compare
from scriptsmith.static_judge.score import FAVOURING, NEUTRAL, clean, vector
from scriptsmith.static_judge.signals import NAMES

from .judging_pairs import pairs

HERE = Path(__file__).resolve().parents[1]
FOLDS = 10
RIDGE = 5.0
PRECISION = 0.85
SPARE = 0.01  # added to the precision asked for: folds flatter
LOST = 0.10  # the share of right ones that may be said no to
Floats = NDArray[np.float64]


def table(rows: Sequence[tuple[str, str]]) -> Floats:
    """(rows, signals): the signals of each (action, command); those without a description are all zeros."""
    embedder = StaticEmbedder()
    told = [described(Script(text=command)) for _, command in rows]
    found = np.zeros((len(rows), len(NAMES)))
    for at, ((action, _), text) in enumerate(zip(rows, told, strict=True)):
        if text:
            one, other, bare, plain = embedder.vectors(meanings_of(action, text))
            found[at] = vector(compare(action, text, (float(one @ other), float(bare @ plain))))
    return found


def fold(action: str) -> int:
    """Which fold an action is in; every command of an action is in the same."""
    return int(hashlib.sha256(action.encode()).hexdigest()[:8], 16) % FOLDS


def fitted(x: Floats, y: Floats, ridge: float, around: Floats | None = None) -> Floats:
    """Logistic weights, the constant first, by damped Newton steps.

    A weight of the wrong sign is left out, and the rest is fitted again.
    """
    start = np.zeros(x.shape[1] + 1) if around is None else np.concatenate(([0.0], around[1:]))
    a = np.column_stack((np.ones(len(x)), x))
    free = np.ones(a.shape[1], dtype=bool)
    while True:
        weights = np.where(free, start, 0.0)
        penalty = np.diag(np.where(np.arange(a.shape[1]) == 0, 1e-6, ridge))[np.ix_(free, free)]
        for _ in range(100):
            p = 1 / (1 + np.exp(-np.clip(a @ weights, -30, 30)))
            part = a[:, free]
            curve = (part.T * np.maximum(p * (1 - p), 0.005)) @ part + penalty
            step = np.linalg.solve(curve, part.T @ (y - p) - penalty @ (weights - start)[free])
            step *= min(1.0, 2.0 / float(np.abs(step).max()))
            weights[free] += step
            if np.abs(step).max() < 1e-6:
                break
        wrong = [at for at, name in enumerate(NAMES, 1) if free[at] and _wrong(name, weights[at])]
        if not wrong:
            return weights
        free[wrong] = False


def _wrong(name: str, weight: float) -> bool:
    if name in NEUTRAL:
        return False
    return weight < 0 if name in FAVOURING else weight > 0


def logits(weights: Floats, x: Floats) -> Floats:
    """The scores before calibration."""
    made: Floats = weights[0] + x @ weights[1:]
    return made


def calibration(scores: Floats, y: Floats) -> tuple[float, float]:
    """Platt's two numbers: `a + b * score` is a calibrated logit."""
    a, b = 0.0, 1.0
    x = np.column_stack((np.ones(len(scores)), scores))
    both = np.array([a, b])
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(x @ both, -30, 30)))
        step = np.linalg.solve((x.T * np.maximum(p * (1 - p), 1e-4)) @ x + 1e-6 * np.eye(2), x.T @ (y - p))
        both += step * min(1.0, 1.0 / float(np.abs(step).max()))
        if np.abs(step).max() < 1e-8:
            break
    return float(both[0]), float(both[1])


def yes_from(p: Floats, y: Floats) -> float:
    """The least probability from which on at least PRECISION of all are right, one wrong one added; else above 1."""
    order = np.argsort(-p, kind="stable")
    best, good = 1.01, 0.0
    for count, at in enumerate(order, 1):
        good += y[at]
        last = count == len(order) or p[order[count]] < p[at]
        if last and good / (count + 1) >= PRECISION + SPARE:
            best = float(p[at])
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=HERE.parent / "shared" / "data")
    parser.add_argument("--actions", type=int, default=1500, help="how many actions of the pairs")
    parser.add_argument("--dry-run", action="store_true", help="print and write nothing")
    given = parser.parse_args()
    rows = [json.loads(line) for line in (given.data / "judgements/dev.jsonl").read_text().splitlines()]
    x = table([(row["action"], row["command"]) for row in rows])
    y = np.array([float(row["correct"]) for row in rows])
    folds = np.array([fold(row["action"]) for row in rows])
    made = pairs(given.data / "pairs/train.jsonl", held=False, count=given.actions)
    px = table([(one.action, one.command) for one in made])
    py = np.array([float(one.correct) for one in made])
    first = fitted(px, py, RIDGE)
    unseen = np.zeros(len(y))
    for one in range(FOLDS):
        unseen[folds == one] = logits(fitted(x[folds != one], y[folds != one], RIDGE, first), x[folds == one])
    a, b = calibration(unseen, y)
    p = 1 / (1 + np.exp(-(a + b * unseen)))
    weights = b * fitted(x, y, RIDGE, first)
    weights[0] += a
    pp = 1 / (1 + np.exp(-logits(weights, px)))
    unspoiled = np.array([clean(dict(zip(NAMES, row, strict=True))) for row in x])
    yes = yes_from(p[unspoiled], y[unspoiled])
    no = float(min(np.quantile(p[y > 0], LOST), np.quantile(pp[py > 0], LOST)))
    taken = unspoiled & (p >= yes)
    print(f"dev folds: yes from {yes:.4f}: {int(taken.sum())}, right {y[taken].sum() / max(1, taken.sum()):.3f}")
    print(f"           no below {no:.4f}: {int((p < no).sum())}, right {1 - y[p < no].mean():.3f}")
    print(f"pairs (seen): {py.mean():.3f} are right")
    print(f"              no {int((pp < no).sum())}, right {1 - py[pp < no].mean():.3f}")
    for name, weight in sorted(zip(NAMES, weights[1:], strict=True), key=lambda it: it[1]):
        print(f"  {weight:7.3f}  {name}")
    if given.dry_run:
        return
    cut = max(np.unique(p), key=lambda it: (p[y > 0] >= it).mean() + (p[y == 0] < it).mean())
    centres = px[py > 0].mean(axis=0)
    lines = [
        f'"""Numbers that `train/judging.py` fitted on {len(y)} judgements and {len(py)} pairs; do not edit."""',
        "",
        f"WEIGHTS = (\n{''.join(f'    {it:.4f},' + chr(10) for it in weights)})",
        f"CENTRES = (\n{''.join(f'    {it:.4f},' + chr(10) for it in centres)})",
        f"YES_FROM = {yes:.4f}",
        f"NO_BELOW = {no:.4f}",
        f"EVEN = {cut:.4f}",
    ]
    (HERE / "src/scriptsmith/static_judge/weights.py").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
