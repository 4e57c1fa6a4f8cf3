"""The shipped suites: every case can be read, and proves itself in boxes."""

from __future__ import annotations

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.proving import missing
from tests.boxes import boxed
from tests.proofs import cases, cases_now, due, read_record, why_no_case

CASES = cases()
NOW = cases_now()
DUE = due(NOW.values(), read_record())


@pytest.fixture(scope="module")
def sandbox() -> Bubblewrap:
    """One launcher for all cases of a worker."""
    return Bubblewrap()


def test_there_is_a_suite_of_scripts_and_one_of_lines() -> None:
    """Each suite holds what its name says, and no case was skipped for being malformed."""
    assert {key: case.problem for key, case in CASES.items() if case.problem} == {}
    assert {(case.suite, case.kind) for case in CASES.values()} == {("scripts", "script"), ("lines", "line")}


@boxed
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if case.key in DUE else pytest.mark.thorough) for name, case in NOW.items()],
)
async def test_a_shipped_case_proves_itself(name: str, sandbox: Bubblewrap) -> None:
    """Its reference passes every scenario twice in a row, and doing nothing does not pass the first.

    A case whose proof is recorded as it is now is proven again by `make test-all`, and by `make test` only when it
    stands for its suite.
    """
    if lacking := missing(CASES[name]):
        pytest.skip(lacking)
    assert await why_no_case(CASES[name], sandbox) == ""
