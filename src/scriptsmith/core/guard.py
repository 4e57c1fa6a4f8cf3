"""What speaks against serving an entry, however near its words are: "stop" is near "start".

Each sentence begins with its kind. Kinds in `SOFT` are doubts: they weigh in the confidence and forbid nothing, since a
word that nobody knows may mean nothing. All others forbid the entry.
"""

from __future__ import annotations

import re

from . import words
from .binding import Binding
from .items import Item
from .lexical import Wording, carried, main_verb
from .names import anchors, identifier
from .reading import Reading
from .types import Entry
from .vocabulary import several

DOUBTS = {
    "unknown word": "unknown",
    "unknown verb": "unknown",
    "beside it": "beside",
    "narrower": "narrow",
    "circumstance": "apart",
    "near verb": "apart",
}
"""The kinds of doubts, and which signal each adds to; every other kind is an objection."""
SOFT = tuple(DOUBTS)


def objections(reading: Reading, binding: Binding, entry: Entry, worded: Wording) -> tuple[str, ...]:
    """One short sentence for each reason not to serve `entry`; none means that nothing stands against it."""
    present = frozenset(carried(reading, binding))
    return tuple(
        dict.fromkeys(
            (
                *_platform(reading),
                *_verbs(reading, worded),
                *_object(reading, binding, worded, present),
                *_words(reading, binding, worded, present),
                *_quantity(reading, binding, entry),
                *_narrower(reading, worded, present),
                *binding.problems,
                *(
                    f"value without a place: the entry takes no {value.text!r}"
                    for value in binding.loose
                    if "one" not in value.kinds and f"={value.text.lower()}" not in worded.vocabulary
                ),
            )
        )
    )


def _platform(reading: Reading) -> list[str]:
    return [
        f"other platform: {token.raw} is not what the entry is for"
        for token in reading.tokens
        if token.text in words.PLATFORMS
    ]


def _verbs(reading: Reading, entry: Wording) -> list[str]:
    """The deciding verb must be one that the entry is asked for with, and so must every other that changes."""
    found: list[str] = []
    verb = main_verb(reading)
    if entry.reads and (strange := _orders(reading, entry)):
        return [f"changes something: {strange!r} asks for more than a look, and the entry only looks"]
    if not verb:
        return ["unknown verb: it is not clear what the action asks to do"]
    reading_verbs = {it for it in reading.verbs if it in words.READING}
    for asked in dict.fromkeys((verb, *(it for it in reading.verbs if it not in words.READING))):
        turned = frozenset({asked, entry.verb}) in words.OPPOSITES and not any(
            f.verbs[:1] == (asked,) for f in entry.frames
        )
        if asked in entry.verbs and not turned:
            continue
        if asked in words.READING and entry.reads and asked in ("show", "test"):
            continue
        opposite = next((it for it in sorted(entry.verbs) if frozenset({asked, it}) in words.OPPOSITES), None)
        if opposite is not None:
            found.append(f"opposite verb: the action says {asked}, the entry {opposite}")
        elif asked not in words.VERB_CONCEPTS or asked in _LENT:
            found.append(f"unknown verb: it is not clear what {asked!r} asks to do")
        elif asked == verb and any(frozenset({asked, it}) <= near for it in entry.verbs for near in words.NEAR_VERBS):
            found.append(f"near verb: the action says {asked}, the entry {entry.verb or 'something else'}")
        elif asked == verb:
            found.append(f"other verb: the action says {asked}, the entry {entry.verb or 'something else'}")
        else:
            found.append(f"second action: the entry does not {asked}")
    if not found and verb in words.READING and entry.changes and not (reading_verbs & {entry.verb}):
        lent = {it.word for it in reading.items if it.kind == "verb"} & _LENT
        found.append(
            "unknown verb: it is not clear what the action asks to do"
            if lent
            else f"only looks: the action says {verb}, and the entry changes something"
        )
    displays = [it.word for it in reading.items if it.kind == "verb" and it.word in words.DISPLAYS]
    if not found and verb not in words.READING and displays and entry.changes:
        found.append(f"second action: the entry does not {displays[0]} anything")
    if not found and verb not in words.READING and entry.reads and verb != entry.verb:
        found.append(f"changes something: the action says {verb}, and the entry only looks")
    return found


def _orders(reading: Reading, entry: Wording) -> str:
    """The word by which a text asks for a deed that is not known to be a look: "Promote the replica", "put it back"."""
    first = next((it for it in reading.items if it.kind != "filler" or it.word not in _POLITE), None)
    if first is None or first.kind not in ("verb", "word") or reading.asks:
        return ""
    after = next((it.word for it in reading.items if it.first >= first.last), "")
    look = (first.word == "take" and "look" in reading.text) or (first.word != "take" and after in ("a", "an", "the"))
    if first.word in _LENT and after not in ("me", "us") and not look:
        return first.word
    if first.kind == "word":  # "Load the module": a noun anywhere else
        return first.word if after in ("the", "my", "our") and not words.verb(first.word) else ""
    said = {frame.verbs[0] for frame in entry.frames if frame.verbs}
    known = first.concept in words.VERB_CONCEPTS or first.concept in said
    return "" if known or first.concept == entry.verb else first.word


_POLITE = several("please kindly can could would you we i need want to let us now just go and")


def _object(reading: Reading, binding: Binding, entry: Wording, present: frozenset[str]) -> list[str]:
    head = next((it for it in reading.objects[:1] if it in present), None)
    if entry.changes and entry.head in words.NOUN_CONCEPTS and not named(reading, binding, entry):
        return [f"other object: the entry is for {entry.head!r}, of which the action does not speak"]
    if head is None or head in entry.objects or reading.asks:
        return []
    known = head in words.NOUN_CONCEPTS
    if not entry.changes and (not known or (head in entry.vocabulary and named(reading, binding, entry))):
        return []  # what is no known thing is seen to word by word
    if head.startswith(("~", "!", "<", ">")) or "+" in head or head in words.STATE_CONCEPTS:
        return []
    return [f"other object: the action is about {head}, the entry about {' or '.join(sorted(entry.objects)[:3])}"]


def named(reading: Reading, binding: Binding, entry: Wording) -> bool:
    """Whether the thing that the entry is for is said, or a value of it is given."""
    said = set(reading.concepts()) | {words.noun(it.text.rpartition(".")[2].lower()) for it in reading.values}
    return entry.head in said or bool(entry.head in entry.slots and binding.used)


def _quantity(reading: Reading, binding: Binding, entry: Entry) -> list[str]:
    """All of them is not one of them: an entry for one named thing does not answer "all", nor the reverse."""
    found: list[str] = []
    for parameter in entry.parameters:
        nouns = anchors(parameter) if parameter.type != "path" else {words.concept(parameter.name)}
        single = parameter.required or parameter.default != "all"
        if parameter.type in ("service", "user", "name", "path") and single and reading.all_of(nouns):
            given = parameter.name not in binding.missing and binding.values[parameter.name] != parameter.default
            if not given or (parameter.type == "path" and parameter.required):
                found.append(f"one, not all: the entry is for one {parameter.name}")
    if found:
        return found
    whole = entry.labels.get("object", "").startswith("all ")
    return ["all, not one: the entry is for all of them"] if whole and not reading.every else []


def _words(reading: Reading, binding: Binding, entry: Wording, present: frozenset[str]) -> list[str]:
    """Every word that carries something must be one that the entry's words know."""
    return [
        _unknown(item, entry, reading, binding)
        for item in reading.items
        if item.kind == "word"
        and item.concept in present
        and item.first not in binding.used
        and (
            (item.word not in entry.vocabulary and item.concept not in entry.vocabulary)
            or (item.word in words.ENTITIES and not _about(item.word, entry))
            or (item.word in words.STATES and f"!{item.concept}" in entry.vocabulary)
        )
    ]


def _about(product: str, entry: Wording) -> bool:
    """Whether the entry itself, and not only an example in a phrase, is about a product."""
    return words.product(product) in {words.product(word) for word in entry.ordinary}


_NAMES_FOLLOW = several("on as of by with for from to via user")
"""Words after which a name may stand that the entry has a parameter for, and nobody understood."""

_LENT = several("give get take have let put make keep run set")
"""Verbs that say little alone: what they ask to do stands elsewhere, and is not always understood."""

_ORDINARY = several("run runs running last lasts listen free slow full stuck dead new big top")
"""States that are as often said of something else than what the action is about."""

_TOUCHING = several("touch touching includ affect chang delet remov stop restart reboot los")


def _unknown(item: Item, entry: Wording, reading: Reading, binding: Binding) -> str:
    before = reading.tokens[item.first - 1].text if item.first else ""
    if item.concept.startswith("!"):
        meant = item.concept[1:].removesuffix("+ed")
        about = entry.verbs | entry.objects | {it.removesuffix("+ed") for it in entry.vocabulary}
        if not ({meant, words.verb(meant)} & about or meant in _TOUCHING or not meant):
            return f"circumstance: the entry knows no {item.word!r}"
        return f"negation: the action says {item.word!r}, the entry does not"
    if item.word in words.STATES and f"!{item.concept}" in entry.vocabulary:
        return f"negation: the entry is for what is not {item.word}"
    if item.concept.startswith("~"):
        kind = "circumstance" if item.word in words.CIRCUMSTANCES else "scope or condition"
        return f"{kind}: the entry knows no {item.word!r}"
    if item.concept in ("<", ">", "recent", "old"):
        return f"direction: the entry does not go by {item.word!r}"
    if item.word in words.STATES and (entry.changes or item.word not in _ORDINARY):
        return f"other state: the entry does not speak of {item.word!r}"
    parts = [words.concept(part) for part in re.split(r"[._:/-]+", item.word) if part.isalpha()]
    if len(parts) > 1 and not re.search(r"\d", item.word) and set(parts) & entry.vocabulary:
        return f"unknown word: the entry does not speak of {item.word!r}"
    if item.word in words.ENTITIES or identifier(item.word):  # seen to in `_words` when only an example names it
        return f"name without a place: the entry does not speak of {item.word!r}"
    raw = reading.tokens[item.first].raw
    if binding.open and (before in ("as", "user") or (before in _NAMES_FOLLOW and not words.known(item.word))):
        return f"name without a place: {raw!r} could be a value of {binding.open[0]}"
    if item.first and raw != raw.lower() and not _about(item.word, entry) and before not in (".", "!", "?", ":"):
        return f"name without a place: the entry does not speak of {raw!r}"
    if words.noun(item.word) and before in ("per", "each", "every", "by"):
        return f"scope or condition: the entry knows no '{before} {item.word}'"
    if words.noun(item.word):
        return f"beside it: the entry does not speak of {item.word!r}"
    return f"unknown word: the entry does not speak of {item.word!r}"


def _narrower(reading: Reading, entry: Wording, present: frozenset[str]) -> list[str]:
    """What all phrases insist on must be asked for, or the entry does less than the action says."""
    if ">" in present:
        present |= {"most"}
    present |= {words.noun(it.text.rpartition(".")[2].lower()) for it in reading.values if "path" in it.kinds}
    bare = [frame.concepts for frame in entry.frames if not entry.states & frame.concepts]
    if any(said - {"machine"} <= present | set(reading.verbs) for said in bare if len(said) > 1):
        return []  # the entry itself says that this much is enough
    kind = "other scope" if entry.changes and reading.every else "narrower"
    lacking = [
        f"{'other state' if it in entry.states else kind}: the entry is for {it!r} only"
        for it in sorted(entry.essential - present)
    ]
    if not lacking and entry.states and not entry.states & present:
        lacking.append(f"other state: the entry is for {' or '.join(sorted(entry.states)[:3])} only")
    return lacking
