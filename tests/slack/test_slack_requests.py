"""What Slack sends is believed when it is signed and fresh, and read or refused whatever it is."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.errors import BadInput
from scriptsmith.outlets import slack_requests
from scriptsmith.outlets.slack_review import ReviewedScript, SeenRun, review, seen, told
from scriptsmith.testing.chat_receivers import slack_entities, slack_faults
from scriptsmith.testing.slack_workspace import SlackWorkspace
from tests.outlets.notices import HOSTILE_TEXTS

SLACK = SlackWorkspace("slack-signing-secret")
NOW = 1_800_000_000.0
ABOUT = SeenRun(run="20261120-1", seq=8, binding="0" * 64)
ONE = ReviewedScript(
    about=ABOUT,
    title="show the disks",
    sentence="SAFE: looks only",
    facts=[("Run", "20261120-1")],
    findings=["SC2012, line 5: use find"],
    script="#!/usr/bin/env bash\ndf -h\n",
    link="https://scripts.example.org/runs/20261120-1",
)


def headers(at: float, secret: str = "", body: bytes = b"a=1") -> dict[str, str]:
    request = SLACK.signed({"a": body.decode()[2:]}, at=at, secret=secret)
    return {name.lower(): value for name, value in request.headers.items()}


@pytest.mark.parametrize(
    ("sent", "secret", "good"),
    [
        (NOW, "", True),
        (NOW - 299, "", True),
        (NOW + 299, "", True),
        (NOW - 400, "", False),
        (NOW + 400, "", False),
        (NOW, "other-signing-secret", False),
    ],
)
def test_a_request_is_signed_under_our_secret_within_five_minutes(sent: float, secret: str, good: bool) -> None:
    """The signature is over the moment too, so that nobody makes an old request new."""
    given = headers(sent, secret)
    assert slack_requests.genuine(given, b"a=1", ["older-secret", "slack-signing-secret"], NOW) is good
    assert not slack_requests.genuine(given, b"a=2", ["slack-signing-secret"], NOW)
    for change in (
        {"x-slack-request-timestamp": str(int(NOW))} if sent != NOW else {"x-slack-signature": ""},
        {"x-slack-request-timestamp": ""},
        {"x-slack-request-timestamp": "soon"},
        {"x-slack-request-timestamp": "9" * 400},
        {"x-slack-signature": given["x-slack-signature"].replace("v0=", "v1=")},
        {"x-slack-signature": "v0=\udcff"},
    ):
        assert not slack_requests.genuine(given | change, b"a=1", ["slack-signing-secret"], NOW)
    assert not slack_requests.genuine(given, b"a=1", [], NOW)
    assert not slack_requests.genuine(headers(NOW, " "), b"a=1", [""], NOW)


def test_the_signature_is_that_of_slacks_own_example() -> None:
    """The worked example of Slack's reference on verifying requests, whose secret and signature are public."""
    body = (
        b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
        b"&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
        b"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
        b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
    )
    made = slack_requests.signature("8f742231b10e8888abcd99yyyzzz85a5", "1531420618", body)
    assert made == "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"


def test_a_command_has_the_text_that_somebody_typed() -> None:
    """Slack escapes three characters, and what was typed is asked for."""
    text = "show files > 1 GB in /srv && say &lt; äöü"
    read = slack_requests.command(SLACK.command("U0ANA", text).body)
    assert (read.team, read.user, read.text) == ("T0PRETENDED", "U0ANA", text)


@given(raw=st.binary(), payload=st.recursive(st.none() | st.text() | st.integers(), lambda one: st.lists(one) | st.dictionaries(st.sampled_from(["type", "actions", "team", "user", "id", "value"]), one)))  # fmt: skip
def test_whatever_is_sent_is_read_or_refused(raw: bytes, payload: object) -> None:
    """No other error than one sentence."""
    signed = SLACK.signed({"payload": json.dumps(payload)}).body
    typed = SLACK.signed({"payload": json.dumps({"type": "block_actions", "actions": [payload]})}).body
    for sent in (raw, signed, typed):
        for read in (slack_requests.command, slack_requests.pressed):
            try:
                read(sent)
            except BadInput:
                continue
    with suppress(BadInput):
        seen(json.dumps(payload))


def test_what_a_button_is_about_comes_back_as_it_was() -> None:
    """And nothing else is taken for it."""
    assert seen(ABOUT.value()) == ABOUT
    for value in ("", "[]", "{}", "null", '["a", 1]', '["a", "1", "b"]', '["", 1, "b"]', "[" * 5000):
        with pytest.raises(BadInput, match="none of ours"):
            seen(value)


def test_a_review_shows_the_whole_script_as_it_is() -> None:
    message = review(ONE)
    assert slack_faults(message) == []
    (shown,) = [block for block in message["blocks"] if block["type"] == "rich_text"]
    assert shown["elements"][0]["elements"][0]["text"] == ONE.script
    (approve, _) = message["blocks"][-1]["elements"]
    assert seen(approve["value"]) == ABOUT


@pytest.mark.parametrize(
    "change",
    [
        {"script": "#" * 6001},
        {"script": "\u202e" * 1500},
        {"script": ""},
        {"findings": ["x"] * 11},
        {"facts": [("Parameter name", "x" * 3000)]},
        {"facts": [("Parameter name", "x")] * 11},
        {"why_not": "You asked for it or wrote it: somebody else has to approve."},
    ],
)
def test_what_cannot_be_read_whole_cannot_be_approved(change: dict[str, object]) -> None:
    """Whoever would have to read more than a message shows is sent to the console."""
    message = review(replace(ONE, **change))  # type: ignore[arg-type]
    assert slack_faults(message) == []
    labels = [
        each["text"]["text"] for block in message["blocks"] for each in block.get("elements", []) if "url" in each
    ]
    assert labels == ["Open"]
    assert "scriptsmith-approve" not in json.dumps(message)


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_a_hostile_text_stays_text(text: str) -> None:
    """In a review and in an answer: no mention, no link, no block of its own."""
    message = review(replace(ONE, title=text, sentence=text, facts=[("Entry", text[:900])], findings=[text[:2000]]))
    for made in (message, told(text, "https://scripts.example.org/runs/1")):
        assert slack_faults(made) == []
        assert slack_entities(made) == []
