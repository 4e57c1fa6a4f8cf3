"""What a playbook changes, held against what its action asks for."""

from __future__ import annotations

import pytest

from scriptsmith.ansible.changes import changes_of_playbook
from scriptsmith.bench.folder import find
from scriptsmith.bench.model import Case
from scriptsmith.core.effects import UNASKED
from scriptsmith.core.types import Action
from scriptsmith.unasked import unasked

CASES = find("playbooks")
PLAYBOOK = """---
- name: Keep the settings
  hosts: app
  vars:
    unit: mariadb
  tasks:
    - name: Write them
      ansible.builtin.copy:
        content: "workers: 8"
        dest: /etc/shop/shop.yaml
      notify: Restart the shop
    - name: Stop the database
      ansible.builtin.service:
        name: "{{ unit }}"
        state: stopped
  handlers:
    - name: Restart the shop
      ansible.builtin.service:
        name: shop
        state: restarted
    - name: Restart nginx
      listen: the web server changed
      ansible.builtin.service:
        name: nginx
        state: restarted
"""
ACTION = Action(text="write /etc/shop/shop.yaml with 8 workers and restart shop", target="ansible")


def test_what_nobody_asked_for_is_told_at_its_task() -> None:
    (found,) = unasked(ACTION, changes_of_playbook(PLAYBOOK))
    assert found.message == "it also stops mariadb; nothing in the action asks for that"
    assert (found.checker, found.code, found.line) == (UNASKED, "SS0014", 13)


@pytest.mark.parametrize("notified", ["Restart nginx", "the web server changed", "{{ whichever }}"])
def test_a_handler_counts_where_a_task_may_notify_it(notified: str) -> None:
    text = PLAYBOOK.replace("notify: Restart the shop", f'notify: ["Restart the shop", "{notified}"]')
    assert [each.line for each in unasked(ACTION, changes_of_playbook(text))] == [13, 23]


def test_of_a_playbook_that_cannot_be_read_nothing_is_told() -> None:
    assert changes_of_playbook("- hosts: app\n  tasks: [\n") == ()


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_reference_of_the_bench_changes_what_its_action_asks_for(case: Case) -> None:
    """At each of the three levels of detail."""
    changes = changes_of_playbook(case.golds[0].text)
    for told in case.levels:
        assert unasked(Action(text=told, target="ansible"), changes) == ()
