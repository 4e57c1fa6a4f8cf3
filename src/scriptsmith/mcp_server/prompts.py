"""Prompts that a person picks in their client: they say how the tools are used, and quote what is foreign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_types import GetPromptResult, PromptArgument, PromptMessage, TextContent
from mcp_types import Prompt as Described

from .. import prompts
from ..core.types import Action, Script
from ..errors import BadInput, NotFound
from ..incidents.recommendations import as_context
from ..input_limits import SCRIPT, fit_context, fit_source, readable, usable
from ..ports import Prompt


def listed(*, team: bool) -> list[Described]:
    """The prompts, with their arguments."""
    about = (
        PromptArgument(name="incident", description="id of an incident", required=True)
        if team
        else PromptArgument(name="alert", description="what the alert says", required=True)
    )
    return [
        Described(
            name="remediate_incident",
            title="Remediate an incident",
            description="From an alert to a script that a person can decide on: looks first, nothing is executed.",
            arguments=[about],
        ),
        Described(
            name="review_script",
            title="Review a script",
            description="What a script does, what it could destroy, and whether it does what was asked.",
            arguments=[
                PromptArgument(name="script", description="the text of the script", required=True),
                PromptArgument(name="action", description="what it should do", required=False),
            ],
        ),
    ]


async def filled(backend: Any, name: str, given: Mapping[str, str], *, team: bool) -> GetPromptResult:
    """A prompt with its arguments; raises `NotFound` and `BadInput`."""
    known = {each.name: each for each in listed(team=team)}
    if name not in known:
        raise NotFound(f"there is no prompt {name[:100]!r}: there are {', '.join(known)}")
    names = {each.name for each in known[name].arguments or ()}
    if unknown := sorted(set(given) - names):
        raise BadInput(f"{name} takes no {unknown[0][:100]!r}: it takes {', '.join(sorted(names))}")
    for each in known[name].arguments or ():
        if each.required and not given.get(each.name, "").strip():
            raise BadInput(f"{name} needs {each.name}: {each.description}")
    if name == "review_script":
        asked = given.get("action", "").strip()
        action = Action(text=usable(readable(asked))) if asked else None
        made = prompts.review_script(Script(text=fit_source(readable(given["script"]), "the script", SCRIPT)), action)
    elif team:
        kept, _ = await backend.incident(given["incident"])
        made = prompts.remediate_incident(as_context(kept.incident), incident=kept.incident.id)
    else:
        made = prompts.remediate_incident(fit_context(readable(given["alert"])))
    return _result(known[name], made)


def _result(described: Described, made: Prompt) -> GetPromptResult:
    text = f"{made.system}\n\n{made.text}"
    message = PromptMessage(role="user", content=TextContent(type="text", text=text))
    return GetPromptResult(description=described.description, messages=[message])
