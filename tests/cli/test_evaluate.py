"""`catalogue evaluate` and `search --explain` on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from .program import Program


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def test_a_set_of_ones_own(program: Program) -> None:
    """What is served rightly, wrongly and not at all is counted, as a page and as a document."""
    lines = [
        {"action": "stop the redis service", "entry": "stop-service", "parameters": {"service": "redis"}},
        {"action": "stop the redis service", "entry": "start-service"},
        {"action": "set the host name to web1.example.org", "entry": "ansible-set-hostname"},
        {"action": "write a poem about disks", "kind": "outside"},
    ]
    (program.home / "mine.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = program("catalogue", "evaluate", "mine.jsonl", "--json")
    assert done.status == 0, done.stderr
    assert (done.json["asked"], done.json["served"], round(done.json["precision"], 3)) == (4, 3, 0.667)
    assert done.json["kinds"]["outside"] == [1, 0]
    shown = program("catalogue", "evaluate", "mine.jsonl", "--wrong")
    assert re.search(r"precision of what is served +66\.7%", shown.stdout)
    assert "SERVED WRONGLY" in shown.stdout


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        (None, 8, "there is no such file"),
        ("", 2, "holds no action"),
        ('{"action": 5}\n', 2, 'line 1: "action" must be a string'),
        ('{"action": "x", "parameters": 7}\n', 2, "line 1: parameters"),
        ('{"action": "x", "entry": "nope"}\n', 2, "an action names 'nope' as the entry that answers it"),
        ('{"action": " "}\n', 2, "line 1: the action is empty"),
    ],
)
def test_a_bad_set_is_one_sentence(program: Program, text: str | None, status: int, says: str) -> None:
    """A file that is missing, empty or malformed is told in one sentence with its exit code."""
    if text is not None:
        (program.home / "mine.jsonl").write_text(text)
    done = program("catalogue", "evaluate", "mine.jsonl")
    assert done.status == status
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_is_no_set(program: Program) -> None:
    """Whoever names a folder is told so, as a mistake of theirs."""
    done = program("catalogue", "evaluate", ".")
    assert (done.status, done.stderr.count("\n")) == (2, 1)
    assert "is a directory" in done.stderr


def test_actions_come_from_one_place(program: Program) -> None:
    """An action beside --jsonl would be ignored, so it is refused."""
    done = program("search", "--jsonl", "stop redis")
    assert done.status == 2
    assert "leave ACTION out" in done.stderr


def test_a_title_needs_a_word(program: Program) -> None:
    """A title of signs says nothing, and would be asked for by any sign."""
    (program.home / "tidy.sh").write_text("#!/usr/bin/env bash\ntrue\n")
    done = program("catalogue", "add", "tidy.sh", "--title", "!!!")
    assert done.status == 2
    assert "has no word" in done.stderr


def test_search_explains_itself(program: Program) -> None:
    """Every signal behind a confidence, the values, and what speaks against an entry can be seen."""
    done = program("search", "stop the redis service unless it is busy", "--explain")
    assert "MEANING" in done.stdout
    assert "doubt: unknown word: the entry does not mention 'busy'" in done.stdout
    assert "values: service=redis" in done.stdout
    explained = program("search", "stop the redis service", "--explain", "--json").json["explained"]
    assert explained[0]["id"] == "stop-service"
    assert explained[0]["parts"]["verdict"] > 0.0
    assert explained[0]["objections"] == []
