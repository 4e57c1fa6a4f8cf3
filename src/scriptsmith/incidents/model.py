"""An incident as it is kept, whatever reported it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

Severity: TypeAlias = Literal["critical", "high", "warning", "info", "low", "unknown"]
State: TypeAlias = Literal["firing", "acknowledged", "resolved"]
Change: TypeAlias = Literal[
    "opened", "acknowledged", "resolved", "reopened", "severity", "late", "repeated", "run"
]  # fmt: skip
"""What happened to an incident. `late` was overtaken by a newer report and changed nothing; `repeated` is counted and
not listed; `run` says that somebody made a run for it."""

SEVERITIES: tuple[Severity, ...] = get_args(Severity)
GRAVEST_FIRST: tuple[Severity, ...] = ("critical", "high", "unknown", "warning", "info", "low")
"""In which order incidents are told and looked into; one of unknown severity may be grave."""
STATES: tuple[State, ...] = get_args(State)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An address that came with an alert: `http` or `https` only."""

    name: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One alert from its start to its end. All texts come from outside: they are data and never instructions.

    `source`, `fingerprint` and `occurrence` together name it: the same alert that fires again later is another
    occurrence. `delivery` names the report that this was read from, empty where the source gives none, and `at` the
    moment that it speaks of. `name` is the alert's name and the same for every incident of its kind. `labels` identify;
    `annotations` describe. Moments are ISO 8601 in UTC, empty where unknown. `raw_digest` is the SHA-256 of what came.
    """

    source: str
    fingerprint: str
    title: str
    id: str = ""
    occurrence: str = ""
    delivery: str = ""
    name: str = ""
    description: str = ""
    severity: Severity = "unknown"
    state: State = "firing"
    service: str = ""
    environment: str = ""
    host: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[str, str] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    started_at: str = ""
    ended_at: str = ""
    at: str = ""
    raw_digest: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What names it among all incidents."""
        return self.source, self.fingerprint, self.occurrence


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEvent:
    """One thing that happened to an incident; `by` is the person or the source, `told` a detail such as a run's id."""

    seq: int
    at: str
    kind: Change
    by: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptIncident:
    """An incident as the store has it: when it was first and last heard of, and how often."""

    incident: Incident
    received_at: str
    last_seen: str
    reports: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What became of one reported alert; `incident` is the id that it is kept under."""

    incident: str
    outcome: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class InletResult:
    """What an inlet made of one request: the incidents, and why anything else in it could not be read.

    `doubtful` says what kept alerts lack, so that something was taken for granted. `truncated` counts alerts that the
    sender says it left out.
    """

    incidents: tuple[Incident, ...] = ()
    unreadable: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    truncated: int = 0
