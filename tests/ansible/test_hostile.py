"""Nothing of a playbook runs while it is being checked: our own walk comes first, and the box holds what it lets pass."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from scriptsmith.ansible.checks import PlaybookText
from scriptsmith.ansible.controller import objections
from scriptsmith.ansible.playbook import read_playbook
from scriptsmith.ansible.programs import AnsibleHome, AnsibleLint, AnsibleSyntax
from scriptsmith.core.effects import Execution
from scriptsmith.core.types import Script
from scriptsmith.ports import BoxLimits
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox
from tests.ansible.hostile import HOSTILE, MARK
from tests.ansible.installed import ansible, home
from tests.boxes import boxed


def _quiet(box: PlayedBox, argv: Sequence[str]) -> Execution:
    return Execution(exit=0, stdout=b'{"runs": [{"results": []}]}')


def _home() -> AnsibleHome:
    return AnsibleHome("/opt/ansible/bin")


@pytest.mark.parametrize("name", HOSTILE)
async def test_no_program_of_ansible_is_given_it(name: str) -> None:
    """The walk objects, says why, and no box is opened."""
    sandbox = PlayedSandbox(_quiet)
    script = Script(text=HOSTILE[name], target="ansible")
    for checker in (AnsibleSyntax, AnsibleLint):
        found = await checker(lambda: sandbox, _home, BoxLimits()).check(script)
        assert list(found) == []
    assert sandbox.boxes == []
    findings = await PlaybookText().check(script)
    assert "SS0027" in [finding.code for finding in findings]


HARMLESS = {
    "a variable called query": "  vars: {query: SELECT 1}\n  tasks:\n    - ansible.builtin.debug:\n        msg: \"{{ query | lower }}\"\n",
    "methods of values": "  tasks:\n    - ansible.builtin.debug:\n        msg: \"{{ a.split(',') }} {{ now().strftime('%F') }} {{ b.get('x') }}\"\n",
    "a macro": "  tasks:\n    - ansible.builtin.debug:\n        msg: \"{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1) }}\"\n",
    "computed keys": "  tasks:\n    - ansible.builtin.debug:\n        var: hostvars[inventory_hostname].nginx__servers[item]\n",
    "an interpreter": "  vars: {ansible_python_interpreter: /usr/bin/python3, ansible_ssh_common_args: -o ControlMaster=no}\n  tasks: []\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_computes_is_no_objection(name: str) -> None:
    """Names, methods and keys that playbooks use every day are let pass."""
    root = read_playbook("- hosts: web\n" + HARMLESS[name]).root
    assert root is not None
    assert objections(root) == ()


async def test_a_harmless_playbook_is_given_to_both() -> None:
    """What stands against handing it on is only what the walk sees: the same checkers open a box for another playbook."""
    sandbox = PlayedSandbox(_quiet)
    script = Script(text="- hosts: localhost\n  tasks:\n    - ansible.builtin.ping:\n", target="ansible")
    for checker in (AnsibleSyntax, AnsibleLint):
        await checker(lambda: sandbox, _home, BoxLimits()).check(script)
    assert [box.commands[0][0] for box in sandbox.boxes] == [
        "/opt/ansible/bin/ansible-playbook",
        "/opt/ansible/bin/ansible-lint",
    ]
    assert all(not box.spec.network and box.spec.root is None for box in sandbox.boxes)


@boxed
@ansible
@pytest.mark.thorough
@pytest.mark.parametrize("name", ["vars_files", "import_tasks", "hosts"])
async def test_the_box_holds_what_a_check_runs(name: str) -> None:
    """Where the walk is left out, `--syntax-check` does run the command, in the box: the host has no trace of it."""
    from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
    from scriptsmith.ansible.programs import environ
    from scriptsmith.ports import BoxSpec

    files = {"/work/p.yml": HOSTILE[name].encode(), "/work/ansible.cfg": b"[defaults]\n"}
    spec = BoxSpec(files=files, environ=environ(home()), limits=BoxLimits(wall=120, cpu=120))
    async with Bubblewrap().open(spec) as box:
        ran = await box.execute(
            [home().program("ansible-playbook"), "--syntax-check", "-i", "localhost,", "/work/p.yml"]
        )
    assert MARK in [change.path for change in ran.changes]
    assert not Path(MARK).exists()
