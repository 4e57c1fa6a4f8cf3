"""What the adapters in PostgreSQL promise beyond their ports."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from scriptsmith.adapters.folder.journal import FolderJournal
from scriptsmith.adapters.postgres.catalogue import PostgresCatalogue
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.adapters.postgres.vault import PostgresVault
from scriptsmith.core.events import Asked, Event, Reviewed
from scriptsmith.core.secret_tokens import SecretSpelling
from scriptsmith.core.types import Action, Entry, Evidence, Review, Script
from scriptsmith.errors import BadInput, BadSettings, Conflict, DatabaseUnavailable, NotFound, StorageError
from tests.databases import fresh, with_database

pytestmark = with_database

RUN = "20260102-030405-0badcafe"
ASKED = Asked(action=Action(text="show the «free» space\0\u2028now"), at="2026-01-02T03:04:05+02:00")
SOCK = Entry(
    id="darn-sock",
    title="Darn a sock",
    phrases=("darn a sock",),
    script=Script(text="printf 'sock\\0'\n"),
    labels={"area": "knitting"},
)
TESTED = Evidence(kind="test", result="passed", at="2030", digest="d", version=1)


async def test_rows_hold_the_lines_of_a_folder(database: Database, url: str, tmp_path: Path) -> None:
    """An event is kept byte for byte as the line in a folder, beside its kind and the moment that it names."""
    events: list[Event] = [
        ASKED,
        Reviewed(review=Review(reviewer="ana", decision="reject", digest="0"), at="yesterday"),
    ]
    for seq, event in enumerate(events, start=1):
        await PostgresJournal(database).append(RUN, seq, event)
        await FolderJournal(tmp_path).append(RUN, seq, event)
    with psycopg.connect(url) as connection:
        rows = connection.execute("select seq, kind, at, body::text from scriptsmith.event order by seq").fetchall()
    assert [row[:2] for row in rows] == [(1, "asked"), (2, "reviewed")]
    assert rows[0][2].isoformat() == "2026-01-02T01:04:05+00:00"
    assert rows[1][2] is None
    assert "".join(f"{row[3]}\n" for row in rows).encode() == (tmp_path / f"{RUN}.jsonl").read_bytes()


async def test_of_many_appenders_one_wins(url: str) -> None:
    """Whoever races for a number, each on a connection of its own: one records, the others learn of it, none waits."""
    databases = [Database(url, most=2) for _ in range(4)]
    journals = [PostgresJournal(database) for database in databases] * 2
    for seq in range(1, 11):
        outcomes = await asyncio.gather(*(j.append(RUN, seq, ASKED) for j in journals), return_exceptions=True)
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict"] * 7 + ["NoneType"]
    assert len(await journals[0].read(RUN)) == 10
    for database in databases:
        await database.aclose()


async def test_of_two_that_keep_secrets_one_does(url: str) -> None:
    """All of what one keeps is kept or nothing of it, and the other learns it."""
    databases = [Database(url) for _ in range(2)]
    kept = [[SecretSpelling(number=n, letter=letter, spelling="s\0") for n in (1, 2, 3)] for letter in "AB"]
    vaults = [PostgresVault(database) for database in databases]
    outcomes = await asyncio.gather(
        *(vault.add(RUN, 0, each) for vault, each in zip(vaults, kept, strict=True)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "NoneType"]
    assert list(await vaults[0].read(RUN)) in kept
    for database in databases:
        await database.aclose()


async def test_a_transaction_happens_as_a_whole_or_not_at_all(database: Database) -> None:
    """An event that is recorded in a block which fails never happened, for whatever reason it fails."""
    journal = PostgresJournal(database)
    await journal.append(RUN, 1, ASKED)

    async def fail() -> None:
        async with database.transaction():
            await journal.append(RUN, 2, ASKED)
            assert len(await journal.read(RUN)) == 2
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert len(await journal.read(RUN)) == 1
    async with database.transaction():
        await journal.append(RUN, 2, ASKED)
    assert len(await journal.read(RUN)) == 2


@pytest.mark.parametrize("table", ["event", "published", "retired", "evidence"])
@pytest.mark.parametrize("change", ["update {} set recorded = now()", "delete from {}", "truncate {}"])
async def test_what_is_recorded_is_never_changed(database: Database, url: str, table: str, change: str) -> None:
    """The database itself refuses to change or remove an event, a published version, a retirement and evidence."""
    await PostgresJournal(database).append(RUN, 1, ASKED)
    catalogue = PostgresCatalogue(database)
    await catalogue.publish(SOCK)
    await catalogue.record(SOCK.id, TESTED)
    await catalogue.retire(SOCK.id)
    with psycopg.connect(url) as connection, pytest.raises(psycopg.errors.RestrictViolation, match="never changed"):
        connection.execute(change.format(f"scriptsmith.{table}").encode())


async def test_all_evidence_is_kept_and_the_last_is_seen(database: Database, url: str) -> None:
    """Evidence about the same text does not replace the older one; what is read is the last of each text."""
    catalogue = PostgresCatalogue(database)
    await catalogue.publish(SOCK)
    for at in ("2031", "2032", "2033"):
        await catalogue.record(SOCK.id, replace(TESTED, at=at))
    with psycopg.connect(url) as connection:
        assert connection.execute("select count(*) from scriptsmith.evidence").fetchone() == (3,)
    assert await catalogue.history(SOCK.id) == ([SOCK], (replace(TESTED, at="2033"),))


async def test_what_others_change_is_seen(database: Database, url: str) -> None:
    """What another process publishes, records or retires is found here the next time that somebody asks."""
    catalogue, other = PostgresCatalogue(database), PostgresCatalogue(second := Database(url))
    action = Action(text="darn a sock")
    assert list(await catalogue.nearest(action, limit=1)) == []
    await other.publish(SOCK)
    assert [match.entry for match in await catalogue.nearest(action, limit=1)] == [SOCK]
    await other.record(SOCK.id, TESTED)
    assert [match.entry.evidence for match in await catalogue.nearest(action, limit=1)] == [(TESTED,)]
    await other.retire(SOCK.id)
    assert list(await catalogue.nearest(action, limit=1)) == []
    await second.aclose()


async def test_of_many_publishers_each_version_is_published_once(url: str) -> None:
    """Several publish the same version with different scripts: one of them does."""
    databases = [Database(url, most=2) for _ in range(4)]
    entries = [replace(SOCK, script=Script(text=f"echo {n}\n")) for n in range(4)]
    pairs = zip(databases, entries, strict=True)
    outcomes = await asyncio.gather(
        *(PostgresCatalogue(database).publish(entry) for database, entry in pairs), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict"] * 3 + ["Entry"]
    assert [await PostgresCatalogue(databases[0]).get(SOCK.id)] == [o for o in outcomes if isinstance(o, Entry)]
    for database in databases:
        await database.aclose()


async def test_a_connection_that_dies_publishes_nothing(url: str, database: Database, tmp_path: Path) -> None:
    """A publication that is cut off between its two versions leaves neither; the same catalogue can publish again."""
    from scriptsmith.adapters.folder.catalogue import FolderCatalogue
    from scriptsmith.adapters.folder.entry_files import write_entry

    write_entry(tmp_path / "knitting" / SOCK.id, SOCK)
    catalogue = PostgresCatalogue(database, FolderCatalogue(tmp_path))
    second = replace(SOCK, version=2, script=Script(text="echo 2\n"))
    async with await psycopg.AsyncConnection.connect(url) as blocker:
        await blocker.execute(  # the first version is copied, and then the second has to wait for this one
            "insert into scriptsmith.published (entry, version, digest, body) values (%s, 2, '', '{}')", [SOCK.id]
        )
        publishing = asyncio.create_task(catalogue.publish(second))
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as watcher:
            killed: list[tuple[bool]] = []
            while not killed:
                done = await watcher.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity "
                    "where wait_event_type = 'Lock' and query like '%insert into scriptsmith.published%'"
                )
                killed = await done.fetchall()
        with pytest.raises(DatabaseUnavailable, match="terminat"):
            await publishing
        await blocker.rollback()
    assert list(await catalogue.own()) == []
    assert await catalogue.publish(second) == second
    assert await catalogue.get("darn-sock@1") == SOCK


async def test_what_is_read_is_asked_again_when_its_connection_dies(url: str) -> None:
    """A query is asked once more on another connection; a statement that may have changed something is not."""
    stumble = (
        "create sequence tries; alter table scriptsmith.event rename to kept; "
        "create function stumble() returns bool language sql as $$ select case when nextval('tries') % 2 = 1 "
        "then not pg_terminate_backend(pg_backend_pid()) else true end $$; "
        "create view scriptsmith.event as select kept.* from (select stumble() as goes_on) s, scriptsmith.kept "
        "where goes_on"
    )
    database = Database(url)
    try:
        await PostgresJournal(database).append(RUN, 1, ASKED)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(stumble.encode())
        assert await PostgresJournal(database).read(RUN) == [ASKED]
        with pytest.raises(DatabaseUnavailable, match="terminating connection"):
            await database.do("read_events", run=RUN)
        async with database.transaction():
            await database.do("read_events", run=RUN)  # this one goes well
            with pytest.raises(DatabaseUnavailable, match="terminating connection"):
                await database.rows("read_events", run=RUN)
    finally:
        await database.aclose()


async def test_text_that_was_changed_behind_its_back_is_left_out(url: str) -> None:
    """Who may switch triggers off can change a script, which is then served to nobody and named."""
    told: list[str] = []
    catalogue = PostgresCatalogue(database := Database(url), warn=told.append)
    await catalogue.publish(SOCK)
    with psycopg.connect(url) as connection:
        connection.execute("alter table scriptsmith.published disable trigger all")
        connection.execute("update scriptsmith.published set body = replace(body::text, 'printf', 'rm -rf')::json")
    catalogue = PostgresCatalogue(database, warn=told.append)
    for _ in range(2):
        assert list(await catalogue.entries()) == []
        assert list(await catalogue.nearest(Action(text="darn a sock"), limit=3)) == []
    (sentence,) = told
    assert "catalogue entry darn-sock is left out: darn-sock@1 was changed in the database after approval" in sentence
    assert list(await catalogue.faults()) == [SOCK.id]
    with pytest.raises(BadInput, match="changed in the database after approval"):
        await catalogue.get(SOCK.id)
    with pytest.raises(Conflict, match="changed in the database after approval"):
        await catalogue.publish(replace(SOCK, version=2))
    with pytest.raises(BadInput, match="changed in the database after approval"):
        await catalogue.record(SOCK.id, TESTED)
    await database.aclose()


@pytest.mark.parametrize("run", ["", "..", "a/b", "a\0b", "x" * 101])
async def test_an_id_that_is_no_id_reaches_no_row(database: Database, run: str) -> None:
    """As in a folder, an id that could not be the name of a file is no id of a run."""
    journal = PostgresJournal(database)
    with pytest.raises(NotFound):
        await journal.read(run)
    with pytest.raises(NotFound, match="not the id of a run"):
        await journal.append(run, 1, ASKED)
    assert list(await journal.runs()) == []


async def test_an_unprepared_database_says_what_to_run() -> None:
    """Nothing is made in a database that was named until somebody asks for it."""
    database = Database(fresh("template0"))
    with pytest.raises(DatabaseUnavailable, match=r"run `scriptsmith db upgrade`"):
        await PostgresJournal(database).runs()
    assert [str(one) for one in await database.upgrade()][:1] == ["0001 runs secrets and entries are kept"]
    assert list(await PostgresJournal(database).runs()) == []
    await database.aclose()


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("postgresql://ana:hush@127.0.0.1:1/x", DatabaseUnavailable),
        ("postgresql://ana:hush@[x", BadSettings),
        ("ana hush", BadSettings),
        ("postgresql:///x?nonsense=hush", BadSettings),
    ],
)
async def test_a_server_that_is_not_there_is_one_sentence(url: str, error: type[Exception]) -> None:
    """An address without a server, or that is none, is told at once, and without the password."""
    with pytest.raises(error) as caught:
        await PostgresJournal(Database(url)).runs()
    assert "\n" not in str(caught.value)
    assert "hush" not in str(caught.value)


async def test_a_table_that_is_missing_is_one_sentence(database: Database, url: str) -> None:
    """What the database says of a broken schema reaches the user as one sentence."""
    with psycopg.connect(url) as connection:
        connection.execute("drop table scriptsmith.secret")
    with pytest.raises(StorageError, match=r"could not read secrets in the database: .*does not exist"):
        await PostgresVault(database).read(RUN)
