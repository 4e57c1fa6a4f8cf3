"""The path from an action to a script, with doubles for models and the real Bash and shellcheck."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from typing import Any

import pytest

from scriptsmith.core.events import Asked, Drafted
from scriptsmith.core.types import Action, Entry, Finding, Match, Parameter, Script
from scriptsmith.errors import Conflict, ModelError, ScriptSmithError, ToolMissing
from scriptsmith.ports import Checker, Prompt
from scriptsmith.samples import SamplePrompt
from scriptsmith.testing.doubles import MemoryCatalogue, ScriptedModel, StaticChecker

from .kits import (
    ACTION,
    BROKEN,
    ERROR,
    FINE,
    GOOD,
    NO,
    OTHER,
    UNQUOTED,
    UNSURE,
    WARNING,
    YES,
    Log,
    block,
    codes,
    kit,
    policy,
    settled,
    wrong,
)

ENTRY = Entry(
    id="show-sheep",
    title="Show the sheep of a meadow",
    script=Script(text="#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\n"),
    parameters=(Parameter(name="meadow", type="path", option="--meadow", required=True),),
)


class Waiting:
    """A checker that finds nothing, but only once `opened` is set."""

    name = "waiting"

    def __init__(self, opened: asyncio.Event) -> None:
        self.opened = opened
        self.stopped = False

    async def check(self, script: Script, /) -> Sequence[Finding]:
        try:
            await self.opened.wait()
        except asyncio.CancelledError:
            self.stopped = True
            raise
        return ()


class Missing:
    """A checker that is not installed."""

    name = "missing"

    async def check(self, script: Script, /) -> Sequence[Finding]:
        raise ToolMissing("it is not installed")


async def test_a_broken_draft_is_refined_and_then_verified() -> None:
    """What Bash says about a broken draft drives the next one, which is checked, assessed and verified."""
    model = ScriptedModel({"draft": block(BROKEN), "refine": block(GOOD)})
    log = Log()
    run = await log.forge(kit(model, real=True))
    assert log.kinds == ["retrieved", "drafted", "checked", "drafted", "checked", "assessed", "settled"]
    assert settled(run) == ("verified", GOOD)
    assert run.attempts[0].blocked
    assert "SS0001" in codes(run.attempts[0].findings)
    refine = next(prompt for prompt in model.asked if prompt.name == "refine")
    assert "syntax error" in refine.text
    assert BROKEN in refine.text


async def test_no_model_is_asked_about_a_script_that_does_not_parse() -> None:
    """A syntax error is proof enough: the assessor never sees the broken draft."""
    model, assessor = ScriptedModel({"draft": block(BROKEN)}), ScriptedModel()
    log = Log()
    run = await log.forge(kit(model, assessor, real=True, policy=policy(max_refinements=0)))
    assert settled(run) == ("incorrect", BROKEN)
    assert assessor.asked == []


async def test_shellcheck_findings_reach_the_next_draft_and_the_better_one_is_kept() -> None:
    """Findings that do not block are told to the refiner, in words, worst first, together with the explanation."""
    model = ScriptedModel(
        {
            "draft": block(UNQUOTED),
            "refine": block(GOOD),
            "difference": [NO, YES],
            "similarity": [NO, YES],
            "explain": wrong("It does not knit.", "rm -f $1"),
        }
    )
    log = Log()
    run = await log.forge(kit(model, real=True))
    refine = next(prompt for prompt in model.asked if prompt.name == "refine").text
    assert refine.count("[SC2086]") == 2
    assert "line 3: " in refine
    assert "It does not knit. The line at fault: rm -f $1 It misbehaves for: two sleeves" in refine
    assert settled(run) == ("verified", GOOD)


async def test_the_describer_never_sees_the_action() -> None:
    """What the script should do is in no prompt that asks what it does, in any round; the judges do see it."""
    action = Action(text="KNIT-A-PULLOVER", context="LIGHTHOUSE", given={"wool": "MERINO"})
    assessor = ScriptedModel({"similarity": [NO, NO, YES], "difference": [NO, NO, YES]})
    model = ScriptedModel({"draft": block(GOOD), "refine": block(OTHER), "explain": wrong("no PULLOVER")})
    await Log(Asked(action=action)).forge(kit(model, assessor))
    described = [prompt for prompt in assessor.asked if prompt.name == "describe"]
    assert len(described) == 3
    for prompt in described:
        assert not any(word in prompt.system + prompt.text for word in ("KNIT", "PULLOVER", "LIGHTHOUSE", "MERINO"))
    assert all("KNIT-A-PULLOVER" in prompt.text for prompt in assessor.asked if prompt.name != "describe")


async def test_the_judges_do_not_see_the_script() -> None:
    """Similarity and difference compare the description with the action; the code itself is not shown to them."""
    assessor = ScriptedModel({"describe": "It prints a word."})
    await Log().forge(kit(ScriptedModel({"draft": block(GOOD)}), assessor))
    judged = [prompt for prompt in assessor.asked if prompt.name in ("similarity", "difference")]
    assert len(judged) == 2
    assert all("It prints a word." in prompt.text and "printf" not in prompt.text for prompt in judged)


async def test_similarity_and_difference_are_asked_at_the_same_time() -> None:
    """Each of both questions is open while the other is: neither could end if they came one after the other."""
    barrier = asyncio.Barrier(2)

    async def meet(prompt: Prompt) -> None:
        if prompt.name in ("similarity", "difference"):
            await barrier.wait()

    async with asyncio.timeout(10):
        run = await Log().forge(kit(ScriptedModel({"draft": block(GOOD)}), ScriptedModel(before=meet)))
    assert settled(run)[0] == "verified"


async def test_the_description_is_made_while_the_checkers_run() -> None:
    """A checker that only ends once the model was asked to describe does end: the two overlap."""
    asked = asyncio.Event()

    async def before(prompt: Prompt) -> None:
        if prompt.name == "describe":
            asked.set()

    with_kit = kit(ScriptedModel({"draft": block(GOOD)}), ScriptedModel(before=before), checkers=(Waiting(asked),))
    async with asyncio.timeout(10):
        log = Log()
        run = await log.forge(with_kit)
    assert settled(run)[0] == "verified"
    assert [getattr(event, "functionality", None) is not None for event in log.events if event.kind == "checked"] == [
        True
    ]


async def test_the_description_waits_for_the_syntax_check() -> None:
    """No question about a script leaves before Bash has said that it parses."""
    syntax = StaticChecker(name="syntax")
    seen: list[int] = []

    async def before(prompt: Prompt) -> None:
        if prompt.name == "describe":
            seen.append(len(syntax.seen))

    await Log().forge(kit(ScriptedModel({"draft": block(GOOD)}), ScriptedModel(before=before), syntax=syntax))
    assert seen == [1]


async def test_a_blocking_finding_ends_the_description() -> None:
    """When a checker blocks the script, the description is neither awaited nor recorded."""
    never = asyncio.Event()

    async def before(prompt: Prompt) -> None:
        if prompt.name == "describe":
            await never.wait()

    log = Log()
    async with asyncio.timeout(10):
        run = await log.forge(
            kit(
                ScriptedModel({"draft": block(GOOD)}),
                ScriptedModel(before=before),
                checkers=(StaticChecker({GOOD: [ERROR]}),),
                policy=policy(max_refinements=0),
            )
        )
    assert settled(run) == ("incorrect", GOOD)
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.parametrize(
    ("syntax", "others", "assessor", "error"),
    [
        (Missing(), (Missing(),), ScriptedModel(), ToolMissing),
        (StaticChecker(), (Missing(),), ScriptedModel({"describe": ModelError("down")}), ScriptSmithError),
        (StaticChecker(), (), ScriptedModel({"describe": ModelError("down")}), ModelError),
        (
            StaticChecker(),
            (),
            ScriptedModel({"similarity": ModelError("a"), "difference": ModelError("b")}),
            ModelError,
        ),
    ],
)
async def test_a_step_that_fails_leaves_nothing_running_and_nothing_unsaid(
    syntax: Checker, others: tuple[Checker, ...], assessor: ScriptedModel, error: type[Exception]
) -> None:
    """One error is raised, no task outlives the step, and no other error is lost for the interpreter to print."""
    lost: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: lost.append(context))
    log = Log()
    with pytest.raises(error):
        await log.forge(kit(ScriptedModel({"draft": block(GOOD)}), assessor, syntax=syntax, checkers=others))
    assert asyncio.all_tasks() == {asyncio.current_task()}
    await asyncio.sleep(0)
    gc.collect()
    assert lost == []
    assert log.kinds[-1] in ("drafted", "checked")


async def test_a_checker_is_stopped_when_the_description_fails() -> None:
    """A checker that still runs when the step fails is stopped, not left behind."""
    waiting = Waiting(asyncio.Event())
    with pytest.raises(ToolMissing):
        await Log().forge(kit(ScriptedModel({"draft": block(GOOD)}), checkers=(waiting, Missing())))
    assert waiting.stopped


async def test_a_judge_that_still_works_is_stopped_when_the_other_fails() -> None:
    """When one of both questions fails the other is not left open behind the caller's back."""
    both = asyncio.Barrier(2)

    async def before(prompt: Prompt) -> None:
        if prompt.name in ("similarity", "difference"):
            await both.wait()
        if prompt.name == "similarity":
            await asyncio.Event().wait()

    assessor = ScriptedModel({"difference": ModelError("down")}, before=before)
    async with asyncio.timeout(10):
        with pytest.raises(ModelError, match="down"):
            await Log().forge(kit(ScriptedModel({"draft": block(GOOD)}), assessor))
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.parametrize("fails_at", ["draft", "describe", "similarity", "difference", "explain", "refine"])
async def test_after_a_failing_model_nothing_is_repeated(fails_at: str) -> None:
    """A run whose model fails at any question goes on later: what was recorded is neither asked nor done again."""
    answers = {
        "draft": block(UNQUOTED),
        "refine": block(GOOD),
        "similarity": [NO, YES],
        "difference": [NO, YES],
        "explain": wrong("It does not knit."),
    }
    undisturbed, other = ScriptedModel(answers), Log()
    whole = await other.forge(kit(undisturbed))

    log, failing = Log(), ScriptedModel({**answers, fails_at: ModelError("down")})
    with pytest.raises(ModelError, match="down"):
        await log.forge(kit(failing))
    recorded = list(log.events)
    paid = [call.prompt for event in recorded for call in getattr(event, "calls", ())]
    assert fails_at not in paid

    left = {name: said[paid.count(name) :] if isinstance(said, list) else said for name, said in answers.items()}
    later = ScriptedModel(left)
    run = await log.forge(kit(later))
    assert log.events[: len(recorded)] == recorded
    assert log.kinds == other.kinds
    assert sorted(paid + later.names) == sorted(undisturbed.names)
    assert settled(run) == settled(whole) == ("verified", GOOD)


async def test_a_step_that_is_not_recorded_does_not_count() -> None:
    """When somebody else recorded the step first, forging stops there, before the next one."""
    model = ScriptedModel({"draft": block(GOOD)})

    async def taken(event: object) -> None:
        if isinstance(event, Drafted):
            raise Conflict("number 3 is taken")

    from scriptsmith.pipeline import forge

    with pytest.raises(Conflict):
        await forge(Log().run, kit(model), taken)
    assert model.names == ["draft"]


async def test_a_reply_without_a_script_drives_the_next_draft() -> None:
    """A reply with no code is a finding that the next prompt tells, and no checker or assessor is troubled."""
    model = ScriptedModel({"draft": "I am afraid I only knit.", "refine": block(GOOD)})
    assessor = ScriptedModel()
    syntax = StaticChecker(name="syntax")
    log = Log()
    run = await log.forge(kit(model, assessor, syntax=syntax))
    assert log.kinds == ["retrieved", "drafted", "drafted", "checked", "assessed", "settled"]
    first = run.attempts[0]
    assert first.script is None
    assert codes(first.findings) == ["SS0010"]
    assert first.reasoning == "I am afraid I only knit."
    refine = next(prompt for prompt in model.asked if prompt.name == "refine").text
    assert "There is no usable script yet." in refine
    assert first.findings[0].message in refine
    assert [script.text for script in syntax.seen] == [GOOD]
    assert settled(run) == ("verified", GOOD)


async def test_replies_without_any_script_end_with_nothing_to_offer() -> None:
    """A model that never writes a script is asked as often as the budget says, and the run ends unsure, empty."""
    model = ScriptedModel({"draft": "No.", "refine": "No."})
    run = await Log().forge(kit(model))
    assert settled(run) == ("unsure", "")
    assert model.names == ["draft", "refine", "refine"]


async def test_a_doubt_that_names_no_fault_is_left_to_a_person() -> None:
    """When the assessors object and the explanation finds nothing wrong, the script stays and is *disputed*."""
    model = ScriptedModel({"draft": block(GOOD), "explain": FINE})
    log = Log()
    run = await log.forge(kit(model, ScriptedModel({"similarity": NO, "difference": NO})))
    assert settled(run) == ("disputed", GOOD)
    assert "refine" not in model.names


@pytest.mark.parametrize(
    ("similarity", "difference", "outcome"),
    [
        (YES, YES, "verified"),
        (YES, UNSURE, "verified"),
        (UNSURE, YES, "verified"),
        (YES, NO, "unsure"),
        (UNSURE, UNSURE, "unsure"),
        ("Yes, of course!", "yes", "unsure"),
        ("", "CORRECT", "unsure"),
        (NO, UNSURE, "incorrect"),
        (NO, NO, "incorrect"),
    ],
)
async def test_opinions_become_an_outcome(similarity: str, difference: str, outcome: str) -> None:
    """Silence and prose are no consent, yes against no is unsure, and only a clear yes verifies."""
    assessor = ScriptedModel({"similarity": similarity, "difference": difference})
    with_kit = kit(ScriptedModel({"draft": block(GOOD)}), assessor, policy=policy(max_refinements=0))
    assert settled(await Log().forge(with_kit)) == (outcome, GOOD)


@pytest.mark.parametrize("worse", [block(BROKEN), block(UNQUOTED), "I give up."])
async def test_a_worse_draft_never_replaces_a_better_one(worse: str) -> None:
    """A refinement that breaks, adds findings or is no script at all is not what a person is offered."""
    model = ScriptedModel({"draft": block(GOOD), "refine": worse, "explain": wrong("It does not knit.")})
    assessor = ScriptedModel({"similarity": NO, "difference": NO})
    run = await Log().forge(kit(model, assessor, real=True))
    assert settled(run) == ("incorrect", GOOD)
    assert len(run.attempts) == 3


async def test_the_refiner_is_always_shown_the_best_draft() -> None:
    """After a worse refinement the next one starts from the best draft again."""
    model = ScriptedModel(
        {"draft": block(GOOD), "refine": [block(BROKEN), block(OTHER)], "explain": wrong("It does not knit.")}
    )
    await Log().forge(kit(model, ScriptedModel({"similarity": NO, "difference": NO}), real=True))
    shown = [prompt.text for prompt in model.asked if prompt.name == "refine"]
    assert [GOOD in text for text in shown] == [True, True]
    assert [BROKEN in text for text in shown] == [False, False]


async def test_of_equal_drafts_the_one_that_answered_the_feedback_is_kept() -> None:
    """A refinement as good as the draft before it is taken: it has answered what was said."""
    model = ScriptedModel({"draft": block(GOOD), "refine": block(OTHER), "explain": wrong("It does not knit.")})
    run = await Log().forge(kit(model, ScriptedModel({"similarity": NO, "difference": NO})))
    assert settled(run) == ("incorrect", OTHER)


async def test_of_several_samples_the_best_is_kept() -> None:
    """Independent drafts, each asked for in the same words, are all judged, and the best one goes on."""
    drafts = [block(BROKEN), block(UNQUOTED), block(GOOD), block(OTHER)]
    model = ScriptedModel({"draft": drafts, "explain": FINE})
    checker = StaticChecker({OTHER: [WARNING], BROKEN: [ERROR]})
    log = Log()
    run = await log.forge(kit(model, checkers=(checker,), policy=policy(samples=4)))
    assert [attempt.script.text for attempt in run.attempts if attempt.script] == [BROKEN, UNQUOTED, GOOD, OTHER]
    assert settled(run) == ("verified", GOOD)
    asked = [prompt for prompt in model.asked if prompt.name == "draft"]
    assert len({prompt.digest for prompt in asked}) == 1
    assert [each.number if isinstance(each, SamplePrompt) else 0 for each in asked] == [0, 1, 2, 3]


async def test_an_entry_is_served_with_its_values_and_no_model() -> None:
    """A confident match is served as it is, its parameters bound, and no model is asked."""
    match = Match(entry=ENTRY, confidence=0.99, parameters={"meadow": "/srv/a b"})
    model = ScriptedModel()
    log = Log()
    run = await log.forge(kit(model, catalogue=MemoryCatalogue(answers=[match])))
    assert log.kinds == ["retrieved", "settled"]
    assert model.asked == []
    assert run.settled
    assert (run.settled.outcome, run.settled.entry) == ("reuse", "show-sheep@1")
    assert "--meadow '/srv/a b'" in settled(run)[1]


@pytest.mark.parametrize(
    ("match", "given"),
    [
        (Match(entry=ENTRY, confidence=0.74, parameters={"meadow": "/a"}), {}),
        (Match(entry=ENTRY, confidence=0.99, missing=("meadow",)), {}),
        (Match(entry=ENTRY, confidence=0.99, parameters={"meadow": "/a"}, objections=("another verb",)), {}),
        (Match(entry=ENTRY, confidence=0.99, parameters={"meadow": "/a"}), {"shepherd": "ana"}),
        (Match(entry=ENTRY, confidence=0.99, parameters={"meadow": "/a"}), {"meadow": "a\0b"}),
    ],
)
async def test_an_entry_with_anything_against_it_is_an_example_and_not_an_answer(
    match: Match, given: dict[str, str]
) -> None:
    """Too little confidence, a missing value, an objection or a value that does not fit: it is not served."""
    model = ScriptedModel({"draft": block(GOOD)})
    log = Log(Asked(action=Action(text="show the sheep", given=given)))
    run = await log.forge(kit(model, catalogue=MemoryCatalogue(answers=[match])))
    assert settled(run) == ("verified", GOOD)
    assert ENTRY.script.text in model.asked[0].text


async def test_a_value_given_outright_is_bound() -> None:
    """A required value that the words lack may be given, and then the entry is served."""
    match = Match(entry=ENTRY, confidence=0.99, missing=("meadow",))
    log = Log(Asked(action=Action(text="show the sheep", given={"meadow": "/srv"})))
    run = await log.forge(kit(catalogue=MemoryCatalogue(answers=[match])))
    assert run.settled
    assert (run.settled.outcome, dict(run.settled.parameters)) == ("reuse", {"meadow": "/srv"})


async def test_without_a_model_a_run_waits_and_goes_on_when_there_is_one() -> None:
    """No match and no model is an honest end; with a model configured later the same run is continued."""
    log = Log()
    run = await log.forge(kit())
    assert settled(run) == ("no_match", "")
    run = await log.forge(kit(ScriptedModel({"draft": block(GOOD)})))
    assert settled(run) == ("verified", GOOD)
    assert log.kinds == ["retrieved", "settled", "drafted", "checked", "assessed", "settled"]


async def test_without_an_assessor_nothing_is_verified() -> None:
    """A clean draft that nobody judged is unsure, whatever the checkers say."""
    from dataclasses import replace

    with_kit = replace(kit(ScriptedModel({"draft": block(GOOD)})), judge=None, describe=None)
    assert settled(await Log().forge(with_kit)) == ("unsure", GOOD)


async def test_every_call_is_recorded_once() -> None:
    """The log names each question that was asked, in its order, with the digest of its words."""
    model = ScriptedModel(
        {"draft": block(GOOD), "refine": block(OTHER), "similarity": [NO, YES], "explain": wrong("No wool.")}
    )
    log = Log()
    await log.forge(kit(model))
    calls = [call for event in log.events for call in getattr(event, "calls", ())]
    assert [(call.prompt, call.prompt_digest) for call in calls] == [(p.name, p.digest) for p in model.asked]


def test_the_action_of_these_tests_is_in_no_script() -> None:
    """The scripts of these tests do not quote the action, so that finding it in a prompt means something."""
    assert not any(ACTION.text in text for text in (BROKEN, GOOD, OTHER, UNQUOTED))
