"""Playbooks in replies: a whole one comes out as it was written, and what is none is one sentence for the model."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.ansible.extraction import extract

PLAYBOOK = """---
- name: Keep a folder
  hosts: servers
  become: true
  vars:
    folder: /srv/app
  tasks:
    - name: Create the folder
      ansible.builtin.file:
        path: "{{ folder }}"
        state: directory
        mode: "0755"
"""
OTHER = PLAYBOOK.replace("/srv/app", "/srv/other")
FENCED = f"```yaml\n{PLAYBOOK}```"


@pytest.mark.parametrize(
    ("reply", "reasoning"),
    [
        (f"- modules: file\n\n{FENCED}\n\nRun it with `ansible-playbook`.", "- modules: file"),
        (f"```yml\n{PLAYBOOK}```", ""),
        (f"```ansible\n{PLAYBOOK}```", ""),
        (f"``` yaml title=site.yml\n{PLAYBOOK}```", ""),
        (f"```\n{PLAYBOOK}```", ""),
        (f"~~~yaml\n{PLAYBOOK}~~~", ""),
        (f"<think>hm</think>\n{FENCED}", "hm"),
        (PLAYBOOK, ""),
        (f"Here it is:\n\n{PLAYBOOK}\nThat is all.", "Here it is:"),
        (json.dumps({"playbook": PLAYBOOK}), ""),
        (json.dumps({"script": f"{FENCED}\n"}), ""),
        (f"The inventory:\n```ini\n[servers]\nweb-1\n```\nThe playbook:\n{FENCED}\nUse:\n```bash\nansible-playbook x\n```",
         "The inventory:\n```ini\n[servers]\nweb-1\n```\nThe playbook:"),
        (f"The variables:\n```yaml\nfolder: /srv/app\n```\n{FENCED}", "The variables:\n```yaml\nfolder: /srv/app\n```"),
        (f"A first try:\n```yaml\n{OTHER}```\nThe corrected version:\n{FENCED}", None),
        (f"Option 1:\n{FENCED}\nOption 2:\n```yaml\n{OTHER}```", None),
        ("\n".join(f"    {line}" if line else "" for line in f"{FENCED}".split("\n")), ""),
    ],
)  # fmt: skip
def test_the_playbook_comes_out_as_it_was_written(reply: str, reasoning: str | None) -> None:
    found = extract(reply)
    assert (found.problem, found.script) == ("", PLAYBOOK)
    if reasoning is not None:
        assert found.reasoning == reasoning


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("", "The reply was empty"),
        (f"```yaml\n{PLAYBOOK}", "broke off before its code was complete"),
        (f"<think>{PLAYBOOK}", "broke off while still thinking"),
        ("```bash\nmkdir -p /srv/app\n```", "was bash, not a playbook"),
        ("I'm sorry, I cannot help with that.", "declined to write a playbook"),
        ("A folder should be there.", "held no playbook"),
        (f"{FENCED}\n\n```yaml\n{OTHER}```", "held several playbooks"),
        (f"```yaml\n{PLAYBOOK}    # ... the other tasks\n```", "left parts out"),
        (f"```yaml\n{PLAYBOOK}    # the rest of the tasks stays as it is\n```", "left parts out"),
    ],
)
def test_what_is_no_playbook_is_one_sentence(reply: str, problem: str) -> None:
    found = extract(reply)
    assert found.script is None
    assert problem in found.problem
    assert "answer with the whole playbook in one ```yaml block" in found.problem
    assert "Bash" not in found.problem
    assert "script" not in found.problem


def test_an_end_of_document_leaves_nothing_out() -> None:
    assert extract(f"```yaml\n{PLAYBOOK}...\n```").script == f"{PLAYBOOK}...\n"


@given(st.text(alphabet="`~yaml:- \n{}#.<>think/hosts\x00", max_size=200))
def test_any_reply_is_a_playbook_or_a_sentence(reply: str) -> None:
    found = extract(reply)
    assert (found.script is None) == bool(found.problem)
