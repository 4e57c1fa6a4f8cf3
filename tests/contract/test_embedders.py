"""What every `Embedder` promises, and what those at a server and those of this machine promise beyond that."""

from __future__ import annotations

import importlib.util
import math
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest

from scriptsmith.adapters.embedding.http import HttpEmbedder
from scriptsmith.adapters.embedding.local import LocalEmbedder
from scriptsmith.adapters.embedding.onnx import OnnxEmbedder
from scriptsmith.adapters.embedding.static import SHIPPED, StaticEmbedder
from scriptsmith.adapters.model_spec import ModelSpec
from scriptsmith.core.types import Vector
from scriptsmith.errors import ModelError
from scriptsmith.ports import Embedder
from scriptsmith.testing import Provider
from scriptsmith.testing.hashing import HashingEmbedder

from .tiny_onnx import TABLE, WORDS, write_model

TEXTS = ("stop the nginx service", "start the nginx service", "disk full", "restart the service", "disk full")
ODD = ("", "   ", "\0", "a\0b", "rm \udcff", "\ud83d", "日本語", "🙂" * 50, "\x1b[31m", ".", "stop\r\n\tthe disk")


def near(one: Vector, other: Vector) -> bool:
    return one == pytest.approx(other, abs=1e-5)


class EmbedderSuite:
    """The promises of the port, one test each: subclass as `Test…` and provide the fixture `embedder`."""

    async def test_a_vector_for_each_text_in_its_order(self, embedder: Embedder) -> None:
        """Each text has its own vector at its own place, equal texts equal ones."""
        vectors = await embedder.embed(TEXTS)
        backwards = await embedder.embed(TEXTS[::-1])
        assert len(vectors) == len(TEXTS)
        assert all(near(one, other) for one, other in zip(vectors, reversed(backwards), strict=True))
        assert near(vectors[2], vectors[4])
        assert not near(vectors[0], vectors[2])

    async def test_vectors_are_of_unit_length(self, embedder: Embedder) -> None:
        """Every vector has `dimension` finite numbers, and length 1."""
        vectors = await embedder.embed(TEXTS)
        assert {len(vector) for vector in vectors} == {embedder.dimension}
        assert [math.hypot(*vector) for vector in vectors] == pytest.approx([1.0] * len(TEXTS), abs=1e-5)

    async def test_a_batch_is_no_other_than_single_texts(self, embedder: Embedder) -> None:
        """A text has the same vector alone as among many others, longer ones too."""
        texts = [*TEXTS, "stop the full disk " * 30, *(f"start {number}" for number in range(150))]
        together = await embedder.embed(texts)
        for at in (0, 2, 5, 70, 155):
            assert near((await embedder.embed([texts[at]]))[0], together[at])

    async def test_no_texts_have_no_vectors(self, embedder: Embedder) -> None:
        """An empty list is answered by an empty one."""
        assert list(await embedder.embed([])) == []

    async def test_odd_text_has_a_vector(self, embedder: Embedder) -> None:
        """Blank text, NULs, lone surrogates and any script have a vector of length 1, or 0 for what says nothing."""
        vectors = await embedder.embed(ODD)
        assert {len(vector) for vector in vectors} == {embedder.dimension}
        lengths = [math.hypot(*vector) for vector in vectors]
        assert all(length == pytest.approx(1, abs=1e-5) or length == 0 for length in lengths)
        assert lengths[0] == lengths[1] == 0

    async def test_a_very_long_text_has_a_vector(self, embedder: Embedder) -> None:
        """A megabyte of text is one vector like any other."""
        (vector,) = await embedder.embed(["restart the nginx service " * 40_000])
        assert math.hypot(*vector) == pytest.approx(1, abs=1e-5)

    async def test_the_model_has_a_name_that_stays(self, embedder: Embedder) -> None:
        """The name is there before the first text and the same after it."""
        before = embedder.model
        await embedder.embed(["x"])
        assert before == embedder.model != ""


class TestHashing(EmbedderSuite):
    """The embedder without a model."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        return HashingEmbedder()


@pytest.mark.skipif(not (SHIPPED / "tokenizer.json").exists(), reason="the shipped model is not made yet")
class TestStatic(EmbedderSuite):
    """The shipped embedder."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        return StaticEmbedder()


class TestHttp(EmbedderSuite):
    """A server's model, over real HTTP."""

    @pytest.fixture
    async def embedder(self) -> AsyncIterator[Embedder]:
        with Provider() as provider:
            spec = ModelSpec(role="embedder", model="openai-compatible:small", base_url=provider.url)
            async with HttpEmbedder(spec) as embedder:
                yield embedder


DOUBLE = '''
import hashlib, pathlib, numpy
class SentenceTransformer:
    """As much of the class of sentence-transformers 5 and 6 as is used."""
    def __init__(self, model_name_or_path=None, *, trust_remote_code=False):
        if trust_remote_code: raise RuntimeError("code of strangers")
        if "missing" in model_name_or_path: raise OSError(model_name_or_path + " is not a local folder\\nand no model")
        self.name = model_name_or_path
    def encode(self, inputs, *, batch_size=32, show_progress_bar=None, convert_to_numpy=True):
        assert isinstance(inputs, list) and show_progress_bar is False and convert_to_numpy
        if "broken" in self.name: raise RuntimeError("CUDA out of memory")
        rows = [list(hashlib.sha256(text.encode()).digest()[:6]) for text in inputs]
        return numpy.array(rows, dtype=numpy.float32) - 99.5
'''


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package `sentence_transformers` that answers at once."""
    (tmp_path / "sentence_transformers.py").write_text(DOUBLE)
    monkeypatch.syspath_prepend(tmp_path)
    before = sys.modules.pop("sentence_transformers", None)
    yield
    sys.modules.pop("sentence_transformers", None)
    if before:
        sys.modules["sentence_transformers"] = before


@pytest.mark.usefixtures("library")
class TestLocal(EmbedderSuite):
    """A model that sentence-transformers runs, with a double in the place of that library."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        return LocalEmbedder("some/model")

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("missing/model", r"could not be loaded \(OSError: missing/model is not a local folder and no model\)"),
            ("broken/model", r"could not be run \(RuntimeError: CUDA out of memory\): check embedder\.model"),
        ],
    )
    async def test_a_model_that_fails_is_told(self, name: str, words: str) -> None:
        """Whatever the library raises is one sentence with the model and what to check."""
        with pytest.raises(ModelError, match=words) as caught:
            await LocalEmbedder(name).embed(["x"])
        assert "\n" not in str(caught.value)

    def test_another_model_in_a_folder_has_another_name(self, tmp_path: Path) -> None:
        """A folder's name says which files are in it, so that vectors of an exchanged model are not mixed up."""
        folder = tmp_path / "model"
        folder.mkdir()
        (folder / "weights").write_text("1")
        before = LocalEmbedder(str(folder)).model
        assert LocalEmbedder(str(folder)).model == before
        (folder / "weights").write_text("22")
        assert LocalEmbedder(str(folder)).model != before


@pytest.mark.parametrize(
    ("module", "embedder", "command"),
    [
        ("sentence_transformers", LocalEmbedder("some/model"), r"pip install 'scriptsmith\[sentence-transformers\]'"),
        ("onnxruntime", OnnxEmbedder(Path("nowhere")), r"pip install 'scriptsmith\[onnx\]'"),
    ],
)
async def test_a_missing_extra_is_named(
    module: str, embedder: Embedder, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the library the error says in one sentence what to install."""
    monkeypatch.setitem(sys.modules, module, None)  # what Python keeps for no such module
    with pytest.raises(ModelError, match=command):
        await embedder.embed(["x"])


def have(*modules: str) -> bool:
    return all(importlib.util.find_spec(module) for module in modules)


@pytest.mark.skipif(not have("onnxruntime", "tokenizers"), reason="the extra `onnx` is not installed")
class TestOnnx(EmbedderSuite):
    """A real ONNX model, if a tiny one."""

    @pytest.fixture
    def embedder(self, tmp_path: Path) -> Embedder:
        write_model(tmp_path / "tiny")
        return OnnxEmbedder(tmp_path / "tiny")

    async def test_a_vector_is_the_mean_of_its_tokens(self, embedder: Embedder) -> None:
        """The states of a text's tokens are averaged, those that only fill up the batch left out."""
        (vector, _) = await embedder.embed(["stop nginx", "restart the nginx service disk full"])
        assert near(vector, unit([sum(pair) / 2 for pair in zip(*rows("stop", "nginx"), strict=True)]))

    async def test_the_first_state_is_taken_where_the_model_says_so(self, tmp_path: Path) -> None:
        """Pooling by the first token is read from the folder."""
        write_model(tmp_path)
        (tmp_path / "1_Pooling").mkdir()
        (tmp_path / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
        (vector,) = await OnnxEmbedder(tmp_path).embed(["stop nginx"])
        assert near(vector, unit(rows("stop")[0]))

    async def test_as_many_tokens_are_read_as_the_model_takes(self, tmp_path: Path) -> None:
        """The folder's `max_seq_length` cuts a text."""
        write_model(tmp_path)
        (tmp_path / "sentence_bert_config.json").write_text('{"max_seq_length": 1}')
        (vector,) = await OnnxEmbedder(tmp_path).embed(["stop nginx"])
        assert near(vector, unit(rows("stop")[0]))

    @pytest.mark.parametrize(("file", "words"), [("model.onnx", "could not be loaded"), (None, "is not there")])
    async def test_a_folder_that_is_no_model_is_told(self, tmp_path: Path, file: str | None, words: str) -> None:
        """A damaged model and an empty folder are one sentence each."""
        if file:
            write_model(tmp_path)
            (tmp_path / file).write_bytes(b"nothing of the kind")
        with pytest.raises(ModelError, match=words):
            await OnnxEmbedder(tmp_path).embed(["x"])


def rows(*words: str) -> list[list[float]]:
    return [TABLE[WORDS.index(word)] for word in words]


def unit(numbers: Sequence[float]) -> Vector:
    return tuple(number / math.hypot(*numbers) for number in numbers)
