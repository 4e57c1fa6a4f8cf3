"""What migrations promise: applied once, in order, each as a whole, and never changed after that."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg
import pytest

from scriptsmith.adapters.postgres.applied_migrations import FOLDER, migrations, status, upgrade
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.errors import StorageError
from tests.databases import fresh, with_database

pytestmark = with_database

FIRST = "create table public.wool (colour text);\ninsert into public.wool values ('grey');\n"
SECOND = "insert into public.wool values ('red');\n"


def folder(tmp_path: Path, *texts: str) -> Path:
    for number, text in enumerate(texts, start=1):
        (tmp_path / f"{number:04}-step-{number}.sql").write_text(text)
    return tmp_path


async def colours(connection: psycopg.AsyncConnection[tuple[str]]) -> list[str]:
    return [colour for (colour,) in await (await connection.execute("select colour from public.wool")).fetchall()]


async def test_what_waits_is_applied_once(tmp_path: Path) -> None:
    """The first upgrade applies what there is, the next one only what is new, and status tells which is which."""
    async with await psycopg.AsyncConnection.connect(fresh("template0"), autocommit=True) as connection:
        one = migrations(folder(tmp_path, FIRST))
        assert (await status(connection, one)).waiting == one
        assert await upgrade(connection, one) == one
        assert await upgrade(connection, one) == ()
        both = migrations(folder(tmp_path, FIRST, SECOND))
        assert (await status(connection, both)).waiting == both[1:]
        assert await upgrade(connection, both) == both[1:]
        found = await status(connection, both)
        assert ([one.digest for one in found.applied], found.waiting) == ([one.digest for one in both], ())
        assert await colours(connection) == ["grey", "red"]


async def test_of_several_that_upgrade_each_migration_is_applied_by_one() -> None:
    """Processes that start together share the work and do none of it twice."""
    url = fresh("template0")
    databases = [Database(url) for _ in range(4)]
    done = await asyncio.gather(*(database.upgrade() for database in databases))
    assert sorted(one.number for each in done for one in each) == [one.number for one in migrations()]


async def test_a_migration_that_fails_leaves_nothing_half(tmp_path: Path) -> None:
    """The ones before it stay, nothing of it does, and mended it can be applied."""
    async with await psycopg.AsyncConnection.connect(fresh("template0"), autocommit=True) as connection:
        broken = migrations(folder(tmp_path, FIRST, SECOND + "insert into public.silk values (1);\n"))
        with pytest.raises(StorageError, match=r'could not apply migration 0002 step 2: relation "public.silk" does'):
            await upgrade(connection, broken)
        assert await colours(connection) == ["grey"]
        assert len((await status(connection, broken)).applied) == 1
        await upgrade(connection, migrations(folder(tmp_path, FIRST, SECOND)))
        assert await colours(connection) == ["grey", "red"]


async def test_an_applied_migration_never_changes(tmp_path: Path) -> None:
    """One that was changed after it was applied, and one of a later ScriptSmith, are refused and named."""
    async with await psycopg.AsyncConnection.connect(fresh("template0"), autocommit=True) as connection:
        await upgrade(connection, migrations(folder(tmp_path, FIRST, SECOND)))
        with pytest.raises(StorageError, match="migration 0002 step 2 is not the one that was applied"):
            await upgrade(connection, migrations(folder(tmp_path, FIRST, SECOND + "-- better\n")))
        (tmp_path / "0002-step-2.sql").unlink()
        with pytest.raises(StorageError, match=r"0002 step 2, which this ScriptSmith does not know"):
            await status(connection, migrations(tmp_path))
        assert await colours(connection) == ["grey", "red"]


@pytest.mark.parametrize("name", ["0002-a.sql", "1-a.sql", "0001.sql", "0001-A b.sql"])
def test_migrations_are_numbered_without_gaps(tmp_path: Path, name: str) -> None:
    """A file that is not the next number with a sentence is named, and nothing is applied."""
    (tmp_path / name).write_text(FIRST)
    with pytest.raises(StorageError, match=r"is not migration 0001"):
        migrations(tmp_path)


def test_every_statement_says_what_it_does() -> None:
    """The first line of each SQL file is a sentence in a comment, and each statement is used by name."""
    code = "".join(path.read_text() for path in FOLDER.parent.glob("*.py"))
    for path in [*FOLDER.glob("*.sql"), *(FOLDER.parent / "sql").glob("*.sql")]:
        first = path.read_text().splitlines()[0]
        assert first.startswith("-- "), path.name
        assert first[3].isupper(), path.name
        assert path.parent == FOLDER or f'"{path.stem}"' in code, f"{path.name} is used nowhere"
