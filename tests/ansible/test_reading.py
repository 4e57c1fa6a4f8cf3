"""Bad input is one clear sentence with its place, and nothing of it makes the reader fail or grow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from scriptsmith.ansible.analysis import analyse_playbook
from scriptsmith.ansible.checks import PlaybookText, text_findings
from scriptsmith.ansible.playbook import read_playbook
from scriptsmith.ansible.recognise import is_playbook
from scriptsmith.ansible.yaml_nodes import LARGEST
from scriptsmith.core.types import Script

_HEAD = "- hosts: web\n  tasks:\n"
_BOMB = "".join(f"    l{n}: &a{n} [{', '.join([f'*a{n - 1}' if n else 'x'] * 9)}]\n" for n in range(8))

BAD = {
    "a tab": (f"{_HEAD}\t- ansible.builtin.ping:\n", "SS0020", 3, "a tab indents this line: YAML takes spaces only"),
    "two keys": (
        f"{_HEAD}    - ansible.builtin.ping:\n      when: a\n      when: b\n",
        "SS0021",
        5,
        "the key 'when' stands twice in this mapping",
    ),
    "a bomb": (f"- hosts: web\n  vars:\n{_BOMB}  tasks: []\n", "SS0022", None, "values"),
    "an alias in itself": ("- hosts: &a [*a]\n", "SS0022", 1, "the alias *a stands in what it names"),
    "an alias of nothing": ("- hosts: *nobody\n", "SS0020", 1, "undefined alias|names nothing"),
    "very deep": (f"- hosts: {'[' * 200}{']' * 200}\n", "SS0022", 1, "nested more than 60 deep"),
    "a megabyte": ("- hosts: web\n" + "# x\n" * (LARGEST // 4), "SS0022", 1, "more than 1,048,576 characters"),
    "several documents": ("- hosts: web\n  tasks: []\n---\n- hosts: db\n", "SS0023", 3, "a second document begins here"),
    "nothing": ("# only this\n", "SS0020", 1, "holds no YAML document"),
    "no list": ("hosts: web\ntasks: []\n", "SS0024", 1, "this is no playbook"),
    "tasks alone": ("- name: x\n  ansible.builtin.ping:\n", "SS0024", 1, "these are tasks without a play"),
    "no hosts": ("- name: x\n  tasks: []\n", "SS0024", 1, "names no `hosts`"),
    "a list of nothing": ("[]\n", "SS0024", 1, "the list of plays is empty"),
    "Jinja without quotes": (f"{_HEAD}    - ansible.builtin.file:\n        path: {{{{ dir }}}}/x\n", "SS0020", 4, "put the whole value in quotes"),
    "Jinja as a mapping": (f"{_HEAD}    - ansible.builtin.file:\n        path: {{{{ dir }}}}\n", "SS0020", 4, "put the whole value in quotes"),
    "Jinja left open": (f'{_HEAD}    - ansible.builtin.command: "ls {{{{ dir"\n', "SS0025", 3, "a {{ is not closed by }}"),
    "Jinja left open in a block": (
        f"{_HEAD}    - ansible.builtin.shell: |\n        ls\n        ls {{{{ dir\n",
        "SS0025",
        5,
        "a {{ is not closed by }}",
    ),
    "a statement left open": (f'{_HEAD}    - ansible.builtin.debug:\n        msg: "{{% if x"\n', "SS0025", 4, "a {% is not closed by %}"),
    "no expression": (f"{_HEAD}    - ansible.builtin.ping:\n      when: a ==\n", "SS0025", 4, "`when`: Jinja cannot read this"),
    "a vault": ("$ANSIBLE_VAULT;1.1;AES256\n6132\n", "SS0026", 1, "encrypted by Ansible Vault"),
    "a mistyped keyword": ("- host: web\n  hosts: web\n  tasks: []\n", "SS0028", 1, "a play has no keyword 'host': did you mean 'hosts'?"),
    "two modules": (f"{_HEAD}    - ansible.builtin.ping:\n      ansible.builtin.command: ls\n", "SS0028", 4, "a task has one"),
    "no module": (f"{_HEAD}    - name: x\n", "SS0028", 3, "names no module"),
    "a number for a module": (f"{_HEAD}    - 1: x\n", "SS0028", 3, "keywords and the name of a module, and '1' is neither"),
    "a list for a name": (f"{_HEAD}    - [a, b]: x\n", "SS0020", 3, "a list stands here as the name of a value"),
    "a mistyped option": (
        f"{_HEAD}    - ansible.builtin.file:\n        path: /srv/x\n        stat: absent\n",
        "SS0029",
        5,
        "has no option 'stat': did you mean 'state'?",
    ),
    "an option that is like no other": (
        f"{_HEAD}    - ansible.builtin.replace:\n        path: /srv/x\n        regexp: x\n        wording: y\n",
        "SS0029",
        6,
        "has no option 'wording'; it has path, regexp, ",
    ),
    "a keyword as an option": (
        f"{_HEAD}    - ansible.builtin.file:\n        path: /srv/x\n        no_log: true\n",
        "SS0029",
        5,
        "has no option 'no_log': it is a keyword of the task, so put it beside the module",
    ),
    "a module that is none": (
        f"{_HEAD}    - ansible.builtin.usermod:\n        name: x\n",
        "SS0029",
        3,
        "Ansible has no module ansible.builtin.usermod: did you mean ansible.builtin.user?",
    ),
    "a value that is none": (
        f"{_HEAD}    - ansible.builtin.file:\n        path: /srv/x\n        state: gone\n",
        "SS0029",
        5,
        "'state' of ansible.builtin.file takes one of absent",
    ),
    "a truth value that is none": (
        f"{_HEAD}    - ansible.builtin.user:\n        name: x\n        append: maybe\n",
        "SS0029",
        5,
        "'append' of ansible.builtin.user takes a truth value, `true` or `false`, not 'maybe'",
    ),
    "a number that is none": (
        f"{_HEAD}    - ansible.builtin.user:\n        name: x\n        uid: app\n",
        "SS0029",
        5,
        "'uid' of ansible.builtin.user takes a whole number, not 'app'",
    ),
    "a list for a truth value": (
        f"{_HEAD}    - ansible.builtin.user:\n        name: x\n        append: [yes]\n",
        "SS0029",
        3,
        "'append' of ansible.builtin.user takes a truth value, `true` or `false`, not a list",
    ),
    "a mapping for a list": (
        f"{_HEAD}    - ansible.builtin.user:\n        name: x\n        groups: {{wheel: yes}}\n",
        "SS0029",
        3,
        "'groups' of ansible.builtin.user takes a list, not a mapping",
    ),
    "a missing option": (f"{_HEAD}    - ansible.builtin.copy:\n        src: x\n", "SS0029", 3, "needs the option 'dest'"),
    "a NUL": ("- hosts: web\x01\n", "SS0020", 1, "a character stands here that YAML does not allow"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
async def test_bad_input_is_one_sentence_at_its_place(name: str) -> None:
    text, code, line, sentence = BAD[name]
    findings = [
        each for each in await PlaybookText().check(Script(text=text, target="ansible")) if each.code != "SS0027"
    ]
    assert [finding.code for finding in findings] == [code], findings
    (found,) = findings
    assert any(part in found.message for part in sentence.split("|"))
    assert "\n" not in found.message
    assert line is None or found.line == line


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_never_called_safe(name: str) -> None:
    """But for mistakes in one task: of those the rest is judged."""
    text, code, _, _ = BAD[name]
    if code not in ("SS0025", "SS0029"):
        assert analyse_playbook(text).risk == "unanalysable"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("append", "'Yes'"),
        ("append", "1"),
        ("append", "{{ wanted }}"),
        ("append", ""),
        ("uid", "'1001'"),
        ("uid", "0x3e9"),
        ("uid", "1_001"),
        ("expires", "-1.0"),
        ("groups", "wheel,adm"),
    ],
)
async def test_values_that_ansible_converts_are_right(option: str, value: str) -> None:
    value = f'"{value}"' if "{" in value else value
    text = f"{_HEAD}    - ansible.builtin.user:\n        name: x\n        {option}: {value}\n"
    assert await PlaybookText().check(Script(text=text, target="ansible")) == ()


async def test_a_good_playbook_has_no_findings() -> None:
    text = (
        "---\n- name: Logs\n  hosts: web\n  become: true\n  vars:\n    keep: 7\n  tasks:\n"
        "    - name: Folder\n      ansible.builtin.file:\n        path: /var/log/app\n        state: directory\n"
        '        mode: "0750"\n    - name: Secret\n      ansible.builtin.debug:\n        msg: !vault |\n'
        "          $ANSIBLE_VAULT;1.1;AES256\n          6132\n"
        "    - name: In one line\n      ansible.builtin.command: ls chdir=/srv creates=/srv/x\n      when: keep | int > 3\n"
        "    - action: ansible.builtin.file path=/srv/y state=touch\n"
    )
    assert [*await PlaybookText().check(Script(text=text, target="ansible"))] == []


@given(some.text(alphabet="-: \n{}[]&*!|>'\"#%ab\tx,?", max_size=80))
@settings(max_examples=300, deadline=None)
def test_no_text_makes_the_reader_fail(text: str) -> None:
    """Every text is read or refused by a finding, and judged."""
    findings = list(text_findings(read_playbook(text)))
    assert all(finding.line >= 1 and finding.column >= 1 for finding in findings)
    assert analyse_playbook(text).risk in ("safe", "notable", "dangerous", "unanalysable")


@pytest.mark.parametrize(
    ("text", "name", "is_one"),
    [
        ("- hosts: web\n", "", True),
        ("---\n# x\n- name: Play\n  become: true\n  hosts: web\n", "", True),
        ("- import_playbook: other.yml\n", "", True),
        ("- name: Broken\n\thosts: web\n  hosts: web\n", "", True),
        ("echo x\n", "site.yml", True),
        ("#!/usr/bin/env ansible-playbook\n- hosts: web\n", "", True),
        ("#!/bin/bash\n- hosts: web\n", "", False),
        ("#!/bin/bash\necho x\n", "x.yml", False),
        ("cat <<E\n- hosts: web\nE\n", "", False),
        ("ls -l\n", "", False),
        ("- name: x\n  ansible.builtin.ping:\n", "", False),
    ],
)  # fmt: skip
def test_playbooks_are_told_from_scripts(text: str, name: str, is_one: bool) -> None:
    assert is_playbook(text, name) is is_one
