"""Which cases are taken up: what cannot be used is named before anything is asked or run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scriptsmith.bench.ledger import Sources
from scriptsmith.bench.places import SUITES
from scriptsmith.bench.sources import chosen


@pytest.mark.parametrize("needed", ["bash", "no-such-program-anywhere"])
def test_a_case_whose_programs_are_not_here_is_not_used(needed: str, tmp_path: Path) -> None:
    """It is among the unusable ones, with the name of what is lacking."""
    lines = Path(SUITES) / "lines"
    shutil.copytree(lines / "count-unique-ips", tmp_path / "suite" / "mine")
    task = tmp_path / "suite" / "mine" / "task.toml"
    task.write_text(f'needs = ["{needed}"]\n' + task.read_text())
    found = chosen(Sources(suites=(str(tmp_path / "suite"),)))
    if needed == "bash":
        assert [case.id for case in found.cases] == ["mine"]
    else:
        assert [case.problem for case in found.unusable] == [f"it needs {needed}, which this machine lacks"]
