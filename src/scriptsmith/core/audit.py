"""What people did, as a chain in which every record holds the digest of the one before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditNote:
    """Somebody did something to something. No secret is in it.

    `act` is what it is done to and a verb ("run.approve", "key.create", "login.refused"), `on` its name, `why` the
    reason that was given or what refused it; `more` is small.
    """

    who: str
    act: str
    on: str = ""
    why: str = ""
    way: str = ""
    more: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRecord:
    """A note as it was kept: numbered from 1, with its moment (ISO 8601), the digest before it and its own."""

    seq: int
    at: str
    note: AuditNote
    before: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainHead:
    """The end of a chain, as somebody else may keep it: `SEQ:DIGEST`. An empty chain ends at number 0."""

    seq: int
    digest: str

    def __str__(self) -> str:
        return f"{self.seq}:{self.digest}"


START = "0" * 64
LONGEST = 4000


def storable(note: AuditNote) -> AuditNote:
    """`note` as any storage can hold it: no NUL, no half of a character, no text longer than 4,000 characters."""
    texts = {name: _storable(getattr(note, name)) for name in ("who", "act", "on", "why", "way")}
    return replace(note, **texts, more={_storable(key): _storable(value) for key, value in note.more.items()})


def _storable(text: str) -> str:
    text = text.replace("\0", "\ufffd").encode(errors="surrogatepass").decode(errors="replace")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def digest_of_note(note: AuditNote) -> str:
    """SHA-256 over everything that a note says, as 64 hexadecimal digits."""
    told = [note.who, note.act, note.on, note.why, note.way, sorted(note.more.items())]
    return hashlib.sha256(json.dumps(told, ensure_ascii=True).encode()).hexdigest()


def digest_of(seq: int, at: str, note: AuditNote, before: str) -> str:
    """SHA-256 over number, moment, digest before and digest of the note, a line each; a database can make it too."""
    return hashlib.sha256(f"{seq}\n{at}\n{before}\n{digest_of_note(note)}".encode(errors="surrogatepass")).hexdigest()


class ChainCheck:
    """Follows a chain from its first record, and tells what is wrong with it.

    `kept` is a head that was kept elsewhere (printed by an earlier `audit verify`, for example): without one, nobody
    can miss records that were cut off the end, or see that the whole chain was written anew.
    """

    def __init__(self, kept: ChainHead | None = None) -> None:
        self._kept = kept
        self.head = ChainHead(seq=0, digest=START)

    def add(self, record: AuditRecord) -> list[str]:
        """A sentence for each thing that is wrong with the next record."""
        found: list[str] = []
        if record.seq != self.head.seq + 1:
            found.append(f"record {record.seq} follows record {self.head.seq}")
        if record.before != self.head.digest:
            found.append(f"record {record.seq} does not continue the one before it")
        if record.digest != digest_of(record.seq, record.at, record.note, record.before):
            found.append(f"record {record.seq} was changed")
        if self._kept and record.seq == self._kept.seq and record.digest != self._kept.digest:
            found.append(f"record {record.seq} is not the one that was kept elsewhere")
        self.head = ChainHead(seq=record.seq, digest=record.digest)
        return found

    def end(self) -> list[str]:
        """A sentence when the chain, which ends here, lacks what was kept of it."""
        if self._kept is None or self.head.seq >= self._kept.seq:
            return []
        return [f"the chain ends at record {self.head.seq}, and there was a record {self._kept.seq}"]


def faults(records: Iterable[AuditRecord], head: ChainHead | None = None) -> list[str]:
    """What is wrong with the chain, a sentence for each record that was edited, deleted, added or moved.

    `records` come in the order of their numbers, from the first.
    """
    chain = ChainCheck(head)
    return [said for record in records for said in chain.add(record)] + chain.end()
