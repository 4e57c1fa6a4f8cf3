"""How a text speaks of its quantities: older than 30 days or the last 30, to 5 replicas or by 5, keep 7 or delete 7."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from . import words
from .action_reading import ActionReading
from .normalise import Item
from .values import Value
from .vocabulary import several

OPPOSITES: Mapping[str, str] = {
    one: other
    for pair in (
        ("old", "recent"),
        (">", "<"),
        ("by", "to"),
        ("many", "which"),
        ("keep", "delete"),
        ("oldest", "newest"),
    )
    for one, other in (pair, pair[::-1])
}
_SAID: Mapping[str, str] = {
    "old": "more or older than that",
    "recent": "less than that, or the last of it",
    ">": "more than that",
    "<": "less than that",
    "by": "by how much",
    "to": "how much in all",
    "many": "how many",
    "which": "which one",
    "keep": "how many to keep",
    "delete": "how many to delete",
    "oldest": "of the oldest",
    "newest": "of the newest",
}
_QUANTITIES = frozenset(("duration", "size", "percent", "number", "one", "count"))
_COUNTS = frozenset(("number", "one", "count"))
_ONE = frozenset(("1", "one", "a"))
_ADDED = frozenset(("by", "add", "another", "additional", "extra", "further"))
"""Before a quantity: it comes on top."""
_FURTHER = frozenset(("more", "extra", "additional", "further", "back", "fewer"))
"""Behind a quantity, likewise."""
_SPAN = frozenset(("the", "in", "over", "for", "during", "within", "these", "this"))
"""Before "past 3 days", when those days are meant and not what lies beyond them."""
_LEFT_OUT = several("ignore ignoring skip skipping exclude excluding omit omitting")
_END = {"newest": "newest", "latest": "newest", "oldest": "oldest", "earliest": "oldest"}
_FATE = {"keep": "keep", "preserve": "keep", "delete": "delete", "prune": "delete"}

_RARELY, _OFTEN = 4, 5
"""An entry's quantity is one way and not the other where its texts say so so many times more often, and as many times
at all."""


def comparisons(reading: ActionReading, used: AbstractSet[int], names: AbstractSet[str]) -> frozenset[str]:
    """In which ways of `OPPOSITES` the text speaks of the quantities among the tokens `used`. `names` are the words by
    which an entry's parameters are called: "revision 3" is a name, and no count."""
    kinds = {value.first: value for value in reading.values if value.first in used}
    found = set[str]()
    for at, item in enumerate(reading.items):
        value = kinds.get(item.first)
        if item.kind == "value" and value and _QUANTITIES & set(value.kinds):
            counts = bool(_COUNTS & set(value.kinds))
            found |= {*_compared(reading, at, value), *_amount(reading, item, counts, names)}
            found |= {*_whose(reading, at)} if counts else set()
    return frozenset(found)


def opposite_comparison(entry: Mapping[str, int], asked: frozenset[str]) -> str | None:
    """What an action asks and an entry does not do: the one way of `asked` that the entry's texts hardly know, where
    they know its opposite. `entry` counts its texts by what `comparisons` finds in them."""
    for way in sorted(asked):
        other = OPPOSITES[way]
        counted = entry.get(other, 0)
        least = 1 if way == "many" else _OFTEN  # by grammar alone
        if other not in asked and counted >= least and entry.get(way, 0) * _RARELY <= counted:
            return f"the action says {_SAID[way]}, and the entry takes {_SAID[other]}"
    return None


def _compared(reading: ActionReading, at: int, value: Value) -> Iterator[str]:
    """More or less, older or younger: by what stands before the quantity, as `normalise` has read it."""
    item, lasts = reading.items[at], "duration" in value.kinds
    before = [it for it in reading.items[max(0, at - 3) : at] if it.kind not in ("stop", "value")]
    said = [it for it in before if it.concept in ("old", "recent", ">", "<") and " " not in it.word]
    if any(it.word in _LEFT_OUT or it.concept.startswith("!") for it in before):
        return  # "ignore anything under 500 MiB" asks for what is above
    for it in (*said, *((item,) if item.concept == "recent" else ())):
        ahead = reading.word(it.first - 1)
        beyond = it.word.startswith("past") and ahead.isalpha() and ahead not in _SPAN
        yield "old" if beyond else it.concept
    last = reading.word(item.first - 1)
    if last == "to" and reading.word(item.first - 2) == "up":
        yield "recent" if lasts else "<"
    if lasts and before and before[-1].word == "after":
        yield "old"


def _amount(reading: ActionReading, item: Item, counts: bool, names: AbstractSet[str]) -> Iterator[str]:
    """On top, or in all; "two revisions" are a number of them, and "revision 2" is one."""
    last, before = reading.word(item.first - 1), reading.word(item.first - 2)
    behind, further = reading.word(item.last), reading.word(item.last + 1)
    if last in _ADDED or further == "back" or (behind in _FURTHER and further != "than"):
        yield "by"
    elif before != "up" and "to" in (last, before):
        yield "to"
    if counts and {last, last.removesuffix("s")} & names:
        yield "which"
    elif counts and (behind.removesuffix("s") in names - {behind} or (item.word in _ONE and behind in names)):
        yield "many"


def _whose(reading: ActionReading, at: int) -> Iterator[str]:
    """What is to become of so many, and of which end they are."""
    before = reading.items[max(0, at - 6) : at]
    fates = ["keep" if it.word in words.SCOPES else _FATE.get(words.verb(it.word), "") for it in before]
    first = reading.items[at].first
    fates += ["keep"] if "to" in (reading.word(first - 1), reading.word(first - 2)) else []
    yield from [it for it in fates if it][-1:]
    near = (*before[-2:], *reading.items[at + 1 : at + 2])
    yield from (_END[it.word] for it in near if it.word in _END)
