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
from scriptsmith.core.draft_opinions import FEWEST, made_of
from scriptsmith.core.ensemble import AGREEMENT, DIRECT, LIKELIHOOD, NO_TO, SHORT, TRIAL, WEIGHTS, YES_FROM, weigh
from scriptsmith.core.events import Checked, Compared, Drafted
from scriptsmith.core.run import Run, apply
from scriptsmith.core.token_odds import WrittenToken
from scriptsmith.core.types import Action, Assessment, Call, Finding, Opinion, Script, Severity, Verdict
from scriptsmith.drafting import drafting
from scriptsmith.inspecting import doubted
from scriptsmith.opinions_beside import beside
from scriptsmith.ports import Prompt, Reply
from scriptsmith.settings import load
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.weighed_replies import WeighedPrompt, WeighedReply
from scriptsmith.wiring import build

from .kits import ACTION, ERROR, GOOD, NO, OTHER, YES, Log, block, kit, policy, wrong

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
def test_what_is_not_weighed_changes_no_chance(sure: float, other: float) -> None:
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
    """From the tokens of the reply, for the first draft and every further one; nothing where the server is silent, or
    where words stand before the script, which make it likely."""
    bare = f"```bash\n{GOOD}```\n"
    model = Telling({"draft": bare}, {"draft": {"x": 0.25}})
    for sample in (0, 1):
        made = await drafting(model)(ACTION, (), sample)
        assert made.calls[-1].log_probability == pytest.approx(-1.3863, abs=1e-3)
    for silent in (ScriptedModel({"draft": bare}), Telling({"draft": block(GOOD)}, {"draft": {"x": 0.25}})):
        made = await drafting(silent)(ACTION, (), 0)
        assert made.script == Script(text=GOOD)
        assert made.calls[-1].log_probability is None


def test_how_a_draft_was_made_is_an_opinion() -> None:
    """Likelier words and more drafts that do the same speak for it; neither is a yes or a no by itself."""
    script = Script(text=GOOD)
    for one, other in (
        (Attempt(script=script, log_probability=-20.0), Attempt(script=script, log_probability=-1.0)),
        (Attempt(script=script, drafts=8), Attempt(script=script, drafts=8, agreeing=1)),
        (Attempt(script=script, drafts=8, agreeing=1), Attempt(script=script, drafts=8, agreeing=7)),
    ):
        (less,), (more,) = made_of(one), made_of(other)
        assert less.confidence is not None
        assert more.confidence is not None
        assert less.confidence < more.confidence
        assert (less.verdict, more.verdict) == (Verdict.UNSURE, Verdict.UNSURE)
    both = Attempt(script=script, log_probability=-3.0, drafts=8, agreeing=7)
    assert [each.assessor for each in made_of(both)] == [LIKELIHOOD, AGREEMENT]
    assert "5.0%" in next(iter(made_of(both))).reason
    (alone,) = made_of(Attempt(script=script, drafts=8))
    assert alone.reason == "It could not be compared with the other 7 drafts."


def test_a_correction_does_not_shed_what_speaks_against_its_draft() -> None:
    """The same text again, as the answer to feedback, is as likely right as before, and no likelier."""
    compared = tuple(ComparedDraft(group=at, size=1, forms=1, of=8, basis="run") for at in range(1, 9))
    run = Run(action=ACTION)
    call = Call(role="generator", model="m", prompt="draft", prompt_digest="", log_probability=-12.0)
    for _ in compared:
        run = apply(run, Drafted(script=Script(text=GOOD), calls=(call,)))
        run = apply(run, Checked(findings=()))
    run = apply(run, Compared(drafts=compared))
    sure = replace(call, log_probability=-0.01)
    run = apply(run, Drafted(script=Script(text=GOOD), by="refiner", calls=(sure,)))
    draft, correction = run.attempts[0], run.attempts[-1]
    assert [each.confidence for each in made_of(correction)] == [each.confidence for each in made_of(draft)]
    assert all(each.reason.startswith("Of the draft that it corrects: ") for each in made_of(correction))


@pytest.mark.parametrize(
    "attempt",
    [
        Attempt(script=Script(text="true\n")),
        Attempt(script=Script(text="true\n"), drafts=FEWEST - 1, agreeing=2),
    ],
)
def test_where_nothing_was_told_or_compared_there_is_no_such_opinion(attempt: Attempt) -> None:
    """No probability, and too few other drafts."""
    assert list(made_of(attempt)) == []


async def test_the_judge_without_a_model_and_a_trial_are_heard() -> None:
    """Where there is no trial, or none could be held, nobody is heard of it; a blocked draft is never run."""

    async def tried(action: Action, script: Script) -> Opinion | None:
        ran.append(script)
        return Opinion(assessor=TRIAL, verdict=Verdict.UNSURE, confidence=0.6)

    async def in_vain(action: Action, script: Script) -> Opinion | None:
        return None

    ran: list[Script] = []
    asked = Action(text="print the date")
    attempt = Attempt(script=Script(text="date\n"), checks=())
    assert [each.assessor for each in await beside(tried)(asked, attempt)] == ["static", TRIAL]
    assert ran == [attempt.script]
    blocked = replace(attempt, checks=(ERROR,))
    for step, subject in ((None, attempt), (in_vain, attempt), (tried, blocked)):
        assert [each.assessor for each in await beside(step)(asked, subject)] == ["static"]
    assert ran == [attempt.script]
    assert await beside(tried)(ACTION, Attempt(script=None)) == ()


@pytest.mark.parametrize(
    ("direct", "pair", "verdict"),
    [
        (Verdict.YES, (Verdict.NO, Verdict.YES), Verdict.YES),
        (Verdict.YES, (Verdict.NO, Verdict.NO), Verdict.UNSURE),
        (Verdict.NO, (Verdict.YES, Verdict.YES), Verdict.UNSURE),
    ],
)
def test_no_chance_is_a_yes_against_a_no(direct: Verdict, pair: tuple[Verdict, Verdict], verdict: Verdict) -> None:
    """Of the assessor on the script itself, or of both its analyses."""
    opinions = [
        Opinion(assessor=DIRECT, verdict=direct, confidence=0.98),
        Opinion(assessor=TRIAL, verdict=Verdict.UNSURE, confidence=0.98),
        Opinion(assessor="similarity", verdict=pair[0]),
        Opinion(assessor="difference", verdict=pair[1]),
    ]
    pooled = weigh(opinions)
    assert pooled
    assert pooled[0] is verdict
    assert pooled[1] > YES_FROM


async def test_long_scripts_and_other_languages_are_counted() -> None:
    """What was not measured is not weighed: nothing is tried, and the word on the script counts as one opinion."""
    long = GOOD + "# more\n" * SHORT
    model = Telling({"direct": "yes", "similarity": YES, "difference": YES}, sure_of(0.98))
    made = assessed(model, Opinion(assessor=TRIAL, verdict=Verdict.UNSURE, confidence=0.01), policy=policy())
    run = await Log().forge(replace(made, draft=drafting(ScriptedModel({"draft": block(long)}))))
    assert run.best
    assert run.best.assessment
    assert run.best.assessment.confidence is None
    assert [each.assessor for each in run.best.assessment.opinions] == ["similarity", "difference", DIRECT]
    environ = {"HOME": "/nowhere"}
    async with build(load(environ, {"models.assessor.model": "llamacpp:reader"}), environ) as app:
        for target in ("bash", "ansible"):
            made = app.kit(target)
            assert (made.direct is not None, made.beside is not None) == (target == "bash", target == "bash")
    always = {"models.assessor.model": "openai-compatible:reader", "assess.direct": "always"}
    environ["SCRIPTSMITH_MODELS__ASSESSOR__BASE_URL"] = "http://127.0.0.1:9/v1"
    async with build(load(environ, always), environ) as app:
        assert app.kit().direct
        assert app.kit().beside is None


def test_a_doubt_makes_no_weighed_verdict_better() -> None:
    """A yes becomes unsure, a no stays one, and no chance is told of what was doubted."""
    doubt = Finding(checker="unasked", code="SS1", severity=Severity.WARNING, message="it deletes more")
    opinions = tuple(said(direct=0.9))
    for before, after in ((Verdict.YES, Verdict.UNSURE), (Verdict.NO, Verdict.NO), (Verdict.UNSURE, Verdict.UNSURE)):
        weighed = Assessment(functionality="", opinions=opinions, verdict=before, confidence=0.5)
        told = doubted(weighed, (doubt,))
        assert (told.verdict, told.confidence) == (after, None)
