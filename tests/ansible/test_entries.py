"""Entries with a playbook: their files, their parameters as variables, and their proof by two runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import read_entry, write_entry
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ansible.checks import PlaybookText
from scriptsmith.ansible.language import Ansible
from scriptsmith.ansible.programs import AnsibleHome
from scriptsmith.core.effects import Execution
from scriptsmith.core.events import Asked
from scriptsmith.core.types import Action, Entry, Parameter, Script
from scriptsmith.errors import BadInput, ToolMissing
from scriptsmith.ports import BoxLimits
from scriptsmith.testing.doubles import ScriptedModel
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox
from scriptsmith.vetting import vet
from tests.ansible.installed import ansible, home
from tests.ansible.test_forging import kit
from tests.boxes import boxed
from tests.unit.kits import Log, settled

PLAYBOOK = """---
- name: Keep a folder
  hosts: servers
  become: true
  gather_facts: false
  vars:
    folder: /srv/app
  tasks:
    - name: Create the folder
      ansible.builtin.file:
        path: "{{ folder }}"
        state: directory
        mode: "0755"
"""
ENTRY = Entry(
    id="create-a-folder",
    title="Create a folder on the servers",
    phrases=("create the folder /srv/app on the servers", "make the directory /data/www on the servers"),
    script=Script(text=PLAYBOOK, target="ansible"),
    parameters=(Parameter(name="folder", type="path", option="folder", required=True, default="/srv/app"),),
    labels={"area": "files"},
)
LANGUAGE = Ansible(home=lambda: AnsibleHome("/opt/bin"), limits=BoxLimits(wall=600, cpu=600, output=4 << 20))


def test_a_playbook_lies_beside_its_description(tmp_path: Path) -> None:
    """In a file of its own name that nobody can start by mistake; what is written is read again."""
    write_entry(tmp_path, ENTRY)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["entry.toml", "playbook.yml"]
    assert (tmp_path / "playbook.yml").read_text() == PLAYBOOK
    assert (tmp_path / "playbook.yml").stat().st_mode & 0o111 == 0
    assert read_entry(tmp_path) == ENTRY


def test_a_changed_playbook_is_refused(tmp_path: Path) -> None:
    write_entry(tmp_path, ENTRY)
    (tmp_path / "playbook.yml").write_text(PLAYBOOK.replace("/srv/app", "/"))
    with pytest.raises(BadInput, match=r"playbook\.yml was changed after approval"):
        read_entry(tmp_path)


async def test_a_sound_entry_has_no_fault() -> None:
    assert await vet(ENTRY, [PlaybookText()], language=LANGUAGE) == []


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        (replace(ENTRY, parameters=(replace(ENTRY.parameters[0], option="other"),)), "does not know the option other"),
        (replace(ENTRY, risk="safe"), "its risk is declared safe, and its text is"),
        (replace(ENTRY, real="check"), "nothing would run it"),
        (replace(ENTRY, script=Script(text="- hosts: x\n\ttasks:\n", target="ansible")), "a tab indents this line"),
    ],
)
async def test_what_is_wrong_with_one_is_said(entry: Entry, fault: str) -> None:
    """It is read as a playbook: by its variables, by what its tasks would do, by our own checks of its text."""
    assert any(fault in found for found in await vet(entry, [PlaybookText()], language=LANGUAGE))


async def test_an_action_for_playbooks_is_served_from_the_catalogue(tmp_path: Path) -> None:
    """With its value as the play's variable; the same words for Bash find no playbook."""
    catalogue = FolderCatalogue(tmp_path)
    await catalogue.publish(ENTRY)
    text = "create the folder /srv/shop on the servers"
    log = Log(Asked(action=Action(text=text, target="ansible", entry=ENTRY.id)))
    run = await log.forge(kit(ScriptedModel(), catalogue=catalogue))
    outcome, served = settled(run)
    assert outcome == "reuse"
    assert '    folder: "/srv/shop"\n' in served
    assert served.startswith("---\n# Bound by ScriptSmith from create-a-folder version 1 on ")
    assert run.settled is not None
    assert run.settled.script is not None
    assert run.settled.script.target == "ansible"
    assert not await catalogue.nearest(Action(text=text), limit=3)
    assert [match.entry.id for match in await catalogue.nearest(Action(text=text, target="ansible"), limit=3)] == [
        ENTRY.id
    ]


_TASK = "\nPLAY [Keep a folder] ****\n\nTASK [Create the folder] ****\n{}: [localhost]\n\n"
_RECAP = "PLAY RECAP *****\nlocalhost : ok=1 changed={} unreachable=0 failed=0 skipped=0 rescued=0 ignored=0\n"
CHANGED, OK = _TASK.format("changed") + _RECAP.format(1), _TASK.format("ok") + _RECAP.format(0)


@pytest.mark.parametrize(
    ("printed", "result", "detail"),
    [
        ([CHANGED, OK, CHANGED, OK], "passed", "two runs in played, and two of its bound form"),
        ([CHANGED, CHANGED], "failed", "it is not idempotent"),
        ([OK, OK], "failed", "it changes nothing in a fresh box"),
        ([CHANGED, OK, CHANGED, CHANGED], "failed", "in its bound form it is not idempotent"),
    ],
)
async def test_two_runs_of_both_forms_are_the_proof(printed: list[str], result: str, detail: str) -> None:
    left = list(printed)

    def play(box: PlayedBox, argv: Sequence[str]) -> Execution:
        return Execution(exit=0, stdout=left.pop(0).encode(), stderr=b"")

    sandbox = PlayedSandbox(play)
    evidence = await LANGUAGE.prove(ENTRY, "harness", sandbox, at="2026-01-01T00:00:00+00:00")
    assert (evidence.kind, evidence.result, evidence.version) == ("test", result, 1)
    assert detail in evidence.detail
    assert not left
    assert b"[servers]\nlocalhost\n" in sandbox.boxes[0].files["/work/inventory.ini"]


async def test_one_that_cannot_be_tried_is_no_evidence() -> None:
    nothing = replace(ENTRY, parameters=(replace(ENTRY.parameters[0], default=None),))
    with pytest.raises(BadInput, match="gives its parameter folder no default"):
        await LANGUAGE.prove(nothing, "", PlayedSandbox(lambda box, argv: Execution(exit=0)), at="")

    def nowhere() -> AnsibleHome:
        raise ToolMissing("ansible-playbook was not found")

    assert Ansible(home=nowhere).lacks() == "ansible-playbook was not found"
    assert LANGUAGE.lacks() == ""


@boxed
@ansible
@pytest.mark.thorough
async def test_a_real_one_is_proven_in_a_box() -> None:
    evidence = await replace(LANGUAGE, home=home).prove(ENTRY, "", Bubblewrap(), at="2026-01-01T00:00:00+00:00")
    assert (evidence.result, evidence.detail) == (
        "passed", "two runs in bubblewrap, and two of its bound form: the first changes something, the second nothing"
    )  # fmt: skip
