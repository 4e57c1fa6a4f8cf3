"""The names that stand for secrets inside a run, such as `SS_SECRET_1A`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"SS_SECRET_([0-9]{1,6})([A-H])")
"""A word in Bash, YAML and JSON alike. The number is the secret, the letter the spelling (A as it is; others for how
it looks URL-encoded or escaped); that the letter ends it keeps it apart from whatever follows."""


def tokens_in(text: str) -> tuple[str, ...]:
    """The tokens that occur in `text`, each once, in order."""
    return tuple(dict.fromkeys(found.group() for found in TOKEN.finditer(text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretSpelling:
    """One spelling of one secret of a run. Without a letter: a number that is never to stand for a secret."""

    number: int
    letter: str
    spelling: str = field(repr=False)

    @property
    def token(self) -> str:
        return f"SS_SECRET_{self.number}{self.letter}"
