"""Asks a model, after everything else, what could be done about a new incident. Nobody waits for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field

from .. import prompts
from ..core.types import Action, Entry
from ..errors import CutOff, Unavailable
from ..incidents.model import Incident
from ..incidents.recommendations import as_context
from ..incidents.recommended import Recommended
from ..incidents.store import IncidentStore
from ..incidents.suggestions import Suggestions, SuggestionStore, schema, suggested
from ..ports import Catalogue, Model
from ..prompt_injection import without_orders
from .recommending import Recommender
from .repeating import repeat

TICK = 1.0
"""Seconds between two looks for an incident to ask about."""
_PAUSE, _LONGEST = 30.0, 600.0
_GRACE = 60.0
_CANDIDATES = 8
_CONTEXT = 4000
_ASKED = 500


@dataclass(slots=True)
class ModelPause:
    """For how long a model that could not be had is left alone, and why."""

    why: str = ""
    seconds: float = 0.0
    until: float = 0.0

    def begin(self, why: str) -> str:
        """Leave it alone, twice as long as the last time; returns `why`."""
        self.why, self.seconds = why, min(2 * self.seconds or _PAUSE, _LONGEST)
        self.until = time.monotonic() + self.seconds
        return why

    def end(self) -> None:
        """It has answered."""
        self.seconds = self.until = 0.0

    def left(self) -> float:
        """Seconds that are left; 0 where it may be asked."""
        return max(0.0, self.until - time.monotonic())


async def _no_trace(incident: str) -> AbstractContextManager[None]:
    return nullcontext()


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggesting:
    """What a worker does to have a model's suggestions, one incident after the other, newest first, at most `most` in
    an hour. `known` recommends without it; an answer that takes more than `seconds` is not waited for."""

    store: SuggestionStore
    incidents: IncidentStore
    known: Recommender
    catalogue: Catalogue
    model: Model
    seconds: float
    most: int
    say: Callable[[str], None]
    trace: Callable[[str], Awaitable[AbstractContextManager[None]]] = _no_trace
    pause: ModelPause = field(default_factory=ModelPause)

    async def run(self, stop: asyncio.Event) -> None:
        """Ask until `stop`; a question that is open then is given up, and another worker asks it anew. Nothing that
        goes wrong is raised: it is said, or kept beside the incident."""
        asking = asyncio.create_task(repeat(self._step, stop, lambda why: self.say(f"models wait: {why}")))
        await stop.wait()
        asking.cancel()
        with suppress(asyncio.CancelledError):
            await asking

    async def _step(self) -> float:
        return 0.0 if await self.ask_next() else TICK

    async def ask_next(self) -> bool:
        """Ask about the next incident and keep what came of it; False where there is none to ask about.

        A model that could not be had is left alone for a while, longer each time: incidents say so meanwhile, without
        being searched for, and it is asked about them later.
        """
        id = await self.store.claim(lease=self.seconds + _GRACE, most=self.most)
        if id is None:
            return False
        if left := self.pause.left():
            why = f"{self.model.name} is not asked for now: {self.pause.why}"
            await self.store.answered(id, Suggestions(model=self.model.name, problem=why), again=left)
            return True
        incident = (await self.incidents.get(id)).incident
        with await self.trace(id):
            answer = await self._answer(incident)
        await self.store.answered(id, answer, again=self.pause.left() or None)
        if answer.problem:
            self.say(f"incident {id}: {answer.problem}")
        return True

    async def _answer(self, incident: Incident) -> Suggestions:
        """What the model suggests, or why it suggests nothing."""
        name = self.model.name
        known = await self.known.recommend(incident)
        offered = await self._offered(incident, known)
        prompt = prompts.suggest(
            without_orders(as_context(incident)[:_CONTEXT]),
            [each.title or each.text for each in known.actions],
            [(each.id, each.title, each.risk) for each in offered],
            schema([each.id for each in offered]),
        )
        try:
            async with asyncio.timeout(self.seconds):
                reply = await self.model.ask(prompt)
            self.pause.end()
            actions, dropped = suggested(reply.text, [each.id for each in offered])
        except CutOff as error:  # the model is there
            return Suggestions(model=name, problem=str(error))
        except TimeoutError:
            return Suggestions(model=name, problem=self.pause.begin(f"{name} did not answer within {self.seconds:g} s"))
        except Unavailable as error:
            return Suggestions(model=name, problem=self.pause.begin(str(error)))
        except ValueError as error:
            return Suggestions(model=name, problem=f"{name} was asked, and {error}")
        problem = f"{name} was asked, and {dropped} of its actions were dropped: they are none that it was offered"
        return Suggestions(model=reply.call.model, actions=actions, problem=problem if dropped else "")

    async def _offered(self, incident: Incident, known: Recommended) -> list[Entry]:
        """The entries nearest to what the alert says, but for those that are recommended already."""
        there = {each.entry for each in known.actions}
        text = f"{incident.name}: {incident.title} {incident.description}"[:_ASKED]
        found = await self.catalogue.nearest(Action(text=text), limit=_CANDIDATES + len(there))
        entries = [each.entry for each in found if each.entry.status == "verified" and each.entry.id not in there]
        return entries[:_CANDIDATES]
