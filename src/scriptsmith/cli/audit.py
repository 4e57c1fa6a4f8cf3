"""`scriptsmith audit`: what people did, and whether somebody has changed the record of it."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, TextIO

import click

from ..core.audit import AuditNote, AuditRecord, ChainCheck, ChainHead
from ..errors import BadInput, StorageError
from ..wiring import App
from .input_files import open_source, source_name
from .output import in_a_folder, json_text, print_json, say, table
from .session import json_option, with_app
from .visible import visible

if TYPE_CHECKING:
    from ..adapters.postgres.audit import PostgresAudit

FAULTY = 3
SHOWN = 100


@click.group("audit")
def command() -> None:
    """List, export and verify the record of what people did."""


@command.command("list")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many, newest first.")
@click.option("--who", default="", metavar="NAME", help="Only what this person did.")
@click.option("--on", default="", metavar="ID", help="Only what was done to this run, entry or key.")
@json_option
def list_(limit: int, who: str, on: str, as_json: bool) -> int:
    """List what people did, newest first."""

    async def work(app: App) -> int:
        found = await _audit(app).page(limit=limit, who=who, on=on)
        if as_json:
            print_json({"records": [document(record) for record in found]})
            return 0
        rows = [
            (str(one.seq), one.at[:19] + "Z", _line(one.note.who), one.note.act, one.note.on, _line(one.note.why)[:100])
            for one in found
        ]
        click.echo(table(rows, ("SEQ", "AT", "WHO", "ACT", "ON", "WHY")))
        return 0

    return with_app(work, database__storage="postgres")


@command.command("export")
@click.option("-o", "--output", callback=in_a_folder, metavar="FILE", default="-", help="Write to FILE.")
def export(output: str) -> int:
    """Print every record as a line of JSON, oldest first; `audit verify FILE` reads them."""

    async def work(app: App) -> int:
        count = 0
        with _written(output) as file:
            async for record in _audit(app).every():
                click.echo(json_text(document(record)), file=file)
                count += 1
        say(f"{count} records")
        return 0

    return with_app(work, database__storage="postgres")


@command.command("verify")
@click.argument("file", required=False, metavar="[FILE]")
@click.option("--head", metavar="SEQ:DIGEST", help="What an earlier `audit verify` printed and somebody kept.")
@json_option
def verify(file: str | None, head: str | None, as_json: bool) -> int:
    """Find every record that was changed, deleted, added or moved, and print the head of the chain.

    Keep the head where whoever owns the database cannot change it, and give it the next time: without it nobody misses
    records that were cut off the end. With FILE the records are those of an `audit export`; - is standard input.

    Exit code 0: one chain, 3: it was tampered with, 7: the database cannot be reached.
    """
    kept = _head(head) if head else None

    async def work(app: App) -> int:
        chain, found = ChainCheck(kept), 0
        faults: list[str] = []

        def hear(sentences: list[str]) -> None:
            nonlocal found
            found += len(sentences)
            faults.extend(sentences[: SHOWN - len(faults)])

        async for record in _exported(file) if file else _audit(app).every():
            hear(chain.add(record))
        hear(chain.end())
        if as_json:
            print_json({"head": None if found else str(chain.head), "found": found, "faults": faults})
        elif not found:
            click.echo(str(chain.head))
        for sentence in faults:
            say(sentence)
        if found > len(faults):
            say(f"and {found - len(faults)} more faults")
        say(f"{chain.head.seq} records: " + ("this is not the chain that was written" if found else "one chain"))
        return FAULTY if found else 0

    return with_app(work, **({} if file else {"database__storage": "postgres"}))


def document(record: AuditRecord) -> dict[str, Any]:
    """A record as it is exported: everything that its digest covers, and the digest."""
    note = record.note
    told = {"who": note.who, "act": note.act, "on": note.on, "why": note.why, "way": note.way, "more": dict(note.more)}
    return {"seq": record.seq, "at": record.at, **told, "before": record.before, "digest": record.digest}


def _record(line: bytes, number: int, file: str) -> AuditRecord:
    from ..core.plain_data import ShapeError, shaped

    try:
        data = json.loads(line)
        note = {name: data.pop(name) for name in ("who", "act", "on", "why", "way", "more")}
        record: AuditRecord = shaped(AuditRecord, {**data, "note": note})
        shaped(AuditNote, note)
    except (ShapeError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadInput(f"{file}, line {number}: this is not a record of `audit export`") from None
    return record


async def _exported(file: str) -> AsyncIterator[AuditRecord]:
    with open_source(file) as lines:
        for number, line in enumerate(lines, start=1):
            yield _record(line, number, source_name(file))


def _written(output: str) -> Any:
    if output == "-":
        return nullcontext(None)
    try:
        file: TextIO = open(output, "w", encoding="utf-8")  # noqa: SIM115 (it is closed by whoever asked for it)
    except OSError as error:
        raise StorageError(f"{output} could not be written: {error.strerror}") from None
    return file


def _audit(app: App) -> PostgresAudit:
    from ..adapters.postgres.audit import PostgresAudit

    assert app.database
    return PostgresAudit(app.database)


def _head(text: str) -> ChainHead:
    if not (matched := re.fullmatch(r"([0-9]{1,18}):([0-9a-f]{64})", text.strip())):
        raise BadInput("--head takes SEQ:DIGEST, as `audit verify` prints it")
    return ChainHead(seq=int(matched[1]), digest=matched[2])


def _line(text: str) -> str:
    return " ".join(visible(text).split())
