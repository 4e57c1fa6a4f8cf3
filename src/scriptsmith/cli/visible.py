"""Text made safe for a terminal."""

from __future__ import annotations

from ..core.visible import visible as visible
