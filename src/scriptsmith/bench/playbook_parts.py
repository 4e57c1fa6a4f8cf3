"""What only cases that ask for playbooks have: domains, an action told at three levels, and mutants of a reference."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..ansible.state_test import elsewhere
from ..core.types import Script, Target
from ..errors import BadInput
from .model import Mutant
from .playbook_trial import AGAIN, RUNS, STATE

PLAYBOOK: Target = "ansible"
LEVELS = 3
"""How many levels an action is told at, after TELeR: one sentence, sentences with what is there, a list with hints."""
DOMAINS = ("server", "networking", "policy", "templating", "deployment", "variables", "files")
"""The domains of ITAB: server configuration, networking, policy configuration, templating, deployment pipelines,
variable management, file management."""
BREAKS: Mapping[str, str] = {"run": RUNS, "state": STATE, "again": AGAIN}
"""What a mutant may break, by its word in a case."""

_HEAD = re.compile(r"^# Level (\d)[ \t]*$", re.MULTILINE)
_HOSTS = re.compile(r"^(-?[ \t]+|-[ \t]+)hosts:.*$", re.MULTILINE)
_KEYS = {"name", "breaks", "old", "new"}
_NOTHING = """---
- name: Look
  hosts: all
  gather_facts: false
  tasks:
    - name: Say something
      ansible.builtin.debug:
        msg: Nothing is done.
"""
_EACH_TIME = """
- name: Change something each time
  hosts: all
  gather_facts: false
  tasks:
    - name: Run a command
      ansible.builtin.command: "true"
"""


def levels_of(path: Path, text: str) -> tuple[str, ...]:
    """The action at each level, of a text with a heading `# Level N` for each; raises `BadInput`."""
    before, *parts = _HEAD.split(text)
    told = dict(zip(parts[::2], (part.strip() for part in parts[1::2]), strict=True))
    wanted = [str(number) for number in range(1, LEVELS + 1)]
    if before.strip() or parts[::2] != wanted or not all(told.values()):
        raise BadInput(f"{path}: a heading `# Level N` and a text for each of the levels 1 to {LEVELS} are needed")
    return tuple(told[number] for number in wanted)


def mutants_of(toml: Path, task: Mapping[str, Any], reference: str) -> tuple[Mutant, ...]:
    """The mutants that every case has, and its own: the reference with `old` replaced by `new` everywhere."""
    unmatched = _HOSTS.sub(r"\1hosts: nowhere_to_be_found", reference)
    if unmatched == reference:
        raise BadInput(f"{toml}: the reference names no hosts")
    found = [
        Mutant(name="a playbook that does nothing", script=_script(_NOTHING), breaks=STATE, idle=True),
        Mutant(name="a playbook whose hosts match nothing", script=_script(unmatched), breaks=RUNS, idle=True),
    ]
    found.append(
        Mutant(name="a playbook that changes something each time", script=_script(reference + _EACH_TIME), breaks=AGAIN)
    )
    if (other := elsewhere(reference)) != reference:
        found.append(Mutant(name="a playbook that works on something else", script=_script(other)))
    tables = task.get("mutants")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise BadInput(f"{toml}: at least one table [[mutants]] is needed")
    return (*found, *(_mutant(toml, table, reference) for table in tables))


def _mutant(toml: Path, table: Mapping[str, Any], reference: str) -> Mutant:
    if set(table) != _KEYS or not all(isinstance(value, str) for value in table.values()):
        raise BadInput(f"{toml}: a table [[mutants]] has the texts {', '.join(sorted(_KEYS))}, and nothing else")
    name, old = table["name"], table["old"]
    if not name or not old or old not in reference:
        raise BadInput(f"{toml}: the mutant {name!r} replaces {old!r}, which the reference does not have")
    if table["breaks"] not in BREAKS:
        raise BadInput(f"{toml}: the mutant {name!r} breaks one of {', '.join(BREAKS)}, not {table['breaks']!r}")
    return Mutant(name=name, script=_script(reference.replace(old, table["new"])), breaks=BREAKS[table["breaks"]])


def _script(text: str) -> Script:
    return Script(text=text, target=PLAYBOOK)
