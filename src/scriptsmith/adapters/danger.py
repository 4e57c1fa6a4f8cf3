"""The danger analysis as a checker among others."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.effects import DANGER
from ..core.types import Finding, Script
from ..danger.analyse import analyse


class DangerChecker:
    """Says what a script could destroy, from its text alone; what it cannot read is a warning, never silence."""

    name = DANGER

    async def check(self, script: Script, /) -> Sequence[Finding]:
        return analyse(script.text).findings
