"""`scriptsmith forge`, `search`, `assess` and `refine`, as processes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.testing import Fault, scripted
from tests.boxes import NO_BOX, boxed

from .program import Program, at_terminal, with_model

ACTION = "compress log files older than 7 days in a directory"
UNKNOWN = "knit a pullover for the lighthouse keeper"
GOOD = "Checked.\n```bash\n#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' wool\n```\n"
YES = json.dumps({"reason": "covered", "verdict": "yes"})
NO = json.dumps({"reason": "it prints instead of knitting", "verdict": "no"})


def test_the_main_job_needs_no_model(tmp_path: Path) -> None:
    """The action of the first page is answered from the shipped catalogue with its parameter bound."""
    done = Program(tmp_path)("forge", ACTION)
    assert done.status == 0
    assert done.stdout.startswith("#!/usr/bin/env bash\n")
    assert re.search(r"^readonly .*\bdays=7\b", done.stdout, re.MULTILINE)
    bound = re.search(
        r"^# Bound by ScriptSmith from compress-old-logs version (\d+) on [\d-]{10}\.$", done.stdout, re.M
    )
    assert bound
    assert f"compress-old-logs@{bound[1]} " in done.stderr
    assert subprocess.run(["bash", "-n"], input=done.stdout, text=True).returncode == 0


def test_the_bound_script_does_the_job(tmp_path: Path) -> None:
    """What `forge` prints compresses the old log and leaves the new one, with the values of the action."""
    logs = tmp_path / "logs"
    logs.mkdir()
    for name in ("old.log", "new.log"):
        (logs / name).write_text("text\n")
    subprocess.run(["touch", "-d", "20 days ago", logs / "old.log"], check=True)
    done = Program(tmp_path)("forge", f"gzip log files older than two weeks in {logs}", "-o", str(tmp_path / "job.sh"))
    assert done.status == 0, done.stderr
    assert done.stdout == ""
    ran = subprocess.run(["bash", str(tmp_path / "job.sh")], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert sorted(p.name for p in logs.iterdir()) == ["new.log", "old.log.gz"]


def test_no_match_and_no_model_is_exit_4_with_the_way_out(tmp_path: Path) -> None:
    """A person learns that nothing is near and which line configures a model; stdout stays empty."""
    done = Program(tmp_path)("forge", UNKNOWN)
    assert done.status == 4
    assert done.stdout == ""
    assert done.stderr.startswith("no catalogue entry answers this action, and none is near it\n")
    assert "SCRIPTSMITH_MODELS__GENERATOR__MODEL=" in done.stderr


def test_the_host_of_the_action_does_not_matter_and_is_told(tmp_path: Path) -> None:
    """A script acts where it is run: it is served all the same, and says that it is not told of the host."""
    action = "restart telegraf on metrics-1, wait 30 seconds and see whether it is still up"
    done = Program(tmp_path)("forge", action)
    assert done.status == 0, done.stderr
    assert "  said, and not in the script: metrics-1 (it acts on the host where you run it)\n" in done.stderr
    assert Program(tmp_path)("forge", action, "--json").json["unused_hosts"] == ["metrics-1"]


LIKELY = "restart nginx and then delete its logs"


def test_what_is_likely_is_offered_with_what_speaks_against_it(tmp_path: Path) -> None:
    """Not sure enough to be served: the entry, its command line, its defaults and an objection in plain words."""
    done = Program(tmp_path)("forge", LIKELY)
    assert done.status == 4
    assert done.stdout == ""
    assert (
        "     restart-service --service nginx\n     not said, so by default: watch=5\n     against it: " in done.stderr
    )
    assert 'to take one: scriptsmith forge --entry restart-service "…"' in done.stderr
    offer = Program(tmp_path)("forge", LIKELY, "--json").json["offers"][0]
    assert offer["entry"] == "restart-service"
    assert (offer["parameters"], offer["defaults"], offer["missing"]) == ({"service": "nginx"}, {"watch": "5"}, [])
    assert offer["against"]
    assert offer["unused_hosts"] == []


def test_a_person_chooses_an_entry(tmp_path: Path) -> None:
    """`--entry` binds the rest from the words, serves whatever speaks against it, and the run records the choice."""
    program = Program(tmp_path)
    done = program("forge", "--entry", "restart-service", "-p", "watch=9", LIKELY)
    assert done.status == 0, done.stderr
    assert done.stderr.startswith("from the catalogue: restart-service@")
    assert ", as you chose (service=nginx, watch=9)\n" in done.stderr
    assert "service='nginx' watch=9" in done.stdout
    (run,) = program.runs()
    assert program("runs", "show", run, "--json").json["chosen"] == "restart-service"


def test_an_alert_leads_to_looks_and_deeds_with_its_labels(tmp_path: Path) -> None:
    program = Program(tmp_path)
    done = program("forge", "NodeFilesystemSpaceFillingUp", "-p", "mountpoint=/var")
    assert done.status == 4
    assert done.stderr.startswith("for this alert, looks first:\n")
    assert "find-largest-directories --directory /var\n" in done.stderr
    assert done.stderr.index("show-disk-usage") < done.stderr.index("delete-old-logs")
    chosen = ("--entry", "find-largest-directories", "-p", "directory=/var")
    assert program("forge", "NodeFilesystemSpaceFillingUp", *chosen).status == 0


def test_an_alert_in_free_words_leads_to_its_looks(tmp_path: Path) -> None:
    """With the values that its words give; nothing is served unasked."""
    done = Program(tmp_path)("forge", "/var has 3% left on db-02")
    assert done.status == 4
    assert done.stderr.startswith("for this alert, looks first:\n")
    assert "find-largest-directories --directory /var\n" in done.stderr


def test_a_chosen_entry_that_lacks_a_value_says_which(tmp_path: Path) -> None:
    done = Program(tmp_path)("forge", "--entry", "restart-service", "bring it back")
    assert done.status == 4
    assert "restart-service cannot be served as it is:" in done.stderr
    assert "needs a value: -p service=… (systemd service to restart)" in done.stderr


def test_no_model_writes_in_place_of_the_entry_that_was_chosen(tmp_path: Path) -> None:
    with with_model(tmp_path, scripted({"draft": GOOD})) as (program, model):
        done = program("forge", "--entry", "restart-service", "bring it back")
    assert done.status == 4
    assert not model.requests


@pytest.mark.parametrize("id", ["no-such-entry", "../x"])
def test_an_entry_that_is_not_there_begins_no_run(tmp_path: Path, id: str) -> None:
    program = Program(tmp_path)
    assert program("forge", "--entry", id, ACTION).status == 8
    assert program.runs() == []


def test_at_a_terminal_a_number_takes_an_offer(tmp_path: Path) -> None:
    """The offers are shown once; its number serves one, and anything else leaves the answer at exit 4."""
    taken = at_terminal(tmp_path, LIKELY, "1")
    assert taken.status == 0
    assert taken.shown.count("likely ones are:") == 1
    assert "as you chose (service=nginx)" in taken.shown
    left = at_terminal(tmp_path, LIKELY, "")
    assert left.status == 4
    assert left.shown.count("likely ones are:") == 1


def test_the_opposite_is_not_served(tmp_path: Path) -> None:
    """An action with the opposite verb gets no script."""
    program = Program(tmp_path)
    for action in ("decompress log files older than 7 days", "do not restart the nginx service"):
        assert program("forge", action, "--json").json["served"] is None, action


def test_a_model_writes_what_the_catalogue_lacks(tmp_path: Path) -> None:
    """Draft, checks and assessment lead to a verified script alone on stdout."""
    with with_model(
        tmp_path, scripted({"draft": GOOD, "describe": "Prints wool.", "similarity": YES, "difference": YES})
    ) as (
        program,
        provider,
    ):
        done = program("forge", UNKNOWN, "--reasoning")
        (run,) = program.runs()
        shown = program("review", "show", run).stdout
    assert done.status == 0, done.stderr
    assert done.stdout == "#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' wool\n"
    assert "verified" in done.stderr
    assert "Checked." in done.stderr
    box = not NO_BOX
    assert provider.calls == 4 + box
    assert ("rehearsal says yes" in done.stderr) is box
    assert ("situation: Any machine." in shown) is box
    assert ("it printed:" in shown) is box
    describe = next(r for r in provider.requests if "wool" in str(r.body) and "Describe what this" in str(r.body))
    assert "lighthouse" not in str(describe.body)


def test_an_incorrect_script_is_exit_3(tmp_path: Path) -> None:
    """When the assessors keep objecting, the best draft comes with exit code 3."""
    wrong = json.dumps(
        {
            "wrong": True,
            "explanation": "no needles",
            "quote": "printf",
            "counterexample": "any",
            "scenario_at_fault": "",
        }
    )
    script = {"draft": GOOD, "refine": GOOD, "describe": "x", "similarity": NO, "difference": NO, "explain": wrong}
    with with_model(tmp_path, scripted(script)) as (program, _):
        done = program("forge", UNKNOWN, "--json")
    assert done.status == 3
    assert done.json["outcome"] == "incorrect"
    assert done.json["drafts"] == 3


def test_a_dispute_is_left_to_a_person(tmp_path: Path) -> None:
    """When no fault can be named the script stays as it is, with exit code 4."""
    fine = json.dumps({"wrong": False, "explanation": "", "quote": "", "counterexample": "", "scenario_at_fault": ""})
    script = {"draft": GOOD, "describe": "x", "similarity": NO, "difference": NO, "explain": fine}
    with with_model(tmp_path, scripted(script)) as (program, _):
        done = program("forge", UNKNOWN, "--json")
    assert done.status == 4
    assert done.json["outcome"] == "disputed"
    assert done.json["script"].endswith("wool\n")


def test_a_provider_that_fails_is_exit_7_and_the_run_is_kept(tmp_path: Path) -> None:
    """The message names role, model and what to do; afterwards `runs resume` finishes the same run."""
    with with_model(tmp_path, scripted({"draft": [Fault.status(401)]})) as (program, _):
        done = program("forge", UNKNOWN)
        assert done.status == 7
        assert "generator" in done.stderr
        assert "loop-generator" in done.stderr
        (run,) = program.runs()
    with with_model(tmp_path) as (program, _):
        resumed = program("runs", "resume", run)
        assert resumed.status == 0, resumed.stderr
        assert resumed.stdout
        assert program.runs() == [run]


def test_samples_are_drawn_and_the_best_kept(tmp_path: Path) -> None:
    """Of three drafts the one that passes the checks is the answer."""
    broken = "```bash\nif true; then echo\n```"
    noisy = "```bash\necho $1\n```"
    drafts = [broken, noisy, GOOD]
    script = {"draft": drafts, "describe": "x", "similarity": YES, "difference": YES}
    with with_model(tmp_path, scripted(script)) as (program, _):
        done = program("forge", UNKNOWN, "--samples", "3", "--json")
    assert done.json["drafts"] == 3
    assert "wool" in done.json["script"]


@boxed
def test_what_drafts_agree_on_is_told(tmp_path: Path) -> None:
    """Two of three drafts do the same: the answer, its log, its review and the end of the run say so."""
    drafts = [f"```bash\n{text}\n```" for text in ("printf 'wool\\n'", "echo wool", "echo yarn")]
    script = {"draft": drafts, "describe": "x", "similarity": YES, "difference": YES}
    with with_model(tmp_path, scripted(script)) as (program, _):
        done = program("forge", UNKNOWN, "--samples", "3", "--json")
        assert done.json["script"].endswith("printf 'wool\\n'\n")
        assert done.json["compared"] == {"group": 1, "size": 2, "forms": 2, "of": 3, "basis": "run", "problem": ""}
        assert "2 of 3 drafts do the same" in done.stderr
        (run,) = program.runs()
        assert "compared   2 of 3 drafts do the same" in program("runs", "show", run).stdout
        assert "drafts: 2 of 3 drafts do the same" in program("review", "show", run).stdout


def test_follow_streams_events(tmp_path: Path) -> None:
    """Each event is one line of JSON, in order, and nothing else is on stdout."""
    done = Program(tmp_path)("forge", ACTION, "--follow")
    assert [line["kind"] for line in done.lines] == ["asked", "retrieved", "settled"]


def test_parameters_can_be_given(tmp_path: Path) -> None:
    """A value given outright is bound, one that is invalid keeps the entry from being served, one of no entry is refused."""
    program = Program(tmp_path)
    done = program("forge", ACTION, "-p", "directory=/srv/my logs", "--json")
    assert done.json["parameters"]["directory"] == "/srv/my logs"
    assert "directory='/srv/my logs'" in done.json["script"]
    refused = program("forge", ACTION, "-p", "days=soon", "--json")
    assert refused.status == 4
    assert refused.json["served"] is None
    assert program("forge", ACTION, "-p", "colour=red", "--json").status == 2
    assert program("forge", ACTION, "-p", "nonsense").status == 2


def test_a_former_name_of_a_parameter_is_taken_and_told_once(tmp_path: Path) -> None:
    done = Program(tmp_path)("forge", ACTION, "-p", "age=9")
    assert done.status == 0
    assert re.search(r"^readonly .*\bdays=9\b", done.stdout, re.MULTILINE)
    assert done.stderr.count("note: the parameter age of compress-old-logs is now called days") == 1


@pytest.mark.parametrize(
    ("arguments", "stdin", "status", "words"),
    [
        (["forge", ""], "", 2, "empty"),
        (["forge", "-"], "", 2, "the action is empty"),
        (["forge", "-f", "-", "x"], "", 2, "there is no incident text in it"),
        (["forge", "-"], b"\xff\xfe\x80", 2, "UTF-8"),
        (["forge", "-"], b"compress\0logs", 2, "NUL"),
        (["forge", "x" * 30000], "", 2, "longer than"),
        (["forge", "-f", "nowhere.txt", "x"], "", 8, "nowhere.txt"),
        (["forge", "-f", ".", "x"], "", 2, "directory"),
        (["forge", "--target-profile", "nowhere.toml", "x"], "", 8, "nowhere.toml"),
        (["forge", "--json", "--follow", "x"], "", 2, "exclude"),
        (["forge", "--jsonl", "x"], "", 2, "stdin"),
        (["runs", "show", "../../etc/passwd"], "", 8, "not the id"),
        (["runs", "show", "19700101-000000-00000000"], "", 8, "no run"),
        (["catalogue", "show", "nothing-such"], "", 8, "no entry"),
        (["assess", "nowhere.sh", "--action", "x"], "", 8, "nowhere.sh"),
        (["refine", "-", "--action", "x"], "true\n", 4, "models.generator.model"),
        (["nonsense"], "", 2, "nonsense"),
    ],
)
def test_bad_input_gets_one_sentence_and_its_exit_code(
    tmp_path: Path, arguments: list[str], stdin: str | bytes, status: int, words: str
) -> None:
    """Nothing on stdout, the reason on stderr, no traceback."""
    done = Program(tmp_path)(*arguments, stdin=stdin)
    assert (done.status, done.stdout) == (status, ""), done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_batches_answer_line_by_line_in_order(tmp_path: Path) -> None:
    """Every line has its answer, a bad one an error of its own, in the same order."""
    lines = [
        json.dumps({"id": 1, "action": ACTION}),
        "not json",
        json.dumps({"id": "b", "action": UNKNOWN}),
        json.dumps({"id": "c"}),
        json.dumps({"id": "d", "action": "  "}),
        json.dumps({"id": "e", "action": "restart the nginx service"}),
    ]
    for command in ("search", "forge"):
        done = Program(tmp_path)(command, "--jsonl", stdin="\n".join(lines) + "\n")
        assert done.status == 2, done.stderr
        answers = done.lines
        assert [answer["id"] for answer in answers] == [1, None, "b", "c", "d", "e"]
        assert ["error" in answer for answer in answers] == [False, True, False, True, True, False]
        assert answers[0]["served"] == "compress-old-logs"
        assert answers[0]["parameters"]["days"] == "7"
        assert answers[2]["served"] is None
        assert answers[5]["served"] == "restart-service"
        assert {"served", "confidence", "parameters", "defaults", "objections", "nearest"} <= answers[0].keys()
        assert all({"id", "confidence"} <= near.keys() for near in answers[0]["nearest"])
    assert answers[0]["outcome"] == "reuse"
    assert answers[0]["script"].startswith("#!")
    assert answers[2]["outcome"] == "no_match"


def test_assess_says_no_with_exit_3(tmp_path: Path) -> None:
    """The verdict is the artefact, the opinions go to stderr; a script that does not parse needs no model."""
    script = {"describe": "x", "similarity": NO, "difference": NO}
    with with_model(tmp_path, scripted(script)) as (program, provider):
        done = program("assess", "-", "--action", "knit", stdin="echo wool\n")
        assert (done.status, done.stdout) == (3, "no\n")
        asked = provider.calls
        broken = program("assess", "-", "--action", "knit", "--json", stdin="if true\n")
        assert broken.status == 3
        assert broken.json["opinions"][0]["assessor"] == "syntax gate"
        assert provider.calls == asked


def test_assess_answers_batches(tmp_path: Path) -> None:
    """Each line is assessed by itself."""
    script = {"describe": "x", "similarity": YES, "difference": "who knows"}
    with with_model(tmp_path, scripted(script)) as (program, _):
        lines = (
            json.dumps({"id": 1, "action": "a", "script": "true\n"})
            + "\n"
            + json.dumps({"id": 2, "action": "a"})
            + "\n"
        )
        done = program("assess", "--jsonl", stdin=lines)
    assert [answer["id"] for answer in done.lines] == [1, 2]
    assert done.lines[0]["verdict"] == "yes"
    assert [o["verdict"] for o in done.lines[0]["opinions"]] == ["yes", "unsure"]
    assert "error" in done.lines[1]


def test_refine_leaves_a_right_script_alone(tmp_path: Path) -> None:
    """A script that is verified comes back unchanged, without a single rewriting call."""
    script: dict[str, Any] = {"describe": "x", "similarity": YES, "difference": YES, "refine": [Fault.status(500)]}
    with with_model(tmp_path, scripted(script)) as (program, _):
        done = program("refine", "-", "--action", "say hi", stdin="#!/bin/bash\necho hi\n")
    assert (done.status, done.stdout) == (0, "#!/bin/bash\necho hi\n")


def test_the_target_profile_reaches_the_model(tmp_path: Path) -> None:
    """What the profile says, or the machine is, stands in the prompt for the draft."""
    (tmp_path / "bsd.toml").write_text('distribution = "FreeBSD 14"\nshell = "bash 5.2"\ntools = ["gsed"]\n')
    with with_model(tmp_path) as (program, provider):
        assert program("forge", UNKNOWN, "--target-profile", "bsd.toml").status == 0
        assert "FreeBSD 14" in str(provider.requests[0].body)
        assert program("forge", "weave a basket of willow", "--here").status == 0
        assert any("GNU bash" in str(request.body) for request in provider.requests)


def test_one_warning_when_a_model_judges_itself(tmp_path: Path) -> None:
    """The same model for generator and assessor draws one line, another assessor none."""
    with with_model(tmp_path) as (program, _):
        same = {"SCRIPTSMITH_MODELS__ASSESSOR__MODEL": "openai-chat:loop-generator"}
        assert program("forge", UNKNOWN, **same).stderr.count("same model") == 1
        assert "same model" not in program("forge", UNKNOWN + " again").stderr


def test_a_full_disk_behind_stdout_is_one_sentence(tmp_path: Path) -> None:
    """A script that cannot be written out is a failure, and the run is kept."""
    program = Program(tmp_path)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scriptsmith", "forge", ACTION],
            stdout=full,
            stderr=subprocess.PIPE,
            env=program.variables(),
            text=True,
        )
    assert done.returncode == 1
    assert "could not write the output" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(program.runs()) == 1


def test_what_is_served_tells_its_risk(tmp_path: Path) -> None:
    """The risk and the effects of an entry with its values are those that `check` finds in the script that is given."""
    program = Program(tmp_path)
    action = "compress log files older than 14 days in /srv/logs"
    document = program("forge", "--json", action).json
    assert document["outcome"] == "reuse"
    checked = program("check", "--json", "-", stdin=document["script"]).json
    assert document["effects"] == checked["effects"]
    assert document["risk"] == "notable"
    assert document["approval"] == "put into the catalogue by scriptsmith"
    assert "  notable; put into the catalogue by scriptsmith; " in program("forge", action).stderr


def test_an_entry_that_policy_blocks_is_exit_5(tmp_path: Path) -> None:
    """The entry that answers is named with its risk and the setting that blocks it; nothing is given away."""
    program = Program(tmp_path, {"SCRIPTSMITH_POLICY__NOTABLE": "block"})
    done = program("forge", "compress log files older than 14 days in /srv/logs")
    assert (done.status, done.stdout) == (5, "")
    assert re.search(r"blocked by policy: compress-old-logs@\d+ answers this and is notable", done.stderr)
    assert "policy.notable is block" in done.stderr
    document = program("forge", "--json", "compress log files older than 14 days in /srv/logs").json
    assert (document["outcome"], document["exit"], document["script"]) == ("forbidden", 5, None)
    assert document["risk"] == "notable"


@pytest.mark.thorough
def test_doctor_tells_what_to_set(tmp_path: Path) -> None:
    """Without a model it names the line that configures one; with one it can try every role."""
    done = Program(tmp_path)("doctor", OLLAMA_HOST="127.0.0.1:9")
    assert done.status == 0
    assert "SCRIPTSMITH_MODELS__GENERATOR__MODEL=" in done.stderr
    found = Program(tmp_path)("doctor", OPENAI_API_KEY="sk-not-shown", OLLAMA_HOST="127.0.0.1:9")
    assert "OPENAI_API_KEY" in found.stdout
    assert "sk-not-shown" not in found.stdout + found.stderr
    with with_model(tmp_path) as (program, provider):
        tried = program("doctor", "--try", "--json", OLLAMA_HOST=provider.url.removesuffix("/v1"))
        assert tried.status == 0
        assert all(row["ok"] and "answered in" in row["says"] for row in tried.json["models"])
        assert any(row["name"] == "Ollama" and row["ok"] for row in tried.json["found"])
    with with_model(tmp_path, scripted({"doctor": Fault.status(401)})) as (program, _):
        assert program("doctor", "--try", OLLAMA_HOST="127.0.0.1:9").status == 7


def test_completion_scripts_are_printed(tmp_path: Path) -> None:
    """Each shell has one, and bash can parse its own."""
    program = Program(tmp_path)
    for shell in ("bash", "zsh", "fish"):
        assert "_SCRIPTSMITH_COMPLETE" in program("completion", shell).stdout
    done = program("completion", "bash")
    assert subprocess.run(["bash", "-n"], input=done.stdout, text=True).returncode == 0
