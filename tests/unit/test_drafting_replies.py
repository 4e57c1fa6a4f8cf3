"""What becomes of a reply: a script, or a failed attempt that says why."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scriptsmith.codesift import UNDESCRIBED, describing, judging
from scriptsmith.core.effects import Execution
from scriptsmith.core.types import Action, Assessment, Script, Verdict
from scriptsmith.drafting import drafting, explaining, refining
from scriptsmith.errors import CutOff, ModelError
from scriptsmith.rehearsing import rehearsing
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox

ACTION = Action(text="show how full each file system is")


async def test_a_reply_without_an_end_is_a_failed_attempt() -> None:
    """What came of it is kept as reasoning, its tokens are on the bill, and the finding says what to do next time."""
    model = ScriptedModel({"draft": CutOff("too long", "df -h; df -h; df", 7, 9)})
    made = await drafting(model)(ACTION, (), 0)
    assert made.script is None
    assert "broke off before its code was complete" in made.findings[0].message
    assert (made.reasoning, made.calls[0].input_tokens, made.calls[0].output_tokens) == ("df -h; df -h; df", 7, 9)


async def test_an_assessor_without_an_end_is_unsure() -> None:
    """Half a description is none, and half a comparison is no opinion: neither ends the run, nor speaks for a script."""
    model = ScriptedModel(
        {"describe": CutOff("too long", "It only prints."), "similarity": CutOff("too long", '{"verdict": "yes"}')}
    )
    told, calls = await describing(model)(Script(text="rm -rf /srv\n"))
    assert told == UNDESCRIBED
    assert len(calls) == 1
    assessment, calls = await judging(model)(ACTION, told)
    assert assessment.opinions[0].verdict is Verdict.UNSURE
    assert assessment.opinions[0].reason == "The reply had no end."
    assert len(calls) == 2


def no_command(box: PlayedBox, argv: Sequence[str]) -> Execution:
    raise AssertionError("nothing is to be run")


async def test_a_scenario_or_an_explanation_without_an_end_says_nothing() -> None:
    """No opinion comes of it, and the run goes on as after any answer that cannot be read."""
    model = ScriptedModel({"scenario": CutOff("too long"), "explain": CutOff("too long", '{"wrong": false')})
    script = Script(text="date\n")
    sandbox = PlayedSandbox(no_command)
    rehearsal, scenario, _ = await rehearsing(model, sandbox)(ACTION, script, None)
    assert sandbox.boxes == []
    assert (rehearsal.opinion, rehearsal.problem, scenario) == (None, "no scenario: the reply had no end", None)
    assessment = Assessment(functionality="x", opinions=(), verdict=Verdict.UNSURE)
    explanation, calls = await explaining(model)(ACTION, script, assessment)
    assert explanation.wrong
    assert len(calls) == 1


async def test_any_other_failure_of_a_model_is_no_attempt() -> None:
    with pytest.raises(ModelError):
        await refining(ScriptedModel({"refine": ModelError("gone")}))(ACTION, None, "- again")
