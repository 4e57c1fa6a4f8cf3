"""Quoting foreign text for prompts so that it stays quoted."""

from __future__ import annotations

import hashlib
import re

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_LOOKALIKE = re.compile(r"<(?=[\s/\\]{0,8}untrusted)", re.IGNORECASE)


def _shown(match: re.Match[str]) -> str:
    point = ord(match[0])
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def fence(label: str, text: str) -> str:
    """Quotes foreign text for a prompt, so that nothing in it can end the quotation.

    The tag carries digits of a digest of the text and occurs nowhere in it: equal prompts stay equal. Control,
    bidirectional and invisible characters are shown as escapes, and the `<` of a look-alike tag as `&lt;`.
    """
    body = _LOOKALIKE.sub("&lt;", _UNSEEN.sub(_shown, text.replace("\r\n", "\n")))
    name = re.sub(r"[\"<>\s]+", " ", _UNSEEN.sub(_shown, label[:200])).strip()[:80]
    lowered, salt = f"{name}\n{body}".lower(), 0
    while (nonce := hashlib.sha256(f"{salt}\0{body}".encode()).hexdigest()[:6]) in lowered:
        salt += 1
    end = "" if body.endswith("\n") else "\n"
    return f'<untrusted-{nonce} name="{name}">\n{body}{end}</untrusted-{nonce}>'
