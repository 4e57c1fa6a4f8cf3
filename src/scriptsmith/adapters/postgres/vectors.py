"""The vectors of phrases as rows, embedded once for everybody who uses the database."""

from __future__ import annotations

import json
import logging
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.sql import SQL, Composed, Identifier, Literal

from ...errors import ScriptSmithError
from ...ports import Embedder
from ..embedding.store import Told
from ..hybrid_search import EXACT_UP_TO, MORE, Floats, Rows, Vectors, VectorScan
from ..hybrid_search import digests as digests_of
from .database import Connection, Database
from .failures import explained
from .queries import sql

_log = logging.getLogger("scriptsmith.embedding")
_EFFORT = "400"  # how many vectors the index looks at; 1,000 is the most it can
_WIDEST = 4000  # numbers of a vector in an index
_HEAD = 20  # bytes of an array before its first number; each number has its length before it, 4 bytes


class _NumbersDumper(Dumper):
    """A numpy array as `real[]` of one dimension, in PostgreSQL's binary form."""

    format = Format.BINARY
    oid = psycopg.adapters.types["float4"].array_oid

    def dump(self, numbers: Floats) -> bytes:
        items = np.full((numbers.size, 2), 4, ">i4")  # four bytes of length before each number
        items[:, 1] = numbers.astype(">f4").ravel().view(">i4")
        return struct.pack("!iiIii", 1, 0, psycopg.adapters.types["float4"].oid, len(items), 1) + items.tobytes()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptEmbedder:
    """An embedder, how many vectors of it there are, and when somebody last began to use them."""

    number: int
    model: str
    dimension: int
    vectors: int
    used: datetime


class PostgresVectors:
    """The vectors of texts by one embedder, kept in `database`.

    Texts are known by digest, and another embedder or dimension has vectors of its own. What is missing is embedded by
    whoever sees it first, `batch` texts at a time and each batch stored in one statement, under a lock: of several that
    begin at once none embeds what another did. What is embedded is kept even if the rest fails. More than `exact` texts
    are searched by an index of pgvector, where the server has it; others are read and compared in memory.
    """

    def __init__(self, database: Database, embedder: Embedder, *, batch: int = 256, exact: int = EXACT_UP_TO) -> None:
        self._database = database
        self._embedder = embedder
        self._batch = batch
        self._exact = exact

    async def kept(self, texts: Sequence[str], told: Told | None = None, /) -> Vectors:
        """Those of `texts`; `told` hears of what must be embedded, if anything must. Raises what the embedder raises.

        An embedder that does not know its dimension yet is asked for one vector.
        """
        if not texts:
            return VectorScan(np.zeros((0, self._embedder.dimension), np.float32))
        digests = digests_of(texts)
        async with self._database.apart():
            number = await self._number(texts[0])
            await self._fill(number, dict(zip(digests, texts, strict=True)), told)
            if len(texts) > self._exact and await self._indexed(number):
                return _Indexed(self._database, number, self._embedder.dimension, digests)
            return VectorScan(await self._read(number, digests))

    async def held(self) -> Sequence[KeptEmbedder]:
        """The embedders with vectors here, the last used first."""
        rows = await self._database.rows("list_embedders")
        return [KeptEmbedder(number=n, model=m, dimension=d, vectors=v, used=used) for n, m, d, v, used in rows]

    async def drop(self, texts: Sequence[str]) -> int:
        """Remove all vectors but those of `texts` by this embedder, and return how many there were."""
        own = await self._number(texts[0] if texts else ".")
        async with self._database.transaction() as connection:
            await self._database.do("lock_vectors", embedder=own)
            gone = 0
            for one in await self.held():
                if one.number != own:
                    with explained("drop the index of vectors"):
                        await connection.execute(_composed("drop_index", one.number, one.dimension))
                    await self._database.do("forget_embedder", embedder=one.number)
                    gone += one.vectors
            digests = list(set(digests_of(texts)))
            return gone + len(await self._database.do("forget_vectors", embedder=own, digests=digests))

    async def _number(self, text: str) -> int:
        if not self._embedder.dimension:
            await self._embedder.embed([text])
        about = {"model": self._embedder.model, "dimension": self._embedder.dimension}
        ((number,),) = await self._database.do("use_embedder", **about)
        return int(number)

    async def _fill(self, number: int, wanted: Mapping[bytes, str], told: Told | None) -> None:
        """Embed and keep what is missing."""
        missing = await self._missing(number, list(wanted))
        for start in range(0, len(missing), self._batch):
            if told:
                told(start, len(missing))
            async with self._database.transaction() as connection:
                connection.adapters.register_dumper(np.ndarray, _NumbersDumper)
                await self._database.do("lock_vectors", embedder=number)
                digests = await self._missing(number, missing[start : start + self._batch])
                if digests:
                    vectors = await self._embedder.embed([wanted[digest] for digest in digests])
                    await self._keep(number, digests, np.asarray(vectors, np.float32))
        if told and missing:
            told(len(missing), len(missing))

    async def _missing(self, number: int, digests: Sequence[bytes]) -> list[bytes]:
        return [digest for (digest,) in await self._database.rows("missing_vectors", embedder=number, digests=digests)]

    async def _keep(self, number: int, digests: Sequence[bytes], vectors: Floats) -> None:
        about = {"embedder": number, "dimension": vectors.shape[1]}
        await self._database.do("keep_vectors", digests=digests, numbers=vectors, **about)

    async def _read(self, number: int, digests: Sequence[bytes]) -> Floats:
        """(len(digests), dimension); one that is gone meanwhile is near to nothing."""
        values = {"embedder": number, "digests": list(set(digests))}
        async with self._database.connection() as connection:
            with explained("read vectors in the database"):
                cursor = await connection.execute(sql("read_vectors"), values, binary=True)
                rows = await cursor.fetchall()
        dimension = self._embedder.dimension
        size = _HEAD + 8 * dimension
        rows = [(digest, numbers) for digest, numbers in rows if len(numbers) == size]
        raw = np.frombuffer(b"".join(numbers for _, numbers in rows), np.uint8).reshape(-1, size)
        held = np.zeros((len(rows) + 1, dimension), np.float32)  # the last one for what is gone
        held[:-1] = np.ascontiguousarray(raw[:, _HEAD:]).view(">f4").reshape(-1, dimension, 2)[:, :, 1]
        places = {digest: place for place, (digest, _) in enumerate(rows)}
        return held[[places.get(digest, -1) for digest in digests]]

    async def _indexed(self, number: int) -> bool:
        """Whether the index is there; it is made by the first who needs it."""
        ((there,),) = await self._database.rows("has_index", embedder=number)
        if there or self._embedder.dimension > _WIDEST:
            return bool(there)
        try:
            async with self._database.transaction() as connection:
                await self._database.do("lock_vectors", embedder=number)
                await self._database.do("make_pgvector")
                await self._database.do("lend_memory")
                with explained("make the index of vectors"):
                    await connection.execute(_composed("make_index", number, self._embedder.dimension))
        except ScriptSmithError as error:
            _log.warning("vectors are compared in memory, without pgvector: %s", error)
            return False
        return True


class _Indexed:
    """Vectors that stay in the database; those near to one are found by its index."""

    def __init__(self, database: Database, number: int, dimension: int, digests: Sequence[bytes]) -> None:
        self._database = database
        self._query = _composed("near_vectors", number, dimension)
        self._digests = digests
        self._rows: dict[bytes, list[int]] = {}
        for row, digest in enumerate(digests):
            self._rows.setdefault(digest, []).append(row)

    async def near(self, asked: Floats, rows: Rows, /) -> tuple[Rows, Floats]:
        values = {
            "asked": json.dumps(asked.tolist()),
            "digests": list({self._digests[row] for row in rows.tolist()}),
        }
        async with self._database.apart(), self._database.transaction() as connection:
            await self._database.do("look_further", effort=_EFFORT)
            found = await _fetched(connection, self._query, values)
        pairs = [(row, cosine) for digest, cosine in found for row in self._rows.get(digest, ())]
        return np.array([row for row, _ in pairs], np.intp), np.array([cosine for _, cosine in pairs], np.float32)


async def _fetched(
    connection: Connection, query: Composed, values: Mapping[str, object]
) -> Sequence[tuple[bytes, float]]:
    with explained("find near vectors in the database"):
        return await (await connection.execute(query, values, binary=True)).fetchall()


def _composed(name: str, number: int, dimension: int) -> Composed:
    """The statement `name` for one embedder: the index is only used where its numbers stand in the statement."""
    return SQL(sql(name).decode()).format(
        name=Identifier(f"phrase_vector_near_{number}"),
        embedder=Literal(number),
        dimension=Literal(dimension),
        most=Literal(MORE),
    )
