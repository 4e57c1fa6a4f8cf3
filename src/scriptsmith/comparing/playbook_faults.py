"""Two runs of a drafted playbook in a box of its own, and what Ansible says there that no state of a host excuses."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator

from ..ansible.playbook import Playbook, read_playbook
from ..ansible.programs import AnsibleHome
from ..ansible.trying import PlaybookTrial, lacks, try_playbook
from ..ansible.yaml_nodes import Node, Scalar, Sequence
from ..bench.failure_labels import label_of_words
from ..core.types import Action, Finding, Script, Severity
from ..errors import BadInput, SandboxUnavailable, ToolMissing
from ..interpreter.model import Place, finding_at
from ..ports import BoxLimits, BoxSpec, Sandbox

NAME = "trial"
_START = Place(line=1, column=1, end_line=1, end_column=1)
_HOST = re.compile(r"[A-Za-z_][\w-]*")
_UNDEFINED = re.compile(r"'(\w+)' is (?:undefined|not defined)")


def trying_playbooks(
    sandbox: Callable[[], Sandbox], home: Callable[[], AnsibleHome], limits: BoxLimits, jobs: int = 2
) -> Callable[[Action, Script], Awaitable[tuple[Finding, ...]]]:
    """A step that runs a playbook twice in a box that is in every group that its plays name, `jobs` boxes at a time.

    * SS0031  error    Ansible refuses an option, a value or a template of a task, or a variable is set nowhere and not
      spoken of in the action
    * SS0032  warning  the second run changes something again, as it may where a thing is done and not kept

    A file, an account or a service that is not there may be on the hosts that are meant, so it is no fault; nor is what
    no box has. Where Ansible or a box is missing nothing is said: the other checks have said so.
    """
    turn = asyncio.Semaphore(jobs)

    async def tried(action: Action, script: Script) -> tuple[Finding, ...]:
        playbook = read_playbook(script.text)
        groups = tuple(dict.fromkeys(name for play in playbook.plays for name in _groups(play.hosts)))
        try:
            async with turn:
                trial = await try_playbook(sandbox(), script, home(), spec=BoxSpec(limits=limits), groups=groups)
        except (BadInput, SandboxUnavailable, ToolMissing):
            return ()
        return tuple(_findings(action, playbook, trial))

    return tried


def _groups(hosts: Node | None) -> list[str]:
    """The groups that a pattern of hosts names; localhost and all are there anyway."""
    parts = hosts.items if isinstance(hosts, Sequence) else [hosts]
    names = (name for part in parts if isinstance(part, Scalar) for name in _HOST.findall(part.text))
    return [name for name in names if name not in ("all", "localhost", "ungrouped")]


def _findings(action: Action, playbook: Playbook, trial: PlaybookTrial) -> Iterator[Finding]:
    for each in trial.first.failures:
        if not lacks(each.message) and (fault := _fault(action, each.message)):
            said = f"run in a box, the task {each.task!r} failed: {fault}"
            yield _finding(playbook, each.task, "SS0031", Severity.ERROR, said)
    if trial.second and trial.verdict == "failed":
        for task in dict.fromkeys(each.task for each in trial.second.tasks if each.status == "changed"):
            said = f"run twice in a box, the task {task!r} changed something the second time too"
            yield _finding(playbook, task, "SS0032", Severity.WARNING, said)


def _fault(action: Action, message: str) -> str:
    """The message where it speaks of the playbook and not of the host; empty otherwise."""
    if undefined := _UNDEFINED.search(message):
        name = undefined[1]
        return "" if name in action.text else f"{name!r} is undefined, and the action names no such variable"
    return message[:400] if label_of_words(message) in ("attribute", "template") else ""


def _finding(playbook: Playbook, task: str, code: str, severity: Severity, message: str) -> Finding:
    place = next((each.place for each in playbook.tasks() if each.name == task), _START)
    return finding_at(place, checker=NAME, code=code, severity=severity, message=message)
