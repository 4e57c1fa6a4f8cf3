"""Of eighty actions that incidents commonly ask for, nearly all have an entry."""

from __future__ import annotations

import tomllib
from pathlib import Path

from scriptsmith.wiring import SEED

LIST = Path(__file__).with_name("common_actions.toml")
LACKING: frozenset[str] = frozenset()
"""The names of entries that are not there yet."""


def test_the_common_actions_have_entries() -> None:
    """Each action names its entry and where it is asked for; those without an entry are known by name."""
    actions = tomllib.loads(LIST.read_text(encoding="utf-8"))["actions"]
    assert len(actions) == 80
    assert len({each["action"] for each in actions}) == 80
    assert all(each["source"] for each in actions)
    shipped = {path.parent.name for path in SEED.glob("*/*/entry.toml")}
    assert {each["entry"] for each in actions} - shipped == LACKING
