"""Everything that holds for boxes holds for an ordinary user as well: the same tests once more, as nobody."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.boxes import boxed

pytestmark = boxed

HERE = Path(__file__).resolve().parents[2]
NOBODY = {"user": 65_534, "group": 65_534, "extra_groups": []}
as_nobody = pytest.mark.skipif(os.geteuid() != 0, reason="already an ordinary user: the other tests show it")


def python() -> str:
    """A Python of this version that nobody can run: this one, or the system's when this one lies in root's home."""
    version = "import sys; print(sys.version_info[:2])"
    for program in (sys.executable, f"/usr/bin/python3.{sys.version_info[1]}"):
        try:
            ended = subprocess.run([program, "-I", "-c", version], capture_output=True, text=True, **NOBODY)  # type: ignore[call-overload]
        except OSError:
            continue
        if ended.stdout.strip() == str(sys.version_info[:2]):
            return program
    pytest.skip("no Python of this version can be run by an ordinary user")


@as_nobody
@pytest.mark.parametrize(
    "chosen",
    [
        ["tests/contract/test_sandboxes.py"],
        ["tests/integration/test_sandbox_box.py"],
        ["tests/integration/test_sandbox_changes.py"],
        ["tests/integration/test_sandbox_hostile.py", "-k", "no_escape"],
    ],
    ids=["contract", "box", "changes", "hostile"],
)
def test_as_an_ordinary_user(chosen: list[str], tmp_path: Path) -> None:
    """The suite of the port, the tests of this adapter and all hostile scripts pass for a user without any rights."""
    packages = [str(HERE / "src"), str(HERE), sysconfig.get_path("purelib")]
    ended = subprocess.run(
        [python(), "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *chosen],
        cwd=HERE,
        env={
            "HOME": "/nonexistent",
            "LC_ALL": "C.UTF-8",
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": ":".join(packages),
            "HYPOTHESIS_STORAGE_DIRECTORY": "/nonexistent",
        },
        capture_output=True,
        text=True,
        **NOBODY,  # type: ignore[call-overload]
    )
    assert ended.returncode == 0, ended.stdout[-6000:] + ended.stderr[-2000:]
    assert " passed" in ended.stdout
