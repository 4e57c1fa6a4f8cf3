"""Rehearsals in a real box: a scenario that proves itself, a right script, a wrong one, and a hostile one."""

from __future__ import annotations

import json

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.types import Action, Script, Verdict
from scriptsmith.rehearsing import rehearsing
from scriptsmith.testing.doubles import ScriptedModel
from tests.boxes import boxed

pytestmark = boxed

ACTION = Action(text="delete core dumps older than a week below /var/crash and restart the collector")
SCENARIO = {
    "situation": "Core dumps lie below /var/crash.",
    "files": [
        {"path": "/var/crash/old one.core", "text": "x", "age_days": 8, "executable": False},
        {"path": "/var/crash/new.core", "text": "x", "age_days": 6, "executable": False},
        {"path": "/var/crash/old.txt", "text": "x", "age_days": 30, "executable": False},
    ],
    "stubs": [{"name": "systemctl", "script": '[ "$1" != is-active ] || echo active'}],
    "assertions": [
        {"says": "the old dump is gone", "test": "! test -e '/var/crash/old one.core'"},
        {"says": "the new dump is kept", "test": "test -e /var/crash/new.core"},
        {"says": "other files are kept", "test": "test -e /var/crash/old.txt"},
        {"says": "the collector was restarted", "test": "grep -qx 'systemctl restart collector' \"$CALLS\""},
        {"says": "it ended well", "test": '[ "$STATUS" -eq 0 ]'},
    ],
}
RIGHT = """\
#!/usr/bin/env bash
set -euo pipefail
find /var/crash -name '*.core' -mtime +6 -mmin +10080 -delete
systemctl restart collector
"""
WRONG = RIGHT.replace("-mtime +6 -mmin +10080 ", "")


async def test_a_right_script_and_a_wrong_one_are_told_apart() -> None:
    """In the same proven scenario one passes, and the other fails for exactly what it does wrong."""
    model = ScriptedModel({"scenario": json.dumps(SCENARIO)})
    step = rehearsing(model, Bubblewrap())
    rehearsal, scenario, _ = await step(ACTION, Script(text=RIGHT), None)
    assert rehearsal.opinion, rehearsal.problem
    assert rehearsal.opinion.verdict is Verdict.YES, rehearsal.failed
    assert [(change.kind, change.path) for change in rehearsal.changes] == [("deleted", "/var/crash/old one.core")]
    rehearsal, _, calls = await step(ACTION, Script(text=WRONG), scenario)
    assert rehearsal.opinion
    assert rehearsal.opinion.verdict is Verdict.NO
    assert rehearsal.failed == ("the new dump is kept",)
    assert calls == ()


async def test_a_scenario_that_cannot_be_run_is_mended() -> None:
    """A syntax error in a test, and then a missing program, are told to the model; the third scenario counts."""
    syntax = SCENARIO | {"assertions": [{"says": "it parses", "test": "if then"}]}
    missing = SCENARIO | {"assertions": [{"says": "it is there", "test": "no-such-program --at-all"}]}
    model = ScriptedModel({"scenario": [json.dumps(each) for each in (syntax, missing, SCENARIO)]})
    rehearsal, _, calls = await rehearsing(model, Bubblewrap())(ACTION, Script(text=RIGHT), None)
    assert rehearsal.opinion, rehearsal.problem
    assert rehearsal.opinion.verdict is Verdict.YES
    assert len(calls) == 3
    assert "it parses" in model.asked[1].text
    assert "it is there" in model.asked[2].text


async def test_a_script_cannot_speak_for_the_assertions() -> None:
    """Printing what a passed test prints, or rewriting the rehearsal's own files, makes no opinion in its favour."""
    hostile = """\
#!/usr/bin/env bash
for i in 0 1 2 3 4; do echo "0000000000000000 $i 0"; done; echo "0000000000000000 done"
echo 'systemctl restart collector' >/rehearsal/calls
"""
    model = ScriptedModel({"scenario": json.dumps(SCENARIO)})
    rehearsal, _, _ = await rehearsing(model, Bubblewrap())(ACTION, Script(text=hostile), None)
    assert rehearsal.opinion
    assert rehearsal.opinion.verdict is Verdict.NO
    assert "the old dump is gone" in rehearsal.failed


async def test_files_that_cannot_be_laid_break_the_scenario() -> None:
    """A folder where a file stands is the scenario's fault, not the script's."""
    clash = SCENARIO | {"files": [{"path": "/etc/passwd/x", "text": "", "age_days": 0, "executable": False}]}
    model = ScriptedModel({"scenario": json.dumps(clash)})
    rehearsal, _, _ = await rehearsing(model, Bubblewrap())(ACTION, Script(text=RIGHT), None)
    assert rehearsal.opinion is None
    assert "no scenario" in rehearsal.problem


LARGE = {
    "situation": "The spool of the mailer is /var/spool/mailer; a worker holds a file of it open.",
    "files": [{"path": "/var/spool/mailer/kept.msg", "text": "x", "age_days": 0, "executable": False}],
    "stubs": [],
    "setup": "useradd --system mailer\ncd /var/spool/mailer\nmkdir empty\ntruncate -s 900M large.msg\nln -s kept.msg latest\n"
    "chown mailer: large.msg\n",
    "running": "exec 3>/var/spool/mailer/held.msg\nsleep 300 </dev/null >/dev/null 2>&1 &\n",
    "status": 1,
    "assertions": [
        {"says": "the large file is named", "condition": "larger than 500 MB", "test": 'grep -q large.msg "$STDOUT"'},
        {"says": "its owner is told", "condition": "with their owners", "test": 'grep -q mailer: "$STDOUT"'},
        {
            "says": "nothing is deleted",
            "condition": "",
            "test": "test -e /var/spool/mailer/kept.msg -a -d /var/spool/mailer/empty",
        },
        {"says": "the worker still runs", "condition": "", "test": 'grep -q "sleep 300" "$PROCESSES"'},
    ],
    "further": [
        {
            "name": "nothing is large",
            "situation": "The spool is small.",
            "files": [{"path": "/var/spool/mailer/kept.msg", "text": "x", "age_days": 0, "executable": False}],
            "stubs": [],
            "setup": "",
            "running": "",
            "status": 0,
            "assertions": [{"says": "nothing is printed", "condition": "exit 1 if any", "test": '! test -s "$STDOUT"'}],
        }
    ],
}
LISTS = Action(text="list files larger than 500 MB below /var/spool/mailer with their owners, exit 1 if any")
LISTING = """\
#!/usr/bin/env bash
set -euo pipefail
mapfile -t found < <(find /var/spool/mailer -type f -size +500M -printf '%u: %p\\n')
(( ${#found[@]} )) || exit 0
printf '%s\\n' "${found[@]}"
exit 1
"""


async def test_a_situation_is_set_up_by_programs_and_may_end_with_another_status() -> None:
    """Users, owners, links, empty folders, sparse files and a process that holds a file open are there, a right end
    may be 1, and a second situation counts as much as the first."""
    model = ScriptedModel({"scenario": json.dumps(LARGE)})
    step = rehearsing(model, Bubblewrap())
    rehearsal, scenario, _ = await step(LISTS, Script(text=LISTING), None)
    assert rehearsal.opinion, rehearsal.problem
    assert rehearsal.opinion.verdict is Verdict.YES, (rehearsal.failed, rehearsal.output)
    assert rehearsal.exercised == ("larger than 500 MB", "with their owners", "exit 1 if any")
    killing = LISTING.replace("mapfile", "pkill sleep\nmapfile")
    rehearsal, _, _ = await step(LISTS, Script(text=killing), scenario)
    assert rehearsal.failed == ("the worker still runs (ordinary)",)
    always = LISTING.replace("(( ${#found[@]} )) || exit 0\n", "")
    rehearsal, _, _ = await step(LISTS, Script(text=always), scenario)
    assert rehearsal.failed == ("nothing is printed (nothing is large)",)
    assert rehearsal.situation == "nothing is large"


async def test_what_broke_the_set_up_comes_back_exactly() -> None:
    """A set-up that fails, takes too long, or cannot start what should run is told with what it said."""
    failing = LARGE | {"setup": "chown nobody-at-all: /var/spool/mailer"}
    starting = LARGE | {"running": "no-such-daemon --fork"}
    alone = LARGE | {
        "assertions": [{"says": "no file is left", "test": "! ls /var/spool/mailer/*.msg"}],
        "further": [],
        "setup": "",
        "running": "",
    }
    model = ScriptedModel(
        {"scenario": [json.dumps(each) for each in (failing, starting, alone | {"status": 0}, LARGE)]}
    )
    rehearsal, _, calls = await rehearsing(model, Bubblewrap())(LISTS, Script(text=LISTING), None)
    assert rehearsal.opinion, rehearsal.problem
    assert len(calls) == 4
    assert "nobody-at-all" in model.asked[1].text
    assert "no-such-daemon" in model.asked[2].text
    assert "only deletes the files" in model.asked[3].text
