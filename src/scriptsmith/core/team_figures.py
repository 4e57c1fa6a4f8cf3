"""What a team's days come down to: how much was asked, reused, accepted and spent, and how the assessors did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """The figures of one day (UTC), or of all of them: then `day` is None.

    Of the runs `asked` for on that day, `settled` have an answer, which is a script, `reused` of them by the
    catalogue; `cost` in US dollars is what they cost, without the `unpriced` calls. Of the decisions of that day
    about what a model wrote or the catalogue served, `decided` in all, people `accepted`, `edited` and `rejected`
    so many. `yes_right` to `no_wrong` count what the assessors said of a script and what people held of it (their
    label where there is one: 1 and 2 are right; else whether they approved), `unsure` where assessors did not say.
    `waited` is the median time from waiting to decision, in seconds, over `timed` decisions.
    """

    day: date | None
    asked: int = 0
    settled: int = 0
    reused: int = 0
    cost: float = 0.0
    unpriced: int = 0
    decided: int = 0
    accepted: int = 0
    edited: int = 0
    rejected: int = 0
    yes_right: int = 0
    yes_wrong: int = 0
    no_right: int = 0
    no_wrong: int = 0
    unsure: int = 0
    waited: float | None = None
    timed: int = 0

    @property
    def acceptance(self) -> float | None:
        """The share of decisions that approved without an edit; None where nothing was decided."""
        return share(self.accepted, self.decided)

    @property
    def reuse(self) -> float | None:
        """The share of answers that came from the catalogue; None where there are none."""
        return share(self.reused, self.settled)

    @property
    def judged(self) -> int:
        """How many scripts both the assessors and people said yes or no to."""
        return self.yes_right + self.yes_wrong + self.no_right + self.no_wrong

    @property
    def agreement(self) -> float | None:
        """The share of those on which they agreed; None where there are none."""
        return share(self.yes_right + self.no_wrong, self.judged)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFigures:
    """The figures of the last days, oldest first, every day among them, and `whole`: of all of them together."""

    days: tuple[Day, ...]
    whole: Day


def share(part: int, whole: int) -> float | None:
    """A part of a whole, None of nothing."""
    return part / whole if whole else None
