"""What the stores of vectors promise in folders and in a database alike, and what the one in a database adds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
import psycopg
import pytest

from scriptsmith.adapters.embedding.kept_vectors import KeptMeanings, Store
from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.adapters.embedding.store import VectorStore
from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.hybrid_search import Floats, Phrases, Vectors, VectorScan
from scriptsmith.adapters.postgres.catalogue import PostgresCatalogue
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.vectors import PostgresVectors
from scriptsmith.core.types import Action
from scriptsmith.errors import ModelError, StorageError
from scriptsmith.ports import Embedder
from scriptsmith.retrieval.postings import known_by
from scriptsmith.retrieval.search import Index
from scriptsmith.wiring import SEED
from tests.databases import fresh, with_database
from tests.unit.test_vector_store import DIMENSION, TEXTS, Counting, straight

Make = Callable[[Embedder], Store]
NONE = np.zeros(0, np.intp)


@pytest.fixture(params=["folder", pytest.param("postgres", marks=with_database)])
async def make(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Make]:
    """Makes stores over one place, with batches of ten."""
    if request.param == "folder":
        yield lambda embedder: VectorStore(tmp_path, embedder, batch=10)
        return
    database = Database(fresh())
    yield lambda embedder: PostgresVectors(database, embedder, batch=10)
    await database.aclose()


async def same(vectors: Vectors, texts: Sequence[str], dimension: int = DIMENSION) -> bool:
    """Whether `vectors` are exactly those of `texts`."""
    assert isinstance(vectors, VectorScan)
    return bool((vectors.vectors == await straight(texts, dimension)).all())


class TestAnyStore:
    """In a folder and in a database."""

    async def test_a_text_is_embedded_once(self, make: Make) -> None:
        """Vectors come in the order of the texts, bit for bit, and no text is embedded again, in any order."""
        first, second = Counting(), Counting()
        texts = [*TEXTS, TEXTS[3], "rm \udcff", ""]
        assert await same(await make(first).kept(texts), texts)
        assert first.asked == [*TEXTS, "rm \udcff", ""]
        for texts in (TEXTS[::-1], TEXTS[5:9], ["", TEXTS[0], ""], [*TEXTS, "new"]):
            assert await same(await make(second).kept(texts), texts)
        assert second.asked == ["new"]

    async def test_no_texts_have_no_vectors(self, make: Make) -> None:
        """For an empty catalogue nothing is embedded and nothing is near."""
        embedder = Counting()
        rows, cosines = await (await make(embedder).kept([])).near((await straight(["x"]))[0], NONE)
        assert (len(rows), len(cosines), embedder.asked) == (0, 0, [])

    @pytest.mark.parametrize("other", [Counting("another"), Counting(dimension=8)], ids=["model", "dimension"])
    async def test_another_embedder_embeds_all_again(self, make: Make, other: Counting) -> None:
        """Vectors of another model or dimension are never taken, and those there were stay for when it comes back."""
        other.asked.clear()
        await make(Counting()).kept(TEXTS)
        assert await same(await make(other).kept(TEXTS), TEXTS, other.dimension)
        assert other.asked == TEXTS
        again = Counting()
        assert await same(await make(again).kept(TEXTS), TEXTS)
        assert again.asked == []

    async def test_progress_is_told_from_nothing_to_all(self, make: Make) -> None:
        """What is missing is counted up to its end; where nothing is, nothing is told."""
        told: list[tuple[int, int]] = []
        store = make(Counting())
        await store.kept(TEXTS[:35], lambda done, total: told.append((done, total)))
        assert told == [(0, 35), (10, 35), (20, 35), (30, 35), (35, 35)]
        await store.kept(TEXTS[:35], lambda done, total: told.append((done, total)))
        assert len(told) == 5

    async def test_what_was_embedded_before_a_failure_is_kept(self, make: Make) -> None:
        """When the embedder breaks off, its error is told and only the rest is embedded next time."""
        with pytest.raises(ModelError, match="broke off"):
            await make(Counting(enough=25)).kept(TEXTS)
        after = Counting()
        assert await same(await make(after).kept(TEXTS), TEXTS)
        assert after.asked == TEXTS[20:]

    async def test_a_dimension_that_only_an_answer_tells(self, make: Make) -> None:
        """An embedder that does not know its dimension is asked for one text, and then as any other."""
        await make(Counting()).kept(TEXTS)
        shy = Counting(shy=True)
        assert await same(await make(shy).kept(TEXTS), TEXTS)
        assert shy.asked == TEXTS[:1]


@with_database
class TestInADatabase:
    """What those who share a database can count on."""

    async def test_of_many_that_begin_at_once_each_text_is_embedded_by_one(self, url: str) -> None:
        """Processes that miss the same vectors share the work, and all have all of them."""

        class Slow(Counting):
            async def embed(self, texts: Sequence[str], /) -> Sequence[tuple[float, ...]]:
                await asyncio.sleep(0)
                return await super().embed(texts)

        databases = [Database(url) for _ in range(4)]
        embedders = [Slow() for _ in databases]
        stores = [PostgresVectors(*pair, batch=4) for pair in zip(databases, embedders, strict=True)]
        for vectors in await asyncio.gather(*(store.kept(TEXTS) for store in stores)):
            assert await same(vectors, TEXTS)
        assert sorted(text for embedder in embedders for text in embedder.asked) == sorted(TEXTS)
        for database in databases:
            await database.aclose()

    async def test_vectors_outlive_a_transaction_that_is_undone(self, database: Database) -> None:
        """Vectors that a caller's transaction asked for are kept whatever becomes of it: they hold nothing of it."""
        with suppress(LookupError):
            async with database.transaction():
                await PostgresVectors(database, Counting()).kept(TEXTS)
                raise LookupError
        after = Counting()
        assert await same(await PostgresVectors(database, after).kept(TEXTS), TEXTS)
        assert after.asked == []

    async def test_what_nobody_uses_can_be_dropped(self, database: Database) -> None:
        """Vectors of other embedders, with their index, and of other texts go; those of the texts by this one stay."""
        old, new = Counting("old"), Counting("new")
        await PostgresVectors(database, old, exact=10).kept(TEXTS)
        assert len(await indexes(database)) == 1
        store = PostgresVectors(database, new)
        await store.kept(TEXTS)
        assert [(one.model, one.dimension, one.vectors) for one in await store.held()] == [
            ("new", DIMENSION, 40),
            ("old", DIMENSION, 40),
        ]
        assert await store.drop(TEXTS[:30]) == 50
        assert [(one.model, one.vectors) for one in await store.held()] == [("new", 30)]
        assert await indexes(database) == []
        asked = len(new.asked)
        assert await same(await store.kept(TEXTS), TEXTS)
        assert new.asked[asked:] == TEXTS[30:]

    async def test_a_vector_that_is_gone_is_near_to_nothing(self, database: Database) -> None:
        """A row that somebody removes or spoils while others search costs that phrase, and no answer."""

        class Spoiling(Counting):
            async def embed(self, texts: Sequence[str], /) -> Sequence[tuple[float, ...]]:
                async with database.apart():
                    await raw(database, f"update scriptsmith.phrase_vector set numbers = '{{1}}' where digest = {one}")
                    await raw(database, f"delete from scriptsmith.phrase_vector where digest = {other}")
                return await super().embed(texts)

        one, other = (f"'\\x{known_by(text).hex()}'" for text in TEXTS[:2])
        await PostgresVectors(database, Counting()).kept(TEXTS[:3])
        vectors = await PostgresVectors(database, Spoiling()).kept(TEXTS[:4])
        assert isinstance(vectors, VectorScan)
        wanted = await straight(TEXTS[:4])
        wanted[:2] = 0.0
        assert (vectors.vectors == wanted).all()

    async def test_numbers_that_are_none_are_refused(self, database: Database) -> None:
        """A vector with a hole in it cannot be stored."""
        await PostgresVectors(database, Counting()).kept(TEXTS[:1])
        with pytest.raises(StorageError, match="check"):
            await raw(database, "update scriptsmith.phrase_vector set numbers = '{1, null}'")


@with_database
class TestByTheIndex:
    """Beyond a number of phrases: by pgvector."""

    async def test_the_nearest_are_those_of_an_exact_scan(self, database: Database) -> None:
        """For the shipped catalogue all near phrases and their cosines are those that comparing all of them gives."""
        embedder = StaticEmbedder()
        texts = Phrases(Index(await FolderCatalogue(SEED).entries()))
        exact = await PostgresVectors(database, embedder).kept(texts)
        vectors = await PostgresVectors(database, embedder, exact=10).kept(texts)
        assert isinstance(exact, VectorScan)
        assert not isinstance(vectors, VectorScan)
        assert len(await indexes(database)) == 1
        shares = []
        for asked in embedder.vectors(["take the web server offline", "is the disk full", "who logged in last night"]):
            cosines: dict[int, float] = dict(enumerate((exact.vectors @ asked).tolist()))
            rows, found = pairs(await vectors.near(asked, np.array([3, 5], np.intp)))
            assert {3, 5} <= set(rows)
            assert all(abs(cosines[row] - it) < 1e-6 for row, it in zip(rows, found, strict=True))
            best = sorted(cosines.values(), reverse=True)[:50]
            shares.append(len({row for row in rows if cosines[row] >= best[-1]}) / 50)
        assert min(shares) >= 0.9

    async def test_a_phrase_that_several_entries_have_is_near_for_each(self, database: Database) -> None:
        """Equal texts have one row in the database and are found in every place."""
        vectors = await PostgresVectors(database, Counting(), exact=1).kept([TEXTS[0], TEXTS[1], TEXTS[0]])
        assert not isinstance(vectors, VectorScan)
        rows, cosines = pairs(await vectors.near((await straight(TEXTS))[0], NONE))
        assert {row for row, it in zip(rows, cosines, strict=True) if it > 0.99} == {0, 2}

    async def test_old_phrases_are_not_found(self, database: Database) -> None:
        """What was a phrase once, and is none of this catalogue, is in the index and in no answer."""
        await PostgresVectors(database, Counting(), exact=1).kept(TEXTS)
        vectors = await PostgresVectors(database, Counting(), exact=1).kept(TEXTS[:5])
        assert not isinstance(vectors, VectorScan)
        rows, _ = pairs(await vectors.near((await straight(TEXTS))[20], NONE))
        assert set(rows) <= set(range(5))

    async def test_the_index_is_made_once_and_takes_what_comes_later(self, database: Database) -> None:
        """Several that need it at once make one; a phrase that is published later is found by it."""
        stores = [PostgresVectors(database, Counting(), exact=1) for _ in range(4)]
        await asyncio.gather(*(store.kept(TEXTS) for store in stores))
        assert len(await indexes(database)) == 1
        vectors = await stores[0].kept([*TEXTS, "wind the wool"])
        rows, cosines = pairs(await vectors.near((await straight(["wind the wool"]))[0], NONE))
        assert max(zip(cosines, rows, strict=True))[1] == 40

    async def test_without_pgvector_all_are_compared_in_memory(self, database: Database, url: str) -> None:
        """Where the extension cannot be had, for want of a right or of itself, vectors are kept and found without."""
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            role = f"plain_{connection.info.dbname}"
            await connection.execute(f"create role {role} login".encode())
            await connection.execute(f"grant usage on schema scriptsmith to {role}".encode())
            await connection.execute(f"grant all on all tables in schema scriptsmith to {role}".encode())
        other = Database(f"{url}&user={role}")
        vectors = await PostgresVectors(other, Counting(), exact=1).kept(TEXTS)
        assert await same(vectors, TEXTS)
        await other.aclose()
        after = Counting()
        assert await same(await PostgresVectors(database, after).kept(TEXTS), TEXTS)
        assert after.asked == []


@with_database
@pytest.mark.parametrize(
    "exact",
    [pytest.param(50_000, id="in memory"), pytest.param(100, id="by the index", marks=pytest.mark.thorough)],
)
async def test_a_catalogue_answers_alike_in_folder_and_database(database: Database, tmp_path: Path, exact: int) -> None:
    """The same entries with the same confidence, bound values and objections, wherever the vectors are."""
    embedder = StaticEmbedder()
    here = KeptMeanings(embedder, VectorStore(tmp_path, embedder), calibrated=True)
    there = KeptMeanings(embedder, PostgresVectors(database, embedder, exact=exact), calibrated=True)
    shipped = FolderCatalogue(SEED)
    folder = FolderCatalogue(tmp_path / "own", SEED, meanings=lambda: here)
    shared = PostgresCatalogue(database, shipped, meanings=lambda: there)
    for text in (
        "take the web server offline",
        "please drain the node worker-3 for maintenance",
        "free the disk of logs older than 9 days",
        "which process eats the memory",
        "wind the wool",
    ):
        one, other = [await each.nearest(Action(text=text), limit=5) for each in (folder, shared)]
        assert [(it.entry.id, it.parameters, it.objections) for it in one] == [
            (it.entry.id, it.parameters, it.objections) for it in other
        ]
        assert [it.confidence for it in one] == pytest.approx([it.confidence for it in other], abs=1e-6)


def pairs(found: tuple[np.ndarray, Floats]) -> tuple[list[int], list[float]]:
    rows, cosines = found
    return rows.tolist(), cosines.tolist()


async def indexes(database: Database) -> list[str]:
    query = "select indexname from pg_indexes where schemaname = 'scriptsmith' and indexdef like '%hnsw%'"
    async with database.connection() as connection:
        return [name for (name,) in await (await connection.execute(query.encode())).fetchall()]


async def raw(database: Database, statement: str) -> None:
    async with database.transaction() as connection:
        await connection.execute(statement.encode())
