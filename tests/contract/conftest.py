"""A database for each test that asks for one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from scriptsmith.adapters.postgres.database import Database
from tests.databases import fresh


@pytest.fixture
def url() -> str:
    """The address of an up to date database that nothing else uses."""
    return fresh()


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """The database at `url`, closed at the end."""
    database = Database(url)
    yield database
    await database.aclose()
