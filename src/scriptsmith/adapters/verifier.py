"""The shipped verifier: reads an action beside an entry, and says whether this is what was asked for.

A small cross-encoder, run by numpy alone on one core: nothing is downloaded, and nothing leaves the machine. What it is
and what it learned from: `train/verifier.py`, decision 0036.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..retrieval.call_text import EntryOdds, Pointers
from ..retrieval.verifier_input import Packed, packed
from .embedding.static import SHIPPED as TOKENIZER

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from ..retrieval.call_text import CallText

SHIPPED = Path(__file__).resolve().parents[1] / "verifier"
HEADS = 12
_EPSILON = 1e-12

Floats: TypeAlias = NDArray[np.float32]


class ShippedVerifier:
    """A verifier from a folder with `tokens.npy` (int8, a row a token) and `weights.npz` (int8 with a scale a row, and
    float32), read when it is first asked."""

    def __init__(self, folder: Path = SHIPPED, tokenizer: Path = TOKENIZER) -> None:
        self._folder = folder
        self._tokens_of = tokenizer

    def __call__(self, action: str, call: CallText, /) -> EntryOdds:
        """What it makes of `call` as the answer to `action`, as it learned to."""
        pair = packed(self._tokenizer, action, call)
        x = self._embedded(pair)
        for layer in self._layers:
            x = layer(x)
        asked, told = x[: pair.action].mean(axis=0), x[pair.action :].mean(axis=0)
        whole = np.concatenate([x[0], asked, told, np.abs(asked - told), asked * told])[None, :]
        pool, judge = self._heads
        return EntryOdds(float(judge(np.tanh(pool(whole)))[0, 0]), self._places(x, pair))

    def is_word(self, word: str) -> bool:
        """Whether it knows `word`, in small letters, as one and not by its pieces."""
        return self._tokenizer.token_to_id(word) is not None

    def _places(self, x: Floats, pair: Packed) -> tuple[Pointers | None, ...]:
        """Where in the action each parameter's value stands: a beginning and an end, by a pointer each (Vinyals et al.,
        2015)."""
        if not pair.slots:
            return ()
        asks, tells = self._pointers
        wanted = asks(x[list(pair.slots)]).reshape(len(pair.slots), 2, -1)
        offered = tells(x[: pair.action]).reshape(pair.action, 2, -1)
        scores = np.einsum("skd,tkd->skt", wanted, offered) / np.float32(wanted.shape[2] ** 0.5)
        scores -= scores.max(axis=2, keepdims=True)
        shares = np.exp(scores)
        shares /= shares.sum(axis=2, keepdims=True)
        return tuple(
            Pointers(pair.spans, tuple(begin.tolist()), tuple(end.tolist())) if slot else None
            for slot, (begin, end) in zip(pair.slots, shares, strict=True)
        )

    def _embedded(self, pair: Packed) -> Floats:
        """(tokens, width) before the first layer."""
        w = self._weights
        told = self._tokens[pair.ids].astype(np.float32) * w["tokens.scale"][pair.ids]
        sides = (np.arange(len(pair.ids)) >= pair.action).astype(np.intp)
        places = self._matrix("places.weight")[: len(pair.ids)]
        x: Floats = told @ w["tokens.basis"].astype(np.float32) + w["tokens.mean"] + places
        x += self._matrix("sides.weight")[sides]
        return _norm(x, w["norm.weight"], w["norm.bias"])

    def _linear(self, name: str) -> _Linear:
        return _Linear(self._matrix(f"{name}.weight"), self._weights[f"{name}.bias"])

    def _matrix(self, name: str) -> Floats:
        found: Floats = self._weights[name].astype(np.float32) * self._weights[f"{name}.scale"]
        return found

    @cached_property
    def _heads(self) -> tuple[_Linear, _Linear]:
        return self._linear("pool"), self._linear("judge")

    @cached_property
    def _pointers(self) -> tuple[_Linear, _Linear]:
        return self._linear("asks"), self._linear("tells")

    @cached_property
    def _layers(self) -> list[_Layer]:
        count = len({name.split(".")[1] for name in self._weights if name.startswith("layers.")})
        return [_Layer(self, f"layers.{number}") for number in range(count)]

    @cached_property
    def _weights(self) -> Mapping[str, NDArray[np.float32]]:
        with np.load(self._folder / "weights.npz") as held:
            return dict(held)

    @cached_property
    def _tokens(self) -> NDArray[np.int8]:
        table: NDArray[np.int8] = np.load(self._folder / "tokens.npy", mmap_mode="r")
        return table

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        found = Tokenizer.from_file(str(self._tokens_of / "tokenizer.json"))
        found.no_padding()
        return found


class _Linear:
    def __init__(self, weight: Floats, bias: Floats) -> None:
        self._weight, self._bias = np.ascontiguousarray(weight.T), bias

    def __call__(self, x: Floats) -> Floats:
        out: Floats = x @ self._weight
        out += self._bias
        return out


class _Layer:
    """One layer of a BERT encoder (Devlin et al., 2019), its weights as `train/verifier_model.py` names them."""

    def __init__(self, of: ShippedVerifier, name: str) -> None:
        self._qkv, self._out = of._linear(f"{name}.qkv"), of._linear(f"{name}.out")
        self._up, self._down = of._linear(f"{name}.up"), of._linear(f"{name}.down")
        self._norms = [
            (of._weights[f"{name}.{norm}.weight"], of._weights[f"{name}.{norm}.bias"]) for norm in ("norm", "last")
        ]

    def __call__(self, x: Floats) -> Floats:
        x = _norm(x + self._out(_attended(self._qkv(x))), *self._norms[0])
        return _norm(x + self._down(_gelu(self._up(x))), *self._norms[1])


def _attended(qkv: Floats) -> Floats:
    """Attention among the tokens of one pair: (tokens, 3 * width) to (tokens, width)."""
    size, width = qkv.shape[0], qkv.shape[1] // 3
    query, key, value = (
        qkv[:, at * width : (at + 1) * width].reshape(size, HEADS, -1).transpose(1, 0, 2) for at in range(3)
    )
    scores = query @ key.transpose(0, 2, 1) / np.float32((width / HEADS) ** 0.5)
    scores -= scores.max(axis=2, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=2, keepdims=True)
    return np.asarray((scores @ value).transpose(1, 0, 2).reshape(size, width), dtype=np.float32)


def _norm(x: Floats, weight: Floats, bias: Floats) -> Floats:
    x = x - x.mean(axis=1, keepdims=True)
    x /= np.sqrt((x * x).mean(axis=1, keepdims=True) + np.float32(_EPSILON))
    x *= weight
    x += bias
    return x


def _gelu(x: Floats) -> Floats:
    """Gaussian error linear units, by their approximation with tanh (Hendrycks and Gimpel, 2016)."""
    inner = x * x
    inner *= np.float32(0.044715)
    inner += 1
    inner *= x
    inner *= np.float32(0.7978845608)
    np.tanh(inner, out=inner)
    inner += 1
    inner *= x
    inner *= np.float32(0.5)
    return inner
