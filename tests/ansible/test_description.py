"""What a playbook does, told from its text alone: by the commands its tasks stand for, and not at all where one is unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.ansible.description import describe
from scriptsmith.core.types import Action, Verdict
from scriptsmith.static_judge import judging
from scriptsmith.wiring import SEED as SHIPPED

SEED = sorted(SHIPPED.glob("*/*/playbook.yml"))


def play(*tasks: str, more: str = "") -> str:
    listed = "".join(f"    - {task}\n" for task in tasks)
    return f"- hosts: web\n  become: true\n{more}  tasks:\n{listed}"


@pytest.mark.parametrize(
    ("tasks", "told"),
    [
        (["ansible.builtin.apt: {name: nginx, state: present}"], ["installs", "`nginx`"]),
        (["ansible.builtin.file: {path: /srv/old, state: absent}"], ["deletes", "`/srv/old`"]),
        (["ansible.builtin.user: {name: deploy, shell: /bin/bash}"], ["creates a user named `deploy`", "`/bin/bash`"]),
        (["ansible.builtin.user: {name: deploy, state: absent}"], ["user", "`deploy`"]),
        (["ansible.builtin.service: {name: nginx, state: restarted}"], ["restarts", "`nginx`"]),
        (["ansible.builtin.copy: {content: 'a = 1', dest: /etc/app.conf}"], ["`/etc/app.conf`", "`a = 1`"]),
        (["ansible.builtin.command: systemctl stop cron"], ["stops", "`cron`"]),
        (
            ["ansible.builtin.group: {name: ops}", "ansible.builtin.file: {path: /srv, mode: '0750'}"],
            ["`ops`", "`0750`"],
        ),
    ],
)
def test_common_modules_are_told(tasks: list[str], told: list[str]) -> None:
    said = describe(play(*tasks))
    for part in told:
        assert part in said
    assert "sets shell options" not in said


def test_the_usual_owner_and_mode_are_not_told() -> None:
    """They come with whatever a task makes; a mode that is the deed itself, or lets others write, is told."""
    made = "ansible.builtin.file: {{path: /srv/app, state: directory, owner: {}, group: root, mode: '{}'}}"
    assert describe(play(made.format("root", "0755"))) == describe(
        play("ansible.builtin.file: {path: /srv/app, state: directory}")
    )
    assert "`0777`" in describe(play(made.format("root", "0777")))
    assert "`0775`" in describe(play(made.format("root", "0775")))
    assert "`deploy`" in describe(play(made.format("deploy", "0755")))
    assert "`0755`" in describe(play("ansible.builtin.file: {path: /srv/app, mode: '0755'}"))


def test_variables_have_their_values_or_their_names() -> None:
    """What the play says is its value, and what it does not say is called as the playbook calls it."""
    known = describe(
        play('ansible.builtin.file: {path: "{{ folder }}", state: directory}', more="  vars: {folder: /srv/x}\n")
    )
    assert "`/srv/x`" in known
    assert "{{ folder }}" in describe(play('ansible.builtin.file: {path: "{{ folder }}", state: directory}'))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "- hosts: web\n\ttasks: []\n",
        play("company.own.module: {name: x}"),
        play("ansible.builtin.include_tasks: more.yml", "ansible.builtin.file: {path: /srv, state: directory}"),
        play("ansible.builtin.file: {path: /srv, state: directory}", more="  roles: [common]\n"),
        play("ansible.builtin.file: {path: /srv, state: directory}", more="  vars_files: [x.yml]\n"),
        play("ansible.builtin.file: {path: /srv, state: directory}") + "- import_playbook: more.yml\n",
    ],
)
def test_half_a_description_is_none(text: str) -> None:
    """What stands elsewhere, or is not known, would be missing from the description unseen."""
    assert describe(text) == ""


@pytest.mark.parametrize("path", SEED, ids=lambda path: path.parent.name)
def test_every_playbook_of_the_seed_is_described(path: Path) -> None:
    assert describe(path.read_text(encoding="utf-8"))


async def test_the_judge_without_a_model_tells_another_deed_apart() -> None:
    """It reads a playbook's description as it reads a script's: the wrong thing done is not said to be right."""
    judge = judging(StaticEmbedder())
    right = describe(play("ansible.builtin.user: {name: deploy, shell: /bin/bash}"))
    wrong = describe(play("ansible.builtin.file: {path: /srv/app, state: absent}"))
    action = Action(text="create the user deploy with the shell /bin/bash", target="ansible")
    good, _ = await judge(action, right)
    bad, _ = await judge(action, wrong)
    assert good.verdict is not Verdict.NO
    assert bad.verdict is Verdict.NO
    assert (good.opinions[0].confidence or 0) > (bad.opinions[0].confidence or 0)
    assert ((await judge(action, ""))[0]).verdict is Verdict.UNSURE
