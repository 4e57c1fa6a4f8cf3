"""Results: from a run's events, to JSON lines and back."""

from __future__ import annotations

import pytest

from scriptsmith.bench.model import Case, Grade
from scriptsmith.bench.records import ENSEMBLE, dump_result, read_results, result_of, unique
from scriptsmith.core.events import Asked, Assessed, Checked, Drafted, Event, Explained, Rehearsed, Retrieved, Settled
from scriptsmith.core.rehearsal import Rehearsal
from scriptsmith.core.types import (
    Action,
    Assessment,
    Call,
    Explanation,
    Finding,
    Opinion,
    Script,
    Severity,
    Verdict,
)
from scriptsmith.errors import BadInput

from .made_results import result, results

FIRST, SECOND = Script(text="gzip *.log\n"), Script(text="gzip -- *.log\n")
CASE = Case(suite="scripts", id="rotate", action="compress the logs", golds=(SECOND,), tags=("spaces",), difficulty=2)
MODELS = {"generator": "writer", "refiner": "mender", "assessor": "judge"}
CALL = Call(role="generator", model="writer", prompt="draft", prompt_digest="d", input_tokens=5, output_tokens=7)


def assessed(verdict: Verdict) -> Assessed:
    """An assessment in which all agree."""
    opinions = tuple(Opinion(assessor=name, verdict=verdict) for name in ("similarity", "difference"))
    return Assessed(assessment=Assessment(functionality="it does", opinions=opinions, verdict=verdict), seconds=1.0)


def finding(code: str, severity: Severity, checker: str = "shellcheck") -> Finding:
    """What a checker said."""
    return Finding(checker=checker, code=code, severity=severity, message=f"{code} is wrong")


REFINED: tuple[Event, ...] = (
    Asked(action=Action(text=CASE.action)),
    Retrieved(matches=(), seconds=0.5),
    Drafted(script=FIRST, calls=(CALL,), seconds=2.0),
    Checked(findings=(finding("SC2035", Severity.WARNING), finding("SC2012", Severity.INFO))),
    assessed(Verdict.NO),
    Rehearsed(rehearsal=Rehearsal(opinion=Opinion(assessor="rehearsal", verdict=Verdict.NO, confidence=0.25))),
    Explained(explanation=Explanation(wrong=True, text="a name may begin with a dash")),
    Drafted(script=SECOND, by="refiner", calls=(CALL, CALL)),
    Checked(findings=()),
    assessed(Verdict.YES),
    Settled(outcome="verified", script=SECOND),
)
GRADES = {FIRST.digest: Grade(label=1), SECOND.digest: Grade(label=2)}


def test_from_events() -> None:
    """A run's events and its scripts' grades make one result, with every attempt, verdict and call in it."""
    made = result_of(CASE, REFINED, GRADES, sample=3, models=MODELS, noop=Grade(label=0))
    assert (made.case, made.sample, made.suite, made.tags, made.difficulty) == (
        "scripts/rotate",
        3,
        "scripts",
        ("spaces",),
        2,
    )
    first, second = made.attempts
    assert (first.by, first.model, first.label, first.warnings, first.unrefined, first.chosen) == (
        "generator",
        "writer",
        1,
        1,
        True,
        False,
    )
    assert (second.by, second.model, second.label, second.chosen) == ("refiner", "mender", 2, True)
    said = [(each.assessor, each.verdict, each.model) for each in first.opinions]
    assert said == [
        (ENSEMBLE, "no", "judge"),
        ("similarity", "no", "judge"),
        ("difference", "no", "judge"),
        ("rehearsal", "no", ""),
    ]
    assert [each.confidence for each in first.opinions] == [None, None, None, 0.25]
    assert (made.outcome, made.accepted, made.refined, made.noop, len(made.calls)) == ("verified", True, True, 0, 3)
    assert made.seconds == 4.5
    assert made.cost is None
    assert not made.trouble


def test_the_worse_refinement_is_not_chosen() -> None:
    """What the run settles with is chosen, though it is not the last."""
    events = (
        *REFINED[:8],
        Checked(findings=(finding("SS0001", Severity.ERROR, "bash"),)),
        Settled(outcome="incorrect", script=FIRST),
    )
    made = result_of(CASE, events, GRADES, models=MODELS)
    assert made.chosen is made.unrefined is made.attempts[0]
    assert made.attempts[1].syntax == ("SS0001 is wrong",)


def test_without_a_script() -> None:
    """A reply without a script is an attempt without a digest, and no infrastructure error."""
    made = result_of(CASE, (*REFINED[:2], Drafted(script=None), Settled(outcome="unsure")), {}, models=MODELS)
    assert [(each.digest, each.grade) for each in made.attempts] == [("", None)]
    assert not made.trouble
    assert not made.accepted


def test_from_the_catalogue() -> None:
    """A script that the catalogue answers with is an attempt of its own."""
    events = (*REFINED[:2], Settled(outcome="reuse", script=SECOND, entry="compress-logs@1"))
    made = result_of(CASE, events, GRADES)
    assert [(each.by, each.label, each.chosen) for each in made.attempts] == [("catalogue", 2, True)]


def test_a_run_without_an_end() -> None:
    """A run that broke off, and a script that nobody graded, are infrastructure errors."""
    assert "did not come to its end" in result_of(CASE, REFINED[:5], GRADES).trouble
    assert "not graded" in result_of(CASE, REFINED, {FIRST.digest: Grade(label=1)}).trouble


def test_lines_and_back() -> None:
    """What is written is what is read."""
    made = [*results(10, 2), result_of(CASE, REFINED, GRADES, models=MODELS)]
    assert list(read_results(dump_result(each) + b"\n" for each in made)) == made


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"{", "line 2: this is not a result of the bench: it is not JSON"),
        (b"[]", "line 2: this is not a result"),
        (b'{"case": "s/a", "noop": 3}', "noop: it should be one of 0, 1, 2"),
        (b'{"case": "s/a", "noop": true}', "noop: it should be one of 0, 1, 2"),
        (b'{"case": "s/a", "noop": 1.0}', "noop: it should be one of 0, 1, 2"),
        (b'{"sample": 1}', "case: it is required"),
    ],
)
def test_a_broken_line(line: bytes, says: str) -> None:
    """A line that is no result is named, with what is wrong with it."""
    with pytest.raises(BadInput, match=r"r\.jsonl, line 2") as error:
        read_results([dump_result(result("s/a", 2)), line], "r.jsonl")
    assert says in str(error.value)


def test_the_same_sample_twice() -> None:
    """One sample that is recorded twice is refused: it would count double."""
    assert len(unique([result("s/a", 2), result("s/a", 2, sample=1), result("s/a", 2, system="b")])) == 3
    with pytest.raises(BadInput, match="sample 0 of s/a is recorded twice"):
        unique([result("s/a", 2), result("s/b", 2), result("s/a", 0)])
