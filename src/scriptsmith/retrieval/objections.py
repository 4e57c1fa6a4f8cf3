"""What speaks against serving an entry, however near its words are: "stop" is near "start".

Each sentence begins with its kind. Kinds in `SOFT` are doubts: they weigh in the confidence and forbid nothing, since a
word that nobody knows may mean nothing. All others forbid the entry.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..core.types import Entry
from . import words
from .action_reading import Reading
from .binding import Binding
from .lexical import EntryProfile, asked_verb, told
from .names import anchors
from .plain_words import listed, spoken
from .unknown_words import strangers
from .values import Value
from .verb_agreement import BRINGS, TAKES, verbs

DOUBTS = {
    "unknown word": "unknown",
    "unknown verb": "unknown_verb",
    "only names": "unknown_verb",
    "unknown quality": "within",
    "unknown object": "unknown_head",
    "beside it": "beside",
    "narrower": "narrow",
    "circumstance": "apart",
    "near verb": "apart",
    "unsaid object": "unsaid",
    "state unsaid": "stateless",
    "near object": "in_passing",
    "in passing": "in_passing",
    "option": "unknown_verb",
    "clause": "picks",
}
"""The kinds of doubts, and which signal each adds to; every other kind is an objection."""
SOFT = tuple(DOUBTS)
SIGNALS = frozenset(DOUBTS.values())


def objections(
    reading: Reading, binding: Binding, entry: Entry, worded: EntryProfile, present: frozenset[str]
) -> tuple[str, ...]:
    """One short sentence for each reason not to serve `entry`; none means that nothing stands against it.

    `present` is what the action carries beside the values in `binding`.
    """
    found = tuple(
        dict.fromkeys(
            (
                *_platform(reading),
                *verbs(reading, worded),
                *_object(reading, binding, worded, present),
                *(f"in passing: {it}" for it in strangers(reading, binding, worded, present, told=True)),
                *strangers(reading, binding, worded, present),
                *_quantity(reading, binding, entry, worded),
                *_narrower(reading, worded, present, grave=entry.risk == "dangerous"),
                *binding.problems,
                *(
                    f"{_loose(value, reading, binding, worded)}: the entry has no parameter for {value.text!r}"
                    for value in binding.loose
                    if "one" not in value.kinds and f"={value.text.lower()}" not in worded.vocabulary
                ),
            )
        )
    )
    return milder(found, worded)


def _loose(value: Value, reading: Reading, binding: Binding, entry: EntryProfile) -> str:
    """Two words or more in quotes are what somebody said, and no name that a script could take; nor is what is told
    before anything is asked, or says again what a parameter took."""
    kinds, text = value.kinds, value.text
    spoken = "quoted" in kinds and len(text.split()) > 1
    parts = [words.noun(part) for part in text.lower().split("/")]
    known = all(parts) or not entry.vocabulary.isdisjoint(text.lower().split("/"))
    either = entry.reads and "slashed" in kinds and known  # "memory per service/container"
    either |= entry.reads and _CODES.fullmatch(text) is not None
    home = text.startswith("~/") and not any(it.startswith(("path", "director", "repositor")) for it in entry.slots)
    parting = text == "/" and reading.word(value.first - 1) not in _BEFORE_PLACES
    told = value.first < reading.start or spoken or either or parting or home or text == "/dev/null"
    return "in passing" if told or _again(value, reading, binding) else "unused value"


_CODES = re.compile(r"[1-5]\d\ds")
"""Several answers with one code, and no span of time: "404s"."""
_BEFORE_PLACES = frozenset(["", "in", "on", "of", "from", "under", "below", "to", "is", "at", "for", "filesystem"])


def _again(value: Value, reading: Reading, binding: Binding) -> bool:
    """Whether a value repeats one that a parameter took: "thirty replicas (30)", "app.log: /srv/app/app.log"."""
    taken = [it for it in reading.values if it.first in binding.used and it.kinds[:1] == value.kinds[:1]]
    if value.amount:
        return any(it.amount == value.amount for it in taken)
    return "path" in value.kinds and any(it.text.endswith(f"/{value.text}") or it.text == value.text for it in taken)


def milder(found: tuple[str, ...], entry: EntryProfile) -> tuple[str, ...]:
    """What was found, as doubts where the entry only looks and such actions mention the like in passing."""
    if not entry.reads:
        return found
    return tuple(f"in passing: {it}" if it.partition(":")[0] in _MILD and not _WHEN.search(it) else it for it in found)


_WHEN = re.compile(
    r"'(?:yesterday|tomorrow|tonight|nights?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|midnight|noon)'"
)
"""Another time than now is no matter in passing."""
_MILD = frozenset({"other state", "direction", "path", "scope or condition"})


_ATTRIBUTES = frozenset({"valu", "siz", "typ", "nam"})


def _platform(reading: Reading) -> list[str]:
    return [
        f"other platform: {token.raw} is not what the entry is for"
        for token in reading.tokens
        if token.text in words.PLATFORMS
    ]


def _object(reading: Reading, binding: Binding, entry: EntryProfile, present: frozenset[str]) -> list[str]:
    head = next((it for it in reading.objects[:1] if it in present), None)
    known = head in words.NOUN_CONCEPTS
    about = entry.head in reading.things

    def said(concept: str) -> str:
        return spoken(concept, reading.said)

    def its(concept: str) -> str:
        return spoken(concept, entry.said)

    unsaid = entry.changes and entry.head in words.NOUN_CONCEPTS and not named(reading, binding, entry)
    if unsaid and head and known and head != entry.head and entry.verb in TAKES:
        return [f"other object: the action is about {said(head)}, the entry removes {its(entry.head)}"]
    if unsaid and asked_verb(reading, entry) in BRINGS:
        return [f"other object: the entry is for {its(entry.head)!r}, which the action does not mention"]
    if unsaid and not entry.tacit and (head is None or not known or head in entry.objects):
        return [f"unsaid object: the entry is for {its(entry.head)!r}, which the action does not mention"]
    if head in _ATTRIBUTES and head not in entry.objects and f"{head}e of" in reading.text.lower():
        return [f"other object: the action is about {said(head)}, which the entry does not mention"]
    if head and not known and entry.verb in TAKES and head not in entry.entitled:
        return [f"near object: the action is about {said(head)}, the entry removes {its(entry.head)}"]
    if head is None or head in entry.objects or reading.asks:
        return []
    if not entry.changes and (not known or (head in entry.vocabulary and named(reading, binding, entry))):
        return []  # what is no known thing is seen to word by word
    if head.startswith(("~", "!", "<", ">")) or "+" in head or head in words.STATE_CONCEPTS:
        return []
    kind = "near object" if entry.changes and (about or not known) else "other object"
    return [f"{kind}: the action is about {said(head)}, the entry about {listed(entry.objects, entry.said)}"]


def named(reading: Reading, binding: Binding, entry: EntryProfile) -> bool:
    """Whether the thing that the entry is for is said, or a value of it is given."""
    return entry.head in reading.things or bool(entry.head in entry.slots and binding.used)


def _quantity(reading: Reading, binding: Binding, entry: Entry, worded: EntryProfile) -> list[str]:
    """All of them is not one of them: an entry for one named thing does not answer "all", nor the reverse."""
    found: list[str] = []
    for parameter in entry.parameters:
        nouns = anchors(parameter) if parameter.type != "path" else {words.concept(parameter.name)}
        nouns |= {"file", "log"} if parameter.name in ("path", "file") else set()
        single = parameter.required or parameter.default != "all"
        if parameter.type in ("service", "user", "name", "path") and single and reading.all_of(nouns):
            given = parameter.name not in binding.missing and binding.values[parameter.name] != parameter.default
            if not given or parameter.type == "path":
                found.append(f"one, not all: the entry is for one {parameter.name}")
    if found:
        return found
    if worded.changes and (said := _several(reading, binding, worded)):
        return [f"one, not all: the entry takes one of them, and {said!r} is another"]
    if worded.changes and worded.demands and reading.all_of({worded.head}) and not _EVERY.search(told(entry)):
        return [f"one, not all: the entry is for one {spoken(worded.head, worded.said)}"]
    whole = entry.labels.get("object", "").startswith("all ")
    return ["all, not one: the entry is for all of them"] if whole and not reading.every else []


@lru_cache(maxsize=8)
def _mentioned(reading: Reading) -> frozenset[str]:
    """The concepts of a text, taken as values or not, and the products that its words begin with."""
    return frozenset((*reading.concepts(), *(words.product(it.text.partition("_")[0]) for it in reading.tokens)))


@lru_cache(maxsize=8)
def _of_paths(reading: Reading) -> frozenset[str]:
    """The things that parts of paths and their endings name: "log" of "/opt/app/logs"."""
    paths = [it.text.lower() for it in reading.values if "path" in it.kinds]
    return frozenset(words.noun(part) for path in paths for part in re.split(r"[/.]", path))


_EVERY = re.compile(r"\b(?:all|every|each)\b", re.IGNORECASE)


@lru_cache(maxsize=8)
def _joins(reading: Reading) -> bool:
    return any(it.text in (",", "and", "&") for it in reading.tokens)


def _several(reading: Reading, binding: Binding, entry: EntryProfile) -> str:
    """A second name beside one that a parameter took: "restart cart, api and web"."""
    if not _joins(reading):
        return ""
    for at in sorted(binding.used):
        after = reading.tokens[at + 2] if at + 2 < len(reading.tokens) else None
        if after is None or reading.tokens[at].kind != "word" or reading.word(at + 1) not in (",", "and", "&"):
            continue
        further = reading.word(at + 3)
        ends = further in ("", ",", "and", "&", "in", "on", "at", "too") or not further[:1].isalnum()
        ordinary = words.known(after.text) or after.text.endswith("ly") or words.concept(after.text) in entry.vocabulary
        if after.kind == "word" and at + 2 not in binding.used and ends and not ordinary:
            return after.raw
    return ""


def _narrower(reading: Reading, entry: EntryProfile, present: frozenset[str], *, grave: bool) -> list[str]:
    """What all phrases insist on must be asked for, or the entry does less than the action says."""
    if ">" in present:
        present |= {"most"}
    present |= _mentioned(reading)
    present |= _of_paths(reading)
    asked = present.union(reading.verbs)
    if any(enough <= asked for enough in entry.enough):
        return []  # the entry itself says that this much is enough
    kind = "other scope" if grave or (entry.changes and reading.every) else "narrower"
    lists = reading.verbs[:1] == ("show",) and not reading.asks  # "list files" asks for all of them
    state = "only some" if lists else "state unsaid" if entry.reads else "other state"
    lacking = [
        f"{state if it in entry.states else kind}: the entry is for {spoken(it, entry.said)!r} only"
        for it in sorted(entry.essential - present)
    ]
    if not lacking and entry.states and not entry.states & present:
        lacking.append(f"{state}: the entry is for {listed(entry.states, entry.said)} only")
    return lacking
