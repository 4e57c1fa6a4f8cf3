"""What requests with an `Idempotency-Key` were answered, so that the same request is answered once."""

from __future__ import annotations

from dataclasses import dataclass

from .database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswer:
    """What was answered to the request whose digest is `request`: a status, a place and a body."""

    request: str
    status: int
    location: str
    body: str


class PostgresAnswers:
    """The answers of a day, each under who asked and the key that they chose."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, who: str, key: str) -> KeptAnswer | None:
        """Take `key` for a request, in the transaction that answers it; or the answer that was given under it.

        Somebody else who has taken it and not answered yet is waited for.
        """
        await self._database.do("forget_answers")
        if await self._database.do("claim_answer", who=who, key=key):
            return None
        ((request, status, location, body),) = await self._database.do("read_answer", who=who, key=key)
        return KeptAnswer(request=request, status=status, location=location, body=body)

    async def first(self, who: str, key: str) -> bool:
        """Whether `key` comes for the first time within a day; it is taken by that."""
        await self._database.do("forget_answers")
        return bool(await self._database.do("claim_answer", who=who, key=key))

    async def keep(self, who: str, key: str, *, request: str, status: int, location: str, body: str) -> None:
        """Keep what was answered, in the transaction that has claimed `key`."""
        about = {"request": request, "status": status, "location": location, "body": body}
        await self._database.do("keep_answer", who=who, key=key, **about)
