"""An offer that the assessors compare with the action: served when both say that it does what was asked."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from scriptsmith.core.events import Event
from scriptsmith.core.flow import Policy
from scriptsmith.core.offers import call_in_words, offers
from scriptsmith.core.run import Run
from scriptsmith.core.types import Action, Entry, Match, Parameter, Risk, Script, Verdict
from scriptsmith.pipeline import forge
from scriptsmith.testing.doubles import MemoryCatalogue, ScriptedModel

from .kits import kit

YES, NO = '{"reason": "r", "verdict": "yes"}', '{"reason": "r", "verdict": "no"}'
UNSURE = '{"reason": "r", "verdict": "unsure"}'
ENTRY = Entry(
    id="restart-thing",
    title="Restart a thing and see that it stays up",
    risk="notable",
    status="verified",
    script=Script(text='#!/usr/bin/env bash\nset -euo pipefail\necho "$@"\n'),
    parameters=(
        Parameter(name="service", type="service", option="--unit", description="the thing", required=True),
        Parameter(name="wait", type="duration", option="--wait", unit="seconds", description="how long", default="5"),
    ),
)
LIKELY = Match(
    entry=ENTRY,
    confidence=0.4,
    parameters={"service": "cart", "wait": "5"},
    defaults=("wait",),
    objections=("unknown quality: the entry does not mention 'pls'",),
)


def forged(match: Match, similarity: str, difference: str, most: str = "notable") -> tuple[Run, ScriptedModel]:
    """What becomes of an action whose nearest entry is `match`, and the model that was asked."""
    model = ScriptedModel({"similarity": [similarity], "difference": [difference]})
    made = kit(model, catalogue=MemoryCatalogue(answers=[match]), policy=Policy(assess_offers=most, can_draft=False))  # type: ignore[arg-type]

    async def emit(event: Event) -> None: ...

    return asyncio.run(forge(Run(action=Action(text="kick the cart pls")), made, emit)), model


def test_what_both_analyses_approve_is_served() -> None:
    run, model = forged(LIKELY, YES, YES)
    assert run.settled is not None
    assert (run.settled.outcome, run.settled.entry) == ("reuse", "restart-thing@1")
    assert "cart" in model.asked[0].text
    assert [it.verdict for it in (run.matches or ())[0].opinions] == [Verdict.YES, Verdict.YES]


@pytest.mark.parametrize(
    ("similarity", "difference"), [(YES, NO), (NO, YES), (YES, UNSURE), (UNSURE, UNSURE), (NO, NO)]
)
def test_what_one_of_them_does_not_approve_is_offered(similarity: str, difference: str) -> None:
    """Two "unsure" are no yes."""
    run, _ = forged(LIKELY, similarity, difference)
    assert run.settled is not None
    assert run.settled.outcome == "no_match"
    assert [it.entry.id for it in offers(run)] == ["restart-thing"]


@pytest.mark.parametrize(
    ("match", "most"),
    [
        (LIKELY, "off"),
        (LIKELY, "safe"),
        (replace(LIKELY, entry=replace(ENTRY, risk="dangerous")), "notable"),
        (replace(LIKELY, entry=replace(ENTRY, risk="unanalysable")), "notable"),
        (replace(LIKELY, missing=("service",)), "notable"),
        (replace(LIKELY, objections=("parameter wait: 'x' is no number",)), "notable"),
        (replace(LIKELY, objections=("alert: it answers DiskFull",)), "notable"),
        (replace(LIKELY, confidence=0.01), "notable"),
    ],
    ids=["off", "changes something", "dangerous", "opaque", "lacks a value", "wrong value", "alert", "far"],
)
def test_nobody_is_asked_where_an_opinion_of_words_cannot_settle_it(match: Match, most: str) -> None:
    run, model = forged(match, YES, YES, most)
    assert run.settled is not None
    assert run.settled.outcome == "no_match"
    assert model.asked == []


@pytest.mark.parametrize("risk", ["safe", "notable"])
def test_an_entry_that_only_looks_needs_less_trust(risk: Risk) -> None:
    run, _ = forged(replace(LIKELY, entry=replace(ENTRY, risk=risk)), YES, YES, "safe")
    assert run.settled is not None
    assert (run.settled.outcome == "reuse") is (risk == "safe")


def test_the_assessor_reads_what_was_said_apart_from_what_was_not() -> None:
    assert call_in_words(LIKELY) == (
        "Restart a thing and see that it stays up. It is called with service = cart. Nobody said otherwise, so wait = 5. "
        "It does nothing else."
    )
