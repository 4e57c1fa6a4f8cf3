"""Text made safe for a terminal."""

from __future__ import annotations

from ..core.escape_control import visible as visible
