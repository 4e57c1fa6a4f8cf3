"""Decisions that people make in a chat: the same use cases as in the console, bound to what their message was about."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ..core.approval import binding
from ..core.audit import AuditNote
from ..core.permissions import Person
from ..core.run import Run
from ..errors import Blocked, Conflict, NotAllowed, ScriptSmithError
from ..outlets.slack_review import SeenRun
from .team_service import TeamService


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatDecisions:
    """Both methods raise what `TeamService` does, and `Conflict` where the message is about something else than what is
    settled now. Whatever is refused is noted in the audit."""

    team: TeamService

    async def look(self, person: Person, about: SeenRun) -> Run:
        """The run, for whoever may approve it."""
        async with self._noted(person, about):
            await self.team.allow(person, "review", about.run)
            return await self._unchanged(about)

    async def approve(self, person: Person, about: SeenRun) -> Run:
        """Approve exactly what the message was about."""
        async with self._noted(person, about):
            await self.team.allow(person, "review", about.run)
            await self._unchanged(about)
            return await self.team.approve(person, about.run, seq=about.seq)

    async def _unchanged(self, about: SeenRun) -> Run:
        run = await self.team.run_service.at(about.run, about.seq)
        if run.settled is None or binding(run.settled) != about.binding:
            raise Conflict(f"what this message shows is not what run {about.run} has now")
        return run

    @asynccontextmanager
    async def _noted(self, person: Person, about: SeenRun) -> AsyncIterator[None]:
        try:
            yield
        except (NotAllowed, Blocked):  # the team service has noted it
            raise
        except ScriptSmithError as error:
            more = {"key": person.key, "seq": str(about.seq), "binding": about.binding[:64]}
            note = AuditNote(
                who=person.name, act="refused.review", on=about.run[:200], why=str(error), way=person.way, more=more
            )
            await self.team.audit.record(note, apart=True)
            raise
