"""What a batch ends with, for every command that takes one: one rule, and each line its own exit code."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.testing import Fault, scripted

from .program import Program, with_model

SERVED = {"action": "compress log files older than 7 days in /var/log/app"}
UNKNOWN = {"action": "knit a pullover for the lighthouse keeper"}
CLEAN = {"action": "a", "script": "#!/bin/bash\ntrue\n"}
SLOPPY = {"action": "a", "script": "#!/bin/bash\necho $1\n"}
BROKEN = {"action": "a", "script": "#!/bin/bash\nif true\n"}
EMPTY = {"action": " ", "script": " "}
TRUE = '{"verdict": "yes", "reason": "it does"}'
FALSE = '{"verdict": "no", "reason": "it does not"}'


def lines(*records: dict[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.mark.parametrize(
    ("command", "records", "exits", "status"),
    [
        (["search"], [SERVED, UNKNOWN], [0, 8], 0),
        (["forge"], [SERVED, UNKNOWN], [0, 4], 0),
        (["assess"], [BROKEN], [3], 0),
        (["check"], [CLEAN, SLOPPY], [0, 1], 1),
        (["check", "--fail-on", "error"], [CLEAN, SLOPPY], [0, 0], 0),
        (["search"], [SERVED, EMPTY, SERVED], [0, 2, 0], 2),
        (["forge"], [EMPTY, UNKNOWN, SERVED], [2, 4, 0], 2),
        (["assess"], [BROKEN, {"action": "a"}], [3, 2], 2),
        (["check"], [SLOPPY, EMPTY, CLEAN], [1, 2, 0], 2),
        (["assess"], [{"action": "a"}, CLEAN, BROKEN], [2, 4, 3], 2),
    ],
)
def test_a_batch_ends_with_the_worst_of_its_bad_lines(
    tmp_path: Path, command: list[str], records: list[dict[str, Any]], exits: list[int], status: int
) -> None:
    """0 when every line was answered, whatever the answers; findings count for `check` alone, being a linter."""
    done = Program(tmp_path)(*command, "--jsonl", stdin=lines(*records))
    assert [line["exit"] for line in done.lines] == exits
    assert (done.status, done.stderr) == (status, "")


def test_a_line_that_the_model_fails_is_upstream(tmp_path: Path) -> None:
    """A model that fails for one line makes the batch end with 7; the other lines are answered all the same."""
    with with_model(tmp_path, lambda request: Fault.status(401)) as (program, _):
        done = program("forge", "--jsonl", stdin=lines(UNKNOWN, SERVED, EMPTY))
    assert [(line["exit"], "error" in line) for line in done.lines] == [(7, True), (0, False), (2, True)]
    assert done.status == 7


def test_what_a_model_says_against_a_script_is_an_answer(tmp_path: Path) -> None:
    """A batch of wrong scripts was assessed without a fault, so that it ends with 0."""
    with with_model(tmp_path, scripted({"describe": "x", "similarity": FALSE, "difference": FALSE})) as (program, _):
        done = program("assess", "--jsonl", stdin=lines(CLEAN))
    assert ([line["exit"] for line in done.lines], done.status) == ([3], 0)


def test_a_checker_that_is_broken_is_upstream(tmp_path: Path) -> None:
    """A tool that does not work is an error of each line and of the batch, never a clean script."""
    (tmp_path / "bash").write_text("#!/bin/sh\nexit 3\n")
    (tmp_path / "bash").chmod(0o755)
    done = Program(tmp_path)("check", "--jsonl", stdin=lines(CLEAN), PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert ([line["exit"] for line in done.lines], done.status) == ([7], 7)
