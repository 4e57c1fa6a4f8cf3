"""The finding that a script holds a secret.

* SS0012  warning  the script holds a secret: it can be used, and not be published
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.secret_tokens import TOKEN
from ..core.types import Finding, Script, Severity


class SecretCheck:
    """A `Checker` that finds the tokens in a redacted script. A warning, for the script does what was asked with the
    value that was given; what it forbids is publishing."""

    name = "secrets"

    async def check(self, script: Script, /) -> Sequence[Finding]:
        return [
            Finding(
                checker=self.name,
                code="SS0012",
                severity=Severity.WARNING,
                message=f"a secret stands here ({found.group()}), so this cannot be published: take the value as a "
                "parameter or read it from a file",
                line=number,
                column=found.start() + 1,
                end_line=number,
                end_column=found.end() + 1,
            )
            for number, line in enumerate(script.text.split("\n"), start=1)
            for found in TOKEN.finditer(line)
        ]
