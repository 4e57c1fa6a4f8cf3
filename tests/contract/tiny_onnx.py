"""A real ONNX model of a few hundred bytes, written by hand: each token's states are a row of a table.

The bytes are those of `onnx.proto` (ONNX IR version 8, operator set 13), field by field, so that nothing is needed to
make it and nothing binary lies in the tree.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

WORDS = ("[PAD]", "[UNK]", "stop", "start", "restart", "the", "nginx", "service", "disk", "full")
TABLE = [[float((7 * row + 5 * column + row * column) % 11 - 5) for column in range(4)] for row in range(len(WORDS))]
_FLOAT, _INT64 = 1, 7


def write_model(folder: Path, *, output: str = "last_hidden_state") -> None:
    """`model.onnx` and `tokenizer.json` in `folder`; the tokenizer knows `WORDS`, in lower case."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "model.onnx").write_bytes(model(output))


def model(output: str) -> bytes:
    """A model from `input_ids` (batch, tokens) to rows of `TABLE` (batch, tokens, 4)."""
    numbers = [number for row in TABLE for number in row]
    shape = _number(1, len(TABLE)) + _number(1, 4)
    table = shape + _number(2, _FLOAT) + _text(8, "table") + _bytes(9, struct.pack(f"<{len(numbers)}f", *numbers))
    gather = _text(1, "table") + _text(1, "input_ids") + _text(2, output) + _text(4, "Gather")
    graph = _bytes(1, gather) + _text(2, "tiny") + _bytes(5, table)
    graph += _bytes(11, _value("input_ids", _INT64, "bn")) + _bytes(12, _value(output, _FLOAT, ("b", "n", 4)))
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _text(1, "") + _number(2, 13))


def _value(name: str, kind: int, dimensions: Sequence[str | int]) -> bytes:
    sizes = [_text(2, one) if isinstance(one, str) else _number(1, one) for one in dimensions]
    shape = b"".join(_bytes(1, size) for size in sizes)
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))
