"""One cache folder for all programs under test: what each would compute again (half a second and more) is computed once.

What is kept there counts only for the very texts and code that it was made of, so that no test sees another's state.
Tests of the cache itself use folders of their own.
"""

from __future__ import annotations

import shutil
import tempfile
from functools import cache

_MADE: list[str] = []


@cache
def shared() -> str:
    """The folder, for this process; it is removed at the end of the session."""
    _MADE.append(tempfile.mkdtemp(prefix="scriptsmith-cache-"))
    return _MADE[0]


def remove() -> None:
    """Remove the folder, if there is one."""
    while _MADE:
        shutil.rmtree(_MADE.pop())
