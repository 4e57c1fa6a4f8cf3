"""Scores are made from logs alone: the same every time, again where tests changed, and nothing is lost in silence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.bench.ledger import Ledger, Sources
from scriptsmith.bench.model import CaseScenario
from scriptsmith.bench.plan import Setup, tasks
from scriptsmith.bench.records import read_results
from scriptsmith.bench.score import Grades, grading, score
from scriptsmith.core.fixtures import Planted
from scriptsmith.errors import Conflict, NotFound, StorageError
from scriptsmith.testing.doubles import ScriptedModel
from tests.bench.recording import CASES, DRAFT, Bench, TextGrader

PYTHON = "```bash\npython3 -c pass\n```\n"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A folder to record in."""
    return Bench(tmp_path, ScriptedModel({"draft": DRAFT}))


async def test_scores_are_the_same_every_time(bench: Bench) -> None:
    """Scored twice, and afresh with every script graded again, the results are equal to the byte."""
    await bench.run(samples=2)
    results = bench.folder / "results.jsonl"
    await bench.score()
    once, graded = results.read_bytes(), len(bench.grader.graded)
    await bench.score()
    assert results.read_bytes() == once
    assert len(bench.grader.graded) == graded
    results.unlink()
    (bench.folder / "grades.jsonl").unlink()
    await bench.score()
    assert results.read_bytes() == once
    await bench.score(afresh=True)
    assert results.read_bytes() == once
    assert len(read_results(once.splitlines())) == 6
    assert len(bench.model.asked) == 24  # type: ignore[attr-defined]


async def test_an_empty_script_is_graded_beside(bench: Bench) -> None:
    """The no-op baseline stands with every result, and is graded once for each case."""
    bench.grader.right = ("df -h\n", "")
    await bench.run(samples=2)
    results = (await bench.score()).results
    assert [result.noop for result in results] == [2] * 6
    assert sum(text == "" for _, text in bench.grader.graded) == 3


async def test_changed_tests_are_run_and_others_are_not(bench: Bench) -> None:
    """A case whose tests changed is graded again, alone; words about it change nothing."""
    await bench.run()
    await bench.score()
    graded = len(bench.grader.graded)
    fixed = (Planted(path="/a", content=b"old"),)
    cases = (replace(CASES[0], fixture=fixed), *CASES[1:])
    await bench.score(cases)
    assert {key for key, _ in bench.grader.graded[graded:]} == {"home/one"}
    graded = len(bench.grader.graded)
    changed = (replace(CASES[0], fixture=(Planted(path="/a", content=b"new"),)), replace(CASES[1], tags=("new",)))
    bench.grader.right = ()
    await bench.score((*changed, CASES[2]))
    assert {key for key, _ in bench.grader.graded[graded:]} == {"home/one"}
    graded = len(bench.grader.graded)
    changed = (replace(CASES[0], scenarios=(CaseScenario(name="plain", test="finish"),)), changed[1])
    results = (await bench.score((*changed, CASES[2]))).results
    assert {key for key, _ in bench.grader.graded[graded:]} == {"home/one"}
    assert {result.case: result.chosen.label for result in results if result.chosen} == {
        "home/one": 0, "home/two": 2, "home/three": 2,
    }  # fmt: skip


async def test_grades_that_differ_are_named(bench: Bench) -> None:
    """Graded afresh, a script that no longer passes is told of."""
    await bench.run(CASES[:1])
    grades = Grades(bench.ledger, TextGrader(right=()), "text", jobs=1, afresh=True)
    await score(bench.ledger, bench.journal, CASES, grades, jobs=1)
    assert grades.changed == ["home/one: label 2 before, 0 now"]


async def test_runs_of_other_cases_are_left_out_by_name(bench: Bench) -> None:
    """A run whose case is gone, or asks for something else by now, is no result, and is named."""
    await bench.run(samples=2)
    scored = await bench.score((replace(CASES[0], action="say more"), CASES[1]))
    assert {result.case for result in scored.results} == {"home/two"}
    assert scored.left_out == (
        "home/one asks for something else since it was run: 2 runs are left out",
        "home/three is not among the cases any more: 2 runs are left out",
    )


async def test_setups_of_one_name_are_told_apart(bench: Bench) -> None:
    """Runs with other prompts are another system in the results, never the same samples twice."""
    await bench.run()
    bench.setup = replace(bench.setup, prompts="others")
    bench.model = ScriptedModel({"draft": PYTHON})
    await bench.run()
    names = {result.system for result in (await bench.score()).results}
    assert len(names) == 2
    assert all(name.startswith("m · reasoning · draft,assess,refine · ") for name in names)


async def test_a_line_that_a_crash_cut_off_never_happened(bench: Bench) -> None:
    """Half a line at the end of any file is passed over, and the next line takes its place."""
    await bench.run()
    for name in ("index.jsonl", "grades.jsonl", "setups.jsonl"):
        path = bench.folder / name
        path.write_bytes(path.read_bytes()[:-20])
    assert (await bench.run()).done == 3
    assert len((await bench.score()).results) == 3
    (bench.folder / "problems.jsonl").write_bytes(b'{"run":"one","problem":"gone"}\n{"run":"two' + b"." * 500)
    bench.ledger.troubled("three", "lost")
    assert bench.ledger.problems() == {"one": "gone", "three": "lost"}
    (bench.folder / "index.jsonl").write_bytes(b"{}\n")
    with pytest.raises(StorageError, match=r"index\.jsonl, line 1"):
        await bench.score()


async def test_what_cannot_be_scored_any_more_leaves_former_results(bench: Bench) -> None:
    """No result in place of some is refused: whoever lost the way to the cases keeps what was measured."""
    await bench.run()
    results = (await bench.score()).results
    bench.ledger.write(results)
    with pytest.raises(Conflict, match="stays as it is"):
        bench.ledger.write(())
    assert len(read_results((bench.folder / "results.jsonl").read_bytes().splitlines())) == len(results)


def test_a_folder_without_runs_is_named(tmp_path: Path) -> None:
    """There is nothing to score in it, and it is said how to record something."""
    with pytest.raises(NotFound, match="holds no recorded runs"):
        Ledger(tmp_path).exists()


def test_sources_add_up(tmp_path: Path) -> None:
    """Where cases are from is kept for all that was run in a folder; a benchmark that moved has its new place."""
    ledger, planned = Ledger(tmp_path), tasks(CASES, 1, Setup())
    with ledger.held():
        ledger.begin(Setup(), planned, Sources(suites=("lines",), imports={"alfa": "old"}))
        ledger.begin(Setup(), planned, Sources(suites=("scripts", "lines"), imports={"alfa": "new"}))
    assert ledger.sources() == Sources(suites=("lines", "scripts"), imports={"alfa": "new"})
    assert len(ledger.noted()) == 3
    assert len((tmp_path / "index.jsonl").read_text().splitlines()) == 3


def test_what_grades_is_part_of_the_key() -> None:
    """Another heuristic for references is another grader."""
    assert grading("ours") == grading("ours") != grading("exec")


async def test_a_run_without_a_script_is_a_failure(bench: Bench) -> None:
    """A model that writes none has failed, which is no infrastructure error."""
    bench.model = ScriptedModel({"draft": "I cannot help.", "refine": "No."})
    assert (await bench.run(CASES[:1])).done == 1
    (result,) = (await bench.score()).results
    assert result.trouble == ""
    assert result.chosen
    assert (result.chosen.digest, result.chosen.label) == ("", 0)
