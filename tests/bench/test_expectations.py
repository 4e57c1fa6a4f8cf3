"""Declarative checks hold exactly for what they say, and scripts are graded by them in a real box."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.command_observer import LIMITS
from scriptsmith.bench.importers.expectations import (
    NotACheck,
    PathAfterRun,
    expectation_grader,
    holds,
    judged,
    read_expectation,
)
from scriptsmith.bench.model import Case
from scriptsmith.core.effects import Execution
from scriptsmith.core.fixtures import Planted
from scriptsmith.core.types import Script
from scriptsmith.testing.sandboxes import PlayedSandbox
from tests.boxes import boxed

RAN = Execution(exit=3, stdout=b"total: 12\nREADY\n", stderr=b"")
TREE = {
    "/d": PathAfterRun(kind="directory"),
    "/d/f:x": PathAfterRun(),
    "/d/f": PathAfterRun(kind="regular file", content=b"a: 1\nb: 22\n"),
}


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("exit_code:3", True),
        ("exit_code:0", False),
        ("stdout_contains:total: 12", True),
        ("stdout_contains:13", False),
        (r"stdout_regex:total:\s*\d+", True),
        ("stdout_regex:^READY", False),
        ("stderr_empty", True),
        ("file_exists:/d/f", True),
        ("file_exists:/d/g", False),
        ("dir_exists:/d", True),
        ("dir_exists:/d/f", False),
        ("file_contains:/d/f:b: 2", True),
        ("file_contains:/d/f:c", False),
        ("file_contains:/d:a", False),
        (r"file_line_regex:/d/f:^b: \d\d$", True),
        ("file_line_regex:/d/f:1.b", False),
    ],
)
def test_a_check_holds_for_what_it_says(text: str, held: bool) -> None:
    """Each kind of check, once where it holds and once where it does not; values may hold colons."""
    assert holds(read_expectation(text), RAN, TREE) is held


@pytest.mark.parametrize(
    "text",
    ["", "llm_judge:x", "file_exists", "file_exists:d", "file_contains:/d", "exit_code:zero", "stdout_regex:(",
     "stdout_contains:", "EXIT_CODE:0", "file_exists:/a\0b"],
)  # fmt: skip
def test_what_is_no_check_is_misread(text: str) -> None:
    """Unknown kinds, relative paths and checks that say nothing are refused and not taken to hold."""
    with pytest.raises(NotACheck):
        read_expectation(text)


@given(text=st.text(max_size=40))
def test_reading_a_check_never_breaks(text: str) -> None:
    """Any text is a check or a `NotACheck`; a check can be asked about any run."""
    try:
        check = read_expectation(text)
    except NotACheck:
        return
    assert holds(check, RAN, TREE) in (True, False)


def test_what_holds_of_doing_nothing_makes_nothing_right_in_part() -> None:
    """All checks: 2. One that tells: 1. Only those that held before and would for silence: 0."""
    checks = [read_expectation(text) for text in ("exit_code:0", "file_contains:/f:old", "file_contains:/f:new")]
    old = {"/f": PathAfterRun(kind="regular file", content=b"old")}
    new = {"/f": PathAfterRun(kind="regular file", content=b"new")}
    both = {"/f": PathAfterRun(kind="regular file", content=b"old new")}
    labels = [judged(checks, Execution(exit=0), old, after).label for after in (both, new, old)]
    assert labels == [2, 1, 0]


CASE = Case(
    suite="x",
    id="1",
    action="count the lines of /d/in into /d/out and print done",
    golds=(),
    fixture=(Planted(path="/d/in", content=b"1\n2\n"), Planted(path="/d/empty", kind="dir")),
    expectations=("file_contains:/d/out:2", "dir_exists:/d/empty", "stdout_contains:done", "exit_code:0"),
)


@boxed
@pytest.mark.parametrize(
    ("script", "label", "held"),
    [
        ("wc -l < /d/in > /d/out; echo done", 2, (True, True, True, True)),
        ("echo done", 1, (False, True, True, True)),
        ("", 0, (False, True, False, True)),
        ("rm -r /d; exit 4", 0, (False, False, False, False)),
        ("mkfifo /d/out; echo done", 1, (False, True, True, True)),
        ("ln -s in /d/out; echo done", 2, (True, True, True, True)),
    ],
)
async def test_scripts_are_graded_in_a_box(script: str, label: int, held: tuple[bool, ...]) -> None:
    """A right script, half of one, none, a wrong one, and things at the path that are no files (or links to one)."""
    grade = await expectation_grader(Bubblewrap(), LIMITS)(CASE, Script(text=script))
    assert (grade.label, tuple(it.held for it in grade.seen), grade.problem) == (label, held, "")


@boxed
async def test_a_script_that_replaces_the_looking_programs_holds_nothing() -> None:
    """A script cannot pass by putting its own `head` and `stat` where the grader looks with them."""
    forged = (
        'printf "#!/bin/bash\\necho regular file 2 done" > /usr/bin/head; cp /usr/bin/head /usr/bin/stat; echo done'
    )
    grade = await expectation_grader(Bubblewrap(), LIMITS)(CASE, Script(text=forged))
    assert grade.label == 0
    assert not any(it.held for it in grade.seen)


async def test_what_is_no_grade_has_a_problem() -> None:
    """An unknown check, a case without checks and a tree that cannot be laid are problems, not failures."""
    grade = expectation_grader(PlayedSandbox(lambda box, argv: Execution(exit=1, stderr=b"no room")), LIMITS)
    for case, why in (
        (Case(suite="x", id="1", action="", golds=(), expectations=("odd:1",)), "no check that is known"),
        (Case(suite="x", id="2", action="", golds=()), "no expectations"),
        (CASE, "could not be put into the box: no room"),
    ):
        assert why in (await grade(case, Script(text="true"))).problem
