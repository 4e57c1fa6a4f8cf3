"""How the program ends, as a process: defects, interrupts, readers that leave, and what it had started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scriptsmith.cli.main import COMMANDS

from .program import Program

SCRIPTSMITH = f"{sys.executable} -m scriptsmith"


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program in a folder of its own."""
    return Program(tmp_path)


@pytest.fixture
def faulty(tmp_path: Path) -> Program:
    """The program over a library with a fault that nobody has foreseen."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "platformdirs.py").write_text("def user_data_dir(name):\n    return 1 / 0\n")
    return Program(tmp_path, {"PYTHONPATH": str(tmp_path / "broken"), "SCRIPTSMITH_CONFIG": "none.toml"})


def shell(program: Program, command: str) -> subprocess.CompletedProcess[str]:
    """A shell's command line, whose exit code is that of the last command of a pipe that failed."""
    argv = ["bash", "-o", "pipefail", "-c", command.replace("scriptsmith", SCRIPTSMITH)]
    return subprocess.run(
        argv, capture_output=True, text=True, cwd=program.home, env=program.variables(), timeout=60, check=False
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_starts(program: Program, command: str) -> None:
    """In an interpreter that has imported nothing yet, each command finds what it imports."""
    done = program.fresh(command, "--help")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: scriptsmith {command}")


def test_a_defect_is_one_sentence(faulty: Program) -> None:
    """An exception that nobody foresaw is exit 1 and one sentence that says whose fault it is and how to see more."""
    done = faulty("runs", "list")
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith("scriptsmith: internal error: ZeroDivisionError: division by zero; this is a defect")
    assert "SCRIPTSMITH_DEBUG=1" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_defect_shows_its_traceback_on_request(faulty: Program) -> None:
    """With `SCRIPTSMITH_DEBUG=1` the traceback comes first, and the exit code stays."""
    done = faulty("runs", "list", SCRIPTSMITH_DEBUG="1")
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith("Traceback ")
    assert "1 / 0" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("scriptsmith: internal error: ZeroDivisionError")


def test_a_defect_while_importing_is_one_sentence(program: Program) -> None:
    """A library that is not there, or broken, is a sentence too."""
    (program.home / "click.py").write_text("import nowhere_to_be_found\n")
    done = program("check", "x", PYTHONPATH=str(program.home))
    assert (done.status, done.stdout) == (1, "")
    assert "internal error: ModuleNotFoundError: No module named 'nowhere_to_be_found'" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        "scriptsmith catalogue list | head -1",
        "scriptsmith catalogue list --json | head -1",
        "scriptsmith search compress | true",
        pytest.param("scriptsmith search --jsonl < actions | head -1", marks=pytest.mark.thorough),
        "scriptsmith --help | true",
        "scriptsmith --version | true",
        "scriptsmith check --help | true",
    ],
)
def test_a_reader_that_leaves_is_no_fault(program: Program, command: str) -> None:
    """When nobody reads standard output any longer, the program ends without a word and with 0."""
    (program.home / "actions").write_text('{"action": "show the date"}\n' * 60)
    done = shell(program, command)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_script_is_written_though_nobody_reads_the_notes(program: Program) -> None:
    """A closed pipe in the place of standard error costs nothing of the artefact."""
    done = shell(program, "scriptsmith forge 'show the disk usage' 2>&1 > script.sh | true")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (program.home / "script.sh").read_text().startswith("#!")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("scriptsmith catalogue list > /dev/full", "could not write the output: No space left on device"),
        ("scriptsmith --help > /dev/full", "could not write the output: No space left on device"),
        ("scriptsmith catalogue list >&-", "standard output is closed"),
        ("scriptsmith --help >&-", "standard output is closed"),
        ("scriptsmith runs show x 2>&- || echo said nothing >&2", "said nothing"),
        ("mkdir gone; cd gone; rmdir ../gone; scriptsmith check nowhere.sh", "there is no such file"),
    ],
)
def test_output_that_cannot_be_written_is_told(program: Program, command: str, words: str) -> None:
    """A full disk, a closed standard output and a folder that is gone are one sentence each, never success."""
    done = shell(program, command)
    assert done.stdout == ""
    assert done.returncode == 0 if "||" in command else done.returncode in (1, 8)
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_whoever_stops_the_program_stops_what_it_started(program: Program, number: int, status: int) -> None:
    """Interrupted or terminated, the program ends at once with its exit code, and no checker or child outlives it."""
    (program.home / "bash").write_text("#!/bin/sh\nsleep 60 > /dev/null 2>&1 &\necho $! > child\nwait\n")
    (program.home / "bash").chmod(0o755)
    (program.home / "a.sh").write_text("true\n")
    with subprocess.Popen(
        [sys.executable, "-m", "scriptsmith", "check", "a.sh"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=program.variables({"PATH": f"{program.home}:{os.environ['PATH']}"}),
        cwd=program.home,
    ) as process:
        child = int(_content(program.home / "child"))
        process.send_signal(number)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == status
    assert errors.strip() == (b"scriptsmith: interrupted" if status == 130 else b"scriptsmith: terminated")
    assert _gone(child)


def _content(path: Path) -> str:
    for _ in range(1000):
        if path.exists() and path.read_text().endswith("\n"):
            return path.read_text()
        time.sleep(0.01)
    raise AssertionError(f"{path} was never written")


def _gone(pid: int) -> bool:
    """Whether a process ends (a zombie has ended) within two seconds."""
    for _ in range(200):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize(
    "command",
    [
        ["check", "a.sh"],
        ["check", "--jsonl"],
        ["catalogue", "list"],
        ["catalogue", "show", "show-disk-usage"],
        ["runs", "list"],
        ["search", "show the disk usage"],
        ["forge", "show the disk usage"],
        ["config", "show"],
    ],
)
def test_what_needs_no_model_loads_no_model_library(program: Program, command: list[str]) -> None:
    """Commands that answer without a model import neither pydantic nor a client library, nor a template engine."""
    (program.home / "a.sh").write_text("true\n")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "scriptsmith", *command],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        cwd=program.home,
        env=program.variables(),
        timeout=60,
        check=True,
    )
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "scriptsmith" in imported
    assert not imported & {"pydantic", "pydantic_core", "pydantic_ai", "openai", "httpx", "httpx2", "jinja2", "rich"}
