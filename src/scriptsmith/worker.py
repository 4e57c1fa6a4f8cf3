"""The worker: takes runs from the queue, and advances each until a person is needed or it is over. Beside that it tells
outlets what happened, takes reports from Kafka, and asks a model about incidents."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from . import team
from .errors import Conflict, ScriptSmithError
from .wiring import harness

if TYPE_CHECKING:
    from .core.events import Event
    from .core.types import Entry, Evidence
    from .wiring import App


def _unheard(sentence: str) -> None: ...


async def work(app: App, *, stop: asyncio.Event, concurrency: int = 0, say: Callable[[str], None] = _unheard) -> None:
    """Do the work that waits until `stop` is set, `concurrency` runs at a time (0: as the settings say).

    Then it finishes what it does, or hands back what takes too long. `say` hears a line about each step. Any number of
    workers share the work, on any number of machines. Raises `UsageError` where state is kept in folders, `BadSettings`
    for outlets or topics that cannot be, and `DatabaseUnavailable` when the database cannot be reached at first.
    """
    jobs = team.jobs(app.database, app.settings)
    delivering = team.delivering(app.team(), app.team_service(), app.settings, say, app.telemetry)
    consuming = team.consuming(app.team(), app.team_service(), app.settings, say)
    model = app.models.get("generator")
    suggesting = team.suggesting(app.team(), app.team_service(), app.settings, model, say, app.telemetry)
    if concurrency:
        jobs = replace(jobs, pace=replace(jobs.pace, concurrency=concurrency))

    def heard(run: str, seq: int, event: Event) -> None:
        say(f"run {run}: {seq} {event.kind}")

    run_service = app.run_service(heard)

    async def resume(run: str, traceparent: str) -> None:
        if app.telemetry is None:
            await advance(run)
            return
        reported = await app.team().incidents.trace_of(run)  # the trace of what it is for, with a link to who asked
        with app.telemetry.tracing.continued(reported or traceparent, traceparent if reported else ""):
            await advance(run)

    async def advance(run: str) -> None:
        reached = 0
        try:
            while True:
                try:
                    await run_service.resume(run)
                    return
                except Conflict:  # somebody else has recorded something: go on from there
                    now = (await run_service.show(run)).seq
                    if now == reached:  # nobody has: it is about something else, like an entry of the same name
                        raise
                    reached = now
        finally:
            with suppress(ScriptSmithError):  # the error that brought us here is the one to tell
                await _note_cost(app, run)

    ended = asyncio.Event()
    ending = asyncio.create_task(_follow(stop, ended))  # what is done beside runs ends while those have their grace
    beside = [asyncio.create_task(each.run(ended)) for each in (delivering, consuming, suggesting) if each]
    try:
        await jobs.work(resume, stop=stop, upkeep=_upkeep(app, say), say=say)
    finally:
        ended.set()
        ending.cancel()
        await asyncio.gather(*beside)


async def _follow(stop: asyncio.Event, ended: asyncio.Event) -> None:
    await stop.wait()
    ended.set()


def _upkeep(app: App, say: Callable[[str], None]) -> Callable[[], Awaitable[None]] | None:
    """What is done once in a while; None where there is no box, or settings want nothing."""
    import shutil

    from .service.upkeep import renew

    engine, days = app.settings.sandbox.engine, app.settings.worker.stale_days
    program = {"auto": "bwrap", "bubblewrap": "bwrap"}.get(engine, engine)
    if not days or engine == "none" or not shutil.which(program):
        return None

    async def upkeep() -> None:
        library, sandbox = harness(), app.sandbox()

        async def prove(entry: Entry, at: str) -> Evidence:
            return await app.language(entry.script.target).prove(entry, library, sandbox, at=at)

        def able(entry: Entry) -> bool:
            return not app.language(entry.script.target).lacks()

        await renew(app.catalogue, library, prove, days=days, say=say, able=able)

    return upkeep


async def _note_cost(app: App, run: str) -> None:
    """Note all that the run has cost, whoever did it."""
    assert app.database
    events = await app.journal.read(run)
    cost = sum(call.cost or 0.0 for event in events for call in getattr(event, "calls", ()))
    if cost:
        await team.queue(app.database, app.settings).spent(run, cost)
