"""Routes: which outlets are told of what. Whoever no route names is told nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ..core.permissions import PARTS, Part
from ..core.types import Risk
from ..incidents.model import Severity
from .notice import WHAT, Notice, What

CONCERNS: Mapping[Part, frozenset[What]] = {
    "requester": frozenset({"run.approved", "run.rejected", "run.published", "run.failed"}),
    "reviewer": frozenset({"incident.opened", "incident.reopened", "run.waiting"}),
    "publisher": frozenset({"run.endorsed", "run.approved"}),
    "admin": frozenset({"run.failed"}),
}
"""What concerns somebody with a role, where a route names roles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """Tells `outlets` of what fits every condition; a condition that is empty fits everything.

    `events` are patterns of what happened (`run.*`) and `roles` stand for what concerns them: one of either fits.
    `services` are patterns of names in any case. A run without an incident has no service and no severity, so that no
    condition on these fits it.
    """

    outlets: tuple[str, ...]
    events: tuple[str, ...] = ()
    roles: tuple[Part, ...] = ()
    services: tuple[str, ...] = ()
    severities: tuple[Severity, ...] = ()
    risks: tuple[Risk, ...] = ()

    def fits(self, notice: Notice) -> bool:
        """Whether the route's outlets are told of it."""
        service = notice.service.casefold()
        return (
            (not (self.events or self.roles) or notice.what in self.told)
            and (not self.services or any(service and fnmatchcase(service, each.casefold()) for each in self.services))
            and (not self.severities or notice.severity in self.severities)
            and (not self.risks or notice.risk in self.risks)
        )

    @property
    def told(self) -> frozenset[What]:
        """What happens that the route tells of, whatever service, severity and risk."""
        if not (self.events or self.roles):
            return frozenset(WHAT)
        named = {what for what in WHAT if any(fnmatchcase(what, each) for each in self.events)}
        return frozenset(named.union(*(CONCERNS[role] for role in self.roles if role in PARTS)))


def told(routes: Sequence[Route], notice: Notice) -> tuple[str, ...]:
    """The outlets that are told of `notice`, each once, in the order of the routes."""
    return tuple(dict.fromkeys(name for route in routes if route.fits(notice) for name in route.outlets))
