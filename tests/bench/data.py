"""Where public data lies on this machine, for tests that read it; nothing of it is in the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

BESIDE = Path(__file__).parents[2].parent / "shared" / "data"


def shared(name: str) -> Path:
    """The folder or file `name` of the data, from `$SCRIPTSMITH_DATA` or beside the repository; skips without it."""
    root = Path(os.environ.get("SCRIPTSMITH_DATA") or BESIDE)
    if not (root / name).exists():
        pytest.skip(f"{name} is not below {root}: set SCRIPTSMITH_DATA to where the data lies")
    return root / name
