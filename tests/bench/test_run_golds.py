"""Cases with references alone: a script is right when it does what one of them does, and a reference proves itself."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.command_observer import Observer
from scriptsmith.bench.equivalence.ours import ours
from scriptsmith.bench.model import Case, Grade, Judgement, Pair
from scriptsmith.bench.reference_grading import AGAIN, SAME, gold_grader
from scriptsmith.core.fixtures import Planted
from scriptsmith.core.types import Script
from tests.boxes import boxed

pytestmark = boxed
FILES = tuple(Planted(path=f"/data/{name}", content=b"x\n") for name in ("one.txt", "two.txt", "three.log"))
CASE = Case(
    suite="home",
    id="list",
    action="list the text files in /data",
    golds=(Script(text="ls /data/*.txt\n"), Script(text="find /data -name '*.txt' | sort\n")),
    fixture=FILES,
    workdir="/",
)


@cache
def observer() -> Observer:
    """One for all tests: boxes are observed once."""
    return Observer(Bubblewrap())


async def graded(text: str, case: Case = CASE) -> Grade:
    """The grade of one script, references compared by `ours`."""
    return await gold_grader(observer(), ours(observer()))(case, Script(text=text))


@pytest.mark.parametrize(
    ("text", "label"),
    [("find /data -name '*.txt'\n", 2), ("ls /data/*\n", 0), ("rm /data/one.txt\n", 0), ("", 0), ("exit 0\n", 0)],
)
async def test_a_script_is_held_against_what_the_references_do(text: str, label: int) -> None:
    """One that does the same is right; one that shows more, changes something or does nothing is not."""
    grade = await graded(text)
    assert (grade.label, grade.problem, grade.seen[0].promise) == (label, "", SAME)
    assert grade.seen[0].detail


async def test_a_reference_must_do_the_same_again() -> None:
    """One that does passes, with what it printed; one that prints something else each time, or lacks its program, is named."""
    grade = await graded(CASE.golds[0].text)
    assert (grade.label, grade.output, grade.seen[0].promise) == (2, "/data/one.txt\n/data/two.txt\n", AGAIN)
    random = replace(CASE, golds=(Script(text="cat /proc/sys/kernel/random/uuid\n"),))
    grade = await graded(random.golds[0].text, random)
    assert (grade.label, grade.seen[0].detail) == (0, "it prints something else the second time")
    lacking = replace(CASE, golds=(Script(text="no-such-program\n"),))
    grade = await graded(lacking.golds[0].text, lacking)
    assert grade.label == 0
    assert grade.seen[0].detail.startswith("it ended with status 127: ")
    files = replace(CASE, golds=(Script(text="cat /proc/sys/kernel/random/uuid >/data/id\n"),))
    assert (await graded(files.golds[0].text, files)).seen[0].detail == "/data/id is left otherwise the second time"


async def test_every_call_counts() -> None:
    """A script that is right with the first arguments and wrong with others is wrong, and told which call it was."""
    case = replace(CASE, golds=(Script(text='ls "/data/$1"\n'),), calls=(("one.txt",), ("two.txt",)))
    assert (await graded('cd /; ls "/data/$1"\n', case)).label == 2
    grade = await graded("ls /data/one.txt\n", case)
    assert [(seen.scenario, seen.held) for seen in grade.seen] == [("call-1", True), ("call-2", False)]
    assert (grade.label, (await graded(case.golds[0].text, case)).label) == (0, 2)


async def test_what_cannot_be_judged_is_a_problem() -> None:
    """A heuristic that does not know makes no failure; nor does a case without a reference."""

    async def at_a_loss(pair: Pair) -> Judgement:
        return Judgement(equivalent=None, why="both reached a limit")

    grade = await gold_grader(observer(), at_a_loss)(CASE, Script(text="ls\n"))
    assert grade.problem == "it could not be judged: both reached a limit"
    assert (await graded("ls\n", replace(CASE, golds=()))).problem == "the case has no reference"
