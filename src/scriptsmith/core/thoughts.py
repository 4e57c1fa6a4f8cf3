"""Parting what a model thought aloud from what it answered."""

from __future__ import annotations

import re

_THOUGHT = r"(?:think|thinking|thoughts?|reasoning|analysis|reflection|scratchpad)"
_THINKS = re.compile(rf"^[ \t]*(?:(?P<fence>```|~~~)|[<\[](?P<tag>{_THOUGHT})[>\]])", re.MULTILINE | re.IGNORECASE)
_THOUGHT_ENDS = re.compile(rf"[<\[]/{_THOUGHT}[>\]]", re.IGNORECASE)
_ORPHAN_END = re.compile(r"[<\[]/think(?:ing)?[>\]][ \t]*$", re.MULTILINE | re.IGNORECASE)


def split_thoughts(text: str) -> tuple[str, str | None]:
    """Parts what a model thought aloud from its answer; the answer is None when the thinking never ends.

    A thought begins before the first code block. An end without a beginning, as chat templates leave it, ends a
    thought that began with the text.
    """
    thoughts, at = [], 0
    while (begin := _THINKS.search(text, at)) and begin["tag"]:
        end = _THOUGHT_ENDS.search(text, begin.end())
        if not end:
            return text, None
        thoughts += [text[at : begin.start()], text[begin.end() : end.start()]]
        at = end.end()
    if not thoughts and (orphan := _ORPHAN_END.search(text)):
        thoughts, at = [text[: orphan.start()]], orphan.end()
    return "\n".join(thoughts).strip(), text[at:].strip("\n")
