"""`scriptsmith forge --target ansible`, `assess`, `refine` and `explain` of playbooks, as processes."""

from __future__ import annotations

import json
from pathlib import Path

from scriptsmith.testing import scripted
from tests.ansible.test_extraction import PLAYBOOK

from .program import Program, with_model

ACTION = "create the folder /srv/app on the web servers"
YES = json.dumps({"reason": "covered", "verdict": "yes"})
NO_TOOLS = {"SCRIPTSMITH_ANSIBLE__HOME": "/nonexistent", "SCRIPTSMITH_PATHS__SEED": "false"}


def test_an_action_becomes_a_playbook(tmp_path: Path) -> None:
    """The model is asked for a playbook, the playbook alone is on stdout, and what did not check it is told."""
    answers = scripted({"draft": f"Checked.\n```yaml\n{PLAYBOOK}```\n", "similarity": YES, "difference": YES})
    with with_model(tmp_path, answers) as (program, provider):
        done = Program(program.home, {**program.environ, **NO_TOOLS})("forge", "--target", "ansible", ACTION, "--json")
        assert done.status == 0, done.stderr
        assert (done.json["outcome"], done.json["script"]) == ("verified", PLAYBOOK)
        told = [f["message"] for f in done.json["findings"] if f["code"] == "SS0030"]
        assert [each.partition(" did not check this")[0] for each in told] == [
            "ansible-lint", "ansible-playbook --syntax-check"
        ]  # fmt: skip
        asked = {request.prompt: request.text for request in provider.requests}
        assert "You write Ansible playbooks" in asked["draft"]
        assert "You read Ansible playbooks" in asked["describe"]


def test_a_playbook_is_assessed_without_a_model(tmp_path: Path) -> None:
    """It is described by its modules, and the opinion of the judge that needs no model is for a person."""
    (tmp_path / "site.yml").write_text(PLAYBOOK)
    program = Program(tmp_path, NO_TOOLS)
    done = program("assess", str(tmp_path / "site.yml"), "--action", "stop the service cron")
    assert done.status == 3, done.stderr
    assert "what it does: creates directories named `/srv/app`" in done.stderr
    assert "static says no" in done.stderr


def test_a_playbook_is_explained_as_one(tmp_path: Path) -> None:
    (tmp_path / "site.yml").write_text(PLAYBOOK.replace("state: directory", "state: absent").replace("/srv/app", "/"))
    done = Program(tmp_path)("explain", str(tmp_path / "site.yml"), "--json")
    assert done.status == 0, done.stderr
    assert done.json["risk"] == "dangerous"


def test_a_shipped_playbook_is_found_and_served(tmp_path: Path) -> None:
    """For its own target alone, with the values of the action; the same words for Bash find a script."""
    program = Program(tmp_path, {"SCRIPTSMITH_ANSIBLE__HOME": "/nonexistent"})
    action = "new starter: set up account maria with shell /bin/zsh"
    found = program("search", "--target", "ansible", action, "--json")
    assert (found.status, found.json["served"]) == (0, "ansible-create-user"), found.stderr
    other = program("search", action, "--json").json["nearest"]
    assert other
    assert not any(each["id"].startswith("ansible-") for each in other)
    done = program("forge", "--target", "ansible", action, "--json")
    assert done.status == 0, done.stderr
    assert done.json["outcome"] == "reuse"
    assert '    account_name: "maria"\n    account_shell: "/bin/zsh"\n' in done.json["script"]
