"""Slack and the workflows of Teams on loopback, with the checks and limits that theirs have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .receivers import Arrived, Receiver, ReceiverReply, as_json

_SLACK_ENTITY = re.compile(r"<(?P<inner>[^<>]+)>")
_BLOCKS = frozenset({"header", "section", "actions", "context", "divider", "rich_text"})


def slack_faults(message: Mapping[str, Any]) -> list[str]:
    """What Slack refuses in the blocks of a message, by the limits of its reference."""
    blocks = message.get("blocks", [])
    if not isinstance(blocks, list) or len(blocks) > 50:
        return ["blocks: a list of at most 50"]
    faults: list[str] = []
    for place, block in enumerate(blocks):
        kind = block.get("type") if isinstance(block, dict) else None
        if kind not in _BLOCKS:
            faults.append(f"{place}: unknown type {kind!r}")
        elif kind == "header":
            faults += _text(block.get("text"), 150, f"{place}.text", plain=True)
        elif kind == "section":
            fields = block.get("fields", [])
            if "text" in block:
                faults += _text(block["text"], 3000, f"{place}.text")
            elif not fields:
                faults.append(f"{place}: a section has a text or fields")
            if len(fields) > 10:
                faults.append(f"{place}.fields: at most 10")
            for each in fields:
                faults += _text(each, 2000, f"{place}.fields")
        elif kind == "actions":
            faults += _buttons(block.get("elements"), f"{place}.elements")
    return faults


def _buttons(elements: Any, place: str) -> list[str]:
    if not isinstance(elements, list) or not 1 <= len(elements) <= 25:
        return [f"{place}: 1 to 25"]
    faults: list[str] = []
    for each in elements:
        if each.get("type") != "button":
            faults.append(f"{place}: only buttons are known here")
        faults += _text(each.get("text"), 75, f"{place}.text", plain=True)
        if len(each.get("url", "")) > 3000 or len(each.get("action_id", "")) > 255 or len(each.get("value", "")) > 2000:
            faults.append(f"{place}: url, action_id or value is too long")
        if each.get("style", "primary") not in ("primary", "danger"):
            faults.append(f"{place}: unknown style")
    if len({each.get("action_id") for each in elements}) < len(elements):
        faults.append(f"{place}: an action_id stands twice")
    return faults


def _text(text: Any, most: int, place: str, *, plain: bool = False) -> list[str]:
    if not isinstance(text, dict) or text.get("type") not in (("plain_text",) if plain else ("plain_text", "mrkdwn")):
        return [f"{place}: no text object"]
    if unknown := set(text) - {"type", "text", "emoji" if text["type"] == "plain_text" else "verbatim"}:
        return [f"{place}: unknown {sorted(unknown)}"]
    length = len(text.get("text", ""))
    return [] if 1 <= length <= most else [f"{place}: {length} characters, where 1 to {most} are taken"]


def slack_entities(message: Mapping[str, Any]) -> list[str]:
    """The mentions and links that any text of a message makes. Where names are looked up, `@name` counts."""
    found: list[str] = []
    for text in _texts(message.get("blocks", [])):
        found += [match["inner"] for match in _SLACK_ENTITY.finditer(text)]
    top = str(message.get("text", ""))
    found += [match["inner"] for match in _SLACK_ENTITY.finditer(top)]
    if message.get("link_names") or message.get("parse") == "full":
        found += re.findall(r"@[\w.-]+", top)
    return found


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("type") in ("plain_text", "mrkdwn"):
            yield str(value.get("text", ""))
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


class Slack(Receiver):
    """`chat.postMessage` for who has `token`, in one of `channels`, and an incoming webhook at `/services/…`.

    `messages` are those that it took.
    """

    def __init__(self, token: str = "xoxb-0000-pretended-token", channels: tuple[str, ...] = ("C0PRETENDED",)) -> None:
        super().__init__()
        self.token, self.channels = token, channels
        self.messages: list[dict[str, Any]] = []

    @property
    def hook(self) -> str:
        """The address of the incoming webhook."""
        return f"{self.url}/services/T0/B0/pretended"

    def answer(self, arrived: Arrived) -> ReceiverReply:
        message = arrived.json()
        if arrived.path == "/services/T0/B0/pretended":
            if not message.get("text") or slack_faults(message):
                return ReceiverReply(status=400, body=b"invalid_blocks" if message.get("text") else b"no_text")
            self.messages.append(message)
            return ReceiverReply(body=b"ok")
        if arrived.path != "/api/chat.postMessage":
            return ReceiverReply(status=404, body=b"no_service")
        error = self._error(arrived, message)
        if error:
            return as_json(200, {"ok": False, "error": error})
        self.messages.append(message)
        return as_json(200, {"ok": True, "channel": message["channel"], "ts": f"{len(self.messages)}.000"})

    def _error(self, arrived: Arrived, message: Mapping[str, Any]) -> str:
        if arrived.headers.get("authorization") != f"Bearer {self.token}":
            return "invalid_auth"
        if not arrived.headers.get("content-type", "").startswith("application/json"):
            return "invalid_post_type"
        if message.get("channel") not in self.channels:
            return "channel_not_found"
        if not message.get("text") and not message.get("blocks"):
            return "no_text"
        return "invalid_blocks" if slack_faults(message) else "msg_too_long" if len(message["text"]) > 40_000 else ""


class TeamsWorkflow(Receiver):
    """A workflow's webhook that posts an Adaptive Card, whose address holds a signature. `cards` are those it took."""

    LARGEST = 28_000
    ELEMENTS = frozenset({"RichTextBlock", "TextBlock", "FactSet", "Container", "ActionSet"})

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[dict[str, Any]] = []

    @property
    def hook(self) -> str:
        """The address of the workflow."""
        return f"{self.url}/workflows/pretended/triggers/manual/paths/invoke?api-version=2016-06-01&sig=pretended"

    def answer(self, arrived: Arrived) -> ReceiverReply:
        if arrived.path != self.hook.removeprefix(self.url):
            return as_json(401, {"error": {"code": "DirectApiAuthorizationRequired"}})
        if len(arrived.body) > self.LARGEST:
            return as_json(413, {"error": {"code": "RequestEntityTooLarge"}})
        attached = arrived.json().get("attachments")
        if arrived.json().get("type") != "message" or not isinstance(attached, list) or len(attached) != 1:
            return as_json(400, {"error": {"code": "InvalidRequest"}})
        card = attached[0].get("content", {})
        known = all(each.get("type") in self.ELEMENTS for each in card.get("body", [{}]))
        if (
            attached[0].get("contentType") != "application/vnd.microsoft.card.adaptive"
            or (card.get("type"), card.get("version")) != ("AdaptiveCard", "1.4")
            or not known
        ):
            return as_json(400, {"error": {"code": "BadAdaptiveCard"}})
        self.cards.append(card)
        return ReceiverReply(status=202)


def card_markup(card: Mapping[str, Any]) -> list[str]:
    """The texts of a card that are read as Markdown, the mentions it makes, and what it would compute."""
    found: list[str] = []
    for each in card.get("body", []):
        if each["type"] != "RichTextBlock":
            found.append(str(each))
            continue
        runs = [run if isinstance(run, str) else str(run.get("text", "")) for run in each["inlines"]]
        found += [text for text in runs if "<at>" in text or re.search(r"\{\{(DATE|TIME)\(", text)]
    return found + [str(each) for each in card.get("msteams", {}).get("entities", [])]
