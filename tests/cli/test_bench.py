"""`scriptsmith bench`: cases are listed, shown and proven, and each fault is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bench.folders import PLAIN, write_case
from tests.boxes import boxed
from tests.cli.program import Program


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """A user with a suite of two cases, `dairy`, in the home."""
    write_case(tmp_path / "dairy" / "print-list")
    write_case(
        tmp_path / "dairy" / "count-list", instruction_md="Count the lines.\n", task_toml=COUNT, tests__empty_sh=None
    )
    return Program(tmp_path)


COUNT = """kind = "script"
difficulty = 2
tags = ["numbers", "spaces"]
needs = ["wc"]

[[scenarios]]
name = "plain"
purpose = "function"
prepare = "echo milk >list"
runs = [["a b", "c"]]
stdin = "typed"
user = 1000
"""


def test_suites_are_listed_with_what_they_hold(program: Program) -> None:
    """Without a name each shipped suite has a row; with names each case has one, and so has each of a folder."""
    head, *rows = program("bench", "list").stdout.splitlines()
    assert head.split() == ["SUITE", "CASES", "KINDS", "TAGS"]
    assert [row.split()[0] for row in rows] == ["lines", "playbooks", "scripts"]
    done = program("bench", "list", "dairy")
    assert (done.status, done.stderr) == (0, "")
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["CASE", "KIND", "DIFFICULTY", "SCENARIOS", "TAGS"],
        ["dairy/count-list", "script", "2", "1", "numbers", "spaces"],
        ["dairy/print-list", "line", "1", "2", "spaces"],
    ]
    listed = program("bench", "list", "dairy", "--json").json["cases"]
    assert [(case["case"], case["scenarios"], case["needs"]) for case in listed] == [
        ("dairy/count-list", ["plain"], ["wc"]),
        ("dairy/print-list", ["plain", "empty"], []),
    ]


def test_a_case_is_shown_whole(program: Program) -> None:
    """Action, preparation, calls, test and reference stand on the page, and in the document for programs."""
    page = program("bench", "show", "dairy/count-list").stdout
    for part in (
        "dairy/count-list  script, difficulty 2",
        "needs: wc",
        "Count the lines.",
        "Scenario plain (function, as uid 1000):",
        "    echo milk >list",
        "  call: bash script.sh 'a b' c",
        "    typed",
        '    check "milk is printed" grep -qx milk "$OUT"',
        "  cat list",
    ):
        assert part in page.splitlines(), part
    document = program("bench", "show", "dairy/count-list", "--json").json
    assert (document["case"], document["references"]) == ("dairy/count-list", ["cat list\n"])
    assert document["scenarios"][0]["runs"] == [["a b", "c"]]
    assert document["scenarios"][0]["test"] == PLAIN
    suite = program("bench", "show", "dairy")
    assert (suite.status, suite.stdout) == (2, "")
    assert "dairy is a suite of 2 cases" in suite.stderr


@boxed
def test_cases_are_proven(program: Program) -> None:
    """Exit code 0 when all are; nothing is printed but the sum, or one document."""
    done = program("bench", "prove", "dairy/print-list", "dairy/print-list/")
    assert (done.status, done.stdout, done.stderr) == (0, "", "1 of 1 cases are proven\n")
    document = program("bench", "prove", "dairy/print-list", "--jobs", "1", "--json")
    told = document.json
    (proof,) = told["proofs"]
    assert proof.pop("seconds") > 0
    assert (document.status, told) == (
        0,
        {
            "schema_version": 1,
            "proven": 1,
            "proofs": [
                {"case": "dairy/print-list", "proven": True, "provable": True, "why": "", "checks": 3, "mutants": 0}
            ],
            "exit": 0,
        },
    )


@boxed
def test_what_is_not_proven_is_named(program: Program) -> None:
    """Exit code 1 and a row for each failure, malformed cases among them."""
    write_case(program.home / "dairy" / "print-list", solution__solution_sh="echo\n")
    write_case(program.home / "dairy" / "torn", tests__plain_sh="true\n")
    (program.home / "dairy" / "count-list" / "task.toml").write_text(COUNT.replace("user = 1000\n", ""))
    done = program("bench", "prove", "dairy")
    assert (done.status, done.stderr) == (1, "1 of 3 cases are proven\n")
    head, first, second = done.stdout.splitlines()
    assert head == "CASE              WHY IT IS NOT PROVEN"
    assert first.startswith("dairy/print-list  its reference fails: plain: milk is printed (grep -qx milk")
    assert second.startswith("dairy/torn        ")
    assert "tests/plain.sh never says `finish`" in second
    listed = program("bench", "list", "dairy")
    assert (listed.status, "dairy/torn: " in listed.stderr) == (1, True)


@boxed
def test_a_case_whose_programs_are_not_here_has_not_failed(program: Program) -> None:
    """It is named apart, and counts as no failure: exit code 7, or 1 beside a case that fails."""
    task = program.home / "dairy" / "count-list" / "task.toml"
    task.write_text(COUNT.replace('"wc"', '"wc", "frobnicate"'))
    said = "cannot be proven here: dairy/count-list: it needs frobnicate, which this machine lacks\n"
    done = program("bench", "prove", "dairy")
    assert (done.status, done.stdout, done.stderr) == (7, "", f"{said}1 of 2 cases are proven\n")
    write_case(program.home / "dairy" / "print-list", solution__solution_sh="echo\n")
    done = program("bench", "prove", "dairy", "--json")
    assert [(it["proven"], it["provable"]) for it in done.json["proofs"]] == [(False, False), (False, True)]
    assert (done.status, done.json["proven"], done.json["exit"]) == (1, 0, 1)


def test_rows_show_a_few_tags(program: Program) -> None:
    """Eight tags and how many more there are, of a case as of a suite; the document has them all."""
    tags = [f"tag-{number}" for number in range(1, 12)]
    folder = program.home / "dairy" / "count-list"
    (folder / "task.toml").write_text(COUNT.replace('["numbers", "spaces"]', str(tags)))
    row = program("bench", "list", "dairy").stdout.splitlines()[1]
    assert row.endswith("tag-7 tag-8 … and 3 more")
    assert "tag-9" not in row
    assert program("bench", "list", "dairy", "--json").json["cases"][0]["tags"] == tags
    for row in program("bench", "list").stdout.splitlines()[1:]:
        assert re.search(r"  (?:[a-z-]+ \d+, ){8}… and \d+ more$", row)


@pytest.mark.parametrize("arguments", [("list",), ("show",), ("prove",), ("run", "--system", "noop", "--out", "out")])
def test_no_name_is_no_folder(program: Program, arguments: tuple[str, ...]) -> None:
    """An empty name is a usage error, and never the current folder."""
    done = program("bench", *arguments, "")
    assert (done.status, done.stdout) == (2, "")
    assert "the name of a suite, case or folder is empty" in done.stderr
    assert not (program.home / "out").exists()


def test_what_is_not_there_is_not_found(program: Program) -> None:
    """Exit code 8 for each command, with what there is."""
    for arguments in (("list", "x"), ("show", "lines/x"), ("prove", "lines", "x")):
        done = program("bench", *arguments)
        assert (done.status, done.stdout) == (8, ""), arguments
        assert "shipped suites: lines, playbooks, scripts" in done.stderr


def test_without_boxes_nothing_is_proven(program: Program) -> None:
    """Exit code 7 with what to set."""
    done = program("bench", "prove", "dairy", SCRIPTSMITH_SANDBOX__ENGINE="none")
    assert (done.status, done.stdout) == (7, "")
    assert "sandbox.engine is none" in done.stderr
