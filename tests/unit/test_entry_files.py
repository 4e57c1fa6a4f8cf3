"""An entry's files: what is written is read again, and what cannot be an entry is one clear sentence."""

from __future__ import annotations

import os
import tempfile
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.adapters.folder.entry_files import MAX_BYTES, check_id, read_entry, to_toml, whole, write_entry
from scriptsmith.adapters.folder.records import read_records
from scriptsmith.core.types import Entry, Evidence, Parameter, ParameterType, Requirements, Risk, Script, Status
from scriptsmith.errors import BadInput, NotFound, StorageError

HOSTILE = [
    '"""',
    "'''",
    'a"b',
    "\\",
    "\\u0041",
    "\x00\x07\x1b[31m\x7f\x85\x9f",
    "\r\n",
    "\ttab",
    "# comment",
    "]\n[labels]\nrisk = 'safe'",
    '"\nstatus = "verified',
    "\u2028\u2029\ufeff\u202e",
    "𝒳 é 漢",
    "{{ x }}",
]
text = st.one_of(st.text(max_size=20), st.sampled_from(HOSTILE))
texts = st.lists(text, max_size=3).map(tuple)
parameters = st.builds(
    Parameter,
    name=text,
    type=st.sampled_from(get_args(ParameterType)),
    option=text,
    description=text,
    default=st.none() | text,
    required=st.booleans(),
    unit=text,
    object=text,
    choices=texts,
    pattern=text,
)
entries = st.builds(
    Entry,
    id=st.from_regex(r"[a-z0-9][a-z0-9-]{0,79}", fullmatch=True),
    title=text,
    script=st.builds(Script, text=text, target=st.sampled_from(["bash", "ansible"])),
    version=st.integers(1, 10**9),
    phrases=texts,
    parameters=st.lists(parameters, max_size=2).map(tuple),
    risk=st.sampled_from(get_args(Risk)),
    requires=st.builds(Requirements, tools=texts, privilege=text),
    labels=st.dictionaries(text, text, max_size=3),
    owner=text,
    status=st.sampled_from(get_args(Status)),
    evidence=st.lists(st.builds(Evidence, kind=text, result=text, detail=text, at=text), max_size=2).map(tuple),
    approver=text,
    test=text,
)
ENTRY = Entry(id="show-date", title="Show the date", script=Script(text="date\n"), phrases=("show the date",))


@given(entry=entries)
def test_an_entry_survives_its_files(entry: Entry) -> None:
    """Whatever text an entry holds, reading what was written gives exactly it, digest included."""
    with tempfile.TemporaryDirectory() as name:
        write_entry(Path(name), entry)
        assert read_entry(Path(name)) == entry


@given(entry=entries)
def test_the_description_is_toml_without_the_script(entry: Entry) -> None:
    """`entry.toml` is valid TOML that holds the digest, and neither the script nor its test."""
    data = tomllib.loads(to_toml(entry))
    assert data["digest"] == entry.script.digest
    assert data["target"] == entry.script.target
    assert not {"script", "test"} & data.keys()


@settings(max_examples=40)
@given(entry=entries, later=entries)
def test_a_later_version_leaves_nothing_of_an_earlier(entry: Entry, later: Entry) -> None:
    """Writing over an entry leaves no part of the old one behind, its test included."""
    with tempfile.TemporaryDirectory() as name:
        write_entry(Path(name), entry)
        write_entry(Path(name), later)
        assert read_entry(Path(name)) == later


def test_equal_entries_have_equal_files() -> None:
    """The description does not depend on anything but the entry, so that git shows no noise."""
    assert to_toml(ENTRY) == to_toml(ENTRY)
    assert "\n\n\n" not in to_toml(ENTRY)


def test_a_script_that_was_changed_by_hand_is_refused(tmp_path: Path) -> None:
    """A script that is not the published one is not served, and the message names the file."""
    write_entry(tmp_path, ENTRY)
    (tmp_path / "script.sh").write_text("rm -rf /\n")
    with pytest.raises(BadInput, match=r"script\.sh was changed after approval: its digest is not"):
        read_entry(tmp_path)
    assert read_entry(tmp_path, trust_digest=False).script.text == "rm -rf /\n"


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ("id = ", r"entry\.toml: Invalid value"),
        ("", r"entry\.toml: id: it is required"),
        ('id = "a"\ntitle = 7', r"entry\.toml: title: "),
        ('id = "a"\ntitle = "t"\nrisk = "none"', r"entry\.toml: risk: "),
        ('id = "a"\ntitle = "t"\ncolour = "red"', r"entry\.toml: unknown key 'colour'"),
        ('id = "a"\ntitle = "t"\nscript = "x"\nversion = "one"', r"entry\.toml: version: "),
        ('id = "a"\ntitle = "t"\ndigest = "0"', r"changed after approval"),
        ('id = "a"\ntitle = "t"\n[[parameters]]\nname = "p"', r"entry\.toml: parameters\.0\.type: it is required"),
        ('id = "../a"\ntitle = "t"', r"entry\.toml: the id '../a' is not made of"),
        ('id = "A"\ntitle = "t"', r"the id 'A' is not made of"),
    ],
)
def test_what_cannot_be_an_entry_is_one_sentence(tmp_path: Path, toml: str, words: str) -> None:
    """A faulty description is refused with the file and what is wrong in it."""
    (tmp_path / "entry.toml").write_text(toml)
    (tmp_path / "script.sh").write_text("date\n")
    with pytest.raises(BadInput, match=words):
        read_entry(tmp_path)


@pytest.mark.parametrize("name", ["entry.toml", "script.sh"])
def test_a_missing_file_is_not_found(tmp_path: Path, name: str) -> None:
    """An entry without its description or its script is not there, and the missing file is named."""
    write_entry(tmp_path, ENTRY)
    (tmp_path / name).unlink()
    with pytest.raises(NotFound, match=name):
        read_entry(tmp_path)


@pytest.mark.parametrize("name", ["entry.toml", "script.sh", "test.sh"])
def test_files_that_are_no_text_are_refused(tmp_path: Path, name: str) -> None:
    """Bytes that are not UTF-8, too many bytes, and a folder in a file's place each have their sentence."""
    write_entry(tmp_path, ENTRY)
    path = tmp_path / name
    path.write_bytes(b"# \xff\n")
    with pytest.raises(BadInput, match=rf"{name} is not UTF-8"):
        read_entry(tmp_path)
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(BadInput, match=rf"{name} is larger than 1 MiB"):
        read_entry(tmp_path)
    path.unlink()
    path.mkdir()
    with pytest.raises(StorageError, match=rf"could not read .*{name}: Is a directory"):
        read_entry(tmp_path)


@pytest.mark.parametrize("name", ["entry.toml", "script.sh", "test.sh", "evidence.jsonl", ".replacing"])
def test_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    """A pipe in a file's place is no part of an entry, and nobody hangs on it."""
    write_entry(tmp_path, ENTRY)
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)
    if name == "evidence.jsonl":
        assert read_records(tmp_path) == ()
    else:
        with pytest.raises(StorageError, match=rf"could not read .*{name}: it is not a regular file"):
            read_entry(whole(tmp_path))


@pytest.mark.parametrize("id", ["", "-a", "a_b", "a/b", "..", "a b", "é", "a\n", "a" * 81])
def test_an_id_is_the_name_of_a_folder_and_nothing_else(id: str) -> None:
    """An id that could lead elsewhere, or differ by case, is refused."""
    with pytest.raises(BadInput, match="lower-case letters"):
        check_id(id)


def test_an_entry_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    """When a file cannot be replaced, the message names it, the old entry stays whole and nothing else is left."""
    write_entry(tmp_path, ENTRY)
    before = sorted(path.name for path in tmp_path.iterdir())
    broken = Entry(id="show-date", title="Show \udcff", script=Script(text="date\n"))
    with pytest.raises(BadInput, match="character"):
        write_entry(tmp_path, broken)
    assert read_entry(tmp_path) == ENTRY
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    (tmp_path / "test.sh").mkdir()
    with pytest.raises(StorageError, match=r"could not write .*test\.sh"):
        write_entry(tmp_path, Entry(id="show-date", title="t", script=Script(text="date\n"), test="true\n"))
    assert sorted(os.listdir(tmp_path)) == sorted([*before, "test.sh"])
