"""`make demo-incident` tells the whole story, with the real Alertmanager and without one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import with_database

from .alertmanagers import PROGRAM

ROOT = Path(__file__).parents[2]
REAL = pytest.param(True, marks=pytest.mark.skipif(not PROGRAM, reason="prometheus-alertmanager is not installed"))


@with_database
@pytest.mark.thorough
@pytest.mark.parametrize("real", [False, REAL], ids=["recorded", "real"])
def test_from_an_alert_to_a_published_script(real: bool, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts/demo_incident.py"), *([] if real else ["--recorded"])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    steps = [line for line in done.stdout.splitlines() if line[0].isdigit()]
    assert [line.partition(".")[0] for line in steps] == [str(number) for number in range(1, 9)]
    assert ("a recorded report" in steps[0]) is not real
    assert "with directory=/var" in steps[3]
    assert "it is published" in steps[5]
    assert "cyd approved it for inc-" in steps[6]
