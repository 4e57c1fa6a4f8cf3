"""Alerts in bursts while parts of the service are killed: is every accepted one kept once? Prints a Markdown table.

    python benchmarks/incident_load.py [--alerts 10000] [--burst 500] [--gap 1] [--kills 50] [--seed 1] [--json FILE]

It starts `scriptsmith serve` and a worker over an embedded PostgreSQL of its own, and reports alerts as Alertmanager
does: all groups of a burst at once, by two senders for some, the identical body again after anything but 2xx, and
later what is resolved. The server, the worker or the database is killed by SIGKILL while reports are on their way, and
started again. Then what was accepted is compared with what is kept and what a webhook was told. The exit status is 1
when anything is lost, wrong, or there twice. Limits of rates are off.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from incident_parts import PATIENCE, SIGNED, Parts
from incident_wrong import Expected, compared

from scriptsmith.testing.receivers import WebhookReceiver

PEERED = 0.3
"""The share of reports that two Alertmanagers send at the same moment."""
ENDED = 0.2
"""The share of a burst's alerts that are resolved after it."""
GROUPS = (1, 1, 2, 5, 10, 25, 50)
"""How many alerts are in a report; one of these by chance."""
NAMES = ("NodeFilesystemSpaceFillingUp", "HostOutOfMemory", "NodeSystemdServiceFailed", "PostgresqlDown", "KubePodDown")
SEVERITIES = ("warning",) * 14 + ("info",) * 4 + ("page",) + ("critical",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A body of the webhook, and the numbers of the alerts in it."""

    body: bytes
    alerts: tuple[int, ...]
    status: str


@dataclass(slots=True, kw_only=True)
class Seen:
    """What came back. `took` are answers: status, when it was asked and how many seconds it took; `enough` is set when
    there are `due`."""

    took: list[tuple[int, float, float]] = field(default_factory=list)
    due: int = 0
    enough: asyncio.Event = field(default_factory=asyncio.Event)
    unanswered: int = 0
    expected: Expected = field(default_factory=Expected)

    def answered(self, status: int, began: float) -> None:
        """Note an answer."""
        self.took.append((status, began, time.monotonic() - began))
        if len(self.took) >= self.due:
            self.enough.set()


def alert(number: int, status: str) -> dict[str, Any]:
    """One alert as Alertmanager writes it; the number alone makes it."""
    chance = random.Random(number)
    name = chance.choice(NAMES)
    return {
        "status": status,
        "labels": {
            "alertname": name,
            "severity": chance.choice(SEVERITIES),
            "instance": f"host-{number}:9100",
            "job": f"service-{chance.randrange(40)}",
            "mountpoint": chance.choice(("/", "/var", "/srv/data")),
            "number": str(number),
        },
        "annotations": {
            "summary": f"{name} on host-{number}",
            "description": f"It has been so for {chance.randint(2, 60)} minutes, at {chance.random():.2%}.",
            "runbook_url": f"https://runbooks.example/{name}",
        },
        "startsAt": "2026-11-20T08:15:30.123456789Z",
        "endsAt": "0001-01-01T00:00:00Z" if status == "firing" else "2026-11-20T09:00:00Z",
        "generatorURL": "http://prometheus.example/graph?g0.expr=up",
        "fingerprint": f"{number:016x}",
    }


def reports(numbers: Sequence[int], status: str, chance: random.Random) -> Iterator[Report]:
    """The alerts in groups of many sizes, a report each."""
    left = list(numbers)
    while left:
        size = chance.choice(GROUPS)
        group, left = left[:size], left[size:]
        told = {
            "receiver": "scriptsmith",
            "status": status,
            "alerts": [alert(each, status) for each in group],
            "groupLabels": {},
            "commonLabels": {},
            "commonAnnotations": {},
            "externalURL": "http://alertmanager.example",
            "version": "4",
            "groupKey": f"{{}}:{{number={group[0]}}}",
            "truncatedAlerts": 0,
        }
        yield Report(body=json.dumps(told).encode(), alerts=tuple(group), status=status)


async def exchange(parts: Parts, body: bytes) -> tuple[int, bytes]:
    """Send a report on a connection of its own; raises OSError, EOFError or TimeoutError where no answer comes."""
    async with asyncio.timeout(30.0):
        reader, writer = await asyncio.open_connection("127.0.0.1", parts.port)
        try:
            head = (
                f"POST /hooks/alertmanager HTTP/1.1\r\nHost: 127.0.0.1:{parts.port}\r\nConnection: close\r\n"
                f"Authorization: Bearer {parts.secret}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            )
            writer.write(head.encode() + body)
            await writer.drain()
            told = await reader.readuntil(b"\r\n\r\n")
            length = next(int(each.split(b":")[1]) for each in told.lower().split(b"\r\n") if b"content-length" in each)
            return int(told.split()[1]), await reader.readexactly(length)
        finally:
            writer.close()


async def deliver(parts: Parts, report: Report, seen: Seen, chance: random.Random) -> None:
    """Send a report until it is accepted, the identical body each time."""
    deadline = time.monotonic() + PATIENCE
    pause = 0.1
    while time.monotonic() < deadline:
        began = time.monotonic()
        for number in report.alerts:
            seen.expected.sent[number] += 1
        try:
            status, body = await exchange(parts, report.body)
        except (OSError, EOFError, TimeoutError):  # it was killed, or is not there again
            seen.unanswered += 1
        else:
            seen.answered(status, began)
            if status == 200:
                seen.expected.accept(report.alerts, report.status, json.loads(body)["kept"])
                return
        await asyncio.sleep(chance.uniform(pause / 2, pause))
        pause = min(2 * pause, 1.0)
    raise TimeoutError(f"a report was not accepted in {PATIENCE:g} s")


async def wave(parts: Parts, sent: Sequence[Report], seen: Seen, chance: random.Random, victim: str) -> None:
    """Send reports at once, and kill `victim` when some of them are answered and others are on their way; returns when
    all are accepted."""
    many = [2 if chance.random() < PEERED else 1 for _ in sent]
    seen.due = len(seen.took) + chance.randint(1, max(1, sum(many) - 1))
    seen.enough.clear()
    async with asyncio.TaskGroup() as group:
        for report, times in zip(sent, many, strict=True):
            for _ in range(times):
                group.create_task(deliver(parts, report, seen, random.Random(chance.random())))
        if victim:
            await seen.enough.wait()
            await parts.kill(victim)


async def load(parts: Parts, given: argparse.Namespace) -> Seen:
    """All bursts, and all kills, as many after each burst as are due then."""
    chance, seen = random.Random(given.seed), Seen()
    numbers = list(range(1, given.alerts + 1))
    bursts = [numbers[at : at + given.burst] for at in range(0, len(numbers), given.burst)]
    victims = [parts.VICTIMS[at % len(parts.VICTIMS)] for at in range(given.kills)]
    chance.shuffle(victims)
    before: list[int] = []
    for number, burst in enumerate(bursts, 1):
        due = round(given.kills * number / len(bursts)) - parts.kills.total()
        firing = list(reports(burst, "firing", chance))
        ended = list(reports([each for each in before if chance.random() < ENDED], "resolved", chance))
        waves = [firing] + [chance.sample(firing, (len(firing) + 1) // 2) for _ in range(due - 1)]
        waves[-1] = waves[-1] + ended
        for sent in waves:
            await wave(parts, sent, seen, chance, victims[parts.kills.total()] if due else "")
        before = burst
        await asyncio.sleep(given.gap)
        print(f"{number} of {len(bursts)} bursts, {parts.kills.total()} kills", file=sys.stderr, flush=True)
    return seen


def quantiles(seconds: Sequence[float]) -> dict[str, float]:
    """Milliseconds."""
    ordered = sorted(seconds) or [0.0]

    def at(share: float) -> float:
        return round(1e3 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)

    return {"answers": len(seconds), "p50_ms": at(0.5), "p99_ms": at(0.99), "max_ms": at(1.0)}


async def measured(home: Path, given: argparse.Namespace) -> dict[str, Any]:
    """The load and the comparison."""
    with WebhookReceiver([SIGNED]) as receiver:
        parts = Parts(home, receiver.url)
        try:
            await parts.start()
            began = time.monotonic()
            seen = await load(parts, given)
            wall = time.monotonic() - began
            told = await compared(parts, seen.expected, receiver)
        finally:
            parts.end()
    statuses = Counter(status for status, *_ in seen.took)
    return {
        **told,
        "seconds": round(wall, 1),
        "kills": dict(parts.kills),
        "statuses": {str(status): count for status, count in sorted(statuses.items())},
        "unanswered": seen.unanswered,
        "all_up": quantiles([took for _, began, took in seen.took if parts.up(began, began + took)]),
        "accepted_answers": quantiles([took for status, _, took in seen.took if status == 200]),
        "all_answers": quantiles([took for *_, took in seen.took]),
    }


def table(told: dict[str, Any]) -> Iterator[str]:
    """The figures as Markdown."""
    yield "| what | measured |"
    yield "|---|--:|"
    for name in ("accepted", "kept", "lost", "duplicated", "wrong", "expected", "found", "seconds", "unanswered"):
        yield f"| {name} | {told[name]} |"
    for name in ("kills", "statuses"):
        yield f"| {name} | {', '.join(f'{each}: {count}' for each, count in told[name].items())} |"
    yield f"| webhook: events, times sent | {told['events']}, {told['events_sent']} |"
    for name, words in (
        ("all_up", "answers while all parts were up"),
        ("accepted_answers", "answers that accept"),
        ("all_answers", "all answers"),
    ):
        each = told[name]
        yield (
            f"| {words}: p50 / p99 / max of {each['answers']} | "
            f"{each['p50_ms']} / {each['p99_ms']} / {each['max_ms']} ms |"
        )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--alerts", type=int, default=10_000)
    parser.add_argument("--burst", type=int, default=500, help="alerts that begin at once")
    parser.add_argument("--gap", type=float, default=1.0, help="seconds between bursts")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="file that the figures are written to")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ssi-") as home:
        told = asyncio.run(measured(Path(home), given))
    print("\n".join(table(told)))
    for sentence in told["problems"]:
        print(f"- {sentence}")
    if given.json:
        given.json.write_text(json.dumps(told, indent=1) + "\n")
    return 1 if told["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
