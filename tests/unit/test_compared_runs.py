"""Runs of which the drafts are compared: what is asked, what is chosen, and what a crash leaves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scriptsmith.core.comparison import ComparedDraft
from scriptsmith.core.types import Action, Script
from scriptsmith.testing.doubles import ScriptedModel, StaticChecker

from .kits import BROKEN, ERROR, GOOD, OTHER, UNQUOTED, YES, Log, block, kit, policy, settled

RULES = policy(samples=4, can_compare=True)
DRAFTS = [block(OTHER), block(GOOD), block(BROKEN), block(UNQUOTED)]


class Grouped:
    """A step that puts the first and the last draft into one group; `seen` are the drafts that it was given."""

    def __init__(self) -> None:
        self.seen: list[Sequence[Script | None]] = []

    async def __call__(self, action: Action, scripts: Sequence[Script | None]) -> tuple[ComparedDraft, ...]:
        self.seen.append(scripts)
        pair = ComparedDraft(group=1, size=2, of=len(scripts), basis="run")
        lone = ComparedDraft(group=2, size=1, of=len(scripts), basis="run")
        return (pair, *(lone for _ in scripts[2:]), pair)


async def test_without_an_assessor_the_first_draft_stands() -> None:
    """All drafts are drawn and checked, then compared once; as no group has most of them, the first is settled on."""
    model = ScriptedModel({"draft": DRAFTS})
    compare, log = Grouped(), Log()
    checker = StaticChecker({BROKEN: [ERROR]})
    numbers = kit(None, checkers=(checker,), policy=RULES, compare=compare, draft=kit(model).draft)
    run = await log.forge(numbers)
    assert log.kinds == ["retrieved", *["drafted", "checked"] * 4, "compared", "settled"]
    assert settled(run) == ("unsure", OTHER)
    (seen,) = compare.seen
    assert [each.text if each else None for each in seen] == [OTHER, GOOD, None, UNQUOTED]


async def test_only_the_draft_that_stands_for_the_others_is_assessed() -> None:
    """Of four drafts one is described and assessed: three model calls in place of twelve."""
    model = ScriptedModel({"draft": DRAFTS, "describe": "It knits.", "similarity": YES, "difference": YES})
    log = Log()
    run = await log.forge(kit(model, checkers=(StaticChecker({BROKEN: [ERROR]}),), policy=RULES, compare=Grouped()))
    assert settled(run) == ("verified", OTHER)
    assert [prompt.name for prompt in model.asked].count("describe") == 1
    assert log.kinds[-3:] == ["compared", "assessed", "settled"]


async def test_switched_off_nothing_is_compared() -> None:
    """Without the policy, or without a step that compares, each draft is assessed as it comes."""
    for more in ({"compare": Grouped(), "policy": policy(samples=2)}, {"policy": policy(samples=2, can_compare=True)}):
        model = ScriptedModel({"draft": DRAFTS[:2], "describe": "It knits.", "similarity": YES, "difference": YES})
        log = Log()
        await log.forge(kit(model, **more))
        assert log.kinds == ["retrieved", *["drafted", "checked", "assessed"] * 2, "settled"]


class Stop(Exception):
    """The process is gone."""


@pytest.mark.parametrize("last", range(1, 12))
async def test_a_crash_around_the_comparison_loses_no_draft(last: int) -> None:
    """Ended after any event, a run goes on to the same end, and no draft is drawn or compared twice."""

    class Crashing(Log):
        async def __call__(self, event: object) -> None:
            if len(self.events) >= last:
                raise Stop
            await super().__call__(event)  # type: ignore[arg-type]

    script = {"draft": DRAFTS, "describe": "It knits.", "similarity": YES, "difference": YES}
    checker = StaticChecker({BROKEN: [ERROR]})
    log = Crashing()
    with pytest.raises(Stop):
        await log.forge(kit(ScriptedModel(script), checkers=(checker,), policy=RULES, compare=Grouped()))
    rest = {**script, "draft": DRAFTS[sum(kind == "drafted" for kind in log.kinds) :]}
    resumed = Log(*log.events)
    run = await resumed.forge(kit(ScriptedModel(rest), checkers=(checker,), policy=RULES, compare=Grouped()))
    assert settled(run) == ("verified", OTHER)
    assert resumed.kinds == ["retrieved", *["drafted", "checked"] * 4, "compared", "assessed", "settled"]
