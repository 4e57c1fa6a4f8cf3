"""What incidents are kept in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .model import Incident, KeptIncident, Receipt, TimelineEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedRun:
    """A run that was made for an incident: from which recommendation, by whom and when."""

    run: str
    recommendation: str
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRun:
    """An approved run of another incident of the same kind; `labels` are that incident's."""

    incident: str
    run: str
    labels: dict[str, str]


class IncidentStore(Protocol):
    """Incidents with what happened to them, each occurrence of an alert once. Raises `NotFound` for an unknown id."""

    async def keep(self, incidents: Sequence[Incident], /) -> Sequence[Receipt]:
        """Keep what was reported, all of it in one transaction; a receipt for each, in order.

        What is there already is opened again, closed or counted, and never kept twice.
        """
        ...

    async def get(self, id: str, /) -> KeptIncident: ...

    async def page(
        self,
        *,
        state: Sequence[str] = (),
        severity: Sequence[str] = (),
        source: str = "",
        text: str = "",
        before: str = "",
        limit: int = 50,
    ) -> Sequence[KeptIncident]:
        """The newest incidents first, those before the id `before`, that hold every word of `text`, or words that begin
        with it."""
        ...

    async def timeline(self, id: str, /) -> Sequence[TimelineEvent]: ...

    async def history(self, id: str, /, *, limit: int = 20) -> Sequence[KeptIncident]:
        """Other incidents of the same alert, or of the same name and service, newest first."""
        ...

    async def link(self, id: str, run: LinkedRun, /) -> None:
        """Note that a run was made for an incident."""
        ...

    async def runs(self, id: str, /) -> Sequence[LinkedRun]:
        """The runs that were made for an incident, newest first."""
        ...

    async def hold(self, id: str, /) -> None:
        """Keep others from making runs for the incident until the caller's transaction ends."""
        ...

    async def past_runs(self, id: str, /, *, limit: int = 10) -> Sequence[PastRun]:
        """Runs of other incidents of the same kind that people approved or published, newest first."""
        ...
