"""The names that stand for secrets inside a run, such as `SS_SECRET_1A`."""

from __future__ import annotations

import re

TOKEN = re.compile(r"SS_SECRET_([0-9]{1,6})([A-H])")
"""A word in Bash, YAML and JSON alike. The number is the secret, the letter the spelling (A as it is; others for how
it looks URL-encoded or escaped); that the letter ends it keeps it apart from whatever follows."""


def tokens_in(text: str) -> tuple[str, ...]:
    """The tokens that occur in `text`, each once, in order."""
    return tuple(dict.fromkeys(found.group() for found in TOKEN.finditer(text)))
