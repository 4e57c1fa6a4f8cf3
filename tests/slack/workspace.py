"""A service that a workspace of Slack on loopback may ask, and who of its users is whom."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2

from scriptsmith import team
from scriptsmith.core.effects import Danger
from scriptsmith.core.events import Checked, Event
from scriptsmith.outlets import slack, slack_review
from scriptsmith.testing.slack_workspace import SlackRequest, SlackWorkspace
from tests.web.console_runs import SCRIPT, events, write
from tests.web.server import SECONDS, Service, serving
from tests.working import until

SECRET, TEAM = "slack-signing-secret", "T0PRETENDED"
ANA, BO, EVE, CY, NOBODY = "U0ANA", "U0BO", "U0EVE", "U0CY", "U0NOBODY"
"""Who asks, who reviews, who reviews too, who reviews and publishes, and somebody whom no file names."""
LOOK, APPROVE = "Look and approve", "Approve exactly this"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """The service, the workspace, and the file of people."""

    service: Service
    slack: SlackWorkspace
    file: Path
    keys: Mapping[str, str]

    async def send(self, request: SlackRequest, name: str = "interactive") -> httpx2.Response:
        async with self.service.client() as http:
            return await http.post(f"/hooks/slack/{name}", content=request.body, headers=dict(request.headers))

    async def press(self, user: str, message: Mapping[str, Any], label: str, **more: Any) -> dict[str, Any]:
        """Press a button, and return what the user is shown for it."""
        before = len(self.slack.told)
        answer = await self.send(self.slack.pressed(user, message, label, **more))
        assert answer.status_code == 200, answer.text
        await until(lambda: len(self.slack.told) > before)
        assert len(self.slack.told) == before + 1
        return self.slack.told[-1]

    async def waiting(self, log: list[Event] | None = None) -> tuple[str, dict[str, Any]]:
        """A run that waits, and the message that tells of it."""
        run = await write(self.service.app, log or events(SCRIPT))
        return run, await self.message(run)

    async def message(self, run: str) -> dict[str, Any]:
        """The last message with a button that tells of a run, as the outlet makes it."""
        app = self.service.app
        maker = team.delivering(app.team(), app.team_service(), app.settings, print).maker
        happened = await app.team().outbox.happened(most=100, lease=0.0, hours=72.0)
        made = [await maker.make(each) for each in happened]
        (*_, last) = [each for each in made if each and each.subject == run and each.binding]
        about = slack_review.SeenRun(run=run, seq=last.seq, binding=last.binding)
        return slack.message(last, (slack_review.LOOK, about.value()))

    async def audit(self, on: str = "") -> list[tuple[str, str, str]]:
        """The newest records: who, what, and by which way."""
        records = await self.service.app.team().audit.page(on=on)
        return [(each.note.who, each.note.act, each.note.way) for each in records]

    async def approvers(self, run: str) -> tuple[str, ...]:
        shown = await self.service.app.run_service().show(run)
        return self.service.app.team_service().standing(shown).by


def text(message: Mapping[str, Any]) -> str:
    """All that a message says."""
    return json.dumps(message, ensure_ascii=False)


def dangerous(log: list[Event]) -> list[Event]:
    """The same log of a run with a script that takes two people."""
    danger = Danger(risk="dangerous")
    return [replace(each, danger=danger) if isinstance(each, Checked) else each for each in log]


@asynccontextmanager
async def chatting(
    folder: Path, *, url: str = "", hook_seconds: float = SECONDS, rate: int = 1200
) -> AsyncIterator[Chat]:
    """A service with the users of a workspace mapped to people."""
    (folder / "slack").write_text(SECRET)
    people = folder / "people.toml"
    people.write_text(f'team = "{TEAM}"\n')
    given: dict[str, object] = {
        "incidents.slack_secret_file": str(folder / "slack"),
        "incidents.slack_people_file": str(people),
        "service.address": "https://scripts.example.org",
        "incidents.rate": rate,
    }
    async with serving(workers=0, settings=given, url=url, hook_seconds=hook_seconds) as service:
        keys = {}
        for user, name, parts in (
            (ANA, "ana", ["requester", "reviewer"]),
            (BO, "bo", ["reviewer"]),
            (EVE, "eve", ["reviewer"]),
            (CY, "cy", ["reviewer", "publisher"]),
        ):
            made = await service.app.team().people.create_key(name, parts, hours=1.0, by="test")  # type: ignore[arg-type]
            keys[user] = made[1].id
        lines = "".join(f'{user} = "{id}"\n' for user, id in keys.items())
        people.write_text(f'team = "{TEAM}"\n[people]\n{lines}')
        with SlackWorkspace(SECRET, TEAM) as workspace:
            yield Chat(service=service, slack=workspace, file=people, keys=keys)
