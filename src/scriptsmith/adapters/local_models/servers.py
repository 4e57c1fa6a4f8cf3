"""Model servers on this machine, one for a file and user: found, started where there is none, and ended."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

from ...errors import BadInput, ModelError
from ..folder.files import explained
from .gguf import GgufHeader, read_header
from .records import ModelFiles, ServerRecord, end, lives, private_folder, read_record, records
from .smith import TO_FETCH
from .store import ModelStore
from .supervisor import SERVED_ALREADY, Order

START_SECONDS = 300.0
"""How long a model may take to load: 1.5 billion parameters take 15 s on two busy cores."""
_OVERHEAD = 200 << 20
_LOG_TAIL = 16 << 10
_SUPERVISOR = "scriptsmith.adapters.local_models.supervisor"

Told = Callable[[str], None]
"""Hears what a person may want to know while a model starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalOptions:
    """How servers are started. `context` in tokens for each question, `idle` in seconds, 0 threads or port: any."""

    context: int = 8192
    slots: int = 2
    threads: int = 0
    idle: float = 900.0
    port: int = 0
    program: str = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A server that answers: the base URL of its Chat Completions, the key that it wants, and its record."""

    url: str
    key: str
    record: ServerRecord


def _unheard(sentence: str) -> None: ...


class LocalServers:
    """Finds and starts servers; `folder` holds what is written about them, `store` the models that people added.

    It may be shared by roles. No server is ended by leaving it: servers are shared, and end themselves when idle.
    """

    def __init__(self, folder: Path, store: ModelStore, options: LocalOptions = LocalOptions()) -> None:
        self.folder = folder
        self.store = store
        self.options = options
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Semaphore]] = WeakKeyDictionary()

    async def ready(self, model: str, told: Told = _unheard) -> Served:
        """The server of `model`, a path or the name of an added one; started when there is none.

        Raises `ModelError` with one sentence: no such file, one that is no model, no memory, a port that is taken, no
        llama.cpp, or what the server said when it failed.
        """
        path, adapter = self.store.path_of(model), self.store.adapter_of(model)
        if adapter and not self.store.has_smith():
            raise ModelError(f"local:{model} cannot be used yet, {TO_FETCH}")
        try:
            place = ModelFiles(private_folder(self.folder), path, adapter)
        except FileNotFoundError:
            what = (
                f"there is no model file {path}"
                if path.parent != self.store.folder
                else f"no model is called {model!r}"
            )
            raise ModelError(f"{what}: see `scriptsmith models list`") from None
        except OSError as error:
            raise ModelError(f"the model file {path} cannot be read: {error.strerror or error}") from None
        served = self._found(place)
        if served is None:
            served = await self._started(path, place, told)
        with suppress(FileNotFoundError):  # it has just ended itself: whoever asks it now finds out, and comes again
            os.utime(place.record)  # it has been asked: the idle time begins again
        return served

    def turn(self, served: Served) -> asyncio.Semaphore:
        """What lets as many questions of this process through at a time as the server has slots."""
        turns = self._turns.setdefault(asyncio.get_running_loop(), {})
        return turns.setdefault(served.url, asyncio.Semaphore(served.record.slots))

    def running(self) -> list[ServerRecord]:
        """Every server of this user that lives."""
        return [record for _, record in records(self.folder)] if self.folder.is_dir() else []

    def stop(self, record: ServerRecord) -> bool:
        """End a server, unless its process is gone or another one has its number; whether it was ended."""
        ended = end(record)
        for path in self.folder.glob("*.json"):
            if ended and read_record(path) == record:
                path.unlink(missing_ok=True)
        return ended

    def key_file(self, record: ServerRecord) -> Path:
        """The file that holds the key of a server."""
        return ModelFiles(self.folder, Path(record.model), Path(record.adapter) if record.adapter else None).key

    def _found(self, place: ModelFiles) -> Served | None:
        record = read_record(place.record)
        if record is None or not record.ready or not lives(record):
            return None
        try:
            key = place.key.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return Served(url=record.url, key=key, record=record)

    async def _started(self, path: Path, place: ModelFiles, told: Told) -> Served:
        """Start one, or wait for the one that another process is starting."""
        child: _Supervisor | None = None
        began = time.monotonic()
        try:
            while (seconds := time.monotonic() - began) < START_SECONDS:
                if served := self._found(place):
                    return served
                told(f"starting {path.name} ({seconds:.0f} s)")
                record = read_record(place.record)
                starting = record is not None and lives(record)
                if child is not None and (status := child.poll()) is not None:
                    if status != SERVED_ALREADY and not starting:
                        raise ModelError(self._failure(path, place))
                    child = None
                if child is None and not starting:
                    child = self._start(path, place)
                await asyncio.sleep(0.1)
        except asyncio.CancelledError:
            if child is not None and self._found(place) is None:
                child.terminate()  # nobody waits for it
            raise
        if child is not None:
            child.terminate()
        raise ModelError(f"the model {path.name} did not start within {START_SECONDS:.0f} s: see {place.log}")

    def _start(self, path: Path, place: ModelFiles) -> _Supervisor:
        try:
            header = read_header(path)
        except BadInput as error:
            raise ModelError(str(error)) from None
        options = self.options
        program = chosen_program(options.program)
        context = min(options.context, header.context or options.context)
        _check_memory(path, header, context * options.slots)
        if options.port and _taken(options.port):
            raise ModelError(
                f"port {options.port} of this machine is taken: set local.port to a free one, or to 0 for any"
            )
        order = Order(
            folder=str(self.folder),
            model=str(path.resolve()),
            adapter=str(place.adapter or ""),
            program=program,
            port=options.port,
            context=context,
            slots=options.slots,
            threads=options.threads or processors(),
            idle=options.idle,
            key=secrets.token_urlsafe(24),
        )
        with explained("write", place.log), place.log.open("wb") as log:
            place.log.chmod(0o600)
            child = _Supervisor(
                [sys.executable, "-P", "-m", _SUPERVISOR],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
            )
        assert child.stdin
        child.stdin.write(json.dumps(asdict(order)).encode() + b"\n")
        child.stdin.close()
        return child

    def _failure(self, path: Path, place: ModelFiles) -> str:
        """Why a server did not start, by its log."""
        try:
            log = place.log.read_bytes()[-_LOG_TAIL:].decode("utf-8", "replace")
        except OSError:
            log = ""
        if "couldn't bind" in log:
            return f"the server of {path.name} could not listen: its port was taken meanwhile, try again"
        if any(words in log for words in ("insufficient memory", "failed to allocate", "MemoryError", "bad_alloc")):
            return f"there is not enough memory for {path.name}: {_LESS_MEMORY}"
        errors = [line.split(" E ", 1)[1] for line in log.splitlines() if " E " in line]
        said = " ".join((errors or log.strip().splitlines() or ["it said nothing"])[0 if errors else -1].split())
        return f"llama.cpp could not serve {path.name} ({said[:160]}): see {place.log}"


class _Supervisor(subprocess.Popen[bytes]):
    """A child that may outlive this process, on purpose: forgetting it is nothing to warn of."""

    def __del__(self, *more: object) -> None:
        if self.poll() is None:
            self.returncode = 0


_LESS_MEMORY = "close something, set local.context or local.slots lower, or choose a smaller model"


def chosen_program(wanted: str) -> str:
    """`xllamacpp` or `llama-server`, what there is of `wanted`; raises `ModelError` when there is none."""
    here = {
        "xllamacpp": importlib.util.find_spec("xllamacpp") is not None,
        "llama-server": shutil.which("llama-server") is not None,
    }
    found = [name for name, there in here.items() if there and wanted in ("auto", name)]
    if not found:
        raise ModelError(
            "a `local:` model needs llama.cpp's server: run pip install 'scriptsmith[local]', or put llama-server on "
            "PATH"
        )
    return found[0]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def needed_memory(header: GgufHeader, tokens: int) -> int:
    """Bytes that a model takes with a context of `tokens` in all, about."""
    return header.size + header.kept * tokens + _OVERHEAD


def free_memory() -> int | None:
    """Bytes that could be taken now, None where the system does not say; the limit of a container counts too."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, StopIteration):
        return None
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        used = int(Path("/sys/fs/cgroup/memory.current").read_text(encoding="ascii"))
        return free if limit == "max" else max(0, min(free, int(limit) - used))
    except (OSError, ValueError):
        return free


def _check_memory(path: Path, header: GgufHeader, tokens: int) -> None:
    free, needed = free_memory(), needed_memory(header, tokens)
    if free is not None and needed > free:
        raise ModelError(
            f"the model {path.name} needs about {needed / 1e9:.1f} GB of memory and {free / 1e9:.1f} GB is free: "
            f"{_LESS_MEMORY}"
        )


def _taken(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False
