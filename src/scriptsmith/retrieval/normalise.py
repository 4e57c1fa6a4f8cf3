"""The pieces of an action: words as concepts, idioms as one, comparisons and negations as constraints."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from . import words
from .units import SECONDS
from .values import ActionToken, Value
from .vocabulary import several

Kind = Literal["word", "filler", "value", "stop", "verb"]
_MORE = several(
    """
    more over above exceeding greater exceeds exceed beyond longer least higher fuller larger bigger
    """
)
_LESS = several(
    """
    less fewer under below smaller lower most within shorter
    """
)
_OLDER, _NEWER = frozenset({"older", "earlier"}), frozenset({"newer", "younger", "since"})
_TOUCHED = several(
    """
    modified written touched accessed changed updated used opened read edited rotated
    """
)
_PARTICLES = several(
    """
    down off up on back out away in
    """
)
_PARTICLE_VERBS = several(
    """
    shut turn switch take bring spin power back roll clean clear free fire start set put give throw sweep get let kick
    """
)
_ENTERS = several("log logs sign signs logged signed get gets come plug")
"""Verbs that "in" belongs to, however near "let" is."""
_NAMED_AFTER = several(
    "on at host broker server node cluster instance service cronjob deployment topic queue index group"
)
"""Words after which a hyphenated word is a name, however ordinary its parts are: "on kafka-main"."""
_EDGES = several(
    """
    at now again for please from in to after before so and or as when if by on below under with of
    """
)


@dataclass(frozen=True, slots=True)
class Item:
    """A word or value in its place; `concept` is empty when it carries nothing. Tokens [first, last)."""

    kind: Kind
    concept: str
    word: str
    first: int
    last: int


def with_placeholders(found: Sequence[ActionToken], typed: tuple[Value, ...]) -> tuple[Value, ...]:
    """With "N days" of a phrase as a value too."""
    extra = [
        Value(("duration", "placeholder"), f"N {after.text}", 0, index, index + 2)
        for index, (token, after) in enumerate(pairwise(found))
        if token.raw in ("N", "X") and after.text in SECONDS
    ]
    return tuple(sorted((*typed, *extra), key=lambda value: value.first)) if extra else typed


def _particles(found: Sequence[ActionToken], taken: dict[int, Value]) -> dict[int, int]:
    """Index of a verb -> index of its particle, for verbs parted from it ("shut the daemon down")."""
    parted: dict[int, int] = {}
    for index, token in enumerate(found):
        if token.text not in _PARTICLE_VERBS:
            continue
        for far in range(index + 2, min(index + 8, len(found))):
            after = found[far + 1] if far + 1 < len(found) else None
            if found[far].kind == "stop":
                break
            if (
                found[far].text in _PARTICLES
                and far not in taken
                and not (found[far].text == "in" and found[far - 1].text in _ENTERS)
                and (after is None or after.kind == "stop" or after.text in _EDGES)
                and any(rest == (found[far].text,) for rest, _ in words.IDIOMS.get(token.text, ()))
            ):
                parted[index] = far
                break
    return parted


def items_of(found: Sequence[ActionToken], typed: Sequence[Value]) -> list[Item]:
    """Tokens and values as items, idioms as their concepts."""
    starts = {value.first: value for value in typed}
    taken = {index: value for value in typed for index in range(value.first, value.last)}
    parted = _particles(found, taken)
    gone = set(parted.values())
    elsewhere = taken.keys() | gone
    items: list[Item] = []
    index = 0
    while index < len(found):
        token = found[index]
        if index in starts:
            value = starts[index]
            items.append(Item("value", "", value.text.lower(), index, value.last))
            index = value.last
            continue
        if index in gone:
            index += 1
            continue
        if token.kind == "stop":
            items.append(Item("stop", "", token.text, index, index + 1))
            index += 1
            continue
        idiom = _idiom(found, index, elsewhere, parted) if token.text in words.IDIOMS else None
        if idiom is not None:
            length, concepts = idiom
            items.extend(_word(concept, index, index + length) for concept in concepts)
            if not concepts:
                items.append(Item("filler", "", token.text, index, index + length))
            index += length
            continue
        named = index > 0 and found[index - 1].text in _NAMED_AFTER
        items.extend([_word(token.text, index, index + 1)] if named else _split(token, index))
        index += 1
    return items


def _idiom(
    found: Sequence[ActionToken], index: int, taken: AbstractSet[int], parted: dict[int, int]
) -> tuple[int, tuple[str, ...]] | None:
    for rest, concepts in words.IDIOMS[found[index].text]:
        if index in parted:
            if rest == (found[parted[index]].text,):
                return 1, concepts
            continue
        end = index + 1 + len(rest)
        if tuple(token.text for token in found[index + 1 : end]) == rest and not any(
            far in taken for far in range(index + 1, end)
        ):
            return 1 + len(rest), concepts
    return None


def _split(token: ActionToken, index: int) -> list[Item]:
    """A hyphenated word as its parts when they are all ordinary ("rolling-restart"), else as one name."""
    text = token.text
    if "-" in text and not words.known(text):
        parts = text.split("-")
        packaged = parts[0] in words.PRODUCTS and parts[-1] == "server"
        if not packaged and all(part and part.isalpha() and words.known(part) for part in parts):
            return [_word(part, index, index + 1) for part in parts]
    return [_word(text, index, index + 1)]


def _word(text: str, first: int, last: int) -> Item:
    if text in words.NEGATIONS:
        return Item("word", "!", text, first, last)
    if text in words.SCOPES or text in words.CONDITIONS:
        return Item("word", "~" + text, text, first, last)
    if text in words.FILLER or (len(text) == 1 and text.isalpha()):
        return Item("filler", "", text, first, last)
    return Item("word", words.concept(text), text, first, last)


_COMPARING = several("every each per last past previous latest") | _OLDER | _NEWER | _MORE | _LESS | _TOUCHED


_BETWEEN = several("be by get is are any")
"""Words between a negation and what it compares."""


def compared(items: list[Item], typed: Sequence[Value]) -> list[Item]:
    """Comparisons as the constraints `>`, `<`, `old` and `recent`, by what is compared."""
    kinds = {value.first: value.kinds for value in typed}
    result = list(items)

    def constraint(at: int, concept: str) -> None:
        result[at] = replace(result[at], kind="word", concept=concept)

    for at, item in enumerate(items):
        word = item.word
        if item.kind != "value" and word not in _COMPARING and not item.concept.endswith("+ed"):
            continue
        ahead = [near for near in items[at + 1 : at + 4] if near.kind == "value" and _counts(kinds[near.first])][:1]
        lasts = bool(ahead) and "duration" in kinds.get(ahead[0].first, ())
        before = items[at - 1].word if at else ""
        if at + 1 < len(items) and items[at + 1].kind == "value" and not ahead:
            continue  # "below /srv": a place
        denial = _denial(items, at)
        if item.kind == "value":
            after = items[at + 1].word if at + 1 < len(items) else ""
            if "duration" in kinds.get(item.first, ()):
                if word.startswith(("last ", "past ", "previous ")):
                    result[at] = replace(result[at], concept="recent")
                    result.append(Item("word", "recent", word, item.first, item.last))
                if after == "ago" and result[at + 1].concept != "":
                    older = any(near.concept in ("old", "recent") for near in result[max(0, at - 4) : at])
                    constraint(at + 1, "" if older else "ago")
            continue
        follows = items[at + 1] if at + 1 < len(items) else None
        if word in ("every", "each", "per") and follows and "duration" in kinds.get(follows.first, ()):
            constraint(at, "~every")
        elif word in _OLDER | _NEWER:
            constraint(at, "old" if (word in _OLDER) == (denial is None) else "recent")
            if denial is not None:
                constraint(denial, "")
        elif word in ("last", "past", "previous", "latest") and ahead and ahead[0] is items[at + 1]:
            constraint(at, "recent" if lasts else "")
        elif word == "last" and at + 1 < len(items) and items[at + 1].word in _TOUCHED:
            constraint(at, "")
        elif word in _MORE and (ahead or (at + 1 < len(items) and items[at + 1].word == "than")):
            negated = denial is not None
            concept = ("recent" if negated else "old") if lasts else ("<" if negated else ">")
            if word == "least" and before != "at":
                continue
            constraint(at, concept)
            if denial is not None:
                constraint(denial, "")
        elif word in _LESS and (ahead or (at + 1 < len(items) and items[at + 1].word == "than")):
            negated = denial is not None
            if word == "most" and before != "at":
                continue
            constraint(at, ("old" if negated else "recent") if lasts else (">" if negated else "<"))
            if denial is not None:
                constraint(denial, "")
        elif (
            word in _TOUCHED
            and any(near.concept == "!" for near in items[max(0, at - 3) : at])
            and any(kinds.get(near.first, ())[:1] == ("duration",) for near in items[at + 1 : at + 5])
        ):
            constraint(at, "old")
            for far in range(max(0, at - 3), at):
                if result[far].concept == "!":
                    constraint(far, "")
        elif item.concept.endswith("+ed") and before == "be":
            constraint(at, words.concept(item.concept.removesuffix("+ed")))
    return result


def _denial(items: Sequence[Item], at: int) -> int | None:
    """Where the negation of a comparison stands: "must not be older than", "not by more than", "no more than"."""
    while at > 0 and items[at - 1].word in _BETWEEN:
        at -= 1
    return at - 1 if at > 0 and items[at - 1].word in ("no", "not", "never", "isn't", "aren't") else None


def _counts(kinds: tuple[str, ...]) -> bool:
    """Whether a value is a quantity, so that "over" and "below" compare."""
    return bool({"duration", "size", "percent", "number", "one"} & set(kinds))


def _is_number(after: Sequence[Item]) -> bool:
    """Whether "no" stands for "number": "connection no. 5"."""
    return (
        [it.kind for it in after] == ["stop", "value"] and after[0].last == after[1].first and after[1].word.isdigit()
    )


def negated(items: list[Item]) -> list[Item]:
    """What follows a negation as `!concept`, so that it agrees only with the same negation."""
    result: list[Item] = []
    pending: Item | None = None
    for at, item in enumerate(items):
        if item.concept == "!" and item.kind == "word":
            pending = None if item.word == "no" and _is_number(items[at + 1 : at + 3]) else item
            continue
        if pending is not None and item.kind == "stop":
            result.append(replace(pending, concept="!"))
            pending = None
        if pending is not None and item.concept and item.kind == "word":
            item, pending = replace(item, concept="!" + item.concept, word="not " + item.word), None
        elif pending is not None and item.kind == "value":
            result.append(replace(pending, concept="!"))
            pending = None
        result.append(item)
    return [*result, replace(pending, concept="!")] if pending is not None else result
