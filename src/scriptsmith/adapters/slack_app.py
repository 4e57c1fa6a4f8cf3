"""The Slack app that may ask for scripts and approvals: its secrets, and who of its users is whom here."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import BadSettings
from ..schema import IncidentSettings, OutletSettings
from .outlets.posting import Poster, Sent
from .outlets.targets import Targets
from .secret_file import SecretFile

_SETTING = "incidents.slack_people_file"


class SlackPeople:
    """The users of one team of Slack, each as the id of a key whose holder they are; the file is read again when it
    has changed. Raises `BadSettings` where it cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp = (0, 0)
        self._team = ""
        self._people: Mapping[str, str] = {}

    def key(self, team: str, user: str) -> str:
        """The id of the user's key; empty for who is nobody here."""
        try:
            found = self._path.stat()
            stamp = (found.st_mtime_ns, found.st_size)
            if stamp != self._stamp:
                self._team, self._people = self._checked(tomllib.loads(self._path.read_text(encoding="utf-8")))
                self._stamp = stamp
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadSettings(f"{_SETTING} {self._path} cannot be read: {error}") from None
        return self._people.get(user, "") if team == self._team else ""

    def _checked(self, table: Mapping[str, Any]) -> tuple[str, Mapping[str, str]]:
        team, people = table.get("team"), table.get("people", {})
        named = isinstance(team, str) and team and isinstance(people, dict)
        if set(table) - {"team", "people"} or not named or not all(isinstance(one, str) for one in people.values()):
            raise BadSettings(
                f"{_SETTING} {self._path} holds `team` and a table [people] of Slack's user ids and ids of keys"
            )
        return str(team), people


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackApp:
    """An app that is let in. Nobody is anybody here where `people` is None."""

    secrets: SecretFile
    people: SlackPeople | None
    poster: Poster

    def key(self, team: str, user: str) -> str:
        """The id of the key whose holder a user is; empty for who is nobody here. Raises `BadSettings`."""
        return self.people.key(team, user) if self.people else ""

    async def tell(self, reply_to: str, message: Mapping[str, Any]) -> Sent:
        """Show a message to whoever pressed a button."""
        headers = {"content-type": "application/json; charset=utf-8"}
        body = json.dumps(message, ensure_ascii=False).encode()
        return (await self.poster.ask("POST", reply_to, headers, body)).sent()


def slack_app_of(settings: IncidentSettings, outlets: OutletSettings) -> SlackApp | None:
    """The app that the settings let in, None for none; raises `BadSettings`."""
    if not settings.slack_secret_file:
        return None
    secrets = SecretFile("incidents.slack_secret_file", Path(settings.slack_secret_file).expanduser())
    secrets()
    people = None
    if settings.slack_people_file:
        people = SlackPeople(Path(settings.slack_people_file).expanduser())
        people.key("", "")
    return SlackApp(secrets=secrets, people=people, poster=Poster(Targets.of(outlets), seconds=outlets.seconds))
