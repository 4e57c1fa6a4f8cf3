"""What the API takes and gives, as types: they check what comes in, and they are the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

from ..core.audit import AuditRecord
from ..core.comparison import ComparedDraft
from ..core.effects import Danger, Effects
from ..core.events import Commented, Event, Labelled, Rated
from ..core.flow import State
from ..core.permissions import Act, Part, Way
from ..core.permissions import Standing as KeyStanding
from ..core.rehearsal import Rehearsal
from ..core.summary import Summary
from ..core.types import (
    Action,
    Assessment,
    Decision,
    Explanation,
    Finding,
    Outcome,
    Profile,
    Review,
    Risk,
    Status,
    Target,
    Verdict,
)
from ..input_limits import ACTION, COMMENT, SCRIPT


def _a_number(value: object) -> object:
    """Whatever is no truth value, which Python would take for 0 or 1."""
    if isinstance(value, bool):
        raise ValueError("should be 0, 1 or 2")
    return value


Score: TypeAlias = Annotated[Literal[0, 1, 2], BeforeValidator(_a_number)]
Text: TypeAlias = Annotated[str, Field(min_length=1, max_length=ACTION)]
Long: TypeAlias = Annotated[str, Field(max_length=SCRIPT)]
Comment: TypeAlias = Annotated[str, Field(max_length=COMMENT)]


def shown(**example: Any) -> ConfigDict:
    """The configuration of a model whose description shows an example."""
    return ConfigDict(json_schema_extra={"examples": [example]})


class RequestBody(BaseModel):
    """What comes in holds what is named here and nothing else."""

    model_config = ConfigDict(extra="forbid")


class ActionIn(RequestBody):
    """What should be done, in plain words. `given` holds values of parameters; `context` is text of the incident;
    `entry` is the entry that a person chose to answer it."""

    model_config = shown(text="compress log files older than 7 days in /var/log", context="disk alert on web-3")

    text: Text
    target: Target = "bash"
    context: Long = ""
    profile: Profile | None = None
    given: dict[str, Annotated[str, Field(max_length=4000)]] = Field(default_factory=dict, max_length=100)
    entry: Annotated[str, Field(max_length=200)] = ""


class ReviewIn(RequestBody):
    """A decision. `edit` brings a `script`; `reject` with a comment asks for another draft, unless it is `final`. An
    approval that publishes at once may say under which `title` and as which `entry` (an id)."""

    model_config = shown(decision="reject", comment="name the folder in the script")

    decision: Decision
    comment: Comment = ""
    script: Long | None = None
    final: Annotated[bool, Field(strict=True)] = False
    title: Annotated[str, Field(max_length=200)] = ""
    entry: Annotated[str, Field(max_length=80)] = ""


class RemarkIn(RequestBody):
    """Why, and under which `title` and as which `entry` (an id) it is published; empty: made of the action's words."""

    model_config = shown(comment="as agreed in the change meeting")

    comment: Comment = ""
    title: Annotated[str, Field(max_length=200)] = ""
    entry: Annotated[str, Field(max_length=80)] = ""


class FeedbackIn(RequestBody):
    """How good the settled script is (0 wrong to 2 right), and how useful what was said of it (0 to 2)."""

    model_config = shown(label=2, useful=1)

    label: Score | None = None
    useful: Score | None = None


class CommentIn(RequestBody):
    """Something about a run that decides nothing."""

    model_config = shown(text="not before Sunday, please")

    text: Annotated[str, Field(min_length=1, max_length=COMMENT)]


class AssignmentIn(RequestBody):
    """Who should decide on a run, by the name of somebody who may; empty: nobody in particular."""

    model_config = shown(to="bo")

    to: Annotated[str, Field(max_length=100)]


class RatingIn(RequestBody):
    """Whether a finding (`finding CODE LINE:COLUMN`) or an opinion (`opinion ASSESSOR`) of what is settled helped."""

    model_config = shown(about="finding SC2086 5:7", useful=True)

    about: Annotated[str, Field(min_length=1, max_length=200)]
    useful: Annotated[bool, Field(strict=True)]


class CheckIn(RequestBody):
    """A script to look at without running it."""

    model_config = shown(script="#!/usr/bin/env bash\ndf -h\n")

    script: Long
    target: Target = "bash"


class AssessIn(RequestBody):
    """A script, and what it should do."""

    model_config = shown(action="show how full the file systems are", script="#!/usr/bin/env bash\ndf -h\n")

    action: Text
    script: Long
    target: Target = "bash"


class KeyIn(RequestBody):
    """Whose key it is, in which roles, and when it expires; null: never. `parts` is taken for `roles`, too."""

    model_config = shown(name="ana", roles=["requester", "reviewer"], hours=24.0)

    name: Annotated[str, Field(min_length=1, max_length=200)]
    roles: Annotated[list[Part], Field(min_length=1, max_length=4, validation_alias=AliasChoices("roles", "parts"))]
    hours: Annotated[float, Field(gt=0, le=175_000, strict=True)] | None = 2160.0


class Problem(BaseModel):
    """An error (RFC 9457): `detail` is one sentence that says what to do, `type` a name for programs."""

    model_config = shown(
        type="urn:scriptsmith:moved-on",
        title="It has moved on",
        status=412,
        detail="run 20260102-030405-1a2b3c4d has moved on: look at it again before deciding",
    )

    type: str
    title: str
    status: int
    detail: str
    errors: list[dict[str, str]] | None = None


class Accepted(BaseModel):
    """The run that was made."""

    run: str
    state: State


class Near(BaseModel):
    """An entry near an action, and what speaks against serving it."""

    id: str
    version: int
    title: str
    area: str
    risk: Risk
    confidence: float
    parameters: dict[str, str]
    defaults: list[str]
    missing: list[str]
    unused_hosts: list[str]
    objections: list[str]
    doubts: list[str]


class OfferOut(BaseModel):
    """An entry that a person may choose, and what speaks against it: `entry` of an action takes it."""

    entry: str
    title: str
    risk: Risk
    command: str
    parameters: dict[str, str]
    defaults: dict[str, str]
    missing: list[str]
    unused_hosts: list[str]
    against: list[str]


class Standing(BaseModel):
    """How many people it takes, and who has approved what is settled now. Nobody is missing once it is decided."""

    needed: int
    by: list[str]
    missing: int


class RunOut(BaseModel):
    """Where a run stands. `script` is what is settled, or the best draft so far; secrets in it are tokens.

    `findings` are all that the review page tells, what is only notable too, with the severity `info`. `caution` says
    what to know of a draft that the small generator wrote, and is empty for others. `published_by` and `published_at`
    are empty where it is not published, or by whom was not noted. `problem` is why the workers have given it up; null
    where they have not. `waits_for` says which model is asked now, or why the last try failed. `digest` is what an
    approval counts for, the SHA-256 of target and text; that of the text alone is the ETag of `/runs/{id}/script`.
    """

    run: str
    seq: int
    state: State
    action: Action
    requester: str
    outcome: Outcome | None
    script: str | None
    target: Target
    digest: str | None
    entry: str
    evidence: str
    parameters: dict[str, str]
    defaults: list[str]
    unused_hosts: list[str]
    risk: Risk | None
    effects: Effects | None
    findings: list[Finding]
    assessment: Assessment | None
    explanation: Explanation | None
    rehearsal: Rehearsal | None
    compared: ComparedDraft | None
    reasoning: str
    drafts: int
    draft_model: str
    caution: str
    offers: list[OfferOut]
    nearest: list[Near]
    approvals: Standing
    review: Review | None
    labels: list[Labelled]
    comments: list[Commented]
    ratings: list[Rated]
    assignee: str
    published: str | None
    published_by: str
    published_at: str
    problem: str | None
    waits_for: str


class Numbered(BaseModel):
    """An event of a run, and its number."""

    seq: int
    event: Annotated[Event, Field(discriminator="kind")]


class EventsOut(BaseModel):
    """Events of a run, in order; `over` when no more of the work will come."""

    run: str
    over: bool
    events: list[Numbered]


class RunsOut(BaseModel):
    """Runs, newest first; `next` is where the next page is, null after the last."""

    runs: list[Summary]
    next: str | None


class SearchOut(BaseModel):
    """The nearest entries; `served` is the one that would be served as it is, else `offers` are some to choose from."""

    served: str | None
    nearest: list[Near]
    offers: list[OfferOut]


class CheckOut(BaseModel):
    """What was found. `failed` names checkers that could not run; the findings are those of the others."""

    findings: list[Finding]
    danger: Danger
    failed: dict[str, str]


class AssessOut(BaseModel):
    """Whether a script does what was asked, as far as somebody can say; a person decides."""

    verdict: Verdict
    assessment: Assessment
    findings: list[Finding]


class EntryBrief(BaseModel):
    """An entry in a list."""

    id: str
    version: int
    title: str
    area: str
    risk: Risk
    status: Status
    approver: str


class CatalogueOut(BaseModel):
    """Entries by id; `next` is where the next page is, null after the last."""

    entries: list[EntryBrief]
    next: str | None


class KeyOut(BaseModel):
    """What is known of a key. Moments are ISO 8601, empty: never. `parts` are the roles, as they were called here
    first."""

    id: str
    name: str
    roles: list[Part]
    parts: list[Part]
    made: str
    by: str
    expires: str
    revoked: str
    used: str
    standing: KeyStanding


class KeysOut(BaseModel):
    """Every key there ever was, without its secret."""

    keys: list[KeyOut]


class KeyMade(BaseModel):
    """A new key: `key` is shown this once."""

    key: str
    info: KeyOut


class AuditOut(BaseModel):
    """Records of the audit in order; `next` is where the next page is, null after the last."""

    records: list[AuditRecord]
    next: str | None


class VerifyOut(BaseModel):
    """What is wrong with the audit, nothing when it is whole. Keep `head` elsewhere, and give it the next time."""

    whole: bool
    faults: list[str]
    records: int
    head: str


class Me(BaseModel):
    """Who you are here, and what you may do. `csrf` is for requests of a browser that is logged in. `parts` are the
    roles, as they were called here first."""

    name: str
    roles: list[Part]
    parts: list[Part]
    may: list[Act]
    way: Way
    key: str
    csrf: str | None
