"""What people decided leaves as JSON lines, from folders and from a database alike."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import psycopg

from scriptsmith.adapters.folder.journal import FolderJournal
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.adapters.postgres.read_models import ReadModels
from scriptsmith.core.types import Script
from scriptsmith.ports import Journal
from tests.databases import fresh, with_database

from .program import Program
from .state import GOOD, OTHER, forged, run_service, user


def decided(program: Program) -> list[str]:
    """Three runs: one approved after an edit, one rejected, one that waits; the ids of all."""
    runs = [forged(program, action=f"knit pullover number {number} for the keeper") for number in range(3)]

    async def decide() -> None:
        at = run_service(program)
        await at.review(runs[0], "edit", reviewer="ana", script=Script(text=OTHER))
        await at.review(runs[0], "approve", reviewer="ana", comment="tried it")
        await at.review(runs[1], "reject", reviewer="ana", final=True)

    asyncio.run(decide())
    return runs


async def copy(source: Journal, target: Journal) -> None:
    for run in await source.runs():
        for seq, event in enumerate(await source.read(run), start=1):
            await target.append(run, seq, event)


def test_approved_scripts_and_pairs_are_exported(tmp_path: Path) -> None:
    """Only lines go to stdout or into the file, which is its owner's alone; how many there are is said beside."""
    program = user(tmp_path)
    run, *_ = decided(program)
    done = program("feedback", "export", "--kind", "sft")
    assert done.stderr == "1 approved scripts of 1 runs; 2 others have none\n"
    (row,) = done.lines
    assert (row["run"], row["script"], row["origin"], row["edits"]) == (run, OTHER, "person", 1)
    done = program("feedback", "export", "--kind", "preference", "-o", "pairs.jsonl")
    assert (done.status, done.stdout) == (0, "")
    assert done.stderr == "1 pairs of 1 runs; 2 others have none\n"
    pair = json.loads((tmp_path / "pairs.jsonl").read_text())
    assert (pair["rejected"], pair["chosen"], pair["decision"]) == (GOOD, OTHER, "edit")
    assert (tmp_path / "pairs.jsonl").stat().st_mode & 0o777 == 0o600


def test_nothing_to_export_is_no_error(tmp_path: Path) -> None:
    """Without runs there are no lines, and the kind has to be said."""
    done = user(tmp_path)("feedback", "export", "--kind", "sft")
    assert (done.status, done.stdout, done.stderr) == (0, "", "0 approved scripts of 0 runs; 0 others have none\n")
    assert user(tmp_path)("feedback", "export").status == 2


def test_a_log_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """The other runs are exported all the same."""
    program = user(tmp_path)
    run, *_ = decided(program)
    (tmp_path / "runs" / "20200101-000000-0badcafe.jsonl").write_text("{}\n")
    done = program("feedback", "export", "--kind", "sft")
    assert [row["run"] for row in done.lines] == [run]
    assert done.stderr.startswith("warning: run 20200101-000000-0badcafe is left out: ")


@with_database
def test_a_database_gives_the_same_lines_and_lists(tmp_path: Path) -> None:
    """The export is byte for byte that of a folder; what waits in the read models is what `review list` lists, also
    after `db rebuild` made them anew."""
    alone, url = user(tmp_path), fresh()
    runs = decided(alone)
    team = Program(tmp_path, alone.environ | {"DATABASE_URL": url})

    async def move() -> None:
        database = Database(url)
        await copy(FolderJournal(tmp_path / "runs"), PostgresJournal(database))
        await database.aclose()

    async def waiting() -> list[str]:
        database = Database(url)
        found = [one.run for one in await ReadModels(database).page(state=["waiting"])]
        await database.aclose()
        return found

    asyncio.run(move())
    for kind in ("sft", "preference"):
        assert team("feedback", "export", "--kind", kind).stdout == alone("feedback", "export", "--kind", kind).stdout
    assert [row["run"] for row in team("review", "list", "--json").json["runs"]] == asyncio.run(waiting()) == runs[2:]
    with psycopg.connect(url) as connection:
        connection.execute("update scriptsmith.run_summary set state = 'waiting'")
    assert len(asyncio.run(waiting())) == 3
    done = team("db", "rebuild")
    assert (done.status, done.stderr) == (0, "made 3 summaries from the log\n")
    assert asyncio.run(waiting()) == runs[2:]
    assert alone("db", "rebuild").status == 2
