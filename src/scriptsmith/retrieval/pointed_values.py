"""Values by the places that the verifier points at, beside those that the rules of `binding` read.

It points at characters of the action; what they say as a value of the parameter's type, and whether it is one, is
decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..core.parameters import validate
from ..core.types import Parameter
from . import words
from .action_reading import ActionReading
from .binding import Binding
from .call_text import ValueSpan
from .names import unit_name
from .slot_assignment import readings
from .slot_pieces import Piece
from .slot_scores import NAMED

LIKELY = 0.5
"""How likely a value must stand where the verifier points, where the rules read none."""
_QUANTITIES = frozenset({"size", "duration", "count", "percent", "port"})


def with_pointed(
    parameters: Sequence[Parameter], reading: ActionReading, places: Sequence[ValueSpan | None], ruled: Binding
) -> Binding:
    """`ruled` with what the verifier points at, each value of its parameter's type and no token used twice.

    A parameter without a value, or with a default, takes the one that is likely there. Where the rules read another
    value it is a problem which of them is meant, and that where it points is kept: it is right more often (19 to 7 of
    the development sets of `train/data`). A part of one is no other.
    """
    bound: dict[str, str] = {}
    problems: list[str] = []
    used = set(ruled.used)
    for parameter, place in zip(parameters, places, strict=False):
        if place is None or parameter.type == "choice":
            continue
        name = parameter.name
        own = "" if name in ruled.missing or name in ruled.defaults else ruled.values.get(name, "")
        inside = [at for at, it in enumerate(reading.tokens) if it.start < place.end and it.end > place.start]
        value = _value(parameter, reading, inside, place) if inside else None
        if value is None or (own and (_within(own, value) or _within(value, own))):
            continue
        if parameter.type in NAMED and words.known(value.lower()):
            continue  # "restart the database service" names none
        if own:
            problems.append(f"ambiguous value: {name} could be {own!r} or {value!r}")
        elif place.likely < LIKELY or not used.isdisjoint(inside):
            continue
        bound[name] = value
        used |= set(inside)
    if not bound and not problems:
        return ruled
    both = {**ruled.values, **bound}
    return replace(
        ruled,
        values={it.name: both[it.name] for it in parameters if it.name in both},
        defaults=tuple(it for it in ruled.defaults if it not in bound),
        missing=tuple(it for it in ruled.missing if it not in bound),
        problems=(*ruled.problems, *problems),
        used=frozenset(used),
        loose=tuple([it for it in ruled.loose if used.isdisjoint(range(it.first, it.last))]),
        open=tuple(it for it in ruled.open if it not in bound),
    )


def _within(part: str, whole: str) -> bool:
    """Whether `part` stands in `whole`, on its own: a name in a path, and no digit in a number."""
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", whole) is not None


def _value(parameter: Parameter, reading: ActionReading, inside: Sequence[int], place: ValueSpan) -> str | None:
    """The first valid one of what the tokens `inside` a place could say."""
    return next(filter(None, (_valid(parameter, it) for it in _texts(parameter, reading, inside, place))), None)


def _texts(parameter: Parameter, reading: ActionReading, inside: Sequence[int], place: ValueSpan) -> Iterator[str]:
    """What the tokens `inside` a place say as a value of the parameter's type, the likeliest first."""
    first, last = inside[0], inside[-1] + 1
    value = next((it for it in reading.values if it.first < last and it.last > first), None)
    if parameter.type in _QUANTITIES:
        if value is not None:
            yield from readings(parameter, Piece(value.text, value.first, value.last, value))
        if value is not None and "number" in value.kinds and value.amount == int(value.amount):
            yield str(int(value.amount))  # where the words said whose it is, it needs no unit
        return
    yield reading.text[reading.tokens[first].start : reading.tokens[last - 1].end].strip("\"'`.,;:!?()")
    yield reading.text[place.start : place.end].strip("\"'`.,;:!?()")


def _valid(parameter: Parameter, text: str) -> str | None:
    try:
        return validate(parameter, unit_name(parameter, text))
    except ValueError:
        return None
