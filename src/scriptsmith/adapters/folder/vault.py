"""The secrets of runs as files beside their logs, that nobody else may read."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Sequence
from pathlib import Path

from ...core.secret_tokens import SecretSpelling
from ...errors import Conflict, StorageError
from .files import explained, sync_folder


class FolderVault:
    """A `Vault` in `folder`: for each run with a secret a file `<run>.secrets`, mode 0600, that goes when it goes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def read(self, run: str, /) -> Sequence[SecretSpelling]:
        path = self.folder / f"{run}.secrets"
        if not path.exists():
            return ()
        with explained("read", path):
            return _kept(path.read_bytes(), path)

    async def add(self, run: str, seen: int, kept: Sequence[SecretSpelling], /) -> None:
        path = self.folder / f"{run}.secrets"
        with explained("keep a secret in", path):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            with os.fdopen(handle, "r+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                content = file.read()
                if len(_kept(content, path)) != seen:
                    raise Conflict(f"somebody else works on run {run}: look at it again")
                file.truncate(content.rfind(b"\n") + 1)  # what a crash left half written
                file.seek(0, os.SEEK_END)
                for one in kept:
                    file.write(dump_kept(one) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            sync_folder(self.folder)


def dump_kept(one: SecretSpelling) -> bytes:
    """One line of JSON, in ASCII, without its line end."""
    return json.dumps([one.number, one.letter, one.spelling]).encode()


def load_kept(line: bytes | str) -> SecretSpelling:
    """What one line keeps; raises `ValueError`, which shows nothing of it, when that is no secret."""
    try:
        secret, letter, spelling = json.loads(line)
        return SecretSpelling(number=int(secret), letter=str(letter), spelling=str(spelling))
    except (ValueError, TypeError):
        raise ValueError("this is not a kept secret") from None


def _kept(content: bytes, path: Path) -> tuple[SecretSpelling, ...]:
    kept = []
    for number, line in enumerate(content[: content.rfind(b"\n") + 1].splitlines(), start=1):
        try:
            kept.append(load_kept(line))
        except ValueError:
            raise StorageError(f"{path}, line {number}: this is not a kept secret") from None
    return tuple(kept)
