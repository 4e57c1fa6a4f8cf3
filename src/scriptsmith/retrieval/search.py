"""The catalogue searched: entries that fit an action, with their values and what speaks against them."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from ..core.publish import takes_undescribed
from ..core.types import Action, Entry, Match, Target
from . import confidence, words
from .action_reading import Reading, read
from .binding import Binding, bind
from .confidence import Signals
from .lexical import EntryProfile, Weighed, asked_verb, carried, fit, profile_of, rarities, rough, same_verb, weighed
from .objections import DOUBTS, SIGNALS, SOFT, milder, named, objections
from .postings import Postings, postings
from .qualifier_objections import care, cut_paths

__all__ = ["SERVE_ABOVE", "Index", "Near"]

SERVE_ABOVE = confidence.least_probability(0.99)
"""The confidence from which an entry without objections is served, unless a policy says otherwise."""

_SUREST = 0.9999
"""Only an entry's own phrase is surer."""

_TOO_CLOSE = 0.02
_CANDIDATES = 8
"""How many entries are read closely for one action."""


@dataclass(frozen=True, slots=True)
class Near:
    """An entry by its number in the index; how much it speaks of the action's words, by rarity, in [0, 1]; and the
    cosine between the action and the nearest of its phrases, None when nothing compared meanings; `votes` is its share
    of all phrases that are near, the nearer the weightier."""

    number: int
    words: float
    meaning: float | None = None
    votes: float = 0.0


Alike: TypeAlias = Callable[[str, tuple[str, ...]], float]
"""The cosine between a text and the one of some others that is nearest to it."""


class Index:
    """Verified entries, ready to be searched. Pure and deterministic; an entry is read closely when first near.

    What was read of entries in an `earlier` index, and is the same now, is not read again. With what is `known` of
    them, all verified, `entries` are not asked for one that is never near.
    """

    def __init__(self, entries: Sequence[Entry], earlier: Index | None = None, known: Postings | None = None) -> None:
        self.entries = entries if known else tuple(entry for entry in entries if entry.status == "verified")
        self.postings = known or postings(self.entries)
        counts = {concept: len(numbers) for concept, (numbers, _) in self.postings.speakers.items()}
        self._rarity, self._unknown = rarities(counts, len(self.entries))
        self._fitting: dict[Target, set[int]] = defaultdict(set)
        for number, target in enumerate(self.postings.targets):
            self._fitting[target].add(number)
        self._worded: dict[int, EntryProfile] = dict(self._carried_over(earlier)) if earlier else {}
        self._weighed: dict[int, Weighed] = {}

    def knows(self, text: str) -> bool:
        """Whether `text` is the title or a phrase of an entry, word for word: then nothing else is to be compared."""
        return bool(self.postings.speaking(text))

    def by_words(self, action: Action, limit: int) -> list[Near]:
        """At most `limit` entries for the action's target that share the most telling words with it."""
        weights = self.weights(action.text)
        whole = sum(weights.values()) or 1.0
        shared: dict[int, float] = defaultdict(float)
        for concept, weight in sorted(weights.items()):
            for number, share in zip(*self.postings.speakers.get(concept, ()), strict=True):
                shared[number] += weight * share
        fitting = self._fitting.get(action.target, ())
        near = [(-score, number) for number, score in shared.items() if number in fitting]
        if len(near) > limit > 0:  # ids, which part those that are alike, are only asked of the best
            least = heapq.nsmallest(limit, near)[-1][0]
            near = [it for it in near if it[0] <= least]
        near.sort(key=lambda it: (it[0], self.postings.ids[it[1]]))
        return [Near(number, -score / whole) for score, number in near[:limit]]

    def nearest(
        self, action: Action, limit: int = 5, near: Sequence[Near] | None = None, alike: Alike | None = None
    ) -> tuple[Match, ...]:
        """At most `limit` entries for the action's target, best first, out of `near` or of those nearest by words.

        One that can be served leads, then confidence decides. Two that fit equally well object to each other, for a
        guess between them would be a wrong script. Where words are alike, `alike` compares what is left without values.
        """
        reading = _read(action.text)
        cut = cut_paths(reading)
        near = self.by_words(action, max(limit, _CANDIDATES)) if near is None else near
        fitting = self._fitting.get(action.target, ())
        spoken = [number for number in self.postings.speaking(action.text) if number in fitting]
        near = [*near, *(Near(number, 1.0) for number in spoken if number not in {it.number for it in near})]
        found: list[_Read] = []
        weights: dict[frozenset[str], dict[str, float]] = {}  # most entries leave the same words of an action
        most = self._rarity.get("most", self._unknown)
        titles = frozenset().union(*(self._wording(one.number).ordinary for one in near))
        for one in near:
            entry, worded = self.entries[one.number], self._wording(one.number)
            bound = bind(entry.parameters, reading, worded.ordinary)
            present = carried(reading, bound)
            if present not in weights:
                weights[present] = {it: self._rarity.get(it, self._unknown) for it in sorted(present)}
            phrase = fit(reading, bound, weights[present], worded, self._phrases(one.number), most)
            verbatim = one.number in spoken
            if verbatim:  # somebody vouched for this phrase: no guard knows better
                said = bound.problems
            else:
                beyond = milder(care(reading, entry, worded, cut, bound), worded)
                said = (*objections(reading, bound, entry, worded, present), *beyond)
            if takes_undescribed(entry) and not verbatim:
                said = (*said, "arguments: its script takes arguments that nobody described")
            found.append(_Read(entry, worded, bound, weights[present], phrase, one, said, verbatim))
        return _settled(_ranked(_weighed(found, reading, titles, alike)))[:limit]

    def weights(self, text: str) -> dict[str, float]:
        """How telling each concept is that a word of `text` could stand for."""
        reading = _read(text)
        runs = {"service"} if any(item.word in words.ENTITIES for item in reading.items) else set()
        return {
            concept: self._rarity.get(concept, self._unknown)
            for concept in {*rough(text), *reading.concepts(), *reading.verbs, *runs}
        }

    def read_ahead(self) -> Iterator[None]:
        """Read closely, at each step, one more entry of which nobody asked: until then it costs who comes first."""
        for number in range(len(self.entries)):
            if number not in self._worded:
                self._wording(number)
                yield

    def worded(self) -> dict[str, tuple[Entry, EntryProfile]]:
        """The entries that were read closely, by id."""
        return {self.entries[number].id: (self.entries[number], it) for number, it in list(self._worded.items())}

    def _carried_over(self, earlier: Index) -> Iterator[tuple[int, EntryProfile]]:
        """What `earlier` read of entries that are here too, by their number here."""
        worded = earlier.worded()
        for number, id in enumerate(self.postings.ids):
            if id in worded and worded[id][0] == self.entries[number]:
                yield number, worded[id][1]

    def _phrases(self, number: int) -> Weighed:
        if number not in self._weighed:
            self._weighed[number] = weighed(self._wording(number), self._rarity, self._unknown)
        return self._weighed[number]

    def _wording(self, number: int) -> EntryProfile:
        if number not in self._worded:
            self._worded[number] = profile_of(self.entries[number])
        return self._worded[number]


_read = lru_cache(maxsize=8)(read)  # one action is read for its candidates and again for their close reading


def _elsewhere(reading: Reading, bound: Binding, own: EntryProfile) -> AbstractSet[str]:
    """The words of an action, its values aside, that an entry does not have in its own words as they are written."""
    said = {token.text for at, token in enumerate(reading.tokens) if token.kind == "word" and at not in bound.used}
    return said - words.FILLER - own.literally


def _open(entry: Entry, bound: Binding) -> bool:
    """Whether a name that nobody understood could be a value that was not taken."""
    kinds = ("name", "user", "service", "host", "text", "glob", "choice")
    return any(it.type in kinds and bound.values.get(it.name) == it.default for it in entry.parameters if it.default)


@dataclass(frozen=True, slots=True)
class _Read:
    """An entry that was read closely: what the action gives it, and carries beside; how well its words fit; what speaks
    against it; whether the action is one of its phrases."""

    entry: Entry
    worded: EntryProfile
    bound: Binding
    carried: Mapping[str, float]
    phrase: float
    near: Near
    said: tuple[str, ...]
    verbatim: bool


def _weighed(found: Sequence[_Read], reading: Reading, titles: AbstractSet[str], alike: Alike | None) -> list[Match]:
    """Each with its confidence, now that what else was near is known, and all words of its `titles`."""
    phrases = [it.phrase for it in found]
    meanings = [max(0.0, it.near.meaning or 0.0) for it in found]
    free = [0.0 if it.said else sum(both) for it, *both in zip(found, phrases, meanings, strict=True)]
    rivals = zip(_others(phrases), _others(meanings), _others(free), strict=True)
    matches: list[Match] = []
    for it, phrase, meaning, rival in zip(found, phrases, meanings, rivals, strict=True):
        verb, bound, worded = asked_verb(reading, it.worded), it.bound, it.worded
        head = next((head for head in reading.objects[:1] if head in it.carried), None)
        kinds = [DOUBTS.get(one.partition(":")[0], "against") for one in it.said]
        signals = Signals(
            phrase=phrase,
            words=_share(it.carried, worded),
            meaning=meaning if it.near.meaning is not None else -1.0,
            votes=it.near.votes,
            lead=meaning - rival[1],
            ahead=phrase - rival[0],
            alone=phrase + meaning - rival[2],
            verb=float(same_verb(verb, (), worded) or verb in worded.verbs),
            object=0.5 if head is None else float(head in worded.objects),
            named=float(named(reading, bound, worded)),
            perhaps=kinds.count("unknown") if _open(it.entry, bound) else 0,
            against=kinds.count("against"),
            missing=len(bound.missing),
            guessed=bound.guessed,
            elsewhere=len(_elsewhere(reading, bound, worded) & titles),
            **{name: kinds.count(name) for name in SIGNALS},
        )
        if alike and confidence.worded_alike(signals):
            cosine = alike(reading.without(bound.used), tuple([frame.bare for frame in worded.frames]))
            signals = replace(signals, bare=round(cosine, 6))
        sure = 1.0 if it.verbatim else min(_SUREST, confidence.probability(signals, meaning=signals.meaning >= 0))
        match = Match(
            entry=it.entry,
            confidence=round(sure, 4),
            parameters=bound.values,
            defaults=bound.defaults,
            missing=bound.missing,
            objections=tuple([one for one in it.said if not one.startswith(SOFT)]),
            doubts=tuple([one for one in it.said if one.startswith(SOFT)]),
            parts=confidence.parts(signals),
        )
        matches.append(match)
    return matches


def _share(concepts: Mapping[str, float], worded: EntryProfile) -> float:
    """The share of `concepts` that an entry speaks of, by what they weigh."""
    whole = sum(concepts.values())
    return sum([weight for it, weight in concepts.items() if it in worded.vocabulary]) / whole if whole else 1.0


def _others(values: Sequence[float]) -> list[float]:
    """Of each of `values` the greatest of the others, at least 0."""
    best, second = heapq.nlargest(2, (0.0, 0.0, *values))
    return [second if value == best else best for value in values]


def _ranked(found: list[Match]) -> list[Match]:
    return sorted(
        found, key=lambda it: (_tier(it), -it.confidence, bool(it.objections), it.entry.id, -it.entry.version)
    )


def _tier(match: Match) -> int:
    """0 for what can be served and for an entry's own phrase, 1 for what only lacks a value, 2 for the rest."""
    if match.confidence == 1.0:
        return 0
    if match.objections or match.confidence < SERVE_ABOVE:
        return 2
    return 1 if match.missing else 0


def _settled(found: Sequence[Match]) -> tuple[Match, ...]:
    """The matches, with an objection to the first two when nothing tells them apart."""
    able = [match for match in found if _tier(match) == 0 and not match.missing and not match.objections]
    best = max((_likeness(match) for match in able), default=0.0)
    close = {match.entry.id for match in able if best - _likeness(match) <= _TOO_CLOSE}
    if len(close) < 2 or able[0].entry.id not in close:
        return tuple(found)
    said = f"ambiguous: {' and '.join(sorted(close))} fit equally well"
    return tuple(replace(it, objections=(said,)) if it.entry.id in close else it for it in found)


def _likeness(match: Match) -> float:
    """How like an entry is to an action, by words and by meaning; 2 for one of its own phrases."""
    return 2.0 if match.confidence == 1.0 else match.parts["phrase"] + max(0.0, match.parts["meaning"])
