"""Alerts by their names or in free words: which entries look into one, and which may put it right, with its values."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from urllib.parse import urlsplit

from ..core.given_parameters import fitting
from ..core.parameters import validate
from ..core.types import Action, Entry, Match
from .binding import bind

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{5,}")
_LABEL = re.compile(r"\b([A-Za-z_]\w*)\s*[=:]\s*(?:\"([^\"]+)\"|'([^']+)'|([^\s,;{}\"']+))")
_HOLE = re.compile(r"\{(\w+)(?::(host|port))?\}")
LIKELY = 0.9
"""How sure an entry of the table is taken to be: it is offered, and never served unasked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertAnswer:
    """An entry by its id, the values that it gets, and whether it only looks. In values `{label}` stands for a label,
    and `{label:host}` and `{label:port}` for that part of the address that it is."""

    entry: str
    values: tuple[tuple[str, str], ...] = ()
    looks: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """Alerts that ask for the same: `names`, how one is `told` in free words, and what answers it, looks first."""

    names: tuple[str, ...]
    told: tuple[str, ...]
    answers: tuple[AlertAnswer, ...]


@cache
def alerts() -> tuple[Alert, ...]:
    """All that is known."""
    found: list[Alert] = []
    for file in sorted(files("scriptsmith.alerts").iterdir(), key=lambda it: it.name):
        if file.name.endswith(".toml"):
            for block in tomllib.loads(file.read_text(encoding="utf-8"))["alert"]:
                answers = [_answer(text, looks=True) for text in block["looks"]]
                answers += [_answer(text, looks=False) for text in block.get("deeds", ())]
                found.append(Alert(names=tuple(block["names"]), told=tuple(block["told"]), answers=tuple(answers)))
    return tuple(found)


@cache
def table() -> Mapping[str, tuple[AlertAnswer, ...]]:
    """The answers to each alert, by its name in small letters: what looks first."""
    return {name.lower(): it.answers for it in alerts() for name in it.names}


def _answer(text: str, *, looks: bool) -> AlertAnswer:
    entry, *values = text.split()
    pairs = (value.partition("=") for value in values)
    return AlertAnswer(entry=entry, values=tuple((name, value) for name, _, value in pairs), looks=looks)


def labels() -> frozenset[str]:
    """Every label that some answer takes a value from."""
    return frozenset(
        hole
        for answers in table().values()
        for each in answers
        for _, text in each.values
        for hole, _ in _HOLE.findall(text)
    )


def answers_to(action: Action) -> Sequence[AlertAnswer]:
    """The answers to the alert that the action names, none when it names none that is known."""
    for found in _NAME.finditer(action.text):
        if found[0].lower() in table():
            return table()[found[0].lower()]
    return ()


def from_labels(answer: AlertAnswer, entry: Entry, labels: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The values that labels give the entry of an alert, and a sentence for each label that cannot be used.

    A value goes where the table says and nowhere else: that a label is named like a parameter does not mean the same.
    """
    known = {each.name: each for each in entry.parameters}
    values: dict[str, str] = {}
    problems: list[str] = []
    for name, pattern in answer.values:
        holes = [hole for hole, _ in _HOLE.findall(pattern)]
        if name not in known or not all(_filling(hole, labels) for hole in _HOLE.finditer(pattern)):
            continue
        value = _HOLE.sub(lambda hole: _filling(hole, labels), pattern)
        try:
            if known[name].type == "path" and not value.startswith("/"):
                raise ValueError(f"{name} is a path from the root, not {value!r}")
            values[name] = validate(known[name], value)
        except ValueError as error:
            problems.append(f"the label {', '.join(holes)} is not used: {error}")
    return values, problems


def _filling(hole: re.Match[str], labels: Mapping[str, str]) -> str:
    """What stands in the place of a hole; empty where the label is not there, or is no address with that part."""
    value = labels.get(hole[1], "")
    if not hole[2]:
        return value
    try:
        parts = urlsplit(value if "://" in value else f"//{value}")
        return (parts.hostname or "") if hole[2] == "host" else str(parts.port or "")
    except ValueError:
        return ""


def as_match(answer: AlertAnswer, entry: Entry, action: Action, *, told: bool = False) -> Match:
    """The entry as a match that is offered, with the labels of the alert as values of its parameters.

    Labels are those given outright and those in the text (`mountpoint="/var"`); a value that does not fit is left out.
    What no label gives is read from the words where these tell the alert (`told`), and do not only name it.
    """
    labels = {name: next(filter(None, values)) for name, *values in _LABEL.findall(action.text)} | dict(action.given)
    known = {each.name: each for each in entry.parameters}
    words: dict[str, str] = {}
    if told:
        bound = bind(entry.parameters, action.text)
        wanted = {name for name, _ in answer.values} | {name for name, each in known.items() if each.required}
        words = {name: value for name, value in bound.values.items() if name in wanted and name not in bound.defaults}
    values = words | from_labels(answer, entry, labels)[0] | fitting(entry, action.given)
    defaults = {
        name: each.default
        for name, each in known.items()
        if each.default is not None and not each.required and name not in values
    }
    missing = tuple(name for name, each in known.items() if each.required and name not in values)
    said = "it only looks into the alert" if answer.looks else "it changes something: look into the alert first"
    return Match(
        entry=entry,
        confidence=LIKELY,
        parameters=values | defaults,
        defaults=tuple(defaults),
        missing=missing,
        objections=(f"alert: {said}",),
        parts={"phrase": 1.0, "meaning": 1.0},
    )


def without_labels(action: Action) -> Action:
    """The action without those of its given values that are labels of an alert only."""
    return replace(action, given={name: value for name, value in action.given.items() if name not in labels()})
