"""The shipped suites: every case can be read, and proves itself in boxes."""

from __future__ import annotations

import re

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from tests.boxes import boxed
from tests.proofs import cases, cases_now, not_here, to_prove, why_no_case

CASES = cases()
NOW = cases_now()


@pytest.fixture(scope="module")
def sandbox() -> Bubblewrap:
    """One launcher for all cases of a worker."""
    return Bubblewrap()


def test_there_is_a_suite_of_scripts_one_of_lines_and_one_of_playbooks() -> None:
    """Each suite holds what its name says, and no case was skipped for being malformed."""
    assert {key: case.problem for key, case in CASES.items() if case.problem} == {}
    kinds = {("scripts", "script"), ("lines", "line"), ("playbooks", "playbook")}
    assert {(case.suite, case.kind) for case in CASES.values()} == kinds


def test_every_playbook_is_asked_for_with_its_hosts() -> None:
    """At each level a reader knows where it is to run: a group of the inventory, or all hosts."""
    unsaid = [
        f"{case.key}@{number}"
        for case in CASES.values()
        for number, told in enumerate(case.levels, 1)
        if not re.search(rf"\b({'|'.join(case.groups)}|all hosts|all servers|(on|for) all)\b", told)
    ]
    assert unsaid == []


@boxed
@to_prove("name", NOW)
async def test_a_shipped_case_proves_itself(name: str, sandbox: Bubblewrap) -> None:
    """Its reference passes every scenario twice in a row, and doing nothing does not pass the first.

    Of the cases whose proof is recorded as it is now `make test-all` proves a third again, and `make test` the one that
    stands for its suite.
    """
    if lacking := not_here(CASES[name]):
        pytest.skip(lacking)
    assert await why_no_case(CASES[name], sandbox) == ""
