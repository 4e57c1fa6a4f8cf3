"""Quoting foreign text for prompts so that it stays quoted."""

from __future__ import annotations

import re

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_RUN = re.compile('["\u201c-\u201f\u2033\u2036\u3003\u301d-\u301f\uff02]+')
"""Quote marks and what looks like them."""
_LONGEST = 32
LEAST = 3
"""How many marks a quotation has at least."""


def _shown(match: re.Match[str]) -> str:
    point = ord(match[0])
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _shortened(match: re.Match[str]) -> str:
    run = match[0]
    return run if len(run) <= _LONGEST else f"{run[:_LONGEST]} (and {len(run) - _LONGEST} more)"


def quote(text: str) -> str:
    """Quotes foreign text for a prompt, so that nothing in it can end the quotation.

    It stands between two lines of quote marks, more of them than stand together anywhere in it. Control, bidirectional
    and invisible characters are shown as escapes; of more than 32 quote marks together the rest is only counted.
    """
    body = _RUN.sub(_shortened, _UNSEEN.sub(_shown, text.replace("\r\n", "\n")))
    longest = max((len(run) for run in _RUN.findall(body)), default=0)
    marks = '"' * max(LEAST, longest + 1)
    end = "" if body.endswith("\n") else "\n"
    return f"{marks}\n{body}{end}{marks}"
