"""A workspace of Slack on loopback: it takes messages, and sends commands and pressed buttons, signed as Slack does."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from ..outlets.slack_requests import signature
from .chat_receivers import Slack, slack_faults
from .receivers import Arrived, ReceiverReply, as_json

FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackRequest:
    """A request that Slack sends: its body and headers."""

    body: bytes
    headers: Mapping[str, str]


class SlackWorkspace(Slack):
    """`told` are the messages that came to the addresses which its requests name for what only their user sees."""

    def __init__(self, secret: str, team: str = "T0PRETENDED") -> None:
        super().__init__()
        self.secret, self.team = secret, team
        self.told: list[dict[str, Any]] = []

    def signed(self, form: Mapping[str, str], *, at: float | None = None, secret: str = "") -> SlackRequest:
        """A form as it is sent at a moment, now if none is given."""
        body, moment = urlencode(form).encode(), str(int(time.time() if at is None else at))
        made = signature(secret or self.secret, moment, body)
        headers = {"Content-Type": FORM, "X-Slack-Request-Timestamp": moment, "X-Slack-Signature": made}
        return SlackRequest(body=body, headers=headers)

    def command(self, user: str, text: str, *, trigger: str = "1.1", **more: Any) -> SlackRequest:
        """A slash command of a user's."""
        form = {
            "token": "outdated",
            "team_id": self.team,
            "team_domain": "pretended",
            "channel_id": "C0PRETENDED",
            "channel_name": "operations",
            "user_id": user,
            "user_name": "whatever",
            "command": "/scriptsmith",
            "text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"),
            "response_url": f"{self.url}/commands/T0/1/pretended",
            "trigger_id": trigger,
        }
        return self.signed(form, **more)

    def pressed(
        self, user: str, message: Mapping[str, Any], label: str, *, value: str = "", team: str = "", **more: Any
    ) -> SlackRequest:
        """The button of a message with this label, pressed by a user; `value` is what somebody puts in its place."""
        blocks = [block for block in message["blocks"] if block["type"] == "actions"]
        (button,) = [one for block in blocks for one in block["elements"] if one["text"]["text"] == label]
        action = {key: told for key, told in button.items() if key in ("action_id", "text", "value", "type")}
        payload = {
            "type": "block_actions",
            "team": {"id": team or self.team, "domain": "pretended"},
            "user": {"id": user, "username": "whatever", "team_id": self.team},
            "api_app_id": "A0PRETENDED",
            "container": {"type": "message", "channel_id": "C0PRETENDED", "is_ephemeral": False},
            "trigger_id": "1.1",
            "channel": {"id": "C0PRETENDED", "name": "operations"},
            "message": {"type": "message", "blocks": message["blocks"]},
            "response_url": f"{self.url}/actions/T0/1/pretended",
            "actions": [action | ({"value": value} if value else {}) | {"action_ts": str(time.time())}],
        }
        return self.signed({"payload": json.dumps(payload)}, **more)

    def answer(self, arrived: Arrived) -> ReceiverReply:
        if not arrived.path.startswith("/actions/"):
            return super().answer(arrived)
        message = arrived.json()
        if slack_faults(message) or not message.get("text"):
            return as_json(400, {"ok": False, "error": "invalid_blocks"})
        self.told.append(message)
        return ReceiverReply(body=b"ok")
