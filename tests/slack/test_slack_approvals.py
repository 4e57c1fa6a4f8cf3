"""Somebody approves in Slack exactly what they could approve in the console, and nothing that they have not seen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from scriptsmith.core.events import Asked
from scriptsmith.core.flow import state
from scriptsmith.core.permissions import Person
from scriptsmith.core.types import Script
from scriptsmith.outlets.slack_review import SeenRun, seen
from scriptsmith.testing.chat_receivers import slack_entities
from tests.databases import with_database
from tests.web.console_runs import SCRIPT, events

from .workspace import ANA, APPROVE, BO, CY, EVE, LOOK, NOBODY, Chat, chatting, dangerous, text

pytestmark = [pytest.mark.asyncio(loop_scope="module"), with_database]

HUGE = Script(text="#!/usr/bin/env bash\n" + "df -h\n" * 2000)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Chat]:
    async with chatting(tmp_path_factory.mktemp("slack")) as made:
        yield made


async def test_a_reviewer_looks_and_approves(chat: Chat) -> None:
    """The channel sees no script; who presses the first button sees all of it, and the second one approves that."""
    run, message = await chat.waiting()
    assert "df -h" not in text(message)
    shown = await chat.press(BO, message, LOOK)
    assert shown["response_type"] == "ephemeral"
    for told in ("df -h\\nls -l /srv/data", "SC2012", "Digest", SCRIPT.digest, "needs 1 person"):
        assert told in text(shown)
    assert await chat.approvers(run) == ()
    done = await chat.press(BO, shown, APPROVE)
    assert "waits for a publisher" in text(done)
    assert await chat.approvers(run) == ("bo",)
    assert (await chat.audit(run))[0] == ("bo", "run.approve", "slack")


async def test_the_last_approval_of_a_publisher_publishes(chat: Chat) -> None:
    run, message = await chat.waiting()
    done = await chat.press(CY, await chat.press(CY, message, LOOK), APPROVE)
    assert "being published" in text(done)
    assert state(await chat.service.app.run_service().show(run)) == "approved"
    assert "already" not in text(done)


async def test_what_is_dangerous_takes_two_people_each_of_whom_has_seen_it(chat: Chat) -> None:
    """The first approval makes the first message old: the second person presses in the newer one."""
    run, message = await chat.waiting(dangerous(events()))
    first = await chat.press(BO, await chat.press(BO, message, LOOK), APPROVE)
    assert "It takes 1 more person" in text(first)
    assert "Not done" in text(await chat.press(EVE, message, LOOK))
    newer = await chat.message(run)
    again = await chat.press(BO, newer, LOOK)
    assert "You have approved it" in text(again)
    assert APPROVE not in text(again)
    second = await chat.press(EVE, await chat.press(EVE, newer, LOOK), APPROVE)
    assert "waits for a publisher" in text(second)
    assert await chat.approvers(run) == ("bo", "eve")


async def test_who_asked_approves_nothing_of_theirs(chat: Chat) -> None:
    """Not by the button, which they are not shown, and not by one that they get at some other way."""
    run, message = await chat.waiting()
    mine = await chat.press(ANA, message, LOOK)
    assert "somebody else has to approve" in text(mine)
    assert APPROVE not in text(mine)
    theirs = await chat.press(BO, message, LOOK)
    refused = await chat.press(ANA, theirs, APPROVE)
    assert "somebody else has to approve" in text(refused)
    assert await chat.approvers(run) == ()
    assert (await chat.audit(run))[0] == ("ana", "refused.review", "slack")


async def test_who_is_nobody_here_sees_and_approves_nothing(chat: Chat) -> None:
    run, message = await chat.waiting()
    theirs = await chat.press(BO, message, LOOK)
    for shown, label, more in ((message, LOOK, {}), (theirs, APPROVE, {}), (theirs, APPROVE, {"team": "T0OTHER"})):
        refused = await chat.press(BO if more else NOBODY, shown, label, **more)
        assert "nobody here" in text(refused)
        assert "df -h" not in text(refused)
        assert (await chat.audit(run))[0] == ("", "slack.refused", "slack")
    assert await chat.approvers(run) == ()


async def test_who_has_no_right_to_review_sees_and_approves_nothing(chat: Chat) -> None:
    """Neither a requester, nor a publisher, nor an admin who is no reviewer."""
    run, message = await chat.waiting()
    theirs = await chat.press(BO, message, LOOK)
    kept = chat.file.read_text()
    try:
        for part in ("requester", "publisher", "admin"):
            made = await chat.service.app.team().people.create_key(f"zoe-{part}", [part], hours=1.0, by="test")
            chat.file.write_text(f'{kept}U0ZOE{part.upper()} = "{made[1].id}"\n')
            for shown, label in ((message, LOOK), (theirs, APPROVE)):
                refused = await chat.press(f"U0ZOE{part.upper()}", shown, label)
                assert "may not review scripts" in text(refused)
                assert "df -h" not in text(refused)
                assert (await chat.audit(run))[0] == (f"zoe-{part}", "refused.review", "slack")
            kept = chat.file.read_text()
    finally:
        chat.file.write_text(kept)
    assert await chat.approvers(run) == ()


async def test_an_old_digest_approves_nothing(chat: Chat) -> None:
    """Somebody has edited the script since the message: it says so, and the refusal is noted."""
    run, message = await chat.waiting()
    shown = await chat.press(BO, message, LOOK)
    editor = Person(name="eve", parts=frozenset({"reviewer"}))
    at = chat.service.app.team_service()
    seq = (await chat.service.app.run_service().show(run)).seq
    await at.comment(editor, run, "wait for me")
    for label, pressed in ((LOOK, message), (APPROVE, shown)):
        refused = await chat.press(BO, pressed, label)
        assert "Not done" in text(refused)
        assert (await chat.audit(run))[0] == ("bo", "refused.review", "slack")
    await at.edit(editor, run, "#!/usr/bin/env bash\ndf\n", seq=seq + 1)
    assert "Not done" in text(await chat.press(BO, shown, APPROVE))
    assert await chat.approvers(run) == ()


async def test_a_button_with_another_value_approves_nothing(chat: Chat) -> None:
    """Another digest, another run, another number, or nothing that is ours."""
    run, message = await chat.waiting()
    other, _ = await chat.waiting(events(Script(text="#!/usr/bin/env bash\nuptime\n")))
    shown = await chat.press(BO, message, LOOK)
    about = seen(shown["blocks"][-1]["elements"][0]["value"])
    for changed in (
        replace(about, binding="0" * 64),
        replace(about, run=other),
        replace(about, seq=about.seq - 1),
        replace(about, seq=about.seq + 1),
        replace(about, run="20260101-000000-00000000"),
        SeenRun(run="../../etc", seq=1, binding="x"),
    ):
        refused = await chat.press(BO, shown, APPROVE, value=changed.value())
        assert "Not done" in text(refused) or "no run" in text(refused), text(refused)
    assert "none of ours" in text(await chat.press(BO, shown, APPROVE, value="approve everything"))
    assert await chat.approvers(run) == await chat.approvers(other) == ()


async def test_a_request_that_is_forged_or_sent_again_approves_nothing(chat: Chat) -> None:
    """Refused before anything of it is read, and noted."""
    run, message = await chat.waiting(dangerous(events()))
    shown = await chat.press(BO, message, LOOK)
    forged = chat.slack.pressed(BO, shown, APPROVE, secret="another-signing-secret")
    assert (await chat.send(forged)).status_code == 401
    good = chat.slack.pressed(BO, shown, APPROVE)
    changed = replace(good, body=good.body.replace(b"U0BO", b"U0CY"))
    assert (await chat.send(changed)).status_code == 401
    old = chat.slack.pressed(BO, shown, APPROVE, at=1_700_000_000)
    assert (await chat.send(old)).status_code == 401
    assert await chat.approvers(run) == ()
    assert (await chat.send(good)).status_code == 200
    assert (await chat.send(good)).status_code == 401
    assert await chat.approvers(run) == ("bo",)
    assert {each[1] for each in await chat.audit("/hooks/slack/interactive")} == {"hook.refused"}


async def test_what_does_not_fit_is_reviewed_in_the_console(chat: Chat) -> None:
    run, message = await chat.waiting(events(HUGE))
    shown = await chat.press(BO, message, LOOK)
    assert "review it in the console" in text(shown)
    assert APPROVE not in text(shown)
    assert f"https://scripts.example.org/runs/{run}" in text(shown)


async def test_a_link_that_is_followed_is_acknowledged(chat: Chat) -> None:
    """Slack tells of that too, and nobody is told anything for it."""
    _, message = await chat.waiting()
    before = len(chat.slack.told)
    assert (await chat.send(chat.slack.pressed(BO, message, "Review"))).status_code == 200
    assert len(chat.slack.told) == before


async def test_hostile_words_of_an_action_stay_words(chat: Chat) -> None:
    log = [replace(each, action=replace(each.action, text="<!channel> *approve* <https://evil.example|this>"))
           if isinstance(each, Asked) else each for each in events()]  # fmt: skip
    _, message = await chat.waiting(log)
    assert slack_entities(await chat.press(BO, message, LOOK)) == []
