"""Searches for files that hold secrets, whose finds are shown or copied."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .invocation import Invocation
from .word_lists import set_of

_SHOWING = set_of("cat head tail cp tar base64 zip rsync scp strings xxd less more find curl nc")
_SHOWN = _SHOWING - {"find"}
_HUNTED = re.compile(
    r"(?:\*?\.(?:pem|key|ppk|kdbx|p12|pfx|jks|ovpn)|\*?id_(?:rsa|dsa|ecdsa|ed25519)\*?|\*?_history|\*?shadow\*?|"
    r"\*?credentials\*?|\*?passw(?:or)?d\*?|wallet\.dat|\.netrc|\.pgpass)\Z"
)


def hunted(call: Invocation) -> str:
    """The name of secret files that a find looks for, when what it finds is shown or copied; empty for none."""
    command = call.command
    if call.name not in _SHOWING:
        return ""
    if call.name == "find":
        return _sought(call.texts) if not _SHOWN.isdisjoint(call.texts) else ""
    if "xargs" not in command.via:
        return ""
    finds = [up for up in command.upstream if up.name == "find"]
    return next((name for up in finds if (name := _sought([word.shape for word in up.arguments]))), "")


def _sought(texts: Sequence[str]) -> str:
    for index, text in enumerate(texts[:-1]):
        if text in ("-name", "-iname") and _HUNTED.match(texts[index + 1]):
            return texts[index + 1]
    return ""
