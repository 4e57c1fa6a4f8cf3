"""What came of asking every source of recommendations: what each of them had, and what the answer is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .recommendations import Recommendation, Source
from .runbooks import Runbook

Had: TypeAlias = Literal["actions", "nothing", "not asked", "waiting", "unfinished", "failed"]
"""`not asked`: settings leave it out. `waiting`: a model is still to answer. `unfinished`: there was no time."""
RecommendedAnswer: TypeAlias = Literal["actions", "no action known", "not all asked", "resolved"]
"""`no action known`: every source there is was asked and had nothing. `not all asked`: some may have more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedSource:
    """What one source had, and why nothing, or not all of it."""

    source: Source
    had: Had
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommended:
    """What is recommended, looks first; nothing is an answer too. `sources` tells what each of them had, in their
    order, and `problems` what could not be asked or taken."""

    actions: tuple[Recommendation, ...] = ()
    runbook: Runbook | None = None
    problems: tuple[str, ...] = ()
    sources: tuple[AskedSource, ...] = ()
    resolved: bool = False

    @property
    def answer(self) -> RecommendedAnswer:
        """What it comes to, in a word."""
        if self.resolved:
            return "resolved"
        if self.actions:
            return "actions"
        return "not all asked" if self.open else "no action known"

    @property
    def open(self) -> Sequence[AskedSource]:
        """The sources that may have more to say."""
        return [each for each in self.sources if each.had in ("waiting", "unfinished", "failed")]
