"""Plots as SVG text, drawn on the server; the style sheet colours them in light and dark.

Each has its numbers in a table beside it, so the drawing itself is hidden from screen readers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from markupsafe import Markup

from .views import dollars

WIDTH, HEIGHT = 320, 140
LEFT, RIGHT, TOP, BOTTOM = 56, 314, 10, 114
LEAST = 0.01
"""US dollars that the axis of a cost has at least, so that its labels have room: at most 7 characters."""
Unit = Literal["share", "dollars"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One day: its value (None where there was nothing to measure) and how many things it was measured on."""

    day: date
    value: float | None
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A series for a page: what it is called, the dots in the order of their days, and the figure for all of them."""

    title: str
    meaning: str
    unit: Unit
    dots: tuple[Dot, ...] = ()
    overall: float | None = None

    @property
    def empty(self) -> bool:
        return all(dot.value is None for dot in self.dots)

    def said(self, value: float | None) -> str:
        """A value of this series as people read it."""
        if value is None:
            return "–"
        return f"{value:.0%}" if self.unit == "share" else dollars(value)

    @property
    def drawing(self) -> Markup:
        """For shares a dot for each day and the line of the week up to it, for dollars a bar for each day."""
        most = 1.0 if self.unit == "share" else _round_up(max([LEAST, *(dot.value or 0 for dot in self.dots)]))
        days = [dot.day for dot in self.dots]
        parts = [_axes(most, self.unit, days)]
        parts += _line(self.dots, most) if self.unit == "share" else _bars(self.dots, most)
        opened = Markup('<svg class="plot" viewBox="0 0 {0} {1}" aria-hidden="true" focusable="false">')
        return opened.format(WIDTH, HEIGHT) + Markup("").join(parts) + Markup("</svg>")


def weekly(dots: Sequence[Dot]) -> tuple[Dot, ...]:
    """For each day the share of the seven days up to it, each day with the weight of its count."""
    made = []
    for number, dot in enumerate(dots):
        week = [each for each in dots[max(0, number - 6) : number + 1] if each.value is not None and each.count]
        many = sum(each.count for each in week)
        value = sum((each.value or 0) * each.count for each in week) / many if many else None
        made.append(Dot(day=dot.day, value=value, count=many))
    return tuple(made)


def _x(number: int, many: int) -> float:
    return LEFT + (RIGHT - LEFT) * (number + 0.5) / max(1, many)


def _y(value: float, most: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * min(1.0, max(0.0, value / most))


def _axes(most: float, unit: Unit, days: Sequence[date]) -> Markup:
    parts = []
    for share in (0.0, 0.5, 1.0):
        y = _y(share * most, most)
        line = Markup('<line class="grid" x1="{0}" y1="{1:.1f}" x2="{2}" y2="{1:.1f}"/>')
        parts.append(line.format(LEFT, y, RIGHT))
        shown = f"{share:.0%}" if unit == "share" else _tick(share * most)
        text = Markup('<text class="tick" x="{0}" y="{1:.1f}" text-anchor="end">{2}</text>')
        parts.append(text.format(LEFT - 8, y + 4, shown))
    for number, anchor in ((0, "start"), (len(days) // 2, "middle"), (len(days) - 1, "end")):
        if 0 <= number < len(days):
            x = {"start": float(LEFT), "middle": _x(number, len(days)), "end": float(RIGHT)}[anchor]
            text = Markup('<text class="tick" x="{0:.1f}" y="{1}" text-anchor="{2}">{3}</text>')
            parts.append(text.format(x, BOTTOM + 18, anchor, f"{days[number]:%b} {days[number].day}"))
    return Markup("").join(parts)


def _tick(amount: float) -> str:
    """US dollars beside the axis, with as many digits as it takes: `$0.0125`, `$0.5`, `$12,500`."""
    return "$" + f"{amount:,.4f}".rstrip("0").rstrip(".")


def _line(dots: Sequence[Dot], most: float) -> list[Markup]:
    places = _places(weekly(dots), most)
    parts = []
    if len(places) > 1:
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        area = f"{places[0][0]:.1f},{BOTTOM} {way} {places[-1][0]:.1f},{BOTTOM}"
        parts.append(Markup('<polygon class="area" points="{0}"/>').format(area))
        parts.append(Markup('<polyline class="curve" points="{0}"/>').format(way))
    dot = Markup('<circle class="dot" cx="{0:.1f}" cy="{1:.1f}" r="2.4"/>')
    return [*parts, *(dot.format(x, y) for x, y in _places(dots, most))]


def _places(dots: Sequence[Dot], most: float) -> list[tuple[float, float]]:
    return [(_x(number, len(dots)), _y(dot.value, most)) for number, dot in enumerate(dots) if dot.value is not None]


def _bars(dots: Sequence[Dot], most: float) -> list[Markup]:
    wide = max(1.5, (RIGHT - LEFT) / max(1, len(dots)) * 0.62)
    bar = Markup('<rect class="bar" x="{0:.1f}" y="{1:.1f}" width="{2:.1f}" height="{3:.1f}" rx="1.5"/>')
    return [
        bar.format(_x(number, len(dots)) - wide / 2, _y(dot.value, most), wide, BOTTOM - _y(dot.value, most))
        for number, dot in enumerate(dots)
        if dot.value
    ]


def _round_up(value: float) -> float:
    """The next of 1, 2, 2.5, 5, 10 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= value * 0.999999)
