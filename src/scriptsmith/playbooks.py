"""Playbooks as the composition root makes them: their checkers over real programs, and what boxes may use."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .ansible.programs import AnsibleHome
    from .ports import BoxLimits, Checker, Sandbox
    from .schema import Settings


def ansible_home(settings: Settings) -> AnsibleHome:
    """Where Ansible's programs are; raises `ToolMissing` with what to do."""
    from .adapters.ansible_home import find

    return find(settings.ansible.home)


def box_limits(settings: Settings) -> BoxLimits:
    """What a command in a box may use, by the settings."""
    from .ports import BoxLimits

    chosen = settings.sandbox
    return BoxLimits(
        wall=chosen.wall,
        cpu=chosen.wall,
        memory=chosen.memory,
        processes=chosen.processes,
        output=chosen.output,
        disk=chosen.disk,
        inodes=chosen.inodes,
    )


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


def checkers(settings: Settings, sandbox: Callable[[], Sandbox], *, drafts: bool = False) -> tuple[Checker, ...]:
    """The checkers of playbooks: our own of the text, then Ansible's programs in a box. Nothing is started yet.

    Those of a model's `drafts` take what no module has for an error, and heed no comment that silences ansible-lint.
    """
    from .ansible.checks import PlaybookText
    from .ansible.programs import AnsibleLint, AnsibleSyntax

    def find() -> AnsibleHome:
        return ansible_home(settings)

    bounds = limits(settings)
    lint = AnsibleLint(sandbox, find, bounds, obey=not drafts)
    return PlaybookText(strict=drafts), AnsibleSyntax(sandbox, find, bounds), lint
