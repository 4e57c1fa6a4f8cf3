"""Recommends actions for an incident: from the alert, our map, runbooks, earlier incidents, and what a model said."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from ..core.flow import state
from ..core.given_parameters import fitting
from ..core.run import fold
from ..core.secret_tokens import TOKEN
from ..core.summary import line
from ..core.types import Action, Entry, Risk
from ..errors import BadInput, NotFound, ScriptSmithError
from ..incidents.model import Incident
from ..incidents.recommendations import Recommendation, carried_over, of_another, of_entry, ordered, put_now
from ..incidents.runbooks import Runbook, Runbooks, names_of
from ..incidents.store import IncidentStore, PastRun
from ..incidents.suggestions import SuggestionStore
from ..input_limits import ACTION
from ..ports import Catalogue, Journal
from ..retrieval.alert_names import answers_to, from_labels


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedEntry:
    """The entry that would serve an action as it is, with the values that its words give."""

    id: str
    title: str
    risk: Risk
    bound: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)


Serve: TypeAlias = Callable[[Action], Awaitable[ServedEntry | None]]
"""The entry that would serve an action, if one surely does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recommended:
    """What is recommended, looks first; nothing is an answer too. `problems` says what could not be asked."""

    actions: tuple[Recommendation, ...] = ()
    runbook: Runbook | None = None
    problems: tuple[str, ...] = ()


class Recommender(Protocol):
    """Recommends actions for an incident. Nothing is done, and what the alert says is only data."""

    async def recommend(self, incident: Incident, /, *, seconds: float | None = None) -> Recommended:
        """What is found; what cannot be asked within `seconds` is told as a problem."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownActions:
    """A `Recommender` that knows: the alert's own `action`, our map of alerts, the runbook, earlier incidents, and last
    what a model has suggested before. It asks no model itself.

    Whatever of these cannot be asked is told, and the others are asked all the same.
    """

    catalogue: Catalogue
    serve: Serve
    store: IncidentStore
    journal: Journal
    runbooks: Runbooks | None = None
    suggestions: SuggestionStore | None = None

    async def recommend(self, incident: Incident, /, *, seconds: float | None = None) -> Recommended:
        if incident.state == "resolved":
            return Recommended()
        found: list[Recommendation] = []
        problems: list[str] = []
        runbook: Runbook | None = None
        try:
            runbook = await self.runbooks.find(names_of(incident)) if self.runbooks else None
        except ScriptSmithError as error:
            problems.append(str(error))
        parts = (
            self._annotated(incident),
            self._mapped(incident),
            self._listed(runbook),
            self._earlier(incident, problems),
            self._suggested(incident, problems),
        )
        end = asyncio.get_running_loop().time() + seconds if seconds is not None else None
        for part, slow in zip(parts, (True, False, True, False, False), strict=True):
            try:
                async with asyncio.timeout_at(end if slow else None):  # what searches waits for a processor
                    async for one in part:
                        found.append(one)
            except TimeoutError:
                problems.append("the catalogue could not be searched in time for all that was named: look again")
            except ScriptSmithError as error:
                problems.append(str(error))
            finally:
                await part.aclose()
        return Recommended(actions=ordered(found), runbook=runbook, problems=tuple(dict.fromkeys(problems)))

    async def _annotated(self, incident: Incident) -> AsyncGenerator[Recommendation, None]:
        """What the alert's own annotation `action` says, word for word."""
        text = " ".join(incident.annotations.get("action", "").split())
        if not text:
            return
        if len(text) > ACTION // 10:
            raise BadInput("the alert's annotation `action` is too long to be an action")
        yield await self._in_words(text, "annotation", "the alert's annotation `action` says so")

    async def _mapped(self, incident: Incident) -> AsyncGenerator[Recommendation, None]:
        """What the shipped table says of the alert."""
        for answer in answers_to(Action(text=f"{incident.name} {incident.title}")):
            if (entry := await self._entry(answer.entry)) is None:
                continue
            values, problems = from_labels(answer, entry, incident.labels)
            yield of_entry(
                entry,
                values,
                incident=incident,
                source="alert map",
                why="it only looks into this alert" if answer.looks else "it may put right what this alert is about",
                kind="look" if answer.looks else "change",
                doubts=problems if answer.looks else (*problems, "it changes something: look into the alert first"),
            )

    async def _listed(self, runbook: Runbook | None) -> AsyncGenerator[Recommendation, None]:
        """Those items of the runbook that an entry serves."""
        for item in runbook.items if runbook else ():
            one = await self._in_words(item, "runbook", f"the runbook {runbook.name if runbook else ''} lists it")
            if one.entry:
                yield one

    async def _earlier(self, incident: Incident, problems: list[str]) -> AsyncGenerator[Recommendation, None]:
        """What people approved for earlier incidents of the same kind, with the values of this one. A published script
        that is about what this incident is not is offered as its action in words, from which a run makes a new one."""
        seen: set[str] = set()
        for past in await self.store.past_runs(incident.id):
            run = fold(await self.journal.read(past.run))
            settled = run.settled
            if settled is None or state(run) not in ("approved", "published"):
                continue
            name = run.published.id if run.published else settled.entry.partition("@")[0]
            entry = await self._entry(name) if name and name not in seen else None
            if entry is None:
                continue
            seen.add(name)
            why = f"{run.review.reviewer if run.review else 'somebody'} approved it for {past.incident}"
            told = {} if run.published else settled.parameters
            if run.published and (other := of_another(entry.script.text, past.labels, incident.labels)):
                if (one := _in_new_words(run.action.text, past, incident, other, why)) is None:
                    problems.append(f"{why}, and its script is about {', '.join(other)}: what that is here is missing")
                else:
                    yield one
                continue
            carried, lost = carried_over(told, past.labels, incident.labels)
            mapped = self._mapped_values(entry, incident)
            carried = {**{each: mapped[each] for each in lost if each in mapped}, **carried}
            doubts = [
                f"{each} was {told[each]} then" for each in lost if each not in carried and _is_open(entry, each, told)
            ]
            if run.published and not entry.parameters:
                doubts.append("what stands in its script is of then: compare it with this incident")
            yield of_entry(
                entry, fitting(entry, carried), incident=incident, source="earlier incident", why=why, doubts=doubts
            )

    def _mapped_values(self, entry: Entry, incident: Incident) -> Mapping[str, str]:
        """What the shipped table binds to the entry's parameters from the labels of now, where it knows the alert."""
        answers = answers_to(Action(text=f"{incident.name} {incident.title}"))
        answer = next((each for each in answers if each.entry == entry.id), None)
        return from_labels(answer, entry, incident.labels)[0] if answer else {}

    async def _suggested(self, incident: Incident, problems: list[str]) -> AsyncGenerator[Recommendation, None]:
        """What a model was offered and chose, and what it put into words itself."""
        said = await self.suggestions.of(incident.id) if self.suggestions else None
        if said is None:
            return
        if said.problem:
            problems.append(said.problem)
        for each in said.actions:
            why = f"{said.model} suggests it" + (f": “{each.reason}”" if each.reason else "")
            entry = await self._entry(each.entry) if each.entry else None
            if entry:
                yield of_entry(entry, {}, incident=incident, source="model", why=why)
            elif not each.entry:
                doubt = "new: nothing in the catalogue was checked for it"
                yield Recommendation(text=each.text, source="model", why=why, doubts=(doubt,))

    async def _in_words(self, text: str, source: str, why: str) -> Recommendation:
        """An action in words from outside, and the entry that would serve it."""
        served = await self.serve(Action(text=text))
        if served is None:
            doubt = "no entry surely serves it: the run searches for one, or has a model write a script"
            return Recommendation(text=text, source=source, why=why, doubts=(doubt,))  # type: ignore[arg-type]
        return Recommendation(
            text=text,
            source=source,  # type: ignore[arg-type]
            why=why,
            kind="look" if served.risk == "safe" else "change",
            entry=served.id,
            title=served.title,
            risk=served.risk,
            bound=served.bound,
            defaults=served.defaults,
        )

    async def _entry(self, name: str) -> Entry | None:
        """A verified entry, if it is there."""
        try:
            entry = await self.catalogue.get(name)
        except (NotFound, BadInput):
            return None
        return entry if entry.status == "verified" else None


def _in_new_words(
    text: str, past: PastRun, incident: Incident, other: Mapping[str, str], why: str
) -> Recommendation | None:
    """The action of an earlier run about what this incident is about; None where that is not known."""
    text = TOKEN.sub("…", line(text))  # which would stand for a secret of another run
    said = of_another(text, past.labels, incident.labels)
    if not all({**other, **said}.values()):
        return None
    changed = ", ".join(f"{value} is {now} now" for value, now in {**other, **said}.items())
    doubt = f"its script was for another incident, and the run makes a new one: {changed}"
    return Recommendation(text=put_now(text, said), source="earlier incident", why=why, doubts=(doubt,))


def _is_open(entry: Entry, name: str, told: Mapping[str, str]) -> bool:
    """Whether the value that a parameter had then was not its default."""
    return any(each.name == name and each.default != told.get(name) for each in entry.parameters)
