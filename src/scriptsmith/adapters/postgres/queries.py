"""The SQL, one statement in one file; its first line says what it does."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "sql"


@cache
def sql(name: str) -> bytes:
    """The statement in `sql/<name>.sql`."""
    return (_FOLDER / f"{name}.sql").read_bytes()
