"""Whether this machine can open boxes at all: what is skipped without, and never what merely broke."""

from __future__ import annotations

import os
import re
import shutil

import pytest


def _lacking() -> str:
    if not shutil.which("bwrap"):
        return "bubblewrap is not installed"
    release = os.uname().release
    numbers = [int(number) for number in re.findall(r"\d+", release)[:2]]
    return "" if numbers >= [6, 6] else f"boxes need Linux 6.6, and this is {release}"


NO_BOX = _lacking()
"""What this machine lacks, empty when it has all: by its programs and kernel, since a box that fails is a fault."""

boxed = pytest.mark.skipif(bool(NO_BOX), reason=NO_BOX)
