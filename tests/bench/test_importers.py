"""Importers make a case of every row that lies there, and say of those that cannot be used why."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.bench.importers import IMPORTERS, alfa, bashkit, eabench, importer
from scriptsmith.bench.places import installed
from scriptsmith.errors import BadInput, NotFound
from tests.bench.data import shared

ALFA_ROW = {"index": 7, "fs": 1, "query": "list /t", "gold": "ls /t", "gold2": "find /t", "difficulty": 1}
TREE = [{"path": "/t/a.txt", "text": "a"}, {"path": "/setup.sh", "type": "self", "size": 12}]
EA_ROW = {"test": "t1", "prompt": "show it", "gold": "cat in.cfg", "invocations": ["bash t1.sh"], "fixture_files": []}
KIT_ROW = {
    "id": "k1", "category": "text", "prompt": "count", "files": {"/d/a": "x"}, "expectations": [{"check": "exit_code:0"}],
}  # fmt: skip


def folder(at: Path, rows: Sequence[Mapping[str, Any] | str], **files: Any) -> Path:
    text = "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
    (at / "rows.jsonl").write_text(text)
    for name, document in files.items():
        (at / f"{name}.json").write_text(document if isinstance(document, str) else json.dumps(document))
    return at


def anything(_: str) -> bool:
    return True


@pytest.mark.parametrize("name", list(IMPORTERS))
def test_a_missing_path_says_what_to_fetch(name: str, tmp_path: Path) -> None:
    """Where nothing lies, the error names the path and the data that belongs there."""
    for place in (tmp_path / "nowhere", tmp_path):
        with pytest.raises((BadInput, NotFound), match="fetch the") as caught:
            importer(name)(place)
        assert str(place) in str(caught.value)


def test_an_unknown_importer_is_told_with_the_names() -> None:
    """Asking for an importer that is not there names those that are."""
    with pytest.raises(BadInput, match="alfa, bashkit, eabench"):
        importer("intercode")


@pytest.mark.parametrize("name", list(IMPORTERS))
def test_no_row_is_dropped(name: str, tmp_path: Path) -> None:
    """A line that is no JSON, no object or lacks a key is a case with a problem, in its place, with a name of its own."""
    cases = importer(name)(folder(tmp_path, ["{", "[]", "", {"index": 1, "id": 5}, "7"]))
    assert len(cases) == 4
    assert all(case.problem for case in cases)
    assert len({case.key for case in cases}) == 4
    assert "line 1 of rows.jsonl" in cases[0].problem


def test_rows_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Two rows with the same name, of one file or two, are two cases with two keys."""
    (tmp_path / "more.jsonl").write_text(json.dumps(KIT_ROW))
    keys = [case.key for case in bashkit.load(folder(tmp_path, [KIT_ROW, KIT_ROW]))]
    assert keys == ["bashkit/k1", "bashkit/k1~2", "bashkit/k1~3"]


def test_an_alfa_row_is_a_case(tmp_path: Path) -> None:
    """Two references, the declared tree, the working directory of upstream, difficulty and licence are all there."""
    (case,) = alfa.load(folder(tmp_path, [ALFA_ROW], fixture_fs_1=TREE), found=anything)
    assert (case.key, case.action, case.workdir, case.difficulty) == ("alfa/7", "list /t", "/", 1)
    assert [gold.text for gold in case.golds] == ["ls /t", "find /t"]
    assert [planted.path for planted in case.fixture] == ["/t/a.txt", "/setup.sh"]
    assert (case.problem, case.kind, case.licence) == ("", "line", "MIT")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"suspect": True}, "suspect"),
        ({"gold": "wc -l setup.sh"}, "reads /setup.sh"),
        ({"gold2": "cat /t/a | sort | nosuchprog -x"}, "not there: nosuchprog"),
        ({"gold": "find /t -exec nosuchprog {} \\;"}, "not there: nosuchprog"),
        ({"gold": "echo $(dig +short localhost)"}, "network: dig"),
        ({"fs": 9}, "fixture_fs_9.json is not there"),
        ({"fs": 2}, "fixture_fs_2.json: entry 1"),
        ({"fs": 3}, "fixture_fs_3.json is not JSON"),
        ({"gold": None}, "'gold' of the row is not"),
        ({"index": True}, "'index' of the row is not"),
    ],
)
def test_an_alfa_row_that_cannot_be_used_says_why(changes: dict[str, Any], why: str, tmp_path: Path) -> None:
    """Suspect rows, unknown contents, missing programs and trees, the network: each is a problem of its case alone."""
    rows = [{**ALFA_ROW, **changes}, ALFA_ROW]
    at = folder(tmp_path, rows, fixture_fs_1=TREE, fixture_fs_2=[{"path": "x"}], fixture_fs_3="{")
    bad, good = alfa.load(at, found=lambda program: program != "nosuchprog")
    assert why in bad.problem
    assert not good.problem


def test_what_bash_has_itself_is_never_missing(tmp_path: Path) -> None:
    """Builtins, assignments and programs of every system need not be looked for."""
    row = {**ALFA_ROW, "gold": "x=1; type ls && echo $x | sort", "gold2": "time /bin/ls -l; [ -e /t ]"}
    (case,) = alfa.load(folder(tmp_path, [row], fixture_fs_1=TREE), found=lambda _: False)
    assert (case.needs, case.problem) == ((), "")


def test_programs_are_looked_for_where_a_box_looks() -> None:
    """`installed` knows a program that every system has, and none that is made up."""
    assert installed("bash")
    assert not installed("no-such-program")


def test_an_eabench_row_has_the_files_that_it_names(tmp_path: Path) -> None:
    """A file that only the reference names is there; one that it makes is not, nor is one that it moves to."""
    rows = [
        {**EA_ROW, "gold": "cat in.cfg > out.txt && cp in.cfg sub/copy.cfg"},
        {**EA_ROW, "gold": "mv a.txt target", "fixture_files": ["listed.bin"]},
        {**EA_ROW, "gold": "mkdir dir1 && awk '{print $2}' file.txt > t && mv t file.txt"},
    ]
    made, moved, kept = (
        {planted.path: planted for planted in case.fixture} for case in eabench.load(folder(tmp_path, rows))
    )
    assert "/app/in.cfg" in made
    assert not {"/app/out.txt", "/app/sub/copy.cfg"} & set(made)
    assert moved["/app/target"].kind == "dir"
    assert {"/app/listed.bin", "/app/a.txt"} <= set(moved)
    assert "/app/file.txt" in kept
    assert not any(path.startswith("/app/dir1") for path in kept)


def test_the_arguments_of_a_call_are_there(tmp_path: Path) -> None:
    """A file or folder that a call names is in the tree, but for one that the reference makes from it."""
    rows = [
        {**EA_ROW, "prompt": "count lines of a file", "gold": "wc -l $1", "invocations": ["bash t.sh my.cfg"]},
        {**EA_ROW, "prompt": "list a directory", "gold": 'ls "$1"', "invocations": ["bash t.sh mine"]},
        {**EA_ROW, "prompt": "make a directory", "gold": "mkdir ${1}", "invocations": ["bash t.sh mine"]},
    ]
    paths = [{planted.path for planted in case.fixture} for case in eabench.load(folder(tmp_path, rows))]
    assert "/app/my.cfg" in paths[0]
    assert {"/app/mine/a.txt", "/app/mine/sub/b.txt"} <= paths[1]
    assert not any(path.startswith("/app/mine") for path in paths[2])


def test_equal_eabench_rows_have_equal_trees(tmp_path: Path) -> None:
    """The tree is derived from the row and nothing else, and `source` says that it is ours."""
    one, two = eabench.load(folder(tmp_path, [EA_ROW, {**EA_ROW, "test": "t2"}]))
    assert one.fixture == two.fixture
    assert "its files are ours" in one.source


@pytest.mark.parametrize(
    ("changes", "calls", "why"),
    [
        ({"invocations": ["bash t.sh a 'b c'", "bash t.sh"]}, (("a", "b c"), ()), ""),
        ({"invocations": []}, ((),), ""),
        ({"gold": "mv $1 $2", "prompt": "move a filename to a directory"}, (("a.txt", "dir2"),), ""),
        ({"gold": "awk '{print $1}' a.txt"}, ((),), ""),
        ({"gold": "cat ${1}", "invocations": ["bash t.sh x"]}, (("x",),), ""),
        ({"gold": "echo $3", "prompt": "show the file"}, (("a.txt",),), "arguments that the row does not give"),
        ({"invocations": ["make 'it"]}, ((),), "no way to call a script"),
        ({"invocations": "bash t.sh"}, ((),), "no list of texts"),
    ],
)
def test_eabench_invocations_become_calls(
    changes: dict[str, Any], calls: tuple[tuple[str, ...], ...], why: str, tmp_path: Path
) -> None:
    """Arguments are those of the row, or chosen by the prompt where the reference wants more, or a problem."""
    (case,) = eabench.load(folder(tmp_path, [{**EA_ROW, **changes}]))
    assert case.calls == calls
    assert why in case.problem
    assert bool(case.problem) is bool(why)


def test_a_bashkit_row_keeps_its_checks_as_written(tmp_path: Path) -> None:
    """Checks are texts in their order, files a tree; there is no reference."""
    (case,) = bashkit.load(folder(tmp_path, [KIT_ROW]))
    assert (case.expectations, case.golds, case.problem) == (("exit_code:0",), (), "")
    assert [(planted.path, planted.content) for planted in case.fixture] == [("/d/a", b"x")]


@pytest.mark.parametrize(
    "changes",
    [
        {"expectations": [{"check": "llm_judge:nice"}]},
        {"expectations": [{"check": 5}]},
        {"expectations": []},
        {"expectations": [{"check": "stdout_regex:("}]},
        {"files": {"relative": "x"}},
        {"files": 5},
    ],
)
def test_a_bashkit_row_with_what_cannot_be_checked_is_a_problem(changes: dict[str, Any], tmp_path: Path) -> None:
    """A check that is unknown, none at all, or a tree that is none: the case says so."""
    (case,) = bashkit.load(folder(tmp_path, [{**KIT_ROW, **changes}]))
    assert case.problem


@pytest.mark.parametrize(
    ("name", "place", "rows", "usable"), [("alfa", "intercode_alfa", 150, 120), ("eabench", "eabench", 50, 50), ("bashkit", "bashkit", 29, 29)]
)  # fmt: skip
def test_the_public_data_is_imported_whole(name: str, place: str, rows: int, usable: int) -> None:
    """Every row of the public data is a case, most of them usable, each with a key of its own and a licence."""
    cases = importer(name)(shared(place))
    assert len(cases) == rows
    assert len({case.key for case in cases}) == rows
    assert sum(not case.problem for case in cases) >= usable
    assert all(case.action and case.licence and case.source for case in cases)


def test_alfa_rows_that_read_the_setup_script_are_named() -> None:
    """Of the public rows, exactly those that name the script of unknown content have that problem."""
    cases = alfa.load(shared("intercode_alfa"), found=anything)
    reading = {case.id for case in cases if any("setup_nl2b" in gold.text for gold in case.golds)}
    assert {case.id for case in cases if "content is not known" in case.problem} == reading
    assert len(reading) > 5
