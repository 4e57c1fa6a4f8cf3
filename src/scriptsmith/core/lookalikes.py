"""Names that look like another one: which a new person may not have, since an approval is a name on a page; and titles
that look like what they are not, which nothing is published under.

Three tests, after Unicode's UTS 39: a name is what NFKC makes of it (no full-width or styled letters), its letters are
of one script (or of scripts that are written together), and it does not look like the name of somebody who is there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from .escape_control import is_hidden, spelled
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
OURS: Mapping[str, str] = {
    "scriptsmith": "stands for what no person did",
    "nobody": "stands for what no person did",
    "root": "is who has the machine that the service runs on",
}
"""What stands on pages and in the audit for somebody who holds no key, and for whom."""
_SERVER = " (on the server)"
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that look like a space and are none."""
_UNITS = "\u03bc\u03c9"
"""Greek letters that stand beside Latin ones in units (small letters of µ and Ω)."""
_JOINERS = "\u200c\u200d"
_WORD = re.compile("[\\w\u0300-\u036f]+")
_ALIKE = str.maketrans({**_LIKE, "0": "o", "1": "l", "i": "l", "|": "l", "ı": "l"})


def _is_virama(character: str) -> bool:
    return unicodedata.combining(character) == 9


def scripts(name: str) -> frozenset[str]:
    """The scripts of the letters of a name, by the first words of their Unicode names."""
    return frozenset(unicodedata.name(each, "UNKNOWN").partition(" ")[0] for each in name if each.isalpha())


def skeleton(name: str) -> str:
    """What two names that look alike have in common."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", folded(name)) if not unicodedata.combining(each))
    return bare.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def on_the_server(user: str) -> str:
    """How a user of the operating system is called who works at the service's own machine, without a key: as no holder
    of a key may be called."""
    return user + _SERVER


def unseen(text: str) -> Iterator[int]:
    """The places of the characters of `text` that cannot be seen, or that turn others around; what joins letters in
    scripts that are written so (UTS 31, A1 and A2) is none of them."""
    before = ""
    for place, each in enumerate(text):
        joins = each in _JOINERS and before and (unicodedata.bidirectional(before) == "AL" or _is_virama(before))
        if each in BLANK or each in "\n\t" or (is_hidden(each) and not joins):
            yield place
        before = each


def plain_title(text: str) -> str:
    """`text` on one line, with what cannot be seen spelled out: the title of what nobody chose a title for."""
    line = " ".join(text.split())
    hidden = frozenset(unseen(line))
    return "".join(spelled(each) if place in hidden else each for place, each in enumerate(line))


def deceptive(title: str, others: Iterable[str]) -> str:
    """Why nothing may be published under `title` beside `others`, as a sentence; empty when it may.

    It may be in any language, and of several; a word is in one script, as far as its letters look like another's.
    """
    for place in unseen(title):
        return f"a title has only characters that can be seen, and {spelled(title[place])} is none: leave it out"
    for word in _WORD.findall(unicodedata.normalize("NFKC", title)):
        letters = [each for each in folded(word) if each.isalpha() and each not in _UNITS]
        if any(each in _LIKE for each in letters) and any("LATIN" in scripts(each) for each in letters):
            return f"the word {word!r} of the title mixes scripts whose letters look alike: write it in one"
    like = skeleton(title)
    for other in others:
        if folded(other) != folded(title) and skeleton(other) == like:
            return f"this title looks like {other!r}, which is another entry: choose one that nobody mistakes"
    return ""


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
    for own, what in OURS.items():
        if skeleton(own) == skeleton(name):
            return f"{own!r} {what}: choose another name"
    if skeleton(name).endswith(skeleton(_SERVER)):
        return f"a name that ends with {_SERVER.strip()!r} stands for a user of its system: choose another name"
    for other in others:
        if folded(other) != folded(name) and skeleton(other) == skeleton(name):
            return f"this name looks like {other!r}, who is another person here: choose one that nobody mistakes"
    return ""
