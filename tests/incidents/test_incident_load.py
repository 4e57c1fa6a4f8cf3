"""Whatever is killed while alerts come in: each that was accepted is kept once, and told of once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import with_database

pytestmark = with_database
PROGRAM = Path(__file__).parents[2] / "benchmarks" / "incident_load.py"


@pytest.mark.thorough
def test_kills_while_alerts_come_in_lose_none_and_keep_none_twice(tmp_path: Path) -> None:
    """A few of the bursts and kills of the benchmark: the server, the worker, the database, one of its connections."""
    file = tmp_path / "told.json"
    options = ["--alerts", "300", "--burst", "100", "--kills", "8", "--gap", "0", "--seed", "5", "--json", str(file)]
    done = subprocess.run([sys.executable, str(PROGRAM), *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(file.read_text())
    assert (told["accepted"], told["kept"], told["found"]) == (300, 300, 300)
    assert (told["lost"], told["duplicated"], told["wrong"]) == (0, 0, 0)
    assert told["kills"] == {"server": 2, "worker": 2, "database": 2, "backend": 2}
    assert told["events"] > 0
