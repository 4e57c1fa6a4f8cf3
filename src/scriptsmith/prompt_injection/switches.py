"""The truth values of a playbook's options, which are no answer to anybody."""

from __future__ import annotations

import re

from .detect import speaks_to_reader
from .lexicon import WORDS

_SWITCH = re.compile(r"^([ \t]*(?:- )?(\w+):)[ \t]*(?:yes|no)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_KNOWN = frozenset[str]().union(*WORDS.values())


def playbook_speaks_to_reader(text: str) -> bool:
    """Whether a playbook speaks to a reader or an assessor.

    Below `register: output` a line `become: yes` would read as the order to output yes. So such lines do not count,
    unless their key is itself a word of orders or the text names somebody who reads it.
    """
    if not speaks_to_reader(text):
        return False
    plain = _SWITCH.sub(lambda found: found[0] if set(found[2].lower().split("_")) & _KNOWN else found[1], text)
    return speaks_to_reader(plain) or not WORDS["reader"].isdisjoint(re.findall(r"[^\W\d_]+", text.lower()))
