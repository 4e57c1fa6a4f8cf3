"""A notice as an Adaptive Card for a workflow of Teams.

Texts from outside stand in text runs alone: these know no Markdown, unlike text blocks and facts. A mention needs an
entity of the card, and the card has none.
"""

from __future__ import annotations

import json
from typing import Any

from .notice import Notice
from .texts import shown

LARGEST = 28_000
"""Bytes that a message may have."""
_RUN = 2000
_BREAK = "\u200b"


def escaped(character: str) -> str:
    """A character as it stands in a text run: a brace cannot begin a `{{DATE(…)}}`, which a card would read as one, and
    `<` cannot begin an `<at>`."""
    return character + _BREAK if character in "{<" else character


def message(notice: Notice) -> dict[str, Any]:
    """The message with its card: what happened, its facts, its texts, the recommended actions and a link.

    Where it would be too large the texts are cut shorter.
    """
    most = _RUN
    while True:
        made = _message(notice, most)
        if most < 50 or len(json.dumps(made).encode()) <= LARGEST:
            return made
        most //= 2


def _message(notice: Notice, most: int) -> dict[str, Any]:
    body: list[dict[str, Any]] = [_run(notice.headline, 200, weight="Bolder", size="Medium")]
    if notice.title:
        body.append(_run(notice.title, most, weight="Bolder"))
    body += [_run(f"{name}: {value}", min(most, 500), isSubtle=True) for name, value in notice.facts()]
    if notice.text:
        body.append(_run(notice.text, most))
    if notice.actions:
        body.append(_run("Recommended", 200, weight="Bolder"))
    for each in notice.actions:
        told = ", ".join(one for one in (each.kind, each.entry, each.risk or "", f"from {each.source}") if one)
        body.append(_run(f"{each.text} ({told})", most))
    card: dict[str, Any] = {"type": "AdaptiveCard", "version": "1.4", "body": body}
    if notice.link:
        word = "Review" if notice.what in ("run.waiting", "run.endorsed") else "Open"
        card["actions"] = [{"type": "Action.OpenUrl", "title": word, "url": notice.link}]
    attachment = {"contentType": "application/vnd.microsoft.card.adaptive", "contentUrl": None, "content": card}
    return {"type": "message", "attachments": [attachment]}


def _run(text: str, most: int, **look: Any) -> dict[str, Any]:
    return {"type": "RichTextBlock", "inlines": [{"type": "TextRun", "text": shown(text, most, escaped), **look}]}
