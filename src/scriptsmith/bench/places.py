"""Where things lie: the shipped suites on this machine, the bench's own folder in a box, and programs."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

SUITES = Path(__file__).parent / "suites"
"""The shipped suites; no box shows them, since they hold references and tests."""

FOLDER = "/bench"
"""Where the script, stubs, notes and printed output lie in a box, beside the working folder."""

SYSTEM = "/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/sbin:/usr/local/bin"
"""Where programs are looked for in a box."""


@cache
def installed(program: str) -> bool:
    """Whether a box has `program`: boxes read the host's tree."""
    return shutil.which(program, path=SYSTEM) is not None
