"""Two texts side by side in one column: what went, what came, and enough of what stayed."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..core.events import Drafted, Event, Reviewed
from ..core.types import Script

Kind = Literal["same", "added", "removed", "gap"]
LONGEST = 3_000
"""Lines beyond which no difference is worked out: it would take too long for a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffLine:
    """One line of a difference, with its number in the old and in the new text where it has one."""

    kind: Kind
    text: str
    old: int | None = None
    new: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diff:
    """A difference of two texts; `lines` is empty when they are equal. `problem` says why none is shown."""

    lines: tuple[DiffLine, ...] = ()
    problem: str = ""

    @property
    def added(self) -> int:
        return sum(line.kind == "added" for line in self.lines)

    @property
    def removed(self) -> int:
        return sum(line.kind == "removed" for line in self.lines)


def diff(old: str, new: str, around: int = 3) -> Diff:
    """From `old` to `new`, with `around` lines of what stayed before and after each change."""
    before, after = _lines(old), _lines(new)
    if max(len(before), len(after)) > LONGEST:
        return Diff(problem=f"One of the scripts has more than {LONGEST:,} lines; no difference is shown.")
    if before == after and old != new:
        return Diff(problem="They differ in nothing but the end of the last line.")
    lines: list[DiffLine] = []
    matcher = difflib.SequenceMatcher(None, before, after)
    for number, group in enumerate(matcher.get_grouped_opcodes(around)):
        if number:
            lines.append(DiffLine(kind="gap", text="…"))
        for tag, a, b, c, d in group:
            if tag == "equal":
                pairs = zip(range(a, b), range(c, d), strict=True)
                lines += [DiffLine(kind="same", text=before[i], old=i + 1, new=j + 1) for i, j in pairs]
                continue
            lines += [DiffLine(kind="removed", text=before[i], old=i + 1) for i in range(a, b)]
            lines += [DiffLine(kind="added", text=after[j], new=j + 1) for j in range(c, d)]
    return Diff(lines=tuple(lines))


def _lines(text: str) -> list[str]:
    """The lines as Bash counts them: no other character than the line feed ends one."""
    return text.removesuffix("\n").split("\n") if text else []


def previous(events: Sequence[Event], script: Script) -> Script | None:
    """The last script of the run before `script` came: an earlier draft, or what a person put in."""
    before: Script | None = None
    for event in events:
        came: Script | None = None
        if isinstance(event, Drafted):
            came = event.script
        elif isinstance(event, Reviewed):
            came = event.review.script
        if came == script:
            return before
        before = came or before
    return before
