"""Results made up by a seed, of the shape that a run of the bench records."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scriptsmith.bench.model import Grade, Label, Seen
from scriptsmith.bench.records import ENSEMBLE, AssessorVerdict, AttemptResult, Result
from scriptsmith.core.types import Call, Outcome, Verdict

TAGS = ("spaces", "empty", "partial", "permission", "rerun", "services", "logs")
PROMISES = (
    ("plain", "the old logs are compressed", "function"),
    ("plain", "the young log stays as it is", "function"),
    ("spaces", "a name with spaces is handled", "robustness"),
    ("again", "a second run changes nothing", "robustness"),
)


def tried(label: Label | None, **more: Any) -> AttemptResult:
    """An attempt with that label; without a script where it is None."""
    if label is None:
        return AttemptResult(**{"by": "generator", "model": "writer", **more})
    failing = {0: (0, 2), 1: (2, 3), 2: ()}[label]
    seen = tuple(
        Seen(scenario=scenario, promise=promise, purpose=purpose, held=number not in failing, detail="")  # type: ignore[arg-type]
        for number, (scenario, promise, purpose) in enumerate(PROMISES)
    )
    text = more.get("script", f"gzip -- *.log # {label}")
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    grade = Grade(label=label, seen=seen, seconds=0.02, output="done\n")
    return AttemptResult(
        **{"by": "generator", "model": "writer", "digest": digest, "script": text, "grade": grade, **more}
    )


def result(case: str, *labels: Label | None, sample: int = 0, **more: Any) -> Result:
    """A sample whose first draft has the first label and whose refinements have the others; the last is chosen."""
    last = len(labels) - 1
    attempts = tuple(
        tried(label, by="refiner" if number else "generator", unrefined=number == 0, chosen=number == last)
        for number, label in enumerate(labels)
    )
    return Result(**{"case": case, "sample": sample, "attempts": attempts, "outcome": "verified", **more})


def results(
    cases: int = 60,
    samples: int = 2,
    *,
    seed: int = 1,
    system: str = "small",
    skill: float = 0.5,
    models: Mapping[str, str] | None = None,
    price: float | None = 2e-6,
) -> Sequence[Result]:
    """`samples` of each of `cases`, some refined, some assessed wrongly, some lost."""
    random = Random(f"{seed} {system}")
    models = models or {"generator": f"{system}-8b", "refiner": f"{system}-8b", "assessor": "judge-3b"}
    return [
        _sample(random, number, sample, system, skill, models, price)
        for number in range(cases)
        for sample in range(samples)
    ]


def _sample(
    random: Random, number: int, sample: int, system: str, skill: float, models: Mapping[str, str], price: float | None
) -> Result:
    hard = number % 3
    chance = max(0.05, skill + 0.25 - 0.2 * hard)
    common: dict[str, Any] = {
        "case": f"{'scripts' if number % 2 else 'lines'}/case-{number:03}",
        "action": f"compress the logs of service {number} that are older than a week",
        "sample": sample,
        "system": system,
        "kind": "script" if number % 2 else "line",
        "tags": tuple(tag for place, tag in enumerate(TAGS) if (number + place) % 4 == 0),
        "difficulty": hard,
        "models": models,
        "noop": 0,
    }
    if random.random() < 0.02:
        return Result(**common, problem="no box could be opened: the kernel refuses another user namespace")
    label = _label(random, chance)
    attempts = [_assessed(random, label, "generator", models, common["case"])]
    if attempts[0].opinions and attempts[0].opinions[0].verdict is not Verdict.YES:
        better = _label(random, chance + 0.2)
        attempts.append(_assessed(random, better, "refiner", models, common["case"]))
    best = attempts[-1]
    chosen = [
        AttemptResult(**{**_fields(each), "unrefined": place == 0, "chosen": each is best})
        for place, each in enumerate(attempts)
    ]
    verdict = best.opinions[0].verdict if best.opinions else Verdict.UNSURE
    outcomes: dict[Verdict, Outcome] = {Verdict.YES: "verified", Verdict.NO: "incorrect", Verdict.UNSURE: "unsure"}
    calls = tuple(
        _call(random, role, models, price) for role in ("generator", "assessor", "assessor")[: 3 * len(attempts)]
    )
    return Result(
        **common,
        attempts=tuple(chosen),
        calls=calls,
        outcome=outcomes[verdict],
        seconds=round(sum(call.seconds for call in calls), 3),
    )


def _label(random: Random, chance: float) -> Label | None:
    roll = random.random()
    return 2 if roll < chance else 1 if roll < chance + 0.2 else 0 if random.random() > 0.05 else None


def _assessed(random: Random, label: Label | None, by: str, models: Mapping[str, str], case: str) -> AttemptResult:
    if label is None:
        return AttemptResult(by=by, model=models[by])  # type: ignore[arg-type]
    right = label == 2
    roll = random.random()
    verdict = Verdict.UNSURE if roll < 0.1 else Verdict.YES if (roll < 0.8) is right else Verdict.NO
    lines = "\n".join(f"# step {step} of {case}" for step in range(6))
    return tried(
        label,
        by=by,
        model=models[by],
        script=f'#!/usr/bin/env bash\nset -euo pipefail\n{lines}\ngzip -- "$1"/*.log # {random.random()}\n',
        syntax=("syntax error near unexpected token `done'",) if label == 0 and random.random() < 0.1 else (),
        warnings=random.choice((0, 0, 0, 1, 3)),
        effects="" if right else "--- what was to be done\n+++ what was done\n-/work/a.log.gz\n+/work/a.log\n",
        opinions=(
            AssessorVerdict(assessor=ENSEMBLE, verdict=verdict, model=models["assessor"]),
            AssessorVerdict(assessor="similarity", verdict=verdict, model=models["assessor"]),
        ),
    )


def _call(random: Random, role: str, models: Mapping[str, str], price: float | None) -> Call:
    tokens = random.randint(300, 1500), random.randint(50, 600)
    return Call(
        role=role,
        model=models[role],
        prompt=role,
        prompt_digest="0" * 64,
        input_tokens=tokens[0],
        output_tokens=tokens[1],
        cost=None if price is None else round(price * sum(tokens), 6),
        seconds=round(random.uniform(0.3, 4), 3),
    )


def _fields(attempt: AttemptResult) -> dict[str, Any]:
    return {name: getattr(attempt, name) for name in AttemptResult.__dataclass_fields__}
