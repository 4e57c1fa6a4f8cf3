"""Names that look like another one: which a new person may not have, since an approval is a name on a page.

Three tests, after Unicode's UTS 39: a name is what NFKC makes of it (no full-width or styled letters), its letters are
of one script (or of scripts that are written together), and it does not look like the name of somebody who is there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from .permissions import folded

_TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
"""Scripts that names of one language mix."""
_LIKE = dict(
    zip(
        "авеёзікмнорсстухѕјһԁԛԝьгαβεηικμνορστυχωγϲϳ",
        "abee3lkmhopcctyxsjhdqwbrabenlkuvopotuxwycj",
        strict=True,
    )
)
"""Small Cyrillic and Greek letters and the Latin ones that they, or their capitals, are taken for."""
OURS = ("scriptsmith", "nobody")
"""What stands on pages and in the audit where no person did something."""
_ALIKE = str.maketrans({**_LIKE, "0": "o", "1": "l", "i": "l", "|": "l", "ı": "l"})


def scripts(name: str) -> frozenset[str]:
    """The scripts of the letters of a name, by the first words of their Unicode names."""
    return frozenset(unicodedata.name(each, "UNKNOWN").partition(" ")[0] for each in name if each.isalpha())


def skeleton(name: str) -> str:
    """What two names that look alike have in common."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", folded(name)) if not unicodedata.combining(each))
    return bare.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def mistakable(name: str, others: Iterable[str]) -> str:
    """Why a new person may not be called `name` beside `others`, as a sentence; empty when they may.

    Two spellings of one name (`Ana`, `ana`) are one person, and no lookalikes.
    """
    if unicodedata.normalize("NFKC", name) != name:
        return "a name is written in plain letters: this one has letters of another width or style"
    found = scripts(name)
    if len(found) > 1 and not any(found <= each for each in _TOGETHER):
        mixed = " and ".join(sorted(each.capitalize() for each in found))
        return f"a name is written in one script: this one mixes {mixed} letters, which look alike"
    for own in OURS:
        if skeleton(own) == skeleton(name):
            return f"{own!r} stands for what no person did: choose another name"
    for other in others:
        if folded(other) != folded(name) and skeleton(other) == skeleton(name):
            return f"this name looks like {other!r}, who is another person here: choose one that nobody mistakes"
    return ""
