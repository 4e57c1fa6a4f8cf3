"""Runs tests as an ordinary user, from a copy that this user may read wherever the checkout lies."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOBODY: dict[str, Any] = {"user": 65_534, "group": 65_534, "extra_groups": []}
as_nobody = pytest.mark.skipif(os.geteuid() != 0, reason="already an ordinary user: the other tests show it")

LEFT_OUT = shutil.ignore_patterns("embedder", "evaluation", "catalogue", ".hypothesis")
"""What no box needs, and would only be copied."""

_PYTEST = ["-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
_IMPORTED = """
import contextlib, io, sys
import pytest
with contextlib.redirect_stdout(io.StringIO()):
    ended = pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", "--collect-only", *sys.argv[1:]])
print("\\n".join(sorted({name.partition(".")[0] for name in sys.modules})))
sys.exit(ended)
"""


@dataclass(frozen=True, slots=True)
class Copy:
    """A folder that anybody may read, with our source, the tests and the packages that these import."""

    folder: Path
    python: str

    def run(self, *chosen: str) -> subprocess.CompletedProcess[str]:
        """Run pytest on `chosen`, paths below the checkout and options, as nobody."""
        folders = (self.folder / "src", self.folder, self.folder / "packages")
        return subprocess.run(
            [self.python, *_PYTEST, *chosen],
            cwd=self.folder,
            env={
                "HOME": "/nonexistent",
                "LC_ALL": "C.UTF-8",
                "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPATH": ":".join(map(str, folders)),
                "HYPOTHESIS_STORAGE_DIRECTORY": "/nonexistent",
            },
            capture_output=True,
            text=True,
            check=False,
            **NOBODY,
        )


@contextmanager
def readable_copy(*tests: str) -> Iterator[Copy]:
    """A copy with all that `tests`, paths below the checkout, import; it is removed at the end.

    Skips the test that asks for it when no Python of this version can be run by an ordinary user.
    """
    python, names = usable_python(), _imported(tests)
    folder = Path(tempfile.mkdtemp(prefix="readable-copy-", dir="/var/tmp"))
    try:
        for part in ("src", "tests"):
            shutil.copytree(ROOT / part, folder / part, ignore=LEFT_OUT)
        shutil.copy(ROOT / "pyproject.toml", folder)
        _copy_packages(names, folder / "packages")
        for at, _, files in os.walk(folder):
            os.chmod(at, 0o755)
            for name in files:
                path = Path(at, name)
                path.chmod(path.stat().st_mode | 0o444)
        yield Copy(folder, python)
    finally:
        shutil.rmtree(folder)


def usable_python() -> str:
    """A Python of this version that nobody can run: this one, or the system's when this one lies in root's home."""
    version = "import sys; print(sys.version_info[:2])"
    for program in (sys.executable, f"/usr/bin/python3.{sys.version_info[1]}"):
        try:
            ended = subprocess.run([program, "-I", "-c", version], capture_output=True, text=True, cwd="/", **NOBODY)
        except OSError:
            continue
        if ended.stdout.strip() == str(sys.version_info[:2]):
            return program
    pytest.skip("no Python of this version can be run by an ordinary user")


def _imported(tests: Sequence[str]) -> list[str]:
    """The names of the packages that collecting `tests` imports."""
    ended = subprocess.run(
        [sys.executable, "-c", _IMPORTED, *tests], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.split()


def _copy_packages(names: Sequence[str], to: Path) -> None:
    """Copy installed packages, each with the metadata that pytest finds its plugins by."""
    to.mkdir()
    installed = Path(sysconfig.get_path("purelib"))
    owners = packages_distributions()
    files = {each for name in names for each in installed.glob(f"{name}.*") if each.suffix in (".py", ".so")}
    files |= {installed / name for name in names if (installed / name).is_dir()}
    for owner in {owner for name in names for owner in owners.get(name, ()) if owner != "scriptsmith"}:
        files |= {installed / each.parts[0] for each in distribution(owner).files or () if "dist-info" in each.parts[0]}
    for each in files:
        if each.is_dir():
            shutil.copytree(each, to / each.name)
        else:
            shutil.copy(each, to)
