"""The `Embedder` port over a folder with an ONNX model and its tokenizer; an extra, for it brings onnxruntime."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import ModelError
from .library import explained, extra, mark
from .texts import readable, unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...core.types import Vector

_BATCH = 32
_TOKENS = 512
_WHERE = ("model.onnx", "onnx/model.onnx")


class OnnxEmbedder:
    """An `Embedder` from a folder as sentence-transformers exports it: `model.onnx` and `tokenizer.json`.

    The model's output `sentence_embedding` is taken where there is one, otherwise the mean of the last states, or their
    first where `1_Pooling/config.json` says so (Reimers and Gurevych, 2019, section 3). Runs on the processor in a
    thread, one call at a time; nothing is loaded before the first text. Raises `ModelError` where the extra is missing
    or the model cannot be loaded or run.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.expanduser()
        self._one = threading.Lock()
        self._dimension = 0

    @cached_property
    def model(self) -> str:
        """The folder, with a mark of the files in it."""
        return f"onnx:{self._folder}{f'#{mark(self._folder)}' if self._folder.is_dir() else ''}"

    @property
    def dimension(self) -> int:
        return self._dimension

    async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]:
        if not texts:
            return []
        return await asyncio.to_thread(self._embed, [readable(text) for text in texts])

    def _embed(self, texts: list[str]) -> list[Vector]:
        with self._one:
            tokenizer, session = self._loaded
            with explained(f"onnx:{self._folder}", "could not be run", "check embedder.model"):
                encoded = [(one.ids, one.type_ids) for one in tokenizer.encode_batch(texts)]
                # those of like length together, so that little is padded
                order = sorted(range(len(texts)), key=lambda at: len(encoded[at][0]))
                raw: list[Any] = [None] * len(texts)
                for start in range(0, len(order), _BATCH):
                    chosen = order[start : start + _BATCH]
                    for at, row in zip(chosen, self._run(session, [encoded[at] for at in chosen]), strict=True):
                        raw[at] = row
                rows = unit(raw, texts)
        self._dimension = rows.shape[1]
        return [tuple(row) for row in rows.tolist()]

    def _run(self, session: Any, batch: list[tuple[list[int], list[int]]]) -> NDArray[np.float64]:
        """(len(batch), dimension), not of unit length."""
        longest = max(1, *(len(ids) for ids, _ in batch))
        given = {
            name: np.zeros((len(batch), longest), dtype=np.int64)
            for name in ("input_ids", "attention_mask", "token_type_ids")
        }
        for row, (ids, kinds) in enumerate(batch):
            given["input_ids"][row, : len(ids)] = ids
            given["attention_mask"][row, : len(ids)] = 1
            given["token_type_ids"][row, : len(ids)] = kinds
        wanted = {one.name for one in session.get_inputs()}
        outputs = [one.name for one in session.get_outputs()]
        name = "sentence_embedding" if "sentence_embedding" in outputs else outputs[0]
        (states,) = session.run([name], {key: value for key, value in given.items() if key in wanted})
        states = np.asarray(states, dtype=np.float64)
        if states.ndim == 2:
            return states
        if self._first:
            first: NDArray[np.float64] = states[:, 0]
            return first
        mask = given["attention_mask"][:, :, np.newaxis]
        mean: NDArray[np.float64] = (states * mask).sum(axis=1) / np.maximum(mask.sum(axis=1), 1)
        return mean

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        """The tokenizer and the session."""
        name = f"onnx:{self._folder}"
        tokenizers, runtime = extra("tokenizers", "onnx", name), extra("onnxruntime", "onnx", name)
        path = next((self._folder / place for place in _WHERE if (self._folder / place).is_file()), None)
        if path is None or not (self._folder / "tokenizer.json").is_file():
            raise ModelError(
                f"the embedder model {name} is not there: "
                "embedder.model names a folder with model.onnx and tokenizer.json"
            )
        with explained(name, "could not be loaded", "export it again, with its tokenizer"):
            tokenizer = tokenizers.Tokenizer.from_file(str(self._folder / "tokenizer.json"))
            tokenizer.no_padding()
            tokenizer.enable_truncation(self._tokens or (tokenizer.truncation or {}).get("max_length", _TOKENS))
            return tokenizer, runtime.InferenceSession(str(path), providers=["CPUExecutionProvider"])

    @property
    def _tokens(self) -> int:
        """How many tokens the model takes by its configuration; 0 where it does not say."""
        return int(self._told("sentence_bert_config.json").get("max_seq_length") or 0)

    @cached_property
    def _first(self) -> bool:
        return bool(self._told("1_Pooling/config.json").get("pooling_mode_cls_token"))

    def _told(self, name: str) -> dict[str, Any]:
        try:
            told = json.loads((self._folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return told if isinstance(told, dict) else {}
