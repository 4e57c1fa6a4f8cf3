"""What runs tell of: each moment at which somebody else has something to do or to know."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scriptsmith import team
from scriptsmith.core.approval import binding
from scriptsmith.core.permissions import Person
from scriptsmith.core.types import Action
from scriptsmith.incidents.store import LinkedRun
from scriptsmith.outlets.notice import Notice
from scriptsmith.testing import canned
from scriptsmith.wiring import App
from tests.databases import with_database
from tests.incidents.test_store import ONE
from tests.web.server import Service, serving

pytestmark = with_database
BO, CY = (Person(name=name, parts=frozenset({"reviewer", "publisher"})) for name in ("bo", "cy"))
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


async def notices(app: App) -> Sequence[Notice]:
    """What would be told of everything that happened so far."""
    parts = app.team()
    maker = team.delivering(parts, app.team_service(), app.settings, print).maker
    found = [await maker.make(each) for each in await parts.outbox.happened(most=100, lease=0.0, hours=72.0)]
    return [await maker.with_actions(each) for each in found if each]


async def asked(service: Service, text: str) -> str:
    app = service.app
    run = await app.run_service().open(Action(text=text), "ana")
    await app.run_service().resume(run)
    return run


async def test_a_run_tells_of_its_way_to_a_decision() -> None:
    """Waiting, approved by one, rejected and published; what is served by an entry waits for nobody."""
    async with serving(canned, workers=0, settings={"service.address": "https://s.example.org"}) as service:
        app = service.app
        at = app.team_service()
        run = await asked(service, f"knit a scarf of yarn with {SECRET}")
        await app.team().incidents.keep([ONE])
        (incident,) = [each.incident.id for each in await app.team().incidents.page()]
        await app.team().incidents.link(incident, LinkedRun(run=run, recommendation="x", by="ana", at=""))
        shown = await app.run_service().show(run)
        await at.reject(BO, run, seq=shown.seq, comment="not this one", final=True)
        served = await asked(service, "show how full the disks are")
        found = {each.what: each for each in await notices(app)}
        assert set(found) == {"run.waiting", "run.rejected", "incident.opened"}
        assert served not in {each.subject for each in found.values()}
        waiting, rejected, opened = found["run.waiting"], found["run.rejected"], found["incident.opened"]
        assert (waiting.subject, waiting.requester, waiting.severity, waiting.service) == (
            run,
            "ana",
            "critical",
            "orders",
        )
        assert waiting.missing > 0
        assert shown.settled
        assert (waiting.seq, waiting.binding) == (shown.seq, binding(shown.settled))
        assert waiting.link == f"https://s.example.org/runs/{run}"
        assert (rejected.by, rejected.text) == ("bo", "not this one")
        assert (opened.title, opened.state) == ("db-2 has no memory", "firing")
        assert any(each.source == "annotation" and each.text == "show the memory" for each in opened.actions)
        assert SECRET not in str(found)


@pytest.mark.thorough
async def test_approvals_and_publication_are_told() -> None:
    async with serving(canned, workers=0) as service:
        app = service.app
        at = app.team_service()
        run = await asked(service, "knit a scarf of yarn")
        needed = at.standing(await app.run_service().show(run)).missing
        for person in (BO, CY)[:needed]:
            shown = await app.run_service().show(run)
            await at.approve(person, run, seq=shown.seq, comment="fine")
        await app.run_service().resume(run)
        await app.team().database.do("note_failure", run=run, said="no model answers", tries=8, final=True)
        found = await notices(app)
        assert [each.what for each in found] == [
            "run.waiting", *["run.endorsed"] * needed, "run.approved", "run.published", "run.failed",
        ]  # fmt: skip
        assert found[-1].text == "no model answers"
        assert found[-2].entry
        assert all(not each.link for each in found)


async def test_what_no_database_holds_keeps_nothing_else_waiting() -> None:
    """A run's log holds characters that a message cannot: they are spelled out, and a log that is gone is told so."""
    async with serving(canned, workers=0) as service:
        app = service.app
        await asked(service, "knit a scarf\0 of\u202e yarn")
        async with app.team().database.connection() as connection:
            await connection.execute(
                b"insert into scriptsmith.outbox (kind, subject, seq) values ('run.failed', '20261120-081530-0123abcd', 0)"
            )
        waiting, gone = await notices(app)
        assert "\0" not in waiting.title
        assert "\u202e" not in waiting.title
        assert (gone.what, "there is no run" in gone.text) == ("run.failed", True)
        for one in (waiting, gone):
            await app.team().outbox.tell(one.id, one, ("hook",))
        assert len(await app.team().outbox.page()) == 2
