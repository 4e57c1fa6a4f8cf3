"""Values by the places that the verifier points at, beside those that the rules of `binding` read.

It points at characters of the action; what they say as a value of the parameter's type, and whether it is one, is
decided here. Of each parameter only what could be its value is weighed, and all parameters share the action: what one
has no other gets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..core.parameters import validate
from ..core.types import Parameter
from . import words
from .action_reading import ActionReading
from .binding import Binding
from .call_text import Pointers
from .candidates import WILD, names_choice
from .names import SHORT, anchors, identifier, is_person, unit_name
from .slot_assignment import left_over, readings
from .slot_pieces import Piece
from .slot_scores import NAMED

LIKELY, PROBABLE = 0.5, 0.1
"""How likely a value must stand where the verifier points, where the rules read none; and one that must be given: then
it is told that nothing else says so."""
SURE = 0.9
"""How likely it must be for nothing to be said of another value that the rules read, unless harm may be done."""
RULED, EXPECTED = 16.0, 2.0
"""How much likelier is a value that the rules read too; and that there is none, where there may be none, or one."""
_QUANTITIES = frozenset({"size", "duration", "count", "percent", "port"})
_PARTS = re.compile(r"[^/:=@,()]+")
_EDGES = "\"'`.,;:!?()"
_MARK = re.compile(r"[A-Z]\d|x\d+|\d+x")
_ALERT = re.compile(r"(?:[A-Z]+[a-z0-9]+){2,}|[a-z]+(?:[A-Z][a-z]+){2,}")
_WHERE = frozenset({"in", "of", "from", "(", "ns", "namespace", "=", "on", "for"})
"""What stands before a name that is an ordinary word: "in core", "(vault)"."""


@dataclass(frozen=True, slots=True)
class _WeighedValue:
    """That a parameter has the value `text`, None for none; it stands at the characters [start, end)."""

    parameter: int
    text: str | None
    start: int
    end: int
    likely: float


def with_pointed(
    parameters: Sequence[Parameter],
    reading: ActionReading,
    places: Sequence[Pointers | None],
    ruled: Binding,
    *,
    sure: float = SURE,
) -> Binding:
    """`ruled` with what the verifier points at, each value of its parameter's type and no place used twice.

    A parameter without a value, or with a default, takes the one that is likely there. Where the rules read another
    value, or could not choose from several, it is a problem which of them is meant, unless one is likelier than `sure`;
    the likelier is kept.
    """
    own = {
        it.name: ruled.values[it.name]
        for it in parameters
        if it.name in ruled.values
        and it.name not in ruled.defaults
        and not any(
            token.raw == ruled.values[it.name] and _is_mark(it, at, token.raw)
            for at, token in enumerate(reading.tokens)
        )
    }
    weighed = [
        it
        for at, (parameter, place) in enumerate(zip(parameters, places, strict=False))
        if place is not None and not (parameter.object == "cluster" and parameter.name in own)  # a word said so
        for it in _weighed(at, parameter, reading, place, own.get(parameter.name, ""))
    ]
    found: dict[int, _WeighedValue] = {}
    free = _taken(reading, ruled, weighed, [own.get(it.name, "") for it in parameters])
    for it in sorted(weighed, key=lambda each: -each.likely):
        apart = all(it.end <= start or it.start >= end for start, end in free)
        if it.text is None and parameters[it.parameter].name in ruled.missing:
            continue  # it must have one
        if it.parameter not in found and (it.text is None or apart):
            found[it.parameter] = it
            free += [(it.start, it.end)] if it.text is not None else []
    bound: dict[str, str] = {}
    problems: list[str] = []
    clear = {parameters[at].name for at, it in found.items() if it.text is not None and it.likely >= sure}
    used = set(ruled.used)
    for at, it in sorted(found.items()):
        name = parameters[at].name
        mine = own.get(name, "")
        if it.text is None or it.text == mine or (mine and (_within(mine, it.text) or _within(it.text, mine))):
            if it.text and parameters[at].type == "text" and it.likely >= LIKELY and _within(mine, it.text):
                bound[name] = it.text  # the rules read a part of it
            continue
        if mine:
            if name not in clear:
                problems.append(f"ambiguous value: {name} could be {mine!r} or {it.text!r}")
        elif it.likely < LIKELY and name in ruled.missing and it.likely >= PROBABLE:
            problems.append(f"ambiguous value: {name} is probably {it.text!r}, and nothing says so outright")
        elif it.likely < LIKELY:
            continue
        bound[name] = it.text
        used |= {n for n, token in enumerate(reading.tokens) if token.start < it.end and token.end > it.start}
    problems += _twice(parameters, own, weighed, found)
    open_ = [it for it in parameters if it.name in ruled.defaults and it.name not in bound]
    for parameter, piece, text in left_over(open_, reading, used):
        bound[parameter.name] = text
        used |= set(range(piece.first, piece.last))
    ambiguous = tuple(f"ambiguous value: {name} could be " for name in clear)
    told = [it for it in ruled.problems if not it.startswith(ambiguous)]
    both = {**ruled.values, **bound}
    return replace(
        ruled,
        values={it.name: both[it.name] for it in parameters if it.name in both},
        defaults=tuple(it for it in ruled.defaults if it not in bound),
        missing=tuple(it for it in ruled.missing if it not in bound),
        problems=(*told, *problems),
        used=frozenset(used),
        loose=tuple([it for it in ruled.loose if used.isdisjoint(range(it.first, it.last))]),
    )


def _twice(
    parameters: Sequence[Parameter],
    own: Mapping[str, str],
    weighed: Sequence[_WeighedValue],
    found: Mapping[int, _WeighedValue],
) -> Iterator[str]:
    """What is ambiguous since the rules gave it to one parameter, and the verifier points at it for another."""
    for at, parameter in enumerate(parameters):
        mine = own.get(parameter.name, "")
        if not mine or (at in found and found[at].text is not None):
            continue
        places = [it for it in weighed if it.parameter == at and it.text == mine]
        for other, it in found.items():
            if it.text is not None and any(it.start < place.end and it.end > place.start for place in places):
                yield f"ambiguous value: {mine!r} could be {parameters[other].name} or {parameter.name}"


def _taken(
    reading: ActionReading, ruled: Binding, weighed: Sequence[_WeighedValue], own: Sequence[str]
) -> list[tuple[int, int]]:
    """The places of values that the rules read and that are not weighed again."""
    again = [(it.start, it.end) for it in weighed if it.text is not None and it.text == own[it.parameter]]
    tokens = [reading.tokens[at] for at in sorted(ruled.used - ruled.unsettled)]
    return [(it.start, it.end) for it in tokens if not any(it.start < end and it.end > start for start, end in again)]


def _weighed(
    at: int, parameter: Parameter, reading: ActionReading, place: Pointers, own: str
) -> Iterator[_WeighedValue]:
    """What the parameter may be, no value included, each with its share of what the verifier deems likely."""
    found: dict[tuple[str, int, int], float] = {}
    for text, first, last in _stretches(parameter, reading, place):
        value = _valid(parameter, text)
        if value is not None:
            key = (value, first[0], last[1])
            found[key] = place.likely(first, last) * (RULED if value == own else 1.0)
    unsaid = place.unsaid * (1 / EXPECTED if parameter.required else 1.0 if own else EXPECTED)
    whole = sum(found.values()) + unsaid
    if not found or whole <= 0:
        return
    for (value, start, end), likely in found.items():
        yield _WeighedValue(at, value, start, end, likely / whole)
    yield _WeighedValue(at, None, 0, 0, unsaid / whole)


def _stretches(
    parameter: Parameter, reading: ActionReading, place: Pointers
) -> Iterator[tuple[str, tuple[int, int], tuple[int, int]]]:
    """What could be a value of the parameter's type: a text, and the characters where it begins and where it ends."""
    tokens = reading.tokens
    for value in reading.values:
        ends = (
            (tokens[value.first].start, tokens[value.first].end),
            (tokens[value.last - 1].start, tokens[value.last - 1].end),
        )
        if parameter.type in _QUANTITIES:
            for text in readings(parameter, Piece(value.text, value.first, value.last, value)):
                yield text, *ends
            if "number" in value.kinds and value.amount == int(value.amount) and value.amount >= 0:
                yield str(int(value.amount)), *ends  # where the words said whose it is, it needs no unit
        elif parameter.type in value.kinds or (
            parameter.type == "path" and "quoted" in value.kinds and "/" in value.text
        ):
            yield value.text.strip(_EDGES), *ends
    if parameter.type == "text":
        start, end = place.stretch()
        if not any(it.kind == "quoted" and it.start <= start and end <= it.end for it in tokens):
            yield reading.written(start, end).strip(_EDGES), (start, start + 1), (max(start, end - 1), end)
    if parameter.type in ("glob", "url", "size", "duration", "percent", "count"):
        return
    if parameter.type == "path" and "/" in (parameter.default or "/"):
        return
    for at, token in enumerate(tokens):
        if _is_mark(parameter, at, token.raw) or (
            "namespace" in parameter.name and reading.word(at - 1) in ("on", "@")
        ):
            continue
        parts = [(token.raw.strip(_EDGES), token.start, token.end)]
        if not token.raw.isalnum() and parameter.type not in ("text", "path"):
            parts += [
                (it[0], token.start + it.start(), token.start + it.end())
                for it in _PARTS.finditer(reading.text[token.start : token.end])
            ]
        for text, start, end in parts:
            if parameter.type == "choice":
                choices = (it for it in parameter.choices if it not in WILD and names_choice(text.lower(), it))
                text = "" if reading.leaves(at) else next(choices, "")
            elif parameter.type in NAMED and _is_ordinary(text, parameter, reading, at):
                continue
            if parameter.type == "user" and is_person(text):
                continue
            if text:
                yield text, (start, end), (start, end)


def _is_mark(parameter: Parameter, at: int, raw: str) -> bool:
    """Whether a word marks a matter or says how often, and names nothing: "P1", "x12"; or is the first of all, written
    as alerts are named."""
    return bool(_MARK.fullmatch(raw)) or (at == 0 and "alert" not in parameter.name and bool(_ALERT.fullmatch(raw)))


def _is_ordinary(text: str, parameter: Parameter, reading: ActionReading, at: int) -> bool:
    """Whether a word is ordinary language where it stands: "restart the database service" names none.

    The name of a user or an object may be any word. Of others a product is not ordinary, nor what is in capitals, nor
    what stands behind a preposition or the noun that it is one of: "in core", "the unit exports".
    """
    if SHORT.get(text.lower()) in anchors(parameter):
        return True  # "svc cart"
    if parameter.type in ("user", "name"):
        return False  # people call users and pods what they like
    if identifier(text) or text.lower() in words.ENTITIES or not words.known(text.lower()):
        return False
    before = reading.word(at - 1)
    announced = words.noun(before) in anchors(parameter) or before in parameter.name.split("_")
    return not (before in _WHERE or announced or (text.isupper() and len(text) > 2))


def _within(part: str, whole: str) -> bool:
    """Whether `part` stands in `whole`, on its own: a name in a path, and no digit in a number."""
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", whole) is not None


def _valid(parameter: Parameter, text: str) -> str | None:
    try:
        return validate(parameter, unit_name(parameter, text))
    except ValueError:
        return None
