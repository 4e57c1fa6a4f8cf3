"""What a model suggests for an incident: read as a list and nothing else, since what it was shown may hold orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ..core.thoughts import split_thoughts
from ..core.verdicts import objects

MOST_SUGGESTED = 5
_LONGEST = 300
_REASON = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """One action: an entry that was offered, by its id, or `text`, a new one in words. `reason` is the model's."""

    entry: str = ""
    text: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestions:
    """What a model answered about an incident; `problem` says why it is nothing, or not all of it. With `again` it is
    asked once more."""

    model: str
    actions: tuple[Suggestion, ...] = ()
    problem: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """Where the question about an incident stands that no model has answered: to be asked, asked `seconds` ago, or left
    out because the incident came more than an hour ago."""

    standing: Literal["due", "asked", "late"]
    seconds: float = 0.0


class SuggestionStore(Protocol):
    """Which incidents a model is asked about, and what it answered: once for each."""

    async def claim(self, *, lease: float, most: int) -> str | None:
        """Take the newest incident of the last hour that nobody was asked about, or that is to be asked about again;
        None where there is none. No more than `most` are taken within the hour. After `lease` seconds without an answer
        somebody else may take it."""
        ...

    async def answered(self, incident: str, suggestions: Suggestions, /, *, again: float | None = None) -> None:
        """Keep the answer; the incident may be taken again after `again` seconds, or never."""
        ...

    async def of(self, incident: str, /) -> Suggestions | None:
        """The answer about an incident, where there is one."""
        ...

    async def unanswered(self, incident: str, /) -> OpenQuestion:
        """Where the question about an incident stands for which `of` has no answer."""
        ...


def schema(offered: Sequence[str]) -> Mapping[str, Any]:
    """The JSON schema of an answer, where these entries are offered."""
    action = {
        "type": "object",
        "properties": {
            "reason": {"type": "string"},
            "entry": {"type": "string", "enum": [*offered, ""]},
            "new_action": {"type": "string"},
        },
        "required": ["reason", "entry", "new_action"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"actions": {"type": "array", "items": action, "maxItems": MOST_SUGGESTED}},
        "required": ["actions"],
        "additionalProperties": False,
    }


def suggested(answer: str, offered: Sequence[str]) -> tuple[tuple[Suggestion, ...], int]:
    """The actions of an answer, each once, and how many were dropped: those that name an entry that was not offered,
    or are no action in one line. Raises ValueError where the answer is no list of actions."""
    _, said = split_thoughts(answer)
    found, _, _ = objects(said or "", "actions")
    listed = found[-1]["actions"] if found else None
    if not isinstance(listed, list):
        raise ValueError("its answer is no list of actions")
    read = [_read(each, offered) for each in listed]
    kept: dict[tuple[str, str], Suggestion] = {}
    for one in read:
        if one:
            kept.setdefault((one.entry, one.text.casefold()), one)
    return tuple(kept.values())[:MOST_SUGGESTED], read.count(None)


def _read(item: object, offered: Sequence[str]) -> Suggestion | None:
    told = item if isinstance(item, dict) else {}
    entry, text, reason = (_line(told.get(name)) for name in ("entry", "new_action", "reason"))
    reason = reason if len(reason) <= _REASON else f"{reason[: _REASON - 1]}…"
    if entry:
        return Suggestion(entry=entry, reason=reason) if entry in offered else None
    return Suggestion(text=text, reason=reason) if 3 <= len(text) <= _LONGEST else None


def _line(value: object) -> str:
    """A text in one line; empty where it is none, or holds what cannot be seen."""
    line = " ".join(value.split()) if isinstance(value, str) else ""
    return line if line.isprintable() else ""
