"""What cannot be asked keeps nothing else out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from scriptsmith.core.types import Action
from scriptsmith.errors import StorageError
from scriptsmith.incidents.runbooks import Runbook
from scriptsmith.service.recommending import KnownActions, ServedEntry
from scriptsmith.settings import load
from scriptsmith.wiring import build
from tests.databases import a_database, with_database

from .test_recommendations import incident

pytestmark = with_database


class Gone:
    """A folder of runbooks that is not there."""

    async def find(self, names: Sequence[str], /) -> Runbook | None:
        raise StorageError("the folder is gone")


async def never(action: Action) -> ServedEntry | None:
    await asyncio.Event().wait()
    return None


async def nothing(action: Action) -> ServedEntry | None:
    return None


async def test_a_search_that_hangs_and_a_folder_that_is_gone_are_told_beside_the_rest() -> None:
    from scriptsmith.adapters.postgres.incidents import PostgresIncidents

    about = replace(incident("NodeFilesystemSpaceFillingUp", action="free some space on /var"), id="inc-1")
    async with a_database() as database, build(load({"SCRIPTSMITH_CONFIG": "/nonexistent/none.toml"}), {}) as app:
        known = KnownActions(
            catalogue=app.catalogue,
            serve=never,
            store=PostgresIncidents(database),
            journal=app.journal,
            runbooks=Gone(),
        )
        found = await known.recommend(about, seconds=0.01)
        assert [each.entry for each in found.actions][:2] == ["show-disk-usage", "find-largest-directories"]
        assert found.problems[0] == "the folder is gone"
        assert "could not be searched in time" in found.problems[1]
        found = await replace(known, serve=nothing, runbooks=None).recommend(about)
        assert found.problems == ()
        own = next(each for each in found.actions if each.source == "annotation")
        assert (own.entry, own.kind, own.text) == ("", "unknown", "free some space on /var")
        long = replace(about, annotations={"action": "x " * 3000})
        assert "too long" in (await replace(known, serve=nothing).recommend(long)).problems[1]
