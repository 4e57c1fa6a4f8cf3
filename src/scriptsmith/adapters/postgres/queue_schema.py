"""The queue's own tables: made by the SQL that procrastinate ships, in a schema of their own.

None of that SQL lies here. A new database gets the whole of it with migration 0003; what a newer procrastinate adds is
a migration that waits, like any other.
"""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from ...errors import DatabaseUnavailable, StorageError
from .failures import explained
from .queries import sql

MIGRATION = "runs-wait-for-workers"
"""The migration that the whole schema is a part of."""


def steps() -> dict[str, Path]:
    """The steps of the installed procrastinate's schema, in order: name and file. The package is not imported."""
    spec = find_spec("procrastinate")
    folder = Path(spec.origin).parent / "sql" / "migrations" if spec and spec.origin else None
    found = {path.stem: path for path in sorted(folder.glob("*.sql"))} if folder else {}
    if not found:
        raise DatabaseUnavailable("the queue is not installed: run `pip install 'scriptsmith[service]'`")
    return found


async def make(connection: psycopg.AsyncConnection[Any]) -> None:
    """Make the tables, in the caller's transaction."""
    from procrastinate.schema import SchemaManager

    await _inside(connection, SchemaManager.get_schema().encode())
    for name in steps():
        await connection.execute(sql("record_queue_step"), {"name": name})


async def waiting(connection: psycopg.AsyncConnection[Any]) -> dict[str, str]:
    """The steps that the database lacks, by name, with the SHA-256 of each.

    Raises `StorageError` when it has one that the installed procrastinate does not know.
    """
    with explained("read the state of the queue"):
        done = {name for (name,) in await (await connection.execute(sql("queue_steps"))).fetchall()}
    known = steps()
    if unknown := sorted(done - set(known)):
        raise StorageError(
            f"the queue has {unknown[0]}, which the installed procrastinate does not know: install a newer one"
        )
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in known.items() if name not in done}


async def apply(connection: psycopg.AsyncConnection[Any], name: str) -> None:
    """Take the step `name`, in the caller's transaction."""
    with explained(f"bring the queue up to date ({name})"):
        await _inside(connection, steps()[name].read_bytes())
        await connection.execute(sql("record_queue_step"), {"name": name})


async def _inside(connection: psycopg.AsyncConnection[Any], text: bytes) -> None:
    """Run SQL that names no schema, so that all it makes lies in the queue's."""
    await connection.execute(sql("enter_queue_schema"))
    await connection.execute(text)
    await connection.execute(sql("leave_queue_schema"))
