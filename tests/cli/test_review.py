"""`scriptsmith review`, as a process: a person decides, and nobody else."""

from __future__ import annotations

import getpass
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scriptsmith.core.types import Script
from scriptsmith.testing import scripted

from .program import Program, models, with_model
from .state import BROKEN, GOOD, KNIT, OTHER, forged, user


def entries(program: Program) -> list[str]:
    """The scripts that are published."""
    return [path.read_text() for path in program.home.glob("catalogue/*/*/script.sh")]


def log(program: Program, run: str) -> bytes:
    return (program.home / "runs" / f"{run}.jsonl").read_bytes()


def test_what_waits_is_listed(tmp_path: Path) -> None:
    """Runs that wait for a decision are listed; what found nothing only with `--all`."""
    program = user(tmp_path)
    assert program("review", "list", "--json").json == {"schema_version": 1, "runs": []}
    waiting, nothing = forged(program), forged(program, None, "knit a \x1b[31mscarf")
    listed = program("review", "list", "--json")
    assert (listed.status, listed.stderr) == (0, "")
    assert listed.json["runs"] == [{"run": waiting, "state": "waiting", "outcome": "verified", "action": KNIT}]
    table = program("review", "list", "--all").stdout
    assert table.splitlines()[0].split() == ["RUN", "STATE", "OUTCOME", "ACTION"]
    assert waiting in table
    assert nothing in table
    assert "\x1b" not in table


def test_show_has_everything_that_a_decision_needs(tmp_path: Path) -> None:
    """Script, findings, description, opinions and digest, for a person and as one document."""
    program = user(tmp_path)
    run = forged(program, "#!/usr/bin/env bash\ncd $1\n", describe="It goes \x1b[8mthere\u202e.")
    page = program("review", "show", run)
    assert page.status == 0
    for part in ("[SC2164]", "[SC2086]", "what it does: It goes", "similarity says yes", "digest: ", "cd $1\n"):
        assert part in page.stdout
    assert "\x1b" not in page.stdout
    assert "\u202e" not in page.stdout
    document = program("review", "show", run, "--json").json
    assert document["schema_version"] == 1
    assert document["script"] == "#!/usr/bin/env bash\ncd $1\n"
    assert document["digest"] == Script(text=document["script"]).digest
    assert [o["verdict"] for o in document["assessment"]["opinions"]] == ["yes", "yes"]
    assert {f["code"] for f in document["findings"]} == {"SC2164", "SC2086"}


HARSH = "#!/usr/bin/env bash\nset -euo pipefail\nrm -rf /etc\n"


def test_show_and_check_agree_about_a_danger(tmp_path: Path) -> None:
    """The risk and what would be touched are shown, and a finding is as severe as `check` says."""
    program = user(tmp_path)
    run_id = forged(program, HARSH)
    done = program("review", "show", run_id)
    assert "\nrisk: dangerous; deletes /etc\npolicy: asks a person about what is dangerous\n" in done.stdout
    checked = program("check", "--json", "-", stdin=HARSH).json
    (danger,) = [each for each in checked["findings"] if each["checker"] == "danger"]
    assert danger["severity"] == "error"
    assert f"finding: line 3: error: {danger['message']} [{danger['code']}]\n" in done.stdout
    shown = program("review", "show", "--json", run_id).json
    assert [each for each in shown["findings"] if each["checker"] == "danger"] == [danger]
    assert (shown["risk"], shown["effects"]) == ("dangerous", checked["effects"])


def test_an_approval_under_a_policy_that_blocks_is_exit_5(tmp_path: Path) -> None:
    """What was forged while policy asked is not published once it blocks, and the reason is said."""
    program = user(tmp_path)
    run_id = forged(program, HARSH)
    done = program("review", "approve", run_id, SCRIPTSMITH_POLICY__DANGEROUS="block")
    assert (done.status, done.stdout) == (5, "")
    assert "dangerous, and policy blocks that: line 3: " in done.stderr
    assert program("catalogue", "list", "--json").json["entries"] == []
    assert program("review", "approve", "--reviewer", "ana", run_id).status == 0
    served = program("forge", KNIT)
    assert served.status == 0
    assert "  dangerous; approved by ana on 20" in served.stderr


def test_an_approval_publishes_and_the_next_action_is_served(tmp_path: Path) -> None:
    """After `review approve` the same words are answered from the catalogue, with no model configured."""
    program = user(tmp_path)
    run = forged(program)
    before = program("forge", KNIT)
    assert (before.status, before.stdout) == (4, "")
    done = program("review", "approve", run, "--comment", "tried it")
    assert (done.status, done.stdout) == (0, "")
    assert "published as knit-a-pullover" in done.stderr
    served = program("forge", KNIT)
    assert (served.status, served.stdout) == (0, GOOD)
    again = program("review", "approve", run)
    assert (again.status, again.stdout) == (4, "")
    assert "not waiting for a review" in again.stderr
    review = json.loads(log(program, run).splitlines()[-2])["review"]
    assert (review["reviewer"], review["comment"]) == (getpass.getuser(), "tried it")


def test_an_approval_as_json(tmp_path: Path) -> None:
    """`--json` prints one document that names the published entry; the digest of the script may be shortened."""
    program = user(tmp_path)
    run = forged(program)
    done = program("review", "approve", run, "--reviewer", "ana", "--digest", Script(text=GOOD).digest[:12], "--json")
    assert (done.status, done.stderr) == (0, "")
    assert (done.json["state"], done.json["run"]) == ("published", run)
    name, _, version = done.json["published"].partition("@")
    assert version == "1"
    assert (tmp_path / "catalogue" / "published" / name / "script.sh").read_text() == GOOD


@pytest.mark.parametrize(
    ("script", "arguments", "status", "words"),
    [
        (BROKEN, ["approve"], 5, "has blocking findings, and no approval overrides that"),
        (GOOD, ["approve", "--digest", "0" * 64], 6, "look at it again before deciding"),
        (None, ["approve"], 4, "give one by an edit"),
        (GOOD, ["reject", "--comment", b"\xff"], 2, "a character that no UTF-8 file can hold"),
        (GOOD, ["edit", "--file", "nowhere.sh"], 8, "nowhere.sh: there is no such file"),
        (GOOD, ["edit", "--file", "-"], 2, "standard input is empty"),
    ],
)
def test_a_decision_that_does_not_count_leaves_no_trace(
    tmp_path: Path, script: str | None, arguments: list[str | bytes], status: int, words: str
) -> None:
    """Blocked, stale, impossible or unreadable: one sentence, its exit code, and the log as it was."""
    program = user(tmp_path)
    run = forged(program, script)
    before = log(program, run)
    done = program("review", arguments[0], run, *arguments[1:])  # type: ignore[arg-type]
    assert (done.status, done.stdout) == (status, "")
    assert done.stderr.startswith("scriptsmith: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert log(program, run) == before
    assert entries(program) == []


def test_an_unknown_run_is_exit_8(tmp_path: Path) -> None:
    """A run that is not there, or is no id at all, is not found by any command."""
    program = user(tmp_path)
    for arguments in (["show", "nosuch"], ["approve", "../../etc/passwd"]):
        done = program("review", *arguments)
        assert (done.status, done.stdout) == (8, "")


def test_an_edit_from_a_file_waits_for_an_approval_of_its_own(tmp_path: Path) -> None:
    """The edited script is checked, may be broken, and is published only by a later approval."""
    program = user(tmp_path)
    run = forged(program)
    broken = program("review", "edit", run, "--file", "-", stdin=BROKEN)
    assert (broken.status, broken.stdout) == (0, "")
    assert "[SS0001]" in broken.stderr
    assert program("review", "approve", run).status == 5
    (tmp_path / "mine.sh").write_text(OTHER)
    edited = program("review", "edit", run, "--file", "mine.sh", "--json").json
    assert (edited["state"], edited["script"], edited["published"]) == ("waiting", OTHER, None)
    assert entries(program) == []
    assert program("review", "approve", run, "--digest", Script(text=GOOD).digest).status == 6
    assert program("review", "approve", run).status == 0
    assert entries(program) == [OTHER]


@pytest.mark.parametrize(
    ("editor", "status", "words"),
    [
        ("sed -i s/wool/yarn/", 0, "unsure"),
        ("true", 2, "nothing was changed"),
        ("/nowhere/editor", 1, "the editor did not work"),
    ],
)
def test_an_edit_in_the_editor(tmp_path: Path, editor: str, status: int, words: str) -> None:
    """`$EDITOR` opens the script; what it leaves is the edit, and nothing changed or a broken editor records nothing."""
    program = user(tmp_path)
    run = forged(program)
    before = log(program, run)
    done = program("review", "edit", run, EDITOR=editor, VISUAL=editor)
    assert (done.status, done.stdout) == (status, "")
    assert words in done.stderr
    assert (log(program, run) == before) is (status != 0)
    if status == 0:
        assert program("review", "show", run, "--json").json["script"] == OTHER


def test_a_final_rejection_ends_the_run(tmp_path: Path) -> None:
    """Rejected for good, a run is over: nothing is published, and no other decision counts."""
    program = user(tmp_path)
    run = forged(program)
    done = program("review", "reject", run, "--final", "--comment", "never")
    assert (done.status, done.stdout) == (0, "")
    assert "rejected and over" in done.stderr
    assert program("review", "approve", run).status == 4
    assert program("review", "list", "--json").json["runs"] == []
    assert entries(program) == []


def test_a_comment_drives_the_next_draft(tmp_path: Path) -> None:
    """With a model configured a rejection is answered by a new draft, whose prompt holds the reviewer's words."""
    answer = f"```bash\n{OTHER}```"
    with with_model(tmp_path, scripted({"refine": answer})) as (_, provider):
        program = user(tmp_path)
        program.environ |= models(provider)
        run = forged(program)
        done = program("review", "reject", run, "--comment", "use yarn, not wool")
        assert (done.status, done.stdout) == (0, "")
        assert "verified" in done.stderr
        (refine,) = [request for request in provider.requests if request.prompt == "refine"]
        assert "use yarn, not wool" in refine.text
        assert GOOD in refine.text
    assert program("review", "show", run, "--json").json["script"] == OTHER


def test_a_full_disk_records_nothing_and_says_so(tmp_path: Path) -> None:
    """When the log cannot grow, the decision is not recorded, the message names the file, and the log stays whole."""
    program = user(tmp_path)
    run = forged(program)
    before = log(program, run)
    limited = f"import os,resource;resource.setrlimit(resource.RLIMIT_FSIZE,({len(before) + 50},) * 2);" + (
        f"os.execv({sys.executable!r}, {[sys.executable, '-m', 'scriptsmith', 'review', 'approve', run]!r})"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited], capture_output=True, text=True, env=program.variables(), cwd=tmp_path
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{run}.jsonl: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert log(program, run) == before
    assert entries(program) == []
    assert program("review", "approve", run).status == 0


def test_a_catalogue_that_cannot_be_written_leaves_an_approval_to_resume(tmp_path: Path) -> None:
    """A file where the catalogue's folder belongs is named; the approval is kept, and `resume` publishes later."""
    program = user(tmp_path)
    run = forged(program)
    (tmp_path / "catalogue").write_text("in the way")
    done = program("review", "approve", run)
    assert (done.status, done.stdout) == (1, "")
    assert "catalogue" in done.stderr
    os.unlink(tmp_path / "catalogue")
    assert program("runs", "resume", run).status == 0
    assert entries(program) == [GOOD]
