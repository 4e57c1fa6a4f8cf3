"""How an action's words are read: what is asked for, of what, under which constraints, with which values."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from . import words
from .imperative import PLACES, after_place, caused, closes, commanded, keeps, subcommand, tells
from .normalise import Item, compared, items_of, negated, with_placeholders
from .preamble import asked_from
from .values import ActionToken, Value, tokens, values
from .vocabulary import several

_BREAKS = several(
    """
    and or then plus also & , ; . ! : | - \u2013 \u2014
    """
) | {"\n"}
_ASKING = several(
    """
    what which who whose where why is are does has have was were when how am did any
    """
)
DETERMINERS = several(
    """
    a an the all any some each every both my our your their its this that these those one
    """
)
_WISHING = several("do does did can could would should shall might must")
_LOOKED_AT = several("count counts status history times reason reasons statistics stats rate rates")
QUALITIES = frozenset({"free", "open", "clean", "clear", "blank", "set", "run", "down", "present", "light"})
"""Verbs that say as often what a thing is like."""


@dataclass(frozen=True)
class ActionReading:
    """A text, read. `verbs` in order of asking; `objects` the things that the first verb is about.

    What stands before the token number `start` only tells why something is asked for; when the rest `refers` to
    that, it is also what is asked about. `typed` is what words were written as that were mended, see `spelling`.

    One reading is held against many entries: what does not depend on them is found out once, and kept here (hence no
    slots) or in a cache.
    """

    text: str
    tokens: tuple[ActionToken, ...]
    values: tuple[Value, ...]
    items: tuple[Item, ...]
    verbs: tuple[str, ...]
    objects: tuple[str, ...]
    asks: bool
    start: int = 0
    refers: bool = False
    typed: tuple[tuple[int, str], ...] = ()

    def __hash__(self) -> int:
        return hash(self.text)  # quick, as caches need it: what a text is read as follows from the text

    def word(self, at: int) -> str:
        """The token number `at`, in lower case; empty where there is none."""
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def leaves(self, index: int) -> bool:
        """Whether a token is a state that is left, and not one that is asked for: "out of drain"."""
        return (self.word(index - 2), self.word(index - 1)) == ("out", "of")

    def written(self, start: int, end: int) -> str:
        """The characters [start, end) of the text as somebody wrote them."""
        parts = []
        for token in self.mended:
            if start <= token.start < token.end <= end:
                parts += [self.text[start : token.start], token.raw]
                start = token.end
        return "".join([*parts, self.text[start:end]])

    @property
    def mended(self) -> tuple[ActionToken, ...]:
        """The words that were written otherwise."""
        starts = {at for at, _ in self.typed}
        return tuple([token for token in self.tokens if token.kind == "word" and token.start in starts])

    def without(self, used: AbstractSet[int]) -> str:
        """The text in lower case without the tokens in `used`, signs at its end and spaces that are too many; each
        stretch of such tokens leaves one mark."""
        parts, end = [], 0
        for at, token in enumerate(self.tokens):
            if at in used:
                parts += [self.text[end : token.start], " \N{EMPTY SET} "]
                end = max(end, token.end)
        return " ".join("".join([*parts, self.text[end:]]).lower().split()).rstrip(" .!?")

    def concepts(self, used: frozenset[int] = frozenset()) -> tuple[str, ...]:
        """What the words carry, without the tokens in `used` and without the values."""
        return tuple(
            item.concept
            for item in self.items
            if item.concept and item.kind in ("word", "verb") and item.first not in used
        )


def read(text: str, typed: tuple[tuple[int, str], ...] = ()) -> ActionReading:
    """The reading of `text`. Deterministic, and never raises, whatever the text is.

    A value is what was `typed` where a word was mended: it may be a name.
    """
    found = tokens(text)
    if typed:
        raw = dict(typed)
        found = tuple(replace(it, raw=raw[it.start]) if it.kind == "word" and it.start in raw else it for it in found)
    valued = with_placeholders(found, values(found))
    items = negated(compared(items_of(found, valued), valued))
    start = asked_from(found)
    told = [item for item in items if item.first < start]
    items, verbs, asks = _verbs([item for item in items if item.first >= start])
    refers = bool(told) and _refers(items)
    objects = _objects(told, asks=True) if refers else _objects(items, asks)
    if parted := commanded(items):
        objects = (parted, *(it for it in objects if it != parted and it in words.NOUN_CONCEPTS))
    return ActionReading(text, found, valued, (*told, *items), verbs, objects, asks, start, refers, typed)


def _refers(items: Sequence[Item]) -> bool:
    """Whether the verb is about what was told before: "take it off this host"."""
    after = next((at for at, item in enumerate(items) if item.kind == "verb"), -1) + 1
    return after < len(items) and items[after].word in ("it", "them", "those", "that", "him")


def _verbs(items: list[Item]) -> tuple[list[Item], tuple[str, ...], bool]:
    """The items with their asking verbs marked, those verbs in order, and whether it is a question."""
    result, found, slot, asks = list(items), list[str](), True, False
    at, fronted = 0, False
    while at < len(result):
        item = result[at]
        if item.word in _BREAKS or item.concept == "~but":
            slot, fronted = item.word != ":" or not found, False
        elif item.kind == "filler" or item.concept.startswith("~") or item.word == "why":
            polite = _polite(result, at)
            if at == 0 and item.word in PLACES:
                fronted = True
            far = _made(result, at) if slot and not found else None
            if far is not None:
                found.append(words.verb(result[far].word))
                result[far] = replace(result[far], kind="verb", concept=found[-1])
                at, slot = far + 1, False
                continue
            if slot and asks and item.word in _ASKING:
                slot = False  # "and are we close to it?" goes on asking
            if slot and not found and item.word in _ASKING and not polite:
                asks, slot = True, False
                found.append("show")
            elif slot and closes(result, at, found=bool(found)):
                slot = False
        elif slot and not found and (item.word in words.TOOLS or subcommand(result, at)):
            pass
        elif item.kind == "word" and slot and _halved(result, at):
            slot = False
        elif item.kind == "word" and slot:
            concept = "" if _compounded(result, at) else words.verb(item.word)
            light = _lent(result, at) if item.word in words.LIGHT else None
            far = caused(result, at) if light is None and not found else None
            light = far if far is not None else light
            if light is not None:
                result[at] = replace(item, kind="filler", concept="")
                at, item = light, result[light]
                concept = words.verb(item.word)
            if not concept and not found and _commands(result, at):
                concept = item.concept
            told = bool(concept) and light is None and tells(result, at, found=bool(found), asks=asks)
            told = told or (fronted and at > 1 and bool(concept) and not after_place(result, at))
            concept = "backup" if item.word == "dump" and keeps(result, at) else concept
            if concept and not told and not item.word.endswith("ed") and not (found and item.word in QUALITIES):
                found.append(concept)
                result[at] = replace(item, kind="verb", concept=concept)
                slot = False
            else:
                slot = fronted and not found
        elif item.kind == "value":
            slot = slot and fronted and not found
        at += 1
    if not found or asks:
        passive = _passive(result)
        if passive is not None and not asks:
            found.append(words.verb(result[passive].word))
            result[passive] = replace(result[passive], kind="verb", concept=found[-1])
    return result, tuple(dict.fromkeys(found)), asks


def _made(items: Sequence[Item], at: int) -> int | None:
    """Where the verb stands that something is made to do, or the noun that "take" lends itself to."""
    if items[at].word != "take":
        return caused(items, at)
    far = _lent(items, at)
    return None if far is None or words.verb(items[far].word) in words.READING else far


def _halved(items: Sequence[Item], at: int) -> bool:
    """Whether an item is the first half of a hyphenated word, which asks for nothing ("post-upgrade")."""
    return at + 1 < len(items) and items[at + 1].first == items[at].first and items[at].last == items[at + 1].last


def _compounded(items: Sequence[Item], at: int) -> bool:
    """Whether a word is the first half of a thing that is only looked at: "restart counts", "rollout status"."""
    return at + 1 < len(items) and items[at + 1].first == items[at].last and items[at + 1].word in _LOOKED_AT


def _commands(items: Sequence[Item], at: int) -> bool:
    """Whether an unknown first word is a verb, as the determiner or value after it tells ("mask the unit")."""
    item = items[at]
    if not item.word.isalpha() or words.noun(item.word) or item.word in words.STATES or item.concept[:1] in ("!", "~"):
        return False
    after = items[at + 1] if at + 1 < len(items) else None
    return after is not None and (after.kind == "value" or after.word in DETERMINERS) and after.word != "of"


def _polite(items: Sequence[Item], at: int) -> bool:
    """Whether a question word only wraps a request: "how do I …", "can you …"."""
    after = [near.word for near in items[at + 1 : at + 4]]
    wishes = after[:1] == ["to"] or (after[:1] and after[0] in _WISHING and {"i", "we", "you", "one"} & set(after[1:]))
    return items[at].word == "how" and bool(wishes)


def _lent(items: Sequence[Item], at: int) -> int | None:
    """Where the noun stands that a light verb lends itself to: "do a rolling restart"."""
    for far in range(at + 1, min(at + 5, len(items))):
        item = items[far]
        if item.kind in ("stop", "value"):
            return None
        lent = words.verb(item.word)
        if item.kind == "word" and lent and not item.word.endswith(("ed", "ing")):
            return far if any(near.word in DETERMINERS for near in items[at + 1 : far]) or far == at + 1 else None
        if item.kind == "filler" and item.word not in DETERMINERS:
            return None
    return None


def _passive(items: Sequence[Item]) -> int | None:
    """Where a request in the passive has its verb: "nginx needs to be restarted", "nginx needs a restart"."""
    for at, item in enumerate(items):
        before = [near.word for near in items[max(0, at - 3) : at]]
        if item.kind != "word" or not words.verb(item.word):
            continue
        if item.word.endswith("ed") and {"be", "get", "have", "want"} & set(before):
            return at
        wishes = {"need", "want", "like"} & {near.word for near in items[max(0, at - 9) : at]}
        after = items[at + 1] if at + 1 < len(items) else None
        if item.word.endswith("ed") and wishes and (after is None or after.kind in ("stop", "filler")):
            return at
        if before[-1:] == ["a"] and {"needs", "need"} & set(before):
            return at
        if item.word.endswith("ing") and before[-1:] in (["needs"], ["need"]):
            return at
    return None


def _objects(items: Sequence[Item], asks: bool) -> tuple[str, ...]:
    """The heads of the first things after the first verb or question word, in order of nearness."""
    start = next((at for at, item in enumerate(items) if item.kind == "verb"), -1)
    if asks:
        start = -1
    run: list[Item] = []
    for item in items[start + 1 :]:
        if item.kind == "word" and not item.concept.startswith("~"):
            run.append(item)
        elif run and not any(words.noun(it.word) for it in run) and item.word in ("and", "or", ","):
            continue
        elif item.kind == "value" and not run:
            noun = words.noun(item.word.partition("/")[0]) if "/" in item.word else ""
            return (noun,) if noun else ()
        elif item.kind in ("stop", "filler", "verb") and item.word not in DETERMINERS and run:
            break
    nouns = [item.concept for item in run if words.noun(item.word)]
    if nouns:
        return (nouns[-1], *nouns[:-1])
    if asks:
        return ()
    return tuple(item.concept for item in run[-1:] if item.word not in words.STATES and "+" not in item.concept)
