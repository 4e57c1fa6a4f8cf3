"""What models are shown of a text that somebody else wrote: without what speaks to its reader."""

from __future__ import annotations

import re
from dataclasses import replace

from ..core.types import Action
from .detect import speaks_to_reader

LEFT_OUT = "[left out here: text that speaks to its reader]"
_SENTENCES = re.compile(r"[^.!?\n]*(?:[.!?]+(?=\s|\Z)|\n|\Z)")


def without_orders(text: str) -> str:
    """The text without the parts that speak to its reader; as it is where none does."""
    if not text or not speaks_to_reader(text):
        return text
    kept: list[str] = []
    out = False
    for paragraph in re.split(r"(\n)", text):
        for sentence in (
            (each[0] for each in _SENTENCES.finditer(paragraph) if each[0]) if paragraph != "\n" else ["\n"]
        ):
            if speaks_to_reader(sentence):
                out = True
                kept.append(LEFT_OUT)
            else:
                kept.append(sentence)
    told = "".join(kept)
    if out and not speaks_to_reader(told):
        return told
    lines = text.split("\n")  # it is spread over several lines: those that make it up go
    for size in range(2, 9):
        for at in range(len(lines) - size + 1):
            if all(line != LEFT_OUT for line in lines[at : at + size]) and speaks_to_reader(
                "\n".join(lines[at : at + size])
            ):
                lines[at : at + size] = [LEFT_OUT] * size
    told = "\n".join(line for at, line in enumerate(lines) if line != LEFT_OUT or lines[at - 1 : at] != [LEFT_OUT])
    return LEFT_OUT if speaks_to_reader(told) else told


def shown_action(action: Action) -> Action:
    """The action as models are shown it."""
    text, context = without_orders(action.text), without_orders(action.context)
    return action if (text, context) == (action.text, action.context) else replace(action, text=text, context=context)
