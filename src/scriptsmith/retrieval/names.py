"""Names in the words of an action: services, users, pods and the like, told from ordinary language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from ..core.types import Parameter
from . import words
from .action_reading import ActionReading
from .normalise import Item
from .vocabulary import several

_ENVIRONMENTS = several(
    """
    production staging prod dev test default backend frontend monitoring web main public
    """
)
NO_NAME = several(
    """
    thing things system systems stuff agent agents driver drivers plugin plugins app apps application
    applications tool tools client clients software computer laptop screen door update updates patch patches
    dependency dependencies library libraries security everything workers browser
    """
)
_NAME_LIKE = several("search backup deploy email mail report monitor index push sync recommendation")
_NAMES_TOO = frozenset(["app", "web", "main"])
"""Words that name what they follow, and describe what they stand before: "the container app"."""
_LEADS = several("of for as to from in by")
"""Words before a noun whose name follows: "the crontab of user mirror"."""
SHORT = {"deploy": "deployment", "svc": "service", "po": "pod", "no": "node"}
"""What kubectl calls a thing before a slash, where the same word means something else elsewhere."""
_CALLED = frozenset({"named", "called", "=", ":", "(", "is", "of"})
HOST = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*-?\d+", re.IGNORECASE)
"""How hosts are named: "db-01", "web2", "ci-runner-3"."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that a parameter could have, in tokens [first, last); rank 0 is surest."""

    text: str
    first: int
    last: int
    rank: int


def anchors(parameter: Parameter) -> frozenset[str]:
    """The concepts beside which this parameter's value stands."""
    if parameter.type == "service":
        return frozenset({"service", words.noun(parameter.name) or "service"})
    if parameter.type == "user":
        return frozenset({"user"})
    last = parameter.object.lower().split()[-1:] or [parameter.name]
    own = [parameter.name] if parameter.object == "cluster" else []  # "context qa-2"
    return frozenset(words.noun(it) or words.concept(it) for it in (*last, *own))


def names(parameter: Parameter, reading: ActionReading, kinds: AbstractSet[str] = frozenset()) -> list[Candidate]:
    """Names beside their noun ("the cart deployment", "deployment/cart"), or, for some, right after the verb. `kinds`
    are further nouns that it may stand beside."""
    wanted = anchors(parameter) | kinds
    found: list[Candidate] = []
    items = reading.items
    for value in reading.values:
        if "slashed" in value.kinds:
            noun, _, named = value.text.partition("/")
            if SHORT.get(noun.lower(), words.noun(noun.lower())) in wanted and "/" not in named:
                found.append(Candidate(named, value.first, value.last, 0))
        elif "service" in value.kinds and parameter.type == "service":
            found.append(Candidate(value.text, value.first, value.last, 0))
    for at, item in enumerate(items):
        if item.kind not in ("word", "verb") or item.concept not in wanted:
            continue
        plural = item.word.endswith("s") and words.stem(item.word) != item.word
        after = at + 1
        while after < len(items) and items[after].word in _CALLED:
            after += 1
        if after < len(items) and not plural:
            follower = _name(items[after], reading, parameter)
            if follower is None and items[after].word in _NAMES_TOO and items[after].first == item.last:
                ends = after + 1 == len(items) or items[after + 1].kind in ("stop", "filler")
                follower = Candidate(items[after].word, items[after].first, items[after].last, 2) if ends else None
            led = at > 0 and items[at - 1].word in _LEADS
            if (
                follower is None
                and (parameter.required or led)
                and _ends(items, after)
                and items[after].first == item.last
            ):
                follower = Candidate(reading.tokens[items[after].first].raw, items[after].first, items[after].last, 2)
            if follower is not None:
                announced = items[after].first > item.last or follower.rank == 0
                found.append(Candidate(follower.text, follower.first, follower.last, 1 if announced else 2))

        if at and (not plural or "process" in wanted):
            name = _name(items[at - 1], reading, parameter)
            led = at > 1 and items[at - 2].kind != "stop"  # where verbs stand, an unknown word is hardly a name
            if name is not None and items[at - 1].last == item.first and (led or name.rank == 0):
                found.append(Candidate(name.text, name.first, name.last, 1))
    return found or [*_quoted_units(parameter, reading)]


def _quoted_units(parameter: Parameter, reading: ActionReading) -> Iterator[Candidate]:
    """The units that a quoted message names: 'Unit snmpd.service is masked'."""
    for at, token in enumerate(reading.tokens if parameter.type == "service" else ()):
        if token.kind == "quoted":
            yield from (Candidate(unit, at, at + 1, 1) for unit in _UNIT.findall(token.raw))


def is_one_of(before: str, parameter: Parameter) -> bool:
    """Whether the word before a number makes it a name or a change: "revision 88" is one of them, "by 2" more."""
    one = not before.endswith("s") and parameter.name.endswith("s")
    return before == "by" or (one and words.stem(before) == words.stem(parameter.name))


def _ends(items: Sequence[Item], at: int) -> bool:
    """Whether a word that means something else elsewhere ends what was begun: "the queue emails"."""
    item, after = items[at], items[at + 1] if at + 1 < len(items) else None
    if item.kind != "word" or words.noun(item.word) or item.word in words.STATES or item.word in words.ADJECTIVES:
        return False
    ordinary = item.word.endswith(("ed", "ly", "ing")) or item.concept.startswith(("!", "~")) or not item.word.isalpha()
    told = after is not None and after.word in ("it", "them")  # "let systemd give it"
    return not ordinary and not told and (after is None or after.kind in ("stop", "filler"))


def unit_name(parameter: Parameter, text: str) -> str:
    """A name without the suffix that says what it is named for anyway: a service called "docker.service"."""
    for kind in ("service", "timer", "socket"):
        if kind in (parameter.type, parameter.name):
            text = text.removesuffix(f".{kind}")
    return text


def _name(item: Item, reading: ActionReading, parameter: Parameter) -> Candidate | None:
    """The name that an item is, if it can be one; rank 0 when it cannot be ordinary language."""
    token = reading.tokens[item.first]
    raw = token.raw
    if parameter.type != "user" and re.search(r"['\u2019]s$", reading.text[token.start : token.end]):
        return None  # whose it is, not which
    if item.kind == "value":
        if token.kind == "quoted" and " " not in raw:
            return Candidate(raw, item.first, item.last, 0)
        value = next((it for it in reading.values if it.first == item.first), None)
        if value and parameter.type in ("service", "name") and {"host", "file"} & set(value.kinds):
            return Candidate(raw, item.first, item.last, 0)
        return None
    if item.kind != "word" or item.concept.startswith(("!", "~")) or item.last - item.first > 1:
        return None
    if item.word in words.STATES:
        return None
    if identifier(raw) or item.word in words.ENTITIES or (parameter.type == "user" and item.word in words.PRODUCTS):
        return Candidate(raw, item.first, item.last, 0)
    namespace = "namespace" in anchors(parameter)
    if (namespace or parameter.type != "user") and item.word in _ENVIRONMENTS:
        return Candidate(raw, item.first, item.last, 1)
    if item.word in _NAME_LIKE or (namespace and (words.noun(item.word) or words.verb(item.word))):
        return Candidate(raw, item.first, item.last, 1)
    if words.known(item.word) or item.word in NO_NAME or item.word in (">", "<"):
        return None
    if item.word.endswith(("ed", "ly")):
        return None
    return Candidate(raw, item.first, item.last, 1)


def is_person(word: str) -> bool:
    """Whether a word is written as people's names are, and no login: "Tom"."""
    return word.isalpha() and word.istitle()


_UNIT = re.compile(r"[\w@.:-]+\.service\b")
TICKET = re.compile(r"[A-Z]{2,}-\d+")
"""A ticket's number: of 370 labelled actions that have one it names nothing in any (four search for it as text)."""
_WRITTEN = re.compile(r"\d|\w[-_.@:]\w|[a-z][A-Z]")
_LETTER = re.compile("[A-Za-z]")


def identifier(raw: str) -> bool:
    """Whether a word is written as identifiers are: digits, inner punctuation, or camel case."""
    return bool(_WRITTEN.search(raw)) and bool(_LETTER.search(raw))
