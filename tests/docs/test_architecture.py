"""The page on the architecture names every part that there is, and none that is gone."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src/scriptsmith"


def parts() -> set[str]:
    """Modules and folders of the package, by name."""
    found = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    return found | {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}


def test_every_part_has_a_line_and_no_other() -> None:
    """The table of `docs/architecture.md` and the package agree."""
    table = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    named = {name.strip("`/ ") for row in rows for name in row.split(",")}
    assert named == parts()
