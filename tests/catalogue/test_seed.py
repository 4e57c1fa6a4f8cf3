"""Every shipped entry does what it says, and its test would notice if it did not."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.programs import BashSyntax
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.effects import Danger
from scriptsmith.core.parameters import render, validate
from scriptsmith.core.types import Entry, Parameter, Script
from scriptsmith.danger.analyse import analyse
from scriptsmith.vetting import findable, vet
from scriptsmith.wiring import SEED
from tests.boxes import NO_BOX
from tests.proofs import due, entries_now, read_record, shellchecked, to_prove, why_no_entry
from tests.thoroughness import everything, some

from .reasons import STRICTER

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
WEIGHT = {"safe": 0, "notable": 1, "unanalysable": 2, "dangerous": 2}


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
        "i-0abc1234def567890",
        "eu-central-1",
    ):
        with contextlib.suppress(ValueError):
            return validate(parameter, value)
    raise AssertionError(f"no sample fits {parameter.name}")


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
    """Descriptions, parameters, scripts and risks are without fault.

    What policy does with an entry is at least what it would do with the risk that its text shows, and an entry is called
    more dangerous than its text only with a reason that stands in `reasons.py`.
    """
    faults = list[str]()
    for folder in (each for each in FOLDERS if each.parent.name == area and (everything or NOW[each].key in DUE)):
        entry, danger = read_entry(folder), analyse(read_entry(folder).script.text)

        async def weighed(script: Script, danger: Danger = danger) -> Danger:
            return danger

        found = await vet(entry, [BashSyntax()], weighed)
        found += [
            f"its script lacks {part}" for part in ("set -euo pipefail", "--help") if part not in entry.script.text
        ]
        if entry.id != folder.name or entry.area != area:
            found.append(f"it calls itself {entry.area}/{entry.id}")
        if len(set(entry.phrases)) < 5:
            found.append("it has fewer than five phrases")
        if WEIGHT[entry.risk] < WEIGHT[danger.risk]:
            found.append(f"it is called {entry.risk} and is {danger.risk}")
        if entry.risk == "dangerous" != danger.risk and entry.id not in STRICTER:
            found.append(f"it is called dangerous without a reason, and is {danger.risk}")
        faults += [f"{folder.name}: {fault}" for fault in found]
    assert faults == []


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
