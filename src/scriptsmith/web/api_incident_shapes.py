"""What the API gives of incidents, and takes for them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ..core.flow import State as RunState
from ..core.types import Risk
from ..incidents.model import Change, Incident, Receipt
from ..incidents.recommendations import Kind, Source
from ..incidents.recommended import Had, RecommendedAnswer
from .api_shapes import RequestBody, shown


class ReportOut(BaseModel):
    """What became of each alert: why some could not be read, what kept ones lack, how many the sender left out."""

    kept: list[Receipt]
    unreadable: list[str]
    doubtful: list[str]
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


class AlsoRecommendedOut(BaseModel):
    """What a further source says of the same action. By this `id` its own words and values are taken."""

    id: str
    source: Source
    why: str
    text: str
    bound: dict[str, str]


class RecommendationOut(BaseModel):
    """A recommended action. `text` may come from outside (`source` `annotation`, `runbook` or `model`): it is data.
    `others` are further sources that recommend the same."""

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
    others: list[AlsoRecommendedOut]


class AskedSourceOut(BaseModel):
    """What a source of recommendations had: `actions`, `nothing`, or why it could not be asked, or not to the end."""

    source: Source
    had: Had
    why: str


class RunbookOut(BaseModel):
    """The runbook of an alert: a text from the folder that an admin named."""

    name: str
    mitigation: str


class RecommendedOut(BaseModel):
    """What is recommended, looks before changes. No action is an answer; `problems` says what could not be asked or
    taken, and `sources` what each of them had."""

    answer: RecommendedAnswer
    actions: list[RecommendationOut]
    runbook: RunbookOut | None
    problems: list[str]
    sources: list[AskedSourceOut]


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
