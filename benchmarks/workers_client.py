"""The server's part in the measurements of workers: what a person does by it, in a process that can be killed.

    python benchmarks/workers_client.py RUN…

It takes up the runs that are named, begins another one for each line on standard input (the line is the action), and
drives each to its publication. A line on standard output says what was acknowledged: `asked RUN`, `worked RUN` when a
worker has recorded something, `approved RUN` and `published RUN`. What fails is tried again.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time

from scriptsmith.core.permissions import Person
from scriptsmith.core.types import Action
from scriptsmith.errors import Conflict, NeedsPerson, ScriptSmithError
from scriptsmith.service.team_service import TeamService
from scriptsmith.settings import load
from scriptsmith.wiring import build

ANA = Person(name="ana", parts=frozenset({"requester"}))
BO = Person(name="bo", parts=frozenset({"reviewer", "publisher"}))


def acknowledge(what: str, run: str) -> None:
    os.write(1, f"{time.monotonic():.6f} {what} {run}\n".encode())  # at once, and whole


async def ask(team_service: TeamService, text: str) -> None:
    while True:
        try:
            run = await team_service.ask(ANA, Action(text=text))
        except ScriptSmithError:  # nothing was acknowledged
            await asyncio.sleep(0.02)
        else:
            acknowledge("asked", run)
            return await drive(team_service, run)


async def drive(team_service: TeamService, run_id: str) -> None:
    """Approve the run once it waits for that, and look until it is published."""
    worked = False
    while True:
        try:
            run = await team_service.look(BO, run_id)
            if run.seq > 1 and not worked:
                worked = True
                acknowledge("worked", run_id)
            if run.published:
                return acknowledge("published", run_id)
            if run.settled and not run.review:
                await team_service.approve(BO, run_id, seq=run.seq)
                acknowledge("approved", run_id)
        except (Conflict, NeedsPerson):
            pass  # it has moved on: look again
        except ScriptSmithError:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.01)


async def main() -> None:
    environ = dict(os.environ)
    async with build(load(environ), environ) as app:
        team_service = app.team_service()
        tasks = [asyncio.create_task(drive(team_service, run)) for run in sys.argv[1:]]
        lines = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        while line := await lines.readline():
            tasks.append(asyncio.create_task(ask(team_service, line.decode().strip())))
        await asyncio.gather(*tasks)


if __name__ == "__main__":
    asyncio.run(main())
