"""What people and sources do with incidents: report them, look at them, and make runs of what is recommended."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..core.audit import AuditNote
from ..core.flow import UNDECIDED, State, state
from ..core.parameters import validate
from ..core.permissions import Person
from ..errors import BadInput, NeedsPerson, NotFound
from ..incidents.model import Incident, KeptIncident, Receipt
from ..incidents.recommendations import Recommendation, named
from ..incidents.recommended import Recommended
from ..incidents.store import IncidentStore, LinkedRun
from ..redaction import mask
from .recommending import Recommender
from .team_service import TeamService

PREPARER = Person(name="scriptsmith", parts=frozenset({"requester"}), way="local")
"""In whose name looks are prepared."""
SEARCH_SECONDS = 4.0
"""How long somebody who looks at an incident waits for what is recommended: what is not found by then is told."""
_GOES_ON = ("working", *UNDECIDED, "approved", "published")


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeRun:
    """A run for an incident, and where it stands; `new` is false where it had been made before and goes on."""

    run: str
    new: bool
    state: State = "working"


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentService:
    """The use cases for incidents over a store and a team. A report comes from a source and not from a person; all else
    raises `NotAllowed` for people who may not."""

    store: IncidentStore
    team: TeamService
    recommender: Recommender
    seconds: float = SEARCH_SECONDS

    async def report(self, incidents: Sequence[Incident]) -> Sequence[Receipt]:
        """Keep what a source reports, without its secrets, in one transaction."""
        masked = await asyncio.to_thread(lambda: [without_secrets(each) for each in incidents])
        return await self.store.keep(masked)

    async def look(self, person: Person, id: str) -> KeptIncident:
        """An incident; raises `NotFound`."""
        await self.team.allow(person, "look", id)
        return await self.store.get(id)

    async def recommend(self, person: Person, id: str) -> Recommended:
        """What is recommended for an incident within `seconds`; for a resolved one nothing."""
        return await self.recommended((await self.look(person, id)).incident)

    async def recommended(self, incident: Incident) -> Recommended:
        """The same for one that somebody is looking at."""
        return await self.recommender.recommend(incident, seconds=self.seconds)

    async def make_run(self, person: Person, id: str, recommendation: str, given: Mapping[str, str]) -> MadeRun:
        """Make a run of a recommendation, with the values that a person gives for what is missing.

        Of the same one with the same values there is one run at a time. Raises `NotFound` when it is not recommended
        any more, `BadInput` for values that its entry does not take, and `NeedsPerson` for a resolved incident.
        """
        await self.team.allow(person, "ask", id)
        kept = await self.store.get(id)
        self._open(kept)
        found = await self.recommender.recommend(kept.incident)
        one = named(found.actions, recommendation)
        if one is None:
            raise NotFound(f"this is not recommended for incident {id} any more: look at it again")
        values = await self._values(one, given)
        name = _name(one, values)
        async with self.team.together():
            await self.store.hold(id)
            self._open(await self.store.get(id))
            for link in await self.store.runs(id):
                if link.recommendation == name:
                    stands = state(await self.team.run_service.show(link.run))
                    if stands in _GOES_ON:
                        return MadeRun(run=link.run, new=False, state=stands)
            run = await self.team.ask(person, one.action(kept.incident, values))
            await self.store.link(id, LinkedRun(run=run, recommendation=name, by=person.name, at=""))
            more = {"run": run, "recommendation": one.id, **({"key": person.key} if person.key else {})}
            await self.team.audit.record(
                AuditNote(who=person.name, act="incident.run", on=id, way=person.way, more=more)
            )
        return MadeRun(run=run, new=True)

    async def prepare(self, id: str) -> MadeRun | None:
        """Make a run of the first recommended look that is ready, in the service's own name; None where none is, or the
        incident is resolved. Nothing is executed, and people review it like any other run."""
        kept = await self.store.get(id)
        found = await self.recommender.recommend(kept.incident)
        for one in found.actions:
            if await self._ready(one):
                return await self.make_run(PREPARER, id, one.id, {})
        return None

    async def _ready(self, one: Recommendation) -> bool:
        """Whether a run may be made of a look before anybody has seen it: of an entry that is declared safe and reads
        as safe, where no value is missing or doubted, and that no words from outside and no model have chosen."""
        if one.kind != "look" or one.source not in ("alert map", "earlier incident") or not one.chosen:
            return False
        if one.missing or one.doubts or one.risk != "safe":
            return False
        kit = self.team.run_service.kit
        entry = await kit.catalogue.get(one.entry)
        return (await kit.language.weigh(entry.script)).risk == "safe"

    def _open(self, kept: KeptIncident) -> None:
        if kept.incident.state == "resolved":
            raise NeedsPerson(f"incident {kept.incident.id} is resolved: it starts nothing any more")

    async def _values(self, one: Recommendation, given: Mapping[str, str]) -> dict[str, str]:
        """The person's values as the entry takes them."""
        if not one.chosen:
            if given:
                raise BadInput("this recommendation takes no values")
            return {}
        entry = await self.team.run_service.kit.catalogue.get(one.entry)
        known = {each.name: each for each in entry.parameters}
        values: dict[str, str] = {}
        for name, value in given.items():
            if name not in known:
                raise BadInput(f"{entry.id} takes no {name!r}")
            try:
                values[name] = validate(known[name], value)
            except ValueError as error:
                raise BadInput(str(error)) from None
        if left := [each.name for each in one.missing if each.name not in values]:
            raise BadInput(f"{entry.id} needs a value for {', '.join(left)}")
        return values


def _name(one: Recommendation, values: Mapping[str, str]) -> str:
    """What runs of the same recommendation with the same values have in common."""
    if not values:
        return one.id
    return f"{one.id}:{hashlib.sha256(json.dumps(sorted(values.items())).encode()).hexdigest()[:8]}"


def without_secrets(incident: Incident) -> Incident:
    """The incident with stars in the place of secrets in its texts."""
    return replace(
        incident,
        title=mask(incident.title),
        description=mask(incident.description),
        labels={name: mask(value) for name, value in incident.labels.items()},
        annotations={name: mask(value) for name, value in incident.annotations.items()},
    )
