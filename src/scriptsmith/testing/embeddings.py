"""What the pretended provider answers at `/v1/embeddings`."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import replace

from .answers import PlayedAnswer, RecordedRequest

DIMENSION = 8


def embeddings(request: RecordedRequest, answer: PlayedAnswer) -> PlayedAnswer:
    """`answer` with vectors for the texts of `request` in the place of a chat's reply; faults stay as they are.

    The vectors are not of unit length and come last text first, as the protocol allows. The reply is as much longer as
    `answer.text` is long. No texts, an empty text or anything else is refused, as OpenAI does.
    """
    if answer.raw is not None or answer.status >= 400:
        return answer
    given = request.body.get("input")
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text for text in texts):
        return PlayedAnswer(status=400, error="'input' is a text or a list of texts, none of them empty")
    dimension = int(request.body.get("dimensions") or DIMENSION)
    data = [
        {"object": "embedding", "index": index, "embedding": vector(text, dimension)}
        for index, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": answer.input_tokens, "total_tokens": answer.input_tokens}
    reply = {"object": "list", "data": data[::-1], "model": request.model, "usage": usage}
    return replace(answer, raw=json.dumps(reply).encode() + b" " * len(answer.text))


def vector(text: str, dimension: int = DIMENSION) -> Sequence[float]:
    """The same for the same text each time, and near for texts that share words."""
    sums = [0.0] * dimension
    for word in re.findall(r"\w+", text.lower()) or [text]:
        for place in range(dimension):
            sums[place] += hashlib.sha256(f"{word} {place}".encode()).digest()[0] / 128 - 0.99
    return sums
