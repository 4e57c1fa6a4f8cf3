"""What an admin does with deliveries: see those that failed, have them tried again, or give them up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.audit import AuditNote
from ..core.permissions import Person
from ..errors import NeedsPerson
from ..outlets.outbox import Delivery, Outbox, OutletCounts
from .team_service import TeamService


@dataclass(frozen=True, slots=True, kw_only=True)
class OutletService:
    """The use cases for deliveries. Every method raises `NotAllowed` for people who may not, and `NotFound`."""

    outbox: Outbox
    team: TeamService

    async def counts(self, person: Person) -> Sequence[OutletCounts]:
        """How deliveries to each outlet stand that was ever told anything."""
        await self.team.allow(person, "outlets")
        return await self.outbox.counts()

    async def page(
        self, person: Person, *, state: str = "", outlet: str = "", before: int = 0, limit: int = 50
    ) -> Sequence[Delivery]:
        """Deliveries, newest first; raises `BadInput` for a state that there is not."""
        await self.team.allow(person, "outlets")
        return await self.outbox.page(state=state, outlet=outlet, before=before, limit=limit)

    async def retry(self, person: Person, id: int) -> Delivery:
        """Have a delivery tried at once, with all tries before it. Raises `NeedsPerson` where that means nothing."""
        return await self._do(person, id, "outlet.retry")

    async def drop(self, person: Person, id: int) -> Delivery:
        """Give a delivery up. Raises `NeedsPerson` for one that was delivered or dropped."""
        return await self._do(person, id, "outlet.drop")

    async def _do(self, person: Person, id: int, act: str) -> Delivery:
        await self.team.allow(person, "outlets", str(id))
        async with self.team.together():
            found = await self.outbox.one(id)
            done = await (self.outbox.retry(id) if act == "outlet.retry" else self.outbox.drop(id))
            if not done:
                raise NeedsPerson(f"delivery {id} is {found.state}: there is nothing to {act.partition('.')[2]}")
            more = {"delivery": str(id), "message": found.message, **({"key": person.key} if person.key else {})}
            await self.team.audit.record(
                AuditNote(who=person.name, act=act, on=found.outlet, way=person.way, more=more)
            )
            return await self.outbox.one(id)
