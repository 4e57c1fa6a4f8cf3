"""Prompt injection: text in a script, an action or its context that speaks to whoever reads or judges it.

Such text is a finding, so that no opinion of a model lifts the verdict, and models are not shown it: neither comments,
nor what a script prints, nor what the detection takes for an order.
"""

from __future__ import annotations

from ..bash.tokens import tokens
from ..core.effects import ADDRESSED
from ..core.types import SHELL_TARGETS, Action, Finding, Script, Severity
from .detect import speaks_to_reader
from .reader_view import shown_action, shown_script, without_orders
from .switches import playbook_speaks_to_reader

__all__ = ["CODE", "addressed", "shown_action", "shown_script", "speaks_to_reader", "without_orders"]

CODE = "SS0015"
_SCRIPT = "this text speaks to whoever reads or judges the script; no opinion on it counts without a person"


def addressed(action: Action, script: Script) -> tuple[Finding, ...]:
    """One finding where the script speaks to its reader, at the first such place, and one where the action or its
    context does."""
    found: list[Finding] = []
    if (line := _line_of(script)) is not None:
        found.append(_finding(_SCRIPT, line))
    for what, text in (("the action", action.text), ("the context of the action", action.context)):
        if text and speaks_to_reader(text):
            found.append(_finding(f"{what} speaks to whoever reads or judges the script, and that part is left out", 1))
    return tuple(found)


def _finding(message: str, line: int) -> Finding:
    return Finding(checker=ADDRESSED, code=CODE, severity=Severity.WARNING, message=message, line=line)


def _line_of(script: Script) -> int | None:
    """The line of the first text that speaks to its reader; the first line where several texts together do."""
    text = script.text
    if script.target not in SHELL_TARGETS:
        return 1 if playbook_speaks_to_reader(text) else None
    spoken: list[str] = []
    comments: list[str] = []
    for token in tokens(text):
        if token.kind in ("blank", "operator", "keyword", "arithmetic"):
            continue
        said = text[token.start : token.end]
        if len(said) > 5 and speaks_to_reader(said):
            return text.count("\n", 0, token.start) + 1
        if token.kind in ("comment", "string", "here-document", "name", "word"):
            (comments if token.kind == "comment" else spoken).append(said.strip("'\"\n"))
    together = ("\n".join(comments), " ".join(comments), " ".join(spoken))
    return 1 if any(speaks_to_reader(each) for each in together) else None
