"""What a model, as assessor, says of drafts that execution has judged.

    python benchmarks/ask_assessors.py --runs real/alfa-nearest/1.5B --model local:/models/x.gguf --out said.jsonl

Every script that `real_models.py` recorded is put to the assessor as a run would: described, the description compared
with the action in two ways, and the script itself beside the action (`direct`). Answers are kept in `--out`, so that
the same command goes on where it was stopped; `--only` takes single questions, `--limit` the first drafts.
`opinions.py --said FILE` weighs the opinions with the others.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from opinions import draft_key

from scriptsmith.bench.records import read_results
from scriptsmith.codesift import describing, direct, judging
from scriptsmith.core.types import Action, Opinion, Script
from scriptsmith.ports import Model
from scriptsmith.settings import load
from scriptsmith.wiring import build

ASKED = ("direct", "codesift")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, required=True, help="what `real_models.py` recorded of one model")
    parser.add_argument("--model", required=True, help="the assessor, as in models.assessor.model")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", choices=ASKED, action="append", default=[])
    parser.add_argument("--limit", type=int)
    asked = parser.parse_args()
    asyncio.run(ask(asked.runs, asked.model, asked.out, asked.only or ASKED, asked.limit))


async def ask(runs: Path, name: str, out: Path, only: Sequence[str], limit: int | None) -> None:
    """Put each draft to the assessor, one question after another, so that a server reads what they share once."""
    drafts = dict[str, tuple[Action, Script]]()
    with (runs / "results.jsonl").open("rb") as lines:
        for result in read_results(lines, str(runs)):
            for each in result.attempts:
                if each.grade and not each.problem and each.by == "generator":
                    action, script = Action(text=result.action), Script(text=each.script)
                    drafts[draft_key(action, script)] = action, script
    chosen = list(drafts.items())[:limit]
    lines_kept = out.read_text().splitlines() if out.exists() else []
    known = {(each["draft"], each["asked"]) for each in map(json.loads, lines_kept)}
    async with build(load(os.environ, {"models.assessor.model": name}), os.environ) as app:
        for what in only:
            for number, (key, (action, script)) in enumerate(chosen, 1):
                if (key, what) in known:
                    continue
                opinions = await _said(app.models["assessor"], what, action, script)
                said = {each.assessor: [each.verdict.value, each.confidence, each.reason] for each in opinions}
                with out.open("a") as kept:
                    kept.write(json.dumps({"draft": key, "asked": what, "model": name, "said": said}) + "\n")
                print(f"{what}: {number} of {len(chosen)}", file=sys.stderr)


async def _said(model: Model, what: str, action: Action, script: Script) -> Sequence[Opinion]:
    if what == "direct":
        opinion, _ = await direct(model)(action, script)
        return (opinion,)
    functionality, _ = await describing(model)(script)
    assessment, _ = await judging(model)(action, functionality)
    return assessment.opinions


if __name__ == "__main__":
    main()
