"""Playbooks as the surfaces use them: their checkers over real programs, and what reading one says."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .core.types import Severity

if TYPE_CHECKING:
    from .ansible.programs import AnsibleHome
    from .core.effects import Danger
    from .core.types import Finding, Script
    from .errors import ToolMissing
    from .ports import BoxLimits, Checker, Sandbox
    from .schema import Settings

LONG = 20_000
"""Characters from which on a playbook is analysed in a thread."""


def ansible_home(settings: Settings) -> AnsibleHome:
    """Where Ansible's programs are; raises `ToolMissing` with what to do."""
    from .adapters.ansible_home import find

    return find(settings.ansible.home)


def limits(settings: Settings) -> BoxLimits:
    """What a command of Ansible may use in a box: more time than a script, for it starts Python for every task."""
    from .ports import BoxLimits

    chosen = settings.sandbox
    return BoxLimits(
        wall=settings.ansible.seconds,
        cpu=settings.ansible.seconds,
        memory=max(chosen.memory, 1 << 30),
        processes=chosen.processes,
        output=max(chosen.output, 4 << 20),
        disk=chosen.disk,
        inodes=chosen.inodes,
    )


async def versions(settings: Settings, sandbox: Sandbox) -> dict[str, str]:
    """Which versions of Ansible's programs run in a box, by program; raises `ToolMissing` and `SandboxUnavailable`."""
    from .ansible.programs import SETTINGS, environ
    from .errors import ToolMissing
    from .ports import BoxSpec

    home = ansible_home(settings)
    found = {}
    spec = BoxSpec(files={SETTINGS: b"[defaults]\n"}, environ=environ(home), limits=limits(settings))
    async with sandbox.open(spec) as box:
        for name in ("ansible-playbook", "ansible-lint"):
            ran = await box.execute([home.program(name), "--version"])
            if ran.exit:
                said = (ran.stderr or ran.stdout).decode("utf-8", "replace").strip().splitlines()
                raise ToolMissing(f"{name} does not run in a box: {said[-1][:160] if said else 'it says nothing'}")
            version = _VERSION.search(_COLOURS.sub("", ran.stdout.decode("utf-8", "replace")))
            found[name] = version[0] if version else "some version"
    return found


_VERSION = re.compile(r"\d+(?:\.\d+)+\w*")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def checkers(settings: Settings, sandbox: Callable[[], Sandbox]) -> tuple[Checker, ...]:
    """The checkers of playbooks: our own of the text, then Ansible's programs in a box. Nothing is started yet."""
    from .ansible.checks import PlaybookText
    from .ansible.programs import AnsibleLint, AnsibleSyntax

    def find() -> AnsibleHome:
        return ansible_home(settings)

    bounds = limits(settings)
    return PlaybookText(), AnsibleSyntax(sandbox, find, bounds), AnsibleLint(sandbox, find, bounds)


async def inspected(
    several: tuple[Checker, ...], script: Script
) -> tuple[tuple[Finding, ...], Danger, dict[str, ToolMissing]]:
    """What the checkers and the danger analysis find in a playbook, and which checkers failed and why: the like of
    `checking.inspected`."""
    from .ansible.analysis import analyse_playbook
    from .checking import NOT_ANALYSED, check_each, together

    found, broken = await check_each(several, script)
    if len(script.text) < LONG:
        danger = analyse_playbook(script.text)
    else:
        danger = await asyncio.to_thread(analyse_playbook, script.text)
    unreadable = any(finding.code in _UNREADABLE for finding in found)
    worse = tuple(
        finding
        for finding in danger.findings
        if finding.severity is not Severity.INFO and not (unreadable and finding.code == NOT_ANALYSED)
    )
    return together(found, worse), danger, broken


_UNREADABLE = frozenset(("SS0020", "SS0021", "SS0022", "SS0023", "SS0024", "SS0026", "SS0028"))
