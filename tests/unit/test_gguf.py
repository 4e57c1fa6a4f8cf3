"""What is read of a model file, and that no other file passes for one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

from scriptsmith.adapters.local_models.gguf import read_header
from scriptsmith.errors import BadInput
from scriptsmith.testing.model_files import TINY, tiny_gguf

SOUND = tiny_gguf()


def written(folder: Path, data: bytes) -> Path:
    path = folder / "some model.gguf"
    path.write_bytes(data)
    return path


def test_a_header_tells_what_a_server_needs(tmp_path: Path) -> None:
    """Architecture, name, length, longest context, and the memory of one token: two halves for each of 2 heads of 16."""
    header = read_header(written(tmp_path, SOUND))
    assert (header.architecture, header.name, header.size, header.context) == ("llama", "Tiny", len(SOUND), 2048)
    assert header.kept == 2 * 2 * 2 * (2 * 16)


def test_a_file_may_be_longer_than_its_header_needs(tmp_path: Path) -> None:
    """What follows the last tensor is nobody's, and does no harm."""
    assert read_header(written(tmp_path, SOUND + b"more")).size == len(SOUND) + 4


@given(length=st.integers(min_value=0, max_value=len(SOUND) - 1))
def test_a_cut_file_is_told_as_such(tmp_path_factory: pytest.TempPathFactory, length: int) -> None:
    """Wherever the file is cut, the one sentence names it and says that it is empty, foreign or truncated."""
    path = written(tmp_path_factory.mktemp("cut"), SOUND[:length])
    with pytest.raises(BadInput, match=r"is truncated, .*: fetch it again|is not a GGUF file") as caught:
        read_header(path)
    assert str(path) in str(caught.value)
    assert ("not a GGUF" in str(caught.value)) == (length < 4)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not a GGUF file \\(it is empty\\)"),
        (b"\x7fELF" + bytes(100), "is not a GGUF file \\(it begins otherwise\\)"),
        (b"PK\3\4" + SOUND, "is not a GGUF file"),
        (SOUND[:4] + b"\1\0\0\0" + SOUND[8:], "is GGUF of version 1"),
        (SOUND[:8] + b"\xff" * 8 + SOUND[16:], "no sound GGUF file"),
        (tiny_gguf(TINY, rows=8)[: -16 * 32], "is truncated, its header tells of"),
    ],
)
def test_a_foreign_file_is_told_as_such(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_header(written(tmp_path, data))


@given(at=st.integers(min_value=4, max_value=len(SOUND) - 600), noise=st.binary(min_size=1, max_size=12))
def test_no_damage_is_more_than_a_sentence(tmp_path_factory: pytest.TempPathFactory, at: int, noise: bytes) -> None:
    """Numbers in a header are never trusted: a damaged one is read or refused, and nothing else is raised."""
    path = written(tmp_path_factory.mktemp("noise"), SOUND[:at] + noise + SOUND[at + len(noise) :])
    with suppress(BadInput):
        assert read_header(path).size == path.stat().st_size


def test_a_missing_file_a_folder_and_a_pipe_are_told(tmp_path: Path) -> None:
    """None of them is waited for or taken for a model."""
    with pytest.raises(BadInput, match="there is no model file"):
        read_header(tmp_path / "gone.gguf")
    with pytest.raises(BadInput, match="cannot be read: Is a directory"):
        read_header(tmp_path)
