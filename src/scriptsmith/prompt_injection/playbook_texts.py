"""What of a playbook speaks to its reader, and the playbook as models are shown it."""

from __future__ import annotations

import re

from .detect import speaks_to_reader
from .lexicon import WORDS
from .reader_view import without_orders

_SWITCH = re.compile(r"^([ \t]*(?:- )?(\w+):)[ \t]*(?:yes|no)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_KNOWN = frozenset[str]().union(*WORDS.values())


def spoken_line(text: str) -> int | None:
    """The first line, of a playbook that speaks to a reader or an assessor; None of another."""
    return 1 if _speaks(text) else None


def shown(text: str) -> str:
    """A playbook as whoever judges it is shown it: without what speaks to its reader."""
    return without_orders(text) if _speaks(text) else text


def _speaks(text: str) -> bool:
    """Whether any of it speaks to a reader or an assessor.

    Below `register: output` a line `become: yes` would read as the order to output yes. So such lines do not count,
    unless their key is itself a word of orders or the text names somebody who reads it.
    """
    if not speaks_to_reader(text):
        return False
    plain = _SWITCH.sub(lambda found: found[0] if set(found[2].lower().split("_")) & _KNOWN else found[1], text)
    return speaks_to_reader(plain) or not WORDS["reader"].isdisjoint(re.findall(r"[^\W\d_]+", text.lower()))
