"""Paths of which more may follow than was read: nobody but the writer knows where they end."""

from __future__ import annotations

import re

from . import words
from .action_reading import ActionReading

_ENDS = re.compile(r"[.,;:!?)\]}\"'`]*(?:\s|$)")
_STOPS = tuple(".,;:!?)")
_FOLLOWS_NOTHING = frozenset(["data", "stuff", "things"])


def unclear_paths(reading: ActionReading, *, harmful: bool) -> list[str]:
    """A sentence for each path of an action that may be another one than was read.

    Behind 156 paths in 13,780 labelled actions stands a word that nothing else here knows, and none of them is the
    second half of a name with a space in it: only what may do great harm asks.
    """
    found: list[str] = []
    for at, token in enumerate(reading.tokens):
        if token.kind != "path":
            continue
        raw = reading.text[token.start : token.end]
        rest = reading.text[token.end :]
        after = reading.tokens[at + 1] if at + 1 < len(reading.tokens) else None
        if raw.startswith("~") or ".." in raw.split("/") or re.search(r"[{}\\$]", raw):
            found.append(f"path: {raw!r} means another place to a script, write the whole absolute path")
        elif not _ENDS.match(rest) or (rest[:1] == "'" and rest[1:2].isalnum()):
            found.append(f"path: it is not clear where {raw!r} ends, put it in quotes")
        elif (
            rest[:1] in (" ", "\t")
            and after is not None
            and after.kind in ("plain", "word")
            and not raw.endswith(_STOPS)
            and (
                (len(after.raw) == 1 and after.raw not in "aI")
                or after.text in _FOLLOWS_NOTHING
                or (harmful and not words.known(after.text))
            )
        ):
            found.append(f"path: {after.raw!r} may belong to {raw!r}, put it in quotes if it does")
    return found
