"""What holds for every test: properties are judged by what they find, never by how long a machine took."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("scriptsmith", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("scriptsmith")
