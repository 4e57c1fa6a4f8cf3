"""What a person may ask of the service, each use case with its permission, its record and its work for the queue.

What is decided, the note of it in the audit and the work that follows happen in one transaction: all of it or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from ..core.approval import ApprovalPolicy, Standing, authors, binding, standing
from ..core.audit import Note
from ..core.events import Cancelled, Endorsed, Labelled, Run
from ..core.people import Act, Person, may
from ..core.types import Action, Entry, Script
from ..desk import Desk
from ..errors import BadInput, NeedsPerson, NotAllowed
from ..ports import AuditLog, Queue


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """The use cases for people over one desk. `together` opens a transaction that journal, queue and audit share.

    Every method raises `NotAllowed` when the person may not, after noting that in the audit. Numbers called `seq` are
    those of the last event that the person has seen: `Conflict` when the run has moved on.
    """

    desk: Desk
    queue: Queue
    audit: AuditLog
    together: Callable[[], AbstractAsyncContextManager[object]]
    approvals: ApprovalPolicy = field(default_factory=ApprovalPolicy)
    now: Callable[[], datetime] = _now

    async def allow(self, person: Person, act: Act, on: str = "") -> None:
        """Raise `NotAllowed` unless `person` may do `act`."""
        if not may(person, act):
            await self._refused(person, act, on, f"{person.name or 'nobody'} may not {_VERBS[act]}")

    async def ask(self, person: Person, action: Action) -> str:
        """Record what is asked for, and have a worker see to it; returns the id of the run."""
        await self.allow(person, "ask")
        if not action.text.strip():
            raise BadInput("the action is empty: say what should be done")
        async with self.together():
            run_id = await self.desk.open(action, person.name)
            await self.queue.put(run_id, source=person.name)
            await self._note(person, "run.ask", run_id)
        return run_id

    async def look(self, person: Person, run_id: str) -> Run:
        """The run; raises `NotFound`."""
        await self.allow(person, "look", run_id)
        return await self.desk.show(run_id)

    def standing(self, run: Run) -> Standing:
        """How many people have approved what is settled, and how many it takes."""
        return standing(run, self.approvals, self.now())

    async def approve(self, person: Person, run_id: str, *, seq: int, comment: str = "") -> Run:
        """Approve what is settled. With enough approvals, one of them or this one a publisher's, it is published."""
        await self.allow(person, "review", run_id)
        run = await self.desk.show(run_id)
        if not self.approvals.own and person.name in authors(run):
            why = f"{person.name} asked for run {run_id} or wrote its script: somebody else has to approve"
            await self._refused(person, "review", run_id, why)
        if run.settled is None:
            raise NeedsPerson(f"run {run_id} is not waiting for a review")
        if person.name in self.standing(run).by:
            raise NotAllowed(f"{person.name} has approved of run {run_id} already: somebody else has to approve too")
        now = self.now()
        until = now + timedelta(hours=self.approvals.hours)
        endorsed = Endorsed(
            by=person.name, binding=binding(run.settled), until=_said(until), comment=comment, at=_said(now)
        )
        async with self.together():
            after = await self.desk.endorse(run_id, endorsed, seq=seq)
            await self._note(person, "run.approve", run_id, comment, binding=endorsed.binding)
            if not self.standing(after).missing and may(person, "publish"):
                after = await self._publish(person, run_id, after, comment)
        return after

    async def publish(self, person: Person, run_id: str, *, seq: int, comment: str = "") -> Run:
        """Publish what enough people have approved; raises `NotAllowed` when they have not, or not any more."""
        await self.allow(person, "publish", run_id)
        async with self.together():
            run = await self.desk.show(run_id)
            left = self.standing(run).missing
            if run.seq == seq and left and run.settled:
                raise NotAllowed(f"run {run_id} lacks the approval of {left} more people")
            return await self._publish(person, run_id, run, comment, seq)

    async def _publish(self, person: Person, run_id: str, run: Run, comment: str, seq: int = 0) -> Run:
        after = await self.desk.decide(run_id, "approve", reviewer=person.name, comment=comment, seq=seq or run.seq)
        await self.queue.put(run_id, source=person.name)
        await self._note(person, "run.publish", run_id, comment)
        return after

    async def edit(self, person: Person, run_id: str, text: str, *, seq: int, comment: str = "") -> Run:
        """Put the person's own script in the place of the settled one; it is checked and assessed like any other."""
        return await self._decide(person, run_id, "edit", seq=seq, comment=comment, script=Script(text=text))

    async def reject(self, person: Person, run_id: str, *, seq: int, comment: str = "", final: bool = False) -> Run:
        """Reject what is settled; with a comment another draft is written, unless it is `final`."""
        return await self._decide(person, run_id, "reject", seq=seq, comment=comment, final=final)

    async def _decide(self, person: Person, run_id: str, decision: str, *, comment: str, **more: Any) -> Run:
        await self.allow(person, "review", run_id)
        async with self.together():
            after = await self.desk.decide(run_id, decision, reviewer=person.name, comment=comment, **more)
            await self.queue.put(run_id, source=person.name)
            await self._note(person, f"run.{decision}", run_id, comment)
        return after

    async def label(
        self, person: Person, run_id: str, *, seq: int, label: int | None = None, useful: int | None = None
    ) -> Run:
        """Say how good the settled script is, and how useful what was said of it: 0, 1 or 2 each."""
        await self.allow(person, "review", run_id)
        if label not in (None, 0, 1, 2) or useful not in (None, 0, 1, 2) or (label is None and useful is None):
            raise BadInput("a label is 0, 1 or 2, and so is the usefulness: give one of them at least")
        run = await self.desk.show(run_id)
        script = run.settled.script if run.settled else None
        if script is None:
            raise NeedsPerson(f"run {run_id} has no script to label")
        event = Labelled(by=person.name, digest=script.digest, label=label, useful=useful, at=_said(self.now()))
        async with self.together():
            after = await self.desk.note(run_id, event, seq=seq)
            await self._note(person, "run.label", run_id)
        return after

    async def cancel(self, person: Person, run_id: str) -> Run:
        """End a run that nothing was decided of; requesters end their own alone."""
        await self.allow(person, "cancel", run_id)
        run = await self.desk.show(run_id)
        if run.requester != person.name and person.parts <= {"requester"}:
            await self._refused(person, "cancel", run_id, f"run {run_id} is not {person.name}'s")
        if run.published or run.cancelled or (run.review and run.review.decision != "edit"):
            raise NeedsPerson(f"run {run_id} is over: there is nothing to cancel")
        async with self.together():
            after = await self.desk.note(run_id, Cancelled(by=person.name, at=_said(self.now())), seq=run.seq)
            await self.queue.remove(run_id)
            await self._note(person, "run.cancel", run_id)
        return after

    async def retire(self, person: Person, entry: str) -> Entry:
        """Take an entry out of retrieval; raises `NotFound`."""
        await self.allow(person, "retire", entry)
        async with self.together():
            retired = await self.desk.kit.catalogue.retire(entry)
            await self._note(person, "entry.retire", entry)
        return retired

    async def _refused(self, person: Person, act: str, on: str, why: str) -> None:
        await self._note(person, f"refused.{act}", on, why)
        raise NotAllowed(why)

    async def _note(self, person: Person, act: str, on: str, why: str = "", **more: str) -> None:
        note = Note(who=person.name, act=act, on=on, why=why, way=person.way, more={"key": person.key, **more})
        await self.audit.record(note)


_VERBS: Mapping[Act, str] = {
    "look": "look at that",
    "ask": "ask for scripts",
    "try": "check or search",
    "cancel": "cancel runs",
    "review": "review scripts",
    "publish": "publish scripts",
    "retire": "retire entries",
    "people": "manage people and keys",
    "audit": "read the audit",
}


def _said(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
