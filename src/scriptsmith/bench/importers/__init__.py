"""Importers: cases from public benchmarks that lie in a folder. Nothing of them is shipped, and no row is left out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from ...errors import BadInput
from ..model import Case
from . import alfa, bashkit, eabench

Importer: TypeAlias = Callable[[str | Path], tuple[Case, ...]]

IMPORTERS: dict[str, Importer] = {"alfa": alfa.load, "eabench": eabench.load, "bashkit": bashkit.load}


def importer(name: str) -> Importer:
    """What reads the benchmark `name` from a path; raises `BadInput` with the names that there are."""
    try:
        return IMPORTERS[name]
    except KeyError:
        raise BadInput(f"there is no importer {name!r}: there are {', '.join(sorted(IMPORTERS))}") from None
