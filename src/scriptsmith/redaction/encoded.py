"""Secrets in base64: what a text encodes is decoded and searched again, within bounds."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Iterator

from .secret_values import is_secret

MOST_TEXTS = 200
"""Encoded texts of one text that are decoded."""
LONGEST = 100_000
"""Characters of an encoded text, and bytes of an unpacked one, beyond which no more is read."""
DEEPEST = 3
"""How often in one another texts are decoded: a Kubernetes secret holds a `config.json`, and that an `auth`."""

_RUN = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/_-]{40,}\\?\r?\n[ \t]*)*[A-Za-z0-9+/_-]{16,}={0,2}(?![A-Za-z0-9+/_=-])"
)
_KEY = re.compile(rb"\x30(?:\x82..|\x81.|[\x20-\x7f])\x02\x01[\x00\x01\x03]|openssh-key-v1\x00", re.DOTALL)
"""How a private key begins: a DER sequence that opens with a version (PKCS #1, #8, #12, SEC 1), or OpenSSH's own."""
_PAIR = re.compile(r"(?P<user>[\w.@+-]{1,80}):(?P<value>[^\s:]{4,200})\n?")
_HASHES = re.compile(r"(?:sha|md|blake|crc)\d.*", re.IGNORECASE)


def encoded_secrets(text: str, find: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """Start and end of all base64 in `text` that is a private key, or in whose text `find` finds a secret."""
    for number, found in enumerate(_RUN.finditer(text)):
        if number >= MOST_TEXTS:
            return
        if found.end() - found.start() <= LONGEST and _is_secret(found.group(), find):
            yield found.span()


def _is_secret(encoded: str, find: Callable[[str], bool]) -> bool:
    if not _is_promising(_decoded(encoded[:16])):
        return False
    data = _decoded(re.sub(r"[\\\s]", "", encoded))
    if data[:2] == b"\x1f\x8b":
        data = _unpacked(data)
    if _KEY.match(data):
        return len(data) >= 32
    text = data.decode("utf-16-le" if _is_utf16(data) else "utf-8", "replace")
    if "�" in text:
        return False
    pair = _PAIR.fullmatch(text)
    if pair and not _HASHES.match(pair["user"]) and is_secret(pair["value"], quote="'", must="dense"):
        return True
    return find(text)


def _decoded(encoded: str) -> bytes:
    """The bytes of base64 in either alphabet, with or without its padding; empty where it is none."""
    plain = encoded.rstrip("=").translate(_TO_STANDARD)
    if len(plain) % 4 == 1:
        plain = plain[:-1]  # cut off in the middle
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        return b""


_TO_STANDARD = str.maketrans("-_", "+/")


def _is_utf16(data: bytes) -> bool:
    return len(data) > 3 and data[1] == data[3] == 0 != data[0]


def _is_promising(head: bytes) -> bool:
    """Whether the first bytes are those of a text, a key or a packed file; nearly no other word in base64 is."""
    return (
        bool(_KEY.match(head))
        or head[:2] == b"\x1f\x8b"
        or _is_utf16(head)
        or (
            all(32 <= byte < 127 or byte in b"\t\n\r" or byte >= 0xC2 for byte in head)
            and sum(byte < 127 for byte in head) >= len(head) - 2
        )
    )


def _unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompressobj(31).decompress(data, LONGEST)
    except zlib.error:
        return b""
