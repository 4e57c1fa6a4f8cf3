"""Every shipped entry does what it says, and its test would notice if it did not."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.core.parameters import render, validate
from scriptsmith.core.types import Entry, Finding, Parameter, Script, Severity
from scriptsmith.danger.analyse import analyse
from scriptsmith.vetting import findable, vet
from scriptsmith.wiring import SEED
from tests.boxes import NO_BOX
from tests.proofs import due, entries_now, read_record, why_no_entry

from .reasons import STRICTER

NOW = entries_now()
FOLDERS = list(NOW)
DUE = due(NOW.values(), read_record())
AREAS = {
    "backups", "certificates", "cpu", "cron", "disk", "dns", "docker", "elasticsearch", "etcd", "files",
    "filesystems", "firewall", "git", "haproxy", "journald", "jvm", "kafka", "kernel", "kubernetes", "logs", "lvm",
    "memory", "mysql", "network", "nginx", "packages", "permissions", "postgresql", "processes", "rabbitmq",
    "redis", "security", "services", "ssh", "swap", "time", "users",
}  # fmt: skip
provable = pytest.mark.parametrize(
    "folder",
    [
        pytest.param(folder, id=entry.name, marks=() if entry.key in DUE else pytest.mark.thorough)
        for folder, entry in NOW.items()
    ],
)
areas = pytest.mark.parametrize("area", sorted({folder.parent.name for folder in FOLDERS}))
WEIGHT = {"safe": 0, "notable": 1, "unanalysable": 2, "dangerous": 2}
weigh = cache(analyse)


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


class Said:
    """A checker that says again what another one said, so that this one runs once."""

    name = ShellCheck.name

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = findings

    async def check(self, script: Script, /) -> Sequence[Finding]:
        """The findings that it was made with."""
        return self.findings


@provable
async def test_an_entry_passes_its_own_test(folder: Path, sandbox: Bubblewrap) -> None:
    """In a box the script does what the test asks of it, and the test notices scripts that do nothing.

    An entry whose proof is recorded with these texts, this test library and this code is proven again by
    `make test-all`, and by `make test` only when it stands for its area.
    """
    assert await why_no_entry(folder, sandbox) == ""


@areas
async def test_the_entries_of_an_area_are_in_order(area: str) -> None:
    """Descriptions, parameters and scripts are without fault, and shellcheck has nothing to say at all."""
    faults = list[str]()
    for folder in (each for each in FOLDERS if each.parent.name == area):
        entry = read_entry(folder)
        said = await ShellCheck().check(entry.script)
        found = await vet(entry, [BashSyntax(), Said(said)])
        found += [f"line {each.line}: {each.message}" for each in said if each.severity is Severity.INFO]
        found += [
            f"its script lacks {part}" for part in ("set -euo pipefail", "--help") if part not in entry.script.text
        ]
        if entry.id != folder.name or entry.area != area:
            found.append(f"it calls itself {entry.area}/{entry.id}")
        if len(set(entry.phrases)) < 5:
            found.append("it has fewer than five phrases")
        faults += [f"{folder.name}: {fault}" for fault in found]
    assert faults == []


@areas
def test_no_entry_makes_itself_out_to_be_milder_than_it_is(area: str) -> None:
    """What policy does with an entry is at least what it would do with the risk that its text shows."""
    entries = [read_entry(folder) for folder in FOLDERS if folder.parent.name == area]
    dangers = {entry.id: weigh(entry.script.text) for entry in entries}
    milder = {e.id: dangers[e.id].findings for e in entries if WEIGHT[e.risk] < WEIGHT[dangers[e.id].risk]}
    assert milder == {}


@areas
def test_a_stricter_declaration_has_a_reason(area: str) -> None:
    """An entry is called more dangerous than its text only with a reason that stands in `reasons.py`."""
    entries = [read_entry(folder) for folder in FOLDERS if folder.parent.name == area]
    stricter = {entry.id for entry in entries if entry.risk == "dangerous" != weigh(entry.script.text).risk}
    assert stricter - set(STRICTER) == set()


@areas
async def test_entries_take_their_bound_values(area: str) -> None:
    """With every parameter bound each artefact still parses and checks."""
    faults = dict[str, Sequence[Finding]]()
    for entry in (read_entry(folder) for folder in FOLDERS if folder.parent.name == area):
        values = {p.name: p.default if p.default is not None else sample(p) for p in entry.parameters}
        faults[entry.id] = await BashSyntax().check(render(entry.script, entry.parameters, values))
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("phrases", [1, pytest.param(1_000, marks=pytest.mark.thorough)], ids=["one", "all"])
async def test_phrases_find_their_own_entry(tmp_path: Path, phrases: int) -> None:
    """No entry stands in front of another for one of that one's own phrases."""
    catalogue, faults = FolderCatalogue(tmp_path, SEED), list[str]()
    for entry in await catalogue.entries():
        faults += await findable(replace(entry, phrases=entry.phrases[:phrases]), catalogue)
    assert faults == []


def test_the_seed_is_large_and_wide() -> None:
    """At least 300 entries in at least 24 areas, no script and no phrase twice."""
    entries: list[Entry] = [read_entry(folder) for folder in FOLDERS]
    assert len(entries) >= 300
    assert len(AREAS) >= 24
    assert {entry.area for entry in entries} >= AREAS
    assert len({entry.script.digest for entry in entries}) == len(entries)
    assert len({phrase for entry in entries for phrase in entry.phrases}) == sum(len(e.phrases) for e in entries)
