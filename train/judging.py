"""Fit how the judge without a model weighs its signals: writes `src/scriptsmith/static_judge/weights.py`.

    python -m train.judging --data ../shared/data

Three sets teach it. Pairs of today (`train/judging_pairs.py`, those not held out) and plain pairs of SRE work
(`train/simple_pairs.py`, those not held back) give first weights; a ridge around them lets the persons' judgements of
`judgements/dev.jsonl` move them. Weights keep their sign: what speaks against a script never raises its score. In folds
that share no action, the logit is calibrated (Platt, 1999), and the thresholds are chosen: yes from where most of the
yes are right in them, no below where few right ones fall. Plain commands have a scale and thresholds of their own, from
the plain pairs. What the judge is reported on, `judgements/stc.jsonl` and what is held out, is not looked at.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.core.types import Script
from scriptsmith.static_judge import described, meanings_of
from scriptsmith.static_judge.compare import compare
from scriptsmith.static_judge.score import FAVOURING, NEUTRAL, UNWEIGHED, clean, vector
from scriptsmith.static_judge.signals import NAMES

from .judging_pairs import pairs
from .simple_pairs import simple_pairs

HERE = Path(__file__).resolve().parents[1]
FOLDS = 10
RIDGE = 5.0  # of the first weights
MOVED = 20.0  # around the first weights
PLAIN_TIMES = 5  # how often each plain pair counts among the pairs of today
PRECISION = 0.85
PLAIN_PRECISION = 0.93
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
    free = np.array([True, *(name not in UNWEIGHED for name in NAMES)])
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


def yes_from(p: Floats, y: Floats, precision: float) -> float:
    """The least probability from which on at least `precision` of all are right, one wrong one added; else above 1."""
    order = np.argsort(-p, kind="stable")
    best, good = 1.01, 0.0
    for count, at in enumerate(order, 1):
        good += y[at]
        last = count == len(order) or p[order[count]] < p[at]
        if last and good / (count + 1) >= precision + SPARE:
            best = float(p[at])
    return best


def probabilities(scores: Floats) -> Floats:
    """The probabilities of calibrated logits."""
    made: Floats = 1 / (1 + np.exp(-np.clip(scores, -30, 30)))
    return made


@dataclass(frozen=True, slots=True)
class Rows:
    """A set to learn from: the signals `x`, whether right `y`, and the fold of each action."""

    x: Floats
    y: Floats
    folds: NDArray[np.int_]

    @classmethod
    def of(cls, rows: Sequence[tuple[str, str, bool]]) -> Rows:
        """The rows of (action, command, whether it is right)."""
        x = table([(action, command) for action, command, _ in rows])
        return cls(x, np.array([float(right) for *_, right in rows]), np.array([fold(row[0]) for row in rows]))

    def where(self, chosen: NDArray[np.bool_]) -> Rows:
        """Some of the rows."""
        return Rows(self.x[chosen], self.y[chosen], self.folds[chosen])

    def clean(self) -> NDArray[np.bool_]:
        """Those against which nothing speaks."""
        return np.array([clean(dict(zip(NAMES, row, strict=True))) for row in self.x])

    def plain(self) -> NDArray[np.bool_]:
        """Those that are plain commands."""
        chosen: NDArray[np.bool_] = self.x[:, NAMES.index("plain command")] > 0
        return chosen


def learned(judged: Rows, made: Rows, plain: Rows) -> Floats:
    """The weights: first those of the pairs, then moved by the persons' judgements."""
    x = np.vstack((made.x, *[plain.x] * PLAIN_TIMES))
    first = fitted(x, np.concatenate((made.y, *[plain.y] * PLAIN_TIMES)), RIDGE)
    return fitted(judged.x, judged.y, MOVED, first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=HERE.parent / "shared" / "data")
    parser.add_argument("--actions", type=int, default=1500, help="how many actions of the pairs")
    parser.add_argument("--dry-run", action="store_true", help="print and write nothing")
    given = parser.parse_args()
    rows = [json.loads(line) for line in (given.data / "judgements/dev.jsonl").read_text().splitlines()]
    judged = Rows.of([(row["action"], row["command"], bool(row["correct"])) for row in rows])
    made = Rows.of(
        [
            (it.action, it.command, it.correct)
            for it in pairs(given.data / "pairs/train.jsonl", held=False, count=given.actions)
        ]
    )
    plain = Rows.of([(it.action, it.command, it.correct) for it in simple_pairs(held=False)])
    unseen, unseen_made, unseen_plain = np.zeros(len(judged.y)), np.zeros(len(made.y)), np.zeros(len(plain.y))
    for one in range(FOLDS):
        weights = learned(*(it.where(it.folds != one) for it in (judged, made, plain)))
        unseen[judged.folds == one] = logits(weights, judged.x[judged.folds == one])
        unseen_made[made.folds == one] = logits(weights, made.x[made.folds == one])
        unseen_plain[plain.folds == one] = logits(weights, plain.x[plain.folds == one])
    a, b = calibration(unseen, judged.y)
    weights = b * learned(judged, made, plain)
    weights[0] += a
    p = probabilities(a + b * unseen)
    ours, mine = made.plain(), plain.plain()
    scale = calibration(
        a + b * np.concatenate((unseen_made[ours], unseen_plain[mine])), np.concatenate((made.y[ours], plain.y[mine]))
    )
    pp = probabilities(scale[0] + scale[1] * (a + b * unseen_plain))
    good = judged.clean() & ~judged.plain()
    yes = yes_from(p[good], judged.y[good], PRECISION)
    good = plain.clean() & mine
    plain_yes = yes_from(pp[good], plain.y[good], PLAIN_PRECISION)
    no = float(
        min(np.quantile(probabilities(a + b * s)[y > 0], LOST) for s, y in ((unseen, judged.y), (unseen_made, made.y)))
    )
    # no right one of the plain pairs shall be refused, also where it is a pipeline
    longer = probabilities(a + b * unseen_plain[~mine & (plain.y > 0)])
    no = min(no, float(longer.min() / 2))
    plain_no = float(pp[mine & (plain.y > 0)].min() / 2)
    told = (
        ("persons' judgements", (p >= yes) & judged.clean() & ~judged.plain(), p < no, judged.y),
        ("plain pairs", (pp >= plain_yes) & good, (pp < plain_no) & mine, plain.y),
    )
    for name, taken, refused, y in told:
        print(f"{name}, in folds: yes {int(taken.sum())}, right {y[taken].mean():.3f}; no {int(refused.sum())}")
    for name, weight in sorted(zip(NAMES, weights[1:], strict=True), key=lambda it: it[1]):
        print(f"  {weight:7.3f}  {name}")
    if given.dry_run:
        return
    y = judged.y
    cut = max(np.unique(p), key=lambda it: (p[y > 0] >= it).mean() + (p[y == 0] < it).mean())
    centres = made.x[made.y > 0].mean(axis=0)
    counted = f"{len(y)} judgements and {len(made.y) + len(plain.y)} pairs"
    lines = [
        f'"""Numbers that `train/judging.py` fitted on {counted}; do not edit."""',
        "",
        f"WEIGHTS = (\n{''.join(f'    {it:.4f},' + chr(10) for it in weights)})",
        f"CENTRES = (\n{''.join(f'    {it:.4f},' + chr(10) for it in centres)})",
        f"YES_FROM = {yes:.4f}",
        f"NO_BELOW = {no:.4f}",
        f"PLAIN_SCALE = ({scale[0]:.4f}, {scale[1]:.4f})",
        f"PLAIN_YES_FROM = {plain_yes:.4f}",
        f"PLAIN_NO_BELOW = {plain_no:.5f}",
        f"EVEN = {cut:.4f}",
    ]
    (HERE / "src/scriptsmith/static_judge/weights.py").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
