"""How a structured answer is asked for, from the strictest way a server may know down to plain words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import IntEnum
from typing import Any


class OutputMode(IntEnum):
    """Each rung asks less of the server; the prompt itself always says what the answer looks like."""

    SCHEMA = 0
    OBJECT = 1
    PLAIN = 2

    @property
    def below(self) -> OutputMode:
        return OutputMode(min(self + 1, OutputMode.PLAIN))


def fits(text: str, schema: Mapping[str, Any]) -> bool:
    """Whether `text` holds a JSON object with every required key, fenced or not; what it means is read elsewhere."""
    try:
        answer = json.loads(text[text.find("{") : text.rfind("}") + 1])
    except (ValueError, RecursionError):
        return False
    return isinstance(answer, dict) and all(key in answer for key in schema.get("required", ()))


def is_object(text: str) -> bool:
    """Whether `text` is one JSON object and nothing else."""
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
