"""Opinions that say how sure they are, weighed together, and the opinions that ask no model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.codesift import direct
from scriptsmith.core.attempts import Attempt, best
from scriptsmith.core.comparison import ComparedDraft
from scriptsmith.core.draft_opinions import SHORT, made_of
from scriptsmith.core.ensemble import AGREEMENT, DIRECT, LIKELIHOOD, NO_TO, TRIAL, WEIGHTS, YES_FROM, weigh
from scriptsmith.core.token_odds import WrittenToken
from scriptsmith.core.types import Action, Assessment, Opinion, Script, Verdict
from scriptsmith.drafting import drafting
from scriptsmith.opinions_beside import beside
from scriptsmith.ports import Prompt, Reply
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.weighed_replies import WeighedPrompt, WeighedReply

from .kits import ACTION, GOOD, NO, OTHER, YES, Log, block, kit, policy, wrong

SURE = st.floats(0.02, 0.98)


def said(**sure: float | None) -> list[Opinion]:
    """Opinions by name with how sure they are."""
    return [Opinion(assessor=name, verdict=Verdict.UNSURE, confidence=each) for name, each in sure.items()]


class Telling(ScriptedModel):
    """A model that tells how likely the first and only token of its weighed replies was, by the prompt's name."""

    def __init__(self, answers: Mapping[str, Any], odds: Mapping[str, Mapping[str, float]]) -> None:
        super().__init__(answers)
        self._odds = odds

    async def ask(self, prompt: Prompt, /) -> Reply:
        made = await super().ask(prompt)
        odds = self._odds.get(prompt.name)
        if not isinstance(prompt, WeighedPrompt) or odds is None:
            return made
        token = WrittenToken(text=made.text, odds=odds, share=max(odds.values()))
        return WeighedReply(text=made.text, call=made.call, tokens=(token,))


def sure_of(yes: float) -> Mapping[str, Mapping[str, float]]:
    """The odds of an assessor that says so of the script itself."""
    return {"direct": {"yes": yes, "no": 1 - yes}}


def assessed(model: Telling, *beside: Opinion, **more: Any) -> Any:
    """A kit whose assessor is asked about the script itself, with these opinions beside it."""

    async def others(action: Action, attempt: Attempt) -> tuple[Opinion, ...]:
        return beside

    return kit(ScriptedModel({"draft": block(GOOD)}), model, direct=direct(model), beside=others, **more)


def test_nothing_is_weighed_without_an_opinion_on_the_script_itself_that_says_how_sure_it_is() -> None:
    """The others alone were never fitted to decide."""
    assert weigh([]) is None
    assert weigh(said(static=0.9, trial=0.9, similarity=0.9)) is None
    assert weigh(said(direct=None, static=0.9)) is None


@given(SURE, SURE, SURE, SURE, SURE, st.sampled_from(sorted(WEIGHTS)))
def test_a_surer_opinion_never_makes_a_script_less_likely(
    one: float, two: float, three: float, four: float, five: float, raised: str
) -> None:
    """Of no opinion does more confidence count against the script."""
    values = dict(zip(WEIGHTS, (one, two, three, four, five), strict=True))
    before, after = weigh(said(**values)), weigh(said(**{**values, raised: min(0.99, values[raised] + 0.01)}))
    assert before
    assert after
    assert after[1] >= before[1]


@given(SURE, SURE)
def test_what_is_not_weighed_changes_nothing(sure: float, other: float) -> None:
    """CodeSift's two analyses have no weight beside it, nor has a name that nobody knows."""
    assert weigh(said(direct=sure)) == weigh(said(direct=sure, similarity=other, difference=other, stranger=other))


def test_the_verdict_follows_from_the_chance() -> None:
    """A yes from one threshold on, a no up to the other, and unsure between them."""
    told = [weigh(said(direct=at / 100, trial=at / 100)) for at in range(1, 100)]
    for pooled in told:
        assert pooled
        verdict, likely = pooled
        wanted = Verdict.YES if likely >= YES_FROM else Verdict.NO if likely <= NO_TO else Verdict.UNSURE
        assert verdict is wanted
    assert {pooled[0] for pooled in told if pooled} == set(Verdict)


@pytest.mark.parametrize(
    ("yes", "trial", "outcome"), [(0.95, 0.9, "verified"), (0.65, 0.5, "unsure"), (0.05, 0.1, "incorrect")]
)
async def test_a_run_goes_by_all_opinions_together(yes: float, trial: float, outcome: str) -> None:
    """Whatever the analyses of the description say: they had no weight of their own when that was measured."""
    model = Telling({"direct": "yes" if yes > 0.5 else "no", "similarity": NO, "difference": YES}, sure_of(yes))
    tried = Opinion(assessor=TRIAL, verdict=Verdict.UNSURE, confidence=trial)
    run = await Log().forge(assessed(model, tried, policy=policy(max_refinements=0)))
    assert run.settled
    assert run.best
    assert run.best.assessment
    assert run.settled.outcome == outcome
    names = [each.assessor for each in run.best.assessment.opinions]
    assert names == ["similarity", "difference", DIRECT, TRIAL]
    assert run.best.assessment.confidence is not None


async def test_opinions_that_cannot_be_weighed_are_counted() -> None:
    """Where the server does not tell how sure it is, the opinions that ask no model are left out, and all count one."""
    model = Telling({"direct": "no", "similarity": YES, "difference": YES}, {})
    against = Opinion(assessor=TRIAL, verdict=Verdict.UNSURE, confidence=0.9)
    run = await Log().forge(assessed(model, against, policy=policy(max_refinements=0)))
    assert run.best
    assert run.best.assessment
    assert [each.assessor for each in run.best.assessment.opinions] == ["similarity", "difference", DIRECT]
    assert (run.best.verdict, run.best.assessment.confidence) == (Verdict.UNSURE, None)


async def test_a_correction_that_is_less_likely_right_does_not_take_the_place_of_what_it_corrects() -> None:
    """Both are unsure, and the first draft is the likelier one: it is what a person gets to see."""

    def judged(text: str, likely: float) -> Attempt:
        assessment = Assessment(functionality="", opinions=(), verdict=Verdict.UNSURE, confidence=likely)
        return Attempt(script=Script(text=text), checks=(), assessment=assessment)

    assert best([judged(GOOD, 0.6), judged(OTHER, 0.5)]) == 0
    assert best([judged(GOOD, 0.5), judged(OTHER, 0.6)]) == 1


async def test_an_unlikely_correction_is_not_settled() -> None:
    """The whole way: explained, refined, weighed again, and the first draft stands."""

    class Wavering(Telling):
        async def ask(self, prompt: Prompt, /) -> Reply:
            self._odds = sure_of(0.4 if "yarn" in prompt.text else 0.55)
            return await super().ask(prompt)

    model = Wavering({"direct": ["yes", "no"], "similarity": YES, "difference": YES}, {})
    writer = ScriptedModel({"draft": block(GOOD), "refine": block(OTHER), "explain": wrong("It is wool.")})
    made = assessed(model, policy=policy(max_refinements=1))
    from scriptsmith.drafting import explaining, refining

    run = await Log().forge(replace(made, draft=drafting(writer), refine=refining(writer), explain=explaining(writer)))
    assert [each.script and each.script.text for each in run.attempts] == [GOOD, OTHER]
    assert run.settled
    assert run.settled.script == Script(text=GOOD)


async def test_a_draft_tells_how_likely_its_model_was_to_write_it() -> None:
    """From the tokens of the reply, for the first draft and every further one; nothing where the server is silent."""
    model = Telling({"draft": block(GOOD)}, {"draft": {"x": 0.25}})
    for sample in (0, 1):
        made = await drafting(model)(ACTION, (), sample)
        assert made.calls[-1].log_probability == pytest.approx(-1.3863, abs=1e-3)
    silent = await drafting(ScriptedModel({"draft": block(GOOD)}))(ACTION, (), 0)
    assert silent.calls[-1].log_probability is None


def test_how_a_draft_was_made_is_an_opinion() -> None:
    """Likelier words and more drafts that do the same speak for it; neither is a yes or a no by itself."""
    alone = ComparedDraft(group=2, size=1, forms=1, of=8, basis="run")
    many = replace(alone, group=1, size=7)
    for one, other in (
        (
            Attempt(script=Script(text=GOOD), log_probability=-20.0),
            Attempt(script=Script(text=GOOD), log_probability=-1),
        ),
        (Attempt(script=Script(text=GOOD), compared=alone), Attempt(script=Script(text=GOOD), compared=many)),
    ):
        (less,), (more,) = made_of(one), made_of(other)
        assert less.confidence is not None
        assert more.confidence is not None
        assert less.confidence < more.confidence
        assert (less.verdict, more.verdict) == (Verdict.UNSURE, Verdict.UNSURE)
    both = Attempt(script=Script(text=GOOD), log_probability=-3.0, compared=many)
    assert [each.assessor for each in made_of(both)] == [LIKELIHOOD, AGREEMENT]
    assert "5.0%" in next(iter(made_of(both))).reason


@pytest.mark.parametrize(
    "attempt",
    [
        Attempt(script=Script(text="true\n")),
        Attempt(script=Script(text="true\n" * SHORT), log_probability=-1.0),
        Attempt(script=None, log_probability=-1.0),
        Attempt(script=Script(text="true\n"), log_probability=-1.0, by="refiner"),
        Attempt(script=Script(text="true\n"), compared=ComparedDraft(of=8, problem="it was stopped")),
        Attempt(script=Script(text="true\n"), compared=ComparedDraft(group=1, size=1, forms=1, of=1)),
    ],
)
def test_where_nothing_was_told_or_compared_there_is_no_such_opinion(attempt: Attempt) -> None:
    """No probability, a script too long to be compared with others, a correction, or no other draft."""
    assert list(made_of(attempt)) == []


async def test_the_judge_without_a_model_and_a_trial_are_heard() -> None:
    """In a trial that could not be held nobody is heard; a blocked draft is never run."""

    async def tried(action: Action, script: Script) -> Opinion | None:
        ran.append(script)
        return Opinion(assessor=TRIAL, verdict=Verdict.UNSURE, confidence=0.6)

    ran: list[Script] = []
    attempt = Attempt(script=Script(text="date\n"), checks=())
    heard = await beside(tried)(Action(text="print the date"), attempt)
    assert [each.assessor for each in heard] == ["static", TRIAL]
    assert ran == [attempt.script]
    assert [each.assessor for each in await beside(None)(Action(text="print the date"), attempt)] == ["static"]
    assert await beside(tried)(ACTION, Attempt(script=None)) == ()
