"""What the gate of mutants showed of shipped entries is recorded, and holds them to it while their texts are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.cli.verify_mutants import read_records
from scriptsmith.core.types import Entry
from scriptsmith.mutants import SHARES, mutants
from scriptsmith.proving_mutants import MutationRecord, gate_digest
from scriptsmith.wiring import fixtures, harness
from tests.proofs import folders

RECORD = Path(__file__).parents[1] / "mutants.jsonl"
SHORT = frozenset(
    {"empty-swap", "find-files-without-owner", "replace-text-in-config", "save-etcd-snapshot", "stop-process-by-pid"}
)
"""Entries that fell short of their gate when they were recorded, and whose tests wait to be strengthened."""


@pytest.fixture(scope="module")
def current() -> dict[str, tuple[Entry, MutationRecord]]:
    """The entries whose record is of their present texts, with it."""
    library, known, records = harness(), fixtures(), read_records(RECORD)
    found = {}
    for folder in folders():
        if record := records.get(folder.name):
            entry = read_entry(folder)
            if record.digest == gate_digest(entry, mutants(entry), library, known):
                found[folder.name] = entry, record
    return found


@pytest.mark.thorough
def test_recorded_entries_pass_their_gate(current: dict[str, tuple[Entry, MutationRecord]]) -> None:
    """All but those that are known to fall short; one of these that passes now leaves the list."""
    short = {name for name, (entry, record) in current.items() if record.share < SHARES[entry.risk]}
    assert short == SHORT & current.keys()


def test_records_are_of_shipped_entries_and_add_up() -> None:
    """No line is of an entry that is gone; every mutant was killed, survived or is named as no fault."""
    shipped = {folder.name for folder in folders()}
    for name, record in read_records(RECORD).items():
        assert name in shipped
        assert record.made == record.killed + len(record.survived) + record.equivalent, name
        assert record.tests, name
