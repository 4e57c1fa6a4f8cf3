"""Assessors beside execution: against hand values, and by pair of models."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.bench.metrics import Figure, by_case, figure
from scriptsmith.bench.metrics_assess import AssessorPairing, assessing, balanced_of, kappa_of, reviewings
from scriptsmith.bench.model import Grade
from scriptsmith.bench.records import ENSEMBLE, AssessorVerdict, Result
from scriptsmith.core.types import Verdict

from .made_results import tried

YES, NO, UNSURE = Verdict.YES, Verdict.NO, Verdict.UNSURE
tables = st.tuples(*[st.integers(0, 30)] * 4)


def judged(number: int, label: int | None, verdict: Verdict, *, writer: str = "w", model: str = "j") -> Result:
    """A sample whose only script was given one verdict by one model."""
    attempt = tried(
        label,  # type: ignore[arg-type]
        model=writer,
        chosen=True,
        unrefined=True,
        opinions=(AssessorVerdict(assessor=ENSEMBLE, verdict=verdict, model=model),),
    )
    return Result(case=f"s/{number}", attempts=(attempt,))


def judgements(yes_right: int, yes_wrong: int, no_right: int, no_wrong: int, unsure: int = 0) -> list[Result]:
    """One case for each judgement of a table."""
    kinds = [(YES, 2)] * yes_right + [(YES, 0)] * yes_wrong + [(NO, 2)] * no_right + [(NO, 1)] * no_wrong
    kinds += [(UNSURE, 2)] * unsure
    return [judged(number, label, verdict) for number, (verdict, label) in enumerate(kinds)]


def figures(results: list[Result], who: AssessorPairing | None = None) -> dict[str, Figure]:
    """Every figure of one assessor."""
    return {metric.name: figure(metric, by_case(results)) for metric in assessing(who or AssessorPairing())}


def test_by_hand() -> None:
    """Each figure of a table of 20 right and 30 wrong scripts, five of them not decided about, is the one by hand."""
    found = figures(judgements(15, 6, 5, 24, unsure=5))
    assert found["precision"].value == pytest.approx(15 / 21)
    assert found["recall"].value == pytest.approx(15 / 20)
    assert found["balanced_accuracy"].value == pytest.approx((15 / 20 + 24 / 30) / 2)
    assert found["coverage"].value == pytest.approx(50 / 55)
    observed, chance = 39 / 50, (21 * 20 + 29 * 30) / 2500
    assert found["kappa"].value == pytest.approx((observed - chance) / (1 - chance))
    assert found["coverage"].trials == 55
    assert found["kappa"].trials == 50


def test_the_textbook_kappa() -> None:
    """Two readers who agree on 35 of 50, with 25 and 30 yes, have a kappa of 0.4."""
    assert float(kappa_of(np.asarray([20.0, 5.0, 10.0, 15.0, 50.0]))) == pytest.approx(0.4)


@given(tables)
def test_kappa_and_balance(table: tuple[int, int, int, int]) -> None:
    """Kappa is 1 for agreement, at most 1, the same with both sides swapped; None where nothing can be told."""
    a, b, c, d = map(float, table)
    kappa, balance = (float(of(np.asarray([a, b, c, d, a + b + c + d]))) for of in (kappa_of, balanced_of))
    swapped = float(kappa_of(np.asarray([a, c, b, d, a + b + c + d])))
    assert kappa == pytest.approx(swapped, nan_ok=True)
    assert not kappa > 1 + 1e-9
    if a and d and not b and not c:
        assert kappa == pytest.approx(1)
        assert balance == pytest.approx(1)
    assert np.isnan(balance) == (not (a + c) or not (b + d))


def test_an_assessor_that_always_says_yes() -> None:
    """Approval of everything is worth nothing: half the balanced accuracy, a kappa of 0, and full recall."""
    found = figures(judgements(12, 8, 0, 0))
    assert found["recall"].value == 1
    assert found["balanced_accuracy"].value == pytest.approx(0.5)
    assert found["kappa"].value == pytest.approx(0)


def test_nothing_decided() -> None:
    """An assessor that never decides has no precision, recall or kappa, and a coverage of 0."""
    found = figures(judgements(0, 0, 0, 0, unsure=4))
    assert [found[name].value for name in ("precision", "recall", "balanced_accuracy", "kappa")] == [None] * 4
    assert found["coverage"].value == 0


def test_pairs_of_models() -> None:
    """Each pair of writer and judge has figures of its own, and says whether it reviews itself."""
    results = [
        judged(1, 2, YES, writer="a", model="a"),
        judged(2, 0, YES, writer="a", model="a"),
        judged(3, 0, NO, writer="a", model="b"),
        judged(4, 2, YES, writer="a", model="b"),
    ]
    pairs = reviewings(results)
    assert [(pair.model, pair.review) for pair in pairs] == [("a", "self"), ("b", "peer")]
    assert [figures(results, pair)["precision"].value for pair in pairs] == [0.5, 1.0]
    assert figures(results)["precision"].value == pytest.approx(2 / 3)


def test_other_assessors_stand_apart() -> None:
    """Opinions of one assessor are not mixed with those of another, and a rule has no model to review with."""
    attempt = tried(
        2,
        chosen=True,
        opinions=(
            AssessorVerdict(assessor=ENSEMBLE, verdict=YES, model="j"),
            AssessorVerdict(assessor="difference", verdict=NO, model="j"),
            AssessorVerdict(assessor="rehearsal", verdict=YES),
        ),
    )
    results = [Result(case="s/a", attempts=(attempt,))]
    names = [(who.assessor, who.review) for who in reviewings(results)]
    assert names == [(ENSEMBLE, "peer"), ("difference", "peer"), ("rehearsal", "")]
    assert figures(results, AssessorPairing(assessor="difference"))["recall"].value == 0


def test_ungraded_scripts_are_left_out() -> None:
    """Where execution says nothing there is no truth to compare a verdict with."""
    broken = tried(
        0,
        grade=Grade(label=0, problem="no box"),
        opinions=(AssessorVerdict(assessor=ENSEMBLE, verdict=YES, model="j"),),
    )
    chosen = tried(2, by="refiner", chosen=True, opinions=(AssessorVerdict(assessor=ENSEMBLE, verdict=YES, model="j"),))
    found = figures([Result(case="s/a", attempts=(broken, chosen))])
    assert (found["precision"].value, found["precision"].trials) == (1.0, 1)


def test_order_does_not_matter() -> None:
    """Shuffled judgements give the same figures, intervals included."""
    results = judgements(15, 6, 5, 24, unsure=5)
    shuffled = list(results)
    Random(2).shuffle(shuffled)
    assert figures(shuffled) == figures(results)
