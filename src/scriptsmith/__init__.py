"""ScriptSmith: from a recommended action to a script that a person can trust."""

from __future__ import annotations

__version__ = "0.1.0"
