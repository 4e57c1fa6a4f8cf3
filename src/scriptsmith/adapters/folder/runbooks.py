"""Runbooks as Markdown files in a folder and the folders below it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from ...errors import StorageError
from ...incidents.runbooks import Runbook, read

_MOST, _SIZE, _SECONDS = 5000, 200_000, 60.0


class FolderRunbooks:
    """The `Runbooks` in `folder`, by the names of their files; links are not followed, so nothing outside is read.

    Which files there are is looked up again after a minute.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Path] = {}
        self._until = 0.0

    def check(self) -> None:
        """Raise `StorageError` where there is no folder that can be read."""
        if not (self._folder.is_dir() and os.access(self._folder, os.R_OK | os.X_OK)):
            raise StorageError(
                f"incidents.runbooks names {self._folder}, which is no folder that can be read: make it, "
                "let ScriptSmith read it, or name another one"
            )

    async def count(self) -> int:
        """How many runbooks there are; raises `StorageError`."""
        return len(await asyncio.to_thread(self._listed))

    async def find(self, names: Sequence[str], /) -> Runbook | None:
        return await asyncio.to_thread(self._find, names)

    def _find(self, names: Sequence[str]) -> Runbook | None:
        if monotonic() >= self._until:
            self._files, self._until = self._listed(), monotonic() + _SECONDS
        path = next((self._files[name.casefold()] for name in names if name.casefold() in self._files), None)
        if path is None:
            return None
        try:
            with path.open(encoding="utf-8", errors="replace") as file:
                return read(path.stem, file.read(_SIZE))
        except OSError as error:
            raise StorageError(f"the runbook {path} cannot be read: {error.strerror or error}") from None

    def _listed(self) -> dict[str, Path]:
        self.check()
        found: dict[str, Path] = {}
        for path in sorted(self._folder.rglob("*.md"))[:_MOST]:
            if path.is_file() and not path.is_symlink():
                found.setdefault(path.stem.casefold(), path)
        return found
