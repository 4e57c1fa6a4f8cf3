"""A notice as a message of Slack, in Block Kit.

Texts from outside stand in `plain_text` alone, where Slack reads no markup, and their `&`, `<` and `>` are escaped all
the same: mentions and links begin with `<`. What is in `mrkdwn` are our own words.
"""

from __future__ import annotations

from typing import Any

from .notice import Notice
from .texts import shown

HEADER, SECTION, FIELD, FIELDS, BUTTON_URL, FALLBACK = 150, 3000, 2000, 10, 3000, 3000
"""Characters of a header, a section's text, a field, fields of a section, characters of a link and of the fallback."""
_SPECIAL = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def escaped(character: str) -> str:
    """A character as it stands in a text of Slack."""
    return _SPECIAL.get(character, character)


def message(notice: Notice, approve: tuple[str, str] | None = None) -> dict[str, Any]:
    """The message: what happened, its facts, its texts, the recommended actions and a button that leads to the console.

    `approve` are action and value of a button for whoever may approve what waits.
    `text` is what notifications show. Nothing in it makes Slack look names up or fetch addresses.
    """
    blocks: list[dict[str, Any]] = [{"type": "header", "text": plain_block(notice.headline, HEADER)}]
    if notice.title:
        blocks.append({"type": "section", "text": plain_block(notice.title, SECTION)})
    if facts := [plain_block(f"{name}: {value}", FIELD) for name, value in notice.facts()][:FIELDS]:
        blocks.append({"type": "section", "fields": facts})
    if notice.text:
        blocks.append({"type": "section", "text": plain_block(notice.text, SECTION)})
    if notice.actions:
        blocks.append({"type": "section", "text": {"type": "mrkdwn", "text": "*Recommended*", "verbatim": True}})
        blocks += [
            {"type": "section", "text": plain_block(f"{_mark(each.kind)} {each.text}{_told(each)}", SECTION)}
            for each in notice.actions
        ]
    buttons: list[dict[str, Any]] = []
    if approve:
        action, value = approve
        buttons.append(
            {"type": "button", "text": plain_block("Look and approve", 75), "action_id": action, "value": value}
        )
    if notice.link and len(notice.link) <= BUTTON_URL:
        word = "Review" if notice.what in ("run.waiting", "run.endorsed") else "Open"
        buttons.append({"type": "button", "text": plain_block(word, 75), "url": notice.link, "action_id": "open"})
    if buttons:
        blocks.append({"type": "actions", "elements": buttons})
    return {
        "text": shown(f"{notice.headline}: {notice.title}", FALLBACK, escaped),
        "blocks": blocks,
        "mrkdwn": False,
        "parse": "none",
        "link_names": False,
        "unfurl_links": False,
        "unfurl_media": False,
    }


def plain_block(text: str, most: int) -> dict[str, Any]:
    """A text object in which Slack reads no markup."""
    return {"type": "plain_text", "text": shown(text, most, escaped), "emoji": False}


def _mark(kind: str) -> str:
    return {"look": "Look:", "change": "Change:"}.get(kind, "Perhaps:")


def _told(action: Any) -> str:
    told = ", ".join(each for each in (action.entry, action.risk or "", f"from {action.source}") if each)
    return f" ({told})"
