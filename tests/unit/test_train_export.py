"""An adapter as a GGUF file: the names, the order and the numbers that llama.cpp expects."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

gguf = pytest.importorskip("gguf", reason="gguf is not installed: requirements/train.lock has it")

from train.export import tensors, turned, write  # noqa: E402 - it needs gguf

PREFIX = "base_model.model.model.layers.3"


def halves(x: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """A head rotated as Hugging Face does it: the first half with the second."""
    one, other = np.split(x, 2)
    return np.concatenate(
        [one * np.cos(angles) - other * np.sin(angles), other * np.cos(angles) + one * np.sin(angles)]
    )


def neighbours(x: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """A head rotated as llama.cpp does it for Llama: each number with the next."""
    made = np.empty_like(x)
    made[0::2] = x[0::2] * np.cos(angles) - x[1::2] * np.sin(angles)
    made[1::2] = x[1::2] * np.cos(angles) + x[0::2] * np.sin(angles)
    return made


def test_turned_rows_attend_alike() -> None:
    """Queries and keys have the same products at every place, whichever way the rotation pairs their numbers."""
    random = np.random.default_rng(1)
    queries, keys = (random.normal(size=(16, 5)).astype(np.float32) for _ in range(2))
    x = random.normal(size=5)
    angles = random.normal(size=(2, 4))
    for head in range(2):
        rows = slice(head * 8, head * 8 + 8)
        theirs = halves((queries @ x)[rows], angles[0]) @ halves((keys @ x)[rows], angles[1])
        ours = neighbours((turned(queries, 2) @ x)[rows], angles[0]) @ neighbours(
            (turned(keys, 2) @ x)[rows], angles[1]
        )
        assert ours == pytest.approx(theirs, rel=1e-4)


def test_only_what_is_rotated_is_turned() -> None:
    """The second matrix of queries and keys changes its order; everything else is as it was learned."""
    value = np.arange(16, dtype=np.float32).reshape(8, 2)
    learned = {
        f"{PREFIX}.self_attn.q_proj.lora_A.weight": value,
        f"{PREFIX}.self_attn.q_proj.lora_B.weight": value,
        f"{PREFIX}.self_attn.v_proj.lora_B.weight": value,
        f"{PREFIX}.mlp.down_proj.lora_B.weight": value,
    }
    found = tensors(learned, {"attn_q": 2, "attn_k": 2})
    assert set(found) == {
        "blk.3.attn_q.weight.lora_a",
        "blk.3.attn_q.weight.lora_b",
        "blk.3.attn_v.weight.lora_b",
        "blk.3.ffn_down.weight.lora_b",
    }
    assert [name for name, each in found.items() if not np.array_equal(each, value)] == ["blk.3.attn_q.weight.lora_b"]


def test_a_weight_that_would_be_lost_is_refused() -> None:
    """What the format has no name for is said, and not left out."""
    with pytest.raises(ValueError, match="embed_tokens"):
        tensors({"base_model.model.model.embed_tokens.lora_A.weight": np.zeros((1, 1), np.float32)}, {})


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    """llama.cpp reads of it that it is a LoRA adapter, of which architecture and strength, and its numbers."""
    value = np.array([[0.5, -2.0], [1.0, 0.25]], dtype=np.float32)
    write(tmp_path / "a.gguf", "llama", 32.0, {"blk.0.attn_v.weight.lora_a": value}, "smith", "apache-2.0")
    read = gguf.GGUFReader(tmp_path / "a.gguf")
    told = {name: field.contents() for name, field in read.fields.items()}
    assert told["general.architecture"] == "llama"
    assert told["general.type"] == "adapter"
    assert told["adapter.type"] == "lora"
    assert told["adapter.lora.alpha"] == 32.0
    assert told["general.license"] == "apache-2.0"
    assert np.array_equal(read.tensors[0].data.astype(np.float32), value)
