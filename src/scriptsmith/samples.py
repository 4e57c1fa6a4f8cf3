"""Independent answers to one question: the same words each time, so that a server has read them already."""

from __future__ import annotations

from dataclasses import dataclass, fields

from .ports import Prompt
from .weighed_replies import WeighedPrompt


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplePrompt(WeighedPrompt):
    """A question that was asked before, in the same words, and whose answer must not be the same for that alone."""

    number: int


def sample_of(prompt: Prompt, number: int) -> Prompt:
    """`prompt` for the answer after `number` others; the first answer is asked for as any is."""
    if not number:
        return prompt
    return SamplePrompt(**{each.name: getattr(prompt, each.name) for each in fields(Prompt)}, number=number)
