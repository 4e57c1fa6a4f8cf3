"""Second stage: supervised fine-tuning on actions and their scripts. The loss is that of the reply alone.

    python -m train.sft --base smollm2-135m.gguf --data sft.jsonl --out sft [--start cpt/adapter] [--hours 3]

`sft.jsonl` is what `train/scripts_data.py` wrote. The prompts are those of ScriptSmith's strategies `markdown` and, for
rows with examples, `nearest`. Seeded; goes on from `sft/state.pt` where it was stopped, and ends after `--epochs` or
`--hours` (those of all its runs), whichever comes first. On some machines half of the time goes into giving memory back
to the system: see `train/README.md`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import torch

from .base import RANK, load, prompt_ids, question, reply_ids, with_lora
from .stages import Plan, Row, learn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="a GGUF file, or a folder of Hugging Face")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="the adapter of an earlier stage to go on with")
    parser.add_argument("--limit", type=int, help="only the first N rows")
    parser.add_argument("--longest", type=int, default=512, help="tokens of a row; longer ones are left out")
    parser.add_argument("--rank", type=int, default=RANK)
    parser.add_argument("--rate", type=float, default=Plan.rate)
    parser.add_argument("--tokens", type=int, default=Plan.tokens, help="of a batch")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--hours", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    model, tokenizer = load(given.base)
    model = with_lora(model.to(given.device), given.start, given.rank)

    lines = given.data.read_text(encoding="utf-8").splitlines()[: given.limit]
    rows = list[Row]()
    for line in lines:
        told = json.loads(line)
        prompt = prompt_ids(tokenizer, question(told["action"], [(each[0], each[1]) for each in told["examples"]]))
        rows.append(Row([*prompt, *reply_ids(tokenizer, told["script"], told["thought"])], len(prompt)))
    short = [row for row in rows if len(row.ids) <= given.longest]
    print(f"{len(short)} rows of {sum(len(row.ids) for row in short)} tokens, {len(rows) - len(short)} too long")

    plan = Plan(
        out=given.out,
        same=hashlib.sha256(repr((lines, given.rank, given.longest, given.tokens, given.seed)).encode()).hexdigest(),
        rate=given.rate,
        epochs=given.epochs,
        hours=given.hours,
        tokens=given.tokens,
        seed=given.seed,
    )
    done = learn(model, short, plan, lambda line: print(line, flush=True))
    print(f"{done.step} steps in {done.seconds / 60:.0f} minutes: {given.out / 'adapter'}")


if __name__ == "__main__":
    main()
