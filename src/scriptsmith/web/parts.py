"""What the handlers of requests use, made when the service starts and put down when it ends."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fastapi import Request

from ..schema import ServiceSettings
from ..service.office import Office
from ..team import Team
from ..wiring import App
from .aside import Aside
from .limits import Names, Rates
from .metrics import Metrics

if TYPE_CHECKING:
    from .oidc import Issuer


@dataclass(slots=True, kw_only=True)
class Parts:
    """The application, its team, and what is counted. `stopping` is set when the service is about to end."""

    app: App
    team: Team
    office: Office
    aside: Aside
    metrics: Metrics
    names: Names
    rates: Rates
    refusals: Rates
    issuer: Issuer | None = None
    streams: int = 0
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    token_key: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    @property
    def settings(self) -> ServiceSettings:
        return self.app.settings.service


def parts_of(request: Request) -> Parts:
    """The parts of the service that `request` came to."""
    parts: Parts = request.app.state.parts
    return parts
