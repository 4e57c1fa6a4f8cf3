"""Parameter values that a person named outright, laid over what was read from the action's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .parameters import validate
from .types import Entry, Match


def with_given(match: Match, given: Mapping[str, str]) -> Match:
    """`match` with the given values bound; one that is unknown or invalid becomes an objection."""
    if not given:
        return match
    known = {parameter.name: parameter for parameter in match.entry.parameters}
    values, objections = dict(match.parameters), list(match.objections)
    for name, value in given.items():
        if name not in known:
            objections.append(f"unknown parameter: the entry takes no {name!r}")
            continue
        try:
            values[name] = validate(known[name], value)
        except ValueError as error:
            objections.append(f"parameter {name}: {error}")
    return replace(
        match,
        parameters=values,
        defaults=tuple(name for name in match.defaults if name not in given),
        missing=tuple(name for name in match.missing if name not in given),
        objections=tuple(objections),
    )


def fitting(entry: Entry, values: Mapping[str, str]) -> dict[str, str]:
    """Those of `values` that the entry takes."""
    known = {each.name: each for each in entry.parameters}
    found: dict[str, str] = {}
    for name, value in values.items():
        try:
            found[name] = validate(known[name], value)
        except (KeyError, ValueError):
            continue
    return found
