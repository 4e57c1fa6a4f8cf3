"""What the tools ask of ScriptSmith for one caller; the surfaces bring an implementation each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..core.approval import ApprovalState
from ..core.effects import Danger
from ..core.flow import State as RunState
from ..core.run import Run
from ..core.summary import Summary
from ..core.types import Action, Assessment, Entry, Finding, Script, Target
from ..errors import ToolMissing
from ..incidents.model import KeptIncident, Severity, State
from ..incidents.recommended import Recommended
from ..language import Language
from ..service.incident_service import MadeRun


@dataclass(frozen=True, slots=True, kw_only=True)
class RunView:
    """A run as a caller sees it. `problem` is why nobody advances it any more, empty where somebody does or need not;
    `where` is the address or the command by which a person gets to it."""

    id: str
    run: Run
    approvals: ApprovalState
    problem: str = ""
    where: str = ""


class Backend(Protocol):
    """The use cases for one caller. Each raises a `ScriptSmithError`: `NotAllowed` for what the caller may not do,
    `NotFound` for what is not there, `BadInput` for what cannot be taken. Secrets in what they give are starred or
    tokens."""

    async def search(self, action: Action, limit: int, /) -> Mapping[str, Any]:
        """The entries near an action, as `documents.search_document` gives them."""
        ...

    async def entry(self, id: str, version: int | None, /) -> tuple[Entry, str]:
        """One version of an entry, the newest for None, and how far its present text has been proven."""
        ...

    async def entries(self) -> Sequence[Entry]:
        """The newest version of every entry, by id."""
        ...

    async def inspect(self, script: Script, /) -> tuple[Sequence[Finding], Danger, Mapping[str, ToolMissing]]:
        """What the checkers and the danger analysis find, and why checkers could not run, by their names."""
        ...

    def language(self, target: Target, /) -> Language:
        """What is known of the language of scripts for `target`."""
        ...

    async def weigh(self, script: Script, /) -> tuple[Danger, str]:
        """What a script would touch, and what it does in plain words, empty where that cannot be told: from its text
        alone, and without a model."""
        ...

    async def assess(self, action: Action, script: Script, /) -> tuple[Assessment, Sequence[Finding]]:
        """Whether a script does what an action asks, and what was found in it."""
        ...

    async def forge(self, action: Action, key: str, /) -> RunView:
        """Ask for a script, as a run that may still be at work; the same `key` with the same action is one run."""
        ...

    async def run(self, id: str, /) -> RunView: ...

    async def runs(self, state: Sequence[RunState], text: str, limit: int, /) -> Sequence[Summary]:
        """Runs, newest first: those in one of the states, any for none, whose action holds `text`."""
        ...


class TeamBackend(Backend, Protocol):
    """A backend of a team's service, which keeps incidents and feedback too."""

    async def rate(self, run: str, about: str, useful: bool, /) -> None:
        """Say whether a finding or an opinion of what is settled helped."""
        ...

    async def incidents(
        self, state: Sequence[State], severity: Sequence[Severity], text: str, limit: int, /
    ) -> Sequence[KeptIncident]:
        """Incidents, newest first; nothing given: all."""
        ...

    async def incident(self, id: str, /) -> tuple[KeptIncident, Sequence[str]]:
        """An incident, and the ids of the runs that were made for it."""
        ...

    async def recommend(self, incident: str, /) -> Recommended: ...

    async def take(self, incident: str, recommendation: str, given: Mapping[str, str], /) -> MadeRun:
        """Make a run of a recommendation; of the same one with the same values there is one at a time."""
        ...
