"""How long lists, counts and figures take over many runs, and what it costs to keep them. Prints a Markdown table.

    python benchmarks/reading.py [--runs 10000] [--rounds 50]

An embedded server in a temporary folder, as it is shipped; nothing is asserted, the goals stand beside.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.postgres.accepted import PostgresAccepted
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.embedded import Embedded
from scriptsmith.adapters.postgres.event_hub import EventHub
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.adapters.postgres.read_models import ReadModels
from scriptsmith.codec import dump_event
from scriptsmith.core.events import Asked, Assessed, Checked, Drafted, Event, Retrieved, Reviewed, Settled
from scriptsmith.core.types import Action, Assessment, Call, Decision, Entry, Match, Opinion, Review, Script, Verdict
from scriptsmith.wiring import SEED

DECISIONS: tuple[Decision | None, ...] = ("approve", "approve", "approve", "edit", "reject", None)


def lived(
    number: int, entries: Sequence[Entry], chance: random.Random, start: datetime
) -> list[tuple[datetime, Event]]:
    """A run as many are: found nearly, drafted, checked, assessed, settled, and mostly decided."""
    near = chance.sample(entries, 3)
    action = Action(text=f"{near[0].title.lower()} on the hosts of group {number}")
    script = Script(text=f"{near[0].script.text}# {number}\n")
    call = Call(role="generator", model="m", prompt="draft", prompt_digest="0" * 64, cost=0.004, seconds=6.0)
    verdict = chance.choice([Verdict.YES, Verdict.YES, Verdict.YES, Verdict.NO, Verdict.UNSURE])
    opinions = tuple(
        Opinion(assessor=name, verdict=verdict, reason="It does that. " * 9) for name in ("similarity", "difference")
    )
    events: list[Event] = [
        Asked(action=action, by=chance.choice(["ana", "bo", "cy"]), at=start.isoformat()),
        Retrieved(matches=tuple(Match(entry=entry, confidence=0.4) for entry in near)),
    ]
    if number % 3 == 0:
        events.append(Settled(outcome="reuse", script=script, entry=f"{near[0].id}@1"))
    else:
        events += [
            Drafted(script=script, reasoning="preconditions: it is there. " * 20, calls=(call,)),
            Checked(findings=(), functionality="It does that. " * 20, calls=(call,)),
            Assessed(assessment=Assessment(functionality="f", opinions=opinions, verdict=verdict), calls=(call, call)),
            Settled(outcome="verified", script=script),
        ]
        if decision := chance.choice(DECISIONS):
            new = Script(text="echo\n") if decision == "edit" else None
            review = Review(reviewer="ana", decision=decision, digest=script.digest, script=new, final=True)
            events.append(Reviewed(review=review, at=(start + timedelta(minutes=chance.uniform(1, 90))).isoformat()))
    return [(start + timedelta(seconds=at), event) for at, event in enumerate(events)]


async def fill(database: Database, runs: int) -> tuple[int, int]:
    """Lay `runs` runs over the last 30 days; returns how many events and bytes they have."""
    entries = await FolderCatalogue(SEED).entries()
    chance, now = random.Random(7), datetime.now(UTC)
    events = size = 0
    async with database.connection() as connection, connection.cursor() as cursor, cursor.copy(
        "copy scriptsmith.event (run, seq, kind, at, recorded, body) from stdin"
    ) as copy:  # fmt: skip
        for number in range(runs):
            start = now - timedelta(days=30) * (1 - number / runs)
            for seq, (moment, event) in enumerate(lived(number, entries, chance, start), start=1):
                line = dump_event(event).decode()
                await copy.write_row((f"{start:%Y%m%d-%H%M%S}-{number:08x}", seq, event.kind, None, moment, line))
                events, size = events + 1, size + len(line)
    return events, size


async def timed(work: Callable[[], Awaitable[object]], rounds: int) -> str:
    """Median and 95th percentile of `rounds` calls, in milliseconds."""
    taken = []
    for _ in range(rounds):
        started = time.perf_counter()
        await work()
        taken.append(1000 * (time.perf_counter() - started))
    return f"{statistics.median(taken):.1f} ms (p95 {statistics.quantiles(taken, n=20)[-1]:.1f})"


async def appended(database: Database, prefix: str, writers: int, each: int) -> float:
    """Events a second that `writers` runs at once can record."""
    journal, event = PostgresJournal(database), Asked(action=Action(text="knit a pullover"))

    async def write(number: int) -> None:
        for seq in range(1, each + 1):
            await journal.append(f"{prefix}-{number}", seq, event)

    started = time.perf_counter()
    await asyncio.gather(*(write(number) for number in range(writers)))
    return writers * each / (time.perf_counter() - started)


async def heard(database: Database, subscribers: int, events: int) -> str:
    """How long it takes until every subscriber has heard of an event."""
    hub, journal = EventHub(database), PostgresJournal(database)
    runs = [f"heard-{number % 50}" for number in range(subscribers)]
    subscriptions = [hub.subscribe(run) for run in runs]
    for each in subscriptions:
        await anext(each)
    taken = []
    for seq in range(1, events + 1):
        for run in dict.fromkeys(runs):
            started = time.perf_counter()
            await journal.append(run, seq, Asked(action=Action(text="knit")))
            await asyncio.gather(*(anext(each) for each in subscriptions if each.run == run))
            taken.append(1000 * (time.perf_counter() - started))
    await hub.aclose()
    return f"{statistics.median(taken):.1f} ms (p95 {statistics.quantiles(taken, n=20)[-1]:.1f})"


async def measure(folder: Path, runs: int, rounds: int) -> list[tuple[str, str, str]]:
    database = Database(embedded=Embedded(folder))
    reading, journal = ReadModels(database), PostgresJournal(database)
    table: list[tuple[str, str, str]] = []
    try:
        events, size = await fill(database, runs)
        table.append(("events laid", f"{events} ({size / 1e6:.0f} MB)", ""))
        started = time.perf_counter()
        await reading.catch_up()
        table.append(("all summaries, first time", f"{time.perf_counter() - started:.1f} s", ""))
        started = time.perf_counter()
        await reading.rebuild()
        table.append(("`db rebuild`", f"{time.perf_counter() - started:.1f} s", ""))
        oldest = (await reading.page(limit=500))[-1].run
        asked: dict[str, Callable[[], Awaitable[object]]] = {
            "`page()`": reading.page,
            "`page(state=waiting)`": lambda: reading.page(state=("waiting",)),
            "`page(requester=bo)`": lambda: reading.page(requester="bo"),
            "`page(text=…)`, few match": lambda: reading.page(text="group 77"),
            "`page(text=…)`, none match": lambda: reading.page(text="lighthouse"),
            "`page(before=…)`": lambda: reading.page(before=oldest),
            "`counts()`": reading.counts,
            "`home(30)`": reading.home,
        }
        for name, work in asked.items():
            table.append((name, await timed(work, rounds), "≤ 50 ms"))
        numbers = iter(range(1, 10_000))

        async def after_an_event() -> None:
            await journal.append("99990101-000000-00000000", next(numbers), Asked(action=Action(text="knit")))
            await reading.page()

        table.append(("an event and then `page()`", await timed(after_an_event, rounds), "≤ 50 ms"))
        source = PostgresAccepted(database)
        for when in ("first", "again"):
            started = time.perf_counter()
            many = len(await source())
            table.append((f"{many} accepted scripts, {when}", f"{1000 * (time.perf_counter() - started):.0f} ms", ""))
        table.append(("500 subscribers: an event until heard", await heard(database, 500, 4), ""))
        for writers in (1, 8):
            with_trigger = await appended(database, f"with-{writers}", writers, 1000 // writers)
            async with database.connection() as connection:
                await connection.execute("alter table scriptsmith.event disable trigger told")
            without = await appended(database, f"without-{writers}", writers, 1000 // writers)
            async with database.connection() as connection:
                await connection.execute("alter table scriptsmith.event enable trigger told")
            table.append(
                (
                    f"events recorded a second, {writers} at once",
                    f"{with_trigger:.0f}",
                    f"{without:.0f} without trigger",
                )
            )
    finally:
        await database.aclose()
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=50)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scriptsmith-") as folder:
        table = asyncio.run(measure(Path(folder) / "pg", arguments.runs, arguments.rounds))
    print(f"{arguments.runs} runs\n\n| what | measured | goal |\n|---|---|---|")
    for row in table:
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
