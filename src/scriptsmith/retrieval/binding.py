"""Typed parameters filled from an action's words: each value goes to one parameter, or to none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from ..core.parameters import validate
from ..core.types import Parameter
from . import words
from .action_reading import ActionReading, read
from .candidates import candidates
from .names import Candidate, anchors, unit_name
from .slot_assignment import assigned, left_over
from .slot_pieces import Piece, no_name, pieces
from .slot_scores import is_guess
from .unannounced import takes
from .values import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """What the words gave. `used` holds indexes of tokens in the reading; `loose` the values nobody took.

    `defaults` names the parameters whose values are defaults. `unannounced` are the rules that gave a parameter a value
    without a word that says whose it is, and the parameter.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    defaults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    used: frozenset[int] = frozenset()
    loose: tuple[Value, ...] = ()
    unannounced: tuple[tuple[str, str], ...] = ()
    unsettled: frozenset[int] = frozenset()

    @property
    def guessed(self) -> int:
        """How many values are a parameter's by elimination only."""
        return sum(rule == "guess" for rule, _ in self.unannounced)


def bind(
    parameters: Sequence[Parameter],
    text: str | ActionReading,
    known: frozenset[str] = frozenset(),
    *,
    unlikely_too: bool = False,
) -> Binding:
    """`parameters` filled from the words of `text`: converted to their units, defaults for the rest.

    A required one without a value is `missing`. Two equally good values for one parameter, or a value that is
    none of the type, is a problem. No value is used twice. A bare word in `known` (lower case) names nothing.
    With `unlikely_too` an optional parameter takes what nothing announces though that is mostly wrong, see `takes`.
    """
    reading = read(text) if isinstance(text, str) else text
    bound: dict[str, str] = {}
    problems: list[str] = []
    used: set[int] = set()
    chosen: set[int] = set()
    shared: set[int] = set()
    open_: dict[str, list[Candidate]] = {}
    for parameter in sorted(parameters, key=lambda it: (not it.required, _ORDER.get(it.type, 5))):
        free = [
            it
            for it in candidates(parameter, reading, parameters)
            if (used.isdisjoint(range(it.first, it.last)) or _shares(parameter, reading, it, shared))
            and not _claimed(parameter, reading, it, parameters, known)
            and not (it.first < reading.start and parameter.type == "count" and not parameter.name.endswith("id"))
        ]
        if not free:
            continue
        best = min(it.rank for it in free)
        first = [it for it in free if it.rank == best]
        if not _alike(parameter, parameters):  # what is asked for comes before what is only told
            first = [it for it in first if it.first >= reading.start] or first
        distinct = {it.text for it in first}
        if len(distinct) > 1:  # perhaps another parameter takes one of them
            open_[parameter.name] = first
            continue
        if parameter.type in ("host", "user"):  # "db:5432" and its port are one token, and so is "root:adm"
            shared.update(it.first for it in first if it.text != reading.tokens[it.first].raw)
        taken = {index for it in first for index in range(it.first, it.last)}
        used |= taken
        chosen |= taken - shared if parameter.type == "choice" else set()
        try:
            bound[parameter.name] = validate(parameter, unit_name(parameter, first[0].text))
        except ValueError as error:
            problems.append(f"parameter {parameter.name}: {error}")
    rest = [it for it in parameters if it.name not in bound and (it.name not in open_ or _alike(it, parameters))]
    left = pieces(reading, used, known) if rest else []
    unannounced: list[tuple[str, str]] = []

    def give(rule: str, parameter: Parameter, piece: Piece, value: str) -> None:
        if unlikely_too or takes(rule, parameter):
            unannounced.append((rule, parameter.name))
            bound[parameter.name] = value
            used.update(range(piece.first, piece.last))
            chosen.update(range(piece.first, piece.last) if parameter.type == "choice" else ())

    for parameter, piece, value in assigned(rest, reading, left):
        give("guess" if is_guess(parameter, reading, piece) else "assigned", parameter, piece, value)
    optional = [it for it in rest if it.default is not None and it.name not in bound]
    for parameter, piece, value in left_over(optional, reading, used):
        give("left", parameter, piece, value)
    unsettled: set[int] = set()
    for name, first in open_.items():
        over = [it for it in first if used.isdisjoint(range(it.first, it.last))]
        if name not in bound and over:
            told = " and ".join(repr(text) for text in sorted({it.text for it in over})[:3])
            problems.append(f"ambiguous value: {name} could be {told}")
            unsettled.update(index for it in over for index in range(it.first, it.last))
    problems += _unclear(parameters, bound, reading)
    values = {
        parameter.name: bound.get(parameter.name, parameter.default)
        for parameter in parameters
        if parameter.name in bound or (parameter.default is not None and not parameter.required)
    }
    used |= unsettled
    used -= chosen  # "evicted" chooses, and still says what is meant
    return Binding(
        values={name: value for name, value in values.items() if value is not None},
        defaults=tuple(name for name in values if name not in bound),
        missing=tuple(it.name for it in parameters if it.required and it.name not in values),
        problems=tuple(problems),
        used=frozenset(used),
        loose=tuple([it for it in reading.values if used.isdisjoint(range(it.first, it.last))]),
        unannounced=tuple(unannounced),
        unsettled=frozenset(unsettled),
    )


def _shares(parameter: Parameter, reading: ActionReading, it: Candidate, shared: AbstractSet[int]) -> bool:
    """Whether a token may give this parameter a value beside another: "db:5432", "root:adm", "daemonset/agent"."""
    if parameter.type == "choice":
        return "/" in reading.word(it.first)
    return (parameter.type == "port" or parameter.name in ("group", "backend", "server")) and it.first in shared


def _unclear(parameters: Sequence[Parameter], bound: Mapping[str, str], reading: ActionReading) -> list[str]:
    """What is spoken of in one word of its own and was not understood: then its default may be wrong."""
    return [
        f"ambiguous value: {it.name} is mentioned, and it is not clear what it should be"
        for it in parameters
        if it.type in ("choice", "name") and "_" in it.name and not it.required and it.name not in bound
        if any(token.text.replace("-", "") == it.name.replace("_", "") for token in reading.tokens)
    ]


def _claimed(
    parameter: Parameter, reading: ActionReading, it: Candidate, siblings: Sequence[Parameter], known: frozenset[str]
) -> bool:
    """Whether the value belongs to another parameter, or is no value: the word before it says whose it is."""
    before = reading.word(it.first - 1)
    if parameter.type in ("service", "user", "name"):
        if parameter.pattern and not re.fullmatch(parameter.pattern, it.text):
            return True
        announced = parameter.type == "name" and words.noun(before) in anchors(parameter)
        return reading.tokens[it.first].kind != "quoted" and not announced and no_name(it.text, known)
    if parameter.pattern and not re.fullmatch(parameter.pattern, it.text):
        return True
    if any(other.name == before and other.type == parameter.type for other in siblings if other is not parameter):
        return True
    alike = [other for other in siblings if other.type == parameter.type]
    said = _said_in(it.text) if parameter.type == "path" and len(alike) > 1 else frozenset()
    if parameter.name not in said and any(it.name in said for it in alike if it.name in _FILED):
        return True  # "ca.pem" is the CA
    if parameter.type == "host" and len(alike) > 1 and not all(other.required for other in alike):
        return (before in _VIA) == (parameter.required or parameter is alike[0])
    return False


def _said_in(path: str) -> AbstractSet[str]:
    """The words of the last part of a path: of "star.key" too."""
    return set(re.findall(r"[a-z]+", path.rpartition("/")[2].lower()))


def _alike(parameter: Parameter, parameters: Sequence[Parameter]) -> bool:
    """Whether another parameter is of the same type, so that of two values each may have one."""
    return any(it.type == parameter.type for it in parameters if it is not parameter)


_FILED = frozenset({"ca", "chain", "key"})
"""Parameters after whose names files are called."""
_VIA = frozenset({"using", "via", "against", "server", "with", "through", "@", "ask", "asking", "query", "querying"})
_ORDER = {"url": 0, "host": 0, "port": 1, "glob": 1, "service": 2, "user": 2, "percent": 2, "size": 2, "duration": 2}
