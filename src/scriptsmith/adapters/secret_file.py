"""Secrets in a file, for what proves an origin or is let in by one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..errors import BadSettings

SHORTEST = 16
"""Characters that a secret has at least: what is shorter can be guessed."""


class SecretFile:
    """The secrets in a file, one a line, read again when the file has changed; `setting` is what names it.

    Raises `BadSettings` when it cannot be read, or holds none, or one that can be guessed.
    """

    def __init__(self, setting: str, path: Path) -> None:
        self._setting, self._path = setting, path
        self._stamp = (0, 0)
        self._secrets: tuple[str, ...] = ()

    def __call__(self) -> Sequence[str]:
        try:
            found = self._path.stat()
            stamp = (found.st_mtime_ns, found.st_size)
            if stamp != self._stamp:
                lines = self._path.read_text(encoding="utf-8").splitlines()
                self._secrets = self._checked([line.strip() for line in lines if line.strip()])
                self._stamp = stamp
        except (OSError, UnicodeDecodeError) as error:
            raise BadSettings(f"{self._setting} {self._path} cannot be read: {error}") from None
        return self._secrets

    def _checked(self, lines: Sequence[str]) -> tuple[str, ...]:
        if not lines:
            raise BadSettings(f"{self._setting} {self._path} is empty")
        if any(len(line) < SHORTEST for line in lines):
            raise BadSettings(f"{self._setting} {self._path} holds a secret of fewer than {SHORTEST} characters")
        return tuple(lines)
