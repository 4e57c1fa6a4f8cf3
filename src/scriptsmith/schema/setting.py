"""One setting: its default, its meaning, and which values it takes."""

from __future__ import annotations

from dataclasses import field
from typing import Any

VARIABLE = r"([A-Z_][A-Z0-9_]*)?"  # no key looks like this, so one put here by mistake is refused and not shown


def setting(
    default: Any,
    description: str,
    *,
    above: float | None = None,
    least: float | None = None,
    most: float | None = None,
    pattern: tuple[str, str] = ("", ""),
    secret: bool = False,
) -> Any:
    """One setting, what it means, and what it takes; `pattern` is for text, with what is said of other text.

    A `secret` one is shown nowhere.
    """
    metadata = {"description": description, "above": above, "least": least, "most": most, "pattern": pattern}
    metadata["secret"] = secret
    return field(default=default, metadata=metadata)
