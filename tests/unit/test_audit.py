"""The chain of what people did: nothing can be changed in it, taken out of it or put into it unseen."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.core.audit import START, AuditNote, AuditRecord, ChainCheck, ChainHead, digest_of, faults, storable
from scriptsmith.testing.records import MemoryAudit

texts = st.text(max_size=8)
notes = st.builds(
    AuditNote, who=texts, act=texts, on=texts, why=texts, way=texts, more=st.dictionaries(texts, texts, max_size=2)
)


def chained(notes: list[AuditNote], start: int = 1, before: str = START) -> list[AuditRecord]:
    """The records of `notes`, as one chain that goes on after `before`."""
    records = []
    for seq, note in enumerate(notes, start=start):
        at = f"2026-01-02T03:04:{seq % 60:02}.000000+00:00"
        digest = digest_of(seq, at, note, before)
        records.append(AuditRecord(seq=seq, at=at, note=note, before=before, digest=digest))
        before = digest
    return records


def head_of(records: list[AuditRecord]) -> ChainHead:
    return ChainHead(seq=records[-1].seq, digest=records[-1].digest)


def some(count: int) -> list[AuditRecord]:
    return chained(
        [AuditNote(who=f"p{n % 5}", act="run.approve", on=f"run{n}", more={"key": str(n)}) for n in range(count)]
    )


@given(st.lists(notes, max_size=6))
def test_a_chain_that_nobody_touched_has_no_fault(told: list[AuditNote]) -> None:
    """Whatever people did, and whatever characters it was told in; with the head of any part of it as well."""
    records = chained(told)
    assert faults(records) == []
    for count in range(1, len(records) + 1):
        assert faults(records, head_of(records[:count])) == []


@given(one=notes, other=notes)
def test_two_notes_have_two_digests(one: AuditNote, other: AuditNote) -> None:
    """No text can be moved from one field to another, or from a key to its value, with the digest staying."""
    assert (digest_of(1, "", one, START) == digest_of(1, "", other, START)) == (one == other)


def edited(chance: random.Random, records: list[AuditRecord]) -> list[AuditRecord]:
    """One field of one record is another one."""
    place = chance.randrange(len(records))
    record = records[place]
    note = record.note
    field = chance.choice(["seq", "at", "before", "digest", "who", "act", "on", "why", "way", "key", "value", "none"])
    match field:
        case "seq":
            other = replace(record, seq=record.seq + chance.choice([-1, 1, 100, -100]))
        case "at" | "before" | "digest":
            change: dict[str, Any] = {field: mangled(chance, getattr(record, field))}
            other = replace(record, **change)
        case "key":
            other = replace(record, note=replace(note, more={"other": note.more["key"]}))
        case "value":
            other = replace(record, note=replace(note, more={"key": mangled(chance, note.more["key"])}))
        case "none":
            other = replace(record, note=replace(note, more={}))
        case _:
            change = {field: mangled(chance, getattr(note, field))}
            other = replace(record, note=replace(note, **change))
    return [*records[:place], other, *records[place + 1 :]]


def mangled(chance: random.Random, text: str) -> str:
    """Another text: with one character more, less, or another one."""
    place = chance.randrange(len(text) + 1)
    left, right = text[:place], text[place:]
    return chance.choice(
        [other for other in (left + "x" + right, left + right[1:], left + "#" + right[1:]) if other != text]
    )


def deleted(chance: random.Random, records: list[AuditRecord]) -> list[AuditRecord]:
    """Some records that follow each other are not there; the rest is as it was, or has new numbers."""
    first = chance.randrange(len(records))
    last = chance.randint(first + 1, len(records))
    left = [*records[:first], *records[last:]]
    return left if chance.random() < 0.5 else [replace(one, seq=n) for n, one in enumerate(left, start=1)]


def swapped(chance: random.Random, records: list[AuditRecord]) -> list[AuditRecord]:
    """Two records have changed places, with their numbers or without."""
    one, other = sorted(chance.sample(range(len(records)), 2))
    left = list(records)
    left[one], left[other] = records[other], records[one]
    return left if chance.random() < 0.5 else [replace(each, seq=n) for n, each in enumerate(left, start=1)]


def inserted(chance: random.Random, records: list[AuditRecord]) -> list[AuditRecord]:
    """A record that fits the one before it was put in; the ones behind it are as they were, or have new numbers."""
    place = chance.randrange(len(records))
    before = records[place - 1].digest if place else START
    (more,) = chained([AuditNote(who="mallory", act="run.approve")], place + 1, before)
    behind = records[place:]
    if chance.random() < 0.5:
        behind = [replace(one, seq=one.seq + 1) for one in behind]
    return [*records[:place], more, *behind]


def cut(chance: random.Random, records: list[AuditRecord]) -> list[AuditRecord]:
    """The last records are not there."""
    return records[: chance.randrange(len(records))]


def rewritten(chance: random.Random, records: list[AuditRecord]) -> list[AuditRecord]:
    """From one record on the chain was written anew, with digests that are right."""
    place = chance.randrange(len(records))
    told = [replace(records[place].note, who="mallory"), *[one.note for one in records[place + 1 :]]]
    before = records[place - 1].digest if place else START
    return [*records[:place], *chained(told, place + 1, before)]


WAYS: list[Callable[[random.Random, list[AuditRecord]], list[AuditRecord]]] = [
    edited,
    deleted,
    swapped,
    inserted,
    cut,
    rewritten,
]


def test_of_a_thousand_random_edits_a_thousand_are_found() -> None:
    """A field, a deletion, a swap, an insertion, a cut tail, a chain written anew: with the head that somebody kept,
    each is found; without it all but the last two."""
    chance = random.Random(20)
    missed = []
    for number in range(1000):
        records = some(chance.randint(2, 40))
        way = WAYS[number % len(WAYS)]
        after = way(chance, records)
        assert after != records
        if not faults(after, head_of(records)):
            missed.append((number, way.__name__, "with its head"))
        at_the_end = after == records[: len(after)]
        if way not in (cut, rewritten) and not at_the_end and not faults(after):
            missed.append((number, way.__name__, "without"))
    assert missed == []


def test_each_fault_is_told_with_its_number() -> None:
    """A sentence says which record it is, and what is wrong with it."""
    records = some(4)
    assert faults([records[0], *records[2:]]) == [
        "record 3 follows record 1",
        "record 3 does not continue the one before it",
    ]
    assert faults([replace(records[0], at="now"), *records[1:]]) == ["record 1 was changed"]
    assert faults(records[:2], head_of(records)) == ["the chain ends at record 2, and there was a record 4"]
    assert faults([], head_of(records)) == ["the chain ends at record 0, and there was a record 4"]
    assert faults(rewritten(random.Random(1), records), head_of(records)) == [
        "record 4 is not the one that was kept elsewhere"
    ]


def test_the_head_of_a_chain_goes_on() -> None:
    """The head is the last record, or number 0 of nothing, and is written as number and digest."""
    chain = ChainCheck()
    assert str(chain.head) == f"0:{START}"
    for record in (records := some(3)):
        assert chain.add(record) == []
    assert str(chain.head) == f"3:{records[-1].digest}"
    assert faults(some(3), ChainHead(seq=0, digest=START)) == []


@settings(max_examples=50)
@given(note=notes | st.builds(AuditNote, who=st.just("a\0b\ud800c"), act=st.just("x" * 9000)))
async def test_what_is_storable_is_stored_as_it_is(note: AuditNote) -> None:
    """Twice is once, what can be kept is unchanged, and a double keeps a chain as the real one does."""
    kept = storable(note)
    assert storable(kept) == kept
    assert len(kept.act) <= 4000
    assert "\0" not in kept.who
    kept.who.encode()
    audit = MemoryAudit()
    await audit.record(note)
    await audit.record(note, apart=True)
    assert audit.notes == [kept, kept]
    assert faults(await audit.read()) == []
    assert [record.seq for record in await audit.read(1, 5)] == [2]
