"""What Slack sends to an app: signed forms of a slash command, and of a button that somebody pressed."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from ..errors import BadInput

SIGNATURE, TIMESTAMP = "x-slack-signature", "x-slack-request-timestamp"
SKEW = 300.0
"""Seconds by which a request may be older or newer than now."""
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackCommand:
    """A slash command; `team` and `user` are ids that Slack vouches for, `text` is whatever the user wrote."""

    team: str
    user: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PressedButton:
    """A button of a message that a user pressed: its action and the value that the message gave it. What is told to
    `reply_to` only that user sees."""

    team: str
    user: str
    action: str
    value: str
    reply_to: str


def genuine(headers: Mapping[str, str], body: bytes, secrets: Sequence[str], now: float) -> bool:
    """Whether Slack signed the request under one of the secrets, within five minutes; `headers` have names in small
    letters."""
    moment, given = headers.get(TIMESTAMP, ""), headers.get(SIGNATURE, "")
    if not (moment.isascii() and moment.isdecimal() and len(moment) < 12 and abs(now - int(moment)) <= SKEW):
        return False
    told = given.encode("utf-8", "surrogatepass")
    return any([hmac.compare_digest(told, signature(secret, moment, body).encode()) for secret in secrets if secret])


def signature(secret: str, moment: str, body: bytes) -> str:
    """The signature of a body that is sent at `moment`, in seconds since 1970."""
    return "v0=" + hmac.new(secret.encode(), f"v0:{moment}:".encode() + body, hashlib.sha256).hexdigest()


def command(body: bytes) -> SlackCommand:
    """The slash command in a body; raises `BadInput`."""
    form = _form(body)
    text = form.get("text", "").strip()
    for escaped, character in _ENTITIES:
        text = text.replace(escaped, character)
    return SlackCommand(team=_id(form.get("team_id")), user=_id(form.get("user_id")), text=text)


def pressed(body: bytes) -> PressedButton | None:
    """The button in a body, None for another kind of interaction; raises `BadInput`."""
    try:
        told = json.loads(_form(body).get("payload", ""))
    except (ValueError, RecursionError):
        raise BadInput("payload should be JSON") from None
    if not isinstance(told, Mapping):
        raise BadInput("payload should be a JSON object")
    actions = told.get("actions")
    if told.get("type") != "block_actions" or not isinstance(actions, list) or not actions:
        return None
    action: Any = actions[0]
    if not isinstance(action, Mapping):
        raise BadInput("actions should be a list of objects")
    return PressedButton(
        team=_id(_part(told, "team").get("id")),
        user=_id(_part(told, "user").get("id")),
        action=str(action.get("action_id", "")),
        value=str(action.get("value", "")),
        reply_to=str(told.get("response_url", "")),
    )


def _form(body: bytes) -> Mapping[str, str]:
    try:
        read = parse_qs(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=100)
    except ValueError:
        raise BadInput("the body should be a form as Slack sends it") from None
    return {name: values[0].replace("\0", "") for name, values in read.items()}


def _part(told: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = told.get(name)
    return part if isinstance(part, Mapping) else {}


def _id(value: object) -> str:
    """An id of Slack's; raises `BadInput`."""
    if not (isinstance(value, str) and 0 < len(value) <= 50 and value.isascii() and value.isalnum()):
        raise BadInput("the ids of the team and of the user are missing")
    return value
