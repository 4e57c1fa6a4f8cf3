"""A `Model` around another that shows it tokens instead of secrets: no secret passes to any provider."""

from __future__ import annotations

from dataclasses import replace

from ..ports import Model, Prompt, Reply
from .redactor import Redactor


class RedactingModel:
    """A `Model` that is shown tokens instead of secrets, and whose reply has the secrets again.

    What a run asks holds tokens already; this is for everything else, and for what a rule finds only in a whole prompt.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, prompt: Prompt, /) -> Reply:
        redactor = Redactor()
        redactor.reserve(f"{prompt.system}\n{prompt.text}")
        shown = replace(prompt, system=redactor.redact(prompt.system), text=redactor.redact(prompt.text))
        reply = await self._model.ask(shown)
        return replace(reply, text=redactor.restore(reply.text))
