"""Model files for tests: GGUF of a few hundred bytes, sound and not."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

TINY: Mapping[str, str | int] = {
    "general.architecture": "llama",
    "general.name": "Tiny",
    "llama.context_length": 2048,
    "llama.block_count": 2,
    "llama.embedding_length": 64,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": 2,
}


def tiny_gguf(metadata: Mapping[str, str | int] = TINY, *, words: int = 3, rows: int = 8) -> bytes:
    """A sound GGUF file without a model: `metadata`, a list of `words` texts, one tensor of 32 times `rows` halves."""
    body = b"GGUF" + struct.pack("<IQQ", 3, 1, len(metadata) + 1)
    for key, value in metadata.items():
        body += _text(key)
        body += struct.pack("<I", 8) + _text(value) if isinstance(value, str) else struct.pack("<II", 4, value)
    body += _text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, words)
    body += b"".join(_text(f"word{number}") for number in range(words))
    body += _text("blk.0.weight") + struct.pack("<IQQIQ", 2, 32, rows, 1, 0)
    body += b"\0" * (-len(body) % 32)
    return body + b"\1" * (2 * 32 * rows)


def write_tiny(path: Path) -> Path:
    """A file of that kind; returns `path`."""
    path.write_bytes(tiny_gguf())
    return path


def _text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data
