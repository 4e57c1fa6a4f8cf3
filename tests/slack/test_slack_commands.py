"""A slash command asks for a script, in the name of the person whom an admin has said that its user is."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qsl

import psycopg
import pytest
import pytest_asyncio

from scriptsmith.adapters.slack_app import slack_app_of
from scriptsmith.core.types import Action
from scriptsmith.errors import BadSettings
from scriptsmith.settings import load
from scriptsmith.testing.chat_receivers import slack_faults
from tests.databases import fresh, with_database
from tests.web.server import serving

from .workspace import ANA, BO, NOBODY, Chat, chatting, text

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Chat]:
    async with chatting(tmp_path_factory.mktemp("slack")) as made:
        yield made


async def many(chat: Chat) -> int:
    return len(await chat.service.app.team().reading.page(limit=100))


async def test_a_command_becomes_a_run_of_whoever_the_user_is(chat: Chat) -> None:
    """The answer is for them alone, and leads to the run."""
    answer = await chat.send(chat.slack.command(ANA, "show files > 1 GB in /srv"), "command")
    assert answer.status_code == 200
    message = answer.json()
    assert message["response_type"] == "ephemeral"
    assert slack_faults(message) == []
    link = message["blocks"][-1]["elements"][0]["url"]
    assert link.startswith("https://scripts.example.org/runs/")
    run = await chat.service.app.run_service().show(link.rpartition("/")[2])
    assert (run.action.text, run.requester) == ("show files > 1 GB in /srv", "ana")
    assert ("ana", "run.ask", "slack") in await chat.audit()


async def test_who_is_nobody_here_asks_for_nothing(chat: Chat) -> None:
    """That is told to them, and noted."""
    before = await many(chat)
    answer = await chat.send(chat.slack.command(NOBODY, "show the disks"), "command")
    assert "nobody here" in text(answer.json())
    assert (await chat.audit())[0] == ("", "slack.refused", "slack")
    other = chat.slack.command(ANA, "show the disks", trigger="2.2").body.replace(b"T0PRETENDED", b"T0OTHER")
    signed = chat.slack.signed({name: value for name, value in _pairs(other)})
    assert "nobody here" in text((await chat.send(signed, "command")).json())
    assert "Say what is to be done" in text((await chat.send(chat.slack.command(ANA, "  "), "command")).json())
    assert await many(chat) == before


def _pairs(body: bytes) -> list[tuple[str, str]]:
    return parse_qsl(body.decode(), keep_blank_values=True)


async def test_a_request_that_is_sent_twice_is_taken_once(chat: Chat) -> None:
    """The second one is refused and noted, in whatever case its signature is written."""
    request = chat.slack.command(ANA, "show the disks once", trigger="3.3")
    assert (await chat.send(request, "command")).status_code == 200
    before = await many(chat)
    assert (await chat.send(request, "command")).status_code == 401
    assert await many(chat) == before
    assert (await chat.audit("/hooks/slack/command"))[0][1] == "hook.refused"


async def test_what_slack_did_not_sign_now_is_refused(chat: Chat) -> None:
    """Under another secret, of ten minutes ago or of ten minutes from now, with another text, unsigned."""
    before = await many(chat)
    good = chat.slack.command(ANA, "show the disks", trigger="4.4")
    for at, secret in ((time.time() - 600, ""), (time.time() + 600, ""), (None, "another-signing-secret")):
        request = chat.slack.command(ANA, "show the disks", trigger="4.5", at=at, secret=secret)
        assert (await chat.send(request, "command")).status_code == 401
    async with chat.service.client() as http:
        changed = good.body.replace(b"disks", b"users")
        assert (await http.post("/hooks/slack/command", content=changed, headers=dict(good.headers))).status_code == 401
        plain = {"Content-Type": "application/x-www-form-urlencoded"}
        assert (await http.post("/hooks/slack/command", content=good.body, headers=plain)).status_code == 401
        key = plain | {"Authorization": f"Bearer {chat.service.keys['admin']}"}
        assert (await http.post("/hooks/slack/command", content=good.body, headers=key)).status_code == 401
        json = dict(good.headers) | {"Content-Type": "application/json"}
        assert (await http.post("/hooks/slack/command", content=b"{}", headers=json)).status_code == 415
        large = await http.post("/hooks/slack/command", content=b"x" * 2_000_000, headers=dict(good.headers))
        assert large.status_code == 413
    assert await many(chat) == before


async def test_a_key_that_is_revoked_ends_what_its_holder_may_do_in_slack(tmp_path: Path) -> None:
    """So does a change of the file, without a new start; a file that cannot be read lets nobody in."""
    async with chatting(tmp_path) as chat:
        await chat.service.app.team().people.revoke(chat.keys[ANA], "test")
        assert "nobody here" in text((await chat.send(chat.slack.command(ANA, "show the disks"), "command")).json())
        answer = await chat.send(chat.slack.command(BO, "show the disks"), "command")
        assert "writes a script" in text(answer.json())
        chat.file.write_text('team = "T0PRETENDED"\n')
        answer = await chat.send(chat.slack.command(BO, "show the disks", trigger="2.2"), "command")
        assert "nobody here" in text(answer.json())
        chat.file.write_text("people = 3")
        answer = await chat.send(chat.slack.command(BO, "show the disks", trigger="3.3"), "command")
        assert "an admin finds the reason in its log" in text(answer.json())
        assert await many(chat) == 1


async def test_slack_is_answered_whatever_is_behind(tmp_path: Path) -> None:
    """With a table locked by somebody else the user is told in time, and nothing happens later."""
    url = fresh()
    (tmp_path / "slack").write_text("slack-signing-secret")
    async with chatting(tmp_path, hook_seconds=0.3, url=url) as chat:
        async with await psycopg.AsyncConnection.connect(url) as other:
            await other.execute("lock table scriptsmith.event in exclusive mode")
            answer = await chat.send(chat.slack.command(ANA, "show the disks"), "command")
            assert (answer.status_code, "nothing was done" in text(answer.json())) == (200, True)
        assert await many(chat) == 0


async def test_what_slack_sends_is_counted_like_other_reports(tmp_path: Path) -> None:
    """What was taken, is a forgery, comes too often or is not what Slack sends, for each of its two places."""
    async with chatting(tmp_path, rate=8) as chat:
        good = chat.slack.command(ANA, "show the disks")
        answers = [await chat.send(good, "command"), await chat.send(good, "command")]
        answers.append(await chat.send(chat.slack.signed({"payload": "{"}), "interactive"))
        assert [each.status_code for each in answers] == [200, 401, 422]
        answers = [await chat.send(chat.slack.command(ANA, "x", trigger=str(each)), "command") for each in range(3)]
        assert 503 in [each.status_code for each in answers]
        async with chat.service.client("requester") as http:
            lines = (await http.get("/metrics")).text.splitlines()
        counted = {line.partition("{")[2] for line in lines if line.startswith("scriptsmith_hook_reports_total")}
        for hook, outcome in (
            ("command", "refused"),
            ("command", "limited"),
            ("interactive", "unreadable"),
        ):
            assert any(
                each.startswith(f'hook="slack/{hook}",outcome="{outcome}"') and not each.endswith(" 0.0")
                for each in counted
            ), (hook, outcome)
        assert 'hook="slack/interactive",outcome="taken"} 0.0' in counted


async def test_slack_is_closed_until_an_admin_opens_it() -> None:
    async with serving(workers=0) as service, service.client() as http:
        answer = await http.post("/hooks/slack/command", content=b"")
        assert (answer.status_code, "slack_secret_file" in answer.text) == (404, True)
        assert await service.app.team_service().ask(service.person("requester"), Action(text="show the disks"))


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("slack", "short", "fewer than 16 characters"),
        ("slack", None, "slack_secret_file .* cannot be read"),
        ("people", None, "slack_people_file .* cannot be read"),
        ("people", "[people]\nU1 = 'x'", "holds `team`"),
        ("people", "team = 'T1'\n[people]\nU1 = 3", "holds `team`"),
        ("people", "team = 'T1'\nrights = 'all'", "holds `team`"),
        ("people", "team = ", "cannot be read"),
    ],
)
async def test_files_that_cannot_be_read_are_told_at_the_start(
    tmp_path: Path, file: str, content: str | None, said: str
) -> None:
    (tmp_path / "slack").write_text("slack-signing-secret")
    (tmp_path / "people").write_text("team = 'T1'")
    (tmp_path / file).unlink() if content is None else (tmp_path / file).write_text(content)
    flags = {
        "incidents.slack_secret_file": str(tmp_path / "slack"),
        "incidents.slack_people_file": str(tmp_path / "people"),
    }
    settings = load({}, flags, tmp_path).settings
    with pytest.raises(BadSettings, match=said):
        slack_app_of(settings.incidents, settings.outlets)
