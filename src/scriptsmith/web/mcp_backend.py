"""What the tools of the MCP server ask of the service, for the person whose key a request came with."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..checking import analysed, inspected
from ..core.effects import Danger
from ..core.flow import State as RunState
from ..core.permissions import Person
from ..core.run import Run
from ..core.summary import Summary
from ..core.types import Action, Assessment, Entry, Finding, Script, Target
from ..errors import BadInput, ToolMissing
from ..incidents.model import KeptIncident, Severity, State
from ..incidents.recommended import Recommended
from ..inspecting import assessed
from ..language import Language
from ..mcp_server.backend import RunView
from ..service.incident_service import MadeRun
from .event_streams import given_up
from .http_errors import HttpProblem
from .run_requests import ask_once
from .service_state import ServiceState


class ServiceBackend:
    """A `TeamBackend`: each use case with the rights of `who`, as the API has it."""

    def __init__(self, service: ServiceState, who: Person) -> None:
        self._service = service
        self._who = who

    async def search(self, action: Action, limit: int, /) -> Mapping[str, Any]:
        await self._service.team_service.allow(self._who, "try")
        found: Mapping[str, Any] = json.loads(await self._service.cpu_pool.search(action, limit))
        return found

    async def entry(self, id: str, version: int | None, /) -> tuple[Entry, str]:
        await self._service.team_service.allow(self._who, "look")
        entry = await self._service.app.catalogue.get(id, version)
        return entry, self._service.app.graded(entry).said

    async def entries(self) -> Sequence[Entry]:
        await self._service.team_service.allow(self._who, "look")
        return await self._service.app.catalogue.entries()

    async def inspect(self, script: Script, /) -> tuple[Sequence[Finding], Danger, Mapping[str, ToolMissing]]:
        await self._service.team_service.allow(self._who, "try")
        return await inspected(self.language(script.target).checkers, script, self._service.cpu_pool.weigh)

    def language(self, target: Target, /) -> Language:
        return self._service.app.language(target)

    async def weigh(self, script: Script, /) -> tuple[Danger, str]:
        await self._service.team_service.allow(self._who, "try")
        language = self.language(script.target)
        danger = await self._service.cpu_pool.weigh(script)
        return danger, await analysed(lambda _: language.describe(script), script.text)

    async def assess(self, action: Action, script: Script, /) -> tuple[Assessment, Sequence[Finding]]:
        await self._service.team_service.allow(self._who, "try")
        if "assessor" in self._service.app.models:
            return await assessed(self._service.app.assessing(script.target), action, script)
        return await self._service.cpu_pool.assess(action, script)

    async def forge(self, action: Action, key: str, /) -> RunView:
        try:
            answer = await ask_once(self._service, self._who, action, key or None)
        except HttpProblem as error:
            raise BadInput(str(error.detail)) from None
        return await self.run(json.loads(bytes(answer.body))["run"])

    async def run(self, id: str, /) -> RunView:
        run = await self._service.team_service.look(self._who, id)
        return RunView(
            id=id,
            run=run,
            approvals=self._service.team_service.standing(run),
            problem=await self._problem(id, run),
            where=f"{self._service.settings.address.rstrip('/')}/runs/{id}",
        )

    async def _problem(self, id: str, run: Run) -> str:
        return await given_up(self._service, id, run) or ""

    async def runs(self, state: Sequence[RunState], text: str, limit: int, /) -> Sequence[Summary]:
        await self._service.team_service.allow(self._who, "look")
        return await self._service.team.reading.page(state=tuple(state), text=text, limit=limit)

    async def rate(self, run: str, about: str, useful: bool, /) -> None:
        await self._service.team_service.rate(self._who, run, about, useful)

    async def incidents(
        self, state: Sequence[State], severity: Sequence[Severity], text: str, limit: int, /
    ) -> Sequence[KeptIncident]:
        await self._service.team_service.allow(self._who, "look")
        store = self._service.team.incidents
        return await store.page(state=tuple(state), severity=tuple(severity), text=text, limit=limit)

    async def incident(self, id: str, /) -> tuple[KeptIncident, Sequence[str]]:
        kept = await self._service.incidents.look(self._who, id)
        return kept, [each.run for each in await self._service.team.incidents.runs(id)]

    async def recommend(self, incident: str, /) -> Recommended:
        return await self._service.incidents.recommend(self._who, incident)

    async def take(self, incident: str, recommendation: str, given: Mapping[str, str], /) -> MadeRun:
        return await self._service.incidents.make_run(self._who, incident, recommendation, given)
