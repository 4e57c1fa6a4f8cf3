"""Applies the fixes that checkers propose."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TypeAlias

from .types import Finding, Replacement

Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edit:
    """A replacement whose place is counted in characters from the start of the text."""

    start: int
    end: int
    text: str
    precedence: int
    closing: bool

    def order(self, index: int) -> tuple[int, ...]:
        """The sort key that puts edits into the order in which their texts appear.

        Of the insertions at one place those that close what stands to the left come first, innermost first;
        then those that open what stands to the right, outermost first. Higher precedence is further inside.
        """
        inside = (-self.precedence, -index) if self.closing else (self.precedence, index)
        return (self.start, self.end, 0 if self.closing else 1, *inside)


def apply_fixes(text: str, findings: Iterable[Finding]) -> tuple[str, int]:
    """The text with the findings' fixes applied, and how many were.

    A fix is applied whole or not at all. Left out are those that overlap an earlier one, insert what an earlier
    one already inserts at the same place, or point outside the text; another check offers what still holds.
    """
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
    accepted: list[_Edit] = []
    replaced: list[Span] = []  # ordered, none empty, none overlapping
    inserted: list[int] = []  # ordered places, for finding the ones inside a span
    insertions: set[tuple[int, str, bool]] = set()
    applied = 0
    for finding in findings:
        edits = _edits(finding.fix, starts)
        spans = sorted((edit.start, edit.end) for edit in edits if edit.start < edit.end)
        points = [edit for edit in edits if edit.start == edit.end]
        if not edits or _overlap(spans, [edit.start for edit in points]):
            continue
        if any(_hits(span, replaced) or _splits(span, inserted) for span in spans):
            continue
        if any(_inside(edit.start, replaced) or _key(edit) in insertions for edit in points):
            continue
        for span in spans:
            insort(replaced, span)
        for edit in points:
            insort(inserted, edit.start)
            insertions.add(_key(edit))
        accepted.extend(edits)
        applied += 1
    return _rewrite(text, accepted), applied


def _edits(fix: Sequence[Replacement], starts: Sequence[int]) -> list[_Edit]:
    """The edits of one fix; none when any of them points outside the text."""
    edits = []
    for replacement in fix:
        start = _offset(replacement.line, replacement.column, starts)
        end = _offset(replacement.end_line, replacement.end_column, starts)
        if start is None or end is None or end < start:
            return []
        edits.append(
            _Edit(
                start=start,
                end=end,
                text=replacement.text,
                precedence=replacement.precedence,
                closing=replacement.insertion_point == "beforeStart",
            )
        )
    return edits


def _offset(line: int, column: int, starts: Sequence[int]) -> int | None:
    """Where a position lies; just after the last character of its line is still in the line."""
    if not 1 <= line < len(starts):
        return None
    start, following = starts[line - 1], starts[line]
    return start + column - 1 if 1 <= column <= following - start else None


def _key(edit: _Edit) -> tuple[int, str, bool]:
    return (edit.start, edit.text, edit.closing)


def _overlap(spans: Sequence[Span], points: Sequence[int]) -> bool:
    """Whether the edits of one fix contradict each other."""
    if any(following[0] < span[1] for span, following in pairwise(spans)):
        return True
    return any(_inside(point, spans) for point in points)


def _hits(span: Span, replaced: Sequence[Span]) -> bool:
    index = bisect_left(replaced, span)
    return (index < len(replaced) and replaced[index][0] < span[1]) or (index > 0 and replaced[index - 1][1] > span[0])


def _splits(span: Span, inserted: Sequence[int]) -> bool:
    index = bisect_left(inserted, span[0] + 1)
    return index < len(inserted) and inserted[index] < span[1]


def _inside(point: int, replaced: Sequence[Span]) -> bool:
    index = bisect_left(replaced, (point, point))
    return index > 0 and replaced[index - 1][1] > point


def _rewrite(text: str, edits: Sequence[_Edit]) -> str:
    parts: list[str] = []
    done = 0
    for _, edit in sorted(enumerate(edits), key=lambda numbered: numbered[1].order(numbered[0])):
        parts += (text[done : edit.start], edit.text)
        done = edit.end
    return "".join((*parts, text[done:]))
