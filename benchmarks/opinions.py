"""What each opinion on a draft of a real model is worth, alone and together, where execution has judged the draft.

    python benchmarks/opinions.py --runs real [--trials trials.jsonl]

Reads what `real_models.py` recorded, one section for each of its measurements. The opinions that need no model (the
static judge, the linters, the danger analysis, changes that nobody asked for) are formed anew by the present code;
those of model assessors, and how many drafts agree, are as recorded; `--said` adds what `ask_assessors.py` heard.
With `--trials` each draft is run in two of the small worlds in which drafts are compared: it has a good trial if it
ends well in both, writes no errors, and shows or changes something in one. The file keeps the trials, so that none is
made twice. A logistic regression weighs the opinions in five folds that share no action, each alone and all together;
it says yes from the probability on that is best in the other folds. Prints Markdown; intervals are 95 % bootstrap
over actions.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from judging import Floats, balanced, best_cut, interval

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bash_language import BASH
from scriptsmith.bench.command_observer import Observer
from scriptsmith.bench.equivalence.effects import effects
from scriptsmith.bench.records import ENSEMBLE, AttemptResult, Result, read_results
from scriptsmith.checking import doubts
from scriptsmith.comparing.drafts import LIMITS, DraftTrial
from scriptsmith.core.ensemble import log_odds
from scriptsmith.core.types import Action, Script, Verdict
from scriptsmith.errors import BadInput
from scriptsmith.static_judge import ASSESSOR, described, signals_of
from scriptsmith.static_judge.score import opinion

FOLDS = 5
RIDGE = 2.0
_DANGER = {"safe": 0.0, "notable": 1.0, "dangerous": 2.0, "unanalysable": 2.0}
_SAID = {Verdict.YES: 0.9, Verdict.UNSURE: 0.5, Verdict.NO: 0.1}
"""What a verdict counts as where its assessor does not say how sure it is."""
Said: TypeAlias = Mapping[str, Mapping[str, float]]
"""What the assessors said of each draft, by `draft_key`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A draft, whether it is right, and the opinions on it as numbers; `verdict` is the static judge's."""

    model: str
    action: str
    right: bool
    opinions: Mapping[str, float]
    verdict: Verdict


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, required=True, help="where `real_models.py` recorded its runs")
    parser.add_argument("--trials", type=Path, help="run the drafts in boxes, and keep in this file how that went")
    parser.add_argument("--only", action="append", default=[], metavar="MEASUREMENT")
    parser.add_argument("--said", type=Path, help="what `ask_assessors.py` kept; only drafts in it are counted")
    asked = parser.parse_args()
    trials = Trials(asked.trials) if asked.trials else None
    told = said_in(asked.said) if asked.said else None
    for folder in sorted(path for path in asked.runs.iterdir() if any(path.glob("*/results.jsonl"))):
        if asked.only and folder.name not in asked.only:
            continue
        drafts = [each for model in sorted(folder.iterdir()) for each in asyncio.run(judged(model, trials, told))]
        print(f"## {folder.name}\n")
        print("\n".join(table(drafts)), end="\n\n")


class Trials:
    """How drafts did in small worlds, each tried once and kept in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        lines = file.read_text().splitlines() if file.exists() else []
        self._known = {each["draft"]: bool(each["good"]) for each in map(json.loads, lines)}

    async def good(self, action: Action, script: Script) -> bool:
        """Whether the script ended well in each of two worlds, without an error, and showed or changed something."""
        draft = draft_key(action, script)
        if draft not in self._known:
            self._known[draft] = await self._tried(action, script)
            with self._file.open("a") as kept:
                kept.write(json.dumps({"draft": draft, "good": self._known[draft]}) + "\n")
        return self._known[draft]

    async def _tried(self, action: Action, script: Script) -> bool:
        observer = Observer(Bubblewrap(), limits=LIMITS, most=256, turn=asyncio.Semaphore(1))
        trial = DraftTrial(observer, action, (script.text,))
        try:
            ran = [await trial.run(world, script.text, trial.state) for world in trial.worlds[:2]]
        except BadInput:  # what it names cannot all be there
            return False
        well = all(not (each.exit or each.stderr or each.limits) for each in ran)
        return well and any(each.stdout or effects(each) for each in ran)


async def judged(folder: Path, trials: Trials | None, told: Said | None = None) -> list[Judged]:
    """Every script that a model wrote, once for each action, with the opinions on it."""
    found: dict[tuple[str, str], Judged] = {}
    embedder = StaticEmbedder()
    path = folder / "results.jsonl"
    if not path.exists():
        return []
    with path.open("rb") as lines:
        results = read_results(lines, str(path))
    shares = agreement(folder)
    for result in results:
        if shares and result.case not in shares:  # it was stopped before its drafts were compared
            continue
        for number, attempt in graded(result):
            key = result.action, attempt.script
            heard = told.get(draft_key(Action(text=result.action), Script(text=attempt.script))) if told else {}
            if heard is None:
                continue
            if key not in found:
                found[key] = await _judged(folder.name, result, attempt, embedder, trials)
                found[key] = replace(found[key], opinions={**found[key].opinions, **heard})
            if result.case in shares:
                opinions = {**found[key].opinions, "agreement": shares[result.case][number]}
                found[key] = replace(found[key], opinions=opinions)
    return list(found.values())


async def _judged(
    model: str, result: Result, attempt: AttemptResult, embedder: StaticEmbedder, trials: Trials | None
) -> Judged:
    action, script = Action(text=result.action), Script(text=attempt.script)
    told = described(script)
    said = opinion(await signals_of(embedder, action.text, told)) if told else None
    danger = await BASH.weigh(script)
    sure = 0.5 if said is None or said.confidence is None else said.confidence
    opinions = {
        "static judge": log_odds(sure),
        "linters": -float(min(attempt.warnings, 3)),
        "danger": -_DANGER[danger.risk],
        "unasked changes": -float(len(await doubts(action, script, BASH))),
    }
    if trials:
        opinions["good trial"] = float(await trials.good(action, script))
    for each in attempt.opinions:
        if each.assessor not in (ENSEMBLE, ASSESSOR):
            opinions[each.assessor] = log_odds(_SAID[each.verdict] if each.confidence is None else each.confidence)
    verdict = said.verdict if said else Verdict.UNSURE
    return Judged(model=model, action=result.action, right=attempt.label == 2, opinions=opinions, verdict=verdict)


def agreement(folder: Path) -> Mapping[str, Sequence[float]]:
    """Of each case whose drafts were compared: the share of all that does as each draft does."""
    found = {}
    for case, events in _logs(folder):
        for event in events:
            if event["kind"] == "compared":
                drafts = event["drafts"]
                found[case] = [each["size"] / len(drafts) if each["group"] else 0.0 for each in drafts]
    return found


def said_in(file: Path) -> Said:
    """For each draft that was put to every question in `file`, what the assessors said, as log odds."""
    found = dict[str, dict[str, float]]()
    for line in file.read_text().splitlines():
        each = json.loads(line)
        odds = {
            name: log_odds(_SAID[Verdict(verdict)] if sure is None else sure)
            for name, (verdict, sure, _) in each["said"].items()
        }
        found[each["draft"]] = {**found.get(each["draft"], {}), **odds}
    most = max((len(each) for each in found.values()), default=0)
    return {draft: odds for draft, odds in found.items() if len(odds) == most}


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDraft:
    """A script that a model wrote, as it was recorded: how likely its model was to write it (natural logarithm), and
    which share of the drafts of its run did the same; None where that is not told."""

    action: Action
    script: Script
    right: bool
    log_probability: float | None = None
    share: float | None = None

    @property
    def key(self) -> str:
        return draft_key(self.action, self.script)


def graded(result: Result) -> Iterator[tuple[int, AttemptResult]]:
    """The scripts of a result that a model drafted and execution judged, with their numbers among its attempts."""
    for number, attempt in enumerate(result.attempts):
        if attempt.grade is not None and not attempt.problem and attempt.by == "generator":
            yield number, attempt


def drafts_in(folder: Path) -> Iterator[RecordedDraft]:
    """Every graded draft that `real_models.py` recorded of one model, in the order of its cases."""
    shares, likely = agreement(folder), likelihoods(folder)
    with (folder / "results.jsonl").open("rb") as lines:
        for result in read_results(lines, str(folder)):
            of_case, told = shares.get(result.case, ()), likely.get(result.case, {})
            for number, attempt in graded(result):
                yield RecordedDraft(
                    action=Action(text=result.action),
                    script=Script(text=attempt.script),
                    right=attempt.label == 2,
                    log_probability=told.get(attempt.script),
                    share=of_case[number] if number < len(of_case) else None,
                )


def likelihoods(folder: Path) -> Mapping[str, Mapping[str, float]]:
    """Of each case: how likely its model was to write each of its scripts, where the server told."""
    found: dict[str, dict[str, float]] = {}
    for case, events in _logs(folder):
        for event in events:
            if event["kind"] == "drafted" and event["script"] and event["calls"]:
                likely = event["calls"][-1].get("log_probability")
                if likely is not None:
                    found.setdefault(case, {})[event["script"]["text"]] = likely
    return found


def _logs(folder: Path) -> Iterator[tuple[str, Sequence[Mapping[str, Any]]]]:
    """The events of each recorded run, with its case."""
    for line in (folder / "index.jsonl").read_text().splitlines():
        about = json.loads(line)
        log = folder / "runs" / f"{about['run']}.jsonl"
        if log.exists():
            yield about["case"], [json.loads(each) for each in log.read_text().splitlines()]


def draft_key(action: Action, script: Script) -> str:
    """Names a draft for an action in the files that keep what was found out about it."""
    return hashlib.sha256(f"{action.text}\0{script.text}".encode()).hexdigest()


def fitted(x: Floats, y: Floats) -> Floats:
    """Logistic weights, the constant first, by Newton steps."""
    a = np.column_stack((np.ones(len(x)), x))
    weights = np.zeros(a.shape[1])
    penalty = np.diag([1e-6, *[RIDGE] * x.shape[1]])
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(a @ weights, -30, 30)))
        curve = (a.T * np.maximum(p * (1 - p), 1e-3)) @ a + penalty
        step = np.linalg.solve(curve, a.T @ (y - p) - penalty @ weights)
        weights += step * min(1.0, 2.0 / max(1e-9, float(np.abs(step).max())))
        if np.abs(step).max() < 1e-7:
            break
    return weights


def unseen(x: Floats, y: Floats, folds: Sequence[int]) -> Floats:
    """1 where a draft is said to be right by weights and a cut that saw none of its fold, else 0."""
    said = np.zeros(len(y))
    where = np.array(folds)
    for each in sorted(set(folds)):
        learned, told = where != each, where == each
        weights = fitted(x[learned], y[learned])
        scores = weights[0] + x @ weights[1:]
        said[told] = scores[told] >= best_cut(scores[learned], y[learned])
    return said


def fold(action: str) -> int:
    """Which fold an action is in; all drafts of an action are in the same."""
    return int(hashlib.sha256(action.encode()).hexdigest()[:8], 16) % FOLDS


def table(drafts: Sequence[Judged]) -> Iterator[str]:
    """A line for each opinion that all drafts have, for all of them together, and for the static judge's own yes."""
    names = [name for name in drafts[0].opinions if all(name in each.opinions for each in drafts)]
    x = np.array([[each.opinions[name] for name in names] for each in drafts])
    y = np.array([float(each.right) for each in drafts])
    folds = [fold(each.action) for each in drafts]
    ways = {name: unseen(x[:, [at]], y, folds) for at, name in enumerate(names)}
    if "good trial" in names:
        few = [names.index("static judge"), names.index("good trial")]
        ways["static judge and good trial"] = unseen(x[:, few], y, folds)
    ways["all together"] = unseen(x, y, folds)
    ways["static judge, its own yes"] = np.array([float(each.verdict is Verdict.YES) for each in drafts])
    models = sorted({each.model for each in drafts})
    shown = [[each.model == model for each in drafts] for model in models]
    yield (
        "| opinion | "
        + " | ".join(
            f"{model}: {sum(rows)} drafts, {y[rows].mean():.0%} right | yes | of them right"
            for model, rows in zip(models, shown, strict=True)
        )
        + " |"
    )
    yield "|---|" + "--:|--:|--:|" * len(models)
    for name, said in ways.items():
        cells = []
        for rows in shown:
            actions = [each.action for each, mine in zip(drafts, rows, strict=True) if mine]
            yes = said[rows] > 0
            right = f"{y[rows][yes].mean():.0%}" if yes.any() else ""
            cells += [interval(balanced(0.5), said[rows], y[rows], actions), str(int(yes.sum())), right]
        yield f"| {name} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    main()
