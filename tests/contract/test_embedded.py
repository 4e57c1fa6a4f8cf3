"""What the embedded PostgreSQL promises: there when it is needed, gone when it is not, and losing nothing."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.embedded import Embedded
from scriptsmith.adapters.postgres.journal import PostgresJournal
from scriptsmith.core.events import Asked
from scriptsmith.core.types import Action
from scriptsmith.errors import StorageError
from tests.databases import with_database

pytestmark = with_database

ASKED = Asked(action=Action(text="show the free space"))


@pytest.fixture
def folder() -> Iterator[Path]:
    """A place whose path is short enough for a socket, and where no server is left."""
    with tempfile.TemporaryDirectory(prefix="scriptsmith-pg-") as made:
        place = Path(made) / 'it\'s a "place" of $HOME'
        yield place
        last = Embedded(place)
        last.join()
        last.leave()


def runs(folder: Path) -> bool:
    """Whether a server answers there."""
    try:
        psycopg.connect(Embedded(folder).url).close()
    except psycopg.OperationalError:
        return False
    return True


def postmaster(folder: Path) -> int:
    return int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])


def kill(folder: Path) -> None:
    """Kill the server, and wait until none of its processes is left: some answer a last time after it is gone."""
    killed, mark = postmaster(folder), folder / "data" / "postmaster.pid"
    os.kill(killed, signal.SIGKILL)
    with open(folder / "alive") as held:
        while mark.read_text().startswith(f"{killed}\n"):  # else it is started again, which waits for the same
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.01)
            else:
                return


def test_it_runs_until_the_last_user_leaves(folder: Path) -> None:
    """The first starts it, others find it running, and the last one stops it; a second leave is none."""
    one, other = Embedded(folder), Embedded(folder)
    assert one.join() == other.join() == one.join()
    started = postmaster(folder)
    one.leave()
    one.leave()
    assert runs(folder)
    assert postmaster(folder) == started
    other.leave()
    assert not runs(folder)


def test_it_is_for_its_owner_alone(folder: Path) -> None:
    """Nobody else can enter the folder of the data or of the socket, and nothing above is opened for the server."""
    above = folder.parent.stat().st_mode
    server = Embedded(folder)
    url = server.join()
    try:
        assert folder.parent.stat().st_mode == above
        for part in (folder, folder / "data", folder / "run"):
            assert (part.stat().st_mode & 0o777, part.stat().st_uid) == (0o700, os.geteuid())
        with psycopg.connect(url) as connection:
            assert connection.execute("show listen_addresses").fetchone() == ("",)
    finally:
        server.leave()


def test_a_user_that_was_killed_keeps_it_from_nobody(folder: Path) -> None:
    """What a process recorded before it was killed is there, and the server stops with the next one that leaves."""
    code = "import os, sys; from pathlib import Path; from scriptsmith.adapters.postgres.embedded import Embedded\n"
    code += "Embedded(Path(sys.argv[1])).join(); os.kill(os.getpid(), 9)\n"
    done = subprocess.run([sys.executable, "-c", code, str(folder)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert runs(folder)
    server = Embedded(folder)
    server.join()
    server.leave()
    assert not runs(folder)


async def test_what_was_recorded_outlives_the_server(folder: Path) -> None:
    """After the server was killed the same journal goes on: all that was acknowledged is there, and more can be."""
    database = Database(embedded=Embedded(folder))
    journal = PostgresJournal(database)
    try:
        for seq in range(1, 4):
            await journal.append("r1", seq, ASKED)
            await asyncio.to_thread(kill, folder)
        assert list(await journal.read("r1")) == [ASKED] * 3
    finally:
        await database.aclose()
    assert not runs(folder)


def test_a_mark_of_a_dead_server_is_nobody(folder: Path) -> None:
    """A number that a killed server left behind, and that another process has by now, keeps nothing from starting."""
    server = Embedded(folder)
    server.join()
    os.kill(postmaster(folder), signal.SIGKILL)
    mark = folder / "data" / "postmaster.pid"
    mark.write_text(f"{os.getpid()}\n" + mark.read_text().partition("\n")[2])
    server.join()
    assert runs(folder)
    server.leave()
    assert not runs(folder)


def test_a_start_that_was_killed_is_in_nobodys_way(folder: Path) -> None:
    """A program of it may still write where it was made: the next start makes its own, and leaves nothing of that."""
    ended = threading.Event()

    def write_on() -> None:
        while not ended.is_set():
            with suppress(OSError):
                (folder / "data.new" / "base").mkdir(parents=True, exist_ok=True)
                (folder / "data.new" / "base" / "1").touch()

    writer = threading.Thread(target=write_on)
    writer.start()
    try:
        server = Embedded(folder)
        server.join()
        assert runs(folder)
        server.leave()
    finally:
        ended.set()
        writer.join()
    assert {each.name for each in folder.glob("data*")} <= {"data", "data.new"}


def test_a_path_that_is_too_long_is_one_sentence(tmp_path: Path) -> None:
    """Nothing is made where no socket can be."""
    with pytest.raises(StorageError, match=r"too long a path for a socket: set paths\.database"):
        Embedded(tmp_path / ("x" * 100)).join()
    assert list(tmp_path.iterdir()) == []
