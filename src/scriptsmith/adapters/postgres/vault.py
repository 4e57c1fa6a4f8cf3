"""The secrets of runs as rows of their own, apart from the logs."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.secret_tokens import SecretSpelling
from ...errors import Conflict, StorageError
from ..folder.vault import dump_kept, load_kept
from .database import Database


class PostgresVault:
    """A `Vault` in `database`: who may read the table `scriptsmith.secret` may read the secrets."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, run: str, /) -> Sequence[SecretSpelling]:
        kept = []
        for number, (line,) in enumerate(await self._database.rows("read_secrets", run=run), start=1):
            try:
                kept.append(load_kept(line))
            except ValueError:
                raise StorageError(f"run {run}, secret {number}: this is not a kept secret") from None
        return tuple(kept)

    async def add(self, run: str, seen: int, kept: Sequence[SecretSpelling], /) -> None:
        async with self._database.transaction():
            ((there,),) = await self._database.rows("count_secrets", run=run)
            free = there == seen
            for number, one in enumerate(kept, start=seen + 1):
                free = free and bool(
                    await self._database.do("add_secret", run=run, seq=number, body=dump_kept(one).decode())
                )
            if not free:
                raise Conflict(f"somebody else works on run {run}: look at it again")
