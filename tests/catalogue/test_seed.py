"""Every shipped entry does what it says, and its test would notice if it did not."""

from __future__ import annotations

import contextlib
import re
import subprocess
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.core.parameters import render, validate
from scriptsmith.core.types import Entry, Parameter, Script, Severity
from scriptsmith.vetting import findable, vet
from scriptsmith.wiring import SEED

FOLDERS = sorted(path.parent for path in SEED.glob("*/*/entry.toml"))
AREAS = {
    "disk", "logs", "processes", "services", "memory", "network",
    "certificates", "users", "files", "packages", "cron", "kubernetes",
}  # fmt: skip
seeds = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def run_test(folder: Path, script: Path, scratch: Path) -> subprocess.CompletedProcess[str]:
    """Run an entry's test in a scratch directory; the seed is our own text, so no sandbox is needed."""
    scratch.mkdir()
    environ = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LC_ALL": "C.UTF-8",
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "HARNESS": str(SEED / "harness.sh"),
        "SCRIPT": str(script),
    }
    command = ["bash", str(folder / "test.sh")]
    return subprocess.run(
        command, cwd=scratch, env=environ, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL
    )


def says_it_ran(stdout: str) -> bool:
    return re.search(r"^checks: [1-9]\d* passed, 0 failed$", stdout, re.MULTILINE) is not None


def sample(parameter: Parameter) -> str:
    """Some value that the parameter takes."""
    for value in (
        *parameter.choices,
        "7",
        "0755",
        "nginx",
        "/srv/it's here",
        "app.example.org",
        "https://example.org/",
    ):
        with contextlib.suppress(ValueError):
            return validate(parameter, value)
    raise AssertionError(f"no sample fits {parameter.name}")


@seeds
def test_an_entry_passes_its_own_test(folder: Path, tmp_path: Path) -> None:
    """The script does what the test asks of it, and the test says that it ran."""
    done = run_test(folder, folder / "script.sh", tmp_path / "scratch")
    assert done.returncode == 0, done.stderr
    assert says_it_ran(done.stdout)


@seeds
def test_a_script_that_does_nothing_fails_the_test(folder: Path, tmp_path: Path) -> None:
    """An empty script, and one that only exits 0, is noticed."""
    for name, text in (("empty", ""), ("zero", "#!/bin/bash\nexit 0\n")):
        script = tmp_path / f"{name}.sh"
        script.write_text(text)
        done = run_test(folder, script, tmp_path / name)
        assert done.returncode != 0 or not says_it_ran(done.stdout), name


@seeds
async def test_an_entry_is_in_order(folder: Path) -> None:
    """Description, parameters and script are without fault, and shellcheck has nothing to say at all."""
    entry = read_entry(folder)
    assert await vet(entry, [BashSyntax(), ShellCheck()]) == []
    assert [f for f in await ShellCheck().check(entry.script) if f.severity is not Severity.STYLE] == []
    assert entry.id == folder.name
    assert entry.area == folder.parent.name
    assert len(set(entry.phrases)) >= 5
    assert "set -euo pipefail" in entry.script.text
    assert "--help" in entry.script.text


@seeds
async def test_an_entry_takes_its_bound_values(folder: Path) -> None:
    """With every parameter bound the artefact still parses and checks."""
    entry = read_entry(folder)
    values = {p.name: p.default if p.default is not None else sample(p) for p in entry.parameters}
    bound = render(entry.script, entry.parameters, values)
    assert list(await BashSyntax().check(bound)) == []


async def test_every_phrase_finds_its_own_entry(tmp_path: Path) -> None:
    """No entry stands in front of another for one of that one's own phrases."""
    catalogue = FolderCatalogue(tmp_path, SEED)
    faults = [fault for entry in await catalogue.entries() for fault in await findable(entry, catalogue)]
    assert faults == []


def test_the_seed_has_forty_entries_in_twelve_areas() -> None:
    """The catalogue is large enough to be of use on the first day."""
    entries: list[Entry] = [read_entry(folder) for folder in FOLDERS]
    assert len(entries) >= 40
    assert {entry.area for entry in entries} >= AREAS
    assert len({entry.script.digest for entry in entries}) == len(entries)
    assert len({phrase for entry in entries for phrase in entry.phrases}) == sum(len(e.phrases) for e in entries)


def test_a_test_that_runs_nothing_is_not_a_pass(tmp_path: Path) -> None:
    """The harness fails a test without any check."""
    folder = tmp_path / "entry"
    folder.mkdir()
    (folder / "test.sh").write_text('. "$HARNESS"\nfinish\n')
    (folder / "script.sh").write_text(Script(text="true\n").text)
    done = run_test(folder, folder / "script.sh", tmp_path / "scratch")
    assert done.returncode != 0
    assert not says_it_ran(done.stdout)
