"""No test depends on how long something takes: reports are waited for as long as clients wait."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scriptsmith.web import hooks


@pytest.fixture(autouse=True, scope="session")
def patient() -> Iterator[None]:
    """What answers in seconds in production has a minute here; who tests that it does sets it anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hooks, "SECONDS", 60.0)
        yield
