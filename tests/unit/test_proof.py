"""What a test must say to count, what its evidence speaks of, and when it is out of date."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scriptsmith.core.effects import Execution
from scriptsmith.core.proof import (
    checks,
    is_stale,
    last_test,
    proof_digest,
    recorded,
    shortfall,
    with_records,
    without_records,
)
from scriptsmith.core.types import Entry, Evidence, Script

NOW = datetime(2030, 6, 1, 12, tzinfo=UTC)
ENTRY = Entry(id="wind-wool", title="Wind wool", script=Script(text="true\n"), test="check\n")
text = st.text(max_size=8)
kinds = st.sampled_from(["test", "review", "rehearsal"])
evidence = st.builds(
    Evidence,
    kind=kinds,
    result=st.sampled_from(["passed", "failed"]),
    digest=st.sampled_from(["", "a", "b"]),
    version=st.integers(0, 2),
)


def passed(digest: str, at: datetime = NOW, result: str = "passed") -> Evidence:
    return Evidence(kind="test", result=result, digest=digest, at=at.isoformat(timespec="seconds"), version=1)


@pytest.mark.parametrize(
    ("ran", "number"),
    [
        (Execution(exit=0, stdout=b"checks: 3 passed, 0 failed\n"), 3),
        (Execution(exit=0, stdout=b"noise\nchecks: 12 passed, 0 failed\n"), 12),
        (Execution(exit=0, stdout=b"checks: 0 passed, 0 failed\n"), 0),
        (Execution(exit=0, stdout=b"checks: 3 passed, 1 failed\n"), 0),
        (Execution(exit=1, stdout=b"checks: 3 passed, 0 failed\n"), 0),
        (Execution(exit=0, stdout=b"checks: 3 passed, 0 failed\nmore\n"), 0),
        (Execution(exit=0, stdout=b"checks: 3 passed, 0 failed x\n"), 0),
        (Execution(exit=0, stdout=b"not checks: 3 passed, 0 failed\n"), 0),
        (Execution(exit=0, stdout=b""), 0),
        (Execution(exit=0, stdout=b"checks: 3 passed, 0 failed\n", limits=("wall",)), 0),
        (Execution(exit=0, stdout=b"checks: 3 passed, 0 failed\n", truncated=("stderr",)), 0),
    ],
)
def test_only_a_test_that_says_that_it_ran_counts(ran: Execution, number: int) -> None:
    """Status 0, no limit, and a last line that says how many checks passed and that none failed."""
    assert checks(ran) == number
    assert bool(shortfall(ran)) is (number == 0)


def test_the_check_that_failed_is_told_before_what_a_service_complained_of() -> None:
    """Without such a check it is the first line of standard error."""
    ran = Execution(exit=1, stderr=b"Failed to mount /proc\nnot ok: it restarts\nnot ok: it waits\n")
    assert shortfall(ran) == "it ended with status 1: not ok: it restarts"
    assert (
        shortfall(replace(ran, stderr=b"Failed to mount /proc\nwaited in vain\n"))
        == "it ended with status 1: Failed to mount /proc"
    )


@given(exit=st.integers(0, 255), stdout=st.binary(max_size=40), stderr=st.binary(max_size=40))
def test_whatever_a_test_prints_is_a_pass_or_has_a_reason(exit: int, stdout: bytes, stderr: bytes) -> None:
    """There is a number of checks or a reason against it, never both, and a reason is one line."""
    ran = Execution(exit=exit, stdout=stdout, stderr=stderr)
    assert (checks(ran) > 0) is (shortfall(ran) == "")
    assert "\n" not in shortfall(ran)


@given(first=st.tuples(text, text, text), second=st.tuples(text, text, text))
def test_the_digest_changes_with_each_text_and_with_nothing_else(
    first: tuple[str, str, str], second: tuple[str, str, str]
) -> None:
    """Script, test and library each count, and where one ends and the next begins does too."""
    assume(first != second)
    entries = [replace(ENTRY, script=Script(text=script), test=test) for script, test, _ in (first, second)]
    assert proof_digest(entries[0], first[2]) != proof_digest(entries[1], second[2])
    assert proof_digest(entries[0], first[2]) == proof_digest(
        replace(entries[0], title="x", version=9, evidence=(passed("a"),)), first[2]
    )


@pytest.mark.parametrize(
    ("last", "days", "stale"),
    [
        (None, None, True),
        (passed("now"), None, False),
        (passed("before"), None, True),
        (passed("now", result="failed"), None, True),
        (passed("now", NOW - timedelta(days=400)), None, False),
        (passed("now", NOW - timedelta(days=8)), 7, True),
        (passed("now", NOW - timedelta(days=6)), 7, False),
        (replace(passed("now"), at=""), 7, True),
        (replace(passed("now"), at="2030-05-30"), 7, True),
        (replace(passed("now"), at=""), None, False),
    ],
)
def test_a_test_is_stale_unless_it_passed_lately_with_these_texts(
    last: Evidence | None, days: int | None, stale: bool
) -> None:
    """No evidence, evidence about other texts, a failure and, if asked for, an old or undated pass are stale."""
    entry = replace(ENTRY, evidence=(last,) if last else ())
    assert is_stale(entry, "now", NOW, None if days is None else timedelta(days=days)) is stale


@given(own=st.lists(evidence, max_size=4), records=st.lists(evidence, max_size=6), version=st.integers(1, 2))
def test_only_what_was_recorded_for_the_version_is_added(
    own: list[Evidence], records: list[Evidence], version: int
) -> None:
    """An entry has its own evidence without that of a test, and the last record of each kind for its version."""
    entry = replace(ENTRY, version=version, evidence=tuple(own))
    seen = with_records(entry, records)
    assert without_records(seen) == without_records(entry)
    added = seen.evidence[len(without_records(entry).evidence) :]
    assert [e.version for e in added] == [version] * len(added)
    assert {e.kind for e in added} == {e.kind for e in records if e.version == version}
    assert all(e == [r for r in records if (r.kind, r.version) == (e.kind, version)][-1] for e in added)
    assert with_records(seen, records) == seen
    assert last_test(seen) == next((e for e in added if e.kind == "test"), None)


@given(records=st.lists(evidence, max_size=8))
def test_a_record_replaces_what_was_known_of_the_same_text(records: list[Evidence]) -> None:
    """Records do not grow when the same is found out again, and the newest stands last."""
    kept: tuple[Evidence, ...] = ()
    for each in records:
        kept = recorded(kept, each)
        assert kept[-1] == each
        assert recorded(kept, each) == kept
    keys = [(e.kind, e.version, e.digest) for e in kept]
    assert len(set(keys)) == len(keys)
    assert set(keys) == {(e.kind, e.version, e.digest) for e in records}
