"""PagerDuty's REST API, version 2, on loopback: the notes of incidents."""

from __future__ import annotations

import re
from collections.abc import Collection

from .receivers import Arrived, Receiver, ReceiverReply, as_json

_NOTES = re.compile(r"/incidents/([A-Za-z0-9]+)/notes")


class PagerDutyApi(Receiver):
    """Notes of `incidents` for who has the `key`: a request needs the version in `Accept` and a user's address in
    `From`. `notes` are the texts by incident. With `lose` the answers to the next new notes get lost: they are kept,
    and the sender sees a 502."""

    def __init__(self, incidents: Collection[str], key: str = "pretended-rest-api-key") -> None:
        super().__init__()
        self.key = key
        self.notes: dict[str, list[str]] = {each: [] for each in incidents}
        self.lose = 0

    def answer(self, arrived: Arrived) -> ReceiverReply:
        if arrived.headers.get("authorization") != f"Token token={self.key}":
            return as_json(401, {"error": {"code": 2006, "message": "Unauthorized"}})
        if "version=2" not in arrived.headers.get("accept", ""):
            return as_json(406, {"error": {"message": "Not Acceptable"}})
        matched = _NOTES.fullmatch(arrived.path)
        if matched is None or matched[1] not in self.notes:
            return as_json(404, {"error": {"code": 2100, "message": "Not Found"}})
        kept = self.notes[matched[1]]
        if arrived.method == "GET":
            return as_json(200, {"notes": [{"id": str(place), "content": text} for place, text in enumerate(kept)]})
        if not re.fullmatch(r"[^@\s]+@[^@\s]+", arrived.headers.get("from", "")):
            return as_json(400, {"error": {"code": 1008, "message": "Requester User Not Found"}})
        note = arrived.json().get("note")
        content = note.get("content") if isinstance(note, dict) else None
        if not isinstance(content, str) or not content.strip():
            return as_json(400, {"error": {"code": 2001, "message": "Invalid Input Provided"}})
        kept.append(content)
        if self.lose:
            self.lose -= 1
            return ReceiverReply(status=502)
        return as_json(200, {"note": {"id": str(len(kept)), "content": content}})
