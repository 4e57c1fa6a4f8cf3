"""What is there and the wrong way round: source and target, the first and the last of an order, a state and another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import name_forms
from .literals import ParsedAction
from .signals import Signals
from .steps import Step, clauses

_LARGE_FIRST = re.compile(r"\b(?:largest|biggest|heaviest|highest|most|newest|latest|descending|greatest|top)\b")
_SMALL_FIRST = re.compile(r"\b(?:smallest|lightest|lowest|least|fewest|oldest|ascending|small)\b")
_REMOVED_FROM = re.compile(
    r"\b(?:remov|delet|strip|eras|drop)\w* (?!(?:all |any |every |the |old |empty )*(?:files?|director\w+|folders?)\b)"
    r"(?:[\w\x01'-]+ ){1,6}from (?:the |file )*\x01"
)
_STATES = (
    ("running", r"running|active\b"),
    ("enabled", r"enabled|starts? at boot"),
    ("failed", r"failed|failing"),
    ("listening", r"listen\w*"),
    ("established", r"established"),
    ("stopped", r"stopped|exited"),
    ("unused", r"unused|dangling"),
)
_STATE = {name: re.compile(rf"\b(?:{words})") for name, words in _STATES}


def turned_signals(found: Signals, asked: ParsedAction, action: str, steps: Sequence[Step]) -> None:
    """Adds whether something of the action is in the script the wrong way round."""
    swapped = _swapped(asked, steps)
    found.add("order turned round", float(bool(swapped)), f"`{swapped}` is the source, and should be the target")
    wanted, told = _direction_asked(action), _direction(steps)
    wrong = wanted is not None and told is not None and wanted != told
    found.add("direction turned round", float(wrong), "its order begins at the other end")
    taken = _part_asked(asked, steps)
    found.add("whole for a part", float(bool(taken)), f"something in `{taken}` was to go, and it deletes all of it")
    states = {name for name, words in _STATE.items() if words.search(action)}
    seen = {name for name, words in _STATE.items() for it in clauses(steps) if words.search(it.template)}
    seen |= {
        name for name, words in _STATE.items() for it in clauses(steps) for value in it.values if words.fullmatch(value)
    }
    apart = bool(states) and bool(seen) and not states & seen
    found.add(
        "states apart", float(apart), f"{', '.join(sorted(states))} was asked for, and it is {', '.join(sorted(seen))}"
    )


def _swapped(asked: ParsedAction, steps: Sequence[Step]) -> str:
    """A target of the action that the script only reads from; empty where there is none."""
    told = [(clause, value) for clause in clauses(steps) for value in clause.values]
    for one in asked.literals:
        if one.role != "target" or not one.firm or " " in one.text:
            continue
        meeting = [it for it, value in told if name_forms.meets(one.text, value) >= 0.7]
        exact = [it for it, value in told if name_forms.exactly(one.text, value)] or meeting
        if exact and all(it.tells("taken from") for it in exact):
            return one.text
    return ""


def _part_asked(asked: ParsedAction, steps: Sequence[Step]) -> str:
    """A file or the like from which something was to be removed, and which is deleted; empty where there is none."""
    if not _REMOVED_FROM.search(asked.bare):
        return ""
    deleted = [value for step in steps if step.head.tells("deleting") for it in step.clauses for value in it.values]
    sources = [it.text for it in asked.literals if it.firm and it.role == "place"]
    return next((one for one in sources for value in deleted if name_forms.exactly(one, value)), "")


def _direction_asked(action: str) -> str | None:
    """Which end of an order an action asks for; None where it speaks of none, or of both."""
    action = re.sub(r"\bto (?:the )?\w+\b|\btop (?=\w+ small)", " ", action)  # "from the greatest to the least"
    large, small = bool(_LARGE_FIRST.search(action)), bool(_SMALL_FIRST.search(action))
    return None if large == small else "large" if large else "small"


def _direction(steps: Sequence[Step]) -> str | None:
    """Which end of the last order the script shows first, or takes; None where it sorts nothing."""
    large: bool | None = None
    for step in steps:
        first = step.tells("largest first")
        keys = [
            value for clause in step.clauses if clause.template == "sorted by the key {}" for value in clause.values
        ]
        if step.head.tells("sorts lines") or first:
            large = first != step.tells("in reverse")
        elif keys and step.head.template == "lists processes":
            large = keys[0].startswith("-")
        elif step.head.template == "prints the last lines" and large is not None and step.lead == "then":
            large = not large
    return None if large is None else "large" if large else "small"
