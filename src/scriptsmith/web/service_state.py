"""What the handlers of requests use, made when the service starts and put down when it ends."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from fastapi import Request

from ..adapters.hooks import Hook
from ..adapters.outlets.outlet_file import Outlets
from ..adapters.slack_app import SlackApp
from ..core.permissions import Person
from ..schema import ServiceSettings
from ..service.incident_service import IncidentService
from ..service.outlet_service import OutletService
from ..service.team_service import TeamService
from ..team import Team
from ..wiring import App
from .cpu_pool import CpuPool
from .metrics import Metrics
from .rate_limits import HostNames, RateLimits

if TYPE_CHECKING:
    from ..mcp_server.http import HttpServer
    from .oidc import Issuer


class KeyCache:
    """Keys that were good a moment ago, so that not every request asks the database; by their hash, not as they are.

    A key that is revoked in this process is forgotten at once, one that is revoked elsewhere within `SECONDS`.
    """

    SECONDS = 1.0
    MOST = 10_000

    def __init__(self) -> None:
        self._people: dict[bytes, tuple[Person, float]] = {}

    def get(self, secret: str) -> Person | None:
        """Who comes in with a key, where that is known."""
        person, until = self._people.get(_hash(secret), (None, 0.0))
        return person if monotonic() < until else None

    def put(self, secret: str, person: Person | None) -> None:
        """Remember who comes in with a key, for a moment; that nobody does is not remembered."""
        if person:
            if len(self._people) >= self.MOST:
                self._people.clear()
            self._people[_hash(secret)] = (person, monotonic() + self.SECONDS)

    def forget(self) -> None:
        """Ask for everybody again."""
        self._people.clear()


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


@dataclass(slots=True, kw_only=True)
class ServiceState:
    """The application, its team, and what is counted. `stopping` is set when the service is about to end, `outages`
    says how often each kind of outage is logged. Within `hook_seconds` a report is kept, or its sender told to come
    again."""

    app: App
    team: Team
    team_service: TeamService
    incidents: IncidentService
    outlet_service: OutletService
    outlets: Outlets
    cpu_pool: CpuPool
    metrics: Metrics
    names: HostNames
    rates: RateLimits
    refusals: RateLimits
    hooks: Mapping[str, Hook]
    hook_rates: RateLimits
    hook_seconds: float
    slack: SlackApp | None = None
    issuer: Issuer | None = None
    mcp: HttpServer | None = None
    outages: RateLimits = field(default_factory=lambda: RateLimits(1))
    known: KeyCache = field(default_factory=lambda: KeyCache())
    streams: Counter[str] = field(default_factory=Counter)
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    token_key: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    @property
    def settings(self) -> ServiceSettings:
        return self.app.settings.service


def service_state(request: Request) -> ServiceState:
    """The state of the service that `request` came to."""
    service: ServiceState = request.app.state.service
    return service
