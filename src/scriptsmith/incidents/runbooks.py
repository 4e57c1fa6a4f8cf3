"""Runbooks in Markdown: the one that an alert names, what it says under mitigation, and the actions that it lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import unquote, urlsplit

from .model import Incident

MOST = 8
"""How many list items of a runbook are looked for in the catalogue."""
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*")
_ITEM = re.compile(r"\s{0,3}(?:[-*+]|[0-9]{1,3}[.)])\s+(.*)")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MITIGATION = ("mitigation", "resolution", "remediation", "fix", "solution", "action", "recovery")
_DIAGNOSIS = ("diagnosis", "investigation", "troubleshooting", "verification", "check")


@dataclass(frozen=True, slots=True, kw_only=True)
class Runbook:
    """A runbook by its name: its text under mitigation, and what it lists there and under diagnosis."""

    name: str
    mitigation: str = ""
    items: tuple[str, ...] = ()


class Runbooks(Protocol):
    """A folder of runbooks that a user names. Raises `StorageError` when it cannot be read."""

    async def find(self, names: Sequence[str], /) -> Runbook | None:
        """The runbook of the first of `names` that there is one for, in any case."""
        ...


def names_of(incident: Incident) -> tuple[str, ...]:
    """The names that the runbook of an incident may have: the last part of its `runbook_url`, then the alert's name."""
    url = incident.annotations.get("runbook_url") or incident.annotations.get("runbook", "")
    try:
        last = unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2]
    except ValueError:
        last = ""
    return tuple(name for name in (last.removesuffix(".md").removesuffix(".html"), incident.name) if name)


def read(name: str, text: str) -> Runbook:
    """What a runbook says."""
    mitigation: list[str] = []
    found: dict[str, list[str]] = {"diagnosis": [], "mitigation": []}
    for part, line, code in _lines(text):
        if part == "mitigation":
            mitigation.append(line)
        item = _ITEM.fullmatch(line) if part and not code else None
        if item and 8 <= len(told := plain(item[1])) <= 300:
            found[part].append(told)
    items = dict.fromkeys((*found["diagnosis"], *found["mitigation"]))
    return Runbook(name=name, mitigation="\n".join(mitigation).strip()[:4000], items=tuple(items)[:MOST])


def _lines(text: str) -> Iterator[tuple[str, str, bool]]:
    """Every line: the part that it stands in (`diagnosis`, `mitigation` or none), its text, and whether it is code."""
    part, depth, fenced = "", 7, False
    for line in text.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            yield part, line, True
            continue
        heading = None if fenced else _HEADING.fullmatch(line)
        if heading is None:
            yield part, line, fenced
        elif not part or len(heading[1]) <= depth:
            part, depth = _part(heading[2]), len(heading[1])


def _part(heading: str) -> str:
    words = heading.lower()
    if any(word in words for word in _MITIGATION):
        return "mitigation"
    return "diagnosis" if any(word in words for word in _DIAGNOSIS) else ""


def plain(markdown: str) -> str:
    """One line of Markdown as text."""
    return " ".join(re.sub(r"[`*]{1,3}(?=\S)|(?<=\S)[`*]{1,3}", "", _LINK.sub(r"\1", markdown)).split()).rstrip(".:")
