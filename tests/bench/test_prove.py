"""Proofs: a case is proven by what its reference and scripts that do nothing show, and by nothing less."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.folder import read_suite
from scriptsmith.bench.model import Case, CaseScenario, Grade, Seen
from scriptsmith.bench.proving import Proof, prove, prove_all, shortcoming
from scriptsmith.bench.trial import grade, grader
from scriptsmith.core.types import Script
from scriptsmith.errors import SandboxUnavailable
from scriptsmith.ports import BoxLimits
from tests.bench.folders import EMPTY, PLAIN, write_case
from tests.boxes import boxed

REFERENCE = Script(text="cat list\n")
GOOD = Grade(label=2, seen=(Seen(scenario="plain", promise="milk", held=True),), seconds=0.25)
BAD = Grade(label=0, seen=(Seen(scenario="plain", promise="milk", held=False, detail="grep\nstatus 1"),))
TORN = Grade(label=0, problem="plain: no box")


def case(name: str = "case") -> Case:
    """A case of two scenarios."""
    scenarios = (CaseScenario(name="plain", test=PLAIN), CaseScenario(name="empty", test=EMPTY, purpose="robustness"))
    return Case(suite="dairy", id=name, action="print it", golds=(REFERENCE,), scenarios=scenarios)


class Graded:
    """A grader that knows its answers: those to the reference one after the other, and one to scripts that do nothing."""

    def __init__(self, *reference: Grade, nothing: Grade = BAD) -> None:
        self.reference, self.nothing = list(reference), nothing
        self.asked: list[tuple[str, int]] = []

    async def __call__(self, case: Case, script: Script) -> Grade:
        self.asked.append((script.text, len(case.scenarios)))
        await asyncio.sleep(0)
        return self.reference.pop(0) if script == REFERENCE else self.nothing


async def test_a_proof_needs_two_passes_and_two_failures() -> None:
    """The reference runs twice in all scenarios, what does nothing in the first one only."""
    graded = Graded(GOOD, GOOD)
    proof = await prove(case(), graded)
    assert proof == Proof(key="dairy/case", checks=1, seconds=0.5)
    assert proof.proven
    texts = [text for text, _ in graded.asked]
    assert graded.asked[:2] == [("cat list\n", 2)] * 2
    assert [scenarios for _, scenarios in graded.asked[2:]] == [1, 1]
    assert (texts[2], texts[3].splitlines()[-1]) == ("", "exit 0")


@pytest.mark.parametrize(
    ("reference", "nothing", "why"),
    [
        ((BAD,), BAD, "its reference fails: plain: milk (grep status 1)"),
        ((GOOD, BAD), BAD, "its reference fails: plain: milk (grep status 1)"),
        ((TORN,), BAD, "its reference could not be graded: plain: no box"),
        ((GOOD, GOOD), GOOD, "an empty script passes it too"),
        ((GOOD, GOOD), TORN, "an empty script could not be graded: plain: no box"),
    ],
)
async def test_whatever_is_lacking_is_named(reference: tuple[Grade, ...], nothing: Grade, why: str) -> None:
    """A reference that fails once, a control that passes, and one that could not be graded each leave it unproven."""
    proof = await prove(case(), Graded(*reference, nothing=nothing))
    assert (proof.proven, proof.why) == (False, why)


async def test_a_case_with_a_problem_is_not_run() -> None:
    """What cannot be read or has no reference is unproven for that reason."""
    torn = Case(suite="dairy", id="torn", action="", golds=(REFERENCE,), problem="task.toml is missing")
    assert (await prove(torn, Graded())).why == "task.toml is missing"
    assert (await prove(Case(suite="dairy", id="bare", action="x", golds=()), Graded())).why == "it has no reference"


async def test_a_case_whose_programs_are_not_here_is_not_run() -> None:
    """It is neither proven nor a failure, and no box is opened for it."""
    proof = await prove(replace(case(), needs=("bash", "frobnicate")), Graded())
    assert proof == Proof(key="dairy/case", why="it needs frobnicate, which this machine lacks", provable=False)
    assert not proof.proven


@given(size=st.integers(0, 12), jobs=st.integers(1, 5))
def test_many_are_proven_in_their_order(size: int, jobs: int) -> None:
    """However many at a time: each once, told as it comes, answered in the order of the cases."""
    now = most = 0

    async def graded(case: Case, script: Script) -> Grade:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1
        return GOOD if script == REFERENCE else BAD

    heard: list[Proof] = []
    cases = [case(f"case-{number}") for number in range(size)]
    proofs = asyncio.run(prove_all(cases, graded, jobs=jobs, heard=heard.append))
    assert [proof.key for proof in proofs] == [each.key for each in cases]
    assert sorted(proof.key for proof in heard) == sorted(each.key for each in cases)
    assert most <= jobs


async def test_a_broken_tool_ends_all() -> None:
    """Without a box nothing can be said of any case: the error is raised, and the rest is not tried."""
    asked = 0

    async def graded(case: Case, script: Script) -> Grade:
        nonlocal asked
        asked += 1
        raise SandboxUnavailable("no box")

    with pytest.raises(SandboxUnavailable):
        await prove_all([case(str(number)) for number in range(9)], graded, jobs=2)
    assert asked <= 2


def test_a_shortcoming_is_one_line() -> None:
    """The first broken promise with how, and how many more; a label that no promise explains is given."""
    two = Grade(label=0, seen=(*BAD.seen, Seen(scenario="empty", promise="none", held=False)))
    assert shortcoming(two) == "plain: milk (grep status 1), and 1 more"
    assert shortcoming(Grade(label=1)) == "label 1"


@boxed
async def test_cases_prove_themselves_in_boxes(tmp_path: Path) -> None:
    """A good case is proven; wrong references, tests that hold for nothing and torn cases are told apart."""
    write_case(tmp_path / "good")
    write_case(tmp_path / "wrong", solution__solution_sh="cat list list\necho\n")
    write_case(tmp_path / "lenient", tests__plain_sh='. "$HARNESS"\ncheck "it ends" test "$STATUS" -eq 0\nfinish\n')
    write_case(tmp_path / "silent", tests__plain_sh="exit # finish\n")
    write_case(tmp_path / "torn", tests__plain_sh=None)
    judge = grader(scenarios=grade(Bubblewrap(), BoxLimits(wall=20)))
    proofs = {proof.key.split("/")[1]: proof for proof in await prove_all(read_suite(tmp_path), judge, jobs=2)}
    assert {name: proof.why.split(":")[0] for name, proof in proofs.items()} == {
        "good": "",
        "lenient": "an empty script passes it too",
        "silent": "its reference could not be graded",
        "torn": proofs["torn"].why.split(":")[0],
        "wrong": "its reference fails",
    }
    assert proofs["good"].checks == 3
    assert "tests/plain.sh is missing" in proofs["torn"].why
    assert "empty: nothing is printed" in proofs["wrong"].why
