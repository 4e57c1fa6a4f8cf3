"""What an action says before it asks: "worker-12 is patched, allow pods on it again" asks in its second half only."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from . import words
from .units import NUMBERS
from .values import ActionToken
from .vocabulary import several

_ENDS = several(", ; . ! : \n") | {"\u2013", "\u2014", "\u2026"}
_HEADS = several(": ! -") | {"\u2013", "\u2014"}
"""What parts a heading from what is asked: "disk alarm: list the largest files"."""
_WHY = several("before after since as because due following prior now during despite although though while given")
"""First words of a clause that says why or when; one with "if" or "when" could be a condition, and is none of these."""
_CONDITIONS = several("if when whenever once unless until till should provided")
_STATES = several(
    """
    is are was were isn't aren't wasn't weren't has have had hasn't haven't went goes keeps kept got gets looks seems
    says said died dies failed fails broke breaks hangs hung refuses refused complains complained burns can't cannot
    couldn't won't don't doesn't didn't since acts again finished landed vanished vanish takes took ran runs started
    stopped crashed came comes will get take eat eats ate use uses used fill fills filled grew grows print prints pushed
    sends sent hit hits mailed disagree disagrees differ differs start exceeds exceeded
    done coming hang
    """
)
"""Words by which a clause tells something, rather than asking for it."""
_IS = several("done coming hang hangs is are was were isn't aren't has had takes took says said seems keeps fails of")
"""Words before which even a verb is a thing: "boot takes four minutes", "the clone of it"."""
_LABELS = several("ticket incident case")
"""What a clause without a verb may name: "ticket 4482 - restart tomcat"."""
_RELATIVE = several("that which who whose")
_WISHES = several("want wants need needs must should please would could can may shall like let lets let's ought has_to")
_BINDING = _WISHES | words.SCOPES | words.NEGATIONS | words.CONDITIONS | several("dry test all every each")
"""Words by which a heading says how it is to be done: "staging only", "no restarts", "dry run"."""
_WE = several("i we i've we've someone somebody")
_PAST = several("will made put took set cut ran got did had been just mv rm")
"""What follows who tells of a deed of his own: "I edited fstab", "we will retry"."""
_OPENS = several("what which who whose where why how is are does do has have did was were when any please can could")


def asked_from(found: Sequence[ActionToken]) -> int:
    """The number of the first token of what is asked; 0 unless the clauses before it only tell something."""
    begins = 0
    for at, token in enumerate(found[:-2]):
        if not _ends(found, at):
            continue
        if at and found[at + 1].start == token.end and token.text in ".:":
            continue  # inside of something
        heads = not begins and token.text in _HEADS and _heads(found[:at])
        if not (heads or _tells(found[begins:at])):
            return 0
        if _asks(found[at + 1 :]):
            return at + 1
        begins = at + 1
    return 0


def _ends(found: Sequence[ActionToken], at: int) -> bool:
    """Whether a clause ends at a token: at a stop, or at the "so" of "it is full, so clean it"."""
    token = found[at]
    if token.text == "-":
        return at > 0 and found[at - 1].end < token.start and token.end < found[at + 1].start
    return (token.kind == "stop" and token.text in _ENDS) or (token.text == "so" and found[at + 1].text == "please")


def _heads(clause: Sequence[ActionToken]) -> bool:
    """Whether a clause is a heading of a few plain words; a product in it would be what is asked about."""
    said = [token.text for token in clause]
    plain = all(token.kind == "word" and token.text.isalpha() and token.text not in words.ENTITIES for token in clause)
    verb = bool(said) and (_commands(said[0]) or said[0] in _OPENS)
    return plain and not verb and _BINDING.isdisjoint(said) and 0 < len(said) <= 5


def _tells(clause: Sequence[ActionToken]) -> bool:
    said = [token.text for token in clause if token.kind == "word"]
    if said[:1] and said[0] in _WE and _did(said[1:2]):
        return True
    if said and clause[0].kind in ("path", "quoted") and said[0] in _STATES:
        return True  # "/var is full: …"
    if not said or _WISHES & set(said) or said[0] in _CONDITIONS:
        return False
    if said[0] in _WHY:
        return True
    if clause[0].kind == "word":
        if said[0] in _OPENS or (_commands(said[0]) and not _IS & set(said[1:2])):
            return False
        said = said[1:]
    picks = sum(word in _RELATIVE for word in said)  # "pods that are stuck" names some, and tells nothing
    if _LABELS & {token.text for token in clause[:3]}:
        return True
    return sum(word in _STATES for word in said) + _has_done(said) + _abbreviated(clause) > picks


def _did(said: Sequence[str]) -> bool:
    """Whether a word after "I" or "we" tells of a deed: "edited", "will"; not a wish."""
    return any(word != "need" and (word.endswith(("ed", "'d")) or word in _PAST) for word in said)


def _has_done(said: Sequence[str]) -> bool:
    """Whether the second word of a clause tells what the first did: "Anna deployed 4.2"."""
    return bool(said) and said[0].endswith("ed") and said[0] not in _STATES and bool(words.verb(said[0]))


def _abbreviated(clause: Sequence[ActionToken]) -> bool:
    """Whether a short "is" stands before a number: "the clock's 20 minutes off"."""
    return any(
        one.kind == "word" and one.end - one.start > len(one.raw) and (two.kind != "word" or two.text in NUMBERS)
        for one, two in pairwise(clause)
    )


def _commands(word: str) -> bool:
    """Whether a first word asks for something: a verb that is no thing as well."""
    return bool(words.verb(word)) and not words.noun(word) and not word.endswith(("ed", "ing"))


def _asks(rest: Sequence[ActionToken]) -> bool:
    said = [token.text for token in rest if token.kind == "word"]
    first = next((it for it in said if it not in ("so", "please", "and", "now", "then", "just", "kindly")), "")
    if first in _OPENS or first in words.IDIOMS or (bool(words.verb(first)) and not first.endswith("ed")):
        return True
    after = said[said.index(first) + 1 :][:1] if first else []
    return after in (["it"], ["them"], ["the"], ["all"]) and first not in words.FILLER  # "thin it out"
