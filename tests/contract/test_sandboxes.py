"""What holds for every sandbox: the shipped suite, on each adapter."""

from __future__ import annotations

import pytest

from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.ports import Sandbox
from scriptsmith.testing.sandbox_suite import SandboxSuite
from tests.boxes import boxed


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return Bubblewrap()


@boxed
class TestBubblewrap(SandboxSuite):
    """Boxes of bubblewrap over the host's own tree."""
