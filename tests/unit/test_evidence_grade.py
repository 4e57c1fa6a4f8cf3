"""Evidence has grades, and only evidence of the present text counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scriptsmith.core.evidence_grade import graded, needs, ran_on, real_digest
from scriptsmith.core.proof import proof_digest
from scriptsmith.core.types import Entry, Evidence, Requirements, Script

LIBRARY = "run() { :; }"
FIXTURES = {
    "redis": "# packages: redis-server\n[ -e x ] || use base\nran_on Redis 7",
    "base": "# packages: procps\n",
    "lvm": "# packages: lvm2\n# devices\n",
}
ENTRY = Entry(
    id="x",
    title="X",
    script=Script(text="echo"),
    requires=Requirements(tools=("redis-cli",)),
    test="stub redis-cli <<<'echo 1'\nrun\n",
    real="# packages: jq\nuse redis\nrun\n",
)


def _with(entry: Entry, kind: str, digest: str, detail: str = "", result: str = "passed") -> Entry:
    seen = Evidence(kind=kind, result=result, detail=detail, at="2026-11-22T10:00:00+00:00", digest=digest)
    return replace(entry, evidence=(*entry.evidence, seen))


def test_a_run_against_the_real_program_is_the_highest_grade() -> None:
    digest = real_digest(ENTRY, LIBRARY, FIXTURES)
    entry = _with(ENTRY, "real", digest, "run on Redis 7.0.15: 9 checks, and more")
    assert graded(entry, LIBRARY, FIXTURES).said == "run on Redis 7.0.15, 2026-11-22"
    assert graded(entry, LIBRARY, FIXTURES).grade == "real"


def test_a_test_with_written_stand_ins_says_so() -> None:
    entry = _with(ENTRY, "test", proof_digest(ENTRY, LIBRARY))
    assert graded(entry, LIBRARY, FIXTURES).said == "tested with stand-ins, 2026-11-22"


def test_a_test_that_plays_nothing_but_the_caller_is_a_real_run() -> None:
    entry = replace(ENTRY, test="stub id <<<'echo 0'\nrun\n", requires=Requirements(tools=("find", "gzip")))
    entry = _with(entry, "test", proof_digest(entry, LIBRARY))
    assert graded(entry, LIBRARY, FIXTURES).said == "run with find, gzip, 2026-11-22"


def test_recorded_stand_ins_have_a_grade_of_their_own() -> None:
    entry = replace(ENTRY, test="recorded kubectl pods\nrun\n")
    entry = _with(entry, "test", proof_digest(entry, LIBRARY))
    assert graded(entry, LIBRARY, FIXTURES).grade == "recorded"


@pytest.mark.parametrize("changed", ["script", "real", "library", "fixture", "failed"])
def test_evidence_of_another_text_counts_for_nothing(changed: str) -> None:
    entry = _with(
        ENTRY,
        "real",
        real_digest(ENTRY, LIBRARY, FIXTURES),
        "run on Redis 7: 1",
        result="failed" if changed == "failed" else "passed",
    )
    library, fixtures = LIBRARY, dict(FIXTURES)
    if changed == "script":
        entry = replace(entry, script=Script(text="echo 2"))
    elif changed == "real":
        entry = replace(entry, real=f"{entry.real}\n")
    elif changed == "library":
        library += "\n"
    elif changed == "fixture":
        fixtures["base"] += "sleep 1\n"
    assert graded(entry, library, fixtures).said == "untested"


def test_a_fixture_that_is_not_used_changes_nothing() -> None:
    assert real_digest(ENTRY, LIBRARY, FIXTURES) == real_digest(ENTRY, LIBRARY, FIXTURES | {"lvm": ""})


def test_needs_are_those_of_the_test_and_of_all_fixtures_below_it() -> None:
    found = needs(ENTRY, FIXTURES)
    assert (found.fixtures, found.packages, found.devices) == (
        ("redis", "base"),
        ("jq", "procps", "redis-server"),
        False,
    )
    assert needs(replace(ENTRY, real="use lvm"), FIXTURES).devices


def test_programs_are_told_once_in_order() -> None:
    assert ran_on("x\nran on: A 1\nran on: B 2\nran on: A 1\n") == ("A 1", "B 2")
