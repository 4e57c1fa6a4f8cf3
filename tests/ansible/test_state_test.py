"""The test of a playbook's entry: what it is given, what it must notice, and what becomes of its verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from scriptsmith.ansible.language import Ansible
from scriptsmith.ansible.programs import AnsibleHome
from scriptsmith.ansible.state_test import TEST_FOLDER, StateTest, chosen, elsewhere, refused
from scriptsmith.core.effects import Execution
from scriptsmith.core.types import Evidence
from scriptsmith.errors import BadInput
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox
from tests.ansible.test_entries import CHANGED, ENTRY, OK

TEST = """. "$HARNESS"
# with: folder=/srv/it's new
# refused: folder=
before() { mkdir -p /srv; }
after() { check 'the folder is there' test -d "$folder"; }
"""
LANGUAGE = Ansible(home=lambda: AnsibleHome("/opt/bin"))
PASSED = Execution(exit=0, stdout=b"checks: 1 passed, 0 failed\n")
FAILED = Execution(exit=1, stderr=b"not ok: the folder is there\n")


class Host:
    """Plays the box: the first run of a playbook there changes something, and `after` is what its test then says."""

    def __init__(self, after: Callable[[PlayedBox, int], Execution], before: Execution | None = None) -> None:
        self.after, self.before = after, before or Execution(exit=0)
        self.runs: dict[int, int] = {}

    def __call__(self, box: PlayedBox, argv: Sequence[str]) -> Execution:
        runs = self.runs.setdefault(id(box), 0)
        if argv[0] == "bash":
            return self.after(box, runs) if "finish" in argv[-1] else self.before
        self.runs[id(box)] += 1
        return Execution(exit=0, stdout=(OK if runs else CHANGED).encode())


def right(box: PlayedBox, runs: int) -> Execution:
    """The test of somebody who looks: at whether a playbook ran, and at what it worked on."""
    return PASSED if runs and b"-elsewhere" not in box.files["/work/playbook/playbook.yml"] else FAILED


async def proven(host: Host, test: str = TEST) -> tuple[Evidence, PlayedSandbox]:
    sandbox = PlayedSandbox(host)
    return await LANGUAGE.prove(replace(ENTRY, test=test), "library", sandbox, at=""), sandbox


async def test_a_test_that_notices_is_a_proof() -> None:
    """It knows the values of either form, and is asked after both runs; two controls have a box of their own."""
    evidence, sandbox = await proven(Host(right))
    assert evidence.result == "passed", evidence.detail
    assert "its test notices playbooks that do nothing or work on something else" in evidence.detail
    plain, bound, nothing, other = sandbox.boxes
    assert plain.files[f"{TEST_FOLDER}/values.sh"] == b"folder=/srv/app\n"
    assert bound.files[f"{TEST_FOLDER}/values.sh"] == b"folder='/srv/it'\"'\"'s new'\n"
    assert b'folder: "/srv/it\'s new"' in bound.files["/work/playbook/playbook.yml"]
    assert nothing.files["/work/playbook/playbook.yml"] == b""
    assert b'path: "{{ folder }}-elsewhere"' in other.files["/work/playbook/playbook.yml"]


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (lambda box, runs: FAILED, "its test after the first run: it ended with status 1: not ok: the folder is there"),
        (lambda box, runs: right(box, runs) if runs < 2 else FAILED, "its test after the second run"),
        (lambda box, runs: PASSED, "does not notice a playbook that does nothing"),
        (lambda box, runs: PASSED if runs else FAILED, "does not notice a playbook that works on something else"),
        (lambda box, runs: Execution(exit=0), "it did not say that it ran"),
    ],
)
async def test_any_other_is_none(after: Callable[[PlayedBox, int], Execution], why: str) -> None:
    evidence, _ = await proven(Host(after))
    assert evidence.result == "failed"
    assert why in evidence.detail


async def test_a_value_that_should_be_refused_must_be() -> None:
    evidence, sandbox = await proven(Host(right), TEST.replace("refused: folder=", "refused: folder=/srv/good"))
    assert (evidence.result, sandbox.boxes) == ("failed", [])
    assert "takes '/srv/good' for folder" in evidence.detail


async def test_a_test_that_cannot_begin_is_no_verdict() -> None:
    with pytest.raises(BadInput, match="could not prepare the box: mkdir: no"):
        await proven(Host(right, Execution(exit=1, stderr=b"mkdir: no\n")))
    with pytest.raises(BadInput, match="gives a value that is not taken"):
        await proven(Host(right), TEST.replace("with: folder=/srv/it's new", "with: folder="))


def test_what_comments_name() -> None:
    assert chosen(TEST) == {"folder": "/srv/it's new"}
    assert refused(TEST) == [("folder", "")]


def test_elsewhere_keeps_quotes_and_names_of_tasks() -> None:
    """Paths and names of modules are others, in blocks and handlers too; what a person reads stays."""
    text = """- name: Play
  hosts: all
  tasks:
    - name: Block
      block:
        - name: Write
          ansible.builtin.copy:
            dest: /etc/a
            content: path
        - name: Folder
          ansible.builtin.file: {path: '/srv/{{ x }}', state: directory}
  handlers:
    - name: Restart
      ansible.builtin.systemd_service:
        name: "it"
"""
    changed = elsewhere(text)
    assert "dest: /etc/a-elsewhere\n" in changed
    assert "{path: '/srv/{{ x }}-elsewhere', state" in changed
    assert 'name: "it-elsewhere"\n' in changed
    assert changed.count("-elsewhere") == 3
    assert elsewhere("- hosts: all\n  tasks: []\n") == "- hosts: all\n  tasks: []\n"


def test_stand_ins_come_before_the_real_programs() -> None:
    test = StateTest(text=TEST, harness="", values={})
    assert test.environ("/usr/bin")["PATH"] == f"{TEST_FOLDER}/.stubs:/usr/bin"
    assert test.files()[test.environ("")["UNITS"]].startswith(b"# shellcheck")
