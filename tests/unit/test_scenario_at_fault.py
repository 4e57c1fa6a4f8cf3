"""A scenario that is held to be at fault is written anew, once, and what it showed stands where none can be made."""

from __future__ import annotations

import json
from dataclasses import replace

from scriptsmith.core.effects import DANGER
from scriptsmith.core.rehearsal import Rehearsal
from scriptsmith.core.scenario import Assertion, Scenario
from scriptsmith.core.types import Action, Call, Finding, Opinion, Script, Severity, Verdict
from scriptsmith.drafting import feedback
from scriptsmith.ports import Rehearse
from scriptsmith.testing.doubles import ScriptedModel

from .kits import FINE, GOOD, YES, Log, block, kit, policy, settled, wrong

FIRST = Scenario(
    situation="Wool lies in /srv/wool.", assertions=(Assertion(says="it is red", test="false"),), proven=True
)
NO = Opinion(assessor="rehearsal", verdict=Verdict.NO, reason="run in a sandbox; it is red fails")
YES_BY_BOX = replace(NO, verdict=Verdict.YES, reason="run in a sandbox; all hold")
AT_FAULT = json.dumps(json.loads(FINE) | {"scenario_at_fault": "nobody asked for red wool"})


def model(explanation: str, **more: str) -> ScriptedModel:
    said = {"draft": block(GOOD), "describe": "It knits.", "similarity": YES, "difference": YES, "explain": explanation}
    return ScriptedModel(said | more)


def rehearsals(*answers: tuple[Opinion | None, Scenario | None]) -> tuple[Rehearse, list[Scenario | None]]:
    """A step that answers in turn, and the scenarios that it was given."""
    given: list[Scenario | None] = []

    async def rehearse(
        action: Action, script: Script, scenario: Scenario | None
    ) -> tuple[Rehearsal, Scenario | None, tuple[Call, ...]]:
        opinion, told = answers[len(given)]
        given.append(scenario)
        problem = "" if opinion else "no scenario: it proves nothing"
        return Rehearsal(opinion=opinion, problem=problem, failed=("it is red",) if opinion is NO else ()), told, ()

    return rehearse, given


async def test_a_scenario_at_fault_is_written_anew() -> None:
    """The explainer's reason goes to whoever writes the next one, and the draft is rehearsed in that, not rewritten."""
    second = replace(FIRST, refuted="nobody asked for red wool")
    step, given = rehearsals((NO, FIRST), (YES_BY_BOX, second))
    log, asked = Log(), model(AT_FAULT)
    run = await log.forge(kit(asked, rehearse=step, policy=policy(can_rehearse=True)))
    assert settled(run) == ("verified", GOOD)
    assert log.kinds.count("drafted") == 1
    assert given[1] is not None
    assert given[1].to_rewrite
    assert given[1].refuted == "nobody asked for red wool"
    explaining = next(prompt for prompt in asked.asked if prompt.name == "explain")
    assert "Wool lies in /srv/wool." in explaining.text


async def test_what_a_refuted_scenario_showed_stands_where_no_other_can_be_made() -> None:
    """An explainer alone never lifts what execution said: without another scenario a person decides."""
    step, given = rehearsals((NO, FIRST), (None, Scenario(situation="", refuted="nobody asked for red wool")))
    run = await Log().forge(kit(model(AT_FAULT), rehearse=step, policy=policy(can_rehearse=True)))
    assert settled(run)[0] == "disputed"
    assert len(given) == 2
    assert run.best
    assert run.best.rehearsed is Verdict.NO
    assert run.best.rehearsal
    assert "held to be at fault" in run.best.rehearsal.problem


async def test_a_second_scenario_is_not_refuted_again() -> None:
    """Two scenarios that say no make a dispute, whatever the explainer holds."""
    second = replace(FIRST, refuted="nobody asked for red wool")
    step, given = rehearsals((NO, FIRST), (NO, second))
    run = await Log().forge(kit(model(AT_FAULT), rehearse=step, policy=policy(can_rehearse=True)))
    assert settled(run)[0] == "disputed"
    assert len(given) == 2


async def test_a_wrong_script_has_no_scenario_at_fault() -> None:
    """Whoever finds the script wrong cannot blame the scenario as well: the next draft answers it."""
    both = json.dumps(json.loads(wrong("It is green.")) | {"scenario_at_fault": "it is hard"})
    step, given = rehearsals((NO, FIRST), (YES_BY_BOX, FIRST))
    asked = model(both, refine=block(GOOD.replace("wool", "red wool")))
    run = await Log().forge(kit(asked, rehearse=step, policy=policy(can_rehearse=True)))
    assert settled(run)[0] == "verified"
    assert given == [None, FIRST]


async def test_what_policy_asks_a_person_about_is_not_for_the_next_draft() -> None:
    """A deletion that the action wants is a question for a person; what blocks, and what nobody asked for, is to change."""
    step, _ = rehearsals((NO, FIRST))
    log = Log()
    await log.forge(kit(model(FINE), rehearse=step, policy=policy(can_rehearse=True)))
    run = log.run
    assert run.best
    asks = Finding(checker=DANGER, code="SS1050", severity=Severity.WARNING, message="deletes the old wool", line=2)
    blocks = replace(asks, severity=Severity.ERROR, message="deletes everything")
    unasked = replace(asks, checker="unasked", message="stops the spinning wheel")
    told = feedback(replace(run, attempts=(replace(run.best, checks=(asks, blocks, unasked)),)))
    assert "deletes everything" in told
    assert "stops the spinning wheel" in told
    assert "old wool" not in told
