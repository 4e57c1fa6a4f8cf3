"""Two runs in one box: what each task did, what changed, and whether the second run changed anything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ansible.programs import AnsibleHome
from scriptsmith.ansible.results import read_run
from scriptsmith.ansible.trying import PlaybookTrial, inventory, lacks, try_playbook
from scriptsmith.core.effects import Change, Execution
from scriptsmith.core.types import Script
from scriptsmith.errors import BadInput
from scriptsmith.ports import BoxLimits, BoxSpec
from scriptsmith.testing.sandboxes import PlayedBox, PlayedSandbox
from tests.ansible.installed import ansible, home
from tests.boxes import boxed

_RECAP = "PLAY RECAP *****\nlocalhost : ok=1 changed={} unreachable=0 failed=0 skipped=0 rescued={} ignored=0\n"
_PLAY = "\nPLAY [Logs] ****\n\nTASK [Folder] ****\n{}: [localhost]\n\n"


async def played(*outputs: tuple[int, str, str]) -> PlaybookTrial:
    """A trial in which the runs print these: exit status, stdout, stderr."""
    left = list(outputs)

    def play(box: PlayedBox, argv: Sequence[str]) -> Execution:
        exit, out, err = left.pop(0)
        changes = tuple(
            Change(path=path, kind="created")
            for path in ("/srv/x", "/tmp/scriptsmith-ansible/local", "/root/.ansible/tmp")
        )
        return Execution(exit=exit, stdout=out.encode(), stderr=err.encode(), changes=changes)

    script = Script(text="- hosts: localhost\n", target="ansible")
    trial = await try_playbook(PlayedSandbox(play), script, AnsibleHome("/opt/bin"), spec=BoxSpec())
    assert not left
    return trial


async def test_what_changes_once_has_passed() -> None:
    """And Ansible's own folders are none of its effects."""
    trial = await played(
        (0, _PLAY.format("changed") + _RECAP.format(1, 0), ""), (0, _PLAY.format("ok") + _RECAP.format(0, 0), "")
    )
    assert (trial.verdict, trial.why) == ("passed", ())
    assert [each.status for each in trial.first.tasks] == ["changed"]
    assert [change.path for change in trial.executions[0].changes] == ["/srv/x"]


async def test_what_changes_twice_has_failed() -> None:
    again = (0, _PLAY.format("changed") + _RECAP.format(1, 0), "")
    trial = await played(again, again)
    assert trial.verdict == "failed"
    assert trial.why == ("it is not idempotent: the second run changed something again in 'Folder'",)


async def test_hosts_that_match_nothing_are_a_failure_whatever_the_status() -> None:
    trial = await played((0, "PLAY [Web] ****\nskipping: no hosts matched\n\nPLAY RECAP *****\n", ""))
    assert trial.verdict == "failed"
    assert trial.why[0].startswith("no host matched for Web")
    assert trial.second is None


async def test_a_play_that_does_nothing_has_not_passed() -> None:
    trial = await played((0, "PLAY [Web] ****\n\nTASK [x] ****\nskipping: [localhost]\n" + _RECAP.format(0, 0), ""))
    assert trial.why == ("no task ran: there is none, or every one was skipped",)


async def test_what_a_box_lacks_is_not_judged() -> None:
    failed = (
        'TASK [Start] ****\nfatal: [localhost]: FAILED! => {"changed": false, '
        '"msg": "System has not been booted with systemd as init system (PID 1)"}\n'
    )
    trial = await played((2, f"PLAY [Web] ****\n\n{failed}{_RECAP.format(0, 0)}", ""))
    assert trial.verdict == "not judged"
    assert trial.why == ("Start: it needs systemd, and a box has none",)


async def test_another_failure_beside_it_is_judged() -> None:
    failed = (
        'TASK [Start] ****\nfatal: [localhost]: FAILED! => {"msg": "not been booted with systemd"}\n'
        'TASK [Copy] ****\nfatal: [localhost]: FAILED! => {"msg": "Could not find or access the file"}\n'
    )
    trial = await played((2, f"PLAY [Web] ****\n\n{failed}{_RECAP.format(0, 0)}", ""))
    assert (trial.verdict, trial.why) == ("failed", ("Copy: Could not find or access the file",))


async def test_what_ansible_cannot_load_has_failed_with_its_sentence() -> None:
    trial = await played((4, "", "[ERROR]: 'x' is not a valid attribute for a Play\nOrigin: /work/p.yml:1:1\n"))
    assert (trial.verdict, trial.why) == ("failed", ("'x' is not a valid attribute for a Play",))


def test_items_ignored_and_rescued_failures_are_told_apart() -> None:
    text = (
        "PLAY [x] ***\n\nTASK [Loop] ***\nchanged: [localhost] => (item=a)\nok: [localhost] => (item=b c)\n"
        'failed: [localhost] (item=d) => {"msg": "no"}\n...ignoring\n\nTASK [Try] ***\n'
        'fatal: [localhost]: FAILED! => {"msg": "no"}\n\nTASK [Rescue] ***\nok: [localhost -> web(10.0.0.1)]\n\n'
        "RUNNING HANDLER [Reload] ***\nchanged: [localhost]\n\n" + _RECAP.format(2, 1)
    )
    run = read_run(0, text)
    assert [(each.task, each.status, each.item) for each in run.tasks] == [
        ("Loop", "changed", "a"),
        ("Loop", "ok", "b c"),
        ("Loop", "ignored", "d"),
        ("Try", "rescued", ""),
        ("Rescue", "ok", ""),
        ("Reload", "changed", ""),
    ]
    assert run.failures == ()


def test_a_group_is_a_name() -> None:
    """What is no name could write other lines into the inventory."""
    assert inventory(["web"]).endswith("[web]\nlocalhost\n")
    with pytest.raises(BadInput, match="is not the name of a group"):
        inventory(["web]\nevil ansible_connection=ssh"])


def test_an_ordinary_failure_lacks_nothing() -> None:
    assert lacks("Destination /srv/x does not exist; reboot the machine") == ""


async def real(text: str, groups: Sequence[str] = ()) -> PlaybookTrial:
    spec = BoxSpec(limits=BoxLimits(wall=120, cpu=120, output=4 << 20))
    return await try_playbook(Bubblewrap(), Script(text=text, target="ansible"), home(), spec=spec, groups=groups)


@boxed
@ansible
@pytest.mark.thorough
async def test_a_playbook_runs_twice_in_a_box_and_the_host_stays_as_it_is() -> None:
    text = (
        "- name: Files\n  hosts: web\n  gather_facts: false\n  become: true\n  tasks:\n"
        '    - name: Folder\n      ansible.builtin.file:\n        path: "/srv/{{ item }}"\n        state: directory\n'
        '        mode: "0755"\n      loop: [scriptsmith-a, scriptsmith-b]\n'
        "    - name: File\n      ansible.builtin.copy:\n        dest: /srv/scriptsmith-a/x\n        content: hello\n"
        '        mode: "0644"\n      notify: Tell\n'
        "  handlers:\n    - name: Tell\n      ansible.builtin.lineinfile:\n        path: /srv/scriptsmith-a/log\n"
        '        line: told\n        create: true\n        mode: "0644"\n'
    )
    trial = await real(text, ["web"])
    assert (trial.verdict, trial.why) == ("passed", ())
    assert [each.status for each in trial.first.tasks] == ["changed", "changed", "changed", "changed"]
    assert trial.second is not None
    assert trial.second.count("changed") == 0
    assert [change.path for change in trial.executions[0].changes] == [
        "/srv/scriptsmith-a",
        "/srv/scriptsmith-a/log",
        "/srv/scriptsmith-a/x",
        "/srv/scriptsmith-b",
    ]
    assert trial.executions[1].changes == ()
    assert not Path("/srv/scriptsmith-a").exists()


@boxed
@ansible
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("task", "verdict", "why"),
    [
        ("ansible.builtin.systemd_service: {name: cron, state: started}", "not judged", "systemd"),
        ("ansible.builtin.service: {name: nginx, state: started}", "not judged", "systemd"),
        ("ansible.builtin.get_url: {url: 'https://example.org/x', dest: /srv/x}", "not judged", "network"),
        ("ansible.builtin.uri: {url: 'https://example.org/x'}", "not judged", "network"),
        ("ansible.builtin.git: {repo: 'https://example.org/x.git', dest: /srv/x}", "not judged", "network"),
        ("ansible.builtin.copy: {src: missing.conf, dest: /srv/x}", "failed", "missing.conf"),
        ("ansible.builtin.command: /bin/false", "failed", "non-zero return code"),
        ("ansible.builtin.file: {path: /srv/x, state: file}", "failed", "/srv/x"),
    ],
)  # fmt: skip
async def test_real_failures_are_judged_or_not(task: str, verdict: str, why: str) -> None:
    """Against the real programs: their words are what the reasons are told by."""
    trial = await real(f"- name: P\n  hosts: localhost\n  gather_facts: false\n  tasks:\n    - {task}\n")
    assert trial.verdict == verdict, trial.why
    assert why in " ".join(trial.why)
