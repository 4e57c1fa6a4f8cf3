"""Declared file trees are read strictly and laid completely."""

from __future__ import annotations

import contextlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.fixtures import BadFixture, Planted, laying_program, read_fixture


def test_every_kind_of_entry_is_read() -> None:
    """Text, base64, zeros, folders, links, stand-ins, modes and times arrive."""
    fixture = read_fixture(
        [
            {"path": "/a/x.txt", "text": "hé\n", "mode": "0o640", "mtime": "2026-05-31T23:59:59"},
            {"path": "/a/b", "type": "file", "b64": "AAE="},
            {"path": "/a/big", "zeros": 3},
            {"path": "/d//e/", "type": "dir", "mode": "0755"},
            {"path": "/l", "type": "link", "target": "a/x.txt"},
            {"path": "/self.sh", "type": "self", "size": 2, "note": "n", "sha256": "0"},
        ]
    )
    assert [each.content for each in fixture] == ["hé\n".encode(), b"\0\1", b"\0\0\0", b"", b"", b"\0\0"]
    assert fixture[0].mode == 0o640
    assert fixture[0].modified == "2026-05-31T23:59:59"
    assert fixture[3] == Planted(path="/d/e", kind="dir", mode=0o755)
    assert fixture[4].link == "a/x.txt"
    assert read_fixture({"/x": "y"}) == (Planted(path="/x", content=b"y"),)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("x", "no object"),
        ({"path": "x"}, "absolute"),
        ({"path": "/a/../b"}, "absolute"),
        ({"path": "/"}, "cannot be declared"),
        ({"path": "/proc/1/mem", "text": ""}, "cannot be declared"),
        ({"path": "/a", "type": "fifo"}, "type"),
        ({"path": "/a", "type": "link"}, "target"),
        ({"path": "/a", "b64": "*"}, "base64"),
        ({"path": "/a", "zeros": -1}, "zeros"),
        ({"path": "/a", "mode": "rwx"}, "octal"),
        ({"path": "/a", "mtime": "yesterday"}, "mtime"),
    ],
)
def test_what_declares_no_path_is_refused(entry: Any, says: str) -> None:
    """The message names the entry and what is wrong with it."""
    with pytest.raises(BadFixture, match=f"entry 2.*{says}|entry 2: .*{says}"):
        read_fixture([{"path": "/ok"}, entry])


def test_a_path_is_declared_once() -> None:
    """Two entries for one path are a mistake, also when they are written differently."""
    with pytest.raises(BadFixture, match="twice"):
        read_fixture([{"path": "/a/b"}, {"path": "/a//b/."}])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_document_is_a_fixture_or_refused(document: Any) -> None:
    """Reading never fails in another way."""
    with contextlib.suppress(BadFixture):
        assert isinstance(read_fixture(json.loads(json.dumps(document))), tuple)


def test_the_program_makes_folders_links_modes_and_times(tmp_path: Path) -> None:
    """Names with spaces and quotes are laid as they are, and a folder keeps its declared time."""
    base = str(tmp_path)
    name = f"{base}/it's a folder"
    (tmp_path / "it's a folder").mkdir()
    (tmp_path / "it's a folder" / "x").write_text("x")
    program = laying_program(
        read_fixture(
            [
                {"path": name, "type": "dir", "mode": "0711", "mtime": "2020-01-02T03:04:05"},
                {"path": f"{name}/x", "text": "x", "mode": "0600", "mtime": "2021-01-02T03:04:05"},
                {"path": f"{base}/deep/link", "type": "link", "target": "../nowhere"},
            ]
        )
    )
    subprocess.run(["bash", "-s"], input=program, text=True, check=True)
    folder = tmp_path / "it's a folder"
    assert folder.stat().st_mode & 0o7777 == 0o711
    assert (folder / "x").stat().st_mode & 0o7777 == 0o600
    assert int(folder.stat().st_mtime) == 1577934245
    assert int((folder / "x").stat().st_mtime) == 1609556645
    assert (tmp_path / "deep/link").readlink() == Path("../nowhere")


def test_a_fixture_is_laid_by_few_programs() -> None:
    """Paths with one fate share a program, folders that files have made need none, and what is there needs nothing."""
    planted = read_fixture(
        [
            {"path": "/a/b/x", "text": "x", "mode": "0600"},
            {"path": "/a/b", "type": "dir", "mode": "0711"},
            {"path": "/a/y y", "text": "y", "mode": "0600"},
            {"path": "/c", "type": "dir"},
            {"path": "/d", "type": "dir"},
            {"path": "/a/l", "type": "link", "target": "y y"},
            {"path": "/a/m", "type": "link", "target": "y y"},
        ]
    )
    assert laying_program(planted).splitlines()[2:] == [
        "mkdir -p -- /c /d",
        "ln -sfn -- 'y y' /a/l",
        "ln -sfn -- 'y y' /a/m",
        "chmod 0600 -- /a/b/x '/a/y y'",
        "chmod 0711 -- /a/b",
    ]
    assert laying_program(read_fixture([{"path": "/a/x", "text": "x"}, {"path": "/a", "type": "dir"}])) == ""


def test_a_folder_has_its_time_when_links_were_laid_in_it(tmp_path: Path) -> None:
    """However many paths there are, the time of a folder is set after everything that lies in it was made."""
    name = str(tmp_path / "f")
    entries = [{"path": f"{name}/d{number}", "type": "dir", "mtime": "2022-02-02T02:02:02"} for number in range(250)]
    entries += [{"path": name, "type": "dir", "mtime": "2020-01-02T03:04:05"}]
    entries += [{"path": f"{name}/d7/link", "type": "link", "target": "x", "mtime": "2021-01-02T03:04:05"}]
    subprocess.run(["bash", "-s"], input=laying_program(read_fixture(entries)), text=True, check=True)
    assert int((tmp_path / "f").stat().st_mtime) == 1577934245
    assert {int((tmp_path / f"f/d{number}").stat().st_mtime) for number in range(250)} == {1643767322}
    assert int((tmp_path / "f/d7/link").lstat().st_mtime) == 1609556645


@pytest.mark.parametrize("path", ["x", "d/x", "//d/x", "/x"])
def test_a_path_that_no_document_may_declare_is_laid_too(path: str, tmp_path: Path) -> None:
    """A file or link that was not read from a document may lie anywhere: its program ends, and makes it."""
    assert laying_program([Planted(path=path)]) == ""
    if not path.startswith("/"):
        program = laying_program([Planted(path=path, kind="link", link="y")])
        subprocess.run(["bash", "-s"], input=program, text=True, check=True, cwd=tmp_path)
        assert (tmp_path / path).readlink() == Path("y")
