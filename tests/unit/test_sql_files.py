"""The statements in files: each can be read, with what it shares with others and with the names that are filled in later."""

from __future__ import annotations

from pathlib import Path

import pytest

from scriptsmith.adapters.postgres import queries
from scriptsmith.adapters.postgres.queries import sql

FILES = sorted((Path(queries.__file__).parent / "sql").glob("*.sql"))


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_every_statement_can_be_read(name: str) -> None:
    """Nothing that is shared is missing, and nothing of its notation is left in a statement."""
    assert b"{shared:" not in sql(name)


@pytest.mark.parametrize("name", ["make_index", "near_vectors", "drop_index"])
def test_names_that_are_filled_in_when_a_statement_is_made_stay(name: str) -> None:
    """The index of an embedder has its name and its dimension from the database's own formatting."""
    assert b"{name}" in sql(name) or b"{dimension}" in sql(name)
