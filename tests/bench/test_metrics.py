"""Metrics of execution, static checks and cost: by hand, and by their promises."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.bench.metrics import Figure, Metric, by_case, figure
from scriptsmith.bench.metrics_cost import COST
from scriptsmith.bench.metrics_execution import EXECUTION, passes, unbiased
from scriptsmith.bench.metrics_stages import STAGES
from scriptsmith.bench.metrics_static import STATIC
from scriptsmith.bench.model import Grade, Label
from scriptsmith.bench.records import Result
from scriptsmith.core.types import Call

from .made_results import result, results, tried

ALL = {metric.name: metric for metric in (*EXECUTION, *STATIC, *COST, *STAGES)}


def measured(name: str, given_results: Sequence[Result]) -> Figure:
    """One metric of results."""
    return figure(ALL[name], by_case(given_results))


def spend(cost: float | None, tokens: int = 100) -> Call:
    """A call."""
    return Call(role="generator", model="m", prompt="draft", prompt_digest="", input_tokens=tokens, cost=cost)


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_pass_at_k_by_enumeration(sizes: tuple[int, int, int]) -> None:
    """The estimator is the share of all choices of k samples that hold a right one."""
    n, c, k = sizes
    choices = list(itertools.combinations([True] * c + [False] * (n - c), k))
    assert unbiased(n, c, k) == pytest.approx(sum(any(each) for each in choices) / len(choices))


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_pass_at_k_grows(sizes: tuple[int, int]) -> None:
    """More tries never lower pass@k; pass@1 is the share of right samples, and pass@n whether any is."""
    n, c = sizes
    values = [unbiased(n, c, k) for k in range(1, n + 1)]
    assert values == sorted(values)
    assert values[0] == pytest.approx(c / n)
    assert values[-1] == (c > 0)


@pytest.mark.parametrize(("n", "c", "k"), [(3, 4, 1), (3, 1, 0), (3, 1, 4), (3, -1, 1)])
def test_pass_at_k_of_nonsense(n: int, c: int, k: int) -> None:
    """More right ones than samples, or more choices, are refused."""
    with pytest.raises(ValueError, match="pass@"):
        unbiased(n, c, k)


def test_pass_at_k_over_cases() -> None:
    """pass@k is averaged over the cases with at least k samples that count."""
    given_results = [
        result("s/a", 2),
        result("s/a", 0, sample=1),
        result("s/a", 0, sample=2),
        result("s/b", 2),
        result("s/b", 2, sample=1),
        result("s/b", 2, sample=2, problem="no box"),
    ]
    by_name = {metric.name: figure(metric, by_case(given_results)) for metric in passes(3)}
    assert by_name["pass_at_1"].value == pytest.approx((1 / 3 + 1) / 2)
    assert by_name["pass_at_2"].value == pytest.approx((2 / 3 + 1) / 2)
    assert (by_name["pass_at_3"].value, by_name["pass_at_3"].cases) == (1.0, 1)


def test_before_and_after() -> None:
    """Accuracy is told of the first draft and of the final script, strictly and in part, over the same samples."""
    given_results = [result("s/a", 0, 2), result("s/b", 2, 1), result("s/c", 1), result("s/d", 2)]
    assert measured("strict_before", given_results).value == 2 / 4
    assert measured("strict_after", given_results).value == 2 / 4
    assert measured("partial_before", given_results).value == (0 + 2 + 1 + 2) / 8
    assert measured("partial_after", given_results).value == (2 + 1 + 1 + 2) / 8
    assert measured("gain", given_results).value == 0


def test_refinements_by_hand() -> None:
    """Only refined samples count, each as a help, a harm or neither."""
    given_results = [
        result("s/a", 0, 2),
        result("s/b", 1, 2),
        result("s/c", 2, 0),
        result("s/d", 1, 1),
        result("s/e", None, 0),
        result("s/f", 2),
    ]
    shares = {name: measured(name, given_results) for name in ("helpful", "harmful", "neutral")}
    assert {name: each.value for name, each in shares.items()} == {"helpful": 0.4, "harmful": 0.2, "neutral": 0.4}
    assert {each.trials for each in shares.values()} == {5}


def test_the_better_of_both_is_chosen() -> None:
    """A refinement that the run did not settle with harms nobody."""
    kept = result("s/a", 2, 0)
    first, second = kept.attempts
    kept = Result(
        case="s/a",
        attempts=(
            tried(2, script=first.script, unrefined=True, chosen=True),
            tried(0, script=second.script, by="refiner"),
        ),
    )
    assert measured("strict_after", [kept]).value == 1
    assert measured("neutral", [kept]).value == 1


def test_rates_of_bashcoder() -> None:
    """The five rates have the denominators that the paper's figures imply."""
    given_results = [
        result("s/a", 2),
        Result(case="s/b", attempts=(tried(2, warnings=2, chosen=True, unrefined=True),)),
        Result(case="s/c", attempts=(tried(0, syntax=("unexpected end",), chosen=True, unrefined=True),)),
        result("s/d", None),
        result("s/e", 1),
    ]
    assert measured("syntax_pass", given_results).value == 3 / 5
    warned = measured("robust_warn_rate", given_results)
    assert (warned.value, warned.trials) == (1 / 3, 3)
    assert measured("robust_pass", given_results).value == 2 / 5
    assert measured("func_rate", given_results).value == 3 / 5
    assert measured("full_rate", given_results).value == 2 / 5
    assert measured("full_held", given_results).value == 1 / 5


def test_no_promises_of_robustness() -> None:
    """Where a case promises nothing about robustness there is nothing to measure, which is not 0."""
    plain = tried(2, grade=Grade(label=2), chosen=True, unrefined=True)
    assert measured("robust_held", [Result(case="s/a", attempts=(plain,))]).value is None


def test_an_empty_reply_is_a_failure() -> None:
    """A reply without a script, and a run without a reply, fail; neither is an infrastructure error."""
    given_results = [result("s/a", None), Result(case="s/b", outcome="no_match")]
    assert measured("strict_after", given_results).value == 0
    assert measured("strict_after", given_results).trials == 2


@pytest.mark.parametrize(
    "lost",
    [
        result("s/z", 0, problem="the model's server did not answer"),
        Result(case="s/z", attempts=(tried(0, grade=Grade(label=0, problem="no box"), chosen=True, unrefined=True),)),
        Result(case="s/z", attempts=(tried(2, grade=None, chosen=True, unrefined=True),)),
        Result(
            case="s/z",
            attempts=(
                tried(0, grade=Grade(label=0, problem="no box"), unrefined=True),
                tried(2, by="refiner", chosen=True),
            ),
        ),
    ],
    ids=["the run", "the grade", "no grade", "the first draft's grade"],
)
def test_infrastructure_errors_lower_the_trials(lost: Result) -> None:
    """A sample lost to infrastructure changes no figure, whichever part of it was lost."""
    given_results = list(results(20, 2, seed=4))
    assert lost.trouble
    for name in ALL:
        assert measured(name, [*given_results, lost]) == measured(name, given_results)
        assert measured(name, [lost]).value is None


def test_nothing_to_divide_by() -> None:
    """Without a sample every metric is None, and no interval is told."""
    for name in ALL:
        assert measured(name, []) == Figure(value=None)


def test_cost_of_an_accepted_script() -> None:
    """What all runs cost is divided by the scripts that were accepted; an unknown price is not free."""
    given_results = [
        result("s/a", 2, calls=(spend(0.02),), seconds=1.0),
        result("s/b", 0, outcome="incorrect", calls=(spend(0.04),), seconds=2.0),
        result("s/c", 2, calls=(spend(None, tokens=700), spend(0.5)), seconds=6.0),
    ]
    assert measured("cost_per_run", given_results).value == pytest.approx(0.03)
    assert measured("cost_per_accepted", given_results).value == pytest.approx(0.06)
    assert measured("cost_per_run", given_results).trials == 2
    assert measured("tokens_per_accepted", given_results).value == pytest.approx(1000 / 2)
    assert measured("seconds_per_run", given_results).value == pytest.approx(3.0)
    assert measured("accepted", given_results).value == 2 / 3
    rejected = [result("s/a", 0, outcome="incorrect", calls=(spend(0.04),))]
    assert measured("cost_per_accepted", rejected).value is None


def test_acceptance_is_measured_by_execution() -> None:
    """Of what the run accepts, the share that is right is told; what it accepts and is right gets through."""
    given_results = [
        result("s/a", 2),
        result("s/b", 0),
        result("s/c", 2, outcome="unsure"),
        result("s/d", 1, outcome="risky"),
    ]
    assert measured("accepted_right", given_results).value == 1 / 3
    assert measured("delivered", given_results).value == 1 / 4


def test_the_noop_baseline() -> None:
    """What an empty script gets is told once for each case, where it is known."""
    labels: tuple[Label | None, ...] = (0, 2, 2, None)
    given_results = [
        result(f"s/{number}", 2, sample=sample, noop=noop) for number, noop in enumerate(labels) for sample in range(2)
    ]
    assert measured("noop", given_results).value == pytest.approx(2 / 3)
    assert measured("noop", given_results).trials == 3


@given(st.randoms(use_true_random=False), st.integers(0, 50))
@settings(max_examples=10, deadline=None)
def test_order_does_not_matter(random: Random, seed: int) -> None:
    """Shuffled results give the same figures, intervals included."""
    given_results = list(results(12, 2, seed=seed))
    shuffled = list(given_results)
    random.shuffle(shuffled)
    for name in ALL:
        assert measured(name, shuffled) == measured(name, given_results)


@given(st.integers(0, 1000))
@settings(max_examples=15, deadline=None)
def test_intervals_hold_their_value(seed: int) -> None:
    """Every interval holds its value; every share lies in [0, 1]; the stages only lose samples where they must."""
    cases = by_case(results(15, 2, seed=seed))
    for metric in ALL.values():
        found = figure(metric, cases)
        if found.value is None or found.low is None or found.high is None:
            continue
        assert found.low - 1e-9 <= found.value <= found.high + 1e-9
        if metric.unit in ("share", "mean"):
            assert 0 <= found.low <= found.high <= 1
    stages = {name: figure(ALL[name], cases).value or 0.0 for name in ALL}
    assert stages["written"] >= stages["parsed"]
    assert stages["working"] >= stages["strict_before"]
    assert stages["strict_after"] >= stages["delivered"]
    assert stages["full_rate"] >= stages["full_held"]


@pytest.mark.parametrize("metric", [*ALL.values(), *passes(3)], ids=lambda metric: metric.name)
def test_every_metric_says_what_it_is(metric: Metric) -> None:
    """Each metric is defined in a sentence, with its source or that it is ours."""
    assert metric.about.endswith(".")
    assert re.search(r"\b(19|20)\d\d\b|Ours|BashCoder-R1|ScriptSmith", metric.about)
