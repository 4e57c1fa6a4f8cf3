"""CodeSift: describe the script, compare the description with the action two ways, combine.

The method of "ScriptSmith" and "CodeSift" (section 3): no execution and no reference script. The assessor
that describes never sees the action, so it cannot read the wish into the code.
"""

from __future__ import annotations

import asyncio

from . import prompts
from .core.ensemble import combine
from .core.types import Action, Assessment, Call, Opinion, Script
from .core.verdicts import read_verdict
from .ports import Describe, Judge, Model, Prompt


def describing(model: Model) -> Describe:
    """A step that says what a script does, from the code alone."""

    async def describe(script: Script) -> tuple[str, tuple[Call, ...]]:
        reply = await model.ask(prompts.describe(script))
        return reply.text.strip(), (reply.call,)

    return describe


def judging(model: Model) -> Judge:
    """A step that compares a description with the action, both analyses at the same time."""

    async def opinion(assessor: str, prompt: Prompt) -> tuple[Opinion, Call]:
        reply = await model.ask(prompt)
        verdict, reason = read_verdict(reply.text)
        return Opinion(assessor=assessor, verdict=verdict, reason=reason), reply.call

    async def judge(action: Action, functionality: str) -> tuple[Assessment, tuple[Call, ...]]:
        try:
            async with asyncio.TaskGroup() as group:  # when one fails, the other does not go on asking
                asked = (
                    group.create_task(opinion("similarity", prompts.similarity(action, functionality))),
                    group.create_task(opinion("difference", prompts.difference(action, functionality))),
                )
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        answers = [task.result() for task in asked]
        opinions = tuple(said for said, _ in answers)
        assessment = Assessment(functionality=functionality, opinions=opinions, verdict=combine(opinions))
        return assessment, tuple(call for _, call in answers)

    return judge
