"""The pages of the danger rules are what the generator would write now."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

from scriptsmith.ansible.rules import PLAYBOOK_RULES
from scriptsmith.danger.rules import NOT_ANALYSED, RULES

ROOT = Path(__file__).parents[2]
ALL = (NOT_ANALYSED, *RULES, *PLAYBOOK_RULES)


def pages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_pages", ROOT / "scripts" / "rules.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_rule_has_its_page() -> None:
    """The folder holds exactly what the generator would write now: a page for each rule, and the index."""
    module = pages()
    wanted = {ROOT / path: text for path, text in module.pages().items()}
    assert {path.name for path in wanted} == {"index.md"} | {f"{rule.code}.md" for rule in ALL}
    assert set((ROOT / module.FOLDER).iterdir()) == set(wanted)
    stale = [path.name for path, text in wanted.items() if path.read_text(encoding="utf-8") != text]
    assert not stale, "run `make docs`"
