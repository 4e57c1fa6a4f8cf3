"""Changes that a script would make and that no word of the action asks for: found without a model, from the text alone.

A change is asked for when the action names its kind of change for that thing, or for something that it is a normal part
of: a restart stops and starts, what is deployed or configured is written and loaded. What a script makes for itself
(temporary files, copies beside a file, logs) is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..core.effects import UNASKED
from ..core.types import Action, Finding, Severity
from ..interpreter.model import finding_at, in_text_order
from .agreement import is_asked
from .change import ScriptChange
from .request import request_of

__all__ = ["CODE", "unasked"]

CODE = "SS0014"


def unasked(action: Action, changes: Iterable[ScriptChange]) -> tuple[Finding, ...]:
    """Those of a script's changes that the action does not ask for, as warnings in the order of the text."""
    request = request_of(action.text)
    return in_text_order(
        finding_at(
            change.place,
            checker=UNASKED,
            code=CODE,
            severity=Severity.WARNING,
            message=f"it also {change.told}; nothing in the action asks for that",
        )
        for change in changes
        if not is_asked(change, request)
    )
