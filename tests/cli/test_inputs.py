"""What the commands read and write: files, pipes of the shell, devices, names that are no text, folders that are missing."""

from __future__ import annotations

import base64
import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.boxes import boxed

from .program import Program

SCRIPT = "#!/usr/bin/env bash\nset -euo pipefail\necho fine\n"
READING = {
    "check": ("check", "{}"),
    "explain": ("explain", "{}"),
    "assess": ("assess", "{}", "--action", "say that all is fine"),
    "refine": ("refine", "{}", "--action", "say that all is fine"),
    "try": ("try", "{}"),
    "context": ("forge", "-f", "{}", "restart nginx"),
    "profile": ("forge", "--target-profile", "{}", "restart nginx"),
    "stdin of try": ("try", "script.sh", "--stdin", "{}"),
    "fixture of try": ("try", "script.sh", "--fixture", "{}"),
    "catalogue add": ("catalogue", "add", "{}", "--title", "say that all is fine"),
    "evaluate": ("catalogue", "evaluate", "{}"),
    "audit": ("audit", "verify", "{}"),
    "report": ("bench", "report", "{}"),
}


@pytest.fixture
def program(tmp_path: Path) -> Program:
    (tmp_path / "script.sh").write_text(SCRIPT)
    os.mkfifo(tmp_path / "pipe")
    return Program(tmp_path)


@pytest.mark.parametrize("arguments", READING.values(), ids=list(READING))
def test_pipes_and_devices_are_refused_at_once(program: Program, arguments: tuple[str, ...]) -> None:
    """No command waits for a named pipe that nobody writes to, or reads a device without end: one sentence, status 2."""
    for path, what in (("pipe", "pipe is a named pipe"), ("/dev/zero", "/dev/zero is a device")):
        began = time.monotonic()
        done = program(*(each.replace("{}", path) for each in arguments))
        assert (done.status, done.stdout) == (2, ""), done
        assert what in done.stderr
        assert "Traceback" not in done.stderr
        assert time.monotonic() - began < 30


def test_pipes_of_the_shell_are_read(program: Program) -> None:
    """`<(…)`, standard input by each of its names and /dev/null are inputs like any other."""
    call = f"{sys.executable} -m scriptsmith explain"
    for command in (
        f"{call} <(cat script.sh)",
        f"cat script.sh | {call} -",
        f"cat script.sh | {call} /dev/stdin",
        f"{call} /dev/fd/7 7< script.sh",
    ):
        done = subprocess.run(
            ["bash", "-c", command], cwd=program.home, env=program.variables(), capture_output=True, text=True
        )
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout
    assert "is empty" in program("check", "/dev/null").stderr


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@pytest.mark.parametrize("arguments", [("check", "-"), ("try", "-"), ("forge",), ("explain", "/dev/fd/0")])
def test_signals_end_what_waits_for_input(
    program: Program, arguments: tuple[str, ...], number: signal.Signals, status: int
) -> None:
    """A command that waits for a pipe ends at the first SIGTERM or SIGINT, with the status for it."""
    reader, writer = os.pipe()
    ends = [sys.executable, "-m", "scriptsmith", *arguments]
    with subprocess.Popen(ends, stdin=reader, stderr=subprocess.PIPE, cwd=program.home, env=program.variables()) as it:
        os.close(reader)
        while "pipe" not in os.readlink(f"/proc/{it.pid}/fd/0") or not _waits_for_a_pipe(it.pid):
            assert it.poll() is None
            time.sleep(0.05)
        it.send_signal(number)
        assert it.wait(20) == status
    os.close(writer)


def _waits_for_a_pipe(pid: int) -> bool:
    return "pipe" in Path(f"/proc/{pid}/wchan").read_text()


@boxed
def test_names_that_are_no_text_make_valid_json(program: Program) -> None:
    """A byte that is no UTF-8 shows as U+FFFD, and all bytes of the name stand beside it; also in a terminal's encoding
    that knows no such character."""
    (program.home / "make.sh").write_text(
        "echo x > $'/srv/caf\\xe9'; ln -s $'to-\\xff' $'/srv/l\\xfe'; echo y > /srv/naïve\n"
    )
    for environ in ({}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "1"}):
        done = subprocess.run(
            [sys.executable, "-m", "scriptsmith", "try", "make.sh", "--json"],
            cwd=program.home,
            env=program.variables(environ),
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout.decode("utf-8", "strict"))
        by_name = {
            base64.b64decode(each.get("path_b64", "")) or each["path"].encode(): each for each in told["effects"]
        }
        assert by_name[b"/srv/caf\xe9"]["path"] == "/srv/caf\N{REPLACEMENT CHARACTER}"
        assert "path_b64" not in by_name["/srv/naïve".encode()]
        assert base64.b64decode(by_name[b"/srv/l\xfe"]["after"]["link_b64"]) == b"to-\xff"
        json.dumps(told, ensure_ascii=False).encode("utf-8", "strict")  # no half of a character is left in it


def test_names_of_inputs_that_are_no_text_make_valid_json(program: Program) -> None:
    """The name of a checked file is told like any other."""
    name = os.fsdecode(b"caf\xe9.sh")
    (program.home / name).write_text(SCRIPT)
    for command in (
        ["check", name, "--format", "json"],
        ["explain", name, "--json"],
        ["assess", name, "--json", "--action", "x"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "scriptsmith", *command],
            cwd=program.home,
            env=program.variables(),
            capture_output=True,
        )
        json.dumps(json.loads(done.stdout.decode("utf-8", "strict")), ensure_ascii=False).encode("utf-8", "strict")


@pytest.mark.parametrize(
    "arguments",
    [
        ("forge", "restart nginx", "-o", "{}"),
        ("refine", "script.sh", "--action", "x", "-o", "{}"),
        ("runs", "resume", "r1", "-o", "{}"),
        ("bench", "report", "script.sh", "-o", "{}"),
        ("audit", "export", "-o", "{}"),
        ("feedback", "export", "--kind", "sft", "-o", "{}"),
    ],
)
def test_output_goes_to_folders_that_are_there(program: Program, arguments: tuple[str, ...]) -> None:
    """A folder that is missing is told before any work is done, and no folder is made; neither is a folder written to."""
    done = program(*(each.replace("{}", "new/deep/x.sh") for each in arguments))
    assert (done.status, done.stdout) == (2, "")
    assert "there is no folder new/deep" in done.stderr
    assert not (program.home / "new").exists()
    assert program.runs() == []
    (program.home / "folder").mkdir()
    done = program(*(each.replace("{}", "folder") for each in arguments))
    assert done.status == 2
    assert "folder is a folder" in done.stderr


def test_a_path_that_ends_in_a_slash_is_a_folder(program: Program) -> None:
    """It is told as a missing folder is, and no file of that name is made."""
    done = program("forge", "compress log files in /var/log", "-o", "new/")
    assert (done.status, done.stdout) == (2, "")
    assert "there is no folder new/" in done.stderr
    assert not (program.home / "new").exists()
    assert program.runs() == []


def test_output_leaves_links_pipes_and_devices_what_they_are(program: Program) -> None:
    """What a link leads to is replaced, and what is no regular file is written into."""
    call = ("forge", "compress log files in /var/log older than 30 days", "-o")
    script = program(*call, "-").stdout
    (program.home / "target").write_text("old")
    (program.home / "link").symlink_to("target")
    assert program(*call, "link").status == 0
    assert (program.home / "link").is_symlink()
    assert (program.home / "target").read_text() == script
    os.mkfifo(program.home / "waiting")
    reader = subprocess.Popen(["cat", "waiting"], cwd=program.home, stdout=subprocess.PIPE, text=True)
    assert program(*call, "waiting").status == 0
    assert reader.communicate()[0] == script
    assert stat.S_ISFIFO((program.home / "waiting").stat().st_mode)
    done = program(*call, "/dev/full")
    assert (done.status, done.stdout) == (1, "")
    assert "could not write /dev/full: No space left on device" in done.stderr
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_an_action_of_several_words_is_one_argument(program: Program) -> None:
    """Words without quotes around them are refused with the line as it should be."""
    done = program("forge", "restart", "nginx", "-o", "x.sh")
    assert done.status == 2
    assert 'scriptsmith forge "restart nginx"' in done.stderr
    done = program("search", "what", "costs", "$5")
    assert done.status == 2
    assert "scriptsmith search 'what costs $5'" in done.stderr


@pytest.mark.parametrize("command", ["assess", "refine"])
def test_an_action_in_an_option_is_one_argument(program: Program, command: str) -> None:
    """Words of `--action` that arrive as files are refused with the line as it should be."""
    for words in (("script.sh", "--action", "say", "hi"), ("--action", "say", "hi", "script.sh")):
        done = program(command, *words)
        assert done.status == 2
        assert f'scriptsmith {command} script.sh --action "say hi"' in done.stderr
    done = program(command, "--action", "restart", "nginx", "now")
    assert done.status == 2
    assert f'scriptsmith {command} FILE --action "restart nginx now"' in done.stderr
    done = program(command, "--action", "restart", "nginx")
    assert done.status == 8
    assert "nginx: there is no such file; if it belongs to the action, put that in quotes: " in done.stderr
    done = program(command, "script.sh", "script.sh", "--action", "say hi")
    assert done.status == 2
    assert "FILE is one argument, and here are 2: script.sh script.sh" in done.stderr


def test_a_parameter_that_no_entry_has_is_refused(program: Program) -> None:
    """It is a mistake in the command line, named with what was perhaps meant and with the way to see what there is."""
    done = program("forge", "compress log files in /var/log", "-p", "dais=3")
    assert done.status == 2
    assert "no entry has a parameter 'dais' (did you mean" in done.stderr
    assert "scriptsmith search ACTION, to see its parameters: scriptsmith catalogue show ENTRY" in done.stderr
    assert len(done.stderr) < 300
    assert program.runs() == []


def test_a_parameter_that_the_named_entry_has_not_is_refused(program: Program) -> None:
    """What it takes is listed, and no more; a parameter of another entry is none of it."""
    for name in ("servce", "directory"):
        done = program("forge", "restart nginx", "--entry", "restart-service", "-p", f"{name}=x")
        assert done.status == 2
        assert f"the entry restart-service has no parameter '{name}'" in done.stderr
        assert "; it takes service, watch\n" in done.stderr
    done = program("forge", "restart nginx", "--entry", "restart-service", "-p", "servce=x")
    assert "(did you mean service?)" in done.stderr
    assert program.runs() == []


def test_a_value_that_the_named_entry_cannot_take_is_refused(program: Program) -> None:
    """As any mistake in the command line, before anything is looked up; and so is a second value of the same name."""
    call = ("forge", "compress old logs in /var/log", "--entry", "compress-old-logs")
    done = program(*call, "-p", "days=abc")
    assert (done.status, done.stdout) == (2, "")
    assert "compress-old-logs cannot take days='abc': days is a whole number of days, not 'abc'" in done.stderr
    done = program(*call, "-p", "days=3", "-p", "days=4")
    assert (done.status, done.stdout) == (2, "")
    assert "--param gives days two values, '3' and '4': name it once" in done.stderr
    assert program.runs() == []
    assert program(*call, "-p", "days=3", "-p", "days=3").status == 0
