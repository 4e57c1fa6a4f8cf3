"""Replies that come with how likely their tokens were, from servers that tell."""

from __future__ import annotations

from dataclasses import dataclass, fields

from .core.token_odds import WrittenToken
from .ports import Prompt, Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedPrompt(Prompt):
    """A question to which a server that knows how shall tell how likely the tokens of its answer were, and of each
    place the `likeliest` ones."""

    likeliest: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedReply(Reply):
    """An answer with its tokens, in their order."""

    tokens: tuple[WrittenToken, ...]


def weighed(prompt: Prompt, likeliest: int = 1) -> WeighedPrompt:
    """`prompt` in the same words, for an answer whose tokens are told, with the `likeliest` in the place of each."""
    if isinstance(prompt, WeighedPrompt):
        return prompt
    own = {each.name: getattr(prompt, each.name) for each in fields(Prompt)}
    return WeighedPrompt(**own, likeliest=likeliest)
