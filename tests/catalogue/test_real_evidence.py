"""What the shipped entries were seen to do with real programs is recorded beside them, and is of the present texts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.core.evidence_grade import needs, real_digest, stand_ins
from scriptsmith.core.proof import REAL, last_test
from scriptsmith.core.types import Entry
from scriptsmith.proving_real import prove_real
from scriptsmith.settings import load
from scriptsmith.wiring import SEED, fixtures, harness, machines


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    """The shipped entries that have a test with real programs."""
    catalogue = FolderCatalogue(tmp_path_factory.mktemp("own"), SEED)
    return [entry for entry in asyncio.run(catalogue.entries()) if entry.real]


def test_real_evidence_is_of_the_present_texts(entries: list[Entry]) -> None:
    """`make prove-real` records it again when a script, its real test, a fixture or the test library has changed."""
    library, known = harness(), fixtures()
    stale = []
    for entry in entries:
        last = last_test(entry, REAL)
        if last is None or last.result != "passed" or last.digest != real_digest(entry, library, known):
            stale.append(entry.id)
    assert stale == []


def test_no_real_test_plays_a_program_that_the_script_calls(entries: list[Entry]) -> None:
    """A stand-in in a real test would be a witness that we wrote."""
    played = {entry.id: stand_ins(Entry(id="x", title="x", script=entry.script, test=entry.real)) for entry in entries}
    assert {name: programs for name, programs in played.items() if programs} == {}


def test_every_fixture_that_is_used_is_there_and_names_its_packages(entries: list[Entry]) -> None:
    """A machine can be built from what fixtures say."""
    known = fixtures()
    assert {name for entry in entries for name in needs(entry, known).fixtures} <= set(known)
    plain = {"cgroups", "release"}  # what they call is in every machine
    silent = {name for name, text in known.items() if "# packages:" not in text and "\nuse " not in text}
    assert silent == plain


async def test_an_entry_runs_against_a_real_program(entries: list[Entry], tmp_path: Path) -> None:
    """One entry, where this machine has the real services; `make prove-real` runs all."""
    machine = machines(load({}, {}).settings)
    if why := machine.missing():
        pytest.skip(why)
    entry = next(each for each in entries if each.id == "show-nginx-virtual-hosts")
    evidence = await prove_real(entry, harness(), fixtures(), machine, at="")
    assert evidence.result == "passed", evidence.detail
    assert evidence.detail.startswith("run on nginx ")
