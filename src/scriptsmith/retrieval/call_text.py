"""An entry as the verifier reads it beside an action: what it does, how it is asked for, what it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..core.types import Entry, Parameter

PHRASES = 1
"""How many of the nearest phrases are read."""


@dataclass(frozen=True, slots=True)
class CallText:
    """`about` are the title and the nearest phrases; `slots` says what each parameter is, in their order."""

    about: tuple[str, ...]
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueSpan:
    """Where in an action a parameter's value stands, characters [`start`, `end`), and how likely it stands there, in
    [0, 1]; an empty place stands for a value that is not said."""

    start: int
    end: int
    likely: float


@dataclass(frozen=True, slots=True)
class EntryOdds:
    """`odds` are the log odds that an entry does what is asked; `places` says where the value of each parameter stands,
    None for one that was not read."""

    odds: float
    places: tuple[ValueSpan | None, ...] = ()


def call_text(entry: Entry, phrases: Sequence[str] = ()) -> CallText:
    """What the verifier reads of `entry`, with those of its `phrases` that are nearest to the action."""
    return CallText((entry.title, *phrases[:PHRASES]), tuple([slot_text(it) for it in entry.parameters]))


def slot_text(parameter: Parameter) -> str:
    """A parameter in words: its name, then what it is."""
    return f"{parameter.name.replace('_', ' ')}: {parameter.description}"


Verifier: TypeAlias = Callable[[str, CallText], EntryOdds]
"""Reads an action beside an entry."""
