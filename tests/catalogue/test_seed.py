"""Every shipped entry does what it says, and its test would notice if it did not."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.programs import BashSyntax
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.parameters import render
from scriptsmith.core.types import Entry
from scriptsmith.vetting import findable
from scriptsmith.wiring import SEED
from tests.boxes import NO_BOX
from tests.proofs import due, entries_now, read_record, shellchecked, to_prove, why_no_entry
from tests.thoroughness import everything, some

from .faults import faults_of, sample

NOW = entries_now()
FOLDERS = list(NOW)
DUE = due(NOW.values(), read_record())
AREAS = {
    "backups", "certificates", "cpu", "cron", "disk", "dns", "docker", "elasticsearch", "etcd", "files", "filesystems",
    "firewall", "git", "haproxy", "journald", "jvm", "kafka", "kernel", "kubernetes", "logs", "lvm", "memory",
    "monitoring", "mysql", "network", "nginx", "packages", "permissions", "postgresql", "processes", "rabbitmq",
    "redis", "security", "services", "ssh", "swap", "time", "users",
}  # fmt: skip
provable = to_prove("folder", NOW)
areas = pytest.mark.parametrize("area", sorted({folder.parent.name for folder in FOLDERS}))


@pytest.fixture(scope="module")
def sandbox() -> Bubblewrap:
    if NO_BOX:
        pytest.skip(f"{NO_BOX}, and no test of an entry runs outside a box")
    return Bubblewrap()


@provable
async def test_an_entry_passes_its_own_test(folder: Path, sandbox: Bubblewrap) -> None:
    """In a box the script does what the test asks of it, and the test notices scripts that do nothing.

    Of the entries whose proof is recorded with these texts, this test library and this code `make test-all` proves a
    third again, and `make test` the one that stands for its area.
    """
    assert await why_no_entry(folder, sandbox) == ""


@provable
async def test_shellcheck_has_nothing_to_say(folder: Path) -> None:
    """Not even an opinion on style; `make prove` records no entry for which it has."""
    assert await shellchecked(read_entry(folder)) == ""


@provable
async def test_an_entry_takes_its_bound_values(folder: Path) -> None:
    """With every parameter bound the artefact still parses."""
    entry = read_entry(folder)
    values = {p.name: p.default if p.default is not None else sample(p) for p in entry.parameters}
    assert await BashSyntax().check(render(entry.script, entry.parameters, values)) == ()


@areas
async def test_the_entries_of_an_area_are_in_order(area: str) -> None:
    """Descriptions, parameters, scripts and risks are without fault."""
    faults = list[str]()
    for folder in (each for each in FOLDERS if each.parent.name == area and (everything or NOW[each].key in DUE)):
        faults += [f"{folder.name}: {fault}" for fault in await faults_of(folder)]
    assert faults == []


async def test_an_entry_whose_risk_is_told_too_low_has_a_fault(tmp_path: Path) -> None:
    """Neither a look that the analysis does not know as one, nor what deletes, is recorded as proven."""
    folder = tmp_path / "logs" / "compress-old-logs"
    shutil.copytree(SEED / "logs" / "compress-old-logs", folder)
    entry = (folder / "entry.toml").read_text(encoding="utf-8")
    assert await faults_of(folder) == []
    (folder / "entry.toml").write_text(entry.replace('risk = "notable"', 'risk = "safe"'), encoding="utf-8")
    assert "it is called safe and is notable" in await faults_of(folder)


async def test_phrases_find_their_own_entry(tmp_path: Path) -> None:
    """No entry stands in front of another for one of that one's own phrases."""
    catalogue, faults = FolderCatalogue(tmp_path, SEED), list[str]()
    for entry in await catalogue.entries():
        faults += await findable(replace(entry, phrases=tuple(some(entry.phrases, 12))), catalogue)
    assert faults == []


def test_the_seed_is_large_and_wide() -> None:
    """At least 300 entries in at least 24 areas, no script and no phrase twice."""
    entries: list[Entry] = [read_entry(folder) for folder in FOLDERS]
    assert len(entries) >= 300
    assert len(AREAS) >= 24
    assert {entry.area for entry in entries} >= AREAS
    assert len({entry.script.digest for entry in entries}) == len(entries)
    assert len({phrase for entry in entries for phrase in entry.phrases}) == sum(len(e.phrases) for e in entries)
