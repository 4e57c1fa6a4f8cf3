"""Finds Ansible's programs on this host: where the settings say, where `make ansible` puts them, or on PATH."""

from __future__ import annotations

import os
import shutil

from ..ansible.programs import AnsibleHome
from ..errors import ToolMissing

MADE = "/usr/local/lib/scriptsmith/ansible"
"""Where `make ansible` sets them up unless it is told another folder."""
_UNSEEN = ("/root", "/tmp", "/run", "/dev", "/proc", "/sys")
"""What no box shows of the host."""


def find(home: str, path: str | None = None) -> AnsibleHome:
    """The folder with `ansible-playbook`, by the setting `ansible.home` (empty: the usual places).

    Raises `ToolMissing` where there is none, or where it lies in what no box shows.
    """
    folders = [home, os.path.join(home, "bin")] if home else [f"{MADE}/bin"]
    program = shutil.which("ansible-playbook", path=os.pathsep.join(folders))
    if program is None and not home:
        program = shutil.which("ansible-playbook", path=path)
    if program is None:
        where = f"in {home}, which ansible.home names" if home else f"in {MADE} or on PATH"
        raise ToolMissing(
            f"ansible-playbook was not found {where}: run `make ansible`, or install ansible-core and ansible-lint "
            "and set ansible.home; until then only the playbook's text is checked"
        )
    for seen in (os.path.dirname(os.path.abspath(program)), *_interpreter(program)):
        if any(seen == top or seen.startswith(f"{top}/") for top in _UNSEEN):
            raise ToolMissing(
                f"{program} needs {seen}, which no box shows: run `make ansible`, which sets Ansible up where one does"
            )
    return AnsibleHome(os.path.dirname(os.path.abspath(program)))


def _interpreter(program: str) -> list[str]:
    """The interpreter that the first line of a program names, and where that really lies."""
    try:
        with open(program, "rb") as file:
            first = file.readline(4096)
    except OSError:
        return []
    if not first.startswith(b"#!"):
        return []
    named = os.fsdecode(first[2:].strip().partition(b" ")[0])
    return [named, os.path.realpath(named)]
