"""Prompt injection: text in a script, an action or its context that speaks to whoever reads or judges it.

Such text is a finding, so that no opinion of a model lifts the verdict, and models are not shown it: neither comments,
nor what a script prints, nor what the detection takes for an order.
"""

from __future__ import annotations

from ..core.effects import ADDRESSED
from ..core.types import Action, Finding, Severity
from .detect import speaks_to_reader
from .reader_view import shown_action, without_orders

__all__ = ["CODE", "addressed", "shown_action", "speaks_to_reader", "without_orders"]

CODE = "SS0015"
_SCRIPT = "this text speaks to whoever reads or judges the script; no opinion on it counts without a person"


def addressed(action: Action, line: int | None) -> tuple[Finding, ...]:
    """One finding where the script speaks to its reader, at `line`, and one where the action or its context does."""
    found: list[Finding] = []
    if line is not None:
        found.append(_finding(_SCRIPT, line))
    for what, text in (("the action", action.text), ("the context of the action", action.context)):
        if text and speaks_to_reader(text):
            found.append(_finding(f"{what} speaks to whoever reads or judges the script, and that part is left out", 1))
    return tuple(found)


def _finding(message: str, line: int) -> Finding:
    return Finding(checker=ADDRESSED, code=CODE, severity=Severity.WARNING, message=message, line=line)
