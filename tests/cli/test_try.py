"""`scriptsmith try` and `explain`, as processes: the box shows what a script does, and the host stays as it is."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.boxes import boxed

from .program import Program

pytestmark = boxed

SCRIPT = """\
#!/usr/bin/env bash
echo "arguments: $*; $COLOUR"
printf '\\033[31mred\\a\\n' >&2
cat
mkdir -p /srv/made && echo new >/srv/made/file
rm -f /etc/hostname
exit "${1:-0}"
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    (tmp_path / "script.sh").write_text(SCRIPT)
    return Program(tmp_path)


def test_output_and_effects_are_shown(program: Program) -> None:
    """What it printed, without live control characters, and what it changed; the host has nothing of it."""
    done = program("try", "script.sh", "--env", "COLOUR=blue", "--", "0", "two words")
    assert done.status == 0, done.stderr
    assert "arguments: 0 two words; blue" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr
    assert "\\x1b[31mred\\x07" in done.stdout
    assert "+ /srv/made/file  (file, 4 bytes, 0644)\n    @@ -0,0 +1 @@\n    +new\n" in done.stdout
    assert "the host is unchanged" in done.stderr
    assert not Path("/srv/made").exists()


def test_json_tells_all(program: Program) -> None:
    """One document with exit, output, limits, effects and duration; the status of the script makes the exit code."""
    (program.home / "in.txt").write_text("given\n")
    done = program("try", "--json", "--stdin", "in.txt", "script.sh", "--", "3")
    assert done.status == 1
    document = done.json
    assert document["exit"] == 3
    assert "given" in document["stdout"]
    assert document["stderr"] == "\x1b[31mred\x07\n"
    assert document["limits"] == []
    assert document["duration"] > 0
    made = {change["path"]: change["kind"] for change in document["effects"]}
    assert made["/srv/made/file"] == "created"


def test_a_limit_is_named(program: Program) -> None:
    """A script that does not end is stopped at its limit, with what it had done until then."""
    (program.home / "long.sh").write_text("echo begun >/srv/begun\nsleep 60\n")
    done = program("try", "--json", "--wall", "0.5", "long.sh")
    assert done.status == 1
    assert done.json["limits"] == ["wall"]
    assert [change["path"] for change in done.json["effects"]] == ["/srv/begun"]


def test_decoys_hide_neither_what_is_gone_nor_what_is_changed(program: Program) -> None:
    """Among four hundred new files the text shows what was there before and is not any more."""
    tree = {"/srv/old/passwd": "root\n", "/srv/old/hosts": "one\n"}
    (program.home / "tree.json").write_text(json.dumps(tree))
    (program.home / "hide.sh").write_text("touch /srv/a{1..400}; rm /srv/old/passwd; echo two >>/srv/old/hosts\n")
    done = program("try", "--fixture", "tree.json", "hide.sh")
    assert done.status == 0, done.stderr
    assert "400 created, 1 modified, 1 deleted" in done.stdout
    assert "- /srv/old/passwd\n" in done.stdout
    assert "    +two\n" in done.stdout


@pytest.mark.thorough
def test_what_cannot_be_told_is_said(program: Program) -> None:
    """Changes that are too many to be told are counted, in both forms, and the exit code is that of a limit."""
    program.home.joinpath("deep.sh").write_text(
        'cd /srv; python3 -c \'import os\nfor _ in range(1000): os.mkdir("n" * 200); os.chdir("n" * 200)\'\n'
    )
    document = program("try", "--json", "deep.sh").json
    assert (document["exit"], document["limits"], document["truncated"]) == (0, [], ["effects"])
    assert len(document["effects"]) + document["effects_omitted"] == 1000
    done = program("try", "deep.sh")
    assert done.status == 1
    assert f"at least {document['effects_omitted']} more that are not listed" in done.stdout
    assert f"at least {document['effects_omitted']} paths more than are told" in done.stderr


def test_only_the_script_itself_is_no_effect(program: Program) -> None:
    """What a script puts beside itself under a name that begins like its own is told."""
    (program.home / "beside.sh").write_text('echo >>"$0"; mkdir "$0-dir"; echo payload >"$0-dir/payload"\n')
    document = program("try", "--json", "beside.sh").json
    paths = [change["path"] for change in document["effects"]]
    assert paths == ["/tmp/scriptsmith/script.sh-dir", "/tmp/scriptsmith/script.sh-dir/payload"]


def test_a_declared_tree_lies_in_the_box(program: Program) -> None:
    """Files, folders, links, modes and times of a fixture are there, and are not counted as effects."""
    fixture = [
        {"path": "/data/old.log", "text": "x\n", "mode": "0600", "mtime": "2020-01-02T03:04:05"},
        {"path": "/data/empty", "type": "dir"},
        {"path": "/data/link", "type": "link", "target": "old.log"},
    ]
    (program.home / "tree.json").write_text(json.dumps(fixture))
    (program.home / "look.sh").write_text("cd /data; stat -c '%n %a %F' *; stat -c %Y old.log; cat link\n")
    document = program("try", "--json", "--fixture", "tree.json", "look.sh").json
    assert document["stdout"].splitlines() == [
        "empty 755 directory",
        "link 777 symbolic link",
        "old.log 600 regular file",
        "1577934245",
        "x",
    ]
    assert document["effects"] == []


def test_an_entry_and_standard_input_can_be_tried(program: Program) -> None:
    """A name of the catalogue and - are scripts too."""
    assert "Usage: compress-old-logs" in program("try", "compress-old-logs", "--", "--help").stdout
    assert "hello" in program("try", "-", stdin="echo hello\n").stdout


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["nothing-of-that-name"], 8, "neither a file, nor a run, nor an entry"),
        (["script.sh", "--env", "COLOUR"], 2, "NAME=VALUE"),
        (["script.sh", "--wall", "nan"], 2, "seconds"),
        (["script.sh", "--fixture", "script.sh"], 2, "not JSON"),
        (["script.sh", "--fixture", "missing.json"], 8, "no such file"),
        (["script.sh", "--root", "missing"], 8, "no such directory"),
    ],
)
def test_faulty_requests_are_one_sentence(program: Program, arguments: list[str], status: int, says: str) -> None:
    """Each mistake is named, and nothing is run."""
    done = program("try", *arguments)
    assert (done.status, done.stdout) == (status, "")
    assert says in done.stderr


def test_no_sandbox_is_exit_7(program: Program) -> None:
    """Without bubblewrap the one thing to install is named; where settings forbid a box, that is said."""
    missing = program("try", "script.sh", PATH=str(program.home))
    assert missing.status == 7
    assert "apt-get install bubblewrap" in missing.stderr
    assert program("try", "script.sh", SCRIPTSMITH_SANDBOX__ENGINE="none").status == 7


def test_doctor_says_what_a_box_lacks(program: Program) -> None:
    """Without bubblewrap the sandbox is no row that is well, and the row names what to install."""
    done = program("doctor", PATH=str(program.home), OLLAMA_HOST="127.0.0.1:9")
    assert "BAD  bubblewrap  bwrap is not installed: apt-get install bubblewrap" in done.stdout
    (row,) = program("doctor", "--json", SCRIPTSMITH_SANDBOX__ENGINE="none", OLLAMA_HOST="127.0.0.1:9").json["sandbox"]
    assert (row["name"], row["ok"]) == ("none", True)


def test_explain_tells_the_blast_radius(program: Program) -> None:
    """Plain words for a person, and the same as JSON; nothing is run for it."""
    (program.home / "harsh.sh").write_text('#!/bin/bash\nsystemctl stop sshd\nrm -rf "$1"/*\n')
    done = program("explain", "harsh.sh")
    assert done.status == 0
    assert "Could destroy" in done.stdout
    assert "line 2:" in done.stdout
    document = program("explain", "--json", "harsh.sh").json
    assert document["risk"] == "dangerous"
    assert document["effects"]["services"] == ["stop sshd"]


def test_private_files_are_shown_when_they_are_named(program: Program) -> None:
    """--expose shows one private file of the host and nothing else; one that is not there is refused by name."""
    folder = Path(tempfile.mkdtemp(dir="/var/tmp"))  # private itself, and not below /tmp, which no box shows
    try:
        for name in ("one", "two"):
            (folder / name).write_text(f"this is {name}\n")
        (program.home / "read.sh").write_text(f"cat {folder}/one {folder}/two 2>/dev/null\n")
        assert program("try", "read.sh", "--json").json["stdout"] == ""
        told = program("try", "read.sh", "--json", "--expose", str(folder / "one")).json
        assert told["stdout"] == "this is one\n"
        assert told["effects"] == []
        assert (
            program("try", "read.sh", "--json", "--expose", str(folder)).json["stdout"] == "this is one\nthis is two\n"
        )
        missing = program("try", "read.sh", "--expose", str(folder / "three"))
        assert missing.status == 8
        assert "three: there is no such file or folder" in missing.stderr
    finally:
        shutil.rmtree(folder)
