"""First stage: continued pre-training on Bash alone. Every token is learned, in windows that overlap.

    python -m train.cpt --base smollm2-135m.gguf --data code.jsonl --out cpt [--hours 3]

`code.jsonl` is what `train/code_data.py` wrote. Scripts stand one behind the other, and a window begins where half of
the one before has been seen. Seeded; goes on from `cpt/state.pt` where it was stopped, and ends after `--epochs` or
`--hours` (those of all its runs), whichever comes first. `train/sft.py --start cpt/adapter` goes on with what it made.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import torch

from .base import RANK, load, with_lora
from .stages import Plan, Row, learn, windows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="a GGUF file, or a folder of Hugging Face")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--window", type=int, default=256, help="tokens")
    parser.add_argument("--rank", type=int, default=RANK)
    parser.add_argument("--rate", type=float, default=3e-4)
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
    model = with_lora(model.to(given.device), None, given.rank)

    lines = given.data.read_text(encoding="utf-8").splitlines()
    ids = list[int]()
    for line in lines:
        ids += [*tokenizer(json.loads(line)["script"], add_special_tokens=False)["input_ids"], tokenizer.eos_token_id]
    rows = [Row(window, 1) for window in windows(ids, given.window)]
    print(f"{len(rows)} windows of {given.window} tokens, from {len(ids)} tokens")

    plan = Plan(
        out=given.out,
        same=hashlib.sha256(repr((lines, given.rank, given.window, given.tokens, given.seed)).encode()).hexdigest(),
        rate=given.rate,
        epochs=given.epochs,
        hours=given.hours,
        tokens=given.tokens,
        seed=given.seed,
    )
    done = learn(model, rows, plan, lambda line: print(line, flush=True))
    print(f"{done.step} steps in {done.seconds / 60:.0f} minutes: {given.out / 'adapter'}")


if __name__ == "__main__":
    main()
