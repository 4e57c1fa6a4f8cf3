"""The numbered rules of the danger analysis, and which of them speak about a program."""

from __future__ import annotations

from functools import cache

from . import (
    boot,
    cloud,
    clusters,
    connections,
    containers,
    databases,
    deletes,
    destroyers,
    devices,
    disks,
    downloads,
    foreign,
    guards,
    leaks,
    losses,
    network,
    packages,
    permissions,
    persistence,
    power,
    processes,
    revocation,
    secrets,
    services,
    stores,
    unseen,
    users,
    verbs,
    versions,
    volumes,
    writes,
)
from .invocation import Invocation
from .rule import Look, Rule
from .targets import targets

_MODULES = (
    deletes,
    losses,
    guards,
    databases,
    stores,
    destroyers,
    writes,
    devices,
    disks,
    volumes,
    permissions,
    processes,
    power,
    boot,
    services,
    containers,
    clusters,
    cloud,
    network,
    users,
    revocation,
    packages,
    versions,
    downloads,
    foreign,
    verbs,
    unseen,
    persistence,
    secrets,
    leaks,
    connections,
)

RULES: tuple[Rule, ...] = tuple(
    sorted(
        {
            id(value): value for module in _MODULES for value in vars(module).values() if isinstance(value, Rule)
        }.values(),
        key=lambda rule: rule.code,
    )
)
NOT_ANALYSED = Rule(
    code="SS1000",
    title="Cannot be analysed",
    why="What nobody can read from the text, nobody can say is safe: a command whose name comes from outside, a "
    "text that is run and not known.",
    instead="write out what is meant, or let a person look at it",
    level="unanalysable",
    bad=('"$CMD" x', "$(cat x)", "${TOOL} --force"),
    good=("ls", "echo '$CMD'", "x=ls; $x"),
)
SCRIPT_RULES: tuple[Rule, ...] = tuple(rule for rule in RULES if rule.around)


_NAMED = {name for rule in RULES for name in rule.programs} | set(revocation.PROGRAMS)


@cache
def _select(name: str, writes: bool) -> tuple[tuple[Rule, Look], ...]:
    return tuple(
        (rule, rule.look)
        for rule in RULES
        if rule.look and (not rule.programs or name in rule.programs or (writes and ">" in rule.programs))
    )


def rules_for(call: Invocation) -> tuple[tuple[Rule, Look], ...]:
    """The rules that speak about a command, in order of their codes, each with its function."""
    return _select(call.name if call.name in _NAMED else "", bool(targets(call)))


def known(name: str) -> bool:
    """Whether a rule speaks about programs of that name."""
    return name in _NAMED
