"""`bench feh` on the command line: the table of heuristics, and pairs judged line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.boxes import boxed

from .program import Program, with_model


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def data(home: Path) -> Path:
    """Twelve tasks over one tree, the last one marked as suspect."""
    folder = home / "alfa"
    folder.mkdir()
    rows = [
        {"index": at, "fs": 1, "query": f"print line {at}", "gold": f"sed -n {at}p /t/f", "gold2": f"awk NR=={at} /t/f",
         "difficulty": 0, "suspect": at == 12}
        for at in range(1, 13)
    ]  # fmt: skip
    (folder / "dev.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    tree = {"/t/f": "".join(f"this is the line of number {at}\n" for at in range(1, 13))}
    (folder / "fixture_fs_1.json").write_text(json.dumps(tree))
    (home / "tree.json").write_text(json.dumps(tree))
    return folder


def lines(*records: Any) -> str:
    return "".join((record if isinstance(record, str) else json.dumps(record)) + "\n" for record in records)


def test_heuristics_are_measured_without_a_box(program: Program) -> None:
    """Figures with intervals, the published ones beside, and every skipped row with its reason."""
    folder = data(program.home)
    arguments = ("bench", "feh", "--data", str(folder), "--heuristic", "tfidf", "--heuristic", "nl2cmd")
    environ = {"SCRIPTSMITH_SANDBOX__ENGINE": "none"}
    shown = program(*arguments, **environ)
    assert shown.status == 0, shown.stderr
    assert [line.split()[0] for line in shown.stdout.splitlines()] == ["HEURISTIC", "tfidf", "nl2cmd"]
    assert "0.99 / 0.46 / 0.73" in shown.stdout
    assert "11 equivalent and 11 other pairs" in shown.stderr
    assert "skipped alfa/12: it is marked as suspect" in shown.stderr
    told = program(*arguments, "--json", **environ).json
    assert told["pairs"] == {"equivalent": 11, "not_equivalent": 11}
    assert [it["case"] for it in told["skipped"]] == ["alfa/12"]
    tfidf = told["heuristics"][0]
    assert (tfidf["heuristic"], tfidf["recall"]["value"], tfidf["published"]["recall"]) == ("tfidf", 0.0, 0.46)
    assert len(tfidf["wrong"]) == tfidf["false_negatives"] == 11
    assert tfidf["precision"]["value"] is None


@boxed
def test_execution_is_measured_in_boxes(program: Program) -> None:
    """Commands that print the same are found equivalent, others not; `--wrong` names the errors, `--all-rows` takes all."""
    folder = data(program.home)
    done = program("bench", "feh", "--data", str(folder), "--heuristic", "exec", "--all-rows", "--wrong", "--json")
    (row,) = done.json["heuristics"]
    assert (row["precision"]["value"], row["recall"]["value"], row["accuracy"]["value"]) == (1.0, 1.0, 1.0)
    assert row["true_positives"] == 12
    shown = program("bench", "feh", "--data", str(folder), "--heuristic", "tfidf", "--wrong")
    assert "alfa/1+second" in shown.stdout
    assert "the commands: 0." in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("--data", "nowhere"), 8, "fetch the InterCode-ALFA tasks"),
        ((), 2, "--data is missing: fetch the InterCode-ALFA tasks"),
        (("--data", "alfa", "--heuristic", "bluu"), 8, "there is no heuristic 'bluu'"),
        (("--data", "alfa", "--heuristic", "llm"), 4, "models.assessor.model"),
        (("--jsonl",), 2, "exactly one --heuristic"),
        (("--jsonl", "--heuristic", "exec", "--json"), 2, "exactly one --heuristic"),
        (("--jsonl", "--heuristic", "nope"), 8, "there is no heuristic 'nope'"),
    ],
)
def test_a_faulty_call_is_one_sentence(program: Program, arguments: tuple[str, ...], status: int, says: str) -> None:
    """What is missing or unknown is told in one sentence with its exit code."""
    data(program.home)
    done = program("bench", "feh", *arguments)
    assert (done.status, done.stdout) == (status, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_bad_lines_are_answered_and_the_run_goes_on(program: Program) -> None:
    """Each faulty line has an object with `error` in its place; the others are judged; the exit is the largest."""
    data(program.home)
    good = {"action": "list", "first": "ls -l here", "second": "ls -l here", "fixture": "tree.json"}
    given = lines(
        {"id": 1, **good},
        "{",
        {"id": 3, "action": "list", "first": "ls"},
        {"id": 4, **good, "fixture": "nowhere.json"},
        {"id": 5, **good, "second": "a\0b"},
        {"id": 6, **good, "fixture": "alfa"},
        {"id": 7, **good, "workdir": "usr/share"},
        {"id": 8, **good, "workdir": ""},
        {"id": "last", **good, "second": "cat", "workdir": "/usr/share"},
    )
    done = program("bench", "feh", "--jsonl", "--heuristic", "bleu", stdin=given)
    assert [it["id"] for it in done.lines] == [1, None, 3, 4, 5, 6, 7, 8, "last"]
    assert done.lines[0] == {"id": 1, "equivalent": True, "score": 1.0}
    assert done.lines[-1] == {"id": "last", "equivalent": False, "score": 0.0}
    assert ['"second"' in it["error"] for it in done.lines[2:5:2]] == [True, True]
    assert "there is no such file" in done.lines[3]["error"]
    assert done.lines[6]["error"] == "\"workdir\": 'usr/share' is not an absolute path without dots"
    assert all("error" in it and "equivalent" not in it for it in done.lines[1:8])
    assert done.status == 8


@boxed
def test_pairs_are_judged_in_their_trees(program: Program) -> None:
    """The declared tree is there, the working directory is `/` unless the line says another, and order is kept."""
    data(program.home)
    pair = {"action": "print the second line", "fixture": "tree.json"}
    given = lines(
        {"id": "a", **pair, "first": "sed -n 2p /t/f", "second": "head -2 t/f | tail -1"},
        {"id": "b", **pair, "first": "sed -n 2p /t/f", "second": "sed -n 3p /t/f"},
        {"id": "c", **pair, "first": "yes", "second": "yes no"},
        {"id": "d", "action": "x", "first": "pwd", "second": "echo /usr", "workdir": "/usr"},
    )
    done = program("bench", "feh", "--jsonl", "--heuristic", "exec", stdin=given)
    assert [(it["id"], it["equivalent"]) for it in done.lines] == [("a", True), ("b", False), ("c", None), ("d", True)]
    assert done.status == 0


def test_an_answer_comes_before_the_next_line(program: Program) -> None:
    """A program that waits for each answer before it writes the next line is served."""
    with subprocess.Popen(
        [sys.executable, "-m", "scriptsmith", "bench", "feh", "--jsonl", "--heuristic", "tfidf"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=program.variables(), cwd=program.home, text=True,
    ) as running:  # fmt: skip
        assert running.stdin is not None
        assert running.stdout is not None
        for number in range(3):
            running.stdin.write(lines({"id": number, "action": "", "first": "ls here", "second": "ls there"}))
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait(timeout=60) == 0


def test_a_model_judges_pairs(tmp_path: Path) -> None:
    """With an assessor, `llm` asks it about each pair, and shows it the action and both commands."""
    verdict = {"equivalence": '{"reason": "both list", "verdict": "yes"}'}
    with with_model(tmp_path, verdict) as (program, provider):
        given = lines({"id": 1, "action": "list all", "first": "ls -a", "second": "find . -maxdepth 1"})
        done = program("bench", "feh", "--jsonl", "--heuristic", "llm", stdin=given)
    assert done.lines == [{"id": 1, "equivalent": True, "score": 1.0}], done.stderr
    asked = provider.requests[-1].text
    assert all(text in asked for text in ("list all", "ls -a", "find . -maxdepth 1"))
    assert os.fspath(tmp_path) not in asked
