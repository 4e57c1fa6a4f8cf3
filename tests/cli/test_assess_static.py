"""`scriptsmith assess` where no model is configured: the opinion of the judge that needs none."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from .program import Program

ACTION = "Find all files under /var/log named '*.log' that were modified more than 7 days ago"
RIGHT = "find /var/log -type f -name '*.log' -mtime +7\n"
GOOD = {"action": ACTION, "script": RIGHT}
WRONG = "useradd -m bob && passwd bob && crontab -r\n"


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def test_it_answers_without_a_model(program: Program) -> None:
    """The verdict alone on stdout, the rest on stderr; a yes ends with 4, since a person decides."""
    done = program("assess", "-", "--action", ACTION, stdin=RIGHT)
    assert (done.status, done.stdout) == (4, "yes\n")
    assert "what it does: finds regular files below `/var/log`" in done.stderr
    assert re.search(r"static says yes \(\d+% likely to be right\): ", done.stderr)
    assert "a person, who decides" in done.stderr


def test_what_is_for_something_else_is_a_no(program: Program) -> None:
    """Exit code 3, and the reasons name what is missing."""
    done = program("assess", "-", "--action", ACTION, "--json", stdin=WRONG)
    assert (done.status, done.json["verdict"]) == (3, "no")
    assert [it["assessor"] for it in done.json["opinions"]] == ["static", "unasked"]
    assert 0 <= done.json["opinions"][0]["confidence"] < 0.5
    assert "/var/log" in done.json["opinions"][0]["reason"]


def test_it_is_unsure_of_what_it_does_not_know(program: Program) -> None:
    """A program that is not known here leaves it unsure, with exit code 4."""
    done = program("assess", "-", "--action", "Knit a jumper from the wool in '/wool'", stdin="knit /wool\n")
    assert (done.status, done.stdout) == (4, "unsure\n")


def test_it_can_be_switched_off(program: Program) -> None:
    """With `assess.without_model` false a person is asked for a model, as before."""
    done = program("assess", "-", "--action", ACTION, stdin=RIGHT, SCRIPTSMITH_ASSESS__WITHOUT_MODEL="false")
    assert (done.status, done.stdout) == (4, "")
    assert "models.assessor.model" in done.stderr
    assert "assess.without_model" in done.stderr


def test_a_batch_is_answered(program: Program) -> None:
    """Each line has its verdict, and the batch ends with 0 because every line was answered."""
    lines = [{"id": n, "action": ACTION, "script": script} for n, script in enumerate((RIGHT, WRONG, "if true\n"))]
    done = program("assess", "--jsonl", stdin="".join(json.dumps(line) + "\n" for line in lines))
    assert done.status == 0
    assert [line["verdict"] for line in done.lines] == ["yes", "no", "no"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"action": " \n", "script": RIGHT}, "the action is empty"),
        ({"action": ACTION, "script": "\n"}, "the script is empty"),
        ({"action": ACTION, "script": "true\0"}, "the script is not a script: it has a NUL character"),
    ],
)
def test_an_empty_line_is_a_bad_one(program: Program, line: dict[str, str], says: str) -> None:
    """An action or script that says nothing is bad input of its line, and the next line is answered."""
    done = program("assess", "--jsonl", stdin=json.dumps(line) + "\n" + json.dumps({**line, **GOOD}) + "\n")
    assert [(it["exit"], "verdict" in it) for it in done.lines] == [(2, False), (4, True)]
    assert says in done.lines[0]["error"]
    assert done.status == 2


def test_an_empty_action_makes_no_sense(program: Program) -> None:
    """Blanks alone are no action, with a file as in a line."""
    done = program("assess", "-", "--action", " ", stdin=RIGHT)
    assert (done.status, done.stdout) == (2, "")
    assert "the action is empty" in done.stderr


def test_a_checker_that_gives_up_says_nothing_of_the_script(program: Program) -> None:
    """A tool that could not cope is an error of the line and exit code 7, as with a file, and never a no; what another
    one found is still a no."""
    (program.home / "bash").write_text("#!/bin/sh\nkill -SEGV $$\n")
    (program.home / "bash").chmod(0o755)
    path = f"{program.home}:{os.environ['PATH']}"
    lines = [{"id": n, "action": ACTION, "script": script} for n, script in enumerate((RIGHT, "if true\n"))]
    done = program("assess", "--jsonl", stdin="".join(json.dumps(line) + "\n" for line in lines), PATH=path)
    failed, broken = done.lines
    assert failed == {"id": 0, "error": "bash -n died of SIGSEGV, as on very deep nesting: not analysed", "exit": 7}
    assert (broken["verdict"], broken["opinions"][0]["reason"][:6], done.status) == ("no", "line 1", 7)
    done = program("assess", "-", "--action", ACTION, stdin=RIGHT, PATH=path)
    assert (done.status, done.stdout) == (7, "")
    assert "bash -n died of SIGSEGV" in done.stderr


def test_forge_does_not_use_it(program: Program) -> None:
    """A run without a model only serves the catalogue: nothing is drafted, assessed or approved."""
    done = program("forge", "Knit a jumper", "--json")
    assert done.json["outcome"] == "no_match"
    assert done.json["assessment"] is None
