"""What is told in each target's form: whole within its limits, and a text from outside is only ever text."""

from __future__ import annotations

import html
import json
from dataclasses import replace

import pytest

from scriptsmith.adapters.outlets.posting import Poster
from scriptsmith.adapters.outlets.senders import SlackBot, SlackWebhook
from scriptsmith.adapters.outlets.targets import Targets
from scriptsmith.core.escape_control import is_hidden
from scriptsmith.outlets import plain_text, slack, teams
from scriptsmith.outlets.cloud_event import cloud_event
from scriptsmith.outlets.texts import shown
from scriptsmith.testing.chat_receivers import Slack, card_markup, slack_entities, slack_faults

from .notices import HOSTILE_TEXTS, OPENED, WAITING, hostile


def test_a_message_of_slack_tells_of_incident_recommendations_and_review() -> None:
    message = slack.message(OPENED)
    told = json.dumps(message)
    assert slack_faults(message) == []
    assert message["text"] == "Incident opened: The file system on /var will be full within a day."
    assert all(word in told for word in ("critical", "orders", "db-2", "3 % is left", "Delete old logs", "dangerous"))
    (button,) = message["blocks"][-1]["elements"]
    assert (button["text"]["text"], button["url"]) == ("Open", OPENED.link)
    review = slack.message(WAITING)
    assert review["blocks"][-1]["elements"][0]["text"]["text"] == "Review"
    assert "2 more approvals" in json.dumps(review)


async def test_slack_has_a_button_to_approve_where_the_outlet_wants_one() -> None:
    """It holds what the message is about; without an approval that is missing there is none."""
    waits = replace(WAITING, seq=8, binding="0" * 64)
    with Slack() as workspace:
        poster = Poster(Targets(), seconds=60.0)
        for approve, notice in ((True, waits), (False, waits), (True, WAITING)):
            for send in (
                SlackBot(
                    poster=poster,
                    secrets=lambda: [workspace.token],
                    channel="C0PRETENDED",
                    api=f"{workspace.url}/api",
                    approve=approve,
                ),
                SlackWebhook(poster=poster, secrets=lambda: [workspace.hook], approve=approve),
            ):
                assert (await send(notice, 1)).ok
                labels = [each["text"]["text"] for each in workspace.messages[-1]["blocks"][-1]["elements"]]
                assert labels == (["Look and approve", "Review"] if approve and notice is waits else ["Review"])


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_a_hostile_text_stays_text_in_slack(text: str) -> None:
    """It makes no mention and no link, breaks no limit, stands in no text that is read as markup, and adds no block."""
    message = slack.message(hostile(text))
    assert slack_faults(message) == []
    assert slack_entities(message) == []
    assert (message["link_names"], message["parse"], message["unfurl_links"]) == (False, "none", False)
    marked = [block["text"]["text"] for block in message["blocks"] if block.get("text", {}).get("type") == "mrkdwn"]
    assert marked == ["*Recommended*"]
    assert len(message["blocks"]) == len(slack.message(hostile("x"))["blocks"])
    title = html.unescape(message["blocks"][1]["text"]["text"])
    assert title.removesuffix("…") == shown(text, 10_000)[: len(title.removesuffix("…"))]


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_a_hostile_text_stays_text_in_teams(text: str) -> None:
    """Nothing of it is Markdown, a mention or computed, and the card is never too large."""
    message = teams.message(hostile(text))
    assert len(json.dumps(message).encode()) <= teams.LARGEST
    (attachment,) = message["attachments"]
    assert card_markup(attachment["content"]) == []
    assert "msteams" not in attachment["content"]


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_a_note_is_short_and_ends_with_its_id(text: str) -> None:
    note = plain_text.note(hostile(text))
    assert len(note) <= plain_text.LONGEST
    assert note.splitlines()[-1] == f"ScriptSmith {OPENED.id}"
    assert not any(is_hidden(character) for character in note)


def test_a_doubled_check_of_the_doubles() -> None:
    """The checks above find what they look for."""
    text = {"type": "plain_text", "text": "<!channel>"}
    assert slack_entities({"text": "@here", "link_names": True, "blocks": [{"type": "header", "text": text}]}) == [
        "!channel",
        "@here",
    ]
    assert slack_faults({"blocks": [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}]}) != []
    assert slack_faults({"blocks": [{"type": "section"}] * 51}) != []
    card = {"body": [{"type": "TextBlock", "text": "[a](b)"}], "msteams": {"entities": [{"type": "mention"}]}}
    assert len(card_markup(card)) == 2


def test_an_escape_is_never_cut_in_two() -> None:
    assert shown("a&b", 6, slack.escaped) == "a…"
    assert shown("a&b", 7, slack.escaped) == "a&amp;b"
    assert shown("ab", 2) == "ab"
    assert shown("abc", 2) == "a…"


def test_an_event_of_cloudevents_has_what_the_standard_asks_for() -> None:
    event = json.loads(cloud_event(OPENED, "https://scripts.example.org"))
    assert {name: event[name] for name in ("specversion", "id", "source", "type", "subject", "time")} == {
        "specversion": "1.0",
        "id": OPENED.id,
        "source": "https://scripts.example.org",
        "type": "scriptsmith.incident.opened.v1",
        "subject": "inc-1",
        "time": "2026-11-20T08:15:30+00:00",
    }
    assert event["data"]["severity"] == "critical"
    assert event["data"]["actions"][0]["entry"] == "largest"
    assert cloud_event(OPENED, "x") == cloud_event(OPENED, "x")
