"""From what happened to the receivers: real receivers on loopback, which check as the real ones do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from scriptsmith import team
from scriptsmith.adapters.postgres.outbox import PostgresOutbox
from scriptsmith.incidents.model import Incident
from scriptsmith.settings import load
from scriptsmith.testing.chat_receivers import Slack, TeamsWorkflow, slack_entities
from scriptsmith.testing.pagerduty import PagerDutyApi
from scriptsmith.testing.receivers import Receiver, ReceiverReply, WebhookReceiver
from scriptsmith.wiring import App, build
from tests.databases import fresh, with_database
from tests.incidents.test_store import ONE
from tests.working import until

pytestmark = with_database
SECRETS = ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "the-secret-before-that-one")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An application whose worker's part for outlets runs; `said` are its lines."""

    app: App
    outbox: PostgresOutbox
    said: list[str] = field(default_factory=list)

    async def report(self, *incidents: Incident) -> None:
        await self.app.team().incidents.keep(incidents)

    async def states(self) -> list[tuple[str, str]]:
        return sorted((each.outlet, each.state) for each in await self.outbox.page(limit=500))

    async def all_are(self, *states: str) -> bool:
        found = await self.states()
        ((left,),) = await self.app.team().database.rows("count_outbox")
        return bool(found) and left == 0 and all(state in states for _, state in found)


def outlet_file(folder: Path, text: str, secrets: Mapping[str, str]) -> str:
    """A file of outlets; `{NAME}` in `text` is the path of a file that holds the secret NAME."""
    for name, secret in secrets.items():
        (folder / name).write_text(secret)
        text = text.replace(f"{{{name}}}", str(folder / name))
    (folder / "outlets.toml").write_text(text)
    return str(folder / "outlets.toml")


@asynccontextmanager
async def telling(folder: Path, text: str, secrets: Mapping[str, str], **more: object) -> AsyncIterator[Told]:
    flags: dict[str, object] = {
        "database.storage": "postgres",
        "database.url": fresh(),
        "paths.cache": str(folder / "cache"),
        "sandbox.engine": "none",
        "service.address": "https://scripts.example.org",
        "outlets.file": outlet_file(folder, text, secrets),
        "outlets.wait": 0.05,
        "outlets.seconds": 60,  # no test depends on how long an answer takes
    } | {f"outlets.{name}": value for name, value in more.items()}
    environ = {"SCRIPTSMITH_CONFIG": str(folder / "none.toml")}
    async with build(load(environ, flags, folder), environ) as app:
        told = Told(app=app, outbox=app.team().outbox)
        delivering = team.delivering(app.team(), app.team_service(), app.settings, told.said.append)
        stop = asyncio.Event()
        task = asyncio.create_task(delivering.run(stop))
        try:
            yield told
        finally:
            stop.set()
            await task


def webhook(receiver: Receiver, name: str = "hook", route: str = "") -> str:
    return f"""
[outlet.{name}]
kind = "webhook"
url = "{receiver.url}/{name}"
secret_file = "{{secret}}"
[[route]]
outlets = ["{name}"]
{route}
"""


def several(number: int) -> list[Incident]:
    return [replace(ONE, fingerprint=f"f{place}", title=f"alert {place}") for place in range(number)]


async def test_a_receiver_that_was_down_gets_everything_once_by_id(tmp_path: Path) -> None:
    """It refuses connections, then answers with errors, and in the end has each event, with the id of the first try."""
    receiver = WebhookReceiver(SECRETS[:1])
    with receiver:
        pass  # it has a port, and is gone
    async with telling(tmp_path, webhook(receiver), {"secret": "\n".join(SECRETS)}) as told:
        await told.report(*several(5))
        await until(lambda: len([line for line in told.said if "cannot be reached" in line]) >= 5)
        with receiver:
            receiver.plan(*[ReceiverReply(status=502)] * 3)
            await until(lambda: told.all_are("delivered"))
        assert sorted(event["data"]["title"] for event in receiver.events.values()) == [f"alert {n}" for n in range(5)]
        assert {each.headers["webhook-id"] for each in receiver.arrived} == set(receiver.events)
        assert len(receiver.arrived) == 5 + 3
        assert all(event["type"] == "scriptsmith.incident.opened.v1" for event in receiver.events.values())


async def test_a_dead_outlet_keeps_no_other_one_waiting_and_is_seen(tmp_path: Path) -> None:
    dead = Receiver()
    with dead:
        pass
    with WebhookReceiver(SECRETS) as alive:
        text = webhook(dead, "dead") + webhook(alive, "alive")
        async with telling(tmp_path, text, {"secret": SECRETS[1]}, tries=2) as told:
            await told.report(*several(6))
            await until(lambda: told.all_are("delivered", "failed"))
            assert await told.states() == [("alive", "delivered")] * 6 + [("dead", "failed")] * 6
            assert {each.said for each in await told.outbox.page(state="failed")} == {"it cannot be reached"}


async def test_whom_no_route_names_is_told_nothing(tmp_path: Path) -> None:
    with WebhookReceiver(SECRETS) as told_of, WebhookReceiver(SECRETS) as not_told:
        text = webhook(told_of, "all") + webhook(not_told, "mild", 'severities = ["low"]\nservices = ["shop"]')
        async with telling(tmp_path, text, {"secret": SECRETS[0]}) as told:
            await told.report(ONE)
            await until(lambda: told.all_are("delivered"))
            assert await told.states() == [("all", "delivered")]
        assert (len(told_of.arrived), not_told.arrived) == (1, [])


async def test_without_outlets_nothing_is_kept(tmp_path: Path) -> None:
    async with telling(tmp_path, "", {}) as told:
        await told.report(ONE)

        async def empty() -> bool:
            ((left,),) = await told.app.team().database.rows("count_outbox")
            return bool(left == 0)

        await until(empty)
        assert await told.outbox.page() == []


SLACK = """
[outlet.chat]
kind = "slack"
url = "{url}/api"
channel = "C0PRETENDED"
secret_file = "{{token}}"
[outlet.hook]
kind = "slack-webhook"
url_file = "{{hook}}"
[[route]]
outlets = ["chat", "hook"]
"""


async def test_slack_is_told_and_obeyed_when_it_wants_a_rest(tmp_path: Path) -> None:
    """After 429 with Retry-After nothing is sent to that outlet before the time, and no try is lost."""
    with Slack() as slack:
        slack.limit(1, 2)
        secrets = {"token": slack.token, "hook": slack.hook}
        async with telling(tmp_path, SLACK.format(url=slack.url), secrets, tries=1) as told:
            hostile = replace(ONE, title="<!channel> see <https://evil.example|here>", description="@here *now*")
            await told.report(hostile)
            await until(lambda: bool(slack.arrived))
            await until(lambda: told.all_are("delivered"))
        assert [slack_entities(message) for message in slack.messages] == [[], []]
        assert all("https://scripts.example.org/incidents/inc-" in json.dumps(each) for each in slack.messages)
        assert len(slack.arrived) == 3
        (bot,) = [message for message in slack.messages if "channel" in message]
        assert bot["metadata"]["event_payload"]["id"].startswith("msg_")


async def test_what_slack_refuses_for_good_is_not_tried_again(tmp_path: Path) -> None:
    with Slack(channels=()) as slack:
        secrets = {"token": slack.token, "hook": f"{slack.url}/services/T0/B0/revoked"}
        async with telling(tmp_path, SLACK.format(url=slack.url), secrets, tries=2) as told:
            await told.report(ONE)
            await until(lambda: told.all_are("failed"))
            failed = {each.outlet: (each.said, each.tries) for each in await told.outbox.page()}
        assert failed == {"chat": ("Slack answered channel_not_found", 1), "hook": ("it answered 404", 2)}


async def test_teams_gets_a_card(tmp_path: Path) -> None:
    with TeamsWorkflow() as teams:
        text = '[outlet.ops]\nkind = "teams"\nurl_file = "{hook}"\n[[route]]\noutlets = ["ops"]\n'
        async with telling(tmp_path, text, {"hook": teams.hook}) as told:
            await told.report(ONE)
            await until(lambda: told.all_are("delivered"))
        (card,) = teams.cards
        assert "db-2 has no memory" in json.dumps(card)
        assert card["actions"][0]["url"].startswith("https://scripts.example.org/incidents/inc-")


async def test_pagerduty_gets_one_note_although_an_answer_was_lost(tmp_path: Path) -> None:
    """Only incidents of PagerDuty's own have notes, and a second try finds the first one's."""
    own = replace(ONE, source="pagerduty", fingerprint="PT4KHLK")
    with PagerDutyApi(["PT4KHLK"]) as api:
        api.lose = 1
        text = f'[outlet.pages]\nkind = "pagerduty"\nurl = "{api.url}"\nfrom = "sre@example.org"\n'
        text += 'secret_file = "{key}"\n[[route]]\noutlets = ["pages"]\n'
        async with telling(tmp_path, text, {"key": api.key}) as told:
            await told.report(own, ONE)
            await until(lambda: told.all_are("delivered"))
            assert await told.states() == [("pages", "delivered")]
        (note,) = api.notes["PT4KHLK"]
        assert note.startswith("Incident opened: db-2 has no memory")
        assert [each.method for each in api.arrived] == ["POST", "GET"]


async def test_a_secret_that_cannot_be_read_is_waited_for(tmp_path: Path) -> None:
    with WebhookReceiver(SECRETS) as receiver:
        async with telling(tmp_path, webhook(receiver), {"secret": SECRETS[0]}) as told:
            (tmp_path / "secret").unlink()
            await told.report(ONE)
            await until(lambda: any("cannot be read" in line for line in told.said))
            (tmp_path / "secret").write_text(SECRETS[1])
            await until(lambda: told.all_are("delivered"))
        assert SECRETS[0] not in "".join(told.said)
