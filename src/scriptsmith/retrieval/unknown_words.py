"""Words of an action that an entry does not know, and what each may mean: a name, a scope, a state, or nothing."""

from __future__ import annotations

import re
from functools import lru_cache

from . import words
from .action_reading import DETERMINERS, Reading
from .binding import Binding
from .harmless_qualifiers import described, harmless, whether
from .lexical import EntryProfile
from .names import HOST, identifier
from .normalise import Item
from .plain_words import spoken
from .vocabulary import several

_NAMES_FOLLOW = several("on as of by with for from to via user")
"""Words after which a name may stand that the entry has a parameter for, and nobody understood."""

_CONTRAST = several("rather instead")
_AWAITED = several("when whenever if unless once")
"""Words after which a script would have to wait for something, or ask first."""

_ORDINARY = several("run runs running last lasts listen free slow full stuck dead new big top")
"""States that are as often said of something else than what the action is about."""

_TURNED = {"old": "recent", "recent": "old", "<": ">", ">": "<"}
_DIGIT = re.compile(r"\d")
_TOUCHING = several("touch touching includ affect chang delet remov stop restart reboot los")


_ANY = several("everything anything everyone anyone someone somebody nobody something enough plus")
"""What stands for a thing, and names none."""
_TICKET = re.compile(r"(?!SHA|AES|RSA|MD|UTF|ISO|CVE|RFC|TLS|HTTP|RAID)[A-Z]{2,8}-\d{2,}")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def strangers(
    reading: Reading, binding: Binding, entry: EntryProfile, present: frozenset[str], *, told: bool = False
) -> list[str]:
    """Every word that carries something must be one that the entry's words know. What is only `told` is seen to where
    the rest refers to it."""
    if told and not reading.refers:
        return []
    asked = asked_for(reading)
    return [
        _unknown(item, entry, reading, binding, asked)
        for item in reading.items
        if item.kind == "word"
        and (item.first < reading.start) == told
        and item.concept in present
        and item.first not in binding.used
        and (
            (item.word not in entry.vocabulary and item.concept not in entry.vocabulary)
            or (
                item.concept in entry.seldom
                and (_TURNED.get(item.concept) in entry.usual or not _phrased(item.concept, entry, reading, present))
            )
            or (item.word in words.ENTITIES and not _about(item.word, entry))
            or (item.word in words.STATES and item.concept in entry.denied)
            or (
                binding.open
                and item.word not in entry.ordinary
                and item.concept not in entry.vocabulary
                and identifier(reading.tokens[item.first].raw)
            )
        )
    ]


def _phrased(concept: str, entry: EntryProfile, reading: Reading, present: frozenset[str]) -> bool:
    """Whether a phrase with a constraint that few have is what is asked for, but for a word."""
    asked = present.union(reading.verbs)
    return any(concept in frame.concepts and len(frame.concepts - asked - entry.slots) < 2 for frame in entry.frames)


def _about(product: str, entry: EntryProfile) -> bool:
    """Whether the entry itself, and not only an example in a phrase, is about a product."""
    return words.product(product) in words.products(entry.ordinary)


def _unknown(item: Item, entry: EntryProfile, reading: Reading, binding: Binding, asked: tuple[Item, ...]) -> str:
    before = reading.word(item.first - 1)
    further = reading.word(item.first - 2)
    if item.concept[:1] in ("!", "~") and harmless(item, reading, binding, entry):
        return f"circumstance: the entry does not mention {item.word!r}"
    if item.concept.startswith("!"):
        meant = item.concept[1:].removesuffix("+ed")
        about = entry.verbs | entry.objects | {it.removesuffix("+ed") for it in entry.vocabulary}
        if not ({meant, words.verb(meant)} & about or meant in _TOUCHING or not meant):
            kind = "scope or condition" if entry.changes and "without" in (before, further) else "circumstance"
            return f"{kind}: the entry does not mention {item.word!r}"
        return f"negation: the action says {item.word!r}, the entry does not"
    if item.word in words.STATES and item.concept in entry.denied:
        return f"negation: the entry is for what is not {item.word}"
    if item.concept.startswith("~"):
        kind = "circumstance" if item.word in words.CIRCUMSTANCES else "scope or condition"
        if item.word in _CONTRAST:
            return f"contrast: the action says {item.word!r}, and the entry does it one way"
        if item.word in _AWAITED and entry.changes:
            kind = "scope or condition"
        return f"{kind}: the entry does not mention {item.word!r}"
    other_way = entry.reads and item.word != "since" and _TURNED.get(item.concept) in entry.usual
    if other_way and item.concept not in entry.vocabulary:
        return f"opposite state: the entry goes by {spoken(_TURNED[item.concept], entry.said)!r}, not by {item.word!r}"
    if item.concept in ("<", ">", "recent", "old") or (item.concept == "ago" and entry.changes):
        kind = "in passing" if described(item, reading, binding, entry) else "direction"
        return f"{kind}: the entry does not go by {item.word!r}"
    if item.word in words.STATES and entry.reads and whether(item, reading):
        return f"in passing: {item.word!r} is what is asked"
    if item.word in words.STATES and entry.states and f"!{item.concept}" not in entry.vocabulary:
        return f"opposite state: the entry is for {spoken(min(entry.states), entry.said)!r}, not for {item.word!r}"
    if turned := _turned(item.concept, entry):
        return f"opposite state: the entry is for {spoken(turned, entry.said)!r}, not for {item.word!r}"
    if item.word in words.STATES and (entry.changes or item.word not in _ORDINARY):
        return f"other state: the entry does not mention {item.word!r}"
    raw = reading.tokens[item.first].raw
    if _TICKET.fullmatch(raw):
        return f"in passing: {raw!r} is a ticket"
    parts = [words.concept(part.lower()) for part in _PARTS.findall(raw)]
    composed = len(parts) > 1 and item.word not in words.ENTITIES and not _DIGIT.search(item.word)
    if composed and not entry.vocabulary.isdisjoint(parts):
        return f"unknown word: the entry does not mention {item.word!r}"
    if _is_place(item, reading, entry):
        return f"in passing: {raw!r} is where it is looked at"
    if item.word in words.ENTITIES or identifier(item.word):  # seen to in `_words` when only an example names it
        return f"unknown name: the entry does not mention {item.word!r}"
    if item.word[0].isdigit() and not item.word.isdigit():
        return f"unused value: the entry has no parameter for {item.word!r}"
    if binding.open and (before in ("as", "user") or (before in _NAMES_FOLLOW and not words.known(item.word))):
        return f"unknown name: {raw!r} could be a value of {binding.open[0]}"
    if item.first and raw != raw.lower() and not _about(item.word, entry) and before not in (".", "!", "?", ":"):
        return f"unknown name: the entry does not mention {raw!r}"
    parted = before in ("by", "per") and not item.word.endswith("ing")  # "by evicting them" says how
    if parted or (words.noun(item.word) and {"per", "each", "every", "by"} & {before, further}):
        return f"dimension: the entry does not mention '{before} {item.word}'"
    at = next((at for at, it in enumerate(asked) if it.first == item.first and it.word not in _ANY), -1)
    kind = "" if at < 0 else "unknown object" if item.first == asked[-1].first else "unknown quality"
    if kind and entry.changes:
        kind = "other object"
    if before == "that" and reading.verbs and not item.concept.endswith("+ed"):
        return f"scope: '{before} {item.word}' picks some, and the entry does not look at that"
    alone = (asked[at - 1].concept not in entry.vocabulary) if at > 0 else not reading.asks
    if kind == "unknown object" and (words.noun(item.word) or alone):
        return f"other object: the entry does not mention {item.word!r}"
    if before in ("the", "of") and kind in ("", "unknown quality"):
        return f"unknown object: the entry does not mention '{before} {item.word}'"
    if words.noun(item.word):
        return f"{kind or 'beside it'}: the entry does not mention {item.word!r}"
    return f"{kind or 'unknown word'}: the entry does not mention {item.word!r}"


def _is_place(item: Item, reading: Reading, entry: EntryProfile) -> bool:
    """Whether a word only says on which host somebody looks; of a cluster's nodes it would pick one."""
    if not entry.reads or "cluster" in entry.vocabulary or not HOST.fullmatch(item.word):
        return False
    hosts = [it for it in reading.tokens if it.kind == "word" and HOST.fullmatch(it.text)]
    at = item.first - 1
    while words.noun(reading.word(at)) == "machine" or reading.word(at) in DETERMINERS:
        at -= 1
    return reading.word(at) in ("on", "at") and len(hosts) == 1


def _turned(concept: str, entry: EntryProfile) -> str:
    """What the entry speaks of and a state undoes: failed for successful, deleted for added."""
    done = concept.endswith("+ed")
    pairs = words.OPPOSITES if done else words.OPPOSITE_STATES if concept in words.STATE_CONCEPTS else ()
    state = concept.removesuffix("+ed")
    others = sorted(it for pair in pairs if state in pair for it in pair - {state, "show"})
    return next((it for it in others if (f"{it}+ed" if done else it) in entry.vocabulary), "")


@lru_cache(maxsize=8)
def asked_for(reading: Reading) -> tuple[Item, ...]:
    """The words that say of what something is asked: "the query log" in "turn off the query log on db"."""
    before = sum(item.first < reading.start for item in reading.items) - 1
    start = next((at for at, item in enumerate(reading.items) if item.kind == "verb"), before)
    run: list[Item] = []
    for item in reading.items[start + 1 :]:
        if item.kind == "word" and not item.concept.startswith("~"):
            run.append(item)
        elif item.kind in ("stop", "value", "verb") or (run and item.word not in DETERMINERS):
            break
    return tuple(run)
