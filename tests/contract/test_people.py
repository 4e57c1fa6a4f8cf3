"""Who is let in by the database, and what it keeps of that: hashes, and a chain of who did what."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import psycopg
import pytest
from psycopg import sql

from scriptsmith.adapters.postgres.audit import PostgresAudit, record_of
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.people import PostgresPeople
from scriptsmith.core.audit import AuditNote, AuditRecord, digest_of_note, faults
from scriptsmith.core.permissions import PARTS, Person
from scriptsmith.errors import BadInput, NotFound
from tests.databases import with_database

pytestmark = with_database

ANA = Person(name="ana", parts=frozenset({"requester", "reviewer"}), way="proxy")
TABLES = ("key", "session", "link", "audit")


@pytest.fixture
def people(database: Database) -> PostgresPeople:
    return PostgresPeople(database)


@pytest.fixture
def audit(database: Database) -> PostgresAudit:
    return PostgresAudit(database)


def execute(url: str, statement: str, *values: object) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode(), values)


async def test_a_key_lets_somebody_in(people: PostgresPeople) -> None:
    """Whoever shows it is who it was made for, with exactly those parts; anything else is nobody."""
    key, info = await people.create_key("ana", ["reviewer", "requester"], hours=None, by="root")
    assert await people.person(key) == Person(
        name="ana", parts=frozenset({"requester", "reviewer"}), way="key", key=info.id
    )
    assert (info.parts, info.by, info.expires, info.standing) == (("requester", "reviewer"), "root", "", "valid")
    other, _ = await people.create_key("", ["admin"], hours=1, by=ANA)
    crossed = key[:15] + other[15:]
    for wrong in ("", "ana", key[:-1], key + "x", key + "\n", key.upper(), crossed, "ssk_\0", "ssk_é", info.id):
        assert await people.person(wrong) is None
    assert [one.name for one in await people.keys()] == ["ana", f"key-{(await people.keys())[1].id}"]


async def test_who_may_come_in_is_known(people: PostgresPeople, audit: PostgresAudit, url: str) -> None:
    """Holders of valid keys with all their parts, people whom an issuer let in within 30 days, and people whom a proxy
    named when they decided something; nobody whose key has ended, and nobody for a mere visit."""
    for parts in (["requester"], ["reviewer"]):
        await people.create_key("ana", parts, hours=1, by="root")  # type: ignore[arg-type]
    _, gone = await people.create_key("gone", ["reviewer"], hours=1, by="root")
    await people.revoke(gone.id, "root")
    await people.create_key("late", ["reviewer"], hours=1, by="root")
    execute(url, "update scriptsmith.key set expires = now() - interval '1 hour' where name = 'late'")
    for name in ("issued", "long ago"):
        by_issuer = Person(name=name, parts=frozenset({"publisher"}), way="session")
        await people.open_session(by_issuer, hours=1)
    execute(url, "update scriptsmith.session set made = made - interval '31 days' where name = 'long ago'")
    for who, act, way in (
        ("pat", "run.approve", "proxy"),
        ("pat", "run.publish", "proxy"),
        ("vic", "run.ask", "proxy"),
        ("kim", "run.approve", "key"),
    ):
        await audit.record(AuditNote(who=who, act=act, way=way))
    assert {each.name: set(each.parts) for each in await people.known()} == {
        "ana": {"requester", "reviewer"},
        "issued": {"publisher"},
        "pat": {"reviewer", "publisher"},
    }


async def test_only_hashes_are_kept(people: PostgresPeople, url: str) -> None:
    """No table and no note holds a key, a cookie or a link, or the part of one that is secret."""
    key, _ = await people.create_key("ana", ["admin"], hours=1, by="root")
    person = await people.person(key)
    assert person
    cookie = await people.open_session(person, hours=1)
    link = await people.one_time_link(["admin"], minutes=5)
    assert await people.redeem(link)
    with psycopg.connect(url) as connection:
        kept = ""
        for table in TABLES:
            query = sql.SQL("select t::text from scriptsmith.{} t").format(sql.Identifier(table))
            kept += "".join(row[0] for row in connection.execute(query))
    assert "ana" in kept
    for secret in (key, key.split("_", 2)[2], cookie, link):
        assert secret not in kept
        assert secret.encode().hex() not in kept


@pytest.mark.parametrize("ending", ["update scriptsmith.key set expires = clock_timestamp()", "revoked"])
async def test_a_key_that_ended_lets_nobody_in(people: PostgresPeople, url: str, ending: str) -> None:
    """Expired by the database's clock, or revoked: neither it nor a session that was opened with it opens anything."""
    key, info = await people.create_key("ana", ["reviewer"], hours=1, by="root")
    other, _ = await people.create_key("bo", ["reviewer"], hours=None, by="root")
    person = await people.person(key)
    assert person
    cookie = await people.open_session(person, hours=24)
    assert (await people.session(cookie)) is not None
    if ending == "revoked":
        first = await people.revoke(info.id, ANA)
        assert await people.revoke(info.id, "root") == first
    else:
        execute(url, f"{ending} where id = %s", info.id)
    assert await people.person(key) is None
    assert await people.session(cookie) is None
    assert await people.person(other) is not None
    standing = {one.name: one.standing for one in await people.keys()}
    assert standing == {"ana": "revoked" if ending == "revoked" else "expired", "bo": "valid"}


async def test_a_key_that_is_not_there_is_not_found(people: PostgresPeople, audit: PostgresAudit) -> None:
    """Nothing is revoked, and nothing noted."""
    for id in ("nope", "", "a\0b"):
        with pytest.raises(NotFound, match="the list of keys shows those there are"):
            await people.revoke(id, "root")
    assert await audit.read() == []


@pytest.mark.parametrize(
    ("name", "parts", "hours"),
    [
        ("ana", [], 1),
        ("ana", ["root"], 1),
        ("ana", ["admin", "Reviewer"], 1),
        (" ana", ["admin"], 1),
        ("a\nb", ["admin"], 1),
        ("ana", ["admin"], 0),
        ("ana", ["admin"], -1),
        ("ana", ["admin"], float("nan")),
        ("ana", ["admin"], float("inf")),
    ],
)
async def test_a_key_that_makes_no_sense_is_not_made(
    people: PostgresPeople, name: str, parts: list[Any], hours: float
) -> None:
    """A name that cannot be seen, a role that is not one, no time at all: one sentence, and no key."""
    with pytest.raises(BadInput):
        await people.create_key(name, parts, hours=hours, by="root")
    assert await people.keys() == []


async def test_a_session_lasts_until_it_ends(people: PostgresPeople, url: str) -> None:
    """It stands for whoever logged in, by whatever way, until it expires or is closed; twice does no harm."""
    one, other = [await people.open_session(ANA, hours=1) for _ in range(2)]
    person = await people.session(one)
    assert person
    assert (person.name, person.parts, person.way) == ("ana", ANA.parts, "session")
    assert await people.session(one + "x") is None
    assert await people.session("") is None
    for _ in range(2):
        await people.close_session(one)
        assert await people.session(one) is None
    assert await people.session(other) is not None
    execute(url, "update scriptsmith.session set expires = clock_timestamp()")
    assert await people.session(other) is None
    await people.close_session("é")
    execute(url, "update scriptsmith.session set expires = clock_timestamp() - interval '31 days'")
    await people.open_session(ANA, hours=1)
    with psycopg.connect(url) as connection:
        assert connection.execute("select count(*) from scriptsmith.session").fetchone() == (1,)


async def test_a_link_lets_one_in_once(people: PostgresPeople, url: str) -> None:
    """Of many who use it at once one comes in, and afterwards nobody; nor when it has expired."""
    link = await people.one_time_link(["admin"], minutes=10)
    second = Database(url)
    try:
        found = await asyncio.gather(*(each.redeem(link) for each in [people, PostgresPeople(second)] * 4))
    finally:
        await second.aclose()
    (admin,) = [one for one in found if one]
    assert (admin.name, admin.parts, admin.way) == ("admin", frozenset({"admin"}), "local")
    assert await people.redeem(link) is None
    link = await people.one_time_link(PARTS, minutes=10, name="ana")
    execute(url, "update scriptsmith.link set expires = clock_timestamp() where used is null")
    assert await people.redeem(link) is None
    assert await people.redeem("nonsense") is None


async def test_who_lets_in_is_told(people: PostgresPeople, audit: PostgresAudit, database: Database) -> None:
    """Making and ending what lets somebody in is noted with who did it, in the same transaction."""
    _, info = await people.create_key("bo", ["reviewer"], hours=1, by=ANA)
    await people.revoke(info.id, "root")
    await people.close_session(await people.open_session(ANA, hours=1))
    await people.redeem(await people.one_time_link(["admin"], minutes=1))
    told = [(record.note.who, record.note.act, record.note.way) for record in await audit.read()]
    assert told == [
        ("ana", "key.create", "proxy"),
        ("root", "key.revoke", "local"),
        ("ana", "session.open", "proxy"),
        ("ana", "session.close", "session"),
        ("", "link.create", "local"),
        ("admin", "link.redeem", "local"),
    ]
    assert (await audit.read())[0].note.more == {"name": "bo", "parts": "reviewer", "expires": info.expires}

    class Undone(Exception):
        pass

    async def undone() -> None:
        async with database.transaction():
            await people.create_key("cy", ["admin"], hours=1, by="root")
            raise Undone

    with pytest.raises(Undone):
        await undone()
    assert [one.name for one in await people.keys()] == ["bo"]
    assert len(await audit.read()) == len(told)


async def test_many_writers_make_one_chain(url: str) -> None:
    """Whoever notes at once, each on connections of its own, some of them in transactions that are undone: every note
    that counts is there once, in one chain without a gap."""
    databases = [Database(url, most=3) for _ in range(4)]

    class Undone(Exception):
        pass

    async def write(database: Database, number: int) -> None:
        log = PostgresAudit(database)
        try:
            async with database.transaction():
                await log.record(AuditNote(who="ana", act="undone" if number % 3 == 0 else "done", on=str(number)))
                if number % 3 == 0:
                    await log.record(AuditNote(who="ana", act="refused", on=str(number)))
                    raise Undone
        except Undone:
            await log.record(AuditNote(who="bo", act="after", on=str(number)), apart=True)

    try:
        await asyncio.gather(*(write(databases[number % 4], number) for number in range(120)))
        records = await PostgresAudit(databases[0]).read()
        assert faults(records) == []
        assert sorted(int(record.note.on) for record in records) == list(range(120))
        assert {record.note.act for record in records} == {"done", "after"}
        head = await PostgresAudit(databases[1]).head()
        assert str(head) == f"120:{records[-1].digest}"
        assert [record async for record in PostgresAudit(databases[2]).every()] == records
    finally:
        for database in databases:
            await database.aclose()


async def test_records_come_back_as_they_were_noted(audit: PostgresAudit) -> None:
    """Any text that a database can hold, and of other text a legible rest; pages go from the newest on."""
    note = AuditNote(
        who="ana «x»", act="run.ask", on="'; drop--", why="a\n\tb\u2028", way="key", more={"é": "ü", "": ""}
    )
    await audit.record(note)
    await audit.record(AuditNote(who="a\0b\ud800", act="x" * 5000))
    first, second = await audit.read()
    assert first.note == note
    assert second.note.who.startswith("a\ufffdb\ufffd")
    assert len(second.note.act) == 4000
    assert faults([first, second]) == []
    assert await audit.read(1) == [second]
    assert await audit.read(0, 1) == [first]
    assert await audit.page() == [second, first]
    assert await audit.page(before=2) == [first]
    assert await audit.page(who="ana «x»", limit=5) == await audit.page(on="'; drop--") == [first]


@pytest.mark.parametrize(
    "statement",
    [
        "update scriptsmith.audit set who = 'bo'",
        "delete from scriptsmith.audit where seq = 1",
        "truncate scriptsmith.audit",
    ],
)
async def test_what_was_noted_is_never_changed(audit: PostgresAudit, url: str, statement: str) -> None:
    """The database refuses it, whoever asks, as long as nobody switches that off."""
    await audit.record(AuditNote(who="ana", act="x"))
    with pytest.raises(psycopg.errors.RestrictViolation, match="never changed"):
        execute(url, statement)
    assert [record.note.who for record in await audit.read()] == ["ana"]


COUNT = 30


def tamper(
    chance: random.Random, number: int, connection: psycopg.Connection[Any], records: Sequence[AuditRecord]
) -> str:
    """Change the table in one of many ways, and tell which one it was."""
    seq, other = chance.sample(range(1, COUNT + 1), 2)
    column = chance.choice(["at", "who", "act", "about", "why", "way", "before", "digest"])
    where = sql.SQL(" where seq = {}").format(seq)
    change = sql.SQL("update scriptsmith.audit set ")
    ways: dict[str, list[sql.SQL | sql.Composed]] = {
        "text": [change + sql.SQL("{0} = {0} || 'x'").format(sql.Identifier(column)) + where],
        "case": [change + sql.SQL("digest = upper(digest), before = upper(before)") + where],
        "empty": [change + sql.SQL("{} = ' '").format(sql.Identifier(column)) + where],
        "more": [change + sql.SQL('more = more || \'{"x": "y"}\'') + where],
        "kind": [change + sql.SQL("more = jsonb_set(more, '{{n}}', {}::jsonb)").format(str(seq)) + where],
        "none": [change + sql.SQL("more = '[]'") + where],
        "number": [change + sql.SQL("seq = seq + {}").format(COUNT) + where],
        "delete": [sql.SQL("delete from scriptsmith.audit") + where],
        "close": [
            sql.SQL("delete from scriptsmith.audit") + where,
            change + sql.SQL("seq = seq + 1000 where seq > {}").format(seq),
            change + sql.SQL("seq = seq - 1001 where seq > 1000"),
        ],
        "tail": [sql.SQL("delete from scriptsmith.audit where seq >= {}").format(seq)],
        "all": [sql.SQL("delete from scriptsmith.audit")],
        "swap": [
            change + sql.SQL("seq = 0 - {}").format(seq) + where,
            change + sql.SQL("seq = {} where seq = {}").format(seq, other),
            change + sql.SQL("seq = {} where seq = 0 - {}::bigint").format(other, seq),
        ],
        "insert": [
            change + sql.SQL("seq = seq + 1000 where seq >= {}").format(seq),
            sql.SQL(
                "insert into scriptsmith.audit select {}, at, 'mallory', act, about, why, way, more, before, digest "
                "from scriptsmith.audit where seq = 1000 + {}"
            ).format(seq, seq),
            change + sql.SQL("seq = seq - 999 where seq > 1000"),
        ],
        "anew": [
            sql.SQL("delete from scriptsmith.audit where seq >= {}").format(seq),
            *(
                sql.SQL("select scriptsmith.note('mallory', {}, '', '', '', '{{}}', {})").format(
                    record.note.act, digest_of_note(AuditNote(who="mallory", act=record.note.act))
                )
                for record in records[seq - 1 :]
            ),
        ],
    }
    way = list(ways)[number % len(ways)]
    for statement in ways[way]:
        connection.execute(statement)
    return f"{way} {column} {seq} {other}"


async def test_of_a_thousand_changes_by_a_superuser_a_thousand_are_found(audit: PostgresAudit, url: str) -> None:
    """Whoever owns the database can switch off what protects the table; what they change, delete, move, add or write
    anew is found with the head that somebody kept, each time, and what they leave alone is fine again."""
    for number in range(COUNT):
        await audit.record(
            AuditNote(who="ana", act="run.ask", on=f"run-{number}", way="key", more={"n": str(number + 1)})
        )
    kept, records = await audit.head(), await audit.read()
    chance = random.Random(6)
    missed = []
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("alter table scriptsmith.audit drop constraint audit_seq_check")

        def found() -> list[str]:
            rows = connection.execute(
                "select seq, at, who, act, about, why, way, more, before, digest from scriptsmith.audit order by seq"
            )
            return faults(map(record_of, rows), kept)

        assert found() == []
        for number in range(1000):
            with connection.transaction(force_rollback=True):
                connection.execute("set local session_replication_role = replica")  # no trigger fires
                way = tamper(chance, number, connection, records)
                if not found():
                    missed.append(way)
        assert found() == []
    assert missed == []


async def test_a_record_that_was_changed_is_read_all_the_same(audit: PostgresAudit, url: str) -> None:
    """Nothing that lies in the table stops whoever reads it: what cannot be a record is one that was changed."""
    await audit.record(AuditNote(who="ana", act="x", more={"n": "1"}))
    for more in ("[]", "null", "1", '"1"', '{"n": 1}', '{"n": null}', '{"n": ["1"]}'):
        with psycopg.connect(url) as connection:
            connection.execute("set local session_replication_role = replica")
            connection.execute("update scriptsmith.audit set more = %s::jsonb", (more,))
        assert faults(await audit.read()) == ["record 1 was changed"]


async def test_a_reader_of_an_old_picture_cannot_note(audit: PostgresAudit, url: str) -> None:
    """A transaction that does not see the last record cannot fork the chain: the database refuses its note."""
    await audit.record(AuditNote(who="ana", act="x"))
    with psycopg.connect(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.execute("select 1 from scriptsmith.audit")
        await audit.record(AuditNote(who="bo", act="x"))
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("select scriptsmith.note('cy', 'x', '', '', '', '{}', '')")
    assert len(await audit.read()) == 2
