"""What a run needs from outside, and what is then possible."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import TypeAlias, TypeVar

from ..bash_language import BASH
from ..codesift import Direct
from ..core.attempts import Attempt
from ..core.comparison import ComparedDraft
from ..core.events import Event
from ..core.evidence_grade import Graded
from ..core.flow import Policy
from ..core.types import Action, Entry, Finding, Opinion, Script, Severity
from ..errors import NeedsPerson
from ..language import Language
from ..ports import Catalogue, Checker, Describe, Draft, Explain, Judge, Refine, Rehearse
from ..watching import Watch, Watches

T = TypeVar("T")

Compare: TypeAlias = Callable[[Action, Sequence[Script | None]], Awaitable[tuple[ComparedDraft, ...]]]
"""Groups drafts by what they do; None stands for one that is not run."""
Beside: TypeAlias = Callable[[Action, Attempt], Awaitable[tuple[Opinion, ...]]]
"""What can be said of a draft without asking a model."""
TryDraft: TypeAlias = Callable[[Action, Script], Awaitable[tuple[Finding, ...]]]
"""Runs a draft in a box, and finds what is wrong with it wherever it runs."""


def _today() -> date:
    return datetime.now(UTC).date()


def _as_it_is(event: Event) -> Event:
    return event


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """Everything that a run needs from outside, built once in the composition root.

    `syntax` gates the description: no model is asked about a script that does not parse. The model steps
    are None where no model is configured. `redact` takes the secrets out of what happened. Entries are served in the
    short bound form, or whole with `long`; `today` is the date that they say they were bound on. `graded` tells how far
    an entry has been proven. `beside` has the opinions that are weighed with those of an assessor that says how sure it
    is; `tried` runs a draft that parses in a box, and finds what is wrong with it wherever it runs. All of it is for
    actions in one `language`. `watch` sees each step.
    """

    catalogue: Catalogue
    syntax: Checker
    language: Language = BASH
    checkers: Sequence[Checker] = ()
    tried: TryDraft | None = None
    draft: Draft | None = None
    refine: Refine | None = None
    describe: Describe | None = None
    judge: Judge | None = None
    direct: Direct | None = None
    beside: Beside | None = None
    explain: Explain | None = None
    rehearse: Rehearse | None = None
    compare: Compare | None = None
    policy: Policy = field(default_factory=Policy)
    redact: Callable[[Event], Event] = _as_it_is
    long: bool = False
    today: Callable[[], date] = _today
    graded: Callable[[Entry], Graded] | None = None
    watch: Watch = field(default_factory=Watches)


def possible(kit: Kit) -> Policy:
    """The policy of `kit` without the steps that nothing is there for."""
    return replace(
        kit.policy,
        can_draft=kit.policy.can_draft and kit.draft is not None,
        can_assess=kit.policy.can_assess and kit.judge is not None,
        can_rehearse=kit.rehearse is not None,
        can_compare=kit.policy.can_compare and kit.compare is not None,
    )


def configured(step: T | None, role: str) -> T:
    if step is None:
        raise NeedsPerson(f"no {role} model is configured: set models.{role}.model, or see `scriptsmith doctor`")
    return step


def shown(action: Action) -> Action:
    """The action as models are shown it."""
    from ..prompt_injection import shown_action

    return shown_action(action)


def has_errors(findings: Sequence[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)
