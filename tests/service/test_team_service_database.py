"""The team service on a real PostgreSQL: what is decided, noted and queued is all of it or nothing, also for two at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from itertools import cycle, islice

import pytest

from scriptsmith.adapters.postgres.audit import PostgresAudit
from scriptsmith.adapters.postgres.catalogue import PostgresCatalogue
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.adapters.postgres.vault import PostgresVault
from scriptsmith.core.approval import ApprovalPolicy
from scriptsmith.core.audit import faults
from scriptsmith.core.events import Event
from scriptsmith.errors import Conflict, DatabaseUnavailable, NotAllowed
from scriptsmith.run_service import RunService
from scriptsmith.service.team_service import TeamService
from tests.databases import fresh, with_database
from tests.unit.kits import OTHER, kit

from .team_services import NOW, RUN, MemoryQueue, both, person, waiting

pytestmark = with_database

ANA = person("ana", "requester")
BO, CY = person("bo", "reviewer", "publisher"), person("cy", "reviewer", "publisher")


def team_service(database: Database) -> TeamService:
    """One process of a service on `database`."""
    run_service = RunService(
        kit=kit(catalogue=PostgresCatalogue(database)),
        journal=PostgresJournal(database),
        vault=PostgresVault(database),
    )
    return TeamService(
        run_service=run_service,
        queue=MemoryQueue(),
        audit=PostgresAudit(database),
        together=database.transaction,
        approvals=ApprovalPolicy(),
        now=lambda: NOW,
    )


@pytest.fixture
async def databases() -> AsyncIterator[tuple[Database, Database]]:
    """Two processes' ways to one database."""
    url = fresh()
    async with AsyncExitStack() as stack:
        opened = Database(url), Database(url)
        for one in opened:
            stack.push_async_callback(one.aclose)
        yield opened


async def there(database: Database, run: str, events: list[Event]) -> None:
    for seq, event in enumerate(events, start=1):
        await PostgresJournal(database).append(run, seq, event)


async def test_of_two_reviewers_at_once_one_decides(databases: tuple[Database, Database]) -> None:
    """Whatever two people do at the same moment, one of them is told to look again, and of theirs nothing is there:
    no event, no note, and one chain."""
    one, other = (team_service(database) for database in databases)
    pairs = [(first, second) for first in ("approve", "edit", "reject") for second in ("approve", "edit", "reject")]
    for number, (first, second) in enumerate(islice(cycle(pairs), 2 * len(pairs))):
        run = f"{RUN}{number:02}"
        await there(databases[0], run, waiting())

        def doing(at: TeamService, name: str, what: str, run: str = run) -> object:
            who = person(name, "reviewer", "publisher")
            if what == "edit":
                return at.edit(who, run, OTHER, seq=5)
            return at.approve(who, run, seq=5) if what == "approve" else at.reject(who, run, seq=5)

        outcomes = await both(doing(one, "bo", first), doing(other, "cy", second))
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "Run"]
        name, what = ("bo", first) if isinstance(outcomes[1], Conflict) else ("cy", second)
        noted = [note.note for note in await PostgresAudit(databases[0]).page(on=run)]
        acts = ["run.publish", "run.approve"] if what == "approve" else [f"run.{what}"]
        assert [(note.who, note.act) for note in noted] == [(name, act) for act in acts]
        assert len(await PostgresJournal(databases[1]).read(run)) == 5 + len(acts)
    assert faults(await PostgresAudit(databases[0]).read()) == []


async def test_what_cannot_be_queued_was_not_decided(databases: tuple[Database, Database]) -> None:
    """When a part of a decision fails, no part of it is there."""

    class Broken(MemoryQueue):
        async def put(self, run: str, /, *, source: str = "") -> None:
            raise DatabaseUnavailable("the queue is gone")

        async def remove(self, run: str, /) -> None:
            raise DatabaseUnavailable("the queue is gone")

    await there(databases[0], RUN, waiting())
    at = replace(team_service(databases[0]), queue=Broken())
    for doing in (
        at.ask(ANA, waiting()[0].action),  # type: ignore[union-attr]
        at.approve(BO, RUN, seq=5),
        at.edit(BO, RUN, OTHER, seq=5),
        at.reject(BO, RUN, seq=5),
        at.cancel(ANA, RUN),
    ):
        with pytest.raises(DatabaseUnavailable, match="the queue is gone"):
            await doing
    assert len(await at.run_service.journal.read(RUN)) == 5
    assert await at.run_service.journal.runs() == [RUN]
    assert await at.audit.read() == []


async def test_a_refusal_is_noted_whatever_becomes_of_the_rest(databases: tuple[Database, Database]) -> None:
    """Where the caller's own transaction is undone by the refusal, the note of it stays, and it alone."""
    database = databases[0]
    at = team_service(database)
    await there(database, RUN, waiting())

    async def refused() -> None:
        async with database.transaction():
            await there(database, f"{RUN}-other", waiting())
            await at.approve(ANA, RUN, seq=5)

    with pytest.raises(NotAllowed):
        await refused()
    assert await at.run_service.journal.runs() == [RUN]
    assert [record.note.act for record in await at.audit.read()] == ["refused.review"]


async def test_a_refusal_does_not_wait_for_itself(databases: tuple[Database, Database]) -> None:
    """Where the caller's own transaction has the audit's turn already, the refusal gives up and nothing is done."""
    database = databases[0]
    at = team_service(database)
    await there(database, RUN, waiting())

    async def refused() -> None:
        async with database.transaction():
            await at.reject(BO, RUN, seq=5)
            await at.approve(ANA, RUN, seq=6)

    with pytest.raises(DatabaseUnavailable):
        await refused()
    assert len(await at.run_service.journal.read(RUN)) == 5
    assert await at.audit.read() == []


async def test_what_was_asked_for_is_published_in_the_end(databases: tuple[Database, Database]) -> None:
    """Asked for by one, edited by another, approved by a third, published by a worker, and told in one chain."""
    at, worker = team_service(databases[0]), team_service(databases[1]).run_service
    run_id = await at.ask(ANA, waiting()[0].action)  # type: ignore[union-attr]
    run = await worker.resume(run_id)
    await at.edit(BO, run_id, OTHER, seq=run.seq)
    run = await worker.resume(run_id)
    await at.approve(CY, run_id, seq=run.seq, comment="read line by line")
    run = await worker.resume(run_id)
    assert run.published
    assert (await at.run_service.kit.catalogue.get(run.published.id)).approver == "cy"
    records = await at.audit.read()
    assert [(record.note.who, record.note.act) for record in records] == [
        ("ana", "run.ask"),
        ("bo", "run.edit"),
        ("cy", "run.approve"),
        ("cy", "run.publish"),
    ]
    assert faults(records) == []
