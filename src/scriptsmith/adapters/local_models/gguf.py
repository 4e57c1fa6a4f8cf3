"""What a GGUF file says of itself, and whether it is as long as that needs.

The format: a magic, a version, the numbers of tensors and of metadata, the metadata, a table of tensors with offsets,
and their data. All of it is checked against the length of the file: nothing here trusts a number in it.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import BadInput
from ..folder.files import opened

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_STRING, _ARRAY = 8, 9
_NUMBERS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
# Elements and bytes of a block, by the number of a tensor's type. One that is not here is not measured.
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 36),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292),
    16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82),
    23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2),
    34: (256, 54), 35: (256, 66), 39: (32, 17),
}  # fmt: skip
_MOST_ENTRIES = 1_000_000
_MOST_DIMENSIONS = 8
_KEPT_TEXT = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class GgufHeader:
    """What the header of a file says; sizes in bytes, `context` in tokens, 0 where it does not say.

    `kept` is the memory that one token of context takes while the model works, at 16 bits a number.
    """

    architecture: str
    name: str
    quantised: str
    size: int
    context: int
    layers: int
    kept: int


def read_header(path: Path, shown: Path | None = None) -> GgufHeader:
    """The header of the model in `path`; raises `BadInput` with one sentence when it is missing, foreign or truncated.

    The sentence names `shown` where that is given.
    """
    try:
        with opened(path) as file:
            size, path = path.stat().st_size, shown or path
            if file.read(4) != _MAGIC:
                raise BadInput(
                    f"{path} is not a GGUF file ({'it is empty' if not size else 'it begins otherwise'}): "
                    "name a model in llama.cpp's format"
                )
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                return _Reader(mapped, path).header()
    except FileNotFoundError:
        raise BadInput(f"there is no model file {path}") from None
    except OSError as error:
        raise BadInput(f"the model file {path} cannot be read: {error.strerror or error}") from None


class _Reader:
    def __init__(self, data: mmap.mmap, path: Path) -> None:
        self._data = data
        self._path = path
        self._at = 4

    def header(self) -> GgufHeader:
        try:
            return self._header()
        except (struct.error, IndexError, OverflowError):
            raise self._truncated("its header is not whole") from None

    def _header(self) -> GgufHeader:
        version = self._number("<I")
        if version not in _VERSIONS:
            raise BadInput(f"{self._path} is GGUF of version {version}, and versions 2 and 3 are known")
        tensors, entries = self._number("<Q"), self._number("<Q")
        if max(tensors, entries) > _MOST_ENTRIES:
            raise BadInput(f"{self._path} is no sound GGUF file: its header counts {max(tensors, entries):,} entries")
        told: dict[str, Any] = {}
        for _ in range(entries):
            key = self._text()
            told[key] = self._value(self._number("<I"))
        ends = max((self._tensor() for _ in range(tensors)), default=0)
        step = told.get("general.alignment", 32)
        step = step if isinstance(step, int) and 0 < step <= 1 << 20 else 32
        needed = (self._at + step - 1) // step * step + ends
        if needed > len(self._data):
            raise self._truncated(f"its header tells of {needed:,} bytes and it has {len(self._data):,}")
        return self._made(told)

    def _made(self, told: dict[str, Any]) -> GgufHeader:
        kind = str(told.get("general.architecture", ""))

        def count(key: str) -> int:
            value = told.get(f"{kind}.{key}", 0)
            return value if isinstance(value, int) and not isinstance(value, bool) else 0

        heads, layers = count("attention.head_count"), count("block_count")
        wide = count("attention.key_length") or (count("embedding_length") // heads if heads else 0)
        return GgufHeader(
            architecture=kind,
            name=str(told.get("general.name", "")),
            quantised=_FILE_TYPES.get(told.get("general.file_type", -1), ""),
            size=len(self._data),
            context=count("context_length"),
            layers=layers,
            kept=2 * 2 * layers * (count("attention.head_count_kv") or heads) * wide,
        )

    def _truncated(self, why: str) -> BadInput:
        return BadInput(f"the model file {self._path} is truncated, {why}: fetch it again")

    def _number(self, form: str) -> Any:
        (value,) = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return value

    def _skip(self, length: int) -> int:
        """The place before and `length` bytes on, which must be in the file."""
        begin = self._at
        if length > len(self._data) - begin:
            raise IndexError
        self._at += length
        return begin

    def _text(self) -> str:
        length = self._number("<Q")
        begin = self._skip(length)
        return self._data[begin : begin + min(length, _KEPT_TEXT)].decode("utf-8", "replace")

    def _value(self, kind: int, depth: int = 0) -> Any:
        if kind == _STRING:
            return self._text()
        if kind in _NUMBERS:
            return self._number(_NUMBERS[kind])
        if kind != _ARRAY or depth > 3:
            raise BadInput(f"{self._path} is no sound GGUF file: its metadata has a value of unknown type {kind}")
        of, count = self._number("<I"), self._number("<Q")
        if of in _NUMBERS:
            self._skip(count * struct.calcsize(_NUMBERS[of]))
        elif of == _STRING:
            for _ in range(count):
                self._skip(self._number("<Q"))
        else:
            for _ in range(count):
                self._value(of, depth + 1)
        return None

    def _tensor(self) -> int:
        """Where the data of the next tensor ends, counted from where all data begins."""
        self._skip(self._number("<Q"))
        elements, dimensions = 1, self._number("<I")
        if dimensions > _MOST_DIMENSIONS:
            raise BadInput(f"{self._path} is no sound GGUF file: a tensor has {dimensions:,} dimensions")
        for _ in range(dimensions):
            elements *= self._number("<Q")
        kind, offset = self._number("<I"), self._number("<Q")
        block, size = _BLOCKS.get(kind, (1, 0))
        end: int = offset + -(-elements // block) * size
        return end


_FILE_TYPES = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S", 12: "Q3_K_M",
    13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 25: "IQ4_NL", 30: "IQ4_XS",
    32: "BF16", 38: "MXFP4",
}  # fmt: skip
