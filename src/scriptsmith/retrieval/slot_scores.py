"""How much speaks for giving a piece of an action to a parameter: words near it, its form, what else could have it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..core.types import Parameter
from . import words
from .action_reading import ActionReading
from .names import HOST, TICKET, anchors, identifier, is_one_of
from .slot_pieces import ENVIRONMENTS, Piece
from .vocabulary import several

NAMED = ("service", "user", "name", "host", "text")
"""Types whose values are names."""
_TO = several("to into in under at below onto towards against")
_FROM = several("from of out for on by with named called via through using broker as")
_OF_WHOM = several("is are was were has have had does did do how what")
"""Words after which stands, in a question, of whom or what it is asked: "what has postgres got in its crontab?"."""
_ARRIVES = ("target", "destination", "directory", "to", "output", "mount_point", "folder", "into")
_NEAR = 4  # tokens between a value and the word that announces it
_ANNOUNCED, _FOLLOWS, _LAST = 3.0, 1.5, 1.0
_PLACES = several("node host server broker member")
_LISTS = several("count lines limit top number keep samples most max rows entries")


def score(parameter: Parameter, reading: ActionReading, piece: Piece, siblings: Sequence[Parameter]) -> float | None:
    """How much speaks for giving `piece` to `parameter`; None when too little does."""
    if parameter.type != "text" and TICKET.fullmatch(piece.text):
        return None
    announced = _announced(parameter, reading, piece)
    before = reading.word(piece.first - 1)
    direct = _directly(reading, piece)
    points = announced + direct + (0.5 if parameter.required else 0.0) + _ordered(parameter, reading, piece, siblings)
    plain = parameter.type == "user" and piece.value is None and not identifier(piece.text)
    points -= 0.6 if plain else 0.0  # what is written as names are comes first
    if parameter.name == "value" and before in ("to", "be", "is", "=") and piece.value:
        points += 1.0
    if piece.environment:
        return points + (0.3 if piece.text.lower() in ENVIRONMENTS else 0.0)
    if piece.value is None and parameter.type in NAMED and words.noun(before) not in ("", *anchors(parameter)):
        return None  # "the pod api-0" names no node
    if parameter.type == "choice" and reading.leaves(piece.first):
        return None
    following = reading.word(piece.last)
    elsewhere = any(map(_is_goal, siblings)) and not (parameter.required or announced or _is_goal(parameter))
    if before in ("to", "into", "onto") and elsewhere:
        return None  # "a snapshot to s3": where it goes is not what another parameter takes
    if parameter.type == "count" and is_one_of(before, parameter):
        return None
    near = {before, following, reading.word(piece.last + 1)}
    if "namespace" in parameter.name and not near & {"in", "from", "namespace", "ns", "n", "namespaces", "/", "("}:
        return None  # "pods on worker-2" names no namespace
    led = any(it.first == piece.last + 1 for it in reading.values)  # "db-2 port 5433": the noun is of what follows
    if piece.value is None and not led and words.noun(following) and words.noun(following) not in anchors(parameter):
        return None  # "the nginx pod" names no deployment
    place = parameter.type == "host" or not _PLACES.isdisjoint(parameter.name.split("_"))
    if before in ("on", "at") and not place and not announced and HOST.fullmatch(piece.text):
        return None  # "prometheus on mon-01", "telnetd has no business on gw-11": where it is, not what
    if piece.value is None and following.endswith("s") and words.noun(following) in anchors(parameter):
        return None  # "python packages" names no package
    if parameter.required or announced >= _LAST or _telling(parameter):
        return points
    if parameter.type == "path" and before in (_TO | {"in", "of", "from"}) and _first_of_its_kind(parameter, siblings):
        return points
    if parameter.type in NAMED and piece.value is None and direct:
        return points if place or (before != "on" and parameter.type != "text") else None
    return None


def _ordered(parameter: Parameter, reading: ActionReading, piece: Piece, siblings: Sequence[Parameter]) -> float:
    """What the order of two alike says: where it comes from, then where it goes to."""
    alike = [it for it in siblings if _like(it, parameter)]
    if len(alike) < 2:
        return 0.0
    near = (reading.word(piece.first - 1), reading.word(piece.first - 2))
    arrives = near[0] in _TO or near[1] in ("to", "into")
    goals = [it for it in alike if _is_goal(it)]
    fits = (1.0 if arrives == (parameter in goals) else 0.0) if goals else 0.0
    return fits + (0.25 if (alike[0] is parameter) != arrives else 0.0)


def _is_goal(parameter: Parameter) -> bool:
    """Whether it takes where something goes."""
    return any(part in _ARRIVES for part in parameter.name.split("_"))


def _first_of_its_kind(parameter: Parameter, siblings: Sequence[Parameter]) -> bool:
    return next(it for it in siblings if it.type == parameter.type) is parameter


def lists(parameter: Parameter) -> bool:
    """Whether it says how many of something are meant: "limit", or "rows" in "min_rows"."""
    return not _LISTS.isdisjoint(parameter.name.split("_"))


def _announced(parameter: Parameter, reading: ActionReading, piece: Piece) -> float:
    """How near a word stands that speaks of the parameter: its name, its noun or its unit."""
    wanted = _announcing(parameter)
    if (said := _option(reading, piece.first)) and any(
        part == said or (len(said) == 1 and part[:1] == said) for part in parameter.name.split("_")
    ):
        return _ANNOUNCED
    for word, meant, weight in _beside(reading, piece.first, piece.last):
        if not wanted.isdisjoint(meant) or _short(word, parameter.name):
            return weight
    return 0.0


@lru_cache(maxsize=64)
def _beside(reading: ActionReading, first: int, last: int) -> tuple[tuple[str, tuple[str, str], float], ...]:
    """The words near tokens [first, last), nearest first, each with its concept and stem, and what it tells there."""
    found: list[tuple[str, tuple[str, str], float]] = []
    for distance in range(1, _NEAR + 1):
        for at, weight in ((first - distance, 1.0), (last + distance - 1, 0.8)):
            if word := reading.word(at):
                tells = (_ANNOUNCED if distance <= 2 else _FOLLOWS if distance == 3 else _LAST) * weight
                found.append((word, (words.concept(word), words.stem(word)), tells))
    return tuple(found)


@lru_cache(maxsize=4096)
def _announcing(parameter: Parameter) -> frozenset[str]:
    """The concepts and stems that speak of the parameter."""
    wanted = {words.concept(part) for part in parameter.name.split("_")} | {words.stem(parameter.name)}
    if parameter.type in ("service", "user", "name"):
        wanted |= anchors(parameter)
    wanted |= {words.concept(word) for word in parameter.object.lower().split()}
    wanted |= {words.concept("top")} if parameter.name == "limit" else set()
    return frozenset(wanted - {"name", "", "value"})


def _option(reading: ActionReading, first: int) -> str:
    """The option that a value stands after, if one: "n" in "-n 5", "tail" in "--tail 20"."""
    at = first - 1
    hyphened = at > 0 and reading.tokens[at - 1].text == "-" and reading.tokens[at - 1].end == reading.tokens[at].start
    return reading.word(at) if hyphened else ""


def is_guess(parameter: Parameter, reading: ActionReading, piece: Piece) -> bool:
    """Whether nothing but its form says that a value is this parameter's: no noun near it, no type that tells."""
    return not _telling(parameter) and parameter.type != "path" and _announced(parameter, reading, piece) < _LAST


def _short(word: str, name: str) -> bool:
    """Whether a word stands in the parameter's name, or is its initials: "min" for minimum."""
    parts = name.split("_")
    if len(parts) > 1 and word == "".join(part[0] for part in parts):
        return True  # "RF" for replication factor
    return len(word) >= 3 and word in name


def _directly(reading: ActionReading, piece: Piece) -> float:
    """Whether a piece follows the verb or a preposition, where names stand."""
    at = piece.first - 1
    while reading.word(at) in ("the", "a", "an", "our", "my", "user", "name", "=", ":"):
        at -= 1
    word = reading.word(at)
    verb = any(item.kind == "verb" and item.last == at + 1 for item in reading.items)
    whom = word in _OF_WHOM and piece.value is None
    return 0.5 if verb or whom or word in _FROM or word in _TO else 0.0


def _telling(parameter: Parameter) -> bool:
    """Whether the type alone says enough: nothing else is a URL, a size or a pattern that matches."""
    return parameter.type in ("url", "size", "glob", "choice", "percent") or (
        parameter.type in ("text", "name") and bool(parameter.pattern)
    )


def _like(one: Parameter, other: Parameter) -> bool:
    return one.type == other.type or {one.type, other.type} <= set(NAMED)
