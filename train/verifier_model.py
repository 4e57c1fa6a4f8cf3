"""The verifier as torch trains it: the first layers of MiniLM, narrowed, with two heads. Training only.

It reads an action and an entry together (a cross-encoder: Nogueira and Cho, "Passage re-ranking with BERT", 2019) and
says whether the entry does what is asked, and for each parameter where in the action its value stands (a pointer as in
Rajpurkar et al., "Know what you don't know", 2018: the first position means "not said"). Layers above the fourth are
left out (Sajjad et al., "On the effect of dropping layers of pre-trained transformer models", 2023). The verdict is
read from the mean of each side and how they differ (as in InferSent, Conneau et al., 2017): there the teacher's own
likeness stands, so that the training begins with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional as f

from scriptsmith.retrieval.verifier_input import Packed

WIDTH, INNER, HEADS, POINTER = 384, 1536, 12, 64


class Layer(nn.Module):
    """One layer of a BERT encoder."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.last = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        query, key, value = (part.unflatten(2, (HEADS, -1)).transpose(1, 2) for part in self.qkv(x).split(WIDTH, dim=2))
        mixed = f.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        x = self.norm(x + self.drop(self.out(mixed.transpose(1, 2).flatten(2))))
        out: Tensor = self.last(x + self.drop(self.down(f.gelu(self.up(x), approximate="tanh"))))
        return out


class Verifier(nn.Module):
    """`forward` gives a logit for each pair, and for each slot the scores of where its value begins and ends."""

    def __init__(self, vocabulary: int, layers: int, positions: int) -> None:
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, WIDTH)
        self.places = nn.Embedding(positions, WIDTH)
        self.sides = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.pool = nn.Linear(5 * WIDTH, WIDTH)
        self.judge = nn.Linear(WIDTH, 1)
        self.asks = nn.Linear(WIDTH, 2 * POINTER)
        self.tells = nn.Linear(WIDTH, 2 * POINTER)
        self.tokens.weight.requires_grad_(False)

    def forward(self, packed: Sequence[Packed]) -> tuple[Tensor, Tensor]:
        """(pairs,) logits, and (slots, 2, longest action) scores of begin and end, masked beyond each action."""
        longest = max(len(it.ids) for it in packed)
        ids = torch.zeros(len(packed), longest, dtype=torch.long)
        side = torch.full((len(packed), longest), 2)
        bias = torch.full((len(packed), 1, 1, longest), -1e9)
        rows, slots = [], []
        for at, it in enumerate(packed):
            ids[at, : len(it.ids)] = torch.from_numpy(it.ids)
            side[at, : len(it.ids)] = 1
            side[at, : it.action] = 0
            bias[at, :, :, : len(it.ids)] = 0
            rows += [at] * len(it.slots)
            slots += it.slots
        x = self.tokens(ids) + self.places.weight[:longest] + self.sides(side.clamp(max=1))
        x = self.norm(x)
        for layer in self.layers:
            x = layer(x, bias)
        asked, told = (_mean(x, side == number) for number in (0, 1))
        whole = torch.cat([x[:, 0], asked, told, (asked - told).abs(), asked * told], dim=1)
        logits = self.judge(torch.tanh(self.pool(whole)))[:, 0]
        actions = max(it.action for it in packed)
        if not rows:
            return logits, torch.zeros(0, 2, actions)
        wanted = self.asks(x[rows, slots]).unflatten(1, (2, POINTER))
        places = self.tells(x[:, :actions]).unflatten(2, (2, POINTER))
        scores = torch.einsum("skd,stkd->skt", wanted, places[rows]) / POINTER**0.5
        beyond = torch.arange(actions)[None, :] >= torch.tensor([packed[row].action for row in rows])[:, None]
        return logits, scores.masked_fill(beyond[:, None, :], -1e9)


def _mean(x: Tensor, of: Tensor) -> Tensor:
    share = of.to(x.dtype)[:, :, None]
    return (x * share).sum(1) / share.sum(1)


def from_teacher(folder: Path, tokenizer: Tokenizer, *, layers: int, positions: int) -> Verifier:
    """A verifier that begins as the first `layers` of the teacher in `folder`, with the tokens of `tokenizer`."""
    w = load_file(folder / "model.safetensors")
    theirs = Tokenizer.from_file(str(folder / "tokenizer.json"))
    size = tokenizer.get_vocab_size()
    ids = [theirs.token_to_id(tokenizer.id_to_token(at)) for at in range(size)]
    ids += [theirs.token_to_id("[CLS]"), theirs.token_to_id("[SEP]")]
    model = Verifier(size + 2, layers, positions)
    with torch.no_grad():
        model.tokens.weight.copy_(w["embeddings.word_embeddings.weight"][ids])
        model.places.weight.copy_(w["embeddings.position_embeddings.weight"][:positions])
        model.sides.weight.copy_(w["embeddings.token_type_embeddings.weight"][:2])
        _copy(model.norm, w, "embeddings.LayerNorm")
        for number, layer in enumerate(model.layers):
            name = f"encoder.layer.{number}"
            parts = ("query", "key", "value")
            for kind in ("weight", "bias"):
                whole = torch.cat([w[f"{name}.attention.self.{part}.{kind}"] for part in parts])
                getattr(layer.qkv, kind).copy_(whole)
            _copy(layer.out, w, f"{name}.attention.output.dense")
            _copy(layer.norm, w, f"{name}.attention.output.LayerNorm")
            _copy(layer.up, w, f"{name}.intermediate.dense")
            _copy(layer.down, w, f"{name}.output.dense")
            _copy(layer.last, w, f"{name}.output.LayerNorm")
    return model


def _copy(module: nn.Linear | nn.LayerNorm, w: dict[str, Tensor], name: str) -> None:
    module.weight.copy_(w[f"{name}.weight"])
    module.bias.copy_(w[f"{name}.bias"])
