"""Small drawings as SVG text, with classes that the page's style colours in light and dark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..metrics import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One system in a plot: where, with how much doubt, and how it is called."""

    x: float
    figure: Figure
    label: str


def whisker(figure: Figure, *, low: float = 0.0, high: float = 1.0) -> Markup:
    """A figure on a scale from `low` to `high`: its interval as a line, its value as a dot. Nothing without a value."""
    if figure.value is None:
        return Markup("")
    width, middle = 120, 8

    def at(value: float) -> float:
        return round(4 + (width - 8) * min(1.0, max(0.0, (value - low) / (high - low))), 1)

    parts = [Markup('<line class="scale" x1="4" y1="{0}" x2="{1}" y2="{0}"/>').format(middle, width - 4)]
    if low < 0 < high:
        parts.append(Markup('<line class="zero" x1="{0}" y1="3" x2="{0}" y2="13"/>').format(at(0)))
    if figure.low is not None and figure.high is not None:
        line = Markup('<line class="doubt" x1="{0}" y1="{2}" x2="{1}" y2="{2}"/>')
        parts.append(line.format(at(figure.low), at(figure.high), middle))
    parts.append(Markup('<circle class="value" cx="{0}" cy="{1}" r="3.5"/>').format(at(figure.value), middle))
    return _svg(width, 16, parts, "whisker", "")


def bars(rows: Sequence[tuple[str, Figure]], title: str) -> Markup:
    """One horizontal bar for each row, of a share, with its interval. `title` is read to those who cannot see it."""
    left, right, step = 250, 560, 34
    width, height = 680, step * len(rows) + 26
    parts = [_grid(left, right, 6, height - 20, (0, 0.25, 0.5, 0.75, 1))]
    for number, (label, figure) in enumerate(rows):
        y = 8 + number * step
        text = Markup('<text x="{0}" y="{1}" class="label" text-anchor="end">{2}</text>')
        parts.append(text.format(left - 10, y + 16, label))
        if figure.value is None:
            continue
        end = left + (right - left) * figure.value
        bar = Markup('<rect class="bar" x="{0}" y="{1}" width="{2:.1f}" height="22" rx="2"/>')
        parts.append(bar.format(left, y, end - left))
        if figure.low is not None and figure.high is not None:
            ends = [left + (right - left) * each for each in (figure.low, figure.high)]
            line = Markup('<path class="doubt" d="M{0:.1f} {2}H{1:.1f}M{0:.1f} {3}V{4}M{1:.1f} {3}V{4}"/>')
            parts.append(line.format(*ends, y + 11, y + 7, y + 15))
        value = Markup('<text x="{0}" y="{1}" class="number">{2}</text>')
        parts.append(value.format(right + 14, y + 16, f"{figure.value:.1%}"))
    return _svg(width, height, parts, "bars", title)


def reliability(points: Sequence[tuple[float, Figure, str]], title: str) -> Markup:
    """How often scripts were right (upwards) at each confidence (rightwards); the diagonal is perfect calibration."""
    size, left, top = 260, 56, 12
    parts = [_axes(left, top, size), _rule(left, top + size, left + size, top)]
    line = []
    for confidence, figure, label in points:
        if figure.value is None:
            continue
        x, y = left + size * confidence, top + size * (1 - figure.value)
        line.append(f"{x:.1f},{y:.1f}")
        parts.append(_upright(x, figure, top, size))
        dot = Markup('<circle class="value" cx="{0:.1f}" cy="{1:.1f}" r="4.5"><title>{2}</title></circle>')
        parts.append(dot.format(x, y, label))
    if len(line) > 1:
        parts.insert(2, Markup('<polyline class="curve" points="{0}"/>').format(" ".join(line)))
    parts += _captions(left, top, size, "confidence", "share right")
    return _svg(left + size + 24, top + size + 46, parts, "plot", title)


def scatter(points: Sequence[Point], title: str, unit: str) -> Markup:
    """Accuracy (upwards) against what a run costs (rightwards, from 0), one dot for each system."""
    width, size, left, top = 420, 260, 56, 12
    most = _round_up(max((point.x for point in points), default=0) or 1)
    parts = [_axes(left, top, size, width, most)]
    taken: list[tuple[float, float]] = []
    for point in points:
        if point.figure.value is None:
            continue
        x, y = left + width * point.x / most, top + size * (1 - point.figure.value)
        parts.append(_upright(x, point.figure, top, size))
        parts.append(Markup('<circle class="value" cx="{0:.1f}" cy="{1:.1f}" r="4.5"/>').format(x, y))
        low = y
        while any(abs(low - other) < 14 and abs(x - across) < 160 for across, other in taken):
            low += 14
        taken.append((x, low))
        far = x > left + width * 0.6
        text = Markup('<text class="label" x="{0:.1f}" y="{1:.1f}" text-anchor="{2}">{3}</text>')
        parts.append(text.format(x - 9 if far else x + 9, low - 6, "end" if far else "start", _short(point.label)))
    parts += _captions(left, top, size, unit, "everything holds", width)
    return _svg(left + width + 40, top + size + 46, parts, "plot", title)


def _axes(left: int, top: int, size: int, width: int = 0, most: float | None = None) -> Markup:
    """Five lines each way, in shares; rightwards up to `most` where that is no share."""
    width = width or size
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y, x = top + size * (1 - share), left + width * share
        line = Markup('<line class="grid" x1="{0}" y1="{1:.1f}" x2="{2}" y2="{1:.1f}"/>')
        parts.append(line.format(left, y, left + width))
        text = Markup('<text class="tick" x="{0}" y="{1:.1f}" text-anchor="end">{2:.0%}</text>')
        parts.append(text.format(left - 8, y + 4, share))
        below = Markup('<text class="tick" x="{0:.1f}" y="{1}" text-anchor="middle">{2}</text>')
        parts.append(below.format(x, top + size + 17, f"{share:.0%}" if most is None else f"{share * most:.3g}"))
    return Markup("").join(parts)


def _grid(left: int, right: int, top: int, bottom: int, shares: Sequence[float]) -> Markup:
    parts = []
    for share in shares:
        x = left + (right - left) * share
        parts.append(Markup('<line class="grid" x1="{0}" y1="{1}" x2="{0}" y2="{2}"/>').format(x, top, bottom))
        text = Markup('<text class="tick" x="{0}" y="{1}" text-anchor="middle">{2:.0%}</text>')
        parts.append(text.format(x, bottom + 15, share))
    return Markup("").join(parts)


def _rule(x1: float, y1: float, x2: float, y2: float) -> Markup:
    return Markup('<line class="rule" x1="{0}" y1="{1}" x2="{2}" y2="{3}"/>').format(x1, y1, x2, y2)


def _upright(x: float, figure: Figure, top: int, size: int) -> Markup:
    if figure.low is None or figure.high is None:
        return Markup("")
    ends = [top + size * (1 - each) for each in (figure.low, figure.high)]
    return Markup('<line class="doubt" x1="{0:.1f}" y1="{1:.1f}" x2="{0:.1f}" y2="{2:.1f}"/>').format(x, *ends)


def _captions(left: int, top: int, size: int, below: str, beside: str, width: int = 0) -> list[Markup]:
    middle = left + (width or size) / 2
    text = Markup('<text class="axis" x="{0}" y="{1}" text-anchor="middle">{2}</text>')
    turned = Markup('<text class="axis" transform="translate(13 {0}) rotate(-90)" text-anchor="middle">{1}</text>')
    return [text.format(middle, top + size + 37, below), turned.format(top + size / 2, beside)]


def _svg(width: float, height: float, parts: Sequence[Markup], name: str, title: str) -> Markup:
    shown = Markup(' role="img" aria-label="{0}"').format(title) if title else Markup(' aria-hidden="true"')
    opened = Markup('<svg class="{0}" viewBox="0 0 {1} {2}" width="{1}" height="{2}"{3}>')
    return opened.format(name, width, height, shown) + Markup("").join(parts) + Markup("</svg>")


def _round_up(value: float) -> float:
    """The next of 1, 2, 2.5, 5, 10 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= value * 0.999999)


def _short(text: str) -> str:
    return text if len(text) <= 34 else text[:33] + "…"
