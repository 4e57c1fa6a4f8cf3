"""What a tool is: a name, words for whoever chooses it, what it takes and gives, and true hints about what it does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from mcp_types import Tool as Described
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from .shapes import Answer, ToolInput

In = TypeVar("In", bound=ToolInput)
Out = TypeVar("Out", bound=Answer)

LOOKS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
"""It changes nothing and asks nobody outside."""
ASKS_A_MODEL = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=False, open_world_hint=True)
"""It changes nothing, and may ask a language model."""
ADDS_A_RUN = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True)
"""It adds a run for a person to decide on, for which a language model may be asked; it takes nothing away."""
ADDS_A_WORD = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
"""It adds to what is kept, and takes nothing away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool; `call` takes the caller's backend and what came in, checked."""

    name: str
    title: str
    description: str
    hints: ToolAnnotations
    takes: type[ToolInput]
    gives: type[Answer]
    call: Callable[[Any, Any], Awaitable[Answer]]

    def described(self) -> Described:
        """The tool as clients are told of it."""
        return Described(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=_schema(self.takes, "validation"),
            output_schema=_schema(self.gives, "serialization"),
            annotations=self.hints,
        )


def tool(
    title: str, hints: ToolAnnotations, takes: type[In], gives: type[Out]
) -> Callable[[Callable[[Any, In], Awaitable[Out]]], Tool]:
    """Make a tool of a function; its name is the tool's, and its docstring the description."""

    def made(call: Callable[[Any, In], Awaitable[Out]]) -> Tool:
        words = " ".join((call.__doc__ or "").split())
        return Tool(
            name=call.__name__, title=title, description=words, hints=hints, takes=takes, gives=gives, call=call
        )

    return made


def _schema(model: type[BaseModel], mode: Any) -> dict[str, Any]:
    return model.model_json_schema(mode=mode)
