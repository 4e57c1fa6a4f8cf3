"""A drafted playbook is run twice in a box, and what Ansible says of the playbook itself is found in it."""

from __future__ import annotations

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ansible.programs import AnsibleHome
from scriptsmith.comparing.playbook_faults import trying_playbooks
from scriptsmith.core.flow import Policy
from scriptsmith.core.types import Action, Finding, Script, Severity
from scriptsmith.errors import ToolMissing
from scriptsmith.ports import BoxLimits
from scriptsmith.testing.doubles import ScriptedModel
from tests.ansible.installed import ansible, home
from tests.ansible.test_extraction import PLAYBOOK
from tests.ansible.test_forging import YES, block, forged
from tests.boxes import boxed
from tests.unit.kits import settled

ACTION = Action(text="write shop_port into /srv/shop.conf on the web servers", target="ansible")
LIMITS = BoxLimits(wall=120, cpu=120, memory=1 << 30)
_HEAD = "---\n- name: Shop\n  hosts: web:&shops\n  gather_facts: false\n  tasks:\n"


def task(name: str, module: str, options: str, more: str = "") -> str:
    return f"    - name: {name}\n      ansible.builtin.{module}:\n        {options}\n{more}"


async def faults(*tasks: str) -> list[Finding]:
    step = trying_playbooks(Bubblewrap, home, LIMITS)
    return list(await step(ACTION, Script(text=_HEAD + "".join(tasks), target="ansible")))


@boxed
@ansible
async def test_what_ansible_refuses_is_found_at_its_task() -> None:
    """An option that a module only misses when it runs is told in Ansible's words, at the line of the task."""
    found = await faults(
        task("Look", "stat", "path: /srv"),
        task("Write", "copy", "dest: /srv/shop.conf\n        content: x\n        src: y"),
    )
    assert [(each.code, each.severity, each.line) for each in found] == [("SS0031", Severity.ERROR, 9)]
    assert "the task 'Write' failed: " in found[0].message
    assert "mutually exclusive" in found[0].message


@boxed
@ansible
async def test_a_second_run_that_changes_something_is_found() -> None:
    found = await faults(
        task("Keep", "copy", "dest: /srv/shop.conf\n        content: x\n        mode: '0644'"),
        task("Append", "shell", "cmd: echo x >>/srv/shop.log"),
    )
    assert [(each.code, each.severity, each.line, each.message) for each in found] == [
        ("SS0032", Severity.WARNING, 11, "run twice in a box, the task 'Append' changed something the second time too")
    ]


@boxed
@ansible
async def test_a_variable_that_nobody_named_is_found() -> None:
    """One that the action names is the inventory's."""
    (found,) = await faults(task("Say", "debug", 'msg: "{{ shop_prot }}"'))
    assert "'shop_prot' is undefined, and the action names no such variable" in found.message
    assert await faults(task("Say", "debug", 'msg: "{{ shop_port }}"')) == []


@boxed
@ansible
async def test_what_a_host_may_have_is_no_fault() -> None:
    """A file that is not there, and a service that no box can have, say nothing of the playbook."""
    assert await faults(task("Copy", "copy", "src: /srv/none\n        dest: /srv/x\n        remote_src: true")) == []
    assert await faults(task("Start", "service", "name: shop\n        state: started")) == []


async def test_without_ansible_nothing_is_said() -> None:
    """The checks say already that it is missing."""

    def nowhere() -> AnsibleHome:
        raise ToolMissing("ansible-playbook was not found")

    step = trying_playbooks(Bubblewrap, nowhere, LIMITS)
    assert await step(ACTION, Script(text=PLAYBOOK, target="ansible")) == ()


async def test_what_a_trial_shows_is_refined_away() -> None:
    """A fault that only a run shows keeps a draft from being assessed as if nothing was wrong, and the refiner is told;
    a draft that cannot be read is not run."""
    ran: list[str] = []

    async def tried(action: Action, script: Script) -> tuple[Finding, ...]:
        ran.append(script.text)
        message = "run in a box, the task 'Keep' failed: Unsupported parameters: keep"
        bad = Finding(checker="trial", code="SS0031", severity=Severity.ERROR, message=message, line=1)
        return () if script.text == PLAYBOOK else (bad,)

    other = PLAYBOOK.replace("folder: /srv/app", "folder: /srv/other")
    answers = {"draft": block(other), "refine": block(PLAYBOOK), "similarity": YES, "difference": YES}
    model = ScriptedModel(answers)
    run, _ = await forged(model, policy=Policy(max_refinements=1), tried=tried)
    assert settled(run) == ("verified", PLAYBOOK)
    assert ran == [other, PLAYBOOK]
    (refine,) = (prompt for prompt in model.asked if prompt.name == "refine")
    assert "Unsupported parameters: keep" in refine.text

    ran.clear()
    broken = ScriptedModel({"draft": block(PLAYBOOK.replace("  hosts", "\thosts"))})
    await forged(broken, policy=Policy(max_refinements=0), tried=tried)
    assert ran == []
