"""Who is let in: keys, sessions and links that let in once. Of each only the SHA-256 is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from ...core.audit import AuditNote
from ...core.lookalikes import mistakable
from ...core.permissions import PARTS, KeyInfo, Part, Person, Way, parts_of, proper
from ...errors import BadInput, DatabaseUnavailable, NotFound
from .audit import PostgresAudit
from .database import Database

_KEY = re.compile(r"ssk_([0-9a-f]{10})_[A-Za-z0-9_-]{43}")
_VALUE = re.compile(r"[A-Za-z0-9_-]{43}")
_MOST_HOURS = 20 * 366 * 24.0


class PostgresPeople:
    """Keys, sessions and links in `database`, each as the hash of what is shown once. Moments are the database's.

    Making and ending one is noted in the audit, in the same transaction.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._audit = PostgresAudit(database)

    async def create_key(
        self, name: str, parts: Collection[Part], *, hours: float | None, by: Person | str
    ) -> tuple[str, KeyInfo]:
        """A new key for `name`, which is shown this once, and what is known of it. It expires after `hours`; None:
        never. An empty name is that of the key itself. Raises `BadInput`."""
        id = secrets.token_hex(5)
        name = await self._new_name(name or f"key-{id}")
        key, listed = f"ssk_{id}_{secrets.token_urlsafe(32)}", _parts(parts)
        until = None if hours is None else _length(hours)
        async with self._database.transaction():
            rows = await self._database.do(
                "add_key", id=id, name=name, parts=listed, digest=_hash(key), by=_who(by), hours=until
            )
            info = _info(rows[0])
            told = {"name": name, "parts": " ".join(listed), "expires": info.expires}
            await self._note(by, "key.create", id, **told)
        return key, info

    async def person(self, secret: str) -> Person | None:
        """Who comes in with a key; nobody when there is none like it, or not any more."""
        if not (matched := _KEY.fullmatch(secret)):
            return None
        rows = await self._database.rows("person_of_key", id=matched[1], digest=_hash(secret))
        if rows and rows[0][3]:
            with suppress(DatabaseUnavailable):  # whoever only reads is let in where nothing can be written
                await self._database.do("mark_key_used", id=matched[1])
        return _person(rows, "key")

    async def holder(self, id: str, way: Way) -> Person | None:
        """Who would come in with the key of this id, for somebody whom another proof has named; nobody when there is
        none like it, or not any more."""
        found = next((each for each in await self.keys() if each.id == id and each.standing == "valid"), None)
        return Person(name=found.name, parts=parts_of(found.parts), way=way, key=id) if found else None

    async def keys(self) -> Sequence[KeyInfo]:
        """Every key there ever was, oldest first."""
        return [_info(row) for row in await self._database.rows("list_keys")]

    async def known(self) -> Sequence[Person]:
        """Everybody who may come in, once each, as far as that is known here: holders of valid keys, people whom an
        issuer let in within 30 days, and people whom a proxy named when they decided something lately."""
        parts: dict[str, frozenset[Part]] = {}
        for name, listed in await self._database.rows("list_people"):
            parts[name] = parts.get(name, frozenset()) | parts_of(listed)
        return [Person(name=name, parts=of) for name, of in sorted(parts.items())]

    async def revoke(self, id: str, by: Person | str) -> KeyInfo:
        """End a key and the sessions that were opened with it, for good; raises `NotFound`. Twice is once."""
        async with self._database.transaction():
            rows = await self._database.do("revoke_key", id=id) if id.isprintable() else []
            if not rows:
                raise NotFound(f"there is no key {id!r}: the list of keys shows those there are")
            await self._note(by, "key.revoke", id, name=rows[0][1])
        return _info(rows[0])

    async def open_session(self, person: Person, *, hours: float) -> str:
        """The value of a cookie that stands for `person` until it expires, or until the key that they have shown does.
        Raises `BadInput`."""
        id, value = f"s-{secrets.token_hex(5)}", secrets.token_urlsafe(32)
        key = person.key if person.way == "key" and person.key else None
        about = {"name": _name(person.name), "parts": sorted(person.parts), "key": key}
        async with self._database.transaction():
            await self._database.do("open_session", id=id, digest=_hash(value), hours=_length(hours), **about)
            await self._note(person, "session.open", id)
        return value

    async def session(self, value: str) -> Person | None:
        """Who is logged in with a cookie; nobody when it has expired, or was closed, or its key was revoked."""
        if not _VALUE.fullmatch(value):
            return None
        return _person(await self._database.rows("person_of_session", digest=_hash(value)), "session")

    async def close_session(self, value: str) -> None:
        """End a session; one that is not there has ended."""
        if not _VALUE.fullmatch(value):
            return
        async with self._database.transaction():
            for name, id in await self._database.do("close_session", digest=_hash(value)):
                await self._audit.record(AuditNote(who=name, act="session.close", on=id, way="session"))

    async def one_time_link(self, parts: Collection[Part], *, minutes: float, name: str = "admin") -> str:
        """A token that lets `name` in once, within `minutes`. Raises `BadInput`."""
        id, token, listed = f"l-{secrets.token_hex(5)}", secrets.token_urlsafe(32), _parts(parts)
        values = {"name": await self._new_name(name), "parts": listed, "minutes": _length(minutes / 60) * 60}
        async with self._database.transaction():
            await self._database.do("add_link", id=id, digest=_hash(token), **values)
            await self._note("", "link.create", id, name=name, parts=" ".join(listed))
        return token

    async def redeem(self, token: str) -> Person | None:
        """Who comes in with a link, which is used up by that; nobody the second time, or when it has expired."""
        if not _VALUE.fullmatch(token):
            return None
        async with self._database.transaction():
            person = _person(await self._database.do("redeem_link", digest=_hash(token)), "local")
            if person:
                await self._note(person, "link.redeem", person.key)
        return person

    async def _new_name(self, name: str) -> str:
        """`name`, where whoever has it cannot be taken for somebody else; raises `BadInput`. Who has keys keeps it."""
        known = {each.name for each in await self.keys()}
        if _name(name) not in known and (why := mistakable(name, known)):
            raise BadInput(why)
        return name

    async def _note(self, by: Person | str, act: str, on: str, **more: str) -> None:
        way, key = (by.way, by.key) if isinstance(by, Person) else ("local", "")
        told = {name: said for name, said in {"key": key, **more}.items() if said}
        await self._audit.record(AuditNote(who=_who(by), act=act, on=on, way=way, more=told))


def _hash(secret: str) -> bytes:
    """No salt and no slow hash: 256 random bits cannot be guessed."""
    return hashlib.sha256(secret.encode()).digest()


def _who(by: Person | str) -> str:
    return by.name if isinstance(by, Person) else by


def _name(name: str) -> str:
    if not proper(name):
        raise BadInput("a name has 1 to 200 characters that can be seen, and no space at either end")
    return name


def _parts(parts: Collection[str]) -> list[str]:
    if unknown := sorted(set(parts) - set(PARTS)):
        raise BadInput(f"{unknown[0]!r} is not a role: there are {', '.join(PARTS)}")
    if not parts:
        raise BadInput(f"at least one role is needed: {', '.join(PARTS)}")
    return [part for part in PARTS if part in parts]


def _length(hours: float) -> float:
    if not 0 < hours <= _MOST_HOURS:
        raise BadInput("what lets somebody in lasts longer than no time, and at most 20 years")
    return hours


def _person(rows: Sequence[Sequence[Any]], way: Way) -> Person | None:
    return next((Person(name=row[0], parts=parts_of(row[1]), way=way, key=row[2]) for row in rows), None)


def _info(row: Sequence[Any]) -> KeyInfo:
    id, name, parts, made, by, expires, revoked, used, now = row
    known = parts_of(parts)
    return KeyInfo(
        id=id,
        name=name,
        parts=tuple(part for part in PARTS if part in known),
        made=_said(made),
        by=by,
        expires=_said(expires),
        revoked=_said(revoked),
        used=_said(used),
        standing="revoked" if revoked else "expired" if expires and expires <= now else "valid",
    )


def _said(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds") if moment else ""
