"""`scriptsmith runs`, as a process: what was asked and done, told from the logs alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .program import models, with_model
from .state import BROKEN, GOOD, KNIT, forged, user

NO = json.dumps({"reason": "It prints \x1b[2J instead.", "verdict": "no"})


def test_runs_are_listed_newest_first(tmp_path: Path) -> None:
    """One line for each run, newest first, at most as many as asked for; nothing at all is fine too."""
    program = user(tmp_path)
    assert program("runs", "list", "--json").json == {"schema_version": 1, "runs": []}
    ids = {forged(program), forged(program, BROKEN, "count\nthe \x1b[31msheep"), forged(program, None)}
    rows = program("runs", "list", "--json").json["runs"]
    assert {row["run"] for row in rows} == ids
    assert [row["run"] for row in rows] == sorted(ids, reverse=True)
    assert {row["outcome"] for row in rows} == {"verified", "incorrect", "no_match"}
    table = program("runs", "list").stdout
    assert len(table.splitlines()) == 4
    assert "count the \\x1b[31msheep" in table
    assert len(program("runs", "list", "--limit", "1").stdout.splitlines()) == 2


def test_show_tells_every_event_and_what_it_cost(tmp_path: Path) -> None:
    """Events with their numbers, models and tokens, then the script; nothing reaches a terminal raw."""
    program = user(tmp_path)
    run = forged(program, GOOD, difference=NO, similarity=NO)
    page = program("runs", "show", run, "--reasoning")
    assert (page.status, page.stderr) == (0, "")
    lines = page.stdout.splitlines()
    assert lines[0] == f"run {run}  waiting"
    assert lines[1] == f"action: {KNIT}"
    told = [line.split()[:2] for line in lines[2:] if line.strip()[:1].isdigit() and " model calls" not in line]
    assert told == [
        [str(n), kind] for n, kind in enumerate(["asked", "retrieved", "drafted", "checked", "assessed", "settled"], 1)
    ]
    assert "        | - think" in lines
    assert any(line.startswith("4 model calls, ") and "cost unknown" in line for line in lines)
    assert page.stdout.endswith(GOOD)
    document = program("runs", "show", run, "--json").json
    assert [event["kind"] for event in document["events"]] == [kind for _, kind in told]
    assert (document["schema_version"], document["run"], document["exit"], document["script"]) == (1, run, 3, GOOD)
    assert [call["prompt"] for call in document["events"][2]["calls"]] == ["draft"]


def test_follow_prints_the_log_and_ends_when_the_run_waits(tmp_path: Path) -> None:
    """`--follow` prints exactly the recorded events, one JSON document a line."""
    program = user(tmp_path)
    run = forged(program)
    followed = program("runs", "show", run, "--follow")
    assert (followed.status, followed.stderr) == (0, "")
    assert followed.stdout.encode() == (tmp_path / "runs" / f"{run}.jsonl").read_bytes()


@pytest.mark.parametrize(("script", "answers", "status"), [(GOOD, {}, 0), (BROKEN, {}, 3), (None, {}, 4)])
def test_resuming_a_run_that_waits_answers_as_forge_did(
    tmp_path: Path, script: str | None, answers: dict[str, str], status: int
) -> None:
    """Nothing is done again: the script is on stdout, the exit code is that of its outcome, the log is unchanged."""
    program = user(tmp_path)
    run = forged(program, script, **answers)
    before = (tmp_path / "runs" / f"{run}.jsonl").read_bytes()
    done = program("runs", "resume", run)
    assert (done.status, done.stdout) == (status, script or "")
    assert (tmp_path / "runs" / f"{run}.jsonl").read_bytes() == before


def test_a_run_goes_on_once_a_model_is_configured(tmp_path: Path) -> None:
    """What found nothing without a model is drafted, checked and verified by `resume` with one; -o takes the script."""
    program = user(tmp_path)
    run = forged(program, None)
    with with_model(tmp_path) as (_, provider):
        program.environ |= models(provider)
        done = program("runs", "resume", run, "-o", "job.sh", "--json")
        assert done.status == 0
        assert [request.prompt for request in provider.requests].count("draft") == 1
    assert (done.json["outcome"], done.json["state"]) == ("verified", "waiting")
    assert (tmp_path / "job.sh").read_text() == done.json["script"]
    assert (tmp_path / "job.sh").stat().st_mode & 0o111


def test_what_is_not_there_or_damaged_is_one_sentence(tmp_path: Path) -> None:
    """An unknown run is exit 8; a log with a damaged line is exit 1 and names file and line, and is left alone."""
    program = user(tmp_path)
    for command in ("show", "resume"):
        done = program("runs", command, "nosuch")
        assert (done.status, done.stdout) == (8, "")
        assert done.stderr.startswith("scriptsmith: there is no run 'nosuch'")
    run = forged(program)
    path = tmp_path / "runs" / f"{run}.jsonl"
    damaged = path.read_bytes().replace(b'"kind":"checked"', b'"kind":"chequed"')
    path.write_bytes(damaged)
    for arguments in (["runs", "resume", run], ["runs", "list"]):
        done = program(*arguments)
        assert (done.status, done.stdout) == (1, "")
        assert f"{run}.jsonl, line 4: " in done.stderr
        assert done.stderr.count("\n") == 1
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("arguments", [["runs", "show", "RUN"], ["runs", "list", "--json"]])
def test_a_full_disk_behind_stdout_is_one_sentence(tmp_path: Path, arguments: list[str]) -> None:
    """When the output cannot be written the exit code says so, and there is no stack of calls."""
    program = user(tmp_path)
    run = forged(program)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scriptsmith", *(run if a == "RUN" else a for a in arguments)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=program.variables(),
            cwd=tmp_path,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("scriptsmith: could not write the output: No space left on device")
    assert done.stderr.count("\n") == 1
