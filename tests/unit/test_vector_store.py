"""The store of vectors: what it embeds, what it keeps, what it survives."""

from __future__ import annotations

import asyncio
import logging
import math
import multiprocessing
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from scriptsmith.adapters.embedding.store import VectorStore
from scriptsmith.core.types import Vector
from scriptsmith.errors import ModelError
from scriptsmith.ports import Embedder
from scriptsmith.testing.hashing import HashingEmbedder

DIMENSION = 16
TEXTS = [f"restart service number {number}" for number in range(40)]


class Counting:
    """A `HashingEmbedder` that remembers what it was asked, and fails when it has embedded `enough`."""

    def __init__(
        self, model: str = "counting", dimension: int = DIMENSION, *, enough: float = math.inf, shy: bool = False
    ) -> None:
        self.model = model
        self.asked: list[str] = []
        self._inner = HashingEmbedder(dimension)
        self._enough = enough
        self._shy = shy

    @property
    def dimension(self) -> int:
        return 0 if self._shy and not self.asked else self._inner.dimension

    async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]:
        if len(self.asked) + len(texts) > self._enough:
            raise ModelError("the embedder model broke off: look into its log")
        self.asked += texts
        return await self._inner.embed(texts)


async def straight(texts: Sequence[str], dimension: int = DIMENSION) -> np.ndarray:
    return np.asarray(await HashingEmbedder(dimension).embed(texts), dtype=np.float32).reshape(-1, dimension)


async def same(store: VectorStore, texts: Sequence[str], dimension: int = DIMENSION) -> bool:
    got = await store.vectors(texts)
    assert got.dtype == np.float32
    assert got.shape == (len(texts), dimension)
    return bool((got == await straight(texts, dimension)).all())


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.npz"))


async def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    """Vectors come in the order of the texts, and a text that was embedded is never embedded again, in any order."""
    first, second = Counting(), Counting()
    assert await same(VectorStore(tmp_path, first), [*TEXTS, TEXTS[3], "rm \udcff", ""])
    assert first.asked == [*TEXTS, "rm \udcff", ""]
    for texts in ([*TEXTS, "rm \udcff", ""], TEXTS[::-1], TEXTS[5:9], ["", TEXTS[0], ""]):
        assert await same(VectorStore(tmp_path, second), texts)
    assert second.asked == []
    assert await same(VectorStore(tmp_path, second), [*TEXTS, "new"])
    assert second.asked == ["new"]


async def test_no_texts_have_no_vectors(tmp_path: Path) -> None:
    """An empty list is an empty array, for which nothing is asked or written."""
    assert await same(VectorStore(tmp_path, Counting()), [])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("other", [Counting("another"), Counting(dimension=DIMENSION * 2)], ids=["model", "dimension"])
async def test_another_embedder_embeds_all_again(tmp_path: Path, other: Counting) -> None:
    """Vectors of another model or dimension are kept apart, and those of the first are still there afterwards."""
    await VectorStore(tmp_path, Counting()).vectors(TEXTS)
    assert await same(VectorStore(tmp_path, other), TEXTS, other.dimension)
    assert other.asked == TEXTS
    assert len(files(tmp_path)) == 2
    again = Counting()
    assert await same(VectorStore(tmp_path, again), TEXTS)
    assert again.asked == []


@pytest.mark.parametrize("model", ["../../etc/passwd", "a" * 5000, "openai:x@http://h/v1", "Über\0\n", "", ".", "-"])
def test_a_file_is_named_safely(tmp_path: Path, model: str) -> None:
    """Any name of a model makes one short plain file name in the folder, of its own."""
    path = VectorStore(tmp_path, Counting(model)).path(7)
    assert path.parent == tmp_path
    assert path.name.isascii()
    assert path.name.isprintable()
    assert len(path.name) < 100
    assert path.name[0] not in ".-"
    assert path != VectorStore(tmp_path, Counting(f"{model}.")).path(7)


async def test_a_dimension_that_only_an_answer_tells(tmp_path: Path) -> None:
    """An embedder that does not know its dimension is asked for one vector, and then for what is missing."""
    first, second = Counting(shy=True), Counting(shy=True)
    assert await same(VectorStore(tmp_path, first), TEXTS)
    assert sorted(first.asked) == sorted(TEXTS)
    assert await same(VectorStore(tmp_path, second), TEXTS)
    assert second.asked == TEXTS[:1]


async def test_progress_is_told_from_nothing_to_all(tmp_path: Path) -> None:
    """Told is how many of the missing texts are done, from none to all, and nothing when none is missing."""
    told: list[tuple[int, int]] = []
    store = VectorStore(tmp_path, Counting(), batch=15)
    await store.vectors(TEXTS, lambda done, total: told.append((done, total)))
    assert told == [(0, 40), (15, 40), (30, 40), (40, 40)]
    told.clear()
    await store.vectors([*TEXTS, "new"], lambda done, total: told.append((done, total)))
    assert told == [(0, 1), (1, 1)]
    told.clear()
    await store.vectors(TEXTS, lambda done, total: told.append((done, total)))
    assert told == []


async def test_what_was_embedded_before_a_failure_is_kept(tmp_path: Path) -> None:
    """An embedder that breaks off is told, and the next call goes on where it stopped."""
    with pytest.raises(ModelError):
        await VectorStore(tmp_path, Counting(enough=25), batch=10).vectors(TEXTS)
    after = Counting()
    assert await same(VectorStore(tmp_path, after, batch=10), TEXTS)
    assert after.asked == TEXTS[20:]


async def test_what_was_embedded_before_an_interruption_is_kept(tmp_path: Path) -> None:
    """A cancelled call keeps what it has."""

    class Slow(Counting):
        async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]:
            if self.asked:
                reached.set()
                await asyncio.Event().wait()
            return await super().embed(texts)

    reached = asyncio.Event()
    task = asyncio.create_task(VectorStore(tmp_path, Slow(), batch=10).vectors(TEXTS))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    after = Counting()
    assert await same(VectorStore(tmp_path, after), TEXTS)
    assert after.asked == TEXTS[10:]


async def test_unused_rows_go_when_they_are_too_many(tmp_path: Path) -> None:
    """Rows that a call did not use stay as long as they are few, and go when they outnumber the used and `spare`."""

    async def used(texts: Sequence[str], spare: int) -> int:
        embedder = Counting()
        await VectorStore(tmp_path, embedder, spare=spare).vectors(texts)
        return len(embedder.asked)

    assert await used(TEXTS, 0) == 40
    assert await used(TEXTS[:5], 100) == 0  # 35 are unused, which is no more than may be spared
    assert await used(TEXTS, 100) == 0
    assert await used(TEXTS[:20], 0) == 0  # 20 are unused, no more than used
    assert await used(TEXTS, 0) == 0
    assert await used(TEXTS[:19], 0) == 0  # 21 are unused
    assert await used(TEXTS[:20], 0) == 1
    assert await used([*TEXTS[:2], "new"], 0) == 1  # with the new one too
    assert await used(TEXTS[:3], 0) == 1


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """A file that holds the vectors of `TEXTS`."""
    store = VectorStore(tmp_path, Counting())
    asyncio.run(store.vectors(TEXTS))
    return store.path(DIMENSION).read_bytes()


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(damage=st.data())
def test_a_damaged_file_is_never_fatal_and_never_believed(tmp_path: Path, whole: bytes, damage: st.DataObject) -> None:
    """Whichever byte is changed and wherever the file ends, vectors are right, and it is whole again afterwards."""
    content, at = bytearray(whole), damage.draw(st.integers(0, len(whole) - 1))
    if damage.draw(st.booleans()):
        content[at] ^= damage.draw(st.integers(1, 255))
    else:
        del content[at:]

    async def check() -> None:
        store = VectorStore(tmp_path, Counting())
        store.path(DIMENSION).write_bytes(content)
        assert await same(store, TEXTS)
        after = Counting()
        assert await same(VectorStore(tmp_path, after), TEXTS)
        assert after.asked == []

    logging.disable(logging.WARNING)
    try:
        asyncio.run(check())
    finally:
        logging.disable(logging.NOTSET)


CHANGES: list[Callable[[Any], Any]] = [
    lambda it: it[:-1],
    lambda it: it.astype(np.float64),
    lambda it: it[:, :-1],
    lambda it: it[0, 0],
]


@pytest.mark.parametrize("array", ["vectors", "digests"])
async def test_a_file_of_another_shape_is_damaged_too(
    tmp_path: Path, array: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A file that can be read and holds something else is made again, and the log says so."""
    store = VectorStore(tmp_path, Counting())
    await store.vectors(TEXTS)
    path = store.path(DIMENSION)
    for change in CHANGES:
        with np.load(path) as held:
            arrays = {name: held[name] for name in held.files}
        np.savez(path, **arrays | {array: change(arrays[array])})
        assert await same(store, TEXTS)
    assert caplog.text.count("is damaged") == 4 * 2  # when it is read, and when it is replaced


async def test_a_folder_that_cannot_be_written_costs_only_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Where nothing can be kept the vectors are right all the same, and the log says why they are not kept."""
    (tmp_path / "file").write_text("")
    store = VectorStore(tmp_path / "file" / "vectors", Counting())
    assert await same(store, TEXTS)
    assert "vectors are not kept: could not lock" in caplog.text


async def test_vectors_are_for_their_user_alone(tmp_path: Path) -> None:
    """The file can be read by nobody else, and nothing is left over beside it."""
    store = VectorStore(tmp_path / "vectors", Counting())
    await store.vectors(TEXTS)
    assert store.path(DIMENSION).stat().st_mode & 0o777 == 0o600
    assert {path.name for path in (tmp_path / "vectors").iterdir()} == {".lock", store.path(DIMENSION).name}


def fill(folder: Path, start: int) -> None:
    """Embed ten texts, one call for each."""
    os.nice(5)
    store = VectorStore(folder, Counting())
    for text in TEXTS[start : start + 10]:
        asyncio.run(store.vectors([text]))


async def test_processes_add_to_each_other(tmp_path: Path) -> None:
    """Four processes that write one file at once lose nothing of each other's."""
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=fill, args=(tmp_path, start)) for start in range(0, 40, 10)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    after = Counting()
    assert await same(VectorStore(tmp_path, after), TEXTS)
    assert after.asked == []


def test_the_double_is_an_embedder() -> None:
    """What these tests embed with is an `Embedder`."""
    embedder: Embedder = Counting()
    assert embedder.dimension == DIMENSION
