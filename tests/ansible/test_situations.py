"""Situations in which a playbook must stop: what its test names, and what a box shows of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ansible.proving import prove
from scriptsmith.ansible.results import read_run
from scriptsmith.ansible.situations import Situation, conditions, situations, unseen
from scriptsmith.core.types import Entry, Parameter, Requirements, Script
from scriptsmith.wiring import harness
from tests.ansible.installed import ansible
from tests.boxes import boxed
from tests.proofs import playbooks

PLAYBOOK = """---
- name: Keep a note
  hosts: localhost
  gather_facts: false
  vars:
    note: hello
  tasks:
    - name: Look for the lock
      ansible.builtin.stat:
        path: /srv/notes/lock
      register: lock

    - name: Refuse while it is locked
      ansible.builtin.assert:
        that:
          - not lock.stat.exists
          - note | length < 40
        fail_msg: The notes are locked, or the note is too long

    - name: Write the note
      ansible.builtin.copy:
        dest: /srv/notes/note
        content: "{{ note }}"
        mode: "0644"

    - name: Ask for the reader
      ansible.builtin.stat:
        path: /srv/notes/reader
      register: reader

    - name: Say that nobody reads it
      ansible.builtin.fail:
        msg: There is no reader
      when: not reader.stat.exists
"""
TEST = """. "$HARNESS"
# refuses: locked: The notes are locked
# refuses: long: too long
# given long: note=a-note-that-is-much-too-long-for-anybody-to-read
# fails: unread: no reader
before() { mkdir -p /srv/notes && touch /srv/notes/reader; }
locked() { touch /srv/notes/lock; }
long() { :; }
unread() { rm /srv/notes/reader; }
after() { check 'it is there' test -s /srv/notes/note; }
"""
ENTRY = Entry(
    id="keep-note",
    version=1,
    title="Keep a note",
    phrases=("keep a note",),
    script=Script(text=PLAYBOOK, target="ansible"),
    parameters=(Parameter(name="note", type="text", option="note", default="hello"),),
    risk="safe",
    status="draft",
    owner="tests",
    labels={"area": "files"},
    requires=Requirements(tools=("ansible-playbook",)),
    test=TEST,
)


async def proof(entry: Entry) -> tuple[str, str]:
    """What the proof of an entry says."""
    evidence = await prove(entry, harness(), playbooks(), Bubblewrap(), at="2026-11-29")
    return evidence.result, evidence.detail


def test_situations_are_named_with_values_and_what_is_said() -> None:
    assert situations(TEST) == (
        Situation(function="locked", text="The notes are locked", early=True),
        Situation(
            function="long",
            text="too long",
            early=True,
            values={"note": "a-note-that-is-much-too-long-for-anybody-to-read"},
        ),
        Situation(function="unread", text="no reader", early=False),
    )


def test_conditions_are_those_of_assert_and_the_names_of_fail() -> None:
    assert conditions(PLAYBOOK) == ("not lock.stat.exists", "note | length < 40", "Say that nobody reads it")


def test_a_condition_that_cannot_be_tried_is_named_with_its_reason() -> None:
    seen = frozenset(("not lock.stat.exists",))
    assert unseen(PLAYBOOK, TEST, seen) == ("note | length < 40", "Say that nobody reads it")
    reasoned = TEST + "# untried: note | length because no value is as long\n"
    assert unseen(PLAYBOOK, reasoned, seen) == ("Say that nobody reads it",)


def test_which_condition_failed_is_read_from_a_result_of_many_lines() -> None:
    """`assert` is told over several lines, whatever the verbosity."""
    text = (
        "TASK [Refuse] ***\n"
        'fatal: [localhost]: FAILED! => {\n    "assertion": "not lock.stat.exists",\n    "changed": false,\n'
        '    "evaluated_to": false,\n    "msg": "The notes are locked"\n}\n\nPLAY RECAP ***\n'
        "localhost : ok=1 changed=0 unreachable=0 failed=1 skipped=0 rescued=0 ignored=0\n"
    )
    (failed,) = read_run(2, text).failures
    assert (failed.task, failed.message, failed.assertion) == ("Refuse", "The notes are locked", "not lock.stat.exists")


@boxed
@ansible
@pytest.mark.thorough
async def test_it_stops_in_each() -> None:
    result, detail = await proof(ENTRY)
    assert (result, detail.rpartition("; ")[2]) == ("passed", "it stops in 3 situations where it must")


@boxed
@ansible
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("was", "becomes", "why"),
    [
        ("- not lock.stat.exists", "- true", "in the situation locked it does not stop (status 0)"),
        ("# refuses: long: too long\n", "", "no situation of its test shows this condition fail: note | length < 40"),
        ("# refuses: locked: The", "# refuses: locked: All", "in the situation locked it stops with"),
        ("# fails: unread", "# refuses: unread", "in the situation unread it stops only after it has changed"),
        (
            "when: not reader.stat.exists",
            "when: not reader.stat.exists and written is changed",
            "the second time it does",
        ),
    ],
)
async def test_a_playbook_that_goes_on_is_not_proven(was: str, becomes: str, why: str) -> None:
    text, test = ENTRY.script.text.replace(was, becomes), ENTRY.test.replace(was, becomes)
    assert (text, test) != (ENTRY.script.text, ENTRY.test)
    text = text.replace('        mode: "0644"\n', '        mode: "0644"\n      register: written\n')
    result, detail = await proof(replace(ENTRY, script=Script(text=text, target="ansible"), test=test))
    assert result == "failed"
    assert why in detail
