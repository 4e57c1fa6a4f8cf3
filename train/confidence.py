"""Fit how sure retrieval may be: writes `src/scriptsmith/retrieval/weights.py`.

    python -m train.confidence [--asked train/data/fit.jsonl] [--traps train/data/traps.jsonl]

Every action of the set is searched in the shipped catalogue with the shipped embedder. Each of the nearest entries is
one example, right or not; a logistic regression learns from their signals (`core.confidence.features`). Then, in folds
that share no entry, the precision of what would be served is counted at every confidence: STEPS says from which on it
holds; only folds that nobody read count. Traps, five for a paraphrase and each as near as its writer could make it,
are learned from and not counted: nobody asks like that. What others judge it by, `report.jsonl` and
its likes, is not looked at.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scriptsmith.adapters.embedding.kept_vectors import KeptMeanings
from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.adapters.embedding.store import VectorStore
from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.core.plain_data import shaped
from scriptsmith.core.types import Action, Match
from scriptsmith.retrieval import confidence
from scriptsmith.retrieval.confidence import DOUBTED, Signals, features, nearly_spoken
from scriptsmith.retrieval.evaluation import Asked, reliability

HERE = Path(__file__).resolve().parents[1]
CATALOGUE = HERE / "src/scriptsmith/catalogue"
TARGETS = (0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998)
FOLDS = 5
COUNTED = (3, 4)
"""Folds whose actions nobody reads who changes the guard: on what it was made for it is right too often."""
RIDGE = 1.0
BLOCKED = 0.1  # what an entry with an objection weighs: nobody is served it anyway
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Searched:
    """An action, its nearest entries, and their signals."""

    asked: Asked
    matches: Sequence[Match]
    signals: Sequence[Signals]

    @property
    def fold(self) -> int:
        named = self.asked.entry or self.asked.near or self.asked.action
        return int(hashlib.sha256(named.encode()).hexdigest()[:8], 16) % FOLDS


async def search(asked: Sequence[Asked]) -> list[Searched]:
    """The nearest entries of each action, as everybody finds them."""
    for name, meaning in (("WEIGHTS", True), ("WEIGHTS_WITHOUT_MEANING", False)):  # other signals than were fitted?
        size = len(features(Signals(), meaning=meaning))
        if len(getattr(confidence, name)) != size:
            setattr(confidence, name, (0.0,) * size)
    with tempfile.TemporaryDirectory() as folder:
        embedder = StaticEmbedder()
        meanings = KeptMeanings(embedder, VectorStore(Path(folder) / "vectors", embedder), calibrated=True)
        catalogue = FolderCatalogue(Path(folder) / "own", CATALOGUE, meanings=lambda: meanings)
        found = []
        for it in asked:
            matches = await catalogue.nearest(Action(text=it.action), limit=8)
            matches = [match for match in matches if match.confidence < 1.0]  # a phrase itself teaches nothing
            found.append(Searched(it, matches, [_signals(match) for match in matches]))
        return found


def _signals(match: Match) -> Signals:
    whole = {*DOUBTED, "against", "missing"}
    return Signals(**{name: int(it) if name in whole else it for name, it in match.parts.items()})  # type: ignore[arg-type]


def fitted(searched: Sequence[Searched], *, meaning: bool) -> Floats:
    """The weights, by Newton's method; the constant is not held back."""
    rows = [features(it, meaning=meaning) for one in searched for it in one.signals]
    right = [float(match.entry.id == one.asked.entry) for one in searched for match in one.matches]
    share = [BLOCKED if match.objections else 1.0 for one in searched for match in one.matches]
    x, y, held = np.array(rows), np.array(right), np.array(share)
    weights = np.zeros(x.shape[1])
    ridge = np.diag([1e-6, *[RIDGE] * (x.shape[1] - 1)])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        curve = (x.T * (held * p * (1 - p))) @ x + ridge
        step = np.linalg.solve(curve, x.T @ (held * (y - p)) - ridge @ weights)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def spoken(searched: Sequence[Searched]) -> float:
    """Of the entries that could be served to actions that are nearly a phrase of theirs, the share that is right, one
    unseen error counted."""
    found = [
        match.entry.id == one.asked.entry
        for one in searched
        if one.fold in COUNTED
        for match, it in zip(one.matches, one.signals, strict=True)
        if nearly_spoken(it) and not match.objections and not match.missing
    ]
    print(f"nearly spoken: {len(found)} served, {len(found) - sum(found)} wrong")
    return sum(found) / (len(found) + 1)


def answers(
    searched: Sequence[Searched], weights: Floats, floor: float, *, meaning: bool
) -> list[tuple[float, bool, bool]]:
    """For each action the confidence of what comes first, whether it could be served, and whether it is right."""
    found = []
    for one in searched:
        said = []
        for match, it in zip(one.matches, one.signals, strict=True):
            sure = 1 / (1 + np.exp(-np.clip(np.dot(weights, features(it, meaning=meaning)), -30, 30)))
            sure = max(sure, floor) if nearly_spoken(it) else sure
            able = not match.objections and not match.missing
            good = match.entry.id == one.asked.entry
            said.append((bool(match.objections), -sure, able, good))
        if said:
            _, sure, able, good = min(said, key=lambda it: it[:2])
            found.append((float(-sure), able, good))
    return found


def steps(found: Sequence[tuple[float, bool, bool]]) -> list[tuple[float, float]]:
    """For each target the least confidence at which what is served reaches it, one unseen error always counted."""
    served = sorted(((sure, right) for sure, able, right in found if able), reverse=True)
    result = []
    for target in TARGETS:
        least, good = 1.0, 0
        for count, (sure, right) in enumerate(served, 1):
            good += right
            tied = count < len(served) and served[count][0] == sure  # the equally sure are served together
            if good / (count + 1) >= target and not tied:
                least = sure
        result.append((target, round(float(least), 4)))
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--asked", type=Path, default=HERE / "train/data/fit.jsonl")
    parser.add_argument("--traps", type=Path, default=HERE / "train/data/traps.jsonl")
    parser.add_argument("--dry-run", action="store_true", help="print and write nothing")
    given = parser.parse_args()
    asked, traps = (
        [shaped(Asked, json.loads(line)) for line in path.read_text().splitlines() if line.strip()]
        for path in (given.asked, given.traps)
    )
    searched, learned = asyncio.run(search(asked)), asyncio.run(search(traps))
    learned += searched
    lines = [f'"""Numbers that `train/confidence.py` fitted on {len(asked) + len(traps)} actions; do not edit."""', ""]
    floor = round(spoken(searched), 4)
    lines.append(f"NEARLY_SPOKEN = {floor}")
    for meaning, name in ((True, "WEIGHTS"), (False, "WEIGHTS_WITHOUT_MEANING")):
        unseen = []
        for fold in COUNTED:
            weights = fitted([it for it in learned if it.fold != fold], meaning=meaning)
            unseen += answers([it for it in searched if it.fold == fold], weights, floor, meaning=meaning)
        weights = fitted(learned, meaning=meaning)
        lines.append(f"{name} = (\n{''.join(f'    {it:.4f},' + chr(10) for it in weights)})")
        answered = sum(it.asked.entry is not None for it in searched if it.fold in COUNTED)
        error = reliability([(sure, right) for sure, _, right in unseen])[1]
        print(f"{name}: ECE {error:.3f} in folds {COUNTED} of {FOLDS}, {len(unseen)} actions")
        for target, least in steps(unseen):
            taken = [(able, right) for sure, able, right in unseen if able and sure >= least]
            right = sum(good for _, good in taken)
            print(
                f"  precision {target}: from {least}, {len(taken)} served, {len(taken) - right} wrong, coverage "
                f"{right / max(1, answered):.3f}"
            )
        kind = name.removeprefix("WEIGHTS")
        lines.append(f"STEPS{kind} = ({', '.join(f'({target}, {least})' for target, least in steps(unseen))})")
    if not given.dry_run:
        (HERE / "src/scriptsmith/retrieval/weights.py").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
