"""The file of the outlets and the routes to them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeAlias, get_args

from ...core.permissions import PARTS
from ...core.types import Risk
from ...errors import BadSettings
from ...incidents.model import SEVERITIES
from ...outlets import signing
from ...outlets.notice import WHAT, Notice
from ...outlets.routes import Route
from ...schema import OutletSettings
from ..kafka.outlet import kafka_topic
from ..kafka.servers import SETTINGS as KAFKA_SETTINGS
from ..secret_file import SecretFile
from .mail import PORTS, TLS, Mail
from .posting import Poster, Sent
from .senders import PAGERDUTY_API, SLACK_API, PagerDuty, SlackBot, SlackWebhook, Teams, Webhook
from .targets import TargetRefused, Targets

Sender: TypeAlias = Callable[[Notice, int], Awaitable[Sent]]
"""Sends a notice; the number says which try it is, from 1."""

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,49}")
_KINDS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "webhook": (frozenset({"url", "secret_file"}), frozenset()),
    "slack": (frozenset({"secret_file", "channel"}), frozenset({"url", "buttons"})),
    "slack-webhook": (frozenset({"url_file"}), frozenset({"buttons"})),
    "teams": (frozenset({"url_file"}), frozenset()),
    "pagerduty": (frozenset({"secret_file", "from"}), frozenset({"url"})),
    "mail": (frozenset({"server", "from", "to"}), frozenset({"tls", "user", "secret_file"})),
    "kafka": (frozenset({"servers", "topic"}), KAFKA_SETTINGS),
}
"""What a table of each kind holds, and what it may hold beside."""
_CONDITIONS: Mapping[str, Sequence[str]] = {
    "roles": PARTS,
    "severities": SEVERITIES,
    "risks": get_args(Risk),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlet:
    """An outlet that the settings name. `place` is its host, which is all of its address that is ever shown."""

    name: str
    kind: str
    place: str
    send: Sender

    def takes(self, notice: Notice) -> bool:
        """Whether it can be told of this at all: PagerDuty knows its own incidents alone."""
        return self.kind != "pagerduty" or (notice.source == "pagerduty" and bool(notice.fingerprint))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlets:
    """The outlets by name, and the routes to them."""

    outlets: Mapping[str, Outlet] = field(default_factory=dict)
    routes: Sequence[Route] = ()

    def warnings(self) -> Sequence[str]:
        """What is allowed and may not be meant."""
        told: list[str] = []
        routed = {name for route in self.routes for name in route.outlets}
        told += [f"outlet {name} is told nothing: no route names it" for name in self.outlets if name not in routed]
        opened = [route for route in self.routes if "incident.opened" in route.told and route.severities]
        whole = [route for route in self.routes if "incident.opened" in route.told and not route.severities]
        if opened and not whole and not any("unknown" in route.severities for route in opened):
            told.append("no route tells of incidents whose severity is unknown: add `unknown` to the severities of one")
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shared:
    """What all outlets have in common."""

    poster: Poster
    targets: Targets
    source: str
    traceparent: Callable[[], str]


def outlets_of(settings: OutletSettings, source: str = "", traceparent: Callable[[], str] = lambda: "") -> Outlets:
    """The outlets and routes of the settings; `source` is the address of the service, and `traceparent` tells the trace
    in which something is sent. Raises `BadSettings`."""
    targets = Targets.of(settings)
    if not settings.file:
        return Outlets()
    path = Path(settings.file).expanduser()
    tables, routes = _read(path)
    poster = Poster(targets, seconds=settings.seconds)
    shared = _Shared(poster=poster, targets=targets, source=source, traceparent=traceparent)
    found: dict[str, Outlet] = {}
    for name, table in tables.items():
        try:
            found[name] = _outlet(name, table, shared)
        except BadSettings as error:
            raise BadSettings(f"outlets.file {path}: outlet {name!r}: {error}") from None
    made = []
    for number, table in enumerate(routes, start=1):
        try:
            made.append(_route(table, found))
        except BadSettings as error:
            raise BadSettings(f"outlets.file {path}: route {number}: {error}") from None
    return Outlets(outlets=found, routes=tuple(made))


def _read(path: Path) -> tuple[Mapping[str, Mapping[str, Any]], Sequence[Mapping[str, Any]]]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"outlets.file {path} cannot be read: {error}") from None
    outlets, routes = tables.get("outlet", {}), tables.get("route", [])
    whole = isinstance(outlets, dict) and all(isinstance(one, dict) for one in outlets.values())
    listed = isinstance(routes, list) and all(isinstance(one, dict) for one in routes)
    if set(tables) - {"outlet", "route"} or not (whole and listed):
        raise BadSettings(f"outlets.file {path} holds tables [outlet.NAME] and [[route]] and nothing else")
    return outlets, routes


def _outlet(name: str, table: Mapping[str, Any], shared: _Shared) -> Outlet:
    if not _NAME.fullmatch(name):
        raise BadSettings("a name is small letters, digits and hyphens")
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadSettings(f"kind is one of {', '.join(_KINDS)}")
    needed, more = _KINDS[kind]
    given = set(table) - {"kind"}
    if missing := sorted(needed - given):
        raise BadSettings(f"{missing[0]} is missing")
    if unknown := sorted(given - needed - more):
        raise BadSettings(f"a {kind} takes no {unknown[0]}")
    if not all(isinstance(table[each], str) and table[each] for each in given):
        raise BadSettings("every value is text")
    if kind == "mail":
        mail = _mail(table, shared.targets, shared.poster.seconds)
        return Outlet(name=name, kind=kind, place=mail.host, send=mail)
    if kind == "kafka":
        topic, place = kafka_topic(
            table,
            shared.targets,
            seconds=shared.poster.seconds,
            source=shared.source,
            traceparent=shared.traceparent,
        )
        return Outlet(name=name, kind=kind, place=place, send=topic)
    if table.get("buttons", "approve") != "approve":
        raise BadSettings("buttons is approve, or left out")
    where = "url_file" if "url_file" in needed else "secret_file"
    secrets = SecretFile(where, Path(table[where]).expanduser())
    held = secrets()
    url = held[0] if where == "url_file" else table.get("url", {"slack": SLACK_API}.get(kind, PAGERDUTY_API))
    try:
        place = shared.targets.checked(url).hostname or ""
    except TargetRefused as error:
        raise BadSettings(f"its address is refused: {error}") from None
    return Outlet(name=name, kind=kind, place=place, send=_sender(kind, table, shared, secrets, url))


def _mail(table: Mapping[str, Any], targets: Targets, seconds: float) -> Mail:
    secured, host = table.get("tls", "starttls"), table["server"]
    if secured not in TLS:
        raise BadSettings(f"tls is one of {', '.join(TLS)}")
    try:  # as an address, so that the same rules hold: no private network, nothing in the clear off loopback
        parts = targets.checked(f"{'http' if secured == 'none' else 'https'}://{host}")
    except TargetRefused as error:
        raise BadSettings(f"server is refused: {error}") from None
    if ("user" in table) != ("secret_file" in table):
        raise BadSettings("user and secret_file go together")
    addresses = [each.strip() for each in table["to"].split(",")]
    if wrong := [each for each in (table["from"], *addresses) if not _ADDRESS.fullmatch(each)]:
        raise BadSettings(f"{wrong[0]!r} is no address like `sre@example.org`")
    secrets = SecretFile("secret_file", Path(table["secret_file"]).expanduser()) if "user" in table else None
    if secrets:
        secrets()
    return Mail(
        targets=targets,
        host=parts.hostname or "",
        port=parts.port or PORTS[secured],
        tls=secured,
        sender=table["from"],
        to=tuple(addresses),
        user=table.get("user", ""),
        secrets=secrets,
        seconds=seconds,
    )


def _sender(kind: str, table: Mapping[str, Any], shared: _Shared, secrets: SecretFile, url: str) -> Sender:
    poster = shared.poster
    url = url.rstrip("/") if kind in ("slack", "pagerduty") else url
    if kind == "webhook":
        try:
            [signing.key(secret) for secret in secrets()]
        except ValueError as error:
            raise BadSettings(f"secret_file: {error}") from None
        return Webhook(poster=poster, url=url, secrets=secrets, source=shared.source, traceparent=shared.traceparent)
    approve = "buttons" in table
    if kind == "slack":
        return SlackBot(poster=poster, secrets=secrets, channel=table["channel"], api=url, approve=approve)
    if kind == "pagerduty":
        return PagerDuty(poster=poster, secrets=secrets, sender=table["from"], api=url)
    return (
        SlackWebhook(poster=poster, secrets=secrets, approve=approve)
        if kind == "slack-webhook"
        else Teams(poster=poster, secrets=secrets)
    )


def _route(table: Mapping[str, Any], outlets: Mapping[str, Outlet]) -> Route:
    read: dict[str, Any] = {}
    for name, value in table.items():
        if name not in ("outlets", "events", "services", *_CONDITIONS):
            raise BadSettings(f"a route has no {name}")
        if not isinstance(value, list) or not value or not all(isinstance(one, str) and one for one in value):
            raise BadSettings(f"{name} is a list of texts that is not empty: leave it out for any")
        if unknown := [one for one in value if name in _CONDITIONS and one not in _CONDITIONS[name]]:
            raise BadSettings(f"there is no {unknown[0]!r} among {name}: there are {', '.join(_CONDITIONS[name])}")
        read[name] = tuple(value)
    if unknown := [one for one in read.get("outlets", ()) if one not in outlets]:
        raise BadSettings(f"there is no outlet {unknown[0]!r}")
    if not read.get("outlets"):
        raise BadSettings("outlets is missing")
    if unknown := [each for each in read.get("events", ()) if not any(fnmatchcase(what, each) for what in WHAT)]:
        raise BadSettings(f"no event fits {unknown[0]!r}: there are {', '.join(WHAT)}")
    return Route(**read)
