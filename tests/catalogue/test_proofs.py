"""The record of proofs: whatever decides a proof is in its digest, and what has changed is proven again."""

from __future__ import annotations

import ast
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.bench.model import Case
from scriptsmith.core.fixtures import Planted
from scriptsmith.core.types import Entry, Script
from scriptsmith.wiring import harness
from tests.proofs import (
    BOX,
    CASE_CODE,
    ENTRY_CODE,
    PLAYBOOK_CASE_CODE,
    SOURCE,
    Provable,
    case_digest,
    cases,
    cases_now,
    code_digest,
    due,
    entries_now,
    entry_digest,
    files_of,
    folders,
    not_here,
    read_record,
    repeated,
    write_record,
)


@pytest.fixture(scope="module")
def entry() -> Entry:
    """Some shipped entry."""
    return read_entry(folders()[0])


@pytest.fixture(scope="module")
def case() -> Case:
    """Some shipped case with a world of its own."""
    return next(case for case in cases().values() if case.fixture)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of all code that decides proofs."""
    for path in files_of({*ENTRY_CODE, *CASE_CODE, *PLAYBOOK_CASE_CODE}):
        copy = tmp_path / path.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    return tmp_path


def test_a_changed_script_test_or_library_is_another_digest(entry: Entry) -> None:
    """Each of the three texts of an entry's proof counts."""
    library = harness()
    changed = [
        entry_digest(replace(entry, script=Script(text=f"{entry.script.text}#\n")), library, "code"),
        entry_digest(replace(entry, test=f"{entry.test}#\n"), library, "code"),
        entry_digest(entry, f"{library}#\n", "code"),
        entry_digest(entry, library, "other code"),
    ]
    assert entry_digest(entry, library, "code") not in changed
    assert len(set(changed)) == 4


def test_a_changed_part_of_a_case_is_another_digest(case: Case) -> None:
    """World, scenarios, tests and references count."""
    scenario = case.scenarios[0]
    planted = Planted(path="/work/more", content=b"")
    changed = [
        case_digest(replace(case, golds=(Script(text="true\n"),)), "code"),
        case_digest(replace(case, fixture=(*case.fixture, planted)), "code"),
        case_digest(replace(case, scenarios=(replace(scenario, test="finish\n"), *case.scenarios[1:])), "code"),
        case_digest(replace(case, scenarios=(replace(scenario, prepare="true\n"), *case.scenarios[1:])), "code"),
        case_digest(case, "other code"),
    ]
    assert case_digest(case, "code") not in changed
    assert len(set(changed)) == 5


def test_the_words_of_levels_decide_no_proof() -> None:
    """A playbook's case may be told in other words; another mutant, reference or group is another proof."""
    case = next(case for case in cases().values() if case.levels)
    digest = case_digest(case, "code")
    assert case_digest(replace(case, levels=("a", "b", "c"), action="c"), "code") == digest
    for other in (replace(case, mutants=case.mutants[1:]), replace(case, golds=()), replace(case, groups=())):
        assert case_digest(other, "code") != digest


@pytest.mark.parametrize("code", [ENTRY_CODE, CASE_CODE, PLAYBOOK_CASE_CODE], ids=["entries", "cases", "playbooks"])
def test_every_file_of_the_code_counts(code: tuple[str, ...], source: Path) -> None:
    """A changed byte in any file that proves is another digest; a file elsewhere is none of its business."""
    (source / "other.py").write_text("x")
    before = code_digest(code)
    assert code_digest(code, source) == before
    for path in files_of(code, source):
        text = path.read_bytes()
        path.write_bytes(text + b"#\n")
        assert code_digest(code, source) != before, path
        path.write_bytes(text)
    (source / "other.py").write_text("y")
    assert code_digest(code, source) == before


def test_a_new_file_of_the_boxes_counts(source: Path) -> None:
    """The folder of the boxes counts as a whole, and a file that is gone is an error, never nothing."""
    before = code_digest(BOX, source)
    (source / "adapters/sandbox/fresh.py").write_text("x")
    assert code_digest(BOX, source) != before
    (source / "core/proof.py").unlink()
    with pytest.raises(FileNotFoundError, match=r"core/proof\.py"):
        code_digest(BOX, source)


def test_what_the_boxes_import_counts() -> None:
    """No module of ours that the code of the boxes imports is missing from the list."""
    listed = {path.relative_to(SOURCE).with_suffix("") for path in files_of(BOX)}
    for path in files_of(["adapters/sandbox/*.py", "adapters/boxes.py", "adapters/differences.py"]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = path.parents[node.level - 1].joinpath(*(node.module or "").split(".")).relative_to(SOURCE)
                modules = {base} if (SOURCE / base).with_suffix(".py").exists() else {base / a.name for a in node.names}
                assert modules <= listed, path


def test_what_changed_is_proven_again_and_one_of_each_group() -> None:
    """What the record lacks or has with another digest is due; of what is recorded, one of each group."""
    every = [
        Provable(kind="entry", name=name, group=group, digest=digest)
        for name, group, digest in (("a", "disk", "3"), ("b", "disk", "1"), ("c", "disk", "2"), ("d", "dns", "9"))
    ]
    record = {each.key: each.digest for each in every}
    assert due(every, record) == {"entry b", "entry d"}
    assert due(every, record | {"entry c": "0"}) == {"entry b", "entry c", "entry d"}
    assert due(every, {}) == {each.key for each in every}


def test_a_share_of_what_is_recorded_is_proven_again_and_each_change_chooses_another() -> None:
    """About one in three, the same in the same tree; after some changes each has been in the share."""
    every = [Provable(kind="entry", name=str(n), group="disk", digest=str(n)) for n in range(300)]
    assert 70 < len(repeated(every)) < 130
    assert repeated(every[::-1]) == repeated(every)
    after = [replace(each, digest=f"{each.digest} {change}") for change in range(20) for each in every[:1]]
    assert set().union(*(repeated([first, *every[1:]]) for first in after)) == {each.key for each in every}


def test_what_is_recorded_is_read(tmp_path: Path) -> None:
    """The record comes back as it was written, and none is there before."""
    path = tmp_path / "proofs.txt"
    assert read_record(path) == {}
    write_record({"entry b": "2", "case x/a": "1"}, path)
    assert path.read_text() == "case x/a 1\nentry b 2\n"
    assert read_record(path) == {"entry b": "2", "case x/a": "1"}


@pytest.mark.thorough
def test_the_record_is_up_to_date() -> None:
    """All that can be proven on this machine is recorded as it is, and nothing else is; run `make prove` if not."""
    lacking = {f"case {name}" for name, case in cases().items() if not_here(case)}
    entries = {**entries_now("bash"), **entries_now("ansible")}
    now = {each.key: each.digest for each in (*entries.values(), *cases_now().values())}
    record = read_record()
    assert set(record) - set(now) == set()
    assert {key for key, digest in now.items() if record.get(key) != digest} - lacking == set()
