"""What a person may ask of the service, each use case with its permission, its record and its work for the queue.

What is decided, the note of it in the audit and the work that follows happen in one transaction: all of it or nothing.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from ..core.approval import ApprovalPolicy, ApprovalState, binding, is_author, standing
from ..core.audit import AuditNote
from ..core.events import Assigned, Cancelled, Commented, Endorsed, Event, Labelled, Rated
from ..core.flow import UNDECIDED, at_work, state
from ..core.lookalikes import deceptive
from ..core.outcome import rateable
from ..core.permissions import VERBS, Act, Person, folded, may, proper
from ..core.run import Run
from ..core.types import Action, Entry, Script
from ..errors import BadInput, Blocked, Conflict, NeedsPerson, NotAllowed, NotFound
from ..input_limits import SCRIPT, fit_comment, fit_context, fit_source, usable
from ..ports import AuditLog, Queue
from ..redaction import mask
from ..run_service import RunService

LONGEST_TITLE = 200
"""Characters of a title that somebody chooses."""
ENTRY_ID = re.compile(r"[a-z0-9][a-z0-9-]{1,78}[a-z0-9]")
LONGEST_NAME = 100
_PATIENCE = 10
_NOTHING: Mapping[str, str] = {}


def _now() -> datetime:
    return datetime.now(UTC)


async def _nobody() -> Sequence[Person]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamService:
    """The use cases for people over a run service. `together` opens a transaction that journal, queue and audit share;
    `people` names everybody who may come in.

    Every method raises `NotAllowed` when the person may not, and that is noted in the audit, as is what policy blocks,
    even where the caller has a transaction of their own that is undone. Numbers called `seq` are those of the last
    event that the person has seen: `Conflict` when the run has moved on.
    """

    run_service: RunService
    queue: Queue
    audit: AuditLog
    together: Callable[[], AbstractAsyncContextManager[object]]
    approvals: ApprovalPolicy = field(default_factory=ApprovalPolicy)
    now: Callable[[], datetime] = _now
    people: Callable[[], Awaitable[Sequence[Person]]] = _nobody

    async def allow(self, person: Person, act: Act, on: str = "") -> None:
        """Raise `NotAllowed` unless `person` may do `act`."""
        async with self._allowed(person, act, on):
            pass

    async def ask(self, person: Person, action: Action) -> str:
        """Record what is asked for, and have a worker see to it; returns the id of the run."""
        async with self._allowed(person, "ask"):
            usable(action.text)
            fit_context(action.context)
            if action.entry:
                await self._there(action.entry)
            async with self.together():
                run_id = await self.run_service.open(action, person.name)
                await self.queue.put(run_id, source=person.name)
                await self._note(person, "run.ask", run_id)
            return run_id

    async def _there(self, entry: str) -> None:
        """Raises `BadInput` for an entry that is chosen and is not there."""
        try:
            await self.run_service.kit.catalogue.get(entry)
        except NotFound as error:
            raise BadInput(str(error)) from None

    async def look(self, person: Person, run_id: str) -> Run:
        """The run; raises `NotFound`."""
        async with self._allowed(person, "look", run_id):
            return await self.run_service.show(run_id)

    def standing(self, run: Run) -> ApprovalState:
        """How many people have approved what is settled, and how many it takes."""
        return standing(run, self.approvals, self.now())

    async def approve(
        self, person: Person, run_id: str, *, seq: int, comment: str = "", title: str = "", entry: str = ""
    ) -> Run:
        """Approve exactly what is settled. When that was the last approval that it takes and the person is a publisher
        too, it is published, as `publish` does; else `publish` does that, and names it. Raises `BadInput` for a title
        or an id where nothing is published: of what an entry answered, nothing is."""
        async with self._allowed(person, "review", run_id):
            fit_comment(comment)
            title = await self._named(title, entry)
            run = await self.run_service.at(run_id, seq)
            if run.settled is None or state(run) not in UNDECIDED:
                raise NeedsPerson(f"run {run_id} is not waiting for a review")
            if not self.approvals.own and is_author(run, person.name):
                raise NotAllowed(
                    f"{person.name} asked for run {run_id} or wrote its script: somebody else has to approve"
                )
            before = self.standing(run)
            publishes = may(person, "publish") and before.missing <= 1 and not run.settled.entry
            if (title or entry) and not publishes:
                raise BadInput(_unnameable(run_id, run))
            if before.has(person.name):
                raise NotAllowed(f"{person.name} has approved run {run_id} already: somebody else has to approve too")
            now = self.now()
            what, until = binding(run.settled), _said(now + timedelta(hours=self.approvals.hours))
            endorsed = Endorsed(by=person.name, binding=what, until=until, comment=comment, at=_said(now))
            async with self.together():
                after = await self.run_service.endorse(run_id, endorsed, seq=seq)
                published = may(person, "publish") and not self.standing(after).missing
                if published:
                    after = await self._publish(person, run_id, after, comment, title, entry)
                await self._note(person, "run.approve", run_id, comment, {"binding": what, "until": until})
                if published:
                    await self._note(person, "run.publish", run_id, "", {"binding": what})
            return after

    async def publish(
        self, person: Person, run_id: str, *, seq: int, comment: str = "", title: str = "", entry: str = ""
    ) -> Run:
        """Publish what enough people have approved, under a title and an id of the person's choice (else made of the
        action's words). Raises `NotAllowed` when too few have, or not any more, and `BadInput` for an id that is none
        or that another entry has."""
        async with self._allowed(person, "publish", run_id), self.together():
            fit_comment(comment)
            title = await self._named(title, entry)
            run = await self.run_service.at(run_id, seq)
            if run.settled is None or state(run) not in UNDECIDED:
                raise NeedsPerson(f"run {run_id} is not waiting to be published")
            if (title or entry) and run.settled.entry:
                raise BadInput(_unnameable(run_id, run))
            if left := self.standing(run).missing:
                raise NotAllowed(
                    f"run {run_id} lacks the approval of {left} more {'person' if left == 1 else 'people'}"
                )
            after = await self._publish(person, run_id, run, comment, title, entry)
            await self._note(person, "run.publish", run_id, comment, {"binding": binding(run.settled)})
            return after

    async def _named(self, title: str, entry: str) -> str:
        """The title; raises `BadInput` for one that is too long or is not what it seems, and for an id that cannot be
        had."""
        title = " ".join(title.split())
        if title:
            entries = await self.run_service.kit.catalogue.entries()
            if why := deceptive(title, (each.title for each in entries)):
                raise BadInput(why)
        if len(title) > LONGEST_TITLE:
            raise BadInput(f"a title has at most {LONGEST_TITLE} characters")
        if entry and not ENTRY_ID.fullmatch(entry):
            raise BadInput(f"{entry!r} is no id of an entry: 3 to 80 small letters, digits and hyphens")
        if entry:
            with suppress(NotFound):
                await self.run_service.kit.catalogue.get(entry)
                raise BadInput(f"there is an entry {entry} already: choose another id")
        return title

    async def _publish(
        self, person: Person, run_id: str, run: Run, comment: str, title: str = "", entry: str = ""
    ) -> Run:
        """Record the decision of those whose approvals stand; a worker does what follows from it."""
        names = ", ".join(self.standing(run).by)
        after = await self.run_service.decide(
            run_id,
            "approve",
            reviewer=names,
            comment=comment,
            seq=run.seq,
            title=title,
            entry=entry,
            publisher=person.name,
        )
        await self.queue.put(run_id, source=person.name)
        return after

    async def edit(self, person: Person, run_id: str, text: str, *, seq: int, comment: str = "") -> Run:
        """Put the person's own script in the place of the settled one; it is checked and assessed like any other, and
        nobody has approved of it yet."""
        async with self._allowed(person, "review", run_id):
            run = await self.run_service.at(run_id, seq)
            script = Script(text=fit_source(text, "the script", SCRIPT), target=run.action.target)
            if run.settled and run.settled.script == script:
                raise BadInput("the script is the one that is settled already: nothing was edited")
            return await self._decide(person, run_id, "edit", seq=seq, comment=comment, script=script)

    async def reject(self, person: Person, run_id: str, *, seq: int, comment: str = "", final: bool = False) -> Run:
        """Reject what is settled; with a comment another draft is written, unless it is `final`."""
        async with self._allowed(person, "review", run_id):
            await self.run_service.at(run_id, seq)
            return await self._decide(person, run_id, "reject", seq=seq, comment=comment, final=final)

    async def _decide(self, person: Person, run_id: str, decision: str, *, comment: str, **more: Any) -> Run:
        fit_comment(comment)
        async with self.together():
            after = await self.run_service.decide(run_id, decision, reviewer=person.name, comment=comment, **more)
            await self.queue.put(run_id, source=person.name)
            await self._note(person, f"run.{decision}", run_id, comment)
        return after

    async def label(
        self, person: Person, run_id: str, *, seq: int, label: int | None = None, useful: int | None = None
    ) -> Run:
        """Say how good the settled script is, and how useful what was said of it: 0, 1 or 2 each."""
        async with self._allowed(person, "review", run_id):
            if label not in (None, 0, 1, 2) or useful not in (None, 0, 1, 2) or (label is None and useful is None):
                raise BadInput("give a label or a usefulness, each of them 0, 1 or 2")
            run = await self.run_service.at(run_id, seq)
            script = run.settled.script if run.settled else None
            if script is None:
                raise NeedsPerson(f"run {run_id} has no script to label")
            event = Labelled(by=person.name, digest=script.digest, label=label, useful=useful, at=_said(self.now()))
            async with self.together():
                after = await self.run_service.note(run_id, event, seq=seq)
                given = {"label": label, "useful": useful}
                told = {name: str(number) for name, number in given.items() if number is not None}
                await self._note(person, "run.label", run_id, "", told)
            return after

    async def comment(self, person: Person, run_id: str, text: str) -> Run:
        """Write something about a run that is not at work; it decides nothing, and whoever decides has to have seen it.
        Raises `BadInput` for no text and `NeedsPerson` for a run at work."""
        async with self._allowed(person, "comment", run_id):
            fit_comment(text)
            if not text.strip():
                raise BadInput("the comment is empty")
            told = Commented(by=person.name, text=text.strip(), at=_said(self.now()))
            return await self._remarked(person, run_id, told, "run.comment")

    async def rate(self, person: Person, run_id: str, about: str, useful: bool) -> Run:
        """Say whether a finding or an opinion about what is settled helped; `about` names it as `rateable` does.

        It makes nobody's decision stale. Raises `BadInput` where there is no such thing."""
        async with self._allowed(person, "comment", run_id):
            run = await self.run_service.show(run_id)
            if about not in rateable(run):
                raise BadInput(f"run {run_id} has no {about!r}: name a finding or an opinion of what is settled")
            digest = run.settled.script.digest if run.settled and run.settled.script else ""
            rated = Rated(by=person.name, about=about, digest=digest, useful=useful, at=_said(self.now()))
            return await self._remarked(person, run_id, rated, "run.rate", {"about": about, "useful": str(useful)})

    async def assign(self, person: Person, run_id: str, to: str) -> Run:
        """Say who should decide on a run, empty for nobody in particular; it makes nobody's decision stale, and keeps
        nobody from deciding. Raises `BadInput` for who is nobody here or may not decide, and `NeedsPerson` for a run at
        work."""
        async with self._allowed(person, "comment", run_id):
            name = " ".join(to.split())
            if len(name) > LONGEST_NAME or not name.isprintable():
                raise BadInput(f"name one person, in at most {LONGEST_NAME} characters")
            if name:
                name = await self._decider(person, run_id, name)
            told = Assigned(by=person.name, to=name, at=_said(self.now()))
            return await self._remarked(person, run_id, told, "run.assign", {"to": name})

    async def _decider(self, person: Person, run_id: str, name: str) -> str:
        """The name of whoever is called so and may decide on the run, as it is kept; raises `BadInput` for others."""
        run = await self.run_service.show(run_id)
        known = {each.name.casefold(): each for each in (person, *await self.people())}
        found = known.get(name.casefold())
        if found is None:
            raise BadInput(f"nobody here is called {name!r}: name somebody who has a key or has logged in lately")
        if why := self._why_not_decide(run, found):
            raise BadInput(f"{found.name} {why}: assign run {run_id} to somebody else")
        return found.name

    async def deciders(self, run: Run) -> Sequence[str]:
        """The names of those to whom a run may be assigned."""
        return sorted(each.name for each in await self.people() if not self._why_not_decide(run, each))

    def _why_not_decide(self, run: Run, person: Person) -> str:
        """Why a person may not decide on what is settled, or will be: empty where they may."""
        stand = self.standing(run)
        settled = run.settled
        publishable = settled is not None and settled.script is not None and not settled.entry
        if may(person, "publish") and publishable and not (stand.over or stand.missing):
            return ""
        if not may(person, "review"):
            return "may not review scripts"
        if not self.approvals.own and is_author(run, person.name):
            return "asked for it or wrote its script, and does not approve it"
        return "has approved it" if stand.has(person.name) else ""

    async def _remarked(
        self, person: Person, run_id: str, event: Event, act: str, more: Mapping[str, str] = _NOTHING
    ) -> Run:
        """Record what a person says of a run; somebody else's word that came just before is no conflict."""
        for attempt in range(_PATIENCE):
            run = await self.run_service.show(run_id)
            if at_work(run):
                raise NeedsPerson(f"run {run_id} is at work: say it when it waits or is over")
            with suppress(*([Conflict] if attempt < _PATIENCE - 1 else [])):
                async with self.together():
                    after = await self.run_service.note(run_id, event, seq=run.seq)
                    await self._note(person, act, run_id, "", more)
                return after
        raise AssertionError("the last try returns or raises")

    async def again(self, person: Person, run_id: str) -> Run:
        """Have a worker try a run again that was given up; raises `NeedsPerson` when it is not a worker's turn."""
        async with self._allowed(person, "ask", run_id):
            run = await self.run_service.show(run_id)
            if state(run) not in ("working", "approved"):
                raise NeedsPerson(f"run {run_id} is {state(run)}: there is nothing for a worker to try again")
            async with self.together():
                await self.queue.put(run_id, source=person.name)
                await self._note(person, "run.again", run_id)
            return run

    async def cancel(self, person: Person, run_id: str) -> Run:
        """End a run that nothing was decided of; requesters end their own alone."""
        async with self._allowed(person, "cancel", run_id):
            for _ in range(_PATIENCE):
                with suppress(Conflict):  # a worker has done a step meanwhile, which changes nothing about this
                    return await self._cancelled(person, run_id)
            return await self._cancelled(person, run_id)

    async def _cancelled(self, person: Person, run_id: str) -> Run:
        run = await self.run_service.show(run_id)
        if person.parts <= {"requester"} and folded(run.requester) != folded(person.name):
            raise NotAllowed(f"run {run_id} is not {person.name}'s")
        if state(run) not in ("working", *UNDECIDED):
            raise NeedsPerson(f"run {run_id} has ended: there is nothing to cancel")
        async with self.together():
            after = await self.run_service.note(run_id, Cancelled(by=person.name, at=_said(self.now())), seq=run.seq)
            await self.queue.remove(run_id)
            await self._note(person, "run.cancel", run_id)
        return after

    async def retire(self, person: Person, entry: str) -> Entry:
        """Take an entry out of retrieval; raises `NotFound`."""
        async with self._allowed(person, "retire", entry), self.together():
            retired = await self.run_service.kit.catalogue.retire(entry)
            await self._note(person, "entry.retire", entry)
            return retired

    @asynccontextmanager
    async def _allowed(self, person: Person, act: Act, on: str = "") -> AsyncIterator[None]:
        """A block for whoever may do `act`. What is refused, before it or in it, is noted for good and raised again."""
        try:
            if not (proper(person.name) and may(person, act)):  # who has no name is nobody's second pair of eyes
                raise NotAllowed(f"{person.name or 'nobody'} may not {VERBS[act]}")
            yield
        except (NotAllowed, Blocked) as error:
            await self._note(person, f"refused.{act}", on, str(error), apart=True)
            raise

    async def _note(
        self, person: Person, act: str, on: str, why: str = "", more: Mapping[str, str] = _NOTHING, apart: bool = False
    ) -> None:
        told = {"key": person.key, **more} if person.key else more
        note = AuditNote(who=person.name, act=act, on=on, why=mask(why), way=person.way, more=told)
        await self.audit.record(note, apart=apart)


def _unnameable(run_id: str, run: Run) -> str:
    """Why no title and no id can be chosen for what is settled by an approval that publishes nothing."""
    if run.settled and run.settled.entry:
        return f"run {run_id} is answered by {run.settled.entry} as it is, and nothing is published: name no title"
    return f"this approval of run {run_id} publishes nothing yet: whoever publishes it chooses title and id"


def _said(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
