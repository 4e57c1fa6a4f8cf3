"""Which entries answer which alerts: see README.md."""
