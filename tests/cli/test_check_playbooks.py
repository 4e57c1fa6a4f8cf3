"""`scriptsmith check` of playbooks, as a process: recognised, judged, and told what was not checked without Ansible."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.ansible.hostile import HOSTILE, MARK
from tests.ansible.installed import ansible
from tests.boxes import boxed

from .program import Program

DANGEROUS = (
    "- name: Clean\n  hosts: web\n  tasks:\n    - name: Empty it\n      ansible.builtin.shell: rm -rf {{ dir }}/*\n"
)
CLEAN = (
    "---\n- name: Clean\n  hosts: localhost\n  gather_facts: false\n  tasks:\n    - name: Empty it\n"
    '      ansible.builtin.file:\n        path: /srv/x\n        state: directory\n        mode: "0755"\n'
)


@pytest.fixture
def check(tmp_path: Path) -> Program:
    """The program in a folder of its own, with two playbooks and a script, on a machine without Ansible."""
    for name, text in (("site.yml", DANGEROUS), ("clean.yml", CLEAN), ("play", DANGEROUS), ("a.sh", "echo 'a'\n")):
        (tmp_path / name).write_text(text)
    return Program(tmp_path, {"SCRIPTSMITH_ANSIBLE__HOME": "/nowhere"})


def test_without_ansible_the_rest_is_told_and_what_is_missing(check: Program) -> None:
    """Findings and risk as for a script whose checker is missing: exit 7, and both programs by name."""
    done = check("check", "site.yml")
    assert done.status == 7
    assert "site.yml:5:30: error SS1050: deletes the whole file system when {{ dir }}/* " in done.stdout
    assert "not checked by ansible-playbook --syntax-check, ansible-lint; risk: dangerous" in done.stdout
    assert "ansible-playbook was not found in /nowhere, which ansible.home names: run `make ansible`" in done.stderr
    assert "only the playbook's text is checked" in done.stderr


def test_json_has_risk_effects_and_what_failed(check: Program) -> None:
    report = check("check", "--json", "play").json
    assert report["risk"] == "dangerous"
    assert report["effects"]["deletes"] == ["{{ dir }}/*"]
    assert report["failed"] == ["ansible-playbook --syntax-check", "ansible-lint"]
    assert [finding["code"] for finding in report["findings"]] == ["SS1050"]


def test_sarif_and_gcc(check: Program) -> None:
    run = check("check", "--format", "sarif", "site.yml").json["runs"][0]
    assert [(each["ruleId"], each["level"]) for each in run["results"]] == [("SS1050", "error")]
    assert check("check", "--format", "gcc", "site.yml").stdout.startswith("site.yml:5:30: error: ")


def test_a_playbook_on_standard_input_and_in_lines(check: Program) -> None:
    assert "SS1050" in check("check", "-", stdin=DANGEROUS.encode()).stdout
    lines = "".join(json.dumps({"id": n, "script": text}) + "\n" for n, text in enumerate((DANGEROUS, "echo 'a'\n")))
    first, second = check("check", "--jsonl", stdin=lines.encode()).lines
    assert (first["exit"], first["risk"]) == (7, "dangerous")
    assert (second["exit"], second["risk"]) == (0, "safe")


def test_the_target_can_be_said(check: Program) -> None:
    """What is read as what; a script of Bash read as a playbook is none."""
    assert "SS0024" in check("check", "--target", "ansible", "a.sh").stdout
    assert "SS1050" in check("check", "--target", "ansible", "play").stdout
    assert "ansible-lint" not in check("check", "--target", "bash", "site.yml").stdout


def test_options_for_bash_alone_are_refused(check: Program) -> None:
    done = check("check", "--fix", "site.yml")
    assert done.status == 2
    assert "site.yml is a playbook: --fix applies shellcheck's fixes, which are for Bash" in done.stderr


def test_rules_of_ansible_lint_can_be_excluded(check: Program) -> None:
    assert check("check", "--exclude", "fqcn[action-core],SS1050", "site.yml").status == 7
    assert check("check", "--exclude", "Fqcn!", "site.yml").status == 2


@pytest.mark.parametrize("name", ["vars_files", "a YAML tag", "a loop over lines"])
def test_a_playbook_that_would_run_something_is_not_handed_on(check: Program, name: str) -> None:
    """Nobody looks for Ansible's programs at all: no error says that they are missing."""
    done = check("check", "-", stdin=HOSTILE[name].encode())
    assert done.status == 1
    assert "SS0027: not handed to Ansible's own programs" in done.stdout
    assert done.stderr == ""
    assert not Path(MARK).exists()


@boxed
@ansible
@pytest.mark.thorough
def test_with_ansible_both_programs_speak(tmp_path: Path) -> None:
    program = Program(tmp_path)
    (tmp_path / "clean.yml").write_text(CLEAN)
    done = program("check", "clean.yml")
    assert (done.status, done.stdout, done.stderr) == (0, "", "")
    (tmp_path / "bad.yml").write_text(CLEAN.replace("ansible.builtin.file", "file").replace("state:", "stat:"))
    report = program("check", "--json", "bad.yml").json
    codes = {finding["code"] for finding in report["findings"]}
    assert {"SS0029", "fqcn[action-core]"} <= codes
