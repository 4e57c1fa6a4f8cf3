"""What people do with runs: ask, resume, review, look. Each use case is a few lines over `forge`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from .checking import why_blocked
from .core.events import Asked, Assigned, Drafted, Endorsed, Event, Rated, Retrieved, Reviewed, Settled
from .core.flow import publishable
from .core.run import Run, apply, fold
from .core.secret_tokens import tokens_in
from .core.types import Action, Match, Review, Script, Target
from .errors import BadInput, Blocked, Conflict, NeedsPerson, NotAllowed
from .pipeline import Kit, forge
from .ports import Journal, Vault
from .redaction.run_secrets import Restored, RunSecrets

Listen = Callable[[str, int, Event], None]
"""Called with run, number and event after each event was recorded."""


def _deaf(run: str, seq: int, event: Event) -> None: ...


def new_id(now: datetime) -> str:
    """A run's id: sortable by time, and unlike any other."""
    return f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunService:
    """The use cases, over one journal and a kit for each language: `kit`, and what `kits` makes for the others.

    What people and models say is redacted before anything else is done with it: in a run there are tokens, and
    `restored` puts the secrets back into what the person takes away.
    """

    kit: Kit
    journal: Journal
    vault: Vault | None = None
    listen: Listen = _deaf
    kits: Callable[[Target], Kit] | None = None

    def kit_for(self, target: Target) -> Kit:
        """The kit for scripts of `target`; raises `BadInput` where there is none."""
        if target == self.kit.language.target:
            return self.kit
        if self.kits is None:
            raise BadInput(f"scripts for {target} are not worked on here")
        return self.kits(target)

    async def submit(self, action: Action) -> tuple[str, Run]:
        """Record the action as a new run and advance it until a person is needed."""
        run_id, run, run_secrets = await self._opened(action, "")
        return run_id, await self._advance(run_id, run, run_secrets)

    async def open(self, action: Action, by: str) -> str:
        """Record the action, which `by` asked for, as a new run; `resume` advances it."""
        return (await self._opened(action, by))[0]

    async def _opened(self, action: Action, by: str) -> tuple[str, Run, RunSecrets]:
        now = datetime.now(UTC)
        run_id = new_id(now)
        run_secrets = RunSecrets(run_id, self.vault)
        asked = run_secrets.redacted(Asked(action=action, at=now.isoformat(timespec="seconds"), by=by))
        await self._record(run_id, 1, asked, run_secrets)
        return run_id, fold([asked]), run_secrets

    async def refine(self, action: Action, script: Script, comment: str = "") -> tuple[str, Run]:
        """A new run that begins with `script` as its draft; a comment says what to change first."""
        run_id = new_id(datetime.now(UTC))
        run_secrets = RunSecrets(run_id, self.vault)
        action, script, comment = run_secrets.redacted((action, script, comment))
        events: list[Event] = [
            Asked(action=action, at=datetime.now(UTC).isoformat(timespec="seconds")),
            Retrieved(matches=()),
            Drafted(script=script, reasoning="given, not drafted"),
        ]
        if comment:
            review = Review(reviewer="requester", decision="reject", digest=script.digest, comment=comment)
            events += [Settled(outcome="unsure", script=script), Reviewed(review=review)]
        for seq, event in enumerate(events, start=1):
            await self._record(run_id, seq, event, run_secrets)
        kit = self.kit_for(action.target)
        kit = replace(kit, policy=replace(kit.policy, samples=1))
        return run_id, await self._advance(run_id, fold(events), run_secrets, kit)

    async def resume(self, run_id: str) -> Run:
        """Continue a run where its log ends; nothing recorded is done again."""
        events = await self.journal.read(run_id)
        return await self._advance(run_id, fold(events), await RunSecrets.of(run_id, self.vault, events))

    async def show(self, run_id: str) -> Run:
        """A run as its log tells it."""
        return fold(await self.journal.read(run_id))

    async def restored(self, run_id: str, script: Script) -> Restored:
        """A script of a run as the person takes it away: with the secrets that they gave, and nobody else saw."""
        language = self.kit_for(script.target).language
        return (await RunSecrets.of(run_id, self.vault)).restored(script, language.place)

    async def review(
        self,
        run_id: str,
        decision: str,
        *,
        reviewer: str,
        comment: str = "",
        script: Script | None = None,
        digest: str = "",
        final: bool = False,
    ) -> Run:
        """Record a person's decision on the settled script and do what follows from it.

        With `digest` the decision counts only for exactly that script. Raises as `decide` does.
        """
        after, run_secrets = await self._decided(
            run_id, decision, reviewer=reviewer, comment=comment, script=script, digest=digest, final=final
        )
        return await self._advance(run_id, after, run_secrets)

    async def decide(self, run_id: str, decision: str, *, reviewer: str, **more: Any) -> Run:
        """Record a person's decision, as `review` does; `resume` does what follows from it.

        With `seq` it counts only while that is the number of the run's last event. Raises `Conflict` when it is not,
        `NeedsPerson` when the run is not waiting, `NotAllowed` when the script is another one by now, and `Blocked`
        when an approval would publish a script with blocking findings or with a secret, or is for one that policy
        blocks by now.
        """
        return (await self._decided(run_id, decision, reviewer=reviewer, **more))[0]

    async def endorse(self, run_id: str, endorsed: Endorsed, *, seq: int) -> Run:
        """Record one of several approvals of what is settled; raises as `decide` does for an approval."""
        events, run = await self._seen(run_id, seq)
        review = Review(reviewer=endorsed.by, decision="approve", digest=_waiting(run_id, run, "approve"))
        await self._refuse(run_id, run, apply(run, Reviewed(review=review)))
        return await self._noted(run_id, events, run, endorsed)

    async def note(self, run_id: str, event: Event, *, seq: int) -> Run:
        """Record what a person says of a run as the event after number `seq`; raises `Conflict` when there is another
        one, or when the run moved on."""
        events, run = await self._seen(run_id, seq)
        return await self._noted(run_id, events, run, event)

    async def _noted(self, run_id: str, events: Sequence[Event], run: Run, event: Event) -> Run:
        run_secrets = await RunSecrets.of(run_id, self.vault, events)
        event = run_secrets.redacted(event)
        await self._record(run_id, run.seq + 1, event, run_secrets)
        return apply(run, event)

    async def _decided(
        self,
        run_id: str,
        decision: str,
        *,
        reviewer: str,
        comment: str = "",
        script: Script | None = None,
        digest: str = "",
        final: bool = False,
        title: str = "",
        entry: str = "",
        publisher: str = "",
        seq: int = 0,
    ) -> tuple[Run, RunSecrets]:
        events, run = await self._seen(run_id, seq or None)
        run_secrets = await RunSecrets.of(run_id, self.vault, events)
        current = _waiting(run_id, run, decision)
        if digest and not current.startswith(digest):
            raise NotAllowed(f"the script of run {run_id} is no longer {digest}: look at it again before deciding")
        review = Review(
            reviewer=reviewer,
            decision=decision,  # type: ignore[arg-type]
            digest=current,
            comment=run_secrets.redacted(comment),
            script=run_secrets.redacted(script),
            final=final,
            title=run_secrets.redacted(title),
            entry=entry,
            publisher=publisher,
        )
        reviewed = Reviewed(review=review, at=datetime.now(UTC).isoformat(timespec="seconds"))
        after = apply(run, reviewed)
        if decision == "approve":
            await self._refuse(run_id, run, after)
        await self._record(run_id, after.seq, reviewed, run_secrets)
        return after, run_secrets

    async def _refuse(self, run_id: str, run: Run, after: Run) -> None:
        """Raise `Blocked` when what `run` has settled may not be published, although `after` holds an approval."""
        settled = run.settled.script if run.settled else None
        if settled is None or run.settled is None:
            return
        if why := await self._why_blocked(run, settled):
            raise Blocked(f"the script of run {run_id} is {why}; nothing is published, and no approval overrides that")
        if not run.settled.entry and not publishable(after):
            if held := tokens_in(settled.text):
                raise Blocked(
                    f"the script of run {run_id} holds a secret ({', '.join(held)}), and none is ever published: "
                    "edit it to take the value as a parameter or to read it from a file"
                )
            why = "was rejected before" if settled.digest in run.rejected else "has blocking findings"
            raise Blocked(f"the script of run {run_id} {why}, and no approval overrides that")

    async def at(self, run_id: str, seq: int) -> Run:
        """The run as somebody saw it whose last event was number `seq`; raises `Conflict` when it has moved on."""
        return (await self._seen(run_id, seq))[1]

    async def _seen(self, run_id: str, seq: int | None) -> tuple[Sequence[Event], Run]:
        """The log of a run and what it tells; raises `Conflict` when `seq` is another number than its last event's.
        Ratings of findings and opinions change nothing that anybody decides on: they may have come since."""
        events = await self.journal.read(run_id)
        run = fold(events)
        if seq is not None and run.seq != seq and not _only_said(events, seq):
            raise Conflict(
                f"run {run_id} has moved on (it has {run.seq} events by now): look at it again before deciding"
            )
        return events, run

    async def _why_blocked(self, run: Run, script: Script) -> str:
        """Why policy, as it is now, blocks the settled script, however the run came to it; empty when it does not."""
        risks = self.kit.policy.risks
        known = run.settled.danger if run.settled else None
        if known and risks.reaction(known.risk) == "block":
            return f"{known.risk}, and policy blocks that"
        return await why_blocked(script, risks, self.kit_for(script.target).language.weigh)

    async def search(self, text: str, limit: int, target: Target = "bash") -> Sequence[Match]:
        """The catalogue entries nearest to an action."""
        return await self.kit.catalogue.nearest(Action(text=text, target=target), limit=limit)

    async def _advance(self, run_id: str, run: Run, run_secrets: RunSecrets, kit: Kit | None = None) -> Run:
        seq = run.seq
        kit = kit or self.kit_for(run.action.target)

        async def emit(event: Event) -> None:
            nonlocal seq
            seq += 1
            await self._record(run_id, seq, event, run_secrets)

        with kit.watch.workflow(run_id) as told:
            after = await forge(run, replace(kit, redact=run_secrets.redacted), emit)
            told(after)
        return after

    async def _record(self, run_id: str, seq: int, event: Event, run_secrets: RunSecrets) -> None:
        await run_secrets.save()  # first: no log ever holds a token whose secret a crash has lost
        await self.journal.append(run_id, seq, event)
        self.listen(run_id, seq, event)


def _only_said(events: Sequence[Event], seq: int) -> bool:
    """Whether nothing came after event number `seq` but ratings and who should decide."""
    return 0 < seq <= len(events) and all(isinstance(event, Rated | Assigned) for event in events[seq:])


def _waiting(run_id: str, run: Run, decision: str) -> str:
    """The digest of the script that waits for a decision; raises `NeedsPerson` when none does."""
    over = run.published or run.cancelled or (run.review and run.review.decision != "edit")
    if run.settled is None or over:
        raise NeedsPerson(f"run {run_id} is not waiting for a review: its events tell why")
    if run.settled.script is None and decision != "edit":
        raise NeedsPerson(f"run {run_id} has no script to {decision}: give one by an edit")
    return run.settled.script.digest if run.settled.script else ""
