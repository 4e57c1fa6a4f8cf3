"""How well an entry's words fit an action's: coverage both ways, by the entry's best phrase."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..core.types import Entry, Parameter
from . import words
from .action_reading import ActionReading, read
from .binding import Binding, bind
from .comparisons import comparisons
from .names import anchors
from .opposites import Qualities, qualities
from .unmentioned import Mentions, mentions

_SHARED = 0.5
"""How much of a phrase, its verb and slots aside, an action must carry; less when it gives the value and the verb."""

_OFTEN = 0.1
"""How many of an entry's phrases must have a word so that the entry speaks of it half as much as it can."""

_ELSEWHERE = 0.85
"""What a word is worth that the entry knows from another phrase than the one at hand."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One phrase: what it asks, of what, and everything it carries, values left out.

    `said` is what counts of that, sorted: "on this machine" says nothing. `but_its_verbs` is the rest when the verb
    agrees.
    """

    verbs: tuple[str, ...]
    objects: tuple[str, ...]
    said: tuple[str, ...]
    but_its_verbs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryProfile:
    """All that an entry's words say. `templates` are its title and phrases without their values, `slots` announce
    values, `ordinary` is what its title, id and labels say as it is written, `vocabulary` all concepts that it speaks
    of, `mentions` which products and which words as they are written, `qualities` its adjectives, `names`
    the words of its parameters' names, `comparisons` how many texts speak of a quantity in which way. `reads` says
    whether it only looks, `demands` whether a value must be given."""

    frames: tuple[Frame, ...]
    templates: frozenset[str]
    verb: str
    vocabulary: frozenset[str]
    slots: frozenset[str]
    ordinary: frozenset[str]
    reads: bool
    demands: bool
    mentions: Mentions
    qualities: Qualities
    names: frozenset[str]
    comparisons: Mapping[str, int]


def profile_of(entry: Entry) -> EntryProfile:
    """What `entry` can be asked for, from its title, phrases, labels and parameters."""
    label = entry.labels.get("object", "")
    heads = f"{entry.title} {entry.id.replace('-', ' ')} {label} {entry.area}".lower()
    ordinary = (frozenset(re.findall(r"[a-z]+", heads)) - _GLUE) | set(entry.requires.tools)
    frames: list[Frame] = []
    spoken: set[str] = set()
    templates: set[str] = set()
    ways = Counter[str]()
    names = frozenset(word for it in entry.parameters for word in it.name.split("_"))
    for text in entry.texts:
        reading = read(text)
        used = bind(entry.parameters, reading, ordinary).used
        ways.update(comparisons(reading, used, names))
        concepts = frozenset(
            concept
            for concept in reading.concepts(used)
            if concept not in words.ENTITIES or concept in ordinary or words.noun(concept)
        )
        concepts |= {f"={value.text.lower()}" for value in reading.values if value.first not in used}
        spoken |= concepts
        if used:
            templates.add(reading.without(used))
        said = tuple(sorted(_counting(concepts, reading)))
        rest = tuple([concept for concept in said if concept not in reading.verbs])
        frames.append(Frame(reading.verbs, reading.objects, said, rest))
    label_verb = read(entry.labels.get("verb", "")).verbs[:1]
    slots = frozenset(concept for parameter in entry.parameters for concept in _slots(parameter))
    described = read(". ".join(f"{it.name.replace('_', ' ')}: {it.description}" for it in entry.parameters))
    vocabulary = {
        *spoken,
        *slots,
        *(concept for concept in described.concepts() if not _constrains(concept)),
        *(words.concept(choice.lower()) for parameter in entry.parameters for choice in parameter.choices),
        *(words.concept(tool) for tool in entry.requires.tools),
        *(words.concept(word) for word in ordinary),
        *(("kubernetes", "cluster") if entry.area == "kubernetes" else ()),
    } - {""}
    return EntryProfile(
        frames=tuple(frames),
        templates=frozenset(templates),
        verb=label_verb[0] if label_verb else "",
        vocabulary=frozenset(vocabulary),
        slots=slots,
        ordinary=ordinary,
        reads=entry.risk == "safe",
        demands=any(it.required for it in entry.parameters),
        mentions=mentions(entry),
        qualities=qualities(entry),
        names=names,
        comparisons=ways,
    )


_GLUE = frozenset({"by", "on", "at", "with", "not"})
"""Words of an id that say nothing."""


def _slots(parameter: Parameter) -> Iterable[str]:
    yield from (words.concept(word) for word in parameter.name.split("_") if word not in words.FILLER)
    if parameter.type in ("service", "user", "name"):
        yield from anchors(parameter)


def _constrains(concept: str) -> bool:
    """Whether a concept narrows what is meant, rather than naming a thing or a deed."""
    return concept[:1] in ("!", "~", "<", ">") or concept.endswith("+ed") or concept in words.STATE_CONCEPTS


@dataclass(frozen=True, slots=True)
class Weighed:
    """The phrases of an entry by what their words tell in one index, so that an action meets only the words it shares.

    `standing` says of each concept which frames it stands in, and whether only as their verb; `worth` what it weighs
    there and what of that no slot takes away; `wholes` of each frame both sums over all it says, then over all but its
    verbs.
    """

    standing: Mapping[str, Sequence[tuple[int, bool]]]
    worth: Mapping[str, tuple[float, float]]
    wholes: Sequence[tuple[float, float, float, float]]


def weighed(entry: EntryProfile, rarity: Mapping[str, float], unknown: float) -> Weighed:
    """The frames of `entry`: `rarity` says what each concept weighs, `unknown` what any other does."""
    standing: dict[str, list[tuple[int, bool]]] = {}
    worth: dict[str, tuple[float, float]] = {}
    wholes: list[tuple[float, float, float, float]] = []
    for number, frame in enumerate(entry.frames):
        for it in frame.said:
            standing.setdefault(it, []).append((number, it not in frame.but_its_verbs))
            if it not in worth:
                slot = it in entry.slots
                weight = rarity.get(it, unknown) * (0.3 if slot or it == "machine" else 1.0)
                worth[it] = weight, 0.0 if slot else weight
        sums = [sum(worth[it][at] for it in said) for said in (frame.said, frame.but_its_verbs) for at in (0, 1)]
        wholes.append((sums[0], sums[1], sums[2], sums[3]))
    return Weighed(standing, worth, wholes)


def fit(
    reading: ActionReading,
    binding: Binding,
    asked: Mapping[str, float],
    entry: EntryProfile,
    phrases: Weighed,
    most: float,
) -> float:
    """The confidence in [0, 1] that `entry` is what was asked: 1 when all words meet all words of a phrase.

    `asked` says what each concept weighs that the action carries, `most` what "most" weighs; `phrases` are the entry's.
    """
    if not asked:
        return 0.0
    if ">" in asked and any("size" in value.kinds for value in reading.values):
        asked = {**asked, "most": most}
    verb = asked_verb(reading, entry)
    taken = not binding.missing and (entry.demands or (bool(binding.used) and verb not in words.READING))
    kin = taken and _kin(verb, entry.verb)
    rest = {it: weight for it, weight in asked.items() if it not in reading.verbs}
    agreeing, always = _worth(rest, entry), same_verb(verb, (), entry)
    differing = agreeing if always else _worth(asked, entry)
    size = len(entry.frames)
    agrees = [always or (bool(verb) and verb in frame.verbs) for frame in entry.frames]
    shares, covers, tells = [0.0] * size, [0.0] * size, [0.0] * size
    for it, more in differing[2].items():
        weight, telling = phrases.worth.get(it, (0.0, 0.0))
        spoken = it not in rest  # as the action's verb
        for at, as_verb in phrases.standing.get(it, ()):
            if not (agrees[at] and (spoken or as_verb)):
                shares[at] += more
                covers[at] += weight
                tells[at] += telling
    first = reading.objects[0] if reading.objects else ""
    best = 0.0
    for at, frame in enumerate(entry.frames):
        agreed = agrees[at]
        total, known, _ = agreeing if agreed else differing
        one = (known + shares[at] + agreed) / (total + 1)
        factor = (1.0 if not first or first in frame.objects else 0.95) * (1.0 if agreed else 0.7)
        if one * factor <= best:
            continue  # however well the phrase is covered
        whole, telling = phrases.wholes[at][2:] if agreed else phrases.wholes[at][:2]
        other = (covers[at] + agreed) / (whole + 1)
        shared = tells[at] / telling if telling else float(taken or covers[at] > 0.0)
        if shared < _SHARED and not (agreed and kin):
            factor *= 0.75
        best = max(best, one * (0.55 + 0.45 * math.sqrt(other)) * factor)
    return min(1.0, best)


def _worth(asked: Mapping[str, float], entry: EntryProfile) -> tuple[float, float, Mapping[str, float]]:
    """What all of `asked` weighs, what the entry knows of it from any phrase, and what each adds in the right one."""
    known = {it: _ELSEWHERE * weight for it, weight in asked.items() if it in entry.vocabulary}
    more = {it: weight - known.get(it, 0.0) for it, weight in asked.items()}
    return sum(asked.values()), sum(known.values()), more


def carried(reading: ActionReading, binding: Binding) -> frozenset[str]:
    """The concepts that an action carries beside its bound values; "nginx" is told by "/var/log/nginx" too."""
    used = binding.used
    named = [item for item in reading.items if item.word in words.ENTITIES]
    if named and binding.values:
        bound = " ".join(binding.values.values()).lower()
        used |= {item.first for item in named if item.word in bound}
    return _counting(frozenset(reading.concepts(used)), reading)


def _counting(concepts: frozenset[str], reading: ActionReading) -> frozenset[str]:
    """What counts of `concepts`: "on this host" says nothing; "restart the host" says all."""
    return concepts if reading.objects[:1] == ("machine",) else concepts - {"machine"}


@lru_cache(maxsize=8)
def main_verb(reading: ActionReading) -> str:
    """The verb that decides: the first that changes something, else the first; empty when none was understood.

    A text that names things and has no other word says "show": "disk usage of /var".
    """
    changing = [verb for verb in reading.verbs if verb not in words.READING]
    if changing or reading.verbs:
        return (changing or list(reading.verbs))[0]
    strange = any(
        it.kind == "word" and not words.known(it.word) and not it.concept.startswith("~") for it in reading.items
    )
    return "" if strange else "show"


def asked_verb(reading: ActionReading, entry: EntryProfile) -> str:
    """The verb that decides, for an entry: one that only looks is asked for by naming things, with no verb at all.

    "Events of pod cart-1" says "show", unless it begins with a word that could be an unknown verb.
    """
    verb = main_verb(reading)
    if verb or not entry.reads or reading.verbs:
        return verb
    first = next((it for it in reading.items if it.kind != "filler"), None)
    plain = first is not None and first.kind == "word" and first.word.isalpha() and not words.known(first.word)
    return "" if first is None or plain or first.word in words.LIGHT else "show"


def same_verb(verb: str, verbs: Sequence[str], entry: EntryProfile) -> bool:
    """Whether `verb` asks for what a phrase asks for, or what the entry as a whole is for."""
    if verb and (verb in verbs or verb == entry.verb):
        return True
    return verb in words.READING and entry.reads and verb in ("show", "test")


def _kin(verb: str, other: str) -> bool:
    return verb == other or words.kin(verb, other)


def rough(text: str) -> frozenset[str]:
    """Every concept that a word of `text` could stand for: quick, and only good for finding candidates."""
    return frozenset().union(*map(_could_mean, set(_WORDS.findall(text.lower()))))


def speaking(entry: Entry) -> dict[str, float]:
    """Every concept of `rough` that an entry's words could stand for, and how much it speaks of it, in (0, 1).

    A half for what stands in every tenth phrase, and ever less for what is said once in many (a term's frequency that
    saturates, as in BM25, Robertson and Zaragoza 2009).
    """
    counts: Counter[str] = Counter()
    for word, count in Counter(_WORDS.findall(told(entry).lower())).items():
        for it in _could_mean(word):
            counts[it] += count
    half = _OFTEN * (1 + len(entry.phrases))
    return {it: count / (count + half) for it, count in counts.items()}


@lru_cache(maxsize=16384)
def _could_mean(word: str) -> frozenset[str]:
    return frozenset() if word in words.FILLER else frozenset((words.concept(word), words.verb(word))) - {""}


def told(entry: Entry) -> str:
    """All that an entry says of itself, in one text."""
    labels = (entry.labels.get("verb", ""), entry.labels.get("object", ""), entry.area)
    return " ".join((*entry.texts, *labels))


_WORDS = re.compile(r"[a-z][a-z-]*[a-z]")


def rarities(counts: Mapping[str, int], entries: int) -> tuple[dict[str, float], float]:
    """How telling each concept is, from how few of so many `entries` use it; and the weight of one that none uses."""
    size = entries + 1
    return {it: 0.3 + math.log(size / count) / math.log(size + 1) for it, count in counts.items()}, 1.3
