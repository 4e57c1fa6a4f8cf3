"""Every shipped entry does what it says, and its test would notice if it did not."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.parameters import render, validate
from scriptsmith.core.types import Entry, Parameter, Severity
from scriptsmith.danger.analyse import analyse
from scriptsmith.ports import BoxLimits
from scriptsmith.proving import prove
from scriptsmith.vetting import findable, vet
from scriptsmith.wiring import SEED, harness
from tests.boxes import NO_BOX

from .reasons import STRICTER

FOLDERS = sorted(path.parent for path in SEED.glob("*/*/entry.toml"))
AREAS = {
    "backups", "certificates", "cpu", "cron", "disk", "dns", "docker", "elasticsearch", "etcd", "files",
    "filesystems", "firewall", "git", "haproxy", "journald", "jvm", "kafka", "kernel", "kubernetes", "logs", "lvm",
    "memory", "mysql", "network", "nginx", "packages", "permissions", "postgresql", "processes", "rabbitmq",
    "redis", "security", "services", "ssh", "swap", "time", "users",
}  # fmt: skip
seeds = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


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
        "192.0.2.7",
        "192.0.2.0/24",
        "vg0/data",
        "/dev/vg0/data",
        "/dev/sda1",
        "2026-01-02 03:04:05",
        "03:04",
    ):
        with contextlib.suppress(ValueError):
            return validate(parameter, value)
    raise AssertionError(f"no sample fits {parameter.name}")


@pytest.fixture(scope="module")
def sandbox() -> Bubblewrap:
    if NO_BOX:
        pytest.skip(f"{NO_BOX}, and no test of an entry runs outside a box")
    return Bubblewrap()


@seeds
async def test_an_entry_passes_its_own_test(folder: Path, sandbox: Bubblewrap) -> None:
    """In a box the script does what the test asks of it, and the test notices scripts that do nothing."""
    evidence = await prove(read_entry(folder), harness(), sandbox, BoxLimits(wall=60), at="")
    assert evidence.result == "passed", evidence.detail


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
def test_no_entry_makes_itself_out_to_be_milder_than_it_is(folder: Path) -> None:
    """What policy does with an entry is at least what it would do with the risk that its text shows."""
    entry = read_entry(folder)
    danger = analyse(entry.script.text)
    weight = {"safe": 0, "notable": 1, "unanalysable": 2, "dangerous": 2}
    assert weight[entry.risk] >= weight[danger.risk], danger.findings


def test_a_stricter_declaration_has_a_reason() -> None:
    """An entry is called more dangerous than its text only with a reason that stands here."""
    stricter = {
        entry.id for entry in map(read_entry, FOLDERS) if entry.risk == "dangerous" != analyse(entry.script.text).risk
    }
    assert stricter <= set(STRICTER), stricter - set(STRICTER)


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


def test_the_seed_is_large_and_wide() -> None:
    """At least 300 entries in at least 24 areas, no script and no phrase twice."""
    entries: list[Entry] = [read_entry(folder) for folder in FOLDERS]
    assert len(entries) >= 300
    assert len(AREAS) >= 24
    assert {entry.area for entry in entries} >= AREAS
    assert len({entry.script.digest for entry in entries}) == len(entries)
    assert len({phrase for entry in entries for phrase in entry.phrases}) == sum(len(e.phrases) for e in entries)
