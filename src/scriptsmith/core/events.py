"""What happened. A run is the fold of its events, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .comparison import ComparedDraft
from .effects import Danger
from .rehearsal import Rehearsal
from .scenario import Scenario
from .types import Action, Assessment, Call, Entry, Explanation, Finding, Form, Match, Outcome, Review, Script


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Somebody asked for an action to become a script; `by` names them where there are people."""

    action: Action
    at: str = ""
    by: str = ""
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """The catalogue was searched; `matches` is ordered, best first. `calls` are those to assessors of an offer."""

    matches: tuple[Match, ...]
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["retrieved"] = "retrieved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A model wrote a script, or a reply without one: then `findings` says so."""

    script: Script | None
    reasoning: str = ""
    findings: tuple[Finding, ...] = ()
    by: Literal["generator", "refiner"] = "generator"
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["drafted"] = "drafted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The static checks have spoken; `functionality` is the description made while they ran, if any.

    `danger` is what the text says the script would touch; among the `findings` its own have the severity that the
    policy gives them.
    """

    findings: tuple[Finding, ...]
    functionality: str | None = None
    danger: Danger | None = None
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["checked"] = "checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The drafts of the round were compared by what they do; `drafts` has one for each of them, in their order."""

    drafts: tuple[ComparedDraft, ...]
    seconds: float = 0.0
    kind: Literal["compared"] = "compared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessed:
    """The description was compared with the action."""

    assessment: Assessment
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["assessed"] = "assessed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """The script ran in a sandbox, in `scenario`, or there is a reason why it did not."""

    rehearsal: Rehearsal
    scenario: Scenario | None = None
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["rehearsed"] = "rehearsed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """What is wrong with the script was put into words, or that nothing is."""

    explanation: Explanation
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["explained"] = "explained"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The machine has done what it can; a person decides next. No script: nothing can be offered.

    `danger` is what an entry's script would touch with the values that are bound, its risk never milder than declared.
    `form` says how they were bound: in the short form, by a prologue, or not at all, since there are none.
    `evidence` says how far the entry has been proven; `unproven`: a person has to look, because it is dangerous and
    never ran on the real program. `checks` is what the checkers found in an entry's script as it is served, None where
    nobody has looked; `unchecked` names the checkers that could not run. A draft's are with the draft.
    """

    outcome: Outcome
    script: Script | None = None
    entry: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    danger: Danger | None = None
    evidence: str = ""
    unproven: bool = False
    form: Form = ""
    checks: tuple[Finding, ...] | None = None
    unchecked: tuple[str, ...] = ()
    kind: Literal["settled"] = "settled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endorsed:
    """One of the people that it takes approved exactly what `binding` names, until the moment `until`."""

    by: str
    binding: str
    until: str
    comment: str = ""
    at: str = ""
    kind: Literal["endorsed"] = "endorsed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A person said how good the settled script is, and how useful what was said of it.

    `label` is 0 (wrong), 1 (right where everything is plain) or 2 (right); `useful` 0 (no help) to 2; None: not said.
    """

    by: str
    digest: str
    label: int | None = None
    useful: int | None = None
    at: str = ""
    kind: Literal["labelled"] = "labelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Commented:
    """A person wrote something about the run that decides nothing."""

    by: str
    text: str
    at: str = ""
    kind: Literal["commented"] = "commented"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A person said whether one finding or opinion about the script with `digest` helped them.

    `about` is `finding CODE LINE:COLUMN` or `opinion ASSESSOR`. The last word of a person about a thing counts.
    """

    by: str
    about: str
    digest: str
    useful: bool
    at: str = ""
    kind: Literal["rated"] = "rated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """A person said who should decide on the run; empty: nobody in particular. Others may decide all the same."""

    by: str
    to: str
    at: str = ""
    kind: Literal["assigned"] = "assigned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled:
    """A person ended the run before anything was decided."""

    by: str
    at: str = ""
    kind: Literal["cancelled"] = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A person decided."""

    review: Review
    at: str = ""
    kind: Literal["reviewed"] = "reviewed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """The approved script entered the catalogue; `by` is who had it published, empty in old logs."""

    entry: Entry
    at: str = ""
    by: str = ""
    kind: Literal["published"] = "published"


Event: TypeAlias = (
    Asked
    | Retrieved
    | Drafted
    | Checked
    | Compared
    | Assessed
    | Rehearsed
    | Explained
    | Settled
    | Endorsed
    | Labelled
    | Commented
    | Rated
    | Assigned
    | Cancelled
    | Reviewed
    | Published
)
