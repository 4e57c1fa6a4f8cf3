"""Recommends actions for an incident: from the alert, our map, runbooks, earlier incidents, and what a model said."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
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
from ..incidents.recommendations import Recommendation, Source, carried_over, of_another, of_entry, ordered, put_now
from ..incidents.recommended import AskedSource, Had, Recommended
from ..incidents.runbooks import Runbook, Runbooks, names_of
from ..incidents.store import IncidentStore, PastRun
from ..incidents.suggestions import OpenQuestion, SuggestionStore
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


_ANNOTATED = ACTION // 10
"""Characters of an annotation `action` that is taken for one."""
SOURCES: tuple[Source, ...] = ("annotation", "alert map", "runbook", "earlier incident", "model")
_ASKED: Mapping[Source, str] = {
    "annotation": "the entry that serves the alert's own action",
    "alert map": "what the map of alerts names",
    "runbook": "the entries that serve the runbook's items",
    "earlier incident": "what was approved for earlier incidents",
    "model": "what a model said",
}
Serve: TypeAlias = Callable[[Action], Awaitable[ServedEntry | None]]
"""The entry that would serve an action, if one surely does."""


class Recommender(Protocol):
    """Recommends actions for an incident. Nothing is done, and what the alert says is only data."""

    async def recommend(self, incident: Incident, /, *, seconds: float | None = None) -> Recommended:
        """What is found; what cannot be asked within `seconds` is told as a problem."""
        ...


@dataclass(slots=True)
class _Told:
    """What one source has told so far. `why` says why nothing, or not all of it."""

    source: Source
    actions: list[Recommendation] = field(default_factory=list)
    had: Had = "nothing"
    why: str = ""
    runbook: Runbook | None = None
    problems: list[str] = field(default_factory=list)

    def left(self, had: Had, why: str) -> None:
        """It has no more to tell, and this is why."""
        self.had, self.why = had, why
        if had in ("unfinished", "failed"):
            self.problems.append(why)

    def asked(self) -> AskedSource:
        """What it had, in a word."""
        had = "actions" if self.actions and self.had in ("nothing", "not asked") else self.had
        return AskedSource(source=self.source, had=had, why=self.why)


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
            return Recommended(resolved=True)
        end = asyncio.get_running_loop().time() + seconds if seconds is not None else None
        told = [_Told(source) for source in SOURCES]
        annotation, alert_map, runbook, earlier, model = told
        steps: Sequence[tuple[_Told, Callable[[Incident, _Told], Awaitable[None]]]] = (  # what searches comes last
            (runbook, self._runbook),
            (alert_map, self._mapped),
            (earlier, self._earlier),
            (model, self._suggested),
            (annotation, self._annotated),
            (runbook, self._listed),
        )
        for source, step in steps:
            try:
                async with asyncio.timeout_at(end):
                    await step(incident, source)
            except TimeoutError:
                source.left("unfinished", f"there was no time to ask for all of this: {_ASKED[source.source]}")
            except ScriptSmithError as error:
                source.left("failed", str(error))
        problems = [each for source, _ in steps for each in source.problems]
        return Recommended(
            actions=ordered(one for source in told for one in source.actions),
            runbook=runbook.runbook,
            problems=tuple(dict.fromkeys(problems)),
            sources=tuple(source.asked() for source in told),
        )

    async def _annotated(self, incident: Incident, told: _Told) -> None:
        """What the alert's own annotation `action` says, word for word."""
        text = " ".join(incident.annotations.get("action", "").split())
        if not text:
            told.left("nothing", "the alert has no annotation `action`")
            return
        if len(text) > _ANNOTATED:
            why = f"the alert's annotation `action` is too long: {len(text):,} characters of {_ANNOTATED:,} at most"
            told.left("nothing", why)
            told.problems.append(why)
            return
        why = "the alert's annotation `action` says so"
        doubt = "no entry was searched for: the run searches for one"
        told.actions.append(Recommendation(text=text, source="annotation", why=why, doubts=(doubt,)))
        told.actions[:] = [await self._in_words(text, "annotation", why)]

    async def _mapped(self, incident: Incident, told: _Told) -> None:
        """What the shipped table says of the alert."""
        answers = await asyncio.to_thread(answers_to, Action(text=f"{incident.name} {incident.title}"))
        for answer in answers:
            if (entry := await self._entry(answer.entry)) is None:
                continue
            values, problems = from_labels(answer, entry, incident.labels)
            one = of_entry(
                entry,
                values,
                incident=incident,
                source="alert map",
                why="it only looks into this alert" if answer.looks else "it may put right what this alert is about",
                kind="look" if answer.looks else "change",
                doubts=problems if answer.looks else (*problems, "it changes something: look into the alert first"),
            )
            told.actions.append(one)
        if not told.actions:
            missing = "none of the entries that it names is in the catalogue"
            told.left("nothing", missing if answers else "it does not know this alert")

    async def _runbook(self, incident: Incident, told: _Told) -> None:
        """The runbook of the alert."""
        if self.runbooks is None:
            told.left("not asked", "`incidents.runbooks` names no folder")
            return
        told.runbook = await self.runbooks.find(names_of(incident))
        if told.runbook is None:
            told.left("nothing", "no runbook is named like the alert or its runbook_url")

    async def _listed(self, incident: Incident, told: _Told) -> None:
        """Those items of the runbook that an entry serves."""
        if told.runbook is None:
            return
        for item in told.runbook.items:
            one = await self._in_words(item, "runbook", f"the runbook {told.runbook.name} lists it")
            if one.entry:
                told.actions.append(one)
        if not told.actions:
            told.left("nothing", f"the runbook {told.runbook.name} lists nothing that an entry surely serves")

    async def _earlier(self, incident: Incident, told: _Told) -> None:
        """What people approved for earlier incidents of the same kind, with the values of this one: the entry that was
        served, or else what was published. A published script that is about what this incident is not is offered as its
        action in words, from which a run makes a new one."""
        seen: set[str] = set()
        for past in await self.store.past_runs(incident.id):
            run = fold(await self.journal.read(past.run))
            settled = run.settled
            if settled is None or state(run) not in ("approved", "published"):
                continue
            served = settled.entry.partition("@")[0]
            published = run.published if run.published and run.published.id != served else None
            entry = await self._entry(served) if served and served not in seen else None
            if entry is None and published and published.id not in seen:
                entry = await self._entry(published.id)
            if entry is None:
                continue
            seen |= {entry.id, *([published.id] if published else [])}
            own = published if published and entry.id == published.id else None
            why = f"{run.review.reviewer if run.review else 'somebody'} approved it for {past.incident}"
            values = {} if own else settled.parameters
            if own and (other := of_another(entry.script.text, past.labels, incident.labels)):
                if (one := _in_new_words(run.action.text, past, incident, other, why)) is None:
                    lacks = f"{why}, and its script is about {', '.join(other)}: what that is here is missing"
                    told.problems.append(lacks)
                    told.why = lacks
                else:
                    told.actions.append(one)
                continue
            carried, lost = carried_over(values, past.labels, incident.labels)
            mapped = self._mapped_values(entry, incident)
            carried = {**{each: mapped[each] for each in lost if each in mapped}, **carried}
            doubts = [
                f"{each} was {values[each]} then"
                for each in lost
                if each not in carried and _is_open(entry, each, values)
            ]
            if own and not entry.parameters:
                doubts.append("what stands in its script is of then: compare it with this incident")
            one = of_entry(
                entry, fitting(entry, carried), incident=incident, source="earlier incident", why=why, doubts=doubts
            )
            told.actions.append(one)
        if not told.actions and not told.why:
            told.left("nothing", "no run for an incident of the same name and service was approved")

    def _mapped_values(self, entry: Entry, incident: Incident) -> Mapping[str, str]:
        """What the shipped table binds to the entry's parameters from the labels of now, where it knows the alert."""
        answers = answers_to(Action(text=f"{incident.name} {incident.title}"))
        answer = next((each for each in answers if each.entry == entry.id), None)
        return from_labels(answer, entry, incident.labels)[0] if answer else {}

    async def _suggested(self, incident: Incident, told: _Told) -> None:
        """What a model was offered and chose, and what it put into words itself."""
        if self.suggestions is None:
            told.left("not asked", "`incidents.ask_model` is off")
            return
        said = await self.suggestions.of(incident.id)
        if said is None:
            told.left(*_unanswered(await self.suggestions.unanswered(incident.id)))
            return
        for each in said.actions:
            why = f"{said.model} suggests it" + (f": “{each.reason}”" if each.reason else "")
            entry = await self._entry(each.entry) if each.entry else None
            if entry:
                told.actions.append(of_entry(entry, {}, incident=incident, source="model", why=why))
            elif not each.entry:
                doubt = "new: nothing in the catalogue was checked for it"
                told.actions.append(Recommendation(text=each.text, source="model", why=why, doubts=(doubt,)))
        if said.problem:
            told.left("waiting" if said.again else "nothing" if said.actions else "failed", said.problem)
            told.problems = [said.problem]
        elif not told.actions:
            told.left("nothing", f"{said.model} suggests nothing")

    async def _in_words(self, text: str, source: Source, why: str) -> Recommendation:
        """An action in words from outside, and the entry that would serve it."""
        served = await self.serve(Action(text=text))
        if served is None:
            doubt = "no entry surely serves it: the run searches for one, or has a model write a script"
            return Recommendation(text=text, source=source, why=why, doubts=(doubt,))
        return Recommendation(
            text=text,
            source=source,
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


def _unanswered(question: OpenQuestion) -> tuple[Had, str]:
    """What is told of a question that no model has answered."""
    if question.standing == "late":
        return "failed", "no model answered within an hour of its coming"
    if question.standing == "due":
        return "waiting", "the model is asked about it as soon as its turn comes"
    return "waiting", f"the model was asked {question.seconds:.0f} s ago and has not answered yet"


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
