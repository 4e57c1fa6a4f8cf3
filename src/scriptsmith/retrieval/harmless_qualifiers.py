"""Constraints that narrow nothing: what is stressed, promised, given as a value, or told beside the request."""

from __future__ import annotations

from collections.abc import Iterator

from . import words
from .action_reading import DETERMINERS, Reading
from .binding import Binding
from .lexical import EntryProfile
from .normalise import Item
from .vocabulary import several

_DAYS = several("monday tuesday wednesday thursday friday saturday sunday weekend weekends mondays fridays sundays")
_TIMES = _DAYS | several("night nights midnight noon tomorrow tonight later")
_WHEN = _TIMES | several("if when whenever until till once while")
_ONLY = several("only solely")
_KEEPING = several("~but ~keep ~leave ~keeping ~leaving")
_SPARES = several("leave leaves leaving keep keeps keeping stay stays staying remain remains hold don't not may")
_DENIES = several("don't dont no not never without")
_SPEAKERS = several("we i it they he she nobody somebody someone everybody everyone customer")
_ORDERS = several("should must shall only except")
_ASKS_WHETHER = several("is are was were did does do has have had can")
_HARD = several("delete stop restart reboot kill truncate restore")
"""Deeds whose denial is no mere promise where something is changed: "compress the logs, don't delete any"."""


def harmless(item: Item, reading: Reading, binding: Binding, entry: EntryProfile) -> bool:
    """Whether the constraint `item` of an action, unknown to `entry`, narrows nothing that it does."""
    word = item.word
    if item.concept.startswith("!"):
        return _promised(item, reading, entry)
    if word in _ONLY:
        return _stressed(item, reading, binding, entry)
    if word == "but":
        return _joined(item, reading, binding, entry)
    if word in _DAYS and any(f"~{day}" in entry.vocabulary for day in _DAYS):
        return True
    if word in _WHEN and (_told(item, reading) or (word in _TIMES and _ahead(item, reading))):
        return True
    if word == "night" and reading.word(item.first - 1) == "last":
        return entry.reads and reading.text[reading.tokens[item.first].end - 2 :][:2] in ("'s", "\u2019s")
    return word in ("if", "when", "whenever") and any(it.first in binding.used for it in _clause(item, reading))


def described(item: Item, reading: Reading, binding: Binding, entry: EntryProfile) -> bool:
    """Whether an age or a bound only describes the one thing meant ("the old index audit-22"), or is a value's."""
    if item.word in ("old", "new"):
        before, after = reading.word(item.first - 1), reading.word(item.last)
        return before in ("the", "our", "my", "this", "that") and after.isalpha() and not after.endswith("s")
    turned = {"recent": "old", "<": ">"}.get(item.concept, "")
    if not turned or turned in entry.vocabulary:
        return False
    following = [it for it in reading.items if item.first <= it.first][:3]
    return any(it.kind == "value" and it.first in binding.used for it in following)


def whether(item: Item, reading: Reading) -> bool:
    """Whether a state is what is asked about, rather than what picks some: "did the snapshots succeed?"."""
    at = item.first
    while at > 0 and reading.tokens[at - 1].kind != "stop":
        at -= 1
    return reading.word(at) in _ASKS_WHETHER and not any(
        reading.word(far) in ("that", "which", "who", "any") for far in range(at, item.first)
    )


def _clause(item: Item, reading: Reading) -> Iterator[Item]:
    """What follows in the same clause."""
    for it in reading.items:
        if it.first >= item.last:
            if it.kind == "stop":
                return
            yield it


def _stressed(item: Item, reading: Reading, binding: Binding, entry: EntryProfile) -> bool:
    """Whether "only" stands beside a value that the entry takes, or before what it is for anyway."""
    before = [it for it in reading.items if it.last <= item.first][-1:]
    after = next((it for it in _clause(item, reading) if it.word not in DETERMINERS), None)
    if any(it.kind == "value" and it.first in binding.used for it in before):
        return not any(True for _ in _clause(item, reading))
    if after is None:
        return False
    begins = item.first == 0 or reading.tokens[item.first - 1].kind == "stop"
    return after.first in binding.used or (begins and after.concept in entry.states)


def _joined(item: Item, reading: Reading, binding: Binding, entry: EntryProfile) -> bool:
    """Whether what follows "but" is a value that the entry takes, or is spared by the entry anyway."""
    clause = list(_clause(item, reading))
    if any(it.kind == "value" and it.first in binding.used for it in clause):
        return all(it.kind == "value" or it.concept in entry.vocabulary or not it.concept for it in clause)
    if not any(reading.word(at) in _SPARES for it in clause[:3] for at in range(it.first, it.last)):
        return False
    said = {it.concept for it in clause if it.kind == "word" and not it.concept.startswith("~")} - {""}
    spared = frozenset().union(*(frame.concepts for frame in entry.frames if not _KEEPING.isdisjoint(frame.concepts)))
    return bool(said) and said <= spared


def _promised(item: Item, reading: Reading, entry: EntryProfile) -> bool:
    """Whether something is ruled out that the entry never does: "no reload", "without recreating it"."""
    meant = words.verb(item.word.removeprefix("not "))
    done = {frame.verbs[0] for frame in entry.frames if frame.verbs} | {entry.verb}
    if not meant or meant in words.READING or meant in done or item.word.endswith("ed"):
        return False
    if entry.changes and meant in _HARD:
        return False
    at = item.first - 1
    if reading.word(at) not in _DENIES:
        return False
    if reading.word(at) == "without":
        return True
    at -= reading.word(at - 1) in ("do", "please")
    return at == 0 or reading.tokens[at - 1].kind == "stop" or reading.word(at - 1) in ("and", "but", "please")


def _told(item: Item, reading: Reading) -> bool:
    """Whether a time or a condition is part of what is told after the request: ", we need it back on Friday"."""
    at = item.first
    while at > 0 and reading.tokens[at - 1].kind != "stop":
        at -= 1
    said = [reading.word(far) for far in range(at, len(reading.tokens))]
    first = said[0].partition("'")[0]
    asked = any(it.kind == "verb" and it.first < at for it in reading.items)
    return asked and at > 0 and first in _SPEAKERS and _ORDERS.isdisjoint(said)


def _ahead(item: Item, reading: Reading) -> bool:
    """Whether a time is what a request is made for: "ahead of Black Friday", "before the weekend"."""
    near = [reading.word(at) for at in range(max(0, item.first - 3), item.first)]
    return "before" in near or "ahead" in near
