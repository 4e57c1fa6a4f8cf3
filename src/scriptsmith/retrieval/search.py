"""The catalogue searched: entries that fit an action, with their values, and how sure it is that one is meant."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..core.publish import takes_undescribed
from ..core.types import Action, Entry, Match, Target
from . import confidence, words
from .action_reading import ActionReading, read
from .binding import Binding, bind
from .call_text import Verifier, call_text
from .clusters import with_cluster
from .comparisons import comparisons, opposite_comparison
from .lexical import EntryProfile, Weighed, carried, fit, profile_of, rarities, rough, weighed
from .named_hosts import named_hosts, unused_hosts
from .opposites import opposite_quality, opposite_verb
from .pointed_values import SURE, with_pointed
from .postings import Postings, postings
from .said_choices import with_said_choices
from .spelling import Spelt, mended
from .unclear_paths import unclear_paths
from .unmentioned import unmentioned

__all__ = ["SERVE_ABOVE", "Index", "SearchHit"]

SERVE_ABOVE = confidence.least_probability(0.985)
"""The confidence from which an entry without objections is served, unless a policy says otherwise."""

_SUREST = 0.9999
"""Only an entry's own phrase is surer."""
_TOO_CLOSE = 0.02
_CANDIDATES = 8
"""How many entries are read closely for one action."""
RIVAL_ABOVE = confidence.least_probability(0.98)
"""The confidence from which on an entry stands in the way of another that could be served: it may as well be meant."""
WORTH_READING = 0.002
"""The probability from which on an entry is read by the verifier: below it no verdict would have it offered."""
_READ, _PROBABLE = 5, 0.5
"""How many are read at most, and the confidence of one at which no further one is."""
_STRANGE = 3
"""How many words that an entry does not know are told."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """An entry by its number in the index; how much it speaks of the action's words, by rarity, in [0, 1]; and the
    cosine between the action and the nearest of its phrases, None when nothing compared meanings; `votes` is its share
    of all phrases that are near, the nearer the weightier; `phrases` are the places of the nearest among its texts."""

    number: int
    words: float
    meaning: float | None = None
    votes: float = 0.0
    phrases: tuple[int, ...] = ()


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

    def spelt(self, text: str, is_word: Callable[[str], bool]) -> Spelt:
        """`text` without the typing errors in words that entries speak of."""
        speakers = self.postings.speakers
        return mended(text, is_word, lambda concept: len(speakers[concept][0]) if concept in speakers else 0)

    def by_words(self, action: Action, limit: int) -> list[SearchHit]:
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
        return [SearchHit(number, -score / whole) for score, number in near[:limit]]

    def nearest(
        self,
        action: Action,
        limit: int = 5,
        near: Sequence[SearchHit] | None = None,
        verify: Verifier | None = None,
        typed: tuple[tuple[int, str], ...] = (),
    ) -> tuple[Match, ...]:
        """At most `limit` entries for the action's target, best first, out of `near` or of those nearest by words.

        One that can be served leads, then confidence decides. `verify` reads the likeliest. Two that fit equally well
        object to each other, for a guess between them would be a wrong script. `typed` is what `spelt` mended.
        """
        reading = _read(action.text, typed)
        unclear = {harmful: tuple(unclear_paths(reading, harmful=harmful)) for harmful in (False, True)}
        near = self.by_words(action, max(limit, _CANDIDATES)) if near is None else near
        fitting = self._fitting.get(action.target, ())
        spoken = [number for number in self.postings.speaking(action.text) if number in fitting and not typed]
        near = [*near, *(SearchHit(number, 1.0) for number in spoken if number not in {it.number for it in near})]
        found: list[_Read] = []
        weights: dict[frozenset[str], dict[str, float]] = {}  # most entries leave the same words of an action
        most = self._rarity.get("most", self._unknown)
        for one in near:
            entry, worded = self.entries[one.number], self._wording(one.number)
            bound = bind(entry.parameters, reading, worded.ordinary)
            places = named_hosts(reading, bound)
            bound = replace(bound, used=bound.used | {*places}) if places else bound
            present = carried(reading, bound)
            if present not in weights:
                weights[present] = {it: self._rarity.get(it, self._unknown) for it in sorted(present)}
            phrase = fit(reading, bound, weights[present], worded, self._phrases(one.number), most)
            verbatim = one.number in spoken
            said = bound.problems
            if not verbatim:  # somebody vouched for this phrase: no guard knows better
                harmful = entry.risk in confidence.HARMFUL
                said += unclear[harmful] if any(it.type == "path" for it in entry.parameters) else ()
                said += tuple(_misspelt(reading, worded)) if harmful else ()
                if takes_undescribed(entry):
                    said += ("arguments: its script takes arguments that nobody described",)
            template = bool(bound.used) and reading.without(bound.used) in worded.templates
            found.append(_Read(entry, worded, bound, weights[present], phrase, one, said, verbatim, template, places))
        return _settled(_ranked(_matches(found, reading, verify)))[:limit]

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


@dataclass(frozen=True, slots=True)
class _Read:
    """An entry that was read closely: what the action gives it, and carries beside; how well its words fit; what
    forbids it; whether the action is one of its phrases, and whether it is one with other values; the tokens that
    name a host as the place."""

    entry: Entry
    worded: EntryProfile
    bound: Binding
    carried: Mapping[str, float]
    phrase: float
    near: SearchHit
    said: tuple[str, ...]
    verbatim: bool
    template: bool
    places: tuple[int, ...]


def _matches(found: Sequence[_Read], reading: ActionReading, verify: Verifier | None) -> list[Match]:
    """Each with its confidence, now that what else was near is known.

    `verify` reads the likeliest; where it could be served, those that are as like; where it is
    improbable, the next. What was not read is never sure enough.
    """
    phrases = [it.phrase for it in found]
    meanings = [max(0.0, it.near.meaning or 0.0) for it in found]
    rows = [
        _features(it, reading, ahead=it.phrase - other, lead=meaning - rival)
        for it, meaning, other, rival in zip(found, meanings, _others(phrases), _others(meanings), strict=True)
    ]
    sure = confidence.probabilities(rows)
    bound = [it.bound for it in found]
    graded = [SERVE_ABOVE * each for each in sure]
    able = [at for at in range(len(found)) if sure[at] >= WORTH_READING]
    if verify is not None and able and not any(it.verbatim for it in found):
        served = -1
        for at in sorted(able, key=lambda each: -sure[each])[:_READ]:
            if served >= 0 and _likeness(found[at]) < _likeness(found[served]) - _TOO_CLOSE:
                continue
            entry, near = found[at].entry, found[at].near
            verdict = verify(reading.text, call_text(entry, [entry.texts[each] for each in near.phrases]))
            least = math.inf if entry.risk in confidence.HARMFUL else SURE
            bound[at] = with_pointed(entry.parameters, reading, verdict.places, bound[at], sure=least)
            other, unknown = unmentioned(found[at].worded.mentions, reading.text, bound[at].values.values())
            rows[at] = {**rows[at], "verdict": verdict.odds, "other": other, "unknown": unknown}
            joined = confidence.with_verdict(sure[at], verdict.odds, other, unknown)
            graded[at] = confidence.on_one_scale(joined, entry.risk)
            if graded[at] >= SERVE_ABOVE:
                served = at
            elif served >= 0 or graded[at] >= _PROBABLE:
                break
    bound = [with_said_choices(it.entry, reading, values) for it, values in zip(found, bound, strict=True)]
    bound = [with_cluster(it.entry.parameters, reading, values) for it, values in zip(found, bound, strict=True)]
    return [
        Match(
            entry=it.entry,
            confidence=1.0 if it.verbatim else round(min(_SUREST, each), 4),
            parameters=values.values,
            defaults=values.defaults,
            missing=values.missing,
            objections=tuple(dict.fromkeys((*it.said, *values.problems, *_opposite(it, reading, values)))),
            doubts=_strange(it, reading),
            unused_hosts=unused_hosts(reading, it.places, values),
            parts={name: round(value, 4) for name, value in row.items()},
        )
        for it, each, values, row in zip(found, graded, bound, rows, strict=True)
    ]


def _misspelt(reading: ActionReading, worded: EntryProfile) -> Iterator[str]:
    """What was mended and speaks for an entry: a guess is not enough for one that is dangerous."""
    for token in reading.mended:
        if not worded.vocabulary.isdisjoint((words.concept(token.text), words.verb(token.text))):
            yield f"spelling: {token.raw!r} was read as {token.text!r}"


def _opposite(it: _Read, reading: ActionReading, bound: Binding) -> Iterator[str]:
    """That an action asks for the opposite of what an entry's title, or its texts, say: no likeness is enough then."""
    if it.verbatim:
        return
    worded = it.worded
    if verb := opposite_verb(next(iter(worded.frames[0].verbs), ""), reading.verbs):
        yield f"opposite: the action asks to {verb}, and the entry does not"
    if said := opposite_quality(worded.qualities, reading.text, it.bound.values.values()):
        yield f"opposite: the action says {said[0]!r}, and the entry is about {said[1]!r}"
    asked = comparisons(reading, bound.used, worded.names)
    if against := opposite_comparison(worded.comparisons, asked):
        yield f"opposite: {against}"


def _likeness(it: _Read) -> float:
    """How like an entry is to an action, by words and by meaning."""
    return it.phrase + max(0.0, it.near.meaning or 0.0)


def _features(it: _Read, reading: ActionReading, *, ahead: float, lead: float) -> dict[str, float]:
    """What is known of a candidate, by name: likenesses in [0, 1], whether it is a phrase with other values, how far it
    is `ahead` of the best other in words and in the `lead` in meaning, counts of values and tokens. Nothing is said of
    meanings where none were compared."""
    bound = it.bound
    compared = {} if it.near.meaning is None else {"meaning": it.near.meaning, "votes": it.near.votes, "lead": lead}
    return {
        "phrase": it.phrase,
        "template": float(it.template),
        "words": _share(it.carried, it.worded),
        "ahead": ahead,
        **compared,
        "missing": float(len(bound.missing)),
        "loose": float(len(bound.loose)),
        "guessed": float(bound.guessed),
        "read": float(len(bound.values) - len(bound.defaults)),
        "defaults": float(len(bound.defaults)),
        "length": float(len(reading.tokens)),
        "gravity": confidence.GRAVITY.get(it.entry.risk, 2.0),
    }


def _strange(it: _Read, reading: ActionReading) -> tuple[str, ...]:
    """The most telling words of an action that an entry does not know, for whoever wants to see why it is unsure."""
    strange = {concept: weight for concept, weight in it.carried.items() if concept not in it.worded.vocabulary}
    raw = {item.concept: reading.tokens[item.first].raw for item in reversed(reading.items) if item.kind == "word"}
    told = [raw[concept] for concept in sorted(strange, key=lambda each: -strange[each]) if concept in raw]
    return tuple(f"unknown word: the entry does not mention {word!r}" for word in told[:_STRANGE])


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
    """The matches, with an objection to what could be served and what is nearly as sure, which was read too."""
    able = [it for it in found if "verdict" in it.parts and not it.objections and not it.missing]
    close = [match.entry.id for match in able if match.confidence >= RIVAL_ABOVE]
    if len(close) < 2 or all(_tier(it) for it in able):
        return tuple(found)
    said = f"ambiguous: {' and '.join(sorted(close))} fit equally well"
    return tuple(replace(it, objections=(said,)) if it.entry.id in close else it for it in found)
