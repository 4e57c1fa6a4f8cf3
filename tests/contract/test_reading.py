"""The read models hold what the log says, at once, whoever writes and reads meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scriptsmith.adapters.postgres.applied_migrations import migrations
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.adapters.postgres.read_models import STATES, ReadModels
from scriptsmith.codec import dump_event
from scriptsmith.core.events import Asked, Assessed, Cancelled, Drafted, Event, Labelled, Reviewed, Settled
from scriptsmith.core.summary import Summary, summarize
from scriptsmith.core.types import Action, Assessment, Call, Decision, Outcome, Review, Script, Verdict
from scriptsmith.errors import BadInput, NotFound
from tests.databases import fresh, with_database
from tests.thoroughness import everything
from tests.unit.strategies import runs_events

pytestmark = with_database

SCRIPT = Script(text="echo wool\n")


def run_id(number: int) -> str:
    return f"20260102-030405-{number:08x}"


def asked(text: str = "knit a pullover", by: str = "", at: str = "") -> Asked:
    return Asked(action=Action(text=text), by=by, at=at)


def settled(outcome: Outcome = "verified", script: Script | None = SCRIPT, entry: str = "") -> Settled:
    return Settled(outcome=outcome, script=script, entry=entry)


def reviewed(decision: Decision, at: str = "", digest: str = SCRIPT.digest, final: bool = True) -> Reviewed:
    script = Script(text="echo yarn\n") if decision == "edit" else None
    return Reviewed(review=Review(reviewer="ana", decision=decision, digest=digest, script=script, final=final), at=at)


def judged(verdict: Verdict) -> list[Event]:
    call = Call(role="generator", model="m", prompt="draft", prompt_digest="", cost=0.25, input_tokens=3, seconds=1.5)
    return [
        Drafted(script=SCRIPT, calls=(call,)),
        Assessed(assessment=Assessment(functionality="f", opinions=(), verdict=verdict)),
    ]


async def record(database: Database, run: str, events: Sequence[Event], first: int = 1) -> None:
    for seq, event in enumerate(events, start=first):
        await PostgresJournal(database).append(run, seq, event)


def lay(url: str, run: str, events: Sequence[Event], moments: Sequence[datetime]) -> None:
    """Events as they would lie there if they had been recorded at `moments`."""
    with psycopg.connect(url) as connection:
        for seq, (event, moment) in enumerate(zip(events, moments, strict=True), start=1):
            connection.execute(
                "insert into scriptsmith.event (run, seq, kind, recorded, body) values (%s, %s, %s, %s, %s::json)",
                [run, seq, event.kind, moment, dump_event(event).decode()],
            )


async def rows(database: Database) -> list[tuple[object, ...]]:
    """Everything in the read models, in order."""
    async with database.connection() as connection:
        summaries = await connection.execute(
            "select run, seq, state, outcome, requester, action, entry, reused, cost, unpriced, asked_at, "
            "summary::text from scriptsmith.run_summary order by run"
        )
        found: list[tuple[object, ...]] = list(await summaries.fetchall())
        decisions = await connection.execute("select * from scriptsmith.run_decision order by run, seq")
        return found + list(await decisions.fetchall())


async def test_what_is_committed_is_seen_at_once(database: Database) -> None:
    """Each answer holds every event that was recorded before; a run is shown as its log tells it."""
    reading = ReadModels(database)
    assert (list(await reading.page()), set((await reading.counts()).values())) == ([], {0})
    await record(database, run_id(1), [asked(by="bo", at="2026-01-02T03:04:05+02:00")])
    (one,) = await reading.page()
    assert (one.run, one.seq, one.state, one.requester) == (run_id(1), 1, "working", "bo")
    assert one.asked_at == "2026-01-02T01:04:05.000+00:00"
    await record(database, run_id(1), [*judged(Verdict.YES), settled()], first=2)
    (one,) = await reading.page()
    assert (one.state, one.outcome, one.verdict, one.drafts, one.cost) == ("waiting", "verified", "yes", 1, 0.25)
    assert one.waiting_since
    await record(database, run_id(1), [reviewed("approve")], first=5)
    assert (await reading.one(run_id(1))).decided_by == "ana"
    assert await reading.counts() == dict.fromkeys(STATES, 0) | {"approved": 1}
    with pytest.raises(NotFound):
        await reading.one(run_id(2))


async def test_an_event_that_is_not_committed_is_seen_when_it_is(database: Database, url: str) -> None:
    """A reader does not wait for a transaction that records, and a later one finds what it recorded."""
    reading = ReadModels(database)
    other = Database(url)
    await record(database, run_id(1), [asked()])
    async with other.transaction():
        await record(other, run_id(1), [settled()], first=2)
        await record(other, run_id(2), [asked()])
        assert [one.seq for one in await reading.page()] == [1]
    assert [(one.run, one.seq) for one in await reading.page()] == [(run_id(2), 1), (run_id(1), 2)]
    await other.aclose()


async def test_pages_are_filtered_and_follow_each_other(database: Database) -> None:
    """Every run is on one page, newest first; a filter leaves out what it should and nothing else."""
    for number in range(7):
        events = [asked("Knit 100% Pullover" if number % 2 else "Knit\0", by="bo" if number < 3 else "ana")]
        await record(database, run_id(number), [*events, *([settled()] if number > 4 else [])])
    reading = ReadModels(database)
    seen: list[str] = []
    while page := await reading.page(before=seen[-1] if seen else "", limit=3):
        seen += [one.run for one in page]
    assert seen == [run_id(number) for number in range(6, -1, -1)]
    assert [one.run for one in await reading.page(requester="bo")] == [run_id(n) for n in (2, 1, 0)]
    assert [one.run for one in await reading.page(text="KNIT 100% p")] == [run_id(n) for n in (5, 3, 1)]
    assert [one.run for one in await reading.page(text=run_id(4))] == [run_id(4)]
    assert list(await reading.page(text="1_0")) == []
    assert (await reading.counts(requester="ana"))["waiting"] == len(
        await reading.page(requester="ana", state=["waiting"])
    )
    with pytest.raises(BadInput, match="later than"):
        await reading.counts(since=date(2026, 1, 2), until=date(2026, 1, 1))
    assert [one.run for one in await reading.page(state=["waiting"])] == [run_id(6), run_id(5)]
    assert [one.run for one in await reading.page(state=["waiting", "working"], requester="ana", limit=3)] == [
        run_id(n) for n in (6, 5, 4)
    ]
    with pytest.raises(BadInput, match="no state 'lost' of runs: there are working, waiting"):
        await reading.page(state=["lost"])


async def test_waiting_is_what_a_person_can_decide_on(database: Database) -> None:
    """A run that an entry answered, or nothing did, or whose entry policy keeps back, waits for nobody."""
    ends: dict[str, Event] = {
        "served": settled("reuse", entry="x@1"),
        "unanswered": settled("no_match", script=None),
        "waiting": settled("unsure", script=None),
        "rejected": reviewed("reject"),
        "cancelled": Cancelled(by="ana"),
    }
    for number, event in enumerate(ends.values()):
        before = [settled()] if isinstance(event, Reviewed) else []
        await record(database, run_id(number), [asked(), *before, event])
    await record(database, run_id(9), [asked(), settled("forbidden", script=None, entry="x@1")])
    reading = ReadModels(database)
    for number, state in enumerate(ends):
        assert (await reading.one(run_id(number))).state == state
    assert (await reading.one(run_id(9))).state == "unanswered"
    assert [one.run for one in await reading.page(state=["waiting"])] == [run_id(2)]


async def test_the_queue_and_the_decisions_have_their_own_order(database: Database, url: str) -> None:
    """Who waits longest comes first, and so does what was decided last, whenever it was asked for."""
    now = datetime(2026, 1, 31, 12, tzinfo=UTC)

    def lived(number: int, hours: int, *events: Event) -> None:
        """A run asked for `number` hours from now, with what was done `hours` from now."""
        late = now + timedelta(hours=hours)
        lay(url, run_id(number), [asked(), *events], [now + timedelta(hours=number), *[late] * len(events)])

    for number, hours in ((1, 30), (2, 20), (3, 10)):
        lived(number, hours, settled())
    for number, hours in ((4, 50), (5, 70), (6, 60)):
        lived(number, hours, settled(), reviewed("reject" if number == 5 else "approve"))
    lived(7, 80, settled(), reviewed("edit"))
    lived(8, 90, settled(), reviewed("edit"), settled(), reviewed("approve"))
    lived(9, 5)
    reading = ReadModels(database)
    assert [one.run for one in await reading.waiting()] == [run_id(number) for number in (3, 2, 1)]
    assert [one.run for one in await reading.decided()] == [run_id(number) for number in (8, 5, 6, 4)]
    assert [one.run for one in await reading.waiting(1)] == [run_id(3)]
    assert [one.run for one in await reading.decided(2)] == [run_id(8), run_id(5)]


async def test_two_readers_and_many_appenders(url: str) -> None:
    """While eight record and two read, no reader is behind what was committed before it asked, and the end is right."""
    writers, readers = [Database(url, most=2) for _ in range(4)], [Database(url, most=3) for _ in range(2)]
    done: dict[str, int] = {}
    behind: list[str] = []
    events = [asked(), *judged(Verdict.NO), settled(), reviewed("reject", final=False), settled(), reviewed("approve")]

    async def write(number: int) -> None:
        journal = PostgresJournal(writers[number % 4])
        for run in (run_id(10 * number + each) for each in range(4)):
            for seq, event in enumerate(events, start=1):
                await journal.append(run, seq, event)
                done[run] = seq

    async def read(reading: ReadModels) -> None:
        while len(done) < 32 or set(done.values()) != {len(events)}:
            known = dict(done)
            found = {one.run: one.seq for one in await reading.page(limit=100)}
            behind.extend(run for run, seq in known.items() if found.get(run, 0) < seq)

    await asyncio.gather(*(write(number) for number in range(8)), *(read(ReadModels(each)) for each in readers))
    assert behind == []
    assert {one.state for one in await ReadModels(readers[0]).page(limit=100)} == {"approved"}
    kept = await rows(readers[0])
    assert await ReadModels(readers[1]).rebuild() == 32
    assert await rows(readers[0]) == kept
    for each in (*writers, *readers):
        await each.aclose()


async def test_a_reader_waits_for_one_that_has_taken_a_run(database: Database, url: str) -> None:
    """What another reader has begun is not left out: whoever asks meanwhile answers when that one is done, or dies."""
    await record(database, run_id(1), [asked()])
    reading = ReadModels(database)
    async with await psycopg.AsyncConnection.connect(url) as other:
        await other.execute("delete from scriptsmith.stale_run")
        asking = asyncio.create_task(reading.page())
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as watcher:
            waiting = "select true from pg_stat_activity where wait_event_type = 'Lock' and query like '%stale_run%'"
            while not await (await watcher.execute(waiting)).fetchone():
                assert not asking.done()
        await other.rollback()
    assert [one.run for one in await asking] == [run_id(1)]


async def test_an_older_summary_never_replaces_a_newer_one(database: Database) -> None:
    """A reader that read the log earlier and writes later changes nothing."""
    await record(database, run_id(1), [asked(), settled()])
    reading = ReadModels(database)
    await reading.catch_up()
    kept = await rows(database)
    old = "update scriptsmith.run_summary set seq = 3, state = 'newer'"
    async with database.connection() as connection:
        await connection.execute(old.encode())
        await connection.execute("insert into scriptsmith.stale_run (run, seq) values (%s, 1)", [run_id(1)])
    await reading.catch_up()
    newer = await rows(database)
    assert newer[0][1:3] == (3, "newer")
    assert await reading.rebuild() == 1
    assert await rows(database) == kept


async def test_a_rebuild_disturbs_nobody(url: str) -> None:
    """While summaries are made anew, by two at once, others record and read, every run is on the page all the time."""
    databases = [Database(url, most=3) for _ in range(4)]
    first, second, reader, writer = databases
    for number in range(150):
        await record(writer, run_id(number), [asked(), settled(), reviewed("approve")])
    await ReadModels(reader).catch_up()
    over = asyncio.Event()
    seen: set[int] = set()

    async def read() -> None:
        while not over.is_set():
            seen.add(len(await ReadModels(reader).page(limit=500, before=run_id(150))))

    async def write() -> None:
        for seq in range(1, 30):
            await record(writer, run_id(200), [asked()], first=seq)

    async def rebuild(database: Database) -> None:
        for _ in range(3):
            await ReadModels(database).rebuild()

    reading = asyncio.create_task(read())
    await asyncio.gather(rebuild(first), rebuild(second), write())
    over.set()
    await reading
    assert seen == {150}
    assert (await ReadModels(reader).one(run_id(200))).seq == 29
    for each in databases:
        await each.aclose()


async def test_a_rebuild_throws_away_what_no_event_speaks_of(database: Database, url: str) -> None:
    """Rows that somebody has put there are gone, and those that somebody has changed are as they were."""
    await record(database, run_id(1), [asked(), settled(), reviewed("approve")])
    reading = ReadModels(database)
    await reading.catch_up()
    kept = await rows(database)
    with psycopg.connect(url) as connection:
        connection.execute("update scriptsmith.run_summary set seq = 99, state = 'lost', summary = '{}'")
        connection.execute("update scriptsmith.run_decision set decision = 'reject'")
        connection.execute(
            "insert into scriptsmith.run_decision (run, seq, decision, digest, writer) values ('x', 3, '', '', '')"
        )
        connection.execute(
            "insert into scriptsmith.run_summary select 'x', seq, state, outcome, requester, action, entry, reused, cost, "
            "unpriced, asked_at, summary from scriptsmith.run_summary"
        )
    assert await reading.rebuild() == 1
    assert await rows(database) == kept


def test_runs_from_before_the_migration_are_listed() -> None:
    """A database that holds runs already lists them after the upgrade that brings the lists."""
    url = fresh("template0")
    events: list[Event] = [asked(), settled()]
    before = [one for one in migrations() if one.number in (1, 4)]
    with psycopg.connect(url) as connection:
        connection.execute("create schema scriptsmith")
        connection.execute(before[0].text)
        for seq, event in enumerate(events, start=1):
            connection.execute(
                "insert into scriptsmith.event (run, seq, kind, body) values (%s, %s, %s, %s::json)",
                [run_id(1), seq, event.kind, dump_event(event).decode()],
            )
        connection.execute(before[1].text)
        assert connection.execute("select run, seq from scriptsmith.stale_run").fetchall() == [(run_id(1), 2)]


async def test_a_log_that_cannot_be_read_hides_no_other(database: Database, url: str) -> None:
    """A run with a broken line is listed as far as it can be read, with why; the others are as ever."""
    await record(database, run_id(1), [asked()])
    with psycopg.connect(url) as connection:
        for run, seq in ((run_id(1), 2), (run_id(2), 1)):
            connection.execute(
                "insert into scriptsmith.event (run, seq, kind, body) values (%s, %s, 'mended', '{\"kind\": \"mended\"}')",
                [run, seq],
            )
    await record(database, run_id(3), [asked()])
    third, second, first = await ReadModels(database).page()
    assert (third.problem, second.action, first.action) == ("", "", "knit a pullover")
    assert (second.seq, first.seq) == (1, 2)
    assert first.problem.startswith("event 2: this is not an event of a run: kind: it should be one of asked")
    assert second.problem.startswith("event 1: this is not an event of a run")


async def test_home_counts_days(database: Database, url: str) -> None:
    """Rates, cost, agreement and waiting time are of the day on which it happened, and of all days together."""
    now = datetime(2026, 1, 31, 12, tzinfo=UTC)
    day = timedelta(days=1)

    def lived(number: int, start: datetime, wait: float, *events: Event) -> None:
        """A run asked for at `start`, whose last events come `wait` seconds after it is settled."""
        since = next(at for at, event in enumerate(events, start=1) if isinstance(event, Settled))
        late = start + timedelta(seconds=wait)
        lay(url, run_id(number), [asked(), *events], [start if at <= since else late for at in range(len(events) + 1)])

    lived(1, now, 60, *judged(Verdict.YES), settled(), reviewed("approve"))
    yarn = Script(text="echo yarn\n")
    edited = [reviewed("edit"), judged(Verdict.NO)[-1], settled(script=yarn), reviewed("approve", digest=yarn.digest)]
    lived(2, now, 120, *judged(Verdict.YES), settled(), *edited)
    lived(3, now, 600, *judged(Verdict.NO), settled(), reviewed("reject"))
    lived(4, now, 0, settled("reuse", entry="x@1"))
    lived(5, now - 2 * day, 30, *judged(Verdict.UNSURE), settled(), reviewed("approve"))
    label = Labelled(by="bo", digest=SCRIPT.digest, label=0)
    lived(6, now - 2 * day, 30, *judged(Verdict.NO), settled(), reviewed("approve"), label)
    lived(7, now - 9 * day, 30, *judged(Verdict.NO), settled(), reviewed("approve"))
    home = await ReadModels(database).home(3, last=now.date())
    first, second, third = home.days
    assert (first.asked, first.settled, first.reused, first.accepted, first.acceptance) == (2, 2, 0, 2, 1.0)
    assert (first.unsure, first.no_wrong, first.judged, first.agreement) == (1, 1, 1, 1.0)
    assert (second.asked, second.acceptance, second.reuse, second.agreement, second.waited) == (
        0,
        None,
        None,
        None,
        None,
    )
    assert (third.reuse, third.cost, third.unpriced) == (0.25, 0.75, 0)
    assert (third.decided, third.accepted, third.edited, third.rejected) == (3, 1, 1, 1)
    assert (third.yes_right, third.yes_wrong, third.no_right, third.no_wrong) == (1, 1, 1, 1)
    assert (third.waited, third.timed) == (90.0, 4)
    for number, settled_as in ((8, settled("no_match")), (9, replace(settled("forbidden", entry="x@1"), script=None))):
        lived(number, now, 0, settled_as)
    last = (await ReadModels(database).home(3, last=now.date())).days[-1]
    assert (last.asked, last.settled, last.reuse) == (6, 4, 0.25), "who is told that nothing answers has no answer"
    assert (home.whole.day, home.whole.asked, home.whole.decided, home.whole.accepted) == (None, 6, 5, 3)
    assert home.whole.waited == 45.0
    assert (await ReadModels(database).home(30, last=now.date())).whole.asked == 9
    assert (await ReadModels(database).home()).whole.asked == 0
    with pytest.raises(BadInput, match="1 to 3660"):
        await ReadModels(database).home(days=0)


@settings(
    max_examples=25 if everything else 8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(logs=st.lists(runs_events, min_size=1, max_size=4), cuts=st.lists(st.integers(0, 9), max_size=3))
def test_summaries_made_step_by_step_are_those_made_at_once(logs: list[list[Event]], cuts: list[int]) -> None:
    """Whenever somebody reads in between, the end is what a rebuild and the pure function make of the whole log."""

    async def check() -> None:
        database = Database(_SHARED[0] if _SHARED else _SHARED.append(fresh()) or _SHARED[0])  # type: ignore[func-returns-value]
        base = next(_NUMBERS) * 16
        reading, runs = ReadModels(database), [run_id(base + at) for at in range(len(logs))]
        for at, event in sorted((seq, number) for number, log in enumerate(logs) for seq in range(len(log))):
            await PostgresJournal(database).append(runs[event], at + 1, logs[event][at])
            if at in cuts:
                await reading.catch_up()
        step_by_step = {run: await reading.one(run) for run in runs}
        await reading.rebuild()
        assert {run: await reading.one(run) for run in runs} == step_by_step
        for run, log in zip(runs, logs, strict=True):
            assert _timeless(step_by_step[run]) == _timeless(summarize(run, log))
        await database.aclose()

    asyncio.run(check())


_SHARED: list[str] = []
_NUMBERS = iter(range(1, 10_000))


def _timeless(made: Summary) -> Summary:
    """A summary without the moments, which only the database knows exactly."""
    from dataclasses import replace

    decisions = tuple(replace(one, at="", waited=None) for one in made.decisions)
    return replace(made, asked_at="", changed_at="", waiting_since="", decided_at="", decisions=decisions)
