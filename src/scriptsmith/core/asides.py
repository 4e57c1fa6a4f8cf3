"""What an action says before it asks: "worker-12 is patched, allow pods on it again" asks in its second half only."""

from __future__ import annotations

from collections.abc import Sequence

from . import words
from .values import Token
from .vocabulary import several

_ENDS = several(", ; . ! : \n") | {"\u2013", "\u2014", "\u2026"}
_WHY = several("before after since as because due following prior now during despite although though while given")
"""First words of a clause that says why or when; one with "if" or "when" could be a condition, and is none of these."""
_CONDITIONS = several("if when whenever once unless until till should provided")
_STATES = several(
    """
    is are was were isn't aren't wasn't weren't has have had hasn't haven't went goes keeps kept got gets looks seems
    says said died dies failed fails broke breaks hangs hung refuses refused complains complained burns can't cannot
    couldn't won't don't doesn't didn't since acts again finished landed vanished vanish takes took ran runs started
    stopped crashed came comes
    """
)
"""Words by which a clause tells something, rather than asking for it."""
_WISHES = several("want wants need needs must should please would could can may shall like let lets let's ought has_to")
_OPENS = several("what which who whose where why how is are does do has have did was were when any please can could")


def asked_from(found: Sequence[Token]) -> int:
    """The number of the first token of what is asked; 0 unless a clause before it only tells something."""
    for at, token in enumerate(found[:-2]):
        if token.kind == "stop" and token.text in _ENDS:
            clause = found[:at]
            if at and found[at + 1].start == token.end and token.text in ".:":
                continue  # inside of something
            return at + 1 if _tells(clause) and _asks(found[at + 1 :]) else 0
    return 0


def _tells(clause: Sequence[Token]) -> bool:
    said = [token.text for token in clause if token.kind == "word"]
    if said and clause[0].kind in ("path", "quoted") and said[0] in _STATES:
        return True  # "/var is full: …"
    if not said or _WISHES & set(said) or said[0] in _CONDITIONS:
        return False
    if said[0] in _WHY:
        return True
    return said[0] not in _OPENS and not _commands(said[0]) and bool(_STATES & set(said[1:]))


def _commands(word: str) -> bool:
    """Whether a first word asks for something: a verb that is no thing as well."""
    return bool(words.verb(word)) and not words.noun(word) and not word.endswith(("ed", "ing"))


def _asks(rest: Sequence[Token]) -> bool:
    said = [token.text for token in rest if token.kind == "word"]
    first = next((it for it in said if it not in ("so", "please", "and", "now", "then", "just", "kindly")), "")
    return first in _OPENS or first in words.IDIOMS or (bool(words.verb(first)) and not first.endswith("ed"))
