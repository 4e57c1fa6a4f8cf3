"""How well scripts are judged without a language model: persons' judgements, and pairs of today with one thing wrong.

    python benchmarks/judging.py --data ../shared/data

`judgements/stc.jsonl`, the held-out pairs and the plain pairs that were held back are sets that `train/judging.py`
never saw. Beside the judge stand its two simplest signals alone, with the best cut of `judgements/dev.jsonl`, and
chance. Intervals are 95 % percentile bootstrap over actions, because the commands of one action are judged alike.
Prints Markdown; nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from train.judging import table
from train.judging_pairs import Pair, pairs
from train.simple_pairs import simple_pairs

from scriptsmith.core.types import Verdict
from scriptsmith.static_judge.score import probability_of, verdict_of
from scriptsmith.static_judge.signals import NAMES
from scriptsmith.static_judge.weights import EVEN

Floats = NDArray[np.float64]
Measure = Callable[[Floats, Floats], float]
TIMES = 1000


def probabilities(x: Floats) -> Floats:
    """The judge's, for a table of signals."""
    return np.array([probability_of(tuple(row)) for row in x])


def auc(score: Floats, right: Floats) -> float:
    """The chance that a right one is scored above a wrong one, ties counting half."""
    _, which, count = np.unique(score, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[which]
    good = right.sum()
    return float((ranks[right > 0].sum() - good * (good + 1) / 2) / (good * (len(right) - good)))


def precision_at_half(score: Floats, right: Floats) -> float:
    """The precision where half of the right ones are found; the equally scored are taken together."""
    order = np.argsort(-score, kind="stable")
    found = np.cumsum(right[order])
    at = int(np.searchsorted(found, 0.5 * right.sum()))
    while at + 1 < len(order) and score[order[at + 1]] == score[order[at]]:
        at += 1
    return float(found[at] / (at + 1))


def balanced(cut: float) -> Measure:
    """Balanced accuracy when all from `cut` on are said to be right."""

    def measure(score: Floats, right: Floats) -> float:
        return float(((score[right > 0] >= cut).mean() + (score[right == 0] < cut).mean()) / 2)

    return measure


def calibration_error(score: Floats, right: Floats) -> float:
    """Expected calibration error over ten bins of equal width (Naeini and others, 2015)."""
    bins = np.minimum((score * 10).astype(int), 9)
    return float(
        sum(abs(score[bins == it].mean() - right[bins == it].mean()) * (bins == it).mean() for it in set(bins))
    )


def interval(measure: Measure, score: Floats, right: Floats, groups: Sequence[str]) -> str:
    """The measure with its interval."""
    chance = np.random.default_rng(11)
    names = np.unique(groups)
    rows = {name: np.flatnonzero(np.array(groups) == name) for name in names}
    drawn = []
    for _ in range(TIMES):
        at = np.concatenate([rows[name] for name in chance.choice(names, len(names))])
        if 0 < right[at].sum() < len(at):
            drawn.append(measure(score[at], right[at]))
    low, high = np.percentile(drawn, (2.5, 97.5))
    return f"{measure(score, right):.3f} ({low:.2f}–{high:.2f})"


def best_cut(score: Floats, right: Floats) -> float:
    """Where balanced accuracy is largest."""
    return float(max(np.unique(score), key=lambda it: balanced(float(it))(score, right)))


def report(title: str, x: Floats, right: Floats, groups: Sequence[str], cuts: tuple[float, float]) -> None:
    """One table: the judge, its simplest signals alone, chance; then what its verdicts are worth."""
    p = probabilities(x)
    meaning, words = x[:, NAMES.index("meaning")], x[:, NAMES.index("words answered")]
    print(f"\n## {title}\n\n{len(right)} commands for {len(set(groups))} actions, {right.mean():.1%} right\n")
    print("| judged by | balanced accuracy | AUC | precision at 50 % recall | ECE |\n|---|---|---|---|---|")
    for name, score, cut in (("static", p, EVEN), ("meaning alone", meaning, cuts[0]), ("words alone", words, cuts[1])):
        parts = [interval(it, score, right, groups) for it in (balanced(cut), auc, precision_at_half)]
        parts.append(interval(calibration_error, score, right, groups) if name == "static" else "")
        print(f"| {name} | {' | '.join(parts)} |")
    print(f"| chance | 0.500 | 0.500 | {right.mean():.3f} | |")
    verdicts = [verdict_of(float(sure), dict(zip(NAMES, row, strict=True))) for sure, row in zip(p, x, strict=True)]
    print("\n| verdict | commands | right | share of right ones that get it |\n|---|---|---|---|")
    for verdict in Verdict:
        taken = np.array([it is verdict for it in verdicts])
        good = f"{right[taken].mean():.3f}" if taken.any() else "–"
        print(f"| {verdict.value} | {taken.sum()} | {good} | {taken[right > 0].mean():.3f} |")


def kinds(made: Sequence[Pair], p: Floats) -> None:
    """How often the right command is scored above the wrong one of the same action, by kind of fault."""
    print("\n| wrong by | pairs | right one scored above | equally |\n|---|---|---|---|")
    good = {one.action: sure for one, sure in zip(made, p, strict=True) if one.correct}
    for kind in sorted({one.kind for one in made if not one.correct}):
        beside = [(good[one.action], sure) for one, sure in zip(made, p, strict=True) if one.kind == kind]
        above, level = (sum(test) / len(beside) for test in ([a > b for a, b in beside], [a == b for a, b in beside]))
        print(f"| {kind} | {len(beside)} | {above:.3f} | {level:.3f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with judgements/ and pairs/")
    parser.add_argument("--actions", type=int, default=1000, help="how many held-out actions of the pairs")
    parser.add_argument("--only", choices=("judgements", "pairs", "plain"), help="one of the three tables")
    given = parser.parse_args()
    for name in ("judgements/dev.jsonl", "judgements/stc.jsonl", "pairs/train.jsonl"):
        if not (given.data / name).is_file():
            parser.error(
                f"{given.data / name} is missing: it is made from TellinaTool/nl2bash, see benchmarks/judging.md"
            )
    dev, stc = (
        [json.loads(it) for it in (given.data / f"judgements/{name}.jsonl").read_text().splitlines()]
        for name in ("dev", "stc")
    )
    x = table([(row["action"], row["command"]) for row in dev])
    right = np.array([float(row["correct"]) for row in dev])
    cuts = (best_cut(x[:, NAMES.index("meaning")], right), best_cut(x[:, NAMES.index("words answered")], right))
    print("# Judging without a model")
    if given.only in (None, "judgements"):
        started = time.process_time()
        x = table([(row["action"], row["command"]) for row in stc])
        rate = len(stc) / (time.process_time() - started)
        report(
            "Persons' judgements",
            x,
            np.array([float(row["correct"]) for row in stc]),
            [row["action"] for row in stc],
            cuts,
        )
        print(f"\nIt judges {rate:.0f} commands a second on one core (goal: ≥ 200).")
    if given.only in (None, "plain"):
        made = simple_pairs(held=True)
        x = table([(one.action, one.command) for one in made])
        right = np.array([float(one.correct) for one in made])
        report("Plain pairs that were held back", x, right, [one.action for one in made], cuts)
    if given.only in (None, "pairs"):
        made = pairs(given.data / "pairs/train.jsonl", held=True, count=given.actions)
        x = table([(one.action, one.command) for one in made])
        report(
            "Held-out pairs of today",
            x,
            np.array([float(one.correct) for one in made]),
            [one.action for one in made],
            cuts,
        )
        kinds(made, probabilities(x))


if __name__ == "__main__":
    main()
