"""One database: its connections, opened when something first needs them, and its transactions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeAlias

import psycopg
from psycopg_pool import AsyncConnectionPool

from ...errors import BadSettings, DatabaseUnavailable
from . import queue_schema
from .applied_migrations import Migration, Status, migrations, status, upgrade
from .failures import explained, said
from .queries import sql

if TYPE_CHECKING:
    from .embedded import Embedded

Connection: TypeAlias = psycopg.AsyncConnection[tuple[Any, ...]]

_CONNECT_SECONDS = 10


class Database:
    """The database at `url`, or the one that `embedded` starts, whose schema is brought up to date by itself.

    Nothing is opened before the first use. Each statement is a transaction of its own, unless it runs in a block of
    `transaction()`. Raises `DatabaseUnavailable` with what to do when it cannot be reached or was not prepared.
    """

    def __init__(self, url: str = "", *, embedded: Embedded | None = None, most: int = 10) -> None:
        self._url = url
        self._embedded = embedded
        self._most = most
        self._pool: AsyncConnectionPool[Connection] | None = None
        self._opening = asyncio.Lock()
        self._held: ContextVar[Connection | None] = ContextVar("held", default=None)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """A connection: the one of the transaction that the caller is in, or another for as long as the block lasts."""
        if held := self._held.get():
            yield held
            return
        pool = await self._opened()
        with explained("reach the database"):
            connection = await pool.getconn()
        try:
            yield connection
        finally:
            await pool.putconn(connection)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """All that is done in the block happens, or nothing of it. A block in a block can be undone by itself."""
        async with self.connection() as connection:
            token = self._held.set(connection)
            try:
                with explained("finish a transaction"):
                    async with connection.transaction():
                        yield connection
            finally:
                self._held.reset(token)

    @asynccontextmanager
    async def apart(self) -> AsyncIterator[None]:
        """What is done in the block takes no part in the transaction around it, and stays when that one is undone."""
        token = self._held.set(None)
        try:
            yield
        finally:
            self._held.reset(token)

    async def rows(self, name: str, /, **values: Any) -> list[tuple[Any, ...]]:
        """What the query `name` finds, asked once more when the connection turns out to have died."""
        async with self.connection() as connection:
            with explained(f"{name.replace('_', ' ')} in the database"):
                try:
                    return await (await connection.execute(sql(name), values)).fetchall()
                except psycopg.OperationalError:
                    if not connection.broken or connection is self._held.get():
                        raise
        return await self.do(name, **values)

    async def do(self, name: str, /, **values: Any) -> list[tuple[Any, ...]]:
        """Run the statement `name` once, and return the rows that it gives back."""
        async with self.connection() as connection:
            with explained(f"{name.replace('_', ' ')} in the database"):
                done = await connection.execute(sql(name), values)
                return await done.fetchall() if done.description else []

    async def ready(self) -> None:
        """Return when the database answers and may be written to; raises `StorageError` otherwise."""
        await self.rows("write_anything")

    async def status(self) -> Status:
        """Which migrations were applied; raises `StorageError` when the database is not one of this ScriptSmith's."""
        async with self.alone() as connection:
            return await status(connection, migrations(), queue_schema)

    async def upgrade(self) -> tuple[Migration, ...]:
        """Apply the migrations that wait, and return them."""
        async with self.alone() as connection:
            return await upgrade(connection, migrations(), queue_schema)

    async def describe(self) -> tuple[str, str, bool, bool]:
        """The version of the server, the name of the database, whether the server has pgvector and the database too."""
        async with self.alone() as connection:
            with explained("ask the server what it is"):
                row = await (await connection.execute(sql("describe_server"))).fetchone()
            assert row
            return row[0], row[1], row[2], row[3]

    async def aclose(self) -> None:
        """Close every connection; an embedded server stops when nobody else uses it."""
        pool, self._pool = self._pool, None
        if pool:
            await pool.close()
        if self._embedded:
            await asyncio.to_thread(self._embedded.leave)

    async def _opened(self) -> AsyncConnectionPool[Connection]:
        if self._pool is None:
            async with self._opening:
                if self._pool is None:
                    if self._embedded:
                        await self.upgrade()
                    elif waiting := (await self.status()).waiting:
                        raise DatabaseUnavailable(
                            f"the database lacks {len(waiting)} migrations: run `scriptsmith db upgrade`"
                        )
                    pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
                        self.address,  # asked for each connection: an embedded server that died is started again
                        min_size=1,
                        max_size=self._most,
                        timeout=_CONNECT_SECONDS,
                        kwargs={"autocommit": True, "connect_timeout": _CONNECT_SECONDS},
                        check=AsyncConnectionPool.check_connection,
                        open=False,
                        name="scriptsmith",
                    )
                    with explained("reach the database"):
                        await pool.open()
                    self._pool = pool
        return self._pool

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[Connection]:
        """A connection outside of the pool, for the block: it says at once, and exactly, why there is none."""
        address = await self.address()
        try:
            connection = await psycopg.AsyncConnection.connect(
                address, autocommit=True, connect_timeout=_CONNECT_SECONDS
            )
        except psycopg.ProgrammingError:  # it repeats the whole string, with the password
            raise BadSettings("database.url (or DATABASE_URL) is not a connection string of PostgreSQL") from None
        except psycopg.Error as error:
            raise DatabaseUnavailable(f"the database cannot be reached: {said(error)}") from None
        async with connection:
            yield connection

    async def address(self) -> str:
        """The connection string, with an embedded server started; it holds the password."""
        return await asyncio.to_thread(self._embedded.join) if self._embedded else self._url
