"""An entry that is served is checked like a draft, by the checkers that can run."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scriptsmith.core.types import Entry, Finding, Match, Script
from scriptsmith.errors import ToolMissing
from scriptsmith.ports import Checker
from scriptsmith.testing.doubles import MemoryCatalogue, StaticChecker

from .kits import ERROR, WARNING, Log, kit

ENTRY = Entry(id="show-disks", title="Show the disks", script=Script(text="#!/usr/bin/env bash\ndf -h\n"))


class Missing:
    """A checker that is not installed."""

    name = "missing"

    async def check(self, script: Script, /) -> Sequence[Finding]:
        raise ToolMissing("it is not installed")


@pytest.mark.parametrize(
    ("checker", "outcome", "checks", "unchecked"),
    [
        (StaticChecker(), "reuse", (), ()),
        (StaticChecker({ENTRY.script.text: (WARNING,)}), "reuse", (WARNING,), ()),
        (StaticChecker({ENTRY.script.text: (ERROR,)}), "risky", (ERROR,), ()),
        (Missing(), "reuse", (), ("missing",)),
    ],
)
async def test_what_is_served_was_looked_at(
    checker: Checker, outcome: str, checks: tuple[Finding, ...], unchecked: tuple[str, ...]
) -> None:
    """Findings are kept with what is settled; an error has a person look, and who could not look is named."""
    log = Log()
    match = Match(entry=ENTRY, confidence=0.99)
    run = await log.forge(kit(catalogue=MemoryCatalogue(answers=[match]), checkers=(checker,)))
    assert run.settled
    assert (run.settled.outcome, run.settled.checks, run.settled.unchecked) == (outcome, checks, unchecked)
