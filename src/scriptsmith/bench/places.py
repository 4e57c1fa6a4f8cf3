"""Where things lie: the shipped suites on this machine, and the bench's own folder in a box."""

from __future__ import annotations

from pathlib import Path

SUITES = Path(__file__).parent / "suites"
"""The shipped suites; no box shows them, since they hold references and tests."""

FOLDER = "/bench"
"""Where the script, stubs, notes and printed output lie in a box, beside the working folder."""
