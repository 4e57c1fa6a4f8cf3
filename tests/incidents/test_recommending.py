"""What cannot be asked keeps nothing else out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scriptsmith.core.events import Asked, Published, Reviewed, Settled
from scriptsmith.core.types import Action, Entry, Parameter, Review, Script
from scriptsmith.errors import StorageError
from scriptsmith.incidents.recommended import Recommended
from scriptsmith.incidents.runbooks import Runbook
from scriptsmith.incidents.store import PastRun
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


class Earlier:
    """One run that was published for an earlier incident with these labels: a store and a journal."""

    def __init__(self, text: str, script: str, **labels: str) -> None:
        self.labels = labels
        self.entry = Entry(id="published-1", title=text, script=Script(text=script), risk="notable")
        self.events = (
            Asked(action=Action(text=text)),
            Settled(outcome="verified", script=self.entry.script),
            Reviewed(review=Review(decision="approve", reviewer="bo", digest=self.entry.script.digest)),
            Published(entry=self.entry, at="2026-11-20T08:00:00+00:00"),
        )

    async def past_runs(self, id: str, /, *, limit: int = 10) -> Sequence[PastRun]:
        return [PastRun(incident="inc-0", run="r0", labels=self.labels)]

    async def read(self, run: str) -> Sequence[object]:
        return self.events

    async def get(self, name: str) -> Entry:
        return self.entry

    async def recommended(self, **now: str) -> Recommended:
        own: Any = self
        known = KnownActions(catalogue=own, serve=nothing, store=own, journal=own)
        return await known.recommend(incident("QueueStands", now))


async def test_a_published_script_about_another_host_is_offered_as_words_about_this_one() -> None:
    """Its values of then are never offered: they become those of now, or what is missing is said."""
    past = Earlier("empty the queue mails on db-1", "ssh db-1 purge mails\n", instance="db-1:9100", queue="mails")
    (one,) = (await past.recommended(instance="db-2:9100", queue="orders")).actions
    assert (one.text, one.entry, one.bound, one.chosen) == ("empty the queue orders on db-2", "", {}, False)
    assert "mails is orders now" in one.doubts[0]
    assert "db-1 is db-2 now" in one.doubts[0]
    lost = await past.recommended(instance="db-2:9100")
    assert (lost.actions, lost.problems) == (
        (),
        ("bo approved it for inc-0, and its script is about mails, db-1: what that is here is missing",),
    )


async def test_a_published_script_about_the_same_is_offered_as_it_is() -> None:
    past = Earlier("empty the queue mails on db-1", "ssh db-1 purge mails\n", instance="db-1:9100", queue="mails")
    (one,) = (await past.recommended(instance="db-1:9200", queue="mails")).actions
    assert (one.entry, one.doubts) == (
        "published-1",
        ("what stands in its script is of then: compare it with this incident",),
    )


async def test_what_is_not_found_in_time_is_told_and_the_rest_is_there() -> None:
    """Whatever is slow, the store of earlier incidents and the search alike."""

    class Slow(Earlier):
        async def past_runs(self, id: str, /, *, limit: int = 10) -> Sequence[PastRun]:
            await asyncio.Event().wait()
            return []

    own: Any = Slow("empty the queue", "purge\n")
    known = KnownActions(catalogue=own, serve=never, store=own, journal=own)
    found = await known.recommend(incident("QueueStands", {}, action="empty it"), seconds=0.2)
    assert [each.had for each in found.sources] == ["unfinished", "nothing", "not asked", "unfinished", "not asked"]
    assert len(found.problems) == 2
    (own_words,) = found.actions
    assert (own_words.text, own_words.doubts) == ("empty it", ("no entry was searched for: the run searches for one",))
    bare = await known.recommend(incident("QueueStands", {}), seconds=0.2)
    assert (bare.answer, bare.actions) == ("not all asked", ())


UNIT = Parameter(name="unit", type="name", option="--unit")


async def test_a_script_that_was_published_of_a_served_entry_is_recommended_as_that_entry() -> None:
    """With the values of now, and not a second time as its copy."""
    past = Earlier("restart it", "systemctl restart a\n", unit="a")
    served = Entry(id="restart-it", title="Restart it", script=Script(text="restart\n"), parameters=(UNIT,))
    past.events = (
        past.events[0],
        Settled(outcome="reuse", script=past.entry.script, entry="restart-it@1", parameters={"unit": "a"}),
        *past.events[2:],
    )
    entries = {"restart-it": served, "published-1": past.entry}
    past.get = lambda name: _given(entries[name])  # type: ignore[method-assign]
    (one,) = (await past.recommended(unit="b")).actions
    assert (one.entry, one.bound) == ("restart-it", {"unit": "b"})


async def _given(entry: Entry) -> Entry:
    return entry


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
        await app.catalogue.entries()  # they are read before the clock runs
        found = await known.recommend(about, seconds=2.0)
        assert [each.entry for each in found.actions][:2] == ["show-disk-usage", "find-largest-directories"]
        assert found.problems[0] == "the folder is gone"
        assert "there was no time" in found.problems[1]
        assert [each.had for each in found.sources] == ["unfinished", "actions", "failed", "nothing", "not asked"]
        found = await replace(known, serve=nothing, runbooks=None).recommend(about)
        assert found.problems == ()
        own = next(each for each in found.actions if each.source == "annotation")
        assert (own.entry, own.kind, own.text) == ("", "unknown", "free some space on /var")
        long = replace(about, annotations={"action": "x " * 3000})
        assert "too long" in (await replace(known, serve=nothing).recommend(long)).problems[1]
