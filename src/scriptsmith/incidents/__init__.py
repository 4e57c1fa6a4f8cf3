"""Incidents: what a monitoring system reports, read from each source, and which actions are recommended for one."""
