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
class Pointers:
    """Where in an action a parameter's value begins and where it ends: shares of 1 over the `pieces` that the verifier
    reads, each as characters [start, end). The first piece stands for a value that is not said."""

    pieces: tuple[tuple[int, int], ...]
    begins: tuple[float, ...]
    ends: tuple[float, ...]

    @property
    def unsaid(self) -> float:
        """How likely it is that the action does not say the value."""
        return self.begins[0] * self.ends[0]

    def likely(self, first: tuple[int, int], last: tuple[int, int]) -> float:
        """How likely the value begins within the characters `first` and ends within `last`."""
        return self._share(self.begins, first) * self._share(self.ends, last)

    def stretch(self) -> tuple[int, int]:
        """The characters of the likeliest stretch, whatever it holds."""
        best, found, begin = 0.0, (0, 0), 0
        for at in range(1, len(self.pieces)):
            begin = at if not begin or self.begins[at] > self.begins[begin] else begin
            if self.begins[begin] * self.ends[at] > best:
                best, found = self.begins[begin] * self.ends[at], (self.pieces[begin][0], self.pieces[at][1])
        return found

    def _share(self, shares: Sequence[float], within: tuple[int, int]) -> float:
        pieces = zip(self.pieces[1:], shares[1:], strict=True)
        return sum([share for (start, end), share in pieces if start < within[1] and end > within[0]])


@dataclass(frozen=True, slots=True)
class EntryOdds:
    """`odds` are the log odds that an entry does what is asked; `places` says where the value of each parameter stands,
    None for one that was not read."""

    odds: float
    places: tuple[Pointers | None, ...] = ()


def call_text(entry: Entry, phrases: Sequence[str] = ()) -> CallText:
    """What the verifier reads of `entry`, with those of its `phrases` that are nearest to the action."""
    return CallText((entry.title, *phrases[:PHRASES]), tuple([slot_text(it) for it in entry.parameters]))


def slot_text(parameter: Parameter) -> str:
    """A parameter in words: its name, then what it is."""
    return f"{parameter.name.replace('_', ' ')}: {parameter.description}"


Verifier: TypeAlias = Callable[[str, CallText], EntryOdds]
"""Reads an action beside an entry."""
