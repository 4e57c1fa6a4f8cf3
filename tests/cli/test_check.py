"""`scriptsmith check` as a process: results, exit codes, and every kind of bad input. `--jsonl` is beside it."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from .program import Done, Program

CLEAN = '#!/bin/bash\necho "$HOME"\n'
SLOPPY = "#!/bin/bash\nx=$1\nls $x\n"
FIXED = '#!/bin/bash\nx=$1\nls "$x"\n'
BROKEN = "echo a\nfi\n"


@pytest.fixture
def check(tmp_path: Path) -> Program:
    """The program in a folder of its own, with three scripts."""
    for name, text in (("clean.sh", CLEAN), ("sloppy.sh", SLOPPY), ("broken.sh", BROKEN)):
        (tmp_path / name).write_text(text)
    return Program(tmp_path)


def sentence(done: Done, status: int) -> str:
    """The one line that a failed call ends with; nothing is on stdout and nothing looks like a traceback."""
    assert (done.status, done.stdout) == (status, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("scriptsmith: ")
    return line


def test_clean(check: Program) -> None:
    """A clean script prints nothing and exits 0."""
    assert check("check", "clean.sh") == Done(0, "", "")


def test_findings(check: Program) -> None:
    """Findings are on stdout with place, code and line, and the exit code is 1."""
    done = check("check", "sloppy.sh")
    assert (done.status, done.stderr) == (1, "")
    assert done.stdout.startswith("sloppy.sh:3:4: info SC2086: ")
    assert done.stdout.endswith("    ls $x\n       ^^\n")


def test_both_checkers_speak(check: Program) -> None:
    """A syntax error is reported by bash and by shellcheck."""
    assert {item["checker"] for item in check("check", "--json", "broken.sh").json["findings"]} == {
        "bash -n",
        "shellcheck",
    }


def test_what_could_be_destroyed(check: Program) -> None:
    """Dangers are findings with numbers of our own; JSON tells risk, effects, and what is only notable."""
    (check.home / "harsh.sh").write_text('#!/bin/bash\nrm -rf "$1"/*\n')
    done = check("check", "harsh.sh", "--fail-on", "error")
    assert done.status == 1
    assert "harsh.sh:2:1: error SS1050: " in done.stdout
    document = check("check", "--json", "harsh.sh").json
    assert document["risk"] == "dangerous"
    assert document["effects"]["deletes"]
    document = check("check", "--json", "-", stdin="#!/bin/bash\ncp -- a b\n").json
    assert (document["exit"], document["risk"], document["effects"]["writes"]) == (0, "notable", ["b"])
    assert check("check", "--json", "-", stdin="#!/bin/bash\ndf -h\n").json["risk"] == "safe"
    line = json.dumps({"id": 1, "script": "#!/bin/bash\nmkfs.ext4 /dev/sda1\n"})
    assert json.loads(check("check", "--jsonl", stdin=f"{line}\n").stdout)["risk"] == "dangerous"


@pytest.mark.parametrize("arguments", [["check", "-"], ["check"]])
def test_standard_input(check: Program, arguments: list[str]) -> None:
    """Without a file, or with -, the script is read on standard input."""
    done = check(*arguments, stdin=SLOPPY)
    assert done.status == 1
    assert done.stdout.startswith("-:3:4: ")


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], 1),
        (["--fail-on", "style"], 1),
        (["--fail-on", "info"], 1),
        (["--fail-on", "warning"], 0),
        (["--fail-on", "never"], 0),
        (["--severity", "warning"], 0),
        (["--exclude", "SC2086"], 0),
        (["--exclude", "2086,SC2154"], 0),
        (["--exclude", "SC2154"], 1),
    ],
)
def test_exit_code(check: Program, options: list[str], status: int) -> None:
    """The exit code says whether anything as severe as asked for remains."""
    assert check("check", *options, "sloppy.sh").status == status


def test_fail_on_hides_nothing(check: Program) -> None:
    """`--fail-on` changes the exit code, not what is shown; `--severity` changes both."""
    assert "SC2086" in check("check", "--fail-on", "never", "sloppy.sh").stdout
    assert check("check", "--severity", "error", "sloppy.sh").stdout == ""


def test_formats(check: Program) -> None:
    """gcc, JSON and SARIF tell of the same finding."""
    assert check("check", "--format", "gcc", "sloppy.sh").stdout.startswith("sloppy.sh:3:4: note: ")
    document = check("check", "--json", "sloppy.sh").json
    assert (document["schema_version"], document["exit"], document["findings"][0]["code"]) == (1, 1, "SC2086")
    log = check("check", "--format", "sarif", "sloppy.sh").json
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["SC2086"]


def test_several_files(check: Program) -> None:
    """Every file is checked although one is missing; the missing one decides the exit code."""
    done = check("check", "--json", "clean.sh", "missing.sh", "sloppy.sh")
    assert done.status == 8
    assert [one["exit"] for one in done.json["files"]] == [0, 8, 1]
    assert "missing.sh" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--exclude", "SC20", "a"],
        ["--json", "--format", "gcc", "a"],
        ["--jsonl", "a"],
        ["--jsonl", "--fix"],
        ["--fix", "-", "a"],
        ["--fix", "--json", "-"],
    ],
)
def test_usage(check: Program, arguments: list[str]) -> None:
    """What makes no sense together is one sentence and exit code 2."""
    sentence(check("check", *arguments), 2)


BAD = {
    "empty": (b"", "empty"),
    "blank": (b"\n \n", "empty"),
    "nul": (b"echo a\0b\n", "NUL"),
    "binary": (bytes(range(256)), "binary"),
    "latin-1": (b"true\necho \xe9\n", "line 2 has the byte 0xe9"),
    "utf-16": ("echo a\n".encode("utf-16"), "UTF-16"),
    "large": (b"#" * (1024 * 1024 + 1), "larger"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("fix", [[], ["--fix"]])
def test_bad_input(check: Program, name: str, fix: list[str]) -> None:
    """Input that is no script is one sentence that names file and reason, exit code 2, the file as it was."""
    data, reason = BAD[name]
    path = check.home / "bad.sh"
    path.write_bytes(data)
    line = sentence(check("check", *fix, "bad.sh"), 2)
    assert "bad.sh" in line
    assert reason in line
    assert path.read_bytes() == data
    assert reason in sentence(check("check", *fix, "-", stdin=data), 2)


def test_missing_file(check: Program) -> None:
    """A missing file is one sentence and exit code 8."""
    assert "no-such.sh" in sentence(check("check", "no-such.sh"), 8)


def test_directory(check: Program) -> None:
    """A directory is one sentence and exit code 2."""
    assert "directory" in sentence(check("check", "."), 2)


def test_closed_standard_input(check: Program) -> None:
    """A closed standard input is one sentence and exit code 2."""
    done = in_shell(check, 'exec "$@" <&-', "check", "-")
    assert (done.status, "closed" in done.stderr) == (2, True)


def test_name_cannot_reach_the_terminal(check: Program) -> None:
    """An escape sequence in a file name or a script is shown, not sent."""
    (check.home / "a\x1b[2J.sh").write_text("rm $1\x1b[2J\n")
    done = check("check", "a\x1b[2J.sh", "no\x1b[2J.sh")
    assert "\x1b" not in done.stdout + done.stderr
    assert "\\x1b[2J" in done.stdout


def test_one_megabyte(check: Program) -> None:
    """A script of exactly the largest size is answered: too large for the checkers is a finding."""
    (check.home / "large.sh").write_bytes(b"#" * (1024 * 1024))
    done = check("check", "--json", "large.sh")
    assert done.status == 1
    assert {item["code"] for item in done.json["findings"]} == {"SS0003"}


def test_deep_nesting(check: Program) -> None:
    """A script nested 5,000 times is answered within the limits, as not analysed."""
    (check.home / "deep.sh").write_text("echo " + "$(" * 5000 + "a" + ")" * 5000 + "\n")
    done = check("check", "--json", "deep.sh", SCRIPTSMITH_LIMITS__CHECK_SECONDS="1")
    assert done.status == 1
    assert {item["code"] for item in done.json["findings"]} <= {"SS0001", "SS0002", "SS0004", "SS1000"}
    assert done.json["risk"] == "unanalysable"
    assert "shellcheck" in {item["checker"] for item in done.json["findings"]}


def test_windows_line_ends_are_a_finding(check: Program) -> None:
    """CRLF is a finding with a place; the file stays as it is."""
    done = check("check", "--json", "-", stdin="echo a\r\n")
    assert "SC1017" in {item["code"] for item in done.json["findings"]}


def test_byte_order_mark_is_a_finding(check: Program) -> None:
    """A byte order mark, over which the kernel stumbles, is a finding."""
    done = check("check", "--json", "-", stdin="\ufeff" + CLEAN)
    assert "SC1082" in {item["code"] for item in done.json["findings"]}


def test_fix(check: Program) -> None:
    """`--fix` writes the corrected file, says so on stderr, and exits 0 when nothing remains."""
    done = check("check", "--fix", "sloppy.sh")
    assert (done.status, done.stdout, done.stderr) == (0, "", "sloppy.sh: 1 fix applied\n")
    assert (check.home / "sloppy.sh").read_text() == FIXED


def test_fix_reports_what_remains(check: Program) -> None:
    """What cannot be fixed is still reported, at its place in the corrected file."""
    path = check.home / "mixed.sh"
    path.write_text("x=$1\nls $x; for i in $(ls); do :; done\n")
    done = check("check", "--fix", "--json", "mixed.sh")
    assert done.status == 1
    assert path.read_text().startswith('x=$1\nls "$x"; for')
    assert {item["code"]: item["column"] for item in done.json["findings"]}["SC2045"] == 19


def test_fix_of_standard_input(check: Program) -> None:
    """With -, the corrected script alone is on stdout."""
    done = check("check", "--fix", "-", stdin=SLOPPY)
    assert (done.status, done.stdout) == (0, FIXED)
    assert check("check", "--fix", "-", stdin=BROKEN).stdout == BROKEN


def test_fix_obeys_exclude(check: Program) -> None:
    """Excluded findings are not fixed."""
    check("check", "--fix", "--exclude", "SC2086", "sloppy.sh")
    assert (check.home / "sloppy.sh").read_text() == SLOPPY


def test_fix_keeps_mode_links_and_line_ends(check: Program) -> None:
    """The file's mode stays, a link stays a link, and no byte beside the fix changes."""
    path, link = check.home / "real.sh", check.home / "link.sh"
    path.write_bytes(b"x=$1\t# \xc3\xa9\x0c\nls $x")
    path.chmod(0o750)
    link.symlink_to("real.sh")
    check("check", "--fix", "link.sh")
    assert path.read_bytes() == b'x=$1\t# \xc3\xa9\x0c\nls "$x"'
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert link.is_symlink()


def test_fix_leaves_a_clean_file_alone(check: Program) -> None:
    """A file without anything to fix is not written."""
    before = (check.home / "clean.sh").stat()
    check("check", "--fix", "clean.sh")
    after = (check.home / "clean.sh").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


MOUNT = "mount -t tmpfs -o size=8k tmpfs ."


def can_mount() -> bool:
    """Whether a namespace with mounts of its own can be made here."""
    if not shutil.which("unshare"):
        return False
    return not subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"], capture_output=True
    ).returncode


@pytest.mark.skipif(not can_mount(), reason="making a disk that is full needs user namespaces")
def test_fix_on_a_full_disk(check: Program) -> None:
    """When the disk is full, one sentence says so; the original is whole and nothing else is left."""
    (check.home / "disk").mkdir()
    fill = "cp ../sloppy.sh . && head -c 4096 /dev/zero > fill"
    after = "status=$?; ls -A >&2; cmp sloppy.sh ../sloppy.sh >&2; exit $status"
    done = in_shell(
        check,
        f"""unshare -rm bash -c 'cd disk && {MOUNT} && cd ../disk && {fill}; "$@"; {after}' bash "$@" """,
        *("check", "--fix", "sloppy.sh"),
    )
    told, *left = done.stderr.splitlines()
    assert (done.status, done.stdout) == (1, "")
    assert "sloppy.sh: No space left on device" in told
    assert left == ["fill", "sloppy.sh"]


def test_fix_that_cannot_be_written(check: Program) -> None:
    """When the file cannot be written, one sentence says so; the original is whole and nothing else is left."""
    name = "x" * 250 + ".sh"  # leaves no room for the name of a temporary file beside it
    (check.home / name).write_text(SLOPPY)
    names = sorted(os.listdir(check.home))
    assert name in sentence(check("check", "--fix", name), 1)
    assert (check.home / name).read_text() == SLOPPY
    assert sorted(os.listdir(check.home)) == names


def test_no_room_for_a_check(check: Program) -> None:
    """When not even a copy for the checkers can be made, one sentence says so, and no tool is blamed."""
    assert "copy" in sentence(in_shell(check, 'ulimit -f 0; exec "$@"', "check", "sloppy.sh"), 1)


def test_fix_of_what_is_no_file(check: Program) -> None:
    """A pipe can be checked but not written."""
    done = in_shell(check, 'printf "x=1\\nrm \\$x\\$1\\n" | "$@"', "check", "--fix", "/dev/stdin")
    assert "regular file" in sentence(done, 2)


@pytest.mark.skipif(os.geteuid() == 0, reason="no file is read-only to the superuser")
def test_fix_of_a_read_only_file(check: Program) -> None:
    """A file that may not be written is one sentence, exit code 1, and stays as it was."""
    (check.home / "sloppy.sh").chmod(0o444)
    assert "permission" in sentence(check("check", "--fix", "sloppy.sh"), 1)
    assert (check.home / "sloppy.sh").read_text() == SLOPPY


def test_missing_checker(check: Program) -> None:
    """Without bash the check is not passed: one sentence that names it, and exit code 7."""
    done = check("check", "clean.sh", PATH=str(check.home))
    assert done.status == 7
    assert "bash -n did not check" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == "clean.sh: not checked by bash -n; risk: safe\n"


@pytest.mark.parametrize("jsonl", [False, True])
def test_a_failing_checker_hides_nothing(check: Program, jsonl: bool) -> None:
    """Where one checker cannot run, the findings of the others, the risk and the effects are told all the same."""
    script = "#!/usr/bin/env bash\nrm -rf /etc\necho $1\n"
    arguments = ["--jsonl"] if jsonl else ["--json", "-"]
    done = check("check", *arguments, stdin=json.dumps({"script": script}) if jsonl else script, PATH=str(check.home))
    assert done.status == 7
    document = done.json
    assert document["failed"] == ["bash -n"]
    assert (document["exit"], document["risk"]) == (7, "dangerous")
    assert document["effects"]["deletes"] == ["/etc"]
    assert {finding["checker"] for finding in document["findings"]} == {"shellcheck", "danger"}
    assert "bash was not found" in document["error"]


def test_a_failing_checker_fixes_nothing(check: Program) -> None:
    """Nobody could say that a fixed script is still one, so the file stays as it is."""
    assert "bash" in sentence(check("check", "--fix", "sloppy.sh", PATH=str(check.home)), 7)
    assert (check.home / "sloppy.sh").read_text() == SLOPPY


def in_shell(program: Program, command: str, *arguments: str) -> Done:
    """Run the program through a shell command in which it is "$@"."""
    done = subprocess.run(
        ["bash", "-c", command, "bash", sys.executable, "-m", "scriptsmith", *arguments],
        capture_output=True,
        text=True,
        cwd=program.home,
        env=program.variables() | {"PYTHONDONTWRITEBYTECODE": "1"},
        timeout=60,
    )
    return Done(done.returncode, done.stdout, done.stderr)
