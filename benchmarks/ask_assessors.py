"""What a model, as assessor, says of drafts that execution has judged.

    python benchmarks/ask_assessors.py --runs real/alfa-nearest/1.5B --model local:/models/x.gguf --out said.jsonl

Every script that `real_models.py` recorded is put to the assessor as a run would: the script itself beside the action
(`direct`), the opinions that ask no model (`beside`), and CodeSift's (`codesift`): described, and the description
compared with the action in two ways. Answers are kept in `--out`, so that the same command goes on where it was
stopped; `--only` takes single questions, `--limit` the first drafts. `ensemble.py --said FILE` fits the weights of all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from opinions import RecordedDraft, drafts_in

from scriptsmith.codesift import describing, direct, judging
from scriptsmith.comparing.trial import trying
from scriptsmith.core.attempts import Attempt
from scriptsmith.core.types import Opinion
from scriptsmith.opinions_beside import beside
from scriptsmith.settings import load
from scriptsmith.wiring import App, build

ASKED = ("direct", "beside", "codesift")


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
    drafts = {draft.key: draft for draft in drafts_in(runs)}
    chosen = list(drafts.values())[:limit]
    lines_kept = out.read_text().splitlines() if out.exists() else []
    known = {(each["draft"], each["asked"]) for each in map(json.loads, lines_kept)}
    async with build(load(os.environ, {"models.assessor.model": name}), os.environ) as app:
        for what in only:
            for number, draft in enumerate(chosen, 1):
                if (draft.key, what) in known:
                    continue
                opinions = await _said(app, what, draft)
                said = {each.assessor: [each.verdict.value, each.confidence, each.reason] for each in opinions}
                line: dict[str, object] = {"draft": draft.key, "asked": what, "model": name, "said": said}
                if what == "beside":
                    line |= {"log_probability": draft.log_probability, "share": draft.share}
                with out.open("a") as kept:
                    kept.write(json.dumps(line) + "\n")
                print(f"{what}: {number} of {len(chosen)}", file=sys.stderr)


async def _said(app: App, what: str, draft: RecordedDraft) -> Sequence[Opinion]:
    model = app.models["assessor"]
    if what == "direct":
        opinion, _ = await direct(model)(draft.action, draft.script)
        return (opinion,)
    if what == "beside":
        return await beside(trying(app.sandbox()))(draft.action, Attempt(script=draft.script))
    functionality, _ = await describing(model)(draft.script)
    assessment, _ = await judging(model)(draft.action, functionality)
    return assessment.opinions


if __name__ == "__main__":
    main()
