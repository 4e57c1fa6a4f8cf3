"""How well an entry's words fit an action's: coverage both ways, by the entry's best phrase."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from . import words
from .binding import Binding, bind
from .names import anchors
from .reading import Reading, read
from .types import Entry, Parameter

SERVE_ABOVE = 0.75
"""The confidence from which an entry without objections is served."""

_SHARED = 0.5
"""How much of a phrase, its verb and slots aside, an action must carry; less when it gives the value and the verb."""

_ELSEWHERE = 0.85
"""What a word is worth that the entry knows from another phrase than the one at hand."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One phrase: what it asks, of what, and everything it carries, values left out."""

    verbs: tuple[str, ...]
    objects: tuple[str, ...]
    concepts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Wording:
    """All that an entry's words say. `essential` stands in most of its phrases; `slots` announce values.

    `states` is empty unless nearly every phrase narrows what it is about (old, failed, largest, …).
    """

    frames: tuple[Frame, ...]
    verbs: frozenset[str]
    verb: str
    objects: frozenset[str]
    vocabulary: frozenset[str]
    essential: frozenset[str]
    states: frozenset[str]
    slots: frozenset[str]
    ordinary: frozenset[str]
    reads: bool
    changes: bool
    demands: bool


def wording(entry: Entry) -> Wording:
    """What `entry` can be asked for, from its title, phrases, labels and parameters."""
    label = entry.labels.get("object", "")
    heads = f"{entry.title} {entry.id.replace('-', ' ')} {label} {entry.area}".lower()
    ordinary = frozenset(re.findall(r"[a-z]+", heads)) - _examples(entry)
    frames: list[Frame] = []
    for text in (entry.title, *entry.phrases):
        reading = read(text)
        used = bind(entry.parameters, reading, ordinary).used
        concepts = frozenset(
            concept
            for concept in reading.concepts(used)
            if concept not in words.ENTITIES or concept in ordinary or words.noun(concept)
        )
        loose = {f"={value.text.lower()}" for value in reading.values if value.first not in used}
        frames.append(Frame(reading.verbs, reading.objects, concepts | loose))
    title_object = read(f"show {label}").objects
    label_verb = read(entry.labels.get("verb", "")).verbs[:1]
    verb = label_verb[0] if label_verb else ""
    counts = Counter(concept for frame in frames for concept in frame.concepts)
    slots = frozenset(concept for parameter in entry.parameters for concept in _slots(parameter))
    stating = [{it for it in frame.concepts if constrains(it) and not it.startswith("~")} for frame in frames]
    narrow = bool(stating[0]) and sum(map(bool, stating)) >= 0.75 * len(frames) and verb not in _REVERSING
    described = read(". ".join(f"{it.name.replace('_', ' ')}: {it.description}" for it in entry.parameters))
    vocabulary = {
        *counts,
        *slots,
        *(concept for concept in described.concepts() if not constrains(concept)),
        *(words.concept(choice.lower()) for parameter in entry.parameters for choice in parameter.choices),
        *(words.concept(tool) for tool in entry.requires.tools),
        *(words.concept(word) for word in ordinary),
        *(("kubernetes", "cluster") if entry.area == "kubernetes" else ()),
    } - {""}
    return Wording(
        frames=tuple(frames),
        verbs=frozenset(it for frame in frames for it in frame.verbs) | {verb},
        verb=verb,
        objects=frozenset(it for frame in frames for it in frame.objects[:1]) | frozenset(title_object),
        vocabulary=frozenset(vocabulary),
        essential=frozenset(
            it
            for it, count in counts.items()
            if count >= 0.7 * len(frames) and it not in words.VERBS.values() and it not in slots
        ),
        states=frozenset().union(*stating) if narrow else frozenset(),
        slots=slots,
        ordinary=ordinary,
        reads=entry.risk == "safe",
        changes=entry.risk in ("notable", "dangerous"),
        demands=any(it.required for it in entry.parameters),
    )


def _examples(entry: Entry) -> frozenset[str]:
    """Words of the id that are only glue."""
    return frozenset({"by", "on", "at", "with", "not"})


def _slots(parameter: Parameter) -> Iterable[str]:
    yield from (words.concept(word) for word in parameter.name.split("_") if word not in words.FILLER)
    if parameter.type in ("service", "user", "name"):
        yield from anchors(parameter)


def constrains(concept: str) -> bool:
    """Whether a concept narrows what is meant, rather than naming a thing or a deed."""
    return concept[:1] in ("!", "~", "<", ">") or concept.endswith("+ed") or concept in _STATES


_REVERSING = frozenset().union(*words.OPPOSITES) - {"show", "create", "delete", "append"}
"""Verbs that presuppose the opposite state: who says "unlock" need not say that it is locked."""
_STATES = frozenset(words.STATES.values())


def fit(reading: Reading, binding: Binding, entry: Wording, rarity: Mapping[str, float], unknown: float) -> float:
    """The confidence in [0, 1] that `entry` is what was asked: 1 when all words meet all words of a phrase."""
    asked = carried(reading, binding)
    if not asked:
        return 0.0
    if ">" in asked and any("size" in value.kinds for value in reading.values):
        asked.add("most")
    verb = main_verb(reading)
    taken = not binding.missing and (entry.demands or (bool(binding.used) and verb not in words.READING))
    best = 0.0
    for frame in entry.frames:
        agrees = same_verb(verb, frame.verbs, entry)
        said = set(frame.concepts)
        if frame.objects[:1] != ("machine",):
            said.discard("machine")
        mine = set(asked)
        if agrees:
            said -= set(frame.verbs)
            mine -= set(reading.verbs)
        weigh = [(rarity.get(it, unknown), it) for it in mine]
        total = sum(weight for weight, _ in weigh)
        known = sum(
            weight * (1.0 if it in said else _ELSEWHERE if it in entry.vocabulary else 0.0) for weight, it in weigh
        )
        one = (known + agrees) / (total + 1)
        back = [(rarity.get(it, unknown) * (0.3 if it in entry.slots or it == "machine" else 1.0), it) for it in said]
        other = (sum(weight for weight, it in back if it in mine) + agrees) / (sum(weight for weight, _ in back) + 1)
        object_factor = 1.0 if not reading.objects or reading.objects[0] in frame.objects else 0.95
        telling = [(weight, it) for weight, it in back if it not in entry.slots]
        whole = sum(weight for weight, _ in telling)
        shared = (
            sum(weight for weight, it in telling if it in mine) / whole if whole else float(taken or bool(mine & said))
        )
        if shared < _SHARED and not (taken and agrees and _kin(verb, entry.verb)):
            object_factor *= 0.75
        best = max(best, one * (0.55 + 0.45 * math.sqrt(other)) * object_factor * (1.0 if agrees else 0.7))
    return min(1.0, best)


def carried(reading: Reading, binding: Binding) -> set[str]:
    """The concepts that an action carries beside its bound values; "nginx" is told by "/var/log/nginx" too."""
    bound = " ".join(binding.values[name] for name in binding.values).lower()
    told = {item.first for item in reading.items if item.word in words.ENTITIES and item.word in bound}
    asked = set(reading.concepts(binding.used | told))
    if reading.objects[:1] != ("machine",):
        asked.discard("machine")  # "on this host" says nothing; "restart the host" says all
    return asked


def main_verb(reading: Reading) -> str:
    """The verb that decides: the first that changes something, else the first."""
    changing = [verb for verb in reading.verbs if verb not in words.READING]
    return (changing or [*reading.verbs, "show"])[0]


def same_verb(verb: str, verbs: Sequence[str], entry: Wording) -> bool:
    """Whether `verb` asks for what a phrase asks for, or what the entry as a whole is for."""
    if verb in verbs or verb == entry.verb:
        return True
    return verb in words.READING and entry.reads and verb in ("show", "test")


def _kin(verb: str, other: str) -> bool:
    return verb == other or any({verb, other} <= kin for kin in words.KIN)


def rough(text: str) -> frozenset[str]:
    """Every concept that a word of `text` could stand for: quick, and only good for finding candidates."""
    return frozenset(
        it
        for word in _WORDS.findall(text.lower())
        if word not in words.FILLER
        for it in (words.concept(word), words.verb(word))
        if it
    )


def told(entry: Entry) -> str:
    """All that an entry says of itself, in one text."""
    labels = (entry.labels.get("verb", ""), entry.labels.get("object", ""), entry.area)
    return " ".join((entry.title, *entry.phrases, *labels))


_WORDS = re.compile(r"[a-z][a-z-]*[a-z]")


def rarities(entries: Sequence[frozenset[str]]) -> tuple[dict[str, float], float]:
    """How telling each concept is, from how few entries use it; and the weight of one that none uses."""
    counts = Counter(concept for entry in entries for concept in entry)
    size = len(entries) + 1
    return {it: 0.3 + math.log(size / count) / math.log(size + 1) for it, count in counts.items()}, 1.3
