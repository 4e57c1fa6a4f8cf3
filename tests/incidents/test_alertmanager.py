"""The real Alertmanager posts to the real service: opened, repeated, resolved, and nothing lost while we are away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg

from scriptsmith.incidents.model import KeptIncident
from tests.databases import fresh, with_database
from tests.web.server import Service, serving

from .alertmanagers import an_alertmanager, with_alertmanager
from .payloads import DISK
from .test_hooks import ALERTMANAGER, opened

pytestmark = [with_database, with_alertmanager]


async def until(service: Service, state: str, *, reports: int = 1) -> KeptIncident:
    """The one incident that there is, once it is in that state and was reported that often."""
    for _ in range(600):
        found = await service.app.team().incidents.page(state=[state])
        if found and found[0].reports >= reports:
            assert len(found) == 1
            return found[0]
        await asyncio.sleep(0.1)
    raise AssertionError(f"no incident is {state}")


async def test_from_firing_to_resolved(tmp_path: Path) -> None:
    async with serving(settings=opened(tmp_path), workers=0) as service:
        hook = f"{service.url}/hooks/alertmanager"
        async with an_alertmanager(hook, ALERTMANAGER, tmp_path) as manager:
            await manager.post(DISK, summary="/var is nearly full", action="show disk usage")
            kept = await until(service, "firing", reports=2)  # it repeats what still fires
            assert (kept.incident.title, kept.incident.severity) == ("/var is nearly full", "warning")
            assert kept.incident.labels == DISK
            assert kept.incident.annotations["action"] == "show disk usage"
            await manager.post(DISK, ends="2026-01-02T04:00:00Z", summary="/var is nearly full")
            ended = await until(service, "resolved")
            assert ended.incident.id == kept.incident.id
            kinds = [each.kind for each in await service.app.team().incidents.timeline(ended.incident.id)]
            assert kinds == ["opened", "resolved"]


async def test_what_cannot_be_kept_is_sent_again(tmp_path: Path) -> None:
    """While the database does not answer, the service says 503 and Alertmanager comes again: kept once in the end."""
    url = fresh()
    async with (
        serving(settings=opened(tmp_path), workers=0, url=url, hook_seconds=0.2) as service,
        an_alertmanager(f"{service.url}/hooks/alertmanager", ALERTMANAGER, tmp_path) as manager,
        service.client("requester") as http,
    ):
        async with await psycopg.AsyncConnection.connect(url) as other:
            await other.execute("lock table scriptsmith.incident in exclusive mode")
            await manager.post(DISK, summary="full")
            for _ in range(600):
                if 'route="/hooks/alertmanager",status="503"' in (await http.get("/metrics")).text:
                    break
                await asyncio.sleep(0.1)
            else:
                raise AssertionError("nothing was refused")
        kept = await until(service, "firing")
        timeline = await service.app.team().incidents.timeline(kept.incident.id)
        assert [each.kind for each in timeline] == ["opened"]
