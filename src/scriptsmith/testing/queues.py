"""A queue in memory, complete enough for use cases and for working it off by hand."""

from __future__ import annotations


class MemoryQueue:
    """A `Queue` that lasts as long as the object. `sources` tells who asked for each run first."""

    def __init__(self) -> None:
        self.sources: dict[str, str] = {}
        self._waiting: list[str] = []

    async def put(self, run: str, /, *, source: str = "") -> None:
        self.sources.setdefault(run, source)
        if run not in self._waiting:
            self._waiting.append(run)

    async def remove(self, run: str, /) -> None:
        if run in self._waiting:
            self._waiting.remove(run)

    async def waiting(self) -> int:
        return len(self._waiting)

    def take(self) -> str:
        """The run that has waited longest, which waits no more; empty when none does."""
        return self._waiting.pop(0) if self._waiting else ""
