"""What was accepted under load, compared with what is kept and what a webhook was told of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg
from incident_parts import PATIENCE, Parts

from scriptsmith.testing.receivers import WebhookReceiver

MOST = 50
"""Sentences that are told."""
KEPT = """
select i.id, i.labels ->> 'number', i.severity, i.state, i.reports,
  (select array_agg(e.kind order by e.seq) from scriptsmith.incident_event as e where e.incident = i.id)
from scriptsmith.incident as i order by i.id
"""
WAITS = """
select (select count(*) from scriptsmith.outbox) + (select count(*) from scriptsmith.delivery where state = 'waiting')
"""


@dataclass(slots=True, kw_only=True)
class Expected:
    """By the number of an alert: how often it was sent, how often accepted, in which state last, and under which id."""

    sent: Counter[int] = field(default_factory=Counter)
    accepted: Counter[int] = field(default_factory=Counter)
    states: dict[int, str] = field(default_factory=dict)
    ids: dict[int, set[str]] = field(default_factory=dict)
    opened: Counter[int] = field(default_factory=Counter)

    def accept(self, numbers: Sequence[int], status: str, kept: Sequence[Mapping[str, str]]) -> None:
        """Note what an answer says of the alerts of its report."""
        for number, receipt in zip(numbers, kept, strict=True):
            self.accepted[number] += 1
            self.states[number] = status
            self.ids.setdefault(number, set()).add(receipt["incident"])
            self.opened[number] += receipt["outcome"] == "opened"


async def compared(parts: Parts, expected: Expected, receiver: WebhookReceiver) -> dict[str, Any]:
    """Counts, and a sentence for each thing that is not as it was accepted; waits until nothing is left to be told."""
    url = parts.embedded.join()
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        rows = await (await connection.execute(KEPT)).fetchall()
        deadline = time.monotonic() + PATIENCE
        while (found := await (await connection.execute(WAITS)).fetchone()) and found[0]:
            if time.monotonic() > deadline:
                break
            await asyncio.sleep(0.1)
        left = found[0] if found else 0
    numbers = Counter(int(number) for _, number, *_ in rows)
    lost = sorted(set(expected.accepted) - set(numbers))
    twice = sorted(number for number, count in numbers.items() if count > 1)
    problems = [f"alert {number} was accepted and is not there" for number in lost]
    problems += [f"alert {number} is there {numbers[number]} times" for number in twice]
    wrong = [*of_rows(rows, expected), *of_events(rows, expected, receiver)]
    if left:
        wrong.append(f"{left} things are still to be told after {PATIENCE:g} s")
    return {
        "accepted": len(expected.accepted),
        "kept": sum(1 for number in expected.accepted if number in numbers),
        "lost": len(lost),
        "duplicated": len(twice),
        "wrong": len(wrong),
        "expected": len(expected.sent),
        "found": len(rows),
        "events": len(receiver.events),
        "events_sent": len(receiver.arrived),
        "problems": [*problems, *wrong][:MOST],
    }


def of_rows(rows: Sequence[tuple[Any, ...]], expected: Expected) -> Iterator[str]:
    """What is wrong with what is kept."""
    for id, told, _, state, reports, happened in rows:
        number = int(told)
        if expected.states.get(number) != state:
            yield f"alert {number} is {state}, and the last report that was accepted said {expected.states.get(number)}"
        if happened != ["opened", "resolved"][: 1 if state == "firing" else 2]:
            yield f"what happened to alert {number} is {happened}"
        if not expected.accepted[number] <= reports <= expected.sent[number]:
            yield (
                f"alert {number} counts {reports} reports; {expected.accepted[number]} were accepted of "
                f"{expected.sent[number]} that were sent"
            )
        if expected.ids.get(number) != {id}:
            yield f"alert {number} is kept as {id}, and its answers said {expected.ids.get(number)}"
        if expected.opened[number] > 1:
            yield f"{expected.opened[number]} answers said that they had opened alert {number}"


def of_events(rows: Sequence[tuple[Any, ...]], expected: Expected, receiver: WebhookReceiver) -> Iterator[str]:
    """What is wrong with what the webhook was told: of each critical incident, what happened to it and once."""
    told = Counter((event["subject"], event["type"].split(".")[2]) for event in receiver.events.values())
    due = {(id, kind) for id, _, severity, _, _, happened in rows if severity == "critical" for kind in happened}
    for subject, kind in sorted(due - set(told)):
        yield f"the webhook was not told that incident {subject} was {kind}"
    for (subject, kind), count in sorted(told.items()):
        if (subject, kind) not in due or count > 1:
            yield f"the webhook was told {count} times, under ids of their own, that incident {subject} was {kind}"
