"""Opinions on a draft that ask no model: of the judge that reads its syntax tree, of a trial in small worlds, and of
how it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bash_language import BASH
from .core.attempts import Attempt
from .core.draft_opinions import made_of
from .core.types import Action, Opinion
from .static_judge import described, judging

if TYPE_CHECKING:
    from .comparing.trial import Try
    from .pipeline import Beside


def beside(tried: Try | None) -> Beside:
    """A step that collects them; `tried` runs a draft in boxes, where there are any.

    The judge was fitted with the shipped embedder, and asks no other.
    """
    from .adapters.embedding.static import StaticEmbedder

    judge = judging(StaticEmbedder())

    async def opinions(action: Action, attempt: Attempt) -> tuple[Opinion, ...]:
        if attempt.script is None:
            return ()
        assessment, _ = await judge(action, described(BASH.shown(attempt.script)))
        trial = await tried(action, attempt.script) if tried and not attempt.blocked else None
        return (*assessment.opinions, *((trial,) if trial else ()), *made_of(attempt))

    return opinions
