"""Parameter values that a person named outright, laid over what was read from the action's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .parameters import validate
from .types import Entry, Match


def renamed(entry: Entry, given: Mapping[str, str]) -> dict[str, str]:
    """The former names among those given, each with the parameter's present name."""
    present = {parameter.name for parameter in entry.parameters}
    former = {name: parameter.name for parameter in entry.parameters for name in parameter.formerly}
    return {name: former[name] for name in given if name in former and name not in present}


def with_given(match: Match, given: Mapping[str, str]) -> Match:
    """`match` with the given values bound, under present or former names; one that is unknown or invalid, or given
    under both, becomes an objection."""
    if not given:
        return match
    known = {parameter.name: parameter for parameter in match.entry.parameters}
    values, objections = dict(match.parameters), list(match.objections)
    former, bound = renamed(match.entry, given), set[str]()
    for said, value in given.items():
        name = former.get(said, said)
        if name not in known:
            objections.append(f"unknown parameter: the entry takes no {said!r}")
            continue
        if name in bound:
            objections.append(f"parameter {name}: it is given twice, {_both(name, former)}")
        bound.add(name)
        try:
            values[name] = validate(known[name], value)
        except ValueError as error:
            objections.append(f"parameter {name}: {error}")
    return replace(
        match,
        parameters=values,
        defaults=tuple(name for name in match.defaults if name not in bound),
        missing=tuple(name for name in match.missing if name not in bound),
        objections=tuple(objections),
    )


def _both(name: str, former: Mapping[str, str]) -> str:
    return f"as {' and '.join(sorted(it for it, now in former.items() if now == name))} too"


def fitting(entry: Entry, values: Mapping[str, str]) -> dict[str, str]:
    """Those of `values` that the entry takes, by their present names."""
    known = {each.name: each for each in entry.parameters}
    former = renamed(entry, values)
    found: dict[str, str] = {}
    for said, value in values.items():
        name = former.get(said, said)
        if said in former and name in values:
            continue
        try:
            found[name] = validate(known[name], value)
        except (KeyError, ValueError):
            continue
    return found
