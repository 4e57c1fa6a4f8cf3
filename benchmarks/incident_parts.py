"""The parts of a service that the load of incidents kills: the server, a worker and the database, as processes."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import psycopg

from scriptsmith.adapters.postgres.embedded import Embedded

PATIENCE = 240.0
"""Seconds after which something that does not come is given up."""
PLENTY = "100000000"
SIGNED = "the-secret-of-the-load-of-incidents"
OUTLETS = """
[outlet.loopback]
kind = "webhook"
url = "{url}/"
secret_file = "{home}/signed"

[[route]]
outlets = ["loopback"]
severities = ["critical"]
"""


class Parts:
    """The processes over the database in `home`. Whoever is killed is started again, the database by those that use it.

    `backend` is one process of the database, after whose death PostgreSQL takes down all the others and recovers.
    """

    VICTIMS = ("server", "worker", "database", "backend")

    def __init__(self, home: Path, outlet: str) -> None:
        self.home = home
        self.secret = "alertmanager-of-the-load"
        self.kills: Counter[str] = Counter()
        self.outages: list[tuple[float, float]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        for name, text in (("am", self.secret), ("signed", SIGNED)):
            (home / name).write_text(text)
        (home / "outlets.toml").write_text(OUTLETS.format(url=outlet, home=home))
        self.environ = {
            **{name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ},
            "HOME": str(home),
            "LC_ALL": "C.UTF-8",
            "SCRIPTSMITH_CONFIG": str(home / "none.toml"),
            "SCRIPTSMITH_DATABASE__STORAGE": "postgres",
            "SCRIPTSMITH_PATHS__DATABASE": str(home / "db"),
            "SCRIPTSMITH_SANDBOX__ENGINE": "none",
            "SCRIPTSMITH_INCIDENTS__ALERTMANAGER_SECRET_FILE": str(home / "am"),
            "SCRIPTSMITH_INCIDENTS__RATE": PLENTY,
            "SCRIPTSMITH_SERVICE__RATE_ADDRESS": PLENTY,
            "SCRIPTSMITH_OUTLETS__FILE": str(home / "outlets.toml"),
            "SCRIPTSMITH_OUTLETS__WAIT": "0.2",
            "SCRIPTSMITH_OUTLETS__SECONDS": "2",
        }
        self.embedded = Embedded(home / "db")
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    async def start(self) -> None:
        """Begin, and return when a report would be answered and the worker waits."""
        self.embedded.join()  # it stays while everybody else comes and goes
        for name in ("server", "worker"):
            self._begin(name)
            await self.there(name)

    async def kill(self, victim: str) -> None:
        """Kill `victim` and begin it again; returns when it works."""
        self.kills[victim] += 1
        began = time.monotonic()
        if victim in self._processes:
            self._processes[victim].kill()
            self._processes[victim].wait()
            self._begin(victim)
        else:
            await asyncio.to_thread(self._kill_database, backend=victim == "backend")
        await self.there(victim)
        self.outages.append((began, time.monotonic()))

    def up(self, began: float, ended: float) -> bool:
        """Whether all parts were there for all of that time."""
        return all(ended < down or began > again for down, again in self.outages)

    async def there(self, victim: str) -> None:
        """Return when it works. A killed database is started by those who use it."""
        deadline = time.monotonic() + PATIENCE
        while not await self._works(victim):
            process = self._processes.get(victim)
            if time.monotonic() > deadline or (process and process.poll() is not None):
                log = self.home / f"{victim}.log"
                raise TimeoutError(f"the {victim} did not begin: {log.read_text()[-2000:] if log.exists() else ''}")
            await asyncio.sleep(0.02)

    async def _works(self, victim: str) -> bool:
        said = {"server": "listening on ", "worker": "waiting for work"}.get(victim)
        if said:
            return said in (self.home / f"{victim}.log").read_text()
        try:
            async with await psycopg.AsyncConnection.connect(self.embedded.url, connect_timeout=10) as connection:
                await connection.execute("select 1")
        except psycopg.OperationalError:
            return False
        return True

    def end(self) -> None:
        """End all of them."""
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            process.wait(PATIENCE)
        self.embedded.leave()

    def _begin(self, name: str) -> None:
        arguments = {
            "server": ["serve", "--port", str(self.port), "--workers", "0"],
            "worker": ["worker"],
        }[name]
        with open(self.home / f"{name}.log", "wb") as log:
            command = [sys.executable, "-m", "scriptsmith", *arguments]
            self._processes[name] = subprocess.Popen(
                command, env=self.environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def _kill_database(self, *, backend: bool) -> None:
        """Kill the server that runs in our folder, or the process of its newest connection."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with suppress(OSError, ValueError, IndexError):  # it is just being started
                pid = int((self.home / "db/data/postmaster.pid").read_text().split("\n", 1)[0])
                if Path(f"/proc/{pid}/comm").read_text() != "postgres\n":
                    raise ValueError
                if backend:
                    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
                    pid = [each for each in children if self._serves(each)][-1]
                os.kill(pid, signal.SIGKILL)
                while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
                    time.sleep(0.001)
                return
            time.sleep(0.01)
        raise TimeoutError("there is no database to kill")

    @staticmethod
    def _serves(process: int) -> bool:
        """Whether it is a process of a connection, not one of PostgreSQL's own."""
        return b"[local]" in Path(f"/proc/{process}/cmdline").read_bytes()
