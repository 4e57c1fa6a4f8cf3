"""Lists of names, as a person writes them: with a blank between them."""

from __future__ import annotations

import re


def set_of(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def row_of(text: str) -> tuple[str, ...]:
    """The words of a text, in their order."""
    return tuple(text.split())


_THROWAWAY = re.compile(
    r"(?:\A|[-_./:])(?:tests?|testing|tmp|temp|scratch|ci|sandbox|dummy|throwaway)\d*(?:\Z|[-_./:])", re.IGNORECASE
)
_LASTING = re.compile(r"prod|live|main|customer|backup", re.IGNORECASE)


_REHEARSAL = re.compile(
    r"(?:\A|[-_./:])(?:canary|staging|stage|dev|develop|development|qa|demo|preview|load-?test|sandbox|tests?|lab)\d*(?:\Z|[-_./:])",
    re.IGNORECASE,
)


def rehearsal(name: str) -> bool:
    """Whether nobody but its makers depends on a thing, going by its name: `web-canary`, `staging`."""
    return bool(_REHEARSAL.search(name)) and not _LASTING.search(name) and not set("*?…") & set(name)


def throwaway(name: str) -> bool:
    """Whether a thing is made to be thrown away, going by its name: `test_db`, `tmp_x`, `ci`."""
    return bool(_THROWAWAY.search(name.strip("'\"`"))) and not _LASTING.search(name) and not set("*?…") & set(name)
