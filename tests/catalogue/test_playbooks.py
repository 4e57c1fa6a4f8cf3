"""Every shipped playbook does what it says, and its test would notice if it did not."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.folder.records import read_records
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ansible.checks import PlaybookText
from scriptsmith.ansible.programs import FOLDER, SETTINGS, environ
from scriptsmith.ansible.proving import wrongly_taken
from scriptsmith.ansible.situations import conditions, situations
from scriptsmith.ansible.state_test import chosen, elsewhere, refused
from scriptsmith.core.evidence_grade import graded
from scriptsmith.core.proof import proof_digest, with_records
from scriptsmith.core.types import Action
from scriptsmith.ports import BoxSpec
from scriptsmith.vetting import findable, vet
from scriptsmith.wiring import SEED, fixtures, harness
from tests.ansible.installed import ansible, home
from tests.boxes import boxed
from tests.proofs import PLAYBOOK_LIMITS, entries_now, playbooks, to_prove, why_no_entry
from tests.thoroughness import some

NOW = entries_now("ansible")
LANGUAGE = playbooks()
named = pytest.mark.parametrize("folder", [pytest.param(folder, id=folder.name) for folder in NOW])
provable = to_prove("folder", NOW)


def test_there_are_at_least_forty() -> None:
    """No playbook and no phrase twice."""
    entries = [read_entry(folder) for folder in NOW]
    assert len(entries) >= 40
    assert len({entry.script.digest for entry in entries}) == len(entries)
    assert len({phrase for entry in entries for phrase in entry.phrases}) == sum(len(e.phrases) for e in entries)


@named
async def test_it_is_in_order(folder: Path) -> None:
    """Description, parameters and phrases are without fault, and its risk is the one that its text shows."""
    entry = read_entry(folder)
    assert await vet(entry, [PlaybookText()], language=LANGUAGE) == []
    assert (await LANGUAGE.weigh(entry.script)).risk == entry.risk
    assert (entry.area, entry.id) == (folder.parent.name, folder.name)
    assert len(entry.phrases) >= 15
    assert entry.requires.tools


@named
async def test_its_bound_form_is_as_sound(folder: Path) -> None:
    """With the values of its test it has no findings and is no more dangerous; wrong values are refused."""
    entry = read_entry(folder)
    values = {p.name: p.default for p in entry.parameters if p.default is not None} | chosen(entry.test)
    bound = LANGUAGE.bind(entry, values, on=date(2026, 11, 23))
    assert bound.how == "short"
    assert await PlaybookText().check(bound.script) == ()
    assert (await LANGUAGE.weigh(bound.script)).risk == entry.risk
    assert wrongly_taken(entry, LANGUAGE) == ""


@named
def test_its_test_asks_for_what_matters(folder: Path) -> None:
    """It tries other values than the defaults, its controls have something to put wrong, and what it refuses is tried."""
    entry = read_entry(folder)
    defaults = {p.name: p.default for p in entry.parameters}
    assert chosen(entry.test).keys() <= defaults.keys()
    assert all(defaults[name] != value for name, value in chosen(entry.test).items())
    assert chosen(entry.test)
    assert {name for name, _ in refused(entry.test)} <= defaults.keys()
    assert elsewhere(entry.script.text) != entry.script.text
    assert bool(situations(entry.test)) == bool(conditions(entry.script.text))
    untried = re.findall(r"^# untried: (.+?) because", entry.test, re.MULTILINE)
    assert [part for part in untried if not any(part in each for each in conditions(entry.script.text))] == []


@named
def test_its_proof_is_of_its_present_text(folder: Path) -> None:
    """What people read about it was seen of this playbook with this test."""
    entry = with_records(read_entry(folder), read_records(folder))
    assert [(e.result, e.digest) for e in entry.evidence] == [("passed", proof_digest(entry, harness()))]
    assert graded(entry, harness(), fixtures()).grade in ("real", "stand-ins")


async def test_phrases_find_their_own_entry(tmp_path: Path) -> None:
    catalogue, faults = FolderCatalogue(tmp_path, SEED), list[str]()
    for folder in NOW:
        faults += await findable(read_entry(folder), catalogue)
    assert faults == []


async def test_no_playbook_answers_for_bash(tmp_path: Path) -> None:
    """Not even to its own phrases, and no script answers for Ansible."""
    catalogue = FolderCatalogue(tmp_path, SEED)
    for folder in some(list(NOW)[::10], 4):
        text = read_entry(folder).phrases[0]
        scripts = await catalogue.nearest(Action(text=text), limit=20)
        assert {match.entry.script.target for match in scripts} == {"bash"}
        found = await catalogue.nearest(Action(text=text, target="ansible"), limit=20)
        assert {match.entry.script.target for match in found} == {"ansible"}


@boxed
@ansible
@pytest.mark.thorough
async def test_all_are_clean_at_production() -> None:
    """One run of ansible-lint over all of them."""
    files = {f"{FOLDER}/{folder.name}.yml": (folder / "playbook.yml").read_bytes() for folder in NOW}
    files[SETTINGS] = b"[defaults]\n"
    spec = BoxSpec(files=files, workdir=FOLDER, environ=environ(home()), limits=PLAYBOOK_LIMITS)
    names = [f"{folder.name}.yml" for folder in NOW]
    async with Bubblewrap().open(spec) as box:
        ran = await box.execute(
            [home().program("ansible-lint"), "--offline", "--nocolor", "-q", "--profile", "production", *names]
        )
    assert (ran.exit, ran.stdout.decode()) == (0, ""), ran.stderr.decode()


@boxed
@ansible
@provable
async def test_it_is_proven_in_a_box(folder: Path) -> None:
    """Two runs of both forms, the state after each, and controls that the test notices."""
    assert await why_no_entry(folder, Bubblewrap()) == ""
