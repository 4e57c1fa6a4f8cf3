"""What belongs to any careful script, and so is no sign against one that nobody asked it of.

Told by structure, not by example: a step that changes only the state of its own shell, one that says how far the
script is, one that stops it before anything is done, and one that clears away what the script itself made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .phrases import GROUPS
from .steps import Description, Step

_VARIABLE = re.compile(r"\$\{?(\w+)\}?(?:/.*)?")


def essential(steps: Sequence[Step], action: str) -> tuple[Step, ...]:
    """The steps that do what was asked, or should not be there; all of them where nothing else is left.

    A kind of care that `action` (lower case) itself speaks of is no care there, but the deed.
    """
    kinds = [name for name, fact in GROUPS["care"].items() if not fact.asked.search(action)]
    own = _made_here(steps)
    idle, ending = _functions(steps)

    def careful(at: int) -> bool:
        step = steps[at]
        if step.tells("reaches a file") or (at + 1 < len(steps) and steps[at + 1].lead == "then"):
            return False
        if step.lead == "then" or (step.head.tells("speaks") and _says_what_was_asked(step, action)):
            return False
        if any(step.head.tells(kind) for kind in kinds):
            return True
        if step.head.tells("calls a function"):
            return bool(idle & _named(step)) or _named(step) <= {step.head.values[0], "$@"}
        named = _named(step)
        return bool(named) and step.head.tells("clears away") and named <= own

    kept = [not careful(at) for at in range(len(steps))]
    for at, step in enumerate(steps):
        if step.lead == "where" and at and not kept[at - 1] and not steps[at - 1].head.tells("sets a variable"):
            kept[at] = not _only_looks(step)
        if kept[at] and step.head.tells("looks first"):
            end = _end_of_guard(steps, at, kept, ending)
            kept[at:end] = [False] * (end - at)
    left = [step for step, keep in zip(steps, kept, strict=True) if keep]
    if not left:
        return tuple(steps)
    if left[0].lead in ("then", "and then", "inside"):
        left[0] = left[0]._replace(lead="")
    return tuple(left)


def without_care(description: str, steps: Sequence[Step], action: str) -> tuple[str, tuple[Step, ...]]:
    """The description and its steps without what `essential` leaves out."""
    left = essential(steps, action)
    if len(left) == len(steps):
        return description, tuple(steps)
    return Description.of(left), left


def _says_what_was_asked(step: Step, action: str) -> bool:
    """Whether a step prints a text that the action names, or nothing but one of the things it is run for."""
    values = [value.strip().lower() for clause in step.clauses[1:] for value in clause.values]
    if step.lead == "for each" and all(value == "{}" or _VARIABLE.fullmatch(value) for value in values):
        return True
    return any(len(value) > 2 and value in action for value in values)


def _only_looks(step: Step) -> bool:
    """Whether a step changes nothing, as far as its words go."""
    changes = any(step.tells(name) for name in GROUPS["change"])
    return not changes and not step.tells("unknown program") and not step.tells("reaches a file")


def _end_of_guard(steps: Sequence[Step], at: int, kept: Sequence[bool], ending: frozenset[str]) -> int:
    """Behind the step that ends the script, in a part that only looks, says so and stops; `at` if it is none."""
    conditional = False
    for end in range(at + 1, len(steps)):
        step = steps[end]
        if step.lead in ("if that succeeds", "if that fails"):
            conditional = True
        elif step.lead != "where" and not conditional:
            return at
        if conditional and (step.head.tells("stops the script") or ending & _named(step)):
            return end + 1
        if kept[end] and step.lead != "where":
            return at
    return at


def _made_here(steps: Sequence[Step]) -> frozenset[str]:
    """The variables that name a temporary file or directory which the script itself makes."""
    return frozenset(
        value
        for step, inner in pairwise(steps)
        if inner.lead == "where" and inner.head.tells("makes something temporary")
        for value in (_assigned(step),)
        if value
    )


def _assigned(step: Step) -> str:
    """The variable that a step sets, or an empty string."""
    values = [value for clause in step.clauses for value in clause.values]
    return values[0].partition("=")[0] if step.head.tells("sets a variable") and values else ""


def _named(step: Step) -> frozenset[str]:
    """The values of a step; a path in a variable counts as the variable."""
    values = [value for clause in step.clauses for value in clause.values]
    return frozenset(match[1] if (match := _VARIABLE.fullmatch(value)) else value for value in values)


def _functions(steps: Sequence[Step]) -> tuple[frozenset[str], frozenset[str]]:
    """The functions that begin by saying something or ending the script; and those of them that end it."""
    idle, ending = set(), set()
    for at, step in enumerate(steps):
        body = steps[at + 1 : at + 3]
        if step.head.tells("defines a function") and body and body[0].lead == "inside":
            first, *rest = (it.head for it in body)
            if first.tells("speaks") or first.tells("stops the script"):
                idle.add(step.head.values[0])
            if first.tells("stops the script") or (
                first.tells("speaks") and rest and rest[0].tells("stops the script")
            ):
                ending.add(step.head.values[0])
    return frozenset(idle), frozenset(ending)
