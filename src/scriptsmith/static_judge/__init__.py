"""A judge of scripts where no language model is configured: from the syntax tree alone, nothing is run.

`describing` says what a script does from its code, as CodeSift's first step does with a model; `judging` compares that
description with the action by signals that a person can check, and a logistic model weighs them. Its opinion is one for
a person: it carries the name `static` and approves of nothing by itself.
"""

from __future__ import annotations

from collections.abc import Callable

from ..core.ensemble import combine
from ..core.types import Action, Assessment, Call, Opinion, Script, Verdict
from ..ports import Describe, Embedder, Judge
from .care import without_care
from .compare import compare, steps_of, without_values
from .describe import describe
from .literals import MARK, asked
from .score import ASSESSOR, opinion
from .signals import Signals
from .steps import Description

__all__ = ["ASSESSOR", "described", "describing", "judging", "signals_of"]


def described(script: Script, renamed: Callable[[str], str] = str) -> Description:
    """What the Bash `script` does, from its code alone; empty when it cannot be read or says nothing.

    Each value in it goes through `renamed` first.
    """
    return describe(script.text, renamed)


def describing(telling: Callable[[Script], str] = described) -> Describe:
    """A step that says what a script does, from the code alone, without a model; `telling` reads its language."""

    async def describe(script: Script) -> tuple[str, tuple[Call, ...]]:
        return telling(script), ()

    return describe


def judging(embedder: Embedder) -> Judge:
    """A step that compares a description with the action; `embedder` says how near their meanings are.

    Unsure without a description. One that `describing` made is compared by its facts; one in other words, such as a
    model's, is read first and compared as far as its words go.
    """

    async def judge(action: Action, functionality: str) -> tuple[Assessment, tuple[Call, ...]]:
        if not functionality.strip():
            said = Opinion(assessor=ASSESSOR, verdict=Verdict.UNSURE, reason="the script cannot be described")
        else:
            said = opinion(await signals_of(embedder, action.text, functionality))
        return Assessment(functionality=str(functionality), opinions=(said,), verdict=combine((said,))), ()

    return judge


async def signals_of(embedder: Embedder, action: str, functionality: str) -> Signals:
    """The signals of a description against an action. Raises what `embedder` raises."""
    texts = meanings_of(action, functionality)
    one, other, bare, plain = await embedder.embed(texts)
    return compare(action, functionality, (_dot(one, other), _dot(bare, plain)))


def meanings_of(action: str, functionality: str) -> list[str]:
    """The four texts whose meanings are compared: both as they are, and both without names and values.

    What belongs to any careful script is left out of the description.
    """
    functionality, _ = without_care(functionality, steps_of(functionality), action.lower())
    return [
        action,
        functionality.replace("`", ""),
        asked(action).bare.replace(MARK, " "),
        without_values(functionality),
    ]


def _dot(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
