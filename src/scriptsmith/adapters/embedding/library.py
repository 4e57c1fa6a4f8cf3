"""What the embedders that need a library of their own share: finding it, telling its failures, naming its models."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from ...errors import ModelError

_QUOTED = 200


def extra(module: str, name: str, model: str) -> ModuleType:
    """A module that an extra of ScriptSmith brings; raises `ModelError` with the command that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ModelError(
            f"the embedder model {model} needs a package that is not installed: run pip install 'scriptsmith[{name}]'"
        ) from None


@contextmanager
def explained(model: str, what: str, remedy: str) -> Iterator[None]:
    """Turn whatever a library raises into one sentence; what is told already goes through."""
    try:
        yield
    except ModelError:
        raise
    except Exception as error:
        words = " ".join(f"{type(error).__name__}: {error}".split())
        words = words if len(words) <= _QUOTED else words[: _QUOTED - 1] + "…"
        raise ModelError(f"the embedder model {model} {what} ({words}): {remedy}") from error


def mark(folder: Path) -> str:
    """Twelve digits that change when a file in `folder` is replaced: of names, sizes and times, not of contents."""
    looked = sorted((str(path.relative_to(folder)), path.stat()) for path in folder.rglob("*") if path.is_file())
    seen = [(name, status.st_size, status.st_mtime_ns) for name, status in looked]
    return hashlib.sha256(repr(seen).encode("utf-8", "surrogateescape")).hexdigest()[:12]
