"""Numbered migrations: each is applied once, in one transaction, in order, and never changed after that."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import psycopg

from ...errors import StorageError
from .failures import explained
from .queries import sql

FOLDER = Path(__file__).parent / "migrations"
_NAME = re.compile(r"([0-9]{4})-([a-z0-9-]+)\.sql")


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One step of the schema: `name` is its sentence, `digest` the SHA-256 of its text."""

    number: int
    name: str
    digest: str
    text: bytes = b""

    def __str__(self) -> str:
        return f"{self.number:04} {self.name.replace('-', ' ')}"


class ForeignSchema(Protocol):
    """A schema that another package brings, made as a part of the migration called `MIGRATION`."""

    MIGRATION: str

    async def make(self, connection: psycopg.AsyncConnection[Any], /) -> None:
        """Make all of it."""

    async def waiting(self, connection: psycopg.AsyncConnection[Any], /) -> Mapping[str, str]:
        """The steps that were made since: name and digest."""
        ...

    async def apply(self, connection: psycopg.AsyncConnection[Any], name: str, /) -> None:
        """Take one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Which migrations were applied and which wait."""

    applied: tuple[Migration, ...]
    waiting: tuple[Migration, ...]


def migrations(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """The migrations in `folder`, in order; raises `StorageError` unless they are numbered 1, 2, 3 …"""
    found: list[Migration] = []
    for path in sorted(folder.glob("*.sql")):
        matched = _NAME.fullmatch(path.name)
        if matched is None or int(matched[1]) != len(found) + 1:
            raise StorageError(f"{path} is not migration {len(found) + 1:04}")
        text = path.read_bytes()
        digest = hashlib.sha256(text).hexdigest()
        found.append(Migration(number=int(matched[1]), name=matched[2], digest=digest, text=text))
    return tuple(found)


async def status(
    connection: psycopg.AsyncConnection[Any], known: Sequence[Migration], foreign: ForeignSchema | None = None
) -> Status:
    """What was done to the database, and what is left to do. A step that `foreign` lacks has its migration's number.

    Raises `StorageError` when it is not the database that `known` would make: one was changed after it was applied, or
    a later ScriptSmith was here.
    """
    with explained("read the state of the database"):
        row = await (await connection.execute(sql("has_migrations"))).fetchone()
        rows = await (await connection.execute(sql("applied_migrations"))).fetchall() if row and row[0] else []
    applied = tuple(Migration(number=number, name=name, digest=digest) for number, name, digest in rows)
    for position, one in enumerate(applied):
        if position >= len(known):
            raise StorageError(
                f"the database has migration {one}, which this ScriptSmith does not know: use a newer one"
            )
        if (one.number, one.digest) != (known[position].number, known[position].digest):
            raise StorageError(
                f"migration {one} is not the one that was applied to this database: a migration never changes"
            )
    waiting = list(known[len(applied) :])
    for one in applied:
        if foreign and one.name == foreign.MIGRATION:
            steps = await foreign.waiting(connection)
            waiting += [Migration(number=one.number, name=name, digest=digest) for name, digest in steps.items()]
    return Status(applied=applied, waiting=tuple(waiting))


async def upgrade(
    connection: psycopg.AsyncConnection[Any], known: Sequence[Migration], foreign: ForeignSchema | None = None
) -> tuple[Migration, ...]:
    """Apply what waits and return it, one process at a time. What was applied stays when a later one fails."""
    done: list[Migration] = []
    while True:
        async with connection.transaction():
            with explained("prepare the database"):
                await connection.execute(sql("lock_migrations"))
                await connection.execute(sql("prepare_migrations"))
            waiting = (await status(connection, known, foreign)).waiting
            if not waiting:
                return tuple(done)
            with explained(f"apply migration {waiting[0]}"):
                await _apply(connection, waiting[0], foreign)
        done.append(waiting[0])


async def _apply(connection: psycopg.AsyncConnection[Any], one: Migration, foreign: ForeignSchema | None) -> None:
    if foreign and not one.text:
        return await foreign.apply(connection, one.name)
    await connection.execute(one.text)
    if foreign and one.name == foreign.MIGRATION:
        await foreign.make(connection)
    await connection.execute(sql("record_migration"), {"number": one.number, "name": one.name, "digest": one.digest})
