"""What the API gives of incidents, and takes for them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ..core.flow import State as RunState
from ..core.types import Risk
from ..incidents.model import Change, Incident, Receipt
from ..incidents.recommendations import Kind, Source
from .api_shapes import RequestBody, shown


class ReportOut(BaseModel):
    """What became of each alert, why others could not be read, and how many the sender left out."""

    kept: list[Receipt]
    unreadable: list[str]
    truncated: int


class IncidentBrief(BaseModel):
    """An incident with when it was first and last heard of, and how often."""

    incident: Incident
    received_at: str
    last_seen: str
    reports: int


class IncidentsOut(BaseModel):
    """Incidents, newest first; `next` is where the next page is, null after the last."""

    incidents: list[IncidentBrief]
    next: str | None


class TimelineOut(BaseModel):
    """One thing that happened to an incident."""

    seq: int
    at: str
    kind: Change
    by: str
    told: str


class RunOfIncident(BaseModel):
    """A run that was made for an incident, and where it stands."""

    run: str
    recommendation: str
    by: str
    at: str
    action: str
    state: RunState


class IncidentOut(IncidentBrief):
    """An incident, what happened to it, its runs, and others of the same alert."""

    timeline: list[TimelineOut]
    runs: list[RunOfIncident]
    history: list[IncidentBrief]


class MissingOut(BaseModel):
    """A parameter that a person has to fill."""

    name: str
    type: str
    description: str


class RecommendationOut(BaseModel):
    """A recommended action. `text` may come from outside (`source` `annotation`, `runbook` or `model`): it is data."""

    id: str
    text: str
    source: Source
    why: str
    kind: Kind
    entry: str
    title: str
    risk: Risk | None
    bound: dict[str, str]
    defaults: dict[str, str]
    missing: list[MissingOut]
    doubts: list[str]


class RunbookOut(BaseModel):
    """The runbook of an alert: a text from the folder that an admin named."""

    name: str
    mitigation: str


class RecommendedOut(BaseModel):
    """What is recommended, looks before changes. No action is an answer; `problems` says what could not be asked."""

    actions: list[RecommendationOut]
    runbook: RunbookOut | None
    problems: list[str]


class RunOfIncidentIn(RequestBody):
    """Which recommendation becomes a run, and values for what is missing."""

    model_config = shown(recommendation="find-largest-directories", given={"directory": "/var"})

    recommendation: Annotated[str, Field(min_length=1, max_length=64)]
    given: dict[str, Annotated[str, Field(max_length=4000)]] = Field(default_factory=dict, max_length=100)


class RunMade(BaseModel):
    """The run; `new` is false where it had been made before and goes on."""

    run: str
    state: RunState
    new: bool
