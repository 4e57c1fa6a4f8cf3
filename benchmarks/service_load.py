"""How much the service takes: searches in a second, streams at once, an overload, and its memory over time.

    python benchmarks/service_load.py [--rate 150] [--seconds 20] [--streams 500] [--minutes 1] [--json FILE]

It starts `scriptsmith serve` over an embedded PostgreSQL of its own, on this machine, and asks it from this process,
which takes a part of the processors too. Every search is for other words. `--minutes` is how long memory is watched.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.wiring import SEED

PLENTY = "100000000"


@dataclass(slots=True)
class Client:
    """A connection that is kept, and as little else as possible: what is measured is the service."""

    url: str
    key: str
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def get(self, place: str, accept: str = "*/*") -> tuple[int, dict[str, str], bytes]:
        """Status, headers in lower case, body."""
        await self.send(place, accept)
        status, headers = await self.head()
        assert self.reader
        body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return status, headers, body

    async def send(self, place: str, accept: str, body: bytes | None = None) -> None:
        where = urlsplit(self.url)
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(where.hostname, where.port, limit=1 << 24)
        lines = [
            f"{'POST' if body else 'GET'} {place} HTTP/1.1",
            f"Host: {where.netloc}",
            f"Authorization: Bearer {self.key}",
            f"Accept: {accept}",
        ]
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + (body or b""))

    async def head(self) -> tuple[int, dict[str, str]]:
        assert self.reader
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.partition(":") for line in head[1:] if line)
        return int(head[0].split()[1]), {name.lower(): value.strip() for name, _, value in pairs}

    def close(self) -> None:
        if self.writer:
            self.writer.close()
            self.writer = None


@dataclass(slots=True)
class Seen:
    """What came back: how long each took that was accepted, in seconds, and how many had which status."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    untold: int = 0
    wall: float = 0.0

    def told(self) -> dict[str, Any]:
        cuts = statistics.quantiles(self.seconds, n=100) if len(self.seconds) > 1 else [0.0] * 99
        return {
            "accepted_per_second": round(self.statuses[200] / self.wall, 1),
            "p50_ms": round(cuts[49] * 1e3, 1),
            "p99_ms": round(cuts[98] * 1e3, 1),
            "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
            "429_without_retry_after": self.untold,
        }


def words() -> Iterator[str]:
    """Actions in the words of people, each another one."""
    phrases = [phrase for path in sorted(SEED.glob("*/*/entry.toml")) for phrase in read_entry(path.parent).phrases]
    chance = random.Random(7)
    number = 0
    while True:
        number += 1
        yield f"{chance.choice(phrases)} on host-{number} after {chance.randint(2, 90)} days"


async def search(url: str, key: str, rate: float, seconds: float) -> Seen:
    """Ask `rate` searches in a second, whether or not earlier ones were answered; time counts from when one was due."""
    seen, idle, asked = Seen(), list[Client](), words()
    tasks: set[asyncio.Task[None]] = set()

    async def one(text: str, due: float) -> None:
        client = idle.pop() if idle else Client(url, key)
        place = f"/api/v1/search?q={quote(text)}"
        try:
            status, headers, _ = await client.get(place)
        except (OSError, asyncio.IncompleteReadError):  # it was idle for so long that the service has closed it
            client.close()
            status, headers, _ = await client.get(place)
        seen.statuses[status] += 1
        if status == 200:
            seen.seconds.append(time.perf_counter() - due)
        elif "retry-after" not in headers:
            seen.untold += 1
        idle.append(client)

    next(asked)  # reads all phrases, which is no part of what is measured
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = began + number / rate
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        task = asyncio.create_task(one(next(asked), due))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    seen.wall = time.perf_counter() - began
    for client in idle:
        client.close()
    return seen


async def streams(url: str, key: str, many: int) -> dict[str, Any]:
    """Open streams of one run, have it cancelled, and see how many hear of it and how soon."""
    client = Client(url, key)
    await client.send("/api/v1/actions", "*/*", json.dumps({"text": "juggle nine bananas"}).encode())
    _, headers = await client.head()
    place = headers["location"]
    client.close()
    readers = [Client(url, key) for _ in range(many)]

    async def follow(reader: Client) -> float:
        async with few:  # no browser opens them all at once either
            await reader.send(f"{place}/events", "text/event-stream")
            status, _ = await reader.head()
            assert status == 200, status
            await until(reader, b"event: settled")
        opened.append(time.perf_counter())
        if len(opened) == many:
            everybody.set()
        await until(reader, b"event: over")
        return time.perf_counter()

    few, everybody, opened = asyncio.Semaphore(16), asyncio.Event(), list[float]()
    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(follow(reader)) for reader in readers]
        await everybody.wait()
        asked = time.perf_counter()
        client = Client(url, key)
        await client.send(f"{place}/cancel", "*/*", b"{}")
        await client.head()
    heard = [task.result() for task in tasks]
    for reader in [*readers, client]:
        reader.close()
    return {
        "streams": many,
        "opened_in_s": round(asked - began, 2),
        "last_heard_after_s": round(max(heard) - asked, 2),
    }


async def until(client: Client, mark: bytes) -> None:
    """Read on to a line that begins with `mark`."""
    assert client.reader
    async for line in client.reader:
        if line.startswith(mark):
            return
    raise EOFError(mark)


def family(process: int) -> list[int]:
    """A process and those that it has started, which may have ended by now."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [process, *(each for child in children for each in family(int(child)))]


def resident(process: int) -> int:
    """Bytes of memory that a process holds of its own."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Private_"))


async def memory(url: str, key: str, process: int, minutes: float, rate: float) -> dict[str, Any]:
    """The memory of the service and its processes under half the load, MiB each half minute."""
    sizes = []
    for _ in range(max(2, int(minutes * 2))):
        await search(url, key, rate / 2, 30.0 if minutes >= 1 else minutes * 15)
        sizes.append(round(sum(map(resident, family(process))) / 2**20, 1))
    half = len(sizes) // 2
    return {"mib": sizes, "growth_second_half_mib": round(sizes[-1] - sizes[half], 1)}


@contextlib.contextmanager
def service(folder: Path) -> Iterator[tuple[str, str, int]]:
    """A running service: its address, a key, its process."""
    program = str(Path(sys.executable).parent / "scriptsmith")
    environ = os.environ | {
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_STATE_HOME": str(folder / "state"),
        "SCRIPTSMITH_CONFIG": str(folder / "none.toml"),
        "SCRIPTSMITH_SERVICE__RATE": PLENTY,
        "SCRIPTSMITH_SERVICE__RATE_ADDRESS": PLENTY,
        "SCRIPTSMITH_SERVICE__STREAMS": PLENTY,  # all of one person's, who may have a tenth
    }
    environ.pop("DATABASE_URL", None)
    served = subprocess.Popen([program, "serve", "--port", "0"], env=environ, stderr=subprocess.PIPE, text=True)
    assert served.stderr
    try:
        url = next(line for line in served.stderr if line.startswith("listening on ")).split()[-1]
        made = [program, "keys", "create", "--role", "requester"]
        key = subprocess.run(made, env=environ, capture_output=True, text=True, check=True).stdout.strip()
        yield url, key, served.pid
    finally:
        served.terminate()
        served.wait()
        served.stderr.close()


async def measure(given: argparse.Namespace, url: str, key: str, process: int) -> dict[str, Any]:
    """All of it, one after the other."""
    await search(url, key, 20, 6)  # every process has read the catalogue
    usual = await search(url, key, given.rate, given.seconds)
    told: dict[str, Any] = {"rate": given.rate, "usual": usual.told()}
    print(json.dumps(told), flush=True)
    flood = await search(url, key, 4 * given.rate, given.seconds)
    told["overload"] = flood.told()
    told["overload"]["p99_ratio"] = round(told["overload"]["p99_ms"] / max(0.1, told["usual"]["p99_ms"]), 2)
    print(json.dumps(told["overload"]), flush=True)
    told["streams"] = await streams(url, key, given.streams)
    print(json.dumps(told["streams"]), flush=True)
    told["memory"] = await memory(url, key, process, given.minutes, given.rate)
    print(json.dumps(told["memory"]), flush=True)
    return told


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rate", type=float, default=150.0, help="searches in a second")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each rate is kept")
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long memory is watched")
    parser.add_argument("--json", type=Path, help="file that the figures are written to")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scriptsmith-load-") as folder, service(Path(folder)) as running:
        told = asyncio.run(measure(given, *running))
    if given.json:
        given.json.write_text(json.dumps(told, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
