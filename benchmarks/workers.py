"""Workers: how fast they are, and what is left when anything is killed at any moment. Prints a Markdown table.

    python benchmarks/workers.py [--runs 200] [--workers 2]
    python benchmarks/workers.py --kill-points 200 [--seed 1]

Everything runs on this machine, with a PostgreSQL that is made for it, and `fsync` on. With `--kill-points` the part
of the server, a worker, the database or all three are killed by SIGKILL at random moments between the request for a
script and its publication; what was killed is started again. Then every acknowledgement is compared with what is
there. The exit status is 1 when anything is lost, half done or done twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from scriptsmith.adapters.postgres.embedded import Embedded
from scriptsmith.core.audit import faults
from scriptsmith.core.flow import state
from scriptsmith.core.types import Action
from scriptsmith.settings import load
from scriptsmith.testing import Provider, RecordedRequest, canned
from scriptsmith.wiring import App, build

CLIENT = Path(__file__).with_name("workers_client.py")
PATIENCE = 120.0
VICTIMS = ("server", "worker", "database", "all")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kill-points", type=int, default=0, metavar="N")
    parser.add_argument("--victim", action="append", choices=VICTIMS, help="kill nothing else (may be repeated)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ssw-") as home:
        if given.kill_points:
            return killing(Path(home), given.kill_points, random.Random(given.seed), given.victim or VICTIMS)
        return throughput(Path(home), given.runs, given.workers)


def environ_in(home: Path, provider: Provider | None = None) -> dict[str, str]:
    own = {
        **{name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ},
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "SCRIPTSMITH_DATABASE__STORAGE": "postgres",
        "SCRIPTSMITH_PATHS__DATABASE": str(home / "db"),
        "SCRIPTSMITH_SANDBOX__ENGINE": "none",
        "SCRIPTSMITH_WORKER__STALE_DAYS": "0",
    }
    if provider:
        role = "SCRIPTSMITH_MODELS__GENERATOR__"
        own |= {f"{role}MODEL": "openai-chat:pretended", f"{role}BASE_URL": provider.url}
        own |= {"SCRIPTSMITH_PATHS__SEED": "false", "SCRIPTSMITH_POLICY__REUSE_PRECISION": "1"}
    return own


# --- speed ---------------------------------------------------------------------------------------------------------


def throughput(home: Path, runs: int, workers: int) -> int:
    """Runs that the shipped catalogue answers, three events each."""
    environ = environ_in(home)

    async def measure() -> tuple[float, float, list[list[str]]]:
        async with build(load(environ), environ) as app:
            run_service, queue, database = app.run_service(), app.team().queue, app.team().database
            with processes(home, environ, workers):
                started, ids = time.monotonic(), []
                for _ in range(runs):
                    async with database.transaction():
                        ids.append(await run_service.open(Action(text="show how full the disks are"), "ana"))
                        await queue.put(ids[-1], source="ana")
                asked = time.monotonic()
                left = list(ids)
                while left:
                    left = [run for run in left if not (await run_service.show(run)).settled]
                    await asyncio.sleep(0.05)
                settled = time.monotonic()
            return asked - started, settled - started, [[e.kind for e in await app.journal.read(run)] for run in ids]

    asking, all_of_it, logs = asyncio.run(measure())
    wrong = sum(log != ["asked", "retrieved", "settled"] for log in logs)
    print(f"| {runs} runs, {workers} workers | measured |\n|---|---|")
    print(f"| recorded and enqueued, one transaction each | {runs / asking:.0f} a second |")
    print(
        f"| from the first request to the last run settled | {all_of_it:.1f} s, {runs / all_of_it:.0f} runs a second |"
    )
    print(f"| logs in which a step is missing or stands twice | {wrong} |")
    return 1 if wrong else 0


@contextmanager
def processes(home: Path, environ: Mapping[str, str], number: int) -> Iterator[None]:
    """So many workers, which have begun."""
    started = [worker(home, environ) for _ in range(number)]
    try:
        while (home / "worker.log").read_text().count("waiting for work") < number:
            time.sleep(0.02)
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(PATIENCE)


def worker(home: Path, environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
    with open(home / "worker.log", "ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "scriptsmith", "worker"],
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )


# --- killing -------------------------------------------------------------------------------------------------------


class Client:
    """The server's part: what it has acknowledged survives it."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.said: list[tuple[float, str, str]] = []
        self._environ = environ
        self._rest = b""
        self.start()

    def start(self) -> None:
        arguments = [sys.executable, str(CLIENT), *(self.runs("asked") - self.runs("published"))]
        self.process = subprocess.Popen(arguments, env=self._environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdout
        self._out: IO[bytes] = self.process.stdout
        os.set_blocking(self._out.fileno(), False)

    def ask(self, text: str) -> None:
        assert self.process.stdin
        with suppress(BrokenPipeError):
            self.process.stdin.write(f"{text}\n".encode())
            self.process.stdin.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.listen()  # what it had said before
        self._rest = b""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe:
                with suppress(BrokenPipeError):
                    pipe.close()

    def listen(self) -> None:
        while part := self._read():
            *lines, self._rest = (self._rest + part).split(b"\n")
            for line in lines:
                at, what, run = line.decode().split()
                self.said.append((float(at), what, run))

    def _read(self) -> bytes:
        return self._out.read() or b""

    def runs(self, what: str) -> set[str]:
        return {run for _, said, run in self.said if said == what}

    def until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > deadline:
                raise TimeoutError(f"no progress in {PATIENCE:g} s: {self.said[-3:]}")
            time.sleep(0.005)
            self.listen()

    def recovered(self, since: float) -> float | None:
        """When a worker had first recorded something of a run that was asked for after `since`."""
        new = {run for at, what, run in self.said if what == "asked" and at > since}
        return min((at for at, what, run in self.said if what == "worked" and run in new), default=None)

    def finished(self) -> bool:
        return self.runs("asked") == self.runs("published")


def answer(request: RecordedRequest) -> str:
    """A script of its own for each action, so that each publication is an entry of its own."""
    names = re.findall(r"wool-[0-9]{6}", request.text)
    if request.prompt in ("draft", "refine") and names:
        return f"```bash\n#!/usr/bin/env bash\nset -euo pipefail\nprintf '%s\\n' {names[-1]}\n```\n"
    return canned(request)


def killing(home: Path, points: int, chance: random.Random, victims: Sequence[str]) -> int:
    with Provider(answer) as provider:
        environ = environ_in(home, provider)
        embedded = Embedded(home / "db")
        embedded.join()  # it stays while everybody else comes and goes
        client, working = Client(environ), worker(home, environ)
        try:
            numbers = iter(range(10**6))

            def ask() -> None:
                client.ask(f"print the word wool-{next(numbers):06}")

            usual = []
            for done in range(1, 5):  # the first one is slow: everything is loaded
                before = time.monotonic()
                ask()
                client.until(lambda done=done: len(client.runs("published")) == done)  # type: ignore[misc]
                usual.append(time.monotonic() - before)
            cycle = statistics.median(usual[1:])
            recovery: dict[str, list[float]] = {victim: [] for victim in victims}
            for point in range(points):
                victim = chance.choice(victims)
                before = len(client.runs("asked"))
                ask()
                if chance.random() > 0.05:  # else: before anything of it has begun
                    time.sleep(chance.uniform(0, 1.1 * cycle))
                if victim in ("worker", "all"):
                    working.kill()
                    working.wait()
                if victim in ("database", "all"):
                    kill_database(home / "db")
                if victim in ("server", "all"):
                    client.kill()
                restarted = time.monotonic()
                if victim in ("worker", "all"):
                    working = worker(home, environ)
                if victim in ("server", "all"):
                    client.start()
                ask()
                client.until(lambda restarted=restarted: client.recovered(restarted) is not None)  # type: ignore[misc]
                at = client.recovered(restarted)
                assert at
                recovery[victim].append(at - restarted)
                client.until(lambda before=before: client.finished() and len(client.runs("asked")) > before)  # type: ignore[misc]
                if (point + 1) % 20 == 0:
                    print(f"{point + 1} of {points} points, {len(client.runs('published'))} published", file=sys.stderr)
            client.kill()
            working.terminate()
            working.wait(PATIENCE)
            wrong = asyncio.run(compared(environ, client))
        finally:
            client.process.kill()
            working.kill()
            embedded.leave()
    report(points, cycle, recovery, client, wrong)
    return 1 if wrong else 0


def kill_database(folder: Path) -> None:
    with suppress(OSError, ValueError):  # it does not run: it was killed a moment ago
        pid = int((folder / "data" / "postmaster.pid").read_text().split("\n", 1)[0])
        if Path(f"/proc/{pid}/comm").read_text() == "postgres\n":
            os.kill(pid, signal.SIGKILL)
            while Path(f"/proc/{pid}").exists():
                time.sleep(0.001)


async def compared(environ: Mapping[str, str], client: Client) -> list[str]:
    """What is not as it was acknowledged, a sentence each."""
    wrong: list[str] = []
    async with build(load(environ), environ) as app:
        assert app.database
        runs = await app.journal.runs()
        published: Counter[str] = Counter()
        for run in runs:
            wrong += await of_run(app, run, published)
        for what in ("asked", "approved", "published"):
            wrong += [f"{run}: {what} was acknowledged, and it is not there" for run in client.runs(what) - set(runs)]
        entries = {entry.id for entry in await app.catalogue.entries()}
        wrong += [f"{entry} was published {times} times" for entry, times in published.items() if times > 1]
        wrong += [f"{entry} is in the catalogue, and no run published it" for entry in entries - set(published)]
        wrong += [f"{entry} was published, and is not in the catalogue" for entry in set(published) - entries]
        records = await app.team().audit.read()
        wrong += faults(records)
        notes = Counter((record.note.act, record.note.on) for record in records)
        wrong += [
            f"{run}: noted {notes['run.ask', run]} times that it was asked for"
            for run in runs
            if notes["run.ask", run] != 1
        ]
        wrong += [
            f"{run}: noted {notes['run.publish', run]} times that it may be published"
            for run in runs
            if notes["run.publish", run] > 1
        ]
        if waiting := await app.team().queue.waiting():
            wrong.append(f"{waiting} runs still wait")
        wrong += [f"{failure.run}: {failure.said}" for failure in await app.team().queue.failures()]
        for what in ("approved", "published"):
            done = {run for run in client.runs(what) if state(await app.run_service().show(run)) == "published"}
            wrong += [f"{run}: {what} was acknowledged, and it is not published" for run in client.runs(what) - done]
    return wrong


async def of_run(app: App, run: str, published: Counter[str]) -> list[str]:
    events = await app.journal.read(run)
    kinds = Counter(event.kind for event in events)
    published.update(event.entry.id for event in events if event.kind == "published")
    expected = ["asked", "retrieved", "drafted", "checked", "assessed", "settled", "endorsed", "reviewed", "published"]
    told = [event.kind for event in events]
    if told != expected[: len(told)]:
        return [f"{run}: its log says {dict(kinds)}"]
    return []


def report(points: int, cycle: float, recovery: Mapping[str, list[float]], client: Client, wrong: list[str]) -> None:
    print(f"| {points} kills, {cycle:.2f} s from request to publication | kills | recovery: median | p95 | most |")
    print("|---|---|---|---|---|")
    for victim, took in recovery.items():
        if took:
            ordered = sorted(took)
            p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
            print(f"| {victim} | {len(took)} | {statistics.median(took):.2f} s | {p95:.2f} s | {ordered[-1]:.2f} s |")
    print(
        f"\n{len(client.runs('asked'))} requests acknowledged, {len(client.runs('published'))} publications; ", end=""
    )
    print(f"{len(wrong)} things lost, half done or done twice")
    for sentence in wrong:
        print(f"- {sentence}")
    print(
        json.dumps({"points": points, "wrong": len(wrong), "published": len(client.runs("published"))}), file=sys.stderr
    )


if __name__ == "__main__":
    sys.exit(main())
