"""The workflow is pure, so its laws are properties."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith import codec
from scriptsmith.core.attempts import Attempt, best, merit
from scriptsmith.core.comparison import ComparedDraft
from scriptsmith.core.ensemble import combine
from scriptsmith.core.events import (
    Asked,
    Assessed,
    Checked,
    Compared,
    Drafted,
    Event,
    Explained,
    Retrieved,
    Reviewed,
    Settled,
)
from scriptsmith.core.flow import UNDECIDED, Policy, next_step, outcome, publishable, reusable, state
from scriptsmith.core.rehearsal import Rehearsal
from scriptsmith.core.run import Run, apply, fold
from scriptsmith.core.types import Action, Assessment, Explanation, Finding, Opinion, Review, Script, Severity, Verdict
from scriptsmith.retrieval.confidence import least_probability

from .strategies import EVENTS, any_event, attempts, matches, opinions, reviews_of, runs_events

policies = st.builds(
    Policy,
    samples=st.integers(1, 3),
    max_refinements=st.integers(0, 3),
    can_draft=st.booleans(),
    can_assess=st.booleans(),
    can_rehearse=st.booleans(),
    can_compare=st.booleans(),
)


def drive(data: st.DataObject, run: Run, policy: Policy) -> tuple[Run, list[str]]:
    """Let the world answer at random until the machine stops."""
    steps: list[str] = []
    while step := next_step(run, policy):
        assert len(steps) < 200, "the run never stops"
        run = apply(run, data.draw(EVENTS[step], label=step))
        steps.append(step)
    return run, steps


@given(st.data(), policies)
def test_a_run_always_reaches_a_person_within_its_draft_budget(data: st.DataObject, policy: Policy) -> None:
    """Whatever the world answers, the machine stops, settled, with no more drafts than the policy allows."""
    run, steps = drive(data, Run(action=Action(text="x")), policy)
    assert run.settled is not None
    assert steps.count("draft") <= policy.samples
    assert steps.count("draft") + steps.count("refine") <= policy.samples + policy.max_refinements
    assert state(run) in UNDECIDED


@given(st.data(), policies)
def test_each_review_round_keeps_the_budget(data: st.DataObject, policy: Policy) -> None:
    """A comment buys one refinement more than the policy's number, and never an endless run."""
    run, _ = drive(data, Run(action=Action(text="x")), policy)
    for _ in range(3):
        run = apply(run, Reviewed(review=data.draw(reviews_of(run))))
        run, steps = drive(data, run, policy)
        assert steps.count("refine") <= policy.max_refinements + 1
        if run.review is None:
            assert run.settled is not None


@given(st.data(), policies)
def test_nothing_is_published_without_an_approval_of_exactly_that_digest(data: st.DataObject, policy: Policy) -> None:
    """Publishing follows only an approving review whose digest is the settled script's, with nothing blocking."""
    run, _ = drive(data, Run(action=Action(text="x")), policy)
    for _ in range(4):
        review = data.draw(reviews_of(run))
        run = apply(run, Reviewed(review=review))
        if next_step(run, policy) == "publish":
            assert review.decision == "approve"
            assert run.settled
            assert run.settled.script
            assert review.digest == run.settled.script.digest
            tried = [a for a in run.attempts if a.script == run.settled.script]
            assert tried
            assert not tried[-1].blocked
            return
        run, steps = drive(data, run, policy)
        assert "publish" not in steps


@given(st.data(), policies)
def test_an_approval_of_another_digest_publishes_nothing(data: st.DataObject, policy: Policy) -> None:
    """An approval that names any other digest leaves the run where it is."""
    run, _ = drive(data, Run(action=Action(text="x")), policy)
    run = apply(run, Reviewed(review=Review(reviewer="ana", decision="approve", digest="0" * 64)))
    assert next_step(run, policy) is None


@given(st.data(), policies)
def test_a_rejected_reuse_is_never_offered_again(data: st.DataObject, policy: Policy) -> None:
    """After a rejection no entry is served in that run, whatever its confidence."""
    run, _ = drive(data, Run(action=Action(text="x")), policy)
    assert run.settled
    digest = run.settled.script.digest if run.settled.script else ""
    review = Review(reviewer="ana", decision="reject", digest=digest, comment=data.draw(st.sampled_from(["", "no"])))
    run = apply(run, Reviewed(review=review))
    assert reusable(run, policy) is None
    run, _ = drive(data, run, policy)
    assert reusable(run, policy) is None


@given(matches, st.floats(0, 1))
def test_an_objection_never_helps_an_entry(found: list[object], threshold: float) -> None:
    """Adding an objection to a match never makes it served, and an entry with one never is."""
    policy = Policy(reuse_above=threshold)
    run = Run(action=Action(text="x"), matches=tuple(found))  # type: ignore[arg-type]
    for index, match in enumerate(run.matches or ()):
        objected = list(run.matches or ())
        objected[index] = replace(match, objections=(*match.objections, "other object"))
        served = reusable(replace(run, matches=tuple(objected)), policy)
        assert served != objected[index]
        assert not (served and reusable(run, policy) is None)


@given(opinions, st.sampled_from(Verdict))
def test_an_objection_never_helps_a_verdict(said: list[Opinion], verdict: Verdict) -> None:
    """With one more *no* the ensemble never says yes, and order does not matter."""
    assert combine([*said, Opinion(assessor="x", verdict=Verdict.NO)]) is not Verdict.YES
    assert combine(said) is combine(said[::-1])
    extended = combine([*said, Opinion(assessor="x", verdict=verdict)])
    assert extended is not Verdict.YES or combine(said) is not Verdict.NO


@given(opinions)
def test_silence_is_never_consent(said: list[Opinion]) -> None:
    """Yes needs somebody who says yes; unsure opinions alone stay unsure."""
    if combine(said) is Verdict.YES:
        assert any(opinion.verdict is Verdict.YES for opinion in said)
    assert combine([o for o in said if o.verdict is Verdict.UNSURE]) is Verdict.UNSURE


@given(st.lists(attempts, min_size=1, max_size=5))
def test_the_best_attempt_is_at_least_as_good_as_every_other(tried: list[object]) -> None:
    """No attempt is better than the chosen one, and a blocked one never beats one that is not."""
    chosen = tried[best(tried)]  # type: ignore[arg-type]
    assert all(merit(chosen) >= merit(other) for other in tried)  # type: ignore[arg-type]
    if any(not other.blocked for other in tried):  # type: ignore[attr-defined]
        assert not chosen.blocked  # type: ignore[attr-defined]


@given(st.data(), policies)
def test_what_is_settled_is_the_best_of_the_round(data: st.DataObject, policy: Policy) -> None:
    """A run with attempts can be settled with nothing worse than its best attempt."""
    run, _ = drive(data, Run(action=Action(text="x")), policy)
    if run.attempts and run.best:
        assert all(merit(run.best) >= merit(attempt) for attempt in run.attempts)


@given(any_event)
def test_events_survive_json(event: Event) -> None:
    """Every event is itself again after a trip through one line of JSON."""
    line = codec.dump_event(event)
    assert b"\n" not in line
    assert codec.load_event(line) == event


@given(runs_events)
def test_folding_a_prefix_and_applying_the_rest_is_folding_all(events: list[Event]) -> None:
    """A run resumed anywhere in its log is the run that was never interrupted."""
    for cut in range(1, len(events)):
        run = fold(events[:cut])
        for event in events[cut:]:
            run = apply(run, event)
        assert run == fold(events)
    assert fold(events).seq == len(events)


def test_a_log_that_does_not_begin_with_asked_is_refused() -> None:
    """Nothing folds into a run unless somebody asked for it."""
    for events in ([], [Drafted(script=None)]):
        with pytest.raises(ValueError, match="Asked"):
            fold(events)


def test_a_new_draft_voids_a_review_and_a_settlement() -> None:
    """An approval given before a new draft does not count for it."""
    script = Script(text="true\n")
    run = fold([Asked(action=Action(text="x")), Settled(outcome="unsure", script=script)])
    run = apply(run, Reviewed(review=Review(reviewer="ana", decision="approve", digest=script.digest)))
    run = apply(run, Drafted(script=Script(text="false\n")))
    assert run.review is None
    assert run.settled is None
    assert not publishable(run)


def test_severities_are_ordered_worst_first() -> None:
    """Ranks follow shellcheck's levels."""
    assert [s.rank for s in (Severity.ERROR, Severity.WARNING, Severity.INFO, Severity.STYLE)] == [0, 1, 2, 3]


def test_a_run_without_a_model_continues_when_one_is_there() -> None:
    """A run settled for want of a model is drafted once there is one."""
    run = fold([Asked(action=Action(text="x")), Settled(outcome="no_match")])
    assert next_step(run, Policy(can_draft=False)) is None
    assert next_step(run, Policy()) == "draft"


def test_a_rejected_script_that_comes_back_is_blocked() -> None:
    """A draft equal to one that a reviewer rejected is never verified again, whatever is said of it."""
    script = Script(text="true\n")
    run = fold([Asked(action=Action(text="x")), Retrieved(matches=()), Settled(outcome="unsure", script=script)])
    review = Review(reviewer="ana", decision="reject", digest=script.digest, comment="no")
    run = apply(apply(run, Reviewed(review=review)), Drafted(script=script, by="refiner"))
    assert run.current
    assert run.current.blocked
    run = apply(run, Checked(findings=()))
    assert run.current
    assert next_step(run, Policy(max_refinements=1)) == "refine"
    assert outcome(run.current, Policy()) == "incorrect"


def test_what_execution_speaks_against_is_never_verified() -> None:
    """Approval by the assessors and a failed rehearsal make a dispute for a person, whoever is right."""
    yes = Assessment(functionality="f", opinions=(), verdict=Verdict.YES)
    no = Rehearsal(opinion=Opinion(assessor="rehearsal", verdict=Verdict.NO))
    attempt = Attempt(script=Script(text="true\n"), checks=(), assessment=yes)
    assert outcome(attempt, Policy()) == "verified"
    assert outcome(replace(attempt, rehearsal=no), Policy()) == "disputed"
    assert merit(replace(attempt, rehearsal=no)) < merit(attempt)


@given(st.data(), policies)
def test_every_offered_draft_was_rehearsed(data: st.DataObject, policy: Policy) -> None:
    """With a sandbox, no unblocked script is settled on before it was rehearsed, once; of drafts that are compared only
    the best one is."""
    run, _ = drive(data, Run(action=Action(text="x")), replace(policy, can_rehearse=True))
    judged = [attempt for attempt in run.attempts if attempt is run.best or attempt.compared is None]
    for attempt in judged:
        assert attempt.blocked is (attempt.rehearsal is None)


@given(st.data(), policies)
def test_the_best_of_compared_drafts_is_assessed(data: st.DataObject, policy: Policy) -> None:
    """Drafts are compared once, after all are drawn, and nothing is settled on that nobody was asked about."""
    policy = replace(policy, samples=3, can_compare=True, can_draft=True, can_assess=True, reuse_above=2.0)
    run, steps = drive(data, Run(action=Action(text="x")), policy)
    assert steps.count("compare") == 1
    assert steps.index("compare") > max(at for at, step in enumerate(steps) if step == "draft")
    assert "assess" not in steps[: steps.index("compare")]
    assert run.best
    assert run.best.blocked or run.best.assessment
    if any(attempt.leads for attempt in run.attempts if attempt.by == "generator"):
        assert sum(attempt.assessment is not None for attempt in run.attempts if attempt.by == "generator") == 1


@given(st.permutations(range(5)))
def test_the_order_of_drafts_does_not_change_the_group_that_wins(order: list[int]) -> None:
    """Whichever of the drafts comes first, one of the largest group is settled on."""
    group = {0: 1, 1: 2, 2: 1, 3: 3, 4: 1}
    run = Run(action=Action(text="x"), matches=())
    for number in order:
        run = apply(apply(run, Drafted(script=Script(text=f"echo {number}\n"))), Checked(findings=()))
    sizes = [ComparedDraft(group=group[it], size=3 if group[it] == 1 else 1, of=5, basis="run") for it in order]
    run = apply(run, Compared(drafts=tuple(sizes)))
    settled = run.best
    assert settled
    assert settled.script
    assert group[int(settled.script.text.split()[1])] == 1


def test_the_first_draft_stands_where_no_group_leads() -> None:
    """Two of four that agree outweigh it neither in numbers nor by fewer findings; an assessor's *no* does."""
    noisy = Finding(checker="x", code="X", severity=Severity.STYLE, message="m")
    pair, lone = (ComparedDraft(group=at, size=size, of=4, basis="run") for at, size in ((1, 2), (2, 1)))
    run = Run(action=Action(text="x"), matches=())
    for text in ("a", "b", "c", "d"):
        findings = (noisy,) if text == "a" else ()
        run = apply(apply(run, Drafted(script=Script(text=text))), Checked(findings=findings))
    run = apply(run, Compared(drafts=(lone, pair, pair, replace(lone, group=3))))
    policy = Policy(samples=4, can_compare=True)
    assert not any(attempt.leads for attempt in run.attempts)
    assert next_step(run, replace(policy, can_assess=False)) == "settle"
    assert run.subject is run.best is run.attempts[0]
    run = apply(run, Assessed(assessment=Assessment(functionality="", opinions=(), verdict=Verdict.NO)))
    assert next_step(run, policy) == "assess"
    assert run.subject is run.attempts[2]
    run = apply(run, Explained(explanation=Explanation(wrong=True, text="it is wrong")))
    run = apply(run, Drafted(script=Script(text="e"), by="refiner"))
    assert run.attempts[-1].agreeing == 2


def test_a_group_counts_before_the_verdict_and_a_correction_of_its_draft_too() -> None:
    """The draft of the largest group goes on though it is objected to; its correction replaces it when it is better."""
    no = Assessed(assessment=Assessment(functionality="", opinions=(), verdict=Verdict.NO))
    yes = Assessed(assessment=Assessment(functionality="", opinions=(), verdict=Verdict.YES))
    alike = ComparedDraft(group=1, size=2, of=3, basis="run")
    run = Run(action=Action(text="x"), matches=())
    for text in ("a", "b", "c"):
        run = apply(apply(run, Drafted(script=Script(text=text))), Checked(findings=()))
    run = apply(run, Compared(drafts=(alike, alike, ComparedDraft(group=2, size=1, of=3, basis="run"))))
    policy = Policy(samples=3, can_compare=True)
    assert run.subject is run.attempts[0]
    run = apply(run, no)
    assert run.best is run.attempts[0]
    assert next_step(run, policy) == "explain"
    run = apply(run, Explained(explanation=Explanation(wrong=True, text="it is wrong")))
    run = apply(apply(run, Drafted(script=Script(text="d"), by="refiner")), Checked(findings=()))
    assert run.subject is run.attempts[3]
    assert run.best is run.attempts[3]
    assert outcome(apply(run, yes).best or run.attempts[0], policy) == "verified"


def test_where_no_group_leads_the_verdict_decides() -> None:
    """Three that differ: the first is assessed, then the others, until one is approved."""
    no = Assessed(assessment=Assessment(functionality="", opinions=(), verdict=Verdict.NO))
    yes = Assessed(assessment=Assessment(functionality="", opinions=(), verdict=Verdict.YES))
    policy = Policy(samples=3, can_compare=True)
    run = Run(action=Action(text="x"), matches=())
    for text in ("a", "b", "c"):
        run = apply(apply(run, Drafted(script=Script(text=text))), Checked(findings=()))
    assert next_step(run, policy) == "compare"
    run = apply(run, Compared(drafts=tuple(ComparedDraft(group=at, size=1, of=3, basis="run") for at in (1, 2, 3))))
    for event in (no, no, yes):
        assert next_step(run, policy) == "assess"
        run = apply(run, event)
    assert next_step(run, policy) == "settle"
    assert run.best is run.attempts[1]


def test_a_log_from_before_drafts_were_compared_goes_on() -> None:
    """Drafts that were each assessed as they came are compared when the last is there, and judged as they were."""
    lines = [
        '{"action":{"text":"x"},"kind":"asked"}',
        '{"matches":[],"kind":"retrieved"}',
        '{"script":{"text":"a"},"kind":"drafted"}',
        '{"findings":[],"kind":"checked"}',
        '{"assessment":{"functionality":"f","opinions":[],"verdict":"yes"},"kind":"assessed"}',
        '{"script":{"text":"b"},"kind":"drafted"}',
        '{"findings":[],"kind":"checked"}',
        '{"assessment":{"functionality":"f","opinions":[],"verdict":"no"},"kind":"assessed"}',
    ]
    run = fold([codec.load_event(line) for line in lines])
    assert next_step(run, Policy(samples=2)) == "settle"
    assert next_step(run, Policy(samples=2, can_compare=True)) == "compare"
    run = apply(run, Compared(drafts=()))
    assert next_step(run, Policy(samples=2, can_compare=True)) == "settle"
    assert run.best is run.attempts[0]


def test_by_default_an_entry_is_served_where_99_of_100_were_right() -> None:
    """The least confidence to serve at is the one that the fitted confidence gives for that precision."""
    assert Policy().reuse_above == least_probability(0.985)
