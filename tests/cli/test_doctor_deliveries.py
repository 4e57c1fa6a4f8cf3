"""`doctor` tells what nobody was told, and what nobody could read; services say the latter as they start."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.set_aside import PostgresSetAside
from tests.databases import fresh, with_database
from tests.outlets.test_outbox import PACE, aged, told

from .program import Program
from .state import user

pytestmark = with_database
OUTLETS = """
[outlet.pager]
kind = "webhook"
url = "http://127.0.0.1:9/hook"
secret_file = "{folder}/secret"

[[route]]
outlets = ["pager"]
events = ["incident.opened"]
"""


def doctor(folder: Path, url: str, **settings: str) -> dict[str, Any]:
    """The report of `doctor` where one outlet is named."""
    (folder / "secret").write_text("a-secret-of-an-outlet")
    (folder / "outlets.toml").write_text(OUTLETS.format(folder=folder))
    more = {"DATABASE_URL": url, "SCRIPTSMITH_OUTLETS__FILE": str(folder / "outlets.toml"), **settings}
    report: dict[str, Any] = Program(folder, user(folder).environ | more)("doctor", "--json").json
    return report


def row(report: dict[str, Any], part: str, name: str) -> tuple[bool, str]:
    ((ok, says),) = [(each["ok"], each["says"]) for each in report[part] if each["name"] == name]
    return ok, says


def in_database(url: str, do: Callable[[Database], Awaitable[None]]) -> None:
    async def done() -> None:
        database = Database(url)
        try:
            await do(database)
        finally:
            await database.aclose()

    asyncio.run(done())


async def tried_in_vain(database: Database) -> None:
    outbox = await told(database, "pager", "former")
    (one,) = await outbox.take("pager", **PACE)
    await outbox.undelivered(one.id, tries=1, said="connection refused", wait=60.0)
    await aged(database, "delivery", "began", "2 hours")


async def given_up(database: Database) -> None:
    outbox = await told(database, "pager")
    (one,) = await outbox.take("pager", **PACE)
    await outbox.undelivered(one.id, tries=1, said="410 Gone", wait=None)


async def just_now(database: Database) -> None:
    await told(database, "pager")


async def set_aside(database: Database) -> None:
    await PostgresSetAside(database).keep("/hooks/pagerduty 0123", b"{}", "event.data should be the incident")


def test_messages_that_wait_for_an_outlet_that_is_gone_are_a_fault(tmp_path: Path) -> None:
    """With how many were tried, the age of the oldest, and the last error; an outlet that the settings have forgotten
    too."""
    in_database(url := fresh(), tried_in_vain)
    report = doctor(tmp_path, url)
    ok, says = row(report, "outlets", "pager")
    assert not ok
    assert "1 messages wait, the oldest for 2 h 0 min, 1 of them tried in vain; 0 failed" in says
    assert "the last error: connection refused; see `scriptsmith outlets deliveries --state waiting`" in says
    ok, says = row(report, "outlets", "former")
    assert (ok, "the settings do not name it any more: 1 messages wait" in says) == (False, True)
    assert report["exit"] == 7


def test_what_failed_is_a_fault_and_what_was_just_put_in_is_none(tmp_path: Path) -> None:
    in_database(url := fresh(), given_up)
    ok, says = row(doctor(tmp_path, url), "outlets", "pager")
    assert (ok, "0 messages wait; 1 failed; the last error: 410 Gone" in says) == (False, True)
    in_database(url := fresh(), just_now)
    ok, says = row(doctor(tmp_path, url), "outlets", "pager")
    assert (ok, "1 messages wait, the oldest for" in says) == (True, True)


def test_what_was_set_aside_is_counted_whatever_it_came_by(tmp_path: Path) -> None:
    """Without a topic of Kafka in the settings."""
    in_database(url := fresh(), set_aside)
    ok, says = row(doctor(tmp_path, url), "set aside", "reports")
    assert (ok, says) == (
        True,
        "1 could not be read; the last came by /hooks/pagerduty 0123: event.data should be the incident",
    )
    assert row(doctor(tmp_path, fresh()), "set aside", "reports") == (True, "all could be read")


def test_a_database_that_is_gone_is_told_for_each_outlet(tmp_path: Path) -> None:
    report = doctor(tmp_path, "postgresql://127.0.0.1:1/x")
    assert not row(report, "outlets", "pager")[0]
    assert report["set aside"] == []


def test_a_folder_of_runbooks_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    """It is told with what to do, and the runbooks of one that is there are counted."""
    url, books = fresh(), tmp_path / "books"
    name = {"SCRIPTSMITH_INCIDENTS__RUNBOOKS": str(books)}
    report = doctor(tmp_path, url, **name)
    ok, says = row(report, "runbooks", "runbooks")
    assert (ok, report["exit"]) == (False, 7)
    assert says.startswith(f"incidents.runbooks names {books}, which is no folder that can be read: make it")
    books.mkdir()
    (books / "DiskFull.md").write_text("# DiskFull")
    assert row(doctor(tmp_path, url, **name), "runbooks", "runbooks") == (True, f"1 in {books}")
    assert doctor(tmp_path, url)["runbooks"] == []


@pytest.mark.parametrize("command", ["serve", pytest.param("worker", marks=pytest.mark.thorough)])
def test_what_needs_runbooks_says_as_it_starts_that_they_cannot_be_read(command: str, tmp_path: Path) -> None:
    """And goes on: the folder may come later. Here it ends for another reason."""
    taken = socket.create_server(("127.0.0.1", 0))
    with taken:
        address = f"postgresql://127.0.0.1:{taken.getsockname()[1]}/x?connect_timeout=2"
        more = {"DATABASE_URL": address, "SCRIPTSMITH_INCIDENTS__RUNBOOKS": str(tmp_path / "none")}
        done = Program(tmp_path, user(tmp_path).environ | more)(command)
    assert f"warning: incidents.runbooks names {tmp_path}/none, which is no folder" in done.stderr
    assert done.status == 7
