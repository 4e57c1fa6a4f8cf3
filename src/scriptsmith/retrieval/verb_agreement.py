"""What an action asks to do, held against what an entry does: "stop" is near "start"."""

from __future__ import annotations

import re

from . import words
from .action_reading import QUALITIES, Reading
from .lexical import EntryProfile, asked_verb
from .plain_words import spoken
from .unknown_words import asked_for
from .vocabulary import several

LENT = several("give get take have let put make keep run set")
"""Verbs that say little alone: what they ask to do stands elsewhere, and is not always understood."""

BRINGS = several("set put give make create keep restore")
TAKES = several("delete prune clear flush truncate disable stop uninstall revoke turn_off detach")
"""What is never asked for with a verb of `BRINGS`."""

_BESIDE = frozenset({frozenset({"enable", "start"}), frozenset({"disable", "stop"})})
"""Deeds that are said for each other, and are two when both are said."""

_WANTS = several("take let put set make hand")
"""First words that never ask for a mere look, unless for "a look"."""

_MERELY = several("me us sure")
_THESE = several("the my our all every everything everyone everybody")
_PUTS = re.compile(r"(?:\band|\bthen|[,;]) (put) (?!an? end\b)", re.IGNORECASE)
"""A second deed of which nothing but its verb is known."""

_AGAIN = re.compile(r"\bgive\b.* (?:again|back)\b", re.IGNORECASE)
_NOTES = several("mark watch ensur download")
"""What one may do with what is shown, and to nothing else."""
_OPEN = re.compile(r"\b(?:can|could) (?:i|we|it|they|you)\b[^?]*\?", re.IGNORECASE)
"""A question whether something is possible, which may as well ask for it."""

_COMMANDS = several("free ping logrotate getfacl dig traceroute tracert")
"""Programs that look, whose names are verbs elsewhere."""

_POLITE = several("please kindly can could would you we i need want to let us now just go and")


def verbs(reading: Reading, entry: EntryProfile) -> list[str]:
    """The deciding verb must be one that the entry is asked for with, and so must every other that changes."""
    found: list[str] = []
    verb = asked_verb(reading, entry)
    if entry.reads and (strange := _orders(reading, entry)):
        return [f"changes something: {strange!r} asks for more than a look, and the entry only looks"]
    if not verb and entry.changes and len(reading.tokens) < 2:
        return ["other verb: the action names something, and the entry changes something"]
    if not verb and entry.changes and not reading.values and len(asked_for(reading)) < 2:
        return ["only names: the action asks for no deed, and the entry changes something"]
    if entry.changes and not reading.verbs and (strange := _strange(reading, entry)):
        return [f"other verb: the action says {strange}, the entry {entry.verb or 'something else'}"]
    if entry.verb in TAKES and verb == "show" and _AGAIN.search(reading.text):
        return [f"opposite verb: the action gives something again, the entry's is {entry.verb}"]
    if not verb:
        return ["unknown verb: it is not clear what the action asks to do"]
    reading_verbs = {it for it in reading.verbs if it in words.READING}
    for asked in dict.fromkeys((verb, *(it for it in reading.verbs if it not in words.READING))):
        opposites = words.opposites(asked)
        turned = entry.verb in opposites and not any(f.verbs[:1] == (asked,) for f in entry.frames)
        if asked != verb and verb not in words.READING and not _together(verb, asked, entry):
            found.append(f"second action: the entry does not {verb} and {asked}")
            continue
        if asked in entry.verbs and not turned:
            if asked == verb and entry.changes and asked != entry.verb and not _paired(asked, reading, entry):
                kind = "other verb" if asked == "create" and reading.objects[0] in words.NOUN_CONCEPTS else "near verb"
                thing = spoken(reading.objects[0], reading.said)
                found.append(f"{kind}: the entry is never asked to {asked} {thing}")
            continue
        if asked in words.READING and entry.reads and asked in ("show", "test"):
            continue
        if asked in BRINGS and entry.verb in TAKES:
            found.append(f"opposite verb: the action says {asked}, the entry {entry.verb}")
            continue
        if said := opposites & entry.verbs:
            found.append(f"opposite verb: the action says {asked}, the entry {min(said)}")
        elif asked not in words.VERB_CONCEPTS or asked in LENT:
            found.append(f"unknown verb: it is not clear what {asked!r} asks to do")
        elif asked == verb and entry.reads and asked not in words.READING:
            found.append(f"{_looser(asked, reading)}: the action says {asked}, and the entry only looks")
        elif asked == "count" and entry.verb == "calculate":
            found.append("near verb: the action counts, the entry calculates")
        elif asked == verb and any(asked in near and not near.isdisjoint(entry.verbs) for near in words.NEAR_VERBS):
            found.append(f"near verb: the action says {asked}, the entry {entry.verb or 'something else'}")
        elif asked == verb:
            found.append(f"other verb: the action says {asked}, the entry {entry.verb or 'something else'}")
        else:
            found.append(f"second action: the entry does not {asked}")
    if not found and verb in words.READING and entry.changes and not (reading_verbs & {entry.verb}):
        lent = {it.word for it in reading.items if it.kind == "verb"} & LENT
        found.append(
            "unknown verb: it is not clear what the action asks to do"
            if lent
            else f"only looks: the action says {verb}, and the entry changes something"
        )
    shown = [it.word for it in reading.items if it.kind == "verb" and it.concept == "show"]
    displays = [it for it in shown if it in words.DISPLAYS]
    if not found and verb not in words.READING and displays and entry.changes:
        found.append(f"second action: the entry does not {displays[0]} anything")
    if not found and verb not in words.READING and entry.reads and verb != entry.verb:
        found.append(f"{_looser(verb, reading)}: the action says {verb}, and the entry only looks")
    return found


def _looser(asked: str, reading: Reading) -> str:
    """The kind of a verb that does more than look: a doubt where people say it of a look as well."""
    loose = asked in _NOTES or _described(reading) or _OPEN.search(reading.text)
    return "near verb" if loose else "changes something"


def _strange(reading: Reading, entry: EntryProfile) -> str:
    """A first word that is a verb only because of what follows: "load the rules"."""
    items = [it for it in reading.items if it.first >= reading.start and it.word not in _POLITE]
    if len(items) < 2 or items[0].kind != "word" or items[1].word not in _THESE:
        return ""
    first = items[0]
    known = first.word in entry.ordinary or first.concept in entry.verbs or first.concept[:1] in ("~", "!")
    return "" if known else first.word


def _described(reading: Reading) -> bool:
    """Whether what was read as a deed says what a thing is like: "open sessions", "free -m"."""
    at = next((at for at, it in enumerate(reading.items) if it.kind == "verb"), -1)
    if at < 0 or reading.items[at].word not in QUALITIES:
        return False
    after = reading.items[at + 1] if at + 1 < len(reading.items) else None
    one = at + 2 < len(reading.items) and reading.items[at + 2].kind == "value"  # "free port 8080" asks for it
    return after is not None and (after.word == "-" or (bool(words.noun(after.word)) and not one))


def _together(one: str, other: str, entry: EntryProfile) -> bool:
    """Whether two verbs are one deed: a phrase says both, or one is said for the other."""
    if frozenset({one, other}) in _BESIDE:
        return any({one, other} <= set(frame.verbs) for frame in entry.frames)
    near = any({one, other} <= verbs for verbs in (*words.NEAR_VERBS, *words.KIN))
    return near or any({one, other} <= set(frame.verbs) for frame in entry.frames)


def _paired(asked: str, reading: Reading, entry: EntryProfile) -> bool:
    """Whether a phrase of the entry asks to do this, and to the same thing."""
    head = next(iter(reading.objects), "")
    return not head or any(asked in frame.verbs and head in frame.objects[:1] for frame in entry.frames)


def _orders(reading: Reading, entry: EntryProfile) -> str:
    """The word by which a text asks for a deed that is not known to be a look: "Promote the replica", "put it back"."""
    said = [token.text for token in reading.tokens[reading.start :]]
    said = said[next((at for at, word in enumerate(said) if word not in _POLITE - {"let"}), 0) :]
    wants = said[:1] and said[0] in _WANTS and said[1:2] and said[1] not in _MERELY and "look" not in said
    if wants and not (said[1] in ("a", "an") and said[0] not in ("put", "set")):
        return said[0]
    if found := _PUTS.search(reading.text):
        return found[1]
    items = [it for it in reading.items if it.first >= reading.start]
    first = next((it for it in items if it.kind != "filler" or it.word not in _POLITE), None)
    if first is None or first.concept.startswith(("~", "!")) or first.kind not in ("verb", "word") or reading.asks:
        return ""
    after = next((it.word for it in items if it.first >= first.last), "")
    bestowed = first.word == "give" and any(
        word == "to" or (word in ("a", "an") and said[at - 1] not in words.FILLER)
        for at, word in enumerate(said)
        if at > 1
    )
    look = (first.word == "take" and "look" in reading.text) or (
        not bestowed and first.word != "take" and after in ("a", "an", "the")
    )
    if first.word in entry.ordinary and first.word in words.TOOLS | _COMMANDS:
        return ""
    if first.word == "ensure":
        return ""
    if _OPEN.search(reading.text):
        return ""
    if first.word in LENT and after not in ("me", "us") and not look:
        return first.word
    if first.kind == "word":  # "Load the module": a noun anywhere else
        return first.word if after in _THESE and not words.verb(first.word) else ""
    asked = {frame.verbs[0] for frame in entry.frames if frame.verbs}
    known = first.concept in words.VERB_CONCEPTS or first.concept in asked
    return "" if known or first.concept == entry.verb else first.word
