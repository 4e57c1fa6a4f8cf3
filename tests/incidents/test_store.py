"""The store keeps each occurrence of an alert once, whoever reports it how often and in which order."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.incidents import PostgresIncidents
from scriptsmith.adapters.postgres.jobs import Jobs, WorkerPace
from scriptsmith.adapters.postgres.queue import PostgresQueue
from scriptsmith.errors import BadInput, NotFound
from scriptsmith.incidents.inlets.alertmanager import Alertmanager
from scriptsmith.incidents.inlets.pagerduty import PagerDuty
from scriptsmith.incidents.model import Incident, Link, Severity, State
from scriptsmith.incidents.store import LinkedRun
from tests.databases import a_database, fresh, with_database

from .payloads import DISK, alert, alertmanager, body, pagerduty

pytestmark = with_database
ONE = Incident(
    source="alertmanager",
    fingerprint="a1",
    occurrence="2026-11-20",
    name="HostOutOfMemory",
    title="db-2 has no memory",
    description="7 % is left",
    severity="critical",
    service="orders",
    host="db-2",
    labels={"instance": "db-2:9100", "mountpoint": "/var/lib"},
    annotations={"action": "show the memory"},
    links=(Link(name="query", url="http://prometheus.example/"),),
    started_at="2026-11-20T08:00:00+00:00",
    raw_digest="0" * 64,
)


async def outcomes(store: PostgresIncidents, *incidents: Incident) -> list[str]:
    return [each.outcome for each in await store.keep(incidents)]


async def test_an_incident_is_kept_as_it_came() -> None:
    async with a_database() as database:
        store = PostgresIncidents(database)
        (receipt,) = await store.keep([ONE])
        kept = await store.get(receipt.incident)
        assert kept.incident == replace(ONE, id=receipt.incident)
        assert kept.reports == 1
        assert [each.kind for each in await store.timeline(receipt.incident)] == ["opened"]


async def test_from_its_start_to_its_end_and_again() -> None:
    """The same report changes nothing; resolved closes, a firing that began later opens again, and another occurrence is
    another one."""
    end = replace(ONE, state="resolved", ended_at="2026-11-20T09:00:00+00:00")
    again = replace(ONE, started_at="2026-11-20T09:30:00+00:00")
    async with a_database() as database:
        store = PostgresIncidents(database)
        assert await outcomes(store, ONE, ONE, end, end, again, replace(ONE, occurrence="later")) == [
            "opened", "repeated", "resolved", "repeated", "reopened", "opened",
        ]  # fmt: skip
        later, first = await store.page()
        assert (first.incident.state, first.incident.ended_at, first.reports) == ("firing", "", 5)
        assert first.incident.started_at == again.started_at
        kinds = [each.kind for each in await store.timeline(first.incident.id)]
        assert kinds == ["opened", "resolved", "reopened"]
        assert [each.incident.id for each in await store.history(first.incident.id)] == [later.incident.id]


def at(started: str, state: State = "firing", **more: Any) -> Incident:
    """A report of a source that names no occurrence: the same alert, which began at this moment."""
    begun = f"2026-11-20T{started}+00:00" if started else ""
    return replace(ONE, occurrence="", started_at=begun, state=state, **more)


@pytest.mark.parametrize(
    ("reports", "becomes"),
    [
        ([at("08:00:00"), at("08:00:00", "resolved"), at("08:00:00")], ["opened", "resolved", "late"]),
        ([at("08:00:00"), at("08:00:00", "resolved"), at("07:00:00")], ["opened", "resolved", "late"]),
        ([at("08:00:00"), at("08:00:00", "resolved"), at("08:00:01")], ["opened", "resolved", "reopened"]),
        ([at("08:00:00", "resolved"), at("08:00:00")], ["resolved", "late"]),
        ([at("08:00:00", "resolved"), at("08:00:00.4", "acknowledged")], ["resolved", "late"]),
        ([at("08:00:00", "resolved"), at("08:00:00"), at("08:00:00")], ["resolved", "late", "repeated"]),
        (
            [at("08:00:00"), at("08:00:00", "resolved"), at("09:00:00"), at("08:00:00", "resolved"), at("09:00:00", "resolved")],
            ["opened", "resolved", "reopened", "late", "resolved"],
        ),
        (
            [at("08:00:00", "resolved"), at("09:00:00", "resolved"), at("09:00:00"), at("09:00:01")],
            ["resolved", "repeated", "late", "reopened"],
        ),
        ([at(""), at("", "resolved"), at("")], ["opened", "resolved", "reopened"]),
        ([at("08:00:00"), at("07:00:00", severity="warning")], ["opened", "severity"]),
        (
            [at("08:00:00", "resolved", at="2026-11-20T09:00:00+00:00"), at("08:00:00", at="2026-11-20T09:00:01+00:00")],
            ["resolved", "reopened"],
        ),
        (
            [at("08:00:00", "resolved", at="2026-11-20T09:00:00+00:00"), at("08:59:00", at="2026-11-20T09:00:00+00:00")],
            ["resolved", "late"],
        ),
    ],
)  # fmt: skip
async def test_a_report_of_an_earlier_firing_opens_nothing_again(reports: list[Incident], becomes: list[str]) -> None:
    """A firing that began no later than the one that was resolved is an old report, listed once, whatever came first; one
    that began later is a new firing. Where a source tells the moment of a report, that decides alone."""
    async with a_database() as database:
        store = PostgresIncidents(database)
        assert await outcomes(store, *reports) == becomes
        (kept,) = await store.page()
        assert (kept.incident.state == "resolved") == (becomes[-1] in ("resolved", "late", "repeated"))
        assert kept.reports == len(reports)
        told = [each.kind for each in await store.timeline(kept.incident.id)]
        assert told == [each for each in becomes if each != "repeated"]


async def test_what_still_fires_long_after_its_end_was_told_opens_again() -> None:
    """Alertmanager calls an alert resolved that it has not heard of for a while, and reports it with the same start when
    it hears of it again: no sender tries a report again for so long."""
    async with a_database() as database:
        store = PostgresIncidents(database)
        end = replace(ONE, state="resolved")
        assert await outcomes(store, ONE, end, ONE) == ["opened", "resolved", "late"]
        async with database.connection() as connection:
            await connection.execute("set session_replication_role = replica")  # which fires no trigger
            await connection.execute("update scriptsmith.incident_event set at = at - interval '16 minutes'")
            await connection.execute("set session_replication_role = origin")
        assert await outcomes(store, ONE) == ["reopened"]


async def test_a_firing_and_its_end_that_come_at_once_leave_it_resolved() -> None:
    """Whichever of two servers is first."""
    url = fresh()
    databases = [Database(url) for _ in range(2)]
    alerts = [alert(DISK | {"instance": f"web-{number}"}) for number in range(40)]
    ended = [each | {"status": "resolved", "endsAt": "2026-11-20T09:00:00Z"} for each in alerts]
    try:
        stores = [PostgresIncidents(each) for each in databases]
        await asyncio.gather(*(each.counts() for each in stores))
        for number in range(0, 40, 10):
            some = slice(number, number + 10)
            await asyncio.gather(
                stores[0].keep(Alertmanager().read(body(alertmanager(*alerts[some]))).incidents),
                stores[1].keep(Alertmanager().read(body(alertmanager(*ended[some][::-1]))).incidents),
            )
        counts = await stores[0].counts()
        assert (counts["firing"], counts["resolved"]) == (0, 40)
    finally:
        for each in databases:
            await each.aclose()


async def test_resolved_opens_nothing() -> None:
    """What was never heard of is kept as closed, so that it is not lost and nobody is asked to act on it."""
    async with a_database() as database:
        store = PostgresIncidents(database)
        assert await outcomes(store, replace(ONE, state="resolved")) == ["resolved"]
        assert await store.page(state=["firing", "acknowledged"]) == []
        assert (await store.counts())["resolved"] == 1


async def test_an_event_is_kept_once_and_a_late_one_changes_nothing() -> None:
    def event(kind: str, id: str, at: str, **data: object) -> Incident:
        return PagerDuty().read(body(pagerduty(kind, id=id, at=at, **data))).incidents[0]

    async with a_database() as database:
        store = PostgresIncidents(database)
        begin = event("triggered", "e1", "2026-11-20T08:00:00Z", priority={"summary": "P3"})
        worse = event("priority_updated", "e2", "2026-11-20T08:01:00Z")
        taken = event("acknowledged", "e3", "2026-11-20T08:02:00Z")
        ended = event("resolved", "e4", "2026-11-20T08:09:00Z")
        assert await outcomes(store, begin, worse, worse, ended, taken, taken, begin) == [
            "opened", "severity", "repeated", "resolved", "late", "repeated", "repeated",
        ]  # fmt: skip
        (kept,) = await store.page()
        assert (kept.incident.state, kept.incident.severity) == ("resolved", "critical")
        told = [(each.kind, each.told) for each in await store.timeline(kept.incident.id)]
        assert told == [("opened", ""), ("severity", "warning to critical"), ("resolved", ""), ("late", "acknowledged")]


async def test_of_many_who_report_at_once_one_keeps_it() -> None:
    """Several servers, the same 50 alerts in other orders: each is there once, and opened once."""
    alerts = [alert(DISK | {"instance": f"web-{number}"}) for number in range(50)]
    url = fresh()
    databases = [Database(url) for _ in range(4)]
    try:
        stores = [PostgresIncidents(each) for each in databases]
        await asyncio.gather(*(each.counts() for each in stores))
        made = await asyncio.gather(
            *(
                store.keep(Alertmanager().read(body(alertmanager(*order))).incidents)
                for store, order in zip(stores, (alerts, alerts[::-1], alerts[25:] + alerts[:25], alerts), strict=True)
            )
        )
        found = [each.outcome for receipts in made for each in receipts]
        assert (found.count("opened"), found.count("repeated")) == (50, 150)
        assert (await stores[0].counts())["firing"] == 50
        assert all(each.reports == 4 for each in await stores[0].page(limit=100))
    finally:
        for each in databases:
            await each.aclose()


async def test_what_is_undone_is_not_kept() -> None:
    async with a_database() as database:
        store = PostgresIncidents(database)

        async def broken_off() -> None:
            async with database.transaction():
                await store.keep([ONE])
                raise RuntimeError

        with pytest.raises(RuntimeError):
            await broken_off()
        assert await store.page() == []


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("memory", True),
        ("hostoutofmem", True),
        ("out of MEMORY db-2", True),
        ("/var/lib", True),
        ("7 %", True),
        ("orders critical", False),
        ("memories", False),
        ("' & | ! :* (", False),
        ("\0", True),  # nothing is asked for
    ],
)
async def test_incidents_are_found_by_words_and_their_beginnings(words: str, found: bool) -> None:
    async with a_database() as database:
        store = PostgresIncidents(database)
        await store.keep([ONE, replace(ONE, fingerprint="b", title="x", name="y", labels={}, description="", host="")])
        listed = [each.incident.fingerprint for each in await store.page(text=words)]
        assert ("a1" in listed) is found


async def test_lists_have_filters_and_pages() -> None:
    async with a_database() as database:
        store = PostgresIncidents(database)
        for number in range(5):
            await store.keep([replace(ONE, fingerprint=str(number), severity="low" if number else "unknown")])
        first = await store.page(limit=2)
        rest = await store.page(before=first[-1].incident.id)
        assert [each.incident.fingerprint for each in (*first, *rest)] == ["4", "3", "2", "1", "0"]
        assert [each.incident.fingerprint for each in await store.page(severity=["unknown"])] == ["0"]
        assert await store.page(source="pagerduty") == []
        with pytest.raises(BadInput, match="no state 'gone'"):
            await store.page(state=["gone"])
        for ask in (store.get, store.timeline, store.hold):
            with pytest.raises(NotFound):
                await ask("inc-none\0")


async def test_what_happened_is_only_ever_added() -> None:
    async with a_database() as database:
        store = PostgresIncidents(database)
        (receipt,) = await store.keep([ONE])
        await store.link(receipt.incident, LinkedRun(run="r1", recommendation="x", by="ana", at=""))
        await store.link(receipt.incident, LinkedRun(run="r1", recommendation="x", by="ana", at=""))
        assert [each.run for each in await store.runs(receipt.incident)] == ["r1"]
        assert await store.incidents_of("r1") == [receipt.incident]
        assert [each.kind for each in await store.timeline(receipt.incident)] == ["opened", "run"]
        async with database.connection() as connection:
            with pytest.raises(psycopg.Error, match="is never changed"):
                await connection.execute("update scriptsmith.incident_event set kind = 'opened'")


async def test_text_that_no_row_can_hold_never_gets_there() -> None:
    sent = alertmanager(alert(summary="\0" * 9 + "s") | {"labels": {"alertname": "a\0b", "x\ud800": "\0"}})
    async with a_database() as database:
        store = PostgresIncidents(database)
        await store.keep(Alertmanager().read(body(sent)).incidents)
        (kept,) = await store.page()
        assert kept.incident.name == "a\ufffdb"


async def test_looks_that_nobody_asked_for_wait_behind_people_and_behind_graver_incidents() -> None:
    """A worker takes what people asked for first, then what was prepared, by severity and then oldest first."""
    async with a_database() as database:
        store, queue, stop = PostgresIncidents(database), PostgresQueue(database), asyncio.Event()
        taken: list[str] = []
        asked: tuple[tuple[Severity, str], ...] = (
            ("info", "scriptsmith"), ("unknown", "scriptsmith"), ("critical", "scriptsmith"), ("low", "ana"),
            ("critical", "scriptsmith"),
        )  # fmt: skip
        for number, (severity, by) in enumerate(asked):
            (receipt,) = await store.keep([replace(ONE, fingerprint=f"f{number}", severity=severity)])
            async with database.transaction():
                await queue.put(f"r{number}")
                await store.link(receipt.incident, LinkedRun(run=f"r{number}", recommendation="a", by=by, at=""))

        async def resume(run: str, traceparent: str) -> None:
            taken.append(run)
            if len(taken) == len(asked):
                stop.set()

        async with asyncio.timeout(60):
            await Jobs(database=database, pace=WorkerPace(concurrency=1)).work(resume, stop=stop, say=lambda _: None)
        assert taken == ["r3", "r2", "r4", "r1", "r0"]
