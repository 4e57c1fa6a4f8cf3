"""What an outlet is told: one thing that happened to an incident or a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from ..core.types import Risk
from ..incidents.model import Severity, State
from ..incidents.recommendations import Kind, Recommendation

What: TypeAlias = Literal[
    "incident.opened", "incident.reopened", "incident.resolved",
    "run.waiting", "run.endorsed", "run.approved", "run.rejected", "run.published", "run.failed",
]  # fmt: skip
"""What happened. `run.waiting` waits for a review, `run.endorsed` has one of the approvals that it takes,
`run.approved` all of them, and workers have given up on `run.failed`."""

WHAT: tuple[What, ...] = get_args(What)
HEADLINES: Mapping[What, str] = {
    "incident.opened": "Incident opened",
    "incident.reopened": "Incident fires again",
    "incident.resolved": "Incident resolved",
    "run.waiting": "A script waits for review",
    "run.endorsed": "A script was approved by one person",
    "run.approved": "A script was approved",
    "run.rejected": "A script was rejected",
    "run.published": "A script was published",
    "run.failed": "Work on a script was given up",
}
ACTIONS = 5
"""How many recommended actions are told at most."""
TEXT = 2000
"""Characters of a text that are told at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticedAction:
    """A recommended action. `text` may come from outside; `entry` would serve it, empty where none surely does."""

    text: str
    source: str
    kind: Kind = "unknown"
    entry: str = ""
    risk: Risk | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One thing that happened. Texts come from outside: whoever shows them escapes them. None holds a secret.

    `id` is the same for every try and every receiver. `subject` is the id of the incident or run, `title` the alert's
    title or what the run was asked for, `text` what is said beyond that. `incident` is the incident itself or the one
    that the run was made for, with `source` and `fingerprint` as that source knows it; severity, service, environment
    and host are its, and empty for a run without one. `by` are people. Where an approval is missing, `binding` is the
    digest of what it would be for, and `seq` the number of the run's last event. `link` leads to the console, empty
    where nobody has said where that is. `at` is ISO 8601 in UTC.
    """

    id: str
    what: What
    subject: str
    at: str
    title: str = ""
    text: str = ""
    link: str = ""
    severity: Literal[Severity, ""] = ""
    state: Literal[State, ""] = ""
    service: str = ""
    environment: str = ""
    host: str = ""
    incident: str = ""
    source: str = ""
    fingerprint: str = ""
    risk: Risk | None = None
    by: str = ""
    requester: str = ""
    entry: str = ""
    missing: int = 0
    seq: int = 0
    binding: str = ""
    actions: tuple[NoticedAction, ...] = ()

    @property
    def headline(self) -> str:
        """What happened, in our words."""
        return HEADLINES[self.what]

    def facts(self) -> Sequence[tuple[str, str]]:
        """What is known of it beside its texts, as names and values; values may come from outside."""
        left = f"{self.missing} more {'approval' if self.missing == 1 else 'approvals'}" if self.missing else ""
        told = (
            ("Severity", self.severity),
            ("Service", self.service),
            ("Host", self.host),
            ("Environment", self.environment),
            ("Risk", self.risk or ""),
            ("Asked for by", self.requester),
            ("By", self.by),
            ("Entry", self.entry),
            ("It takes", left),
        )
        return [(name, value) for name, value in told if value]


def noticed(one: Recommendation) -> NoticedAction:
    """A recommendation as it is told."""
    return NoticedAction(text=one.title or one.text, source=one.source, kind=one.kind, entry=one.entry, risk=one.risk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """A row of the outbox: `kind` is that of the event, `seq` its number in the log of `subject`, 0 where it has
    none."""

    id: str
    kind: str
    subject: str
    seq: int
    said: str
    at: datetime
