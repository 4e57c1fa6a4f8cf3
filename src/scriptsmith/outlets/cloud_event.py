"""A notice as an event of CloudEvents 1.0, in the structured JSON format."""

from __future__ import annotations

import json

from ..core.plain_data import plain
from .notice import Notice

MEDIA_TYPE = "application/cloudevents+json; charset=utf-8"
_ENVELOPE = ("id", "at")


def cloud_event(notice: Notice, source: str) -> bytes:
    """The event as JSON; the same notice is always the same bytes. `source` is the address of the service."""
    data = {name: value for name, value in plain(notice).items() if name not in _ENVELOPE}
    told = {
        "specversion": "1.0",
        "id": notice.id,
        "source": source or "/scriptsmith",
        "type": f"scriptsmith.{notice.what}.v1",
        "subject": notice.subject,
        "time": notice.at,
        "datacontenttype": "application/json",
        "data": {"headline": notice.headline, **data},
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
