"""Paths of which more may follow than was read: nobody but the writer knows where they end."""

from __future__ import annotations

import re

from . import words
from .action_reading import ActionReading
from .vocabulary import several

_ENDS = re.compile(r"[.,;:!?)\]}\"'`]*(?:\s|$)")
_PLAIN = several(
    """
    a since even went goes go ago months weeks days years hours minutes visible aside broke breaks came comes became
    becomes ran runs grew grows filled fills ate eats died dies fell falls looks seems says said held holds contains
    belongs belonged appears shows showed got gets ended ends starts started made makes too together apart somewhere
    anywhere everywhere maybe perhaps possibly preferably recursively completely entirely afterwards beforehand today
    only alone first once twice without anymore yet soon please kindly because though although unless whereas versus
    """
)
"""Words that go on with a sentence, and are hardly the second half of a name that has a space in it."""
_FOLLOWS_NOTHING = frozenset(["data", "stuff", "things"])


def unclear_paths(reading: ActionReading) -> list[str]:
    """A sentence for each path of an action that may be another one than was read."""
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
            and (len(after.raw) == 1 or after.text in _FOLLOWS_NOTHING or not words.known(after.text))
            and not (after.text in _PLAIN and at + 2 < len(reading.tokens))
        ):
            found.append(f"path: {after.raw!r} may belong to {raw!r}, put it in quotes if it does")
    return found
