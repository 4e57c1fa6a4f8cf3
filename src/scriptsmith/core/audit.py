"""What people did, as a chain in which every record holds the digest of the one before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Somebody did something to something. No secret is in it.

    `act` is a verb and what it is done to ("run.approve", "key.create", "login.refused"), `on` its name, `why` the
    reason that was given or what refused it; `more` is small.
    """

    who: str
    act: str
    on: str = ""
    why: str = ""
    way: str = ""
    more: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A note as it was kept: numbered from 1, with its moment (ISO 8601), the digest before it and its own."""

    seq: int
    at: str
    note: Note
    before: str
    digest: str


START = "0" * 64


def digest_of(seq: int, at: str, note: Note, before: str) -> str:
    """SHA-256 over everything that a record holds, as 64 hexadecimal digits."""
    told = [seq, at, before, note.who, note.act, note.on, note.why, note.way, sorted(note.more.items())]
    return hashlib.sha256(json.dumps(told, ensure_ascii=True).encode()).hexdigest()


def faults(records: Iterable[Record], head: Record | None = None) -> list[str]:
    """What is wrong with the chain, a sentence for each record that was edited, deleted, added or moved.

    `records` come in the order of their numbers, from the first. `head` is a record that was kept elsewhere (printed by
    an earlier `audit verify`, for example): without one, records that were cut off the end cannot be missed.
    """
    found: list[str] = []
    number, before = 0, START
    last: Record | None = None
    for record in records:
        if record.seq != number + 1:
            found.append(f"record {record.seq} follows record {number}")
        if record.before != before:
            found.append(f"record {record.seq} does not continue the one before it")
        if record.digest != digest_of(record.seq, record.at, record.note, record.before):
            found.append(f"record {record.seq} was changed")
        if head and record.seq == head.seq and record.digest != head.digest:
            found.append(f"record {record.seq} is not the one that was kept elsewhere")
        number, before, last = record.seq, record.digest, record
    if head and (last is None or last.seq < head.seq):
        found.append(f"the chain ends at record {number}, and there was a record {head.seq}")
    return found
