"""A `Sandbox` in which nothing runs: a function says what each command did."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from ..core.effects import Execution
from ..ports import BoxSpec


@dataclass(slots=True)
class PlayedBox:
    """The files that were laid and the commands that were asked for, in order."""

    spec: BoxSpec
    play: Callable[[PlayedBox, Sequence[str]], Execution]
    files: dict[str, bytes] = field(default_factory=dict)
    modes: dict[str, int] = field(default_factory=dict)
    commands: list[tuple[str, ...]] = field(default_factory=list)

    async def write(self, path: str, content: bytes, mode: int = 0o644, /) -> None:
        self.files[path], self.modes[path] = content, mode

    async def execute(self, argv: Sequence[str], /, *, stdin: bytes = b"") -> Execution:
        self.commands.append(tuple(argv))
        return self.play(self, argv)


@dataclass(slots=True)
class PlayedSandbox:
    """Opens a `PlayedBox` for every specification and keeps all of them."""

    play: Callable[[PlayedBox, Sequence[str]], Execution]
    boxes: list[PlayedBox] = field(default_factory=list)
    name: str = "played"

    @asynccontextmanager
    async def open(self, spec: BoxSpec, /) -> AsyncIterator[PlayedBox]:
        box = PlayedBox(spec, self.play, dict(spec.files))
        self.boxes.append(box)
        yield box
