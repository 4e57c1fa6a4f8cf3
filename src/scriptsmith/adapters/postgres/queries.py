"""The SQL, one statement in one file; its first line says what it does. What several of them ask alike stands in
`sql/shared`, and each has it where `{shared:its_name}` is written."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "sql"
_SHARED = re.compile(rb"\{shared:([a-z_]+)\}")


@cache
def sql(name: str) -> bytes:
    """The statement in `sql/<name>.sql`, with what it shares with others."""
    return _SHARED.sub(lambda named: sql(f"shared/{named[1].decode()}"), (_FOLDER / f"{name}.sql").read_bytes())
