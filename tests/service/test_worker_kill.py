"""Whatever is killed between a request and its publication: nothing acknowledged is lost, half done or done twice."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.databases import with_database

pytestmark = with_database
PROGRAM = Path(__file__).parents[2] / "benchmarks" / "workers.py"


@pytest.mark.thorough
def test_kills_at_any_moment_lose_nothing_and_do_nothing_twice() -> None:
    """A few of the 200 moments that the benchmark takes, at which server, worker, database or all of them die."""
    command = [sys.executable, str(PROGRAM), "--kill-points", "4", "--seed", "5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stderr.splitlines()[-1])
    assert (told["points"], told["wrong"]) == (4, 0)
    assert told["published"] >= 8  # four to learn how long it takes, and one after each kill
