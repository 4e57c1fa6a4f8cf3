"""What is written down about a running model server, and whether the process that wrote it still lives.

A record lies in a folder that only its user can read. A process is told by its number, the time it started and the boot
of the machine: a number alone may belong to somebody else by now.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from ...errors import Unavailable
from ..folder.files import explained, write_atomically

_PRIVATE = 0o600
_BOOT = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRecord:
    """One server: its process, where it listens on loopback, and what it serves. `ready` once the model is loaded;
    `adapter` is the path of what is loaded beside the model, empty for nothing.

    `started` is in clock ticks since the boot; `context` is what one of `slots` questions may have, in tokens; `idle`
    in seconds. The file's time of change is the time of the last question.
    """

    pid: int
    started: int
    boot: str
    port: int
    model: str
    digest: str
    program: str
    context: int
    slots: int
    idle: float
    ready: bool = False
    adapter: str = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


class ModelFiles:
    """The files of the server for one model file, with or without an adapter; a file that was replaced by another has a
    place of its own."""

    def __init__(self, folder: Path, model: Path, adapter: Path | None = None) -> None:
        told = "\0".join(_marked(each) for each in (model, adapter) if each)
        self.folder = folder
        self.adapter = adapter
        self.mark = hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()[:16]

    @property
    def record(self) -> Path:
        return self.folder / f"{self.mark}.json"

    @property
    def key(self) -> Path:
        return self.folder / f"{self.mark}.key"

    @property
    def log(self) -> Path:
        return self.folder / f"{self.mark}.log"

    @property
    def lock(self) -> Path:
        return self.folder / f"{self.mark}.lock"


def _marked(path: Path) -> str:
    status = path.stat()
    return f"{path.resolve()}\0{status.st_size}\0{status.st_mtime_ns}"


def private_folder(folder: Path) -> Path:
    """`folder`, made if it is missing, for its user alone; raises `Unavailable` when it is another's."""
    with explained("make", folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_uid != os.getuid():
            raise Unavailable(f"the folder {folder} belongs to another user: set paths.cache to one of yours")
        folder.chmod(0o700)
    return folder


def read_record(path: Path) -> ServerRecord | None:
    """The record in `path`, None when there is none that can be read."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return ServerRecord(**told)
    except (OSError, ValueError, TypeError):
        return None


def write_record(path: Path, record: ServerRecord) -> None:
    """Write it for its user alone; raises `StorageError`."""
    write_atomically(path, json.dumps(asdict(record)), mode=_PRIVATE)


def records(folder: Path) -> Iterator[tuple[Path, ServerRecord]]:
    """Every record in `folder` whose server lives."""
    for path in sorted(folder.glob("*.json")):
        record = read_record(path)
        if record and lives(record):
            yield path, record


def boot_id() -> str:
    """What tells one boot of this machine from another; empty where the system does not say."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def start_time(pid: int) -> int | None:
    """When process `pid` started, in clock ticks since the boot; None when there is none, or only its remains."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    words = told.rpartition(")")[2].split()  # the name before it may hold anything
    return None if len(words) < 20 or words[0] in "ZX" else int(words[19])


def lives(record: ServerRecord) -> bool:
    """Whether the very process that wrote `record` is there."""
    return record.boot == boot_id() and start_time(record.pid) == record.started


def end(record: ServerRecord, seconds: float = 10.0) -> bool:
    """End the server of `record`, by force after `seconds`; False when its process is gone or is another one by now."""
    try:
        handle = os.pidfd_open(record.pid)
    except OSError:
        return False
    try:
        if not lives(record):  # looked at after the handle was opened: the number cannot change hands any more
            return False
        for sent in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(handle, sent)
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                if not lives(record):
                    return True
                time.sleep(0.02)
        return not lives(record)
    finally:
        os.close(handle)


@contextmanager
def held(path: Path) -> Iterator[bool]:
    """Hold the lock of `path` for the block, without waiting; whether it could be had."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(handle)


def digest_of(model: Path, folder: Path) -> str:
    """SHA-256 of a model file in hexadecimal, kept in `folder` as long as the file's size and times stay."""
    status = model.stat()
    mark = f"{model.resolve()}\0{status.st_size}\0{status.st_mtime_ns}\0{status.st_ino}"
    path = folder / "digests" / hashlib.sha256(mark.encode("utf-8", "surrogateescape")).hexdigest()[:24]
    try:
        kept = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        kept = ""
    if len(kept) == 64:
        return kept
    with model.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    write_atomically(path, found, mode=_PRIVATE)
    return found
