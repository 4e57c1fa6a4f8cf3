"""The assessor that is shown the script beside the action: what it adds to the opinions on the description."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from scriptsmith.codesift import direct
from scriptsmith.core.attempts import Attempt
from scriptsmith.core.types import Action, Script, Verdict
from scriptsmith.errors import ModelError
from scriptsmith.ports import Prompt
from scriptsmith.settings import load
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.wiring import build

from .kits import ACTION, GOOD, NO, YES, Log, block, kit, policy, settled


def with_direct(assessor: ScriptedModel, **more: Any) -> Any:
    """A kit whose assessor is also shown the script."""
    return kit(ScriptedModel({"draft": block(GOOD)}), assessor, direct=direct(assessor), **more)


async def test_it_is_shown_action_and_script_and_nothing_else() -> None:
    """Both stand in its question; the description, which may hide what is wrong, does not."""
    assessor = ScriptedModel({"describe": "It prints a word."})
    await Log().forge(with_direct(assessor))
    (asked,) = [prompt for prompt in assessor.asked if prompt.name == "direct"]
    assert ACTION.text in asked.text
    assert GOOD.strip() in asked.text
    assert "It prints a word." not in asked.text


@pytest.mark.parametrize(
    ("described", "direct", "outcome"),
    [
        (YES, "yes", "verified"),
        (YES, "That depends.", "verified"),
        (YES, "no", "unsure"),
        (NO, "Yes.", "unsure"),
        (NO, "**No**", "incorrect"),
    ],
)
async def test_its_opinion_counts_as_much_as_the_others(described: str, direct: str, outcome: str) -> None:
    """It alone makes no yes of a no, and its no keeps a script from being verified."""
    assessor = ScriptedModel({"similarity": described, "difference": described, "direct": direct})
    run = await Log().forge(with_direct(assessor, policy=policy(max_refinements=0)))
    assert settled(run) == (outcome, GOOD)
    assert run.best
    assert run.best.assessment
    assert [each.assessor for each in run.best.assessment.opinions] == ["similarity", "difference", "direct"]


async def test_all_three_are_asked_at_the_same_time() -> None:
    """Each question is open while the others are: a third opinion takes no longer than two."""
    barrier = asyncio.Barrier(3)

    async def meet(prompt: Prompt) -> None:
        if prompt.name in ("similarity", "difference", "direct"):
            await barrier.wait()

    async with asyncio.timeout(10):
        run = await Log().forge(with_direct(ScriptedModel(before=meet)))
    assert settled(run)[0] == "verified"


async def test_when_it_fails_the_step_fails_as_with_any_other() -> None:
    """An assessor that cannot be reached is an error of the step, which can be done again; no opinion is made up."""
    with pytest.raises(ModelError, match="gone"):
        await Log().forge(with_direct(ScriptedModel({"direct": ModelError("gone")})))


async def test_a_reply_without_a_verdict_is_no_consent() -> None:
    """Prose is unsure, as it is of the other assessors."""
    opinion, _ = await direct(ScriptedModel({"direct": "Looks fine to me!"}))(ACTION, Script(text=GOOD))
    assert opinion.verdict is Verdict.UNSURE


@pytest.mark.parametrize(
    ("model", "setting", "on"),
    [
        ("llamacpp:reader", "auto", True),
        ("openai-compatible:reader", "auto", False),
        ("openai-compatible:reader", "always", True),
        ("llamacpp:reader", "never", False),
    ],
)
async def test_the_setting_switches_it_on(model: str, setting: str, on: bool) -> None:
    """`assess.direct` decides whether the assessor is asked; by itself, where its server tells how sure it is."""
    chosen = {"models.assessor.model": model, "assess.direct": setting}
    environ = {"HOME": "/nowhere", "SCRIPTSMITH_MODELS__ASSESSOR__BASE_URL": "http://127.0.0.1:9/v1"}
    async with build(load(environ, chosen), environ) as app:
        assert (app.kit().direct is not None) is on


async def test_a_script_that_somebody_brings_is_not_tried() -> None:
    """`assess` promises to run nothing: of the opinions beside the model's only those that read are formed."""
    environ = {"HOME": "/nowhere"}
    chosen = {"models.assessor.model": "llamacpp:reader"}
    async with build(load(environ, chosen), environ) as app:
        made = app.assessing()
    assert made.beside
    attempt = Attempt(script=Script(text="date\n"), checks=())
    assert [each.assessor for each in await made.beside(Action(text="print the date"), attempt)] == ["static"]
