"""One sender for each kind of outlet: it makes the request of a notice, and says how it went."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from ...core.escape_control import visible
from ...outlets import plain_text, slack, slack_review, teams
from ...outlets.cloud_event import MEDIA_TYPE, cloud_event
from ...outlets.notice import Notice
from ...outlets.signing import signed
from .posting import Poster, Sent

SLACK_API = "https://slack.com/api"
PAGERDUTY_API = "https://api.pagerduty.com"
_JSON = "application/json; charset=utf-8"
_SLACK_AGAIN = frozenset(
    {"ratelimited", "rate_limited", "service_unavailable", "internal_error", "fatal_error", "request_timeout"}
)
"""Errors of Slack after which the same message may be taken."""

Secrets = Callable[[], Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """An event of CloudEvents 1.0, signed with every secret, in the trace that `traceparent` tells; empty: none."""

    poster: Poster
    url: str
    secrets: Secrets
    source: str = ""
    traceparent: Callable[[], str] = lambda: ""

    async def __call__(self, notice: Notice, tries: int, /) -> Sent:
        body = cloud_event(notice, self.source)
        headers = {"content-type": MEDIA_TYPE, **signed(notice.id, int(time.time()), body, self.secrets())}
        if trace := self.traceparent():
            headers["traceparent"] = trace
        return (await self.poster.ask("POST", self.url, headers, body)).sent()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackBot:
    """A message in a channel by `chat.postMessage`; the secret is a bot's token. Its metadata hold the notice's id."""

    poster: Poster
    secrets: Secrets
    channel: str
    api: str = SLACK_API
    approve: bool = False

    async def __call__(self, notice: Notice, tries: int, /) -> Sent:
        told = {"event_type": "scriptsmith", "event_payload": {"id": notice.id, "what": notice.what}}
        body = {"channel": self.channel, **_slack(notice, self.approve), "metadata": told}
        headers = {"content-type": _JSON, "authorization": f"Bearer {self.secrets()[0]}"}
        answer = await self.poster.ask("POST", f"{self.api}/chat.postMessage", headers, _dumped(body))
        sent = answer.sent()
        if not sent.ok:
            return sent
        said = answer.json()
        if said.get("ok") is True:
            return sent
        error = visible(str(said.get("error", "nothing")))[:100]
        return Sent(ok=False, said=f"Slack answered {error}", again=error in _SLACK_AGAIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackWebhook:
    """A message by an incoming webhook, whose address is the secret."""

    poster: Poster
    secrets: Secrets
    approve: bool = False

    async def __call__(self, notice: Notice, tries: int, /) -> Sent:
        headers = {"content-type": _JSON}
        body = _dumped(_slack(notice, self.approve))
        return (await self.poster.ask("POST", self.secrets()[0], headers, body)).sent()


def _slack(notice: Notice, approve: bool) -> dict[str, Any]:
    """The message, with a button to approve where that is wanted and an approval is missing."""
    if not (approve and notice.binding):
        return slack.message(notice)
    about = slack_review.SeenRun(run=notice.subject, seq=notice.seq, binding=notice.binding)
    return slack.message(notice, (slack_review.LOOK, about.value()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Teams:
    """An Adaptive Card by a workflow's webhook, whose address is the secret."""

    poster: Poster
    secrets: Secrets

    async def __call__(self, notice: Notice, tries: int, /) -> Sent:
        headers = {"content-type": _JSON}
        return (await self.poster.ask("POST", self.secrets()[0], headers, _dumped(teams.message(notice)))).sent()


@dataclass(frozen=True, slots=True, kw_only=True)
class PagerDuty:
    """A note on the incident of PagerDuty's; the secret is a key of its REST API, `sender` the address of a user there.

    Before a later try the notes are read: an earlier one may have been kept though its answer was lost.
    """

    poster: Poster
    secrets: Secrets
    sender: str
    api: str = PAGERDUTY_API

    async def __call__(self, notice: Notice, tries: int, /) -> Sent:
        url = f"{self.api}/incidents/{quote(notice.fingerprint, safe='')}/notes"
        headers = {
            "content-type": "application/json",
            "accept": "application/vnd.pagerduty+json;version=2",
            "authorization": f"Token token={self.secrets()[0]}",
            "from": self.sender,
        }
        if tries > 1:
            answer = await self.poster.ask("GET", url, headers)
            if not answer.sent().ok:
                return answer.sent()
            if plain_text.reference(notice) in _contents(answer.json()):
                return Sent(ok=True)
        body = _dumped({"note": {"content": plain_text.note(notice)}})
        return (await self.poster.ask("POST", url, headers, body)).sent()


def _contents(said: Mapping[str, Any]) -> str:
    """The texts of all notes of an incident."""
    notes = said.get("notes")
    listed = notes if isinstance(notes, list) else []
    return "\n".join(str(each.get("content", "")) for each in listed if isinstance(each, dict))


def _dumped(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()
