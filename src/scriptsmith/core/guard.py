"""What speaks against serving an entry, however near its words are: "stop" is near "start"."""

from __future__ import annotations

from . import words
from .binding import Binding
from .items import Item
from .lexical import Wording, carried, main_verb
from .names import anchors
from .reading import Reading
from .types import Entry


def objections(reading: Reading, binding: Binding, entry: Entry, worded: Wording) -> tuple[str, ...]:
    """One short sentence for each reason not to serve `entry`; none means that nothing stands against it."""
    return tuple(
        dict.fromkeys(
            (
                *_platform(reading),
                *_verbs(reading, worded),
                *_object(reading, binding, worded),
                *_words(reading, binding, worded),
                *_quantity(reading, binding, entry),
                *_narrower(reading, binding, worded),
                *binding.problems,
                *(
                    f"value without a place: the entry takes no {value.text!r}"
                    for value in binding.loose
                    if "one" not in value.kinds
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
    reading_verbs = {it for it in reading.verbs if it in words.READING}
    for asked in dict.fromkeys((verb, *(it for it in reading.verbs if it not in words.READING))):
        if asked in entry.verbs:
            continue
        if asked in words.READING and entry.reads and asked in ("show", "test"):
            continue
        opposite = next((it for it in entry.verbs if frozenset({asked, it}) in words.OPPOSITES), None)
        if opposite is not None:
            found.append(f"opposite verb: the action says {asked}, the entry {opposite}")
        elif asked == verb:
            found.append(f"other verb: the action says {asked}, the entry {entry.verb or 'something else'}")
        else:
            found.append(f"second action: the entry does not {asked}")
    if not found and verb in words.READING and entry.changes and not (reading_verbs & {entry.verb}):
        found.append(f"only looks: the action says {verb}, and the entry changes something")
    displays = [it.word for it in reading.items if it.kind == "verb" and it.word in words.DISPLAYS]
    if not found and verb not in words.READING and displays and entry.changes:
        found.append(f"second action: the entry does not {displays[0]} anything")
    if not found and verb not in words.READING and entry.reads and verb != entry.verb:
        found.append(f"changes something: the action says {verb}, and the entry only looks")
    return found


def _object(reading: Reading, binding: Binding, entry: Wording) -> list[str]:
    present = carried(reading, binding)
    head = next((it for it in reading.objects[:1] if it in present), None)
    if head is None or head in entry.objects:
        return []
    return [f"other object: the action is about {head}, the entry about {' or '.join(sorted(entry.objects)[:3])}"]


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


def _words(reading: Reading, binding: Binding, entry: Wording) -> list[str]:
    """Every word that carries something must be one that the entry's words know."""
    present = carried(reading, binding)
    return [
        _unknown(item)
        for item in reading.items
        if item.kind == "word"
        and item.concept in present
        and item.first not in binding.used
        and item.concept not in entry.vocabulary
    ]


def _unknown(item: Item) -> str:
    if item.concept.startswith("!"):
        return f"negation: the action says {item.word!r}, the entry does not"
    if item.concept.startswith("~"):
        return f"scope or condition: the entry knows no {item.word!r}"
    if item.concept in ("<", ">", "recent", "old"):
        return f"direction: the entry does not go by {item.word!r}"
    if words.noun(item.word):
        return f"other object: the entry does not speak of {item.word!r}"
    return f"unknown word: the entry does not speak of {item.word!r}"


def _narrower(reading: Reading, binding: Binding, entry: Wording) -> list[str]:
    """What all phrases insist on must be asked for, or the entry does less than the action says."""
    present = carried(reading, binding)
    if ">" in present:
        present.add("most")
    present |= {words.noun(it.text.rpartition(".")[2].lower()) for it in reading.values if "path" in it.kinds}
    bare = [frame.concepts for frame in entry.frames if not entry.states & frame.concepts]
    if any(said - {"machine"} <= present | set(reading.verbs) for said in bare if len(said) > 1):
        return []  # the entry itself says that this much is enough
    lacking = [f"narrower: the entry is for {it!r} only" for it in sorted(entry.essential - present)]
    if not lacking and entry.states and not entry.states & present:
        lacking.append(f"narrower: the entry is for {' or '.join(sorted(entry.states)[:3])} only")
    return lacking
