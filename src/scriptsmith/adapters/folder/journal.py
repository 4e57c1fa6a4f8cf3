"""Run logs as files: one folder, one file of JSON lines for each run."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import BadInput, Conflict, NotFound, StorageError
from .files import explained, sync_folder

if TYPE_CHECKING:
    from ...core.events import Event

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class FolderJournal:
    """A `Journal` in `folder`. Line N of a file is event N; a last line without its end never happened.

    What is not `durable` outlives its process, and not a power cut: for logs that cost nothing to make again.
    """

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        self.folder = folder
        self._durable = durable

    async def append(self, run: str, seq: int, event: Event, /) -> None:
        from ...codec import dump_event

        path = self._path(run)
        line = dump_event(event) + b"\n"
        with explained("record an event in", path):
            new = not path.exists()
            if new:
                self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                self._append(handle, run, seq, line)
            finally:
                os.close(handle)
            if new and self._durable:
                sync_folder(self.folder)

    def _append(self, handle: int, run: str, seq: int, line: bytes) -> None:
        recorded = _content(handle)
        whole = recorded.rfind(b"\n") + 1
        last = recorded.count(b"\n")
        if seq != last + 1:
            raise Conflict(
                f"somebody was faster: run {run} has {last} events by now, so look at it again before you go on"
            )
        try:
            os.ftruncate(handle, whole)  # what a crash left half written
            os.lseek(handle, whole, os.SEEK_SET)
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(handle, rest) :]
            if self._durable:
                os.fsync(handle)
        except OSError:
            os.ftruncate(handle, whole)
            raise

    async def read(self, run: str, /) -> Sequence[Event]:
        from ...codec import load_event

        path = self._path(run)
        try:
            with explained("read", path):
                content = path.read_bytes()
        except StorageError:
            if path.exists():
                raise
            raise NotFound(f"there is no run {run!r}: the list of runs shows those there are") from None
        lines = content[: content.rfind(b"\n") + 1].splitlines()
        if not lines:
            raise NotFound(f"run {run!r} has no recorded event")
        events = []
        for number, line in enumerate(lines, start=1):
            try:
                events.append(load_event(line))
            except BadInput as error:
                raise StorageError(f"{path}, line {number}: {error}") from None
        return events

    async def runs(self) -> Sequence[str]:
        if not self.folder.is_dir():
            return ()
        return sorted((path.stem for path in self.folder.glob("*.jsonl")), reverse=True)

    def _path(self, run: str) -> Path:
        if not is_run_id(run):
            raise NotFound(f"{run!r} is not the id of a run")
        return self.folder / f"{run}.jsonl"


def is_run_id(run: str) -> bool:
    """Whether `run` can be the name of a file and nothing else, and so the id of a run."""
    return _ID.fullmatch(run) is not None


def _content(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    parts = []
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)
