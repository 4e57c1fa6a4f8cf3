"""What holds for every test: properties are judged by what they find, never by how long a machine took."""

from __future__ import annotations

import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

from tests import thoroughness
from tests.cli import forked

settings.register_profile("thorough", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=30)
settings.load_profile("thorough")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background of a shell: programs under test would
    signal.signal(signal.SIGINT, signal.default_int_handler)  # inherit that nobody can interrupt them


def pytest_configure(config: pytest.Config) -> None:
    """Where the thorough tests are left out, properties that name no number of examples are tried on fewer, of what is
    many a part is tried, and most calls of the program are forked from a process that has imported it."""
    thoroughness.everything = config.option.markexpr != "not thorough"
    if not thoroughness.everything:
        settings.load_profile("quick")


def pytest_sessionfinish() -> None:
    """A database that tests have started goes with them, and so does the folder that they shared."""
    if databases := sys.modules.get("tests.databases"):
        databases.end()
    forked.close()
    if caches := sys.modules.get("tests.caches"):
        caches.remove()
