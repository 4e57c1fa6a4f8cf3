"""The table of modules in the prompts of playbooks is what its script counts today."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from scriptsmith import prompts
from scriptsmith.ansible.modules import full_name, options
from scriptsmith.core.types import Action

SCRIPT = Path(__file__).parents[2] / "scripts" / "prompt_modules.py"
ASKED = Action(text="keep a block in /etc/hosts", target="ansible")


def test_the_table_is_of_today() -> None:
    spec = importlib.util.spec_from_file_location("prompt_modules", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.OUT.read_text(encoding="utf-8") == module.table(), "run scripts/prompt_modules.py"


def test_what_a_draft_is_told_exists() -> None:
    """Each module and option in the prompt is one of the table that drafts are checked with."""
    told = 0
    for line in prompts.ANSIBLE.draft(ASKED, ()).system.splitlines():
        name, colon, rest = line.removeprefix("- ").partition(": ")
        if line.startswith("- ") and colon and (module := full_name(f"ansible.builtin.{name}")):
            names = [each.partition(" ")[0] for each in rest.split(", ")]
            assert set(names) <= options()[module].keys(), line
            told += 1
    assert told > 20
