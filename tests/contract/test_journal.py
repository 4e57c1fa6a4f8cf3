"""What every `Journal` promises, and what the one in a folder promises beyond that."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from scriptsmith.adapters.folder.journal import FolderJournal
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.core.events import Asked, Event, Reviewed, Settled
from scriptsmith.core.types import Action, Review, Script
from scriptsmith.errors import Conflict, NotFound, StorageError
from scriptsmith.ports import Journal
from scriptsmith.testing.doubles import MemoryJournal
from tests.databases import a_database, with_database

RUN = "20260102-030405-0badcafe"
ASKED = Asked(action=Action(text="show the «free» space\u2028now", given={"path": "/srv\n"}), at="2026-01-02")
SETTLED = Settled(outcome="unsure", script=Script(text="df -h\r\n\ttrue\n"))
REVIEWED = Reviewed(review=Review(reviewer="ana", decision="reject", digest="0", comment="\x1b[31m no\n"))


@pytest.fixture(params=["folder", "memory", pytest.param("postgres", marks=with_database)])
async def journal(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Journal]:
    """Each implementation of the port."""
    if request.param == "postgres":
        async with a_database() as database:
            yield PostgresJournal(database)
    else:
        yield FolderJournal(tmp_path / "not" / "there" / "yet") if request.param == "folder" else MemoryJournal()


async def test_events_come_back_as_they_were_recorded(journal: Journal) -> None:
    """What is appended is read, equal and in order, whatever characters it holds."""
    events: list[Event] = [ASKED, SETTLED, REVIEWED]
    for seq, event in enumerate(events, start=1):
        await journal.append(RUN, seq, event)
    assert list(await journal.read(RUN)) == events


@pytest.mark.parametrize("seq", [0, 1, 3, -1])
async def test_a_number_is_recorded_once_and_without_gaps(journal: Journal, seq: int) -> None:
    """After event 1 only number 2 is free; any other is a conflict, and what is recorded stays."""
    await journal.append(RUN, 1, ASKED)
    with pytest.raises(Conflict, match=rf"somebody was faster: run {RUN} has 1 events by now, so look at it again"):
        await journal.append(RUN, seq, SETTLED)
    assert list(await journal.read(RUN)) == [ASKED]


async def test_of_two_writers_one_records(journal: Journal) -> None:
    """When two workers compute the same step, exactly one of them records it."""
    await journal.append(RUN, 1, ASKED)
    outcomes = await asyncio.gather(
        *(journal.append(RUN, 2, event) for event in (SETTLED, REVIEWED)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] in ([type(None), Conflict], [Conflict, type(None)])
    assert len(await journal.read(RUN)) == 2


async def test_an_unknown_run_is_not_found(journal: Journal) -> None:
    """Reading a run that was never recorded raises `NotFound` with its id, and creates nothing."""
    with pytest.raises(NotFound, match="nosuch"):
        await journal.read("nosuch")
    assert list(await journal.runs()) == []


async def test_runs_are_listed_newest_first(journal: Journal) -> None:
    """Ids begin with the time, and the newest one comes first, in whatever order they were recorded."""
    for run in ("20260102-000000-aa", "20260103-000000-00", "20260101-000000-ff"):
        await journal.append(run, 1, ASKED)
    assert list(await journal.runs()) == ["20260103-000000-00", "20260102-000000-aa", "20260101-000000-ff"]


async def test_what_was_read_does_not_change(journal: Journal) -> None:
    """A log that was read is not touched by what is appended later."""
    await journal.append(RUN, 1, ASKED)
    before = await journal.read(RUN)
    await journal.append(RUN, 2, SETTLED)
    assert list(before) == [ASKED]


@pytest.mark.parametrize("cut", [1, 20, -1])
async def test_half_an_event_never_happened(tmp_path: Path, cut: int) -> None:
    """A last line that a crash left without its end is not read, and its number is free again."""
    journal = FolderJournal(tmp_path)
    await journal.append(RUN, 1, ASKED)
    await journal.append(RUN, 2, SETTLED)
    path = tmp_path / f"{RUN}.jsonl"
    first, second, _ = path.read_bytes().split(b"\n")
    path.write_bytes(first + b"\n" + (second + b"\n")[:cut])
    assert list(await journal.read(RUN)) == [ASKED]
    await journal.append(RUN, 2, REVIEWED)
    assert list(await journal.read(RUN)) == [ASKED, REVIEWED]


async def test_a_run_with_no_whole_event_is_not_found(tmp_path: Path) -> None:
    """A log that holds only half of its first event tells of no run."""
    (tmp_path / f"{RUN}.jsonl").write_bytes(b'{"kind": "ask')
    with pytest.raises(NotFound, match="no recorded event"):
        await FolderJournal(tmp_path).read(RUN)


@pytest.mark.parametrize("line", [b"{}", b'{"kind": "asked"}', b'{"kind": "unheard of"}', b"\xff", b"", b"null"])
async def test_a_damaged_line_names_the_file_and_the_line(tmp_path: Path, line: bytes) -> None:
    """A line in the middle that is no event is one sentence with file and line number, never a shorter run."""
    journal = FolderJournal(tmp_path)
    await journal.append(RUN, 1, ASKED)
    path = tmp_path / f"{RUN}.jsonl"
    path.write_bytes(path.read_bytes() + line + b"\n" + path.read_bytes())
    with pytest.raises(StorageError, match=rf"{RUN}\.jsonl, line 2: ") as caught:
        await journal.read(RUN)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("run", ["", ".", "..", "../x", "/etc/passwd", "a/b", "a\0b", "-x", "a\nb", "é", "x" * 101])
async def test_an_id_that_is_no_id_reaches_no_file(tmp_path: Path, run: str) -> None:
    """An id that could be a path is not found, whatever lies there, and nothing is written."""
    journal = FolderJournal(tmp_path / "runs")
    with pytest.raises(NotFound, match="not the id of a run"):
        await journal.read(run)
    with pytest.raises(NotFound, match="not the id of a run"):
        await journal.append(run, 1, ASKED)
    assert list(tmp_path.iterdir()) == []


async def test_logs_are_for_their_owner_alone(tmp_path: Path) -> None:
    """Incident text is nobody else's: the folder and the log are readable by their owner only."""
    journal = FolderJournal(tmp_path / "runs")
    await journal.append(RUN, 1, ASKED)
    assert (tmp_path / "runs").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "runs" / f"{RUN}.jsonl").stat().st_mode & 0o777 == 0o600


async def test_a_log_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """What stands in the way is named, with its cause."""
    (tmp_path / f"{RUN}.jsonl").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=rf"could not record an event in .*{RUN}\.jsonl: Is a directory"):
        await FolderJournal(tmp_path).append(RUN, 1, ASKED)
    with pytest.raises(StorageError, match=r"could not read .*Is a directory"):
        await FolderJournal(tmp_path).read(RUN)
    with pytest.raises(StorageError, match=r"could not record an event in .*file"):
        await FolderJournal(tmp_path / "file").append(RUN, 1, ASKED)


async def test_no_handle_is_left_open(tmp_path: Path) -> None:
    """Appending and reading, also when refused, leave no open file behind."""
    journal = FolderJournal(tmp_path)
    await journal.append(RUN, 1, ASKED)
    before = os.listdir("/proc/self/fd")
    with pytest.raises(Conflict):
        await journal.append(RUN, 1, ASKED)
    await journal.append(RUN, 2, SETTLED)
    await journal.read(RUN)
    assert os.listdir("/proc/self/fd") == before
