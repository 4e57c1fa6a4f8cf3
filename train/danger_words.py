"""Learn which words make a script read like those that reviewers stop: writes `danger/data/learned_words.json`.

    python -m train.danger_words [--dry-run]

Learns from the whole scripts in `tests/danger/scripts`, by writers who saw neither code nor each other's scripts, and
from our own: pairs that differ in one detail, and daily work. The writers are held out in turns, two or three at a
time, and the script counts as suspect from the log odds that only `FALSE_ALARMS` of the benign scripts of held-out
writers reach. Prints what that finds. Needs `requirements/train.lock`; a minute.
"""

from __future__ import annotations

import argparse
import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from tests.danger.benign import benign
from tests.danger.pairs import pairs

from scriptsmith.danger import learned_words
from scriptsmith.danger.analyse import analyse
from scriptsmith.danger.learned_words import FEATURES, features_of
from scriptsmith.danger.rules.resembling import FEWEST

HERE = Path(__file__).parents[1]
SCRIPTS = HERE / "tests/danger/scripts"
OUT = Path(learned_words.__file__).parent / "data/learned_words.json"
FALSE_ALARMS = 0.0075
"""The share of benign scripts by unseen writers that may count as suspect."""
FOLDS = 8
STRENGTH = 60.0
"""How freely weights may grow, as scikit-learn counts it; from 1 to 200 it finds 62 to 76 % of the dangerous."""
Floats = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="print the figures and write nothing")
    asked = parser.parse_args()
    rows = list(scripts())
    x = matrix([row["text"] for row in rows])
    y = np.array([row["label"] == "dangerous" for row in rows])
    writers = np.array([row["writer"] for row in rows])
    theirs = writers != ""
    odds = held_out(x, y, writers)
    suspect = float(np.quantile(odds[theirs & ~y], 1 - FALSE_ALARMS))
    for writer in sorted(set(writers[theirs])):
        mine = writers == writer
        print(f"{writer}: {share(odds[mine & y] > suspect)} of dangerous, {share(odds[mine & ~y] > suspect)} of benign")
    lets_pass = [analyse(row["text"], rules_only=True).risk in ("safe", "notable") for row in rows]
    passed = theirs & np.array(lets_pass)
    caught, alarms = (odds > suspect) & passed & y, (odds > suspect) & passed & ~y
    print(f"of what the rules let pass: {int(caught.sum())} of {int((passed & y).sum())} of dangerous, ", end="")
    print(f"{int(alarms.sum())} of {int((passed & ~y).sum())} of benign")
    print(
        f"all: {share(odds[theirs & y] > suspect)} of dangerous, {share(odds[theirs & ~y] > suspect)} of benign, "
        f"from {suspect:.2f} on"
    )
    if asked.dry_run:
        return
    model = fitted(x, y)
    weights = model.coef_[0]
    scale = float(np.abs(weights).max() / 127)
    told = {
        "bias": round(float(model.intercept_[0]), 4),
        "scale": round(scale, 8),
        "suspect": round(suspect, 3),
        "weights": base64.b64encode(np.round(weights / scale).astype(np.int8).tobytes()).decode(),
    }
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(told, indent=1) + "\n", encoding="ascii")
    print(f"wrote {OUT.relative_to(HERE)}")


def scripts() -> Iterator[dict[str, Any]]:
    """The labelled scripts, each with its writer; our own, which are learned from and never counted, have none."""
    for path in sorted(SCRIPTS.glob("writer_*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield {**json.loads(line), "writer": path.stem.removeprefix("writer_")}
    for pair in pairs():
        yield {"text": pair.dangerous, "label": "dangerous", "writer": ""}
        yield {"text": pair.benign, "label": "benign", "writer": ""}
    for each in benign():
        if each.split == "dev" and each.text.count("\n") >= FEWEST:
            yield {"text": each.text, "label": "benign", "writer": ""}
    for block in (SCRIPTS.parent / "daily.txt").read_text(encoding="utf-8").split("=== ")[1:]:
        yield {"text": block.partition("\n")[2], "label": "benign", "writer": ""}


def matrix(texts: list[str]) -> csr_matrix:
    """The features of each text, a row each of length 1."""
    found = [sorted(features_of(text)) for text in texts]
    at = np.concatenate([[0], np.cumsum([len(each) for each in found])])
    values = np.concatenate([np.full(len(each), 1 / np.sqrt(max(1, len(each)))) for each in found])
    return csr_matrix((values, np.concatenate(found), at), shape=(len(texts), FEATURES))


def fitted(x: csr_matrix, y: NDArray[np.bool_]) -> LogisticRegression:
    return LogisticRegression(C=STRENGTH, solver="liblinear", random_state=0).fit(x, y)


def held_out(x: csr_matrix, y: NDArray[np.bool_], writers: NDArray[np.str_]) -> Floats:
    """The log odds of each script, by a model that saw none of its writer's."""
    odds = np.zeros(len(y))
    names = sorted(set(writers) - {""})
    for fold in range(FOLDS):
        told = np.isin(writers, names[fold::FOLDS])
        odds[told] = fitted(x[~told], y[~told]).decision_function(x[told])
    return odds


def share(found: NDArray[np.bool_]) -> str:
    return f"{int(found.sum())} of {len(found)} ({found.mean():.1%})"


if __name__ == "__main__":
    main()
