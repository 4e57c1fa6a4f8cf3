"""CodeSift: describe the script, compare the description with the action two ways, combine.

The method of "ScriptSmith" and "CodeSift" (section 3): no execution and no reference script. The assessor
that describes never sees the action, so it cannot read the wish into the code, and sees no comment and no message, so
that it cannot be told what to say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from . import prompts
from .bash_language import BASH
from .core.ensemble import combine
from .core.token_odds import verdict_odds
from .core.types import Action, Assessment, Call, Opinion, Script, Verdict
from .core.verdicts import read_verdict, read_word
from .drafting import cut_off_call
from .errors import CutOff
from .language import Language
from .ports import Describe, Judge, Model, Prompt
from .weighed_replies import WeighedReply, weighed

Direct: TypeAlias = Callable[[Action, Script], Awaitable[tuple[Opinion, Call]]]
"""Compares a script itself with an action."""
LIKELIEST = 10
"""How many of the tokens that could have stood in the place of a verdict are asked for."""
UNDESCRIBED = "It cannot be told what the script does: the description had no end."


def describing(model: Model, language: Language = BASH) -> Describe:
    """A step that says what a script does, from the code alone."""

    async def describe(script: Script) -> tuple[str, tuple[Call, ...]]:
        prompt = language.prompts.describe(language.shown(script))
        try:
            reply = await model.ask(prompt)
        except CutOff as error:  # what it left out may be the worst of it: the part that came says nothing
            return UNDESCRIBED, (cut_off_call(model, prompt, error),)
        return reply.text.strip(), (reply.call,)

    return describe


def judging(model: Model) -> Judge:
    """A step that compares a description with the action, both analyses at the same time."""

    async def judge(action: Action, functionality: str) -> tuple[Assessment, tuple[Call, ...]]:
        try:
            async with asyncio.TaskGroup() as group:  # when one fails, the other does not go on asking
                asked = (
                    group.create_task(_opinion(model, prompts.similarity(action, functionality))),
                    group.create_task(_opinion(model, prompts.difference(action, functionality))),
                )
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        answers = [task.result() for task in asked]
        opinions = tuple(said for said, _ in answers)
        assessment = Assessment(functionality=functionality, opinions=opinions, verdict=combine(opinions))
        return assessment, tuple(call for _, call in answers)

    return judge


def direct(model: Model, language: Language = BASH) -> Direct:
    """A step that compares the script itself with the action, by one word: it sees what a description leaves out, and
    what a message may tell it."""

    async def compare(action: Action, script: Script) -> tuple[Opinion, Call]:
        return await _opinion(model, language.prompts.direct(action, language.shown(script)))

    return compare


async def _opinion(model: Model, prompt: Prompt) -> tuple[Opinion, Call]:
    """The verdict that `prompt` asks for, by the name of the prompt, and how sure of it the model is where the server
    tells how likely the words of a verdict were."""
    try:
        reply = await model.ask(weighed(prompt, LIKELIEST))
    except CutOff as error:
        opinion = Opinion(assessor=prompt.name, verdict=Verdict.UNSURE, reason="The reply had no end.")
        return opinion, cut_off_call(model, prompt, error)
    verdict, reason = read_verdict(reply.text) if prompt.schema else (read_word(reply.text), "")
    sure = verdict_odds(reply.tokens, verdict) if isinstance(reply, WeighedReply) else None
    confidence = None if sure is None else round(sure, 4)
    return Opinion(assessor=prompt.name, verdict=verdict, reason=reason, confidence=confidence), reply.call
