"""The files that a script writes and uses again: their names, and what is in them."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass

from . import patterns
from .execution import InterpreterState
from .model import Command, Glob, Unknown, Word
from .values import Parts

_PROC = re.compile(r"/proc/(?:self|thread-self|\0\$\$|\d+)/fd/")
# What these are worth where a file is named that the script wrote.
_LEADS = {"$PWD": ".", "${PWD}": ".", "$(pwd)": ".", "$HOME": "~", "${HOME}": "~", "$(pwd -P)": ".", "`pwd`": "."}


@dataclass(slots=True, eq=False)
class WrittenFiles:
    """Finds files in the state by the words that name them."""

    execution: InterpreterState

    def key(self, path: Word | str) -> str:
        """The name under which a file is remembered: its normal path, sources standing for unknown parts."""
        parts = (path,) if isinstance(path, str) else path.parts
        if len(parts) > 1 and isinstance(parts[0], Unknown) and (lead := _LEADS.get(parts[0].source)) is not None:
            parts = (lead, *parts[1:])
        text = "".join(
            "\0" + part.source if isinstance(part, Unknown) else part.text if isinstance(part, Glob) else part
            for part in parts
        )
        cwd = self.execution.state.cwd.text if self.execution.state.cwd is not None else None
        if cwd is not None and cwd.startswith("/") and text[:1] not in ("/", "\0", "~"):
            text = f"{cwd}/{text}"
        if text.startswith("/proc/"):
            text = _PROC.sub("/dev/fd/", text)
        return posixpath.normpath(text) if text else ""

    def file(self, path: Word | str) -> tuple[Parts, tuple[Command, ...]] | None:
        """What the script wrote into a file, and by which commands; None when it did not."""
        return self.execution.state.files.get(self.key(path)) if self.execution.state.files else None

    def runnable(self, path: Word) -> tuple[Parts, tuple[Command, ...]] | None:
        """The written file that is run as `path`: that one, or else one whose name it may be."""
        files = self.execution.state.files
        if not files:
            return None
        exact = files.get(self.key(path))
        if exact is not None:
            return exact
        shape = "".join(
            "*" if isinstance(part, Unknown) else part.text if isinstance(part, Glob) else part for part in path.parts
        )
        last = shape.rstrip("/").rsplit("/", 1)[-1]
        if not last.strip("*") and not any(part.source in ("{}", "stdin") for part in path.unknowns):
            return None
        if shape.startswith(("/dev/", "/proc/")):
            return None
        compiled = patterns.regex(last) if path.unknowns or any(char in last for char in "*?[") else None
        for key, known in files.items():
            name = key.rsplit("/", 1)[-1]
            if name == last or (compiled is not None and not key.startswith("/dev/") and compiled.fullmatch(name)):
                return known
        return None
