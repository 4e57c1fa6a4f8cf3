"""The shipped suites: every case can be read, and proves itself in boxes."""

from __future__ import annotations

import shutil

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.folder import find, shipped
from scriptsmith.bench.model import Case
from scriptsmith.bench.proving import prove
from scriptsmith.bench.trial import grade, grader
from scriptsmith.ports import BoxLimits
from tests.boxes import boxed

CASES = {case.key: case for suite in shipped() for case in find(suite)}


@pytest.fixture(scope="module")
def sandbox() -> Bubblewrap:
    """One launcher for all cases of a worker."""
    return Bubblewrap()


def test_there_is_a_suite_of_scripts_and_one_of_lines() -> None:
    """Each suite holds what its name says, and no case was skipped for being malformed."""
    assert {key: case.problem for key, case in CASES.items() if case.problem} == {}
    assert {(case.suite, case.kind) for case in CASES.values()} == {("scripts", "script"), ("lines", "line")}


@boxed
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
async def test_a_shipped_case_proves_itself(case: Case, sandbox: Bubblewrap) -> None:
    """Its reference passes every scenario twice in a row, and doing nothing does not pass the first."""
    if lacking := [name for name in case.needs if not shutil.which(name)]:
        pytest.skip(f"the case needs {', '.join(lacking)}, which this machine lacks")
    proof = await prove(case, grader(scenarios=grade(sandbox, BoxLimits())))
    assert proof.why == ""
