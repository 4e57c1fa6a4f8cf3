"""What people do with runs: ask, resume, approve, edit, reject; each with everything that must not happen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scriptsmith.core.events import Event
from scriptsmith.core.flow import state
from scriptsmith.core.run import Run, fold
from scriptsmith.core.types import Action, Entry, Match, Script
from scriptsmith.errors import Blocked, Conflict, ModelError, NeedsPerson, NotAllowed, NotFound
from scriptsmith.pipeline import Kit
from scriptsmith.run_service import RunService, new_id
from scriptsmith.testing.doubles import MemoryCatalogue, MemoryJournal, ScriptedModel, StaticChecker

from .kits import ACTION, BROKEN, ERROR, FINE, GOOD, NO, OTHER, YES, block, kit, policy, script, settled, wrong

ENTRY = Entry(id="show-date", title="Show the date", script=Script(text="date\n"))


def run_service(with_kit: Kit) -> RunService:
    """A run service with a journal of its own."""
    return RunService(kit=with_kit, journal=MemoryJournal())


async def events(at: RunService, run_id: str) -> list[Event]:
    return list(await at.journal.read(run_id))


async def kinds(at: RunService, run_id: str) -> list[str]:
    return [event.kind for event in await events(at, run_id)]


async def test_an_approved_draft_is_served_next_time_without_a_model() -> None:
    """Broken, refined, verified, approved, published with its evidence, and then found by the same words."""
    model = ScriptedModel({"draft": block(BROKEN), "refine": block(GOOD)})
    at = run_service(replace(kit(model, real=True), catalogue=MemoryCatalogue()))
    run_id, run = await at.submit(ACTION)
    assert settled(run) == ("verified", GOOD)
    assert await at.kit.catalogue.entries() == []

    run = await at.review(run_id, "approve", reviewer="ana", comment="tried it on staging")
    assert state(run) == "published"
    assert run.published is not None
    entry = await at.kit.catalogue.get(run.published.id)
    assert entry == run.published
    assert (entry.script.text, entry.approver, entry.phrases) == (GOOD, "ana", (ACTION.text,))
    assert [e.kind for e in entry.evidence] == ["check", "codesift similarity", "codesift difference", "review"]
    assert entry.evidence[-1].detail == "tried it on staging"

    asked = len(model.asked)
    _, again = await at.submit(ACTION)
    assert settled(again) == ("reuse", GOOD)
    assert again.settled
    assert again.settled.entry == f"{entry.id}@1"
    assert len(model.asked) == asked


async def test_every_event_is_recorded_and_then_told() -> None:
    """A listener hears of each event with its run and number, in order, after it can be read from the journal."""
    heard: list[tuple[str, int, str]] = []
    journal = MemoryJournal()

    def listen(run: str, seq: int, event: Event) -> None:
        assert len(journal._logs[run]) == seq
        heard.append((run, seq, event.kind))

    at = RunService(kit=kit(ScriptedModel({"draft": block(GOOD)})), journal=journal, listen=listen)
    run_id, run = await at.submit(ACTION)
    assert [seq for _, seq, _ in heard] == list(range(1, run.seq + 1))
    assert [kind for _, _, kind in heard] == await kinds(at, run_id)
    assert {run for run, _, _ in heard} == {run_id}


async def test_ids_sort_by_time_and_never_meet() -> None:
    """A later run has a later id, and two of the same second differ."""
    from datetime import UTC, datetime

    early, late = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), datetime(2026, 10, 2, 3, 4, 5, tzinfo=UTC)
    assert new_id(early) < new_id(late)
    assert len({new_id(early) for _ in range(100)}) == 100


@pytest.mark.parametrize("recorded", range(1, 12))
async def test_a_log_cut_anywhere_is_continued_to_the_same_end(recorded: int) -> None:
    """After a crash that left any number of events the run ends as it would have, and asks nothing twice."""
    answers = {
        "draft": block(BROKEN),
        "refine": [block(GOOD), block(OTHER)],
        "similarity": [NO, YES],
        "difference": [NO, YES],
        "explain": wrong("It does not knit."),
    }
    first = ScriptedModel(answers)
    whole = run_service(kit(first, real=True))
    run_id, end = await whole.submit(ACTION)
    log = await events(whole, run_id)
    assert len(log) == 12
    assert settled(end) == ("verified", OTHER)

    paid = [call.prompt for event in log[:recorded] for call in getattr(event, "calls", ())]
    left = {name: said[paid.count(name) :] if isinstance(said, list) else said for name, said in answers.items()}
    left = {name: said for name, said in left.items() if said}
    later = ScriptedModel(left)
    crashed = run_service(kit(later, real=True))
    for seq, event in enumerate(log[:recorded], start=1):
        await crashed.journal.append(run_id, seq, event)
    run = await crashed.resume(run_id)
    assert settled(run) == settled(end)
    assert (await events(crashed, run_id))[:recorded] == log[:recorded]
    assert await kinds(crashed, run_id) == await kinds(whole, run_id)
    assert sorted(paid + later.names) == sorted(first.names)


async def test_resuming_a_run_that_waits_changes_nothing() -> None:
    """A run that waits for a person, or is over, is only shown by `resume`."""
    model = ScriptedModel({"draft": block(GOOD)})
    at = run_service(kit(model))
    run_id, run = await at.submit(ACTION)
    asked = len(model.asked)
    assert await at.resume(run_id) == run
    published = await at.review(run_id, "approve", reviewer="ana")
    assert await at.resume(run_id) == published
    assert len(model.asked) == asked
    with pytest.raises(NotFound):
        await at.resume("nosuch")


async def test_a_failing_model_leaves_a_run_that_can_be_resumed() -> None:
    """The error reaches whoever asked, what was recorded stays, and `resume` goes on from there."""
    at = run_service(kit(ScriptedModel({"draft": block(GOOD), "similarity": ModelError("down")})))
    with pytest.raises(ModelError, match="down"):
        await at.submit(ACTION)
    (run_id,) = await at.journal.runs()
    assert await kinds(at, run_id) == ["asked", "retrieved", "drafted", "checked"]
    later = ScriptedModel()
    run = await replace(at, kit=kit(later)).resume(run_id)
    assert settled(run) == ("verified", GOOD)
    assert later.names == ["similarity", "difference"]


async def test_nothing_is_published_without_a_person() -> None:
    """However sure the machine is, a forged script enters the catalogue only after an approval."""
    at = run_service(kit(ScriptedModel({"draft": block(GOOD)})))
    run_id, run = await at.submit(ACTION)
    assert settled(run) == ("verified", GOOD)
    assert state(await at.resume(run_id)) == "waiting"
    assert await at.kit.catalogue.entries() == []


async def test_no_approval_overrides_a_blocking_finding() -> None:
    """A script with a blocking finding is offered for a look, and approving it is refused and not recorded."""
    blocked = kit(
        ScriptedModel({"draft": block(GOOD)}),
        checkers=(StaticChecker({GOOD: [ERROR]}),),
        policy=policy(max_refinements=0),
    )
    at = run_service(blocked)
    run_id, run = await at.submit(ACTION)
    assert settled(run) == ("incorrect", GOOD)
    before = await events(at, run_id)
    with pytest.raises(Blocked, match=f"{run_id} has blocking findings"):
        await at.review(run_id, "approve", reviewer="ana")
    assert await events(at, run_id) == before
    assert await at.kit.catalogue.entries() == []


async def test_a_person_may_approve_what_the_machine_doubts() -> None:
    """A verdict is advice: a script that nothing blocks can be approved although it was judged incorrect."""
    assessor = ScriptedModel({"similarity": NO, "difference": NO})
    at = run_service(kit(ScriptedModel({"draft": block(GOOD), "explain": FINE}), assessor))
    run_id, run = await at.submit(ACTION)
    assert settled(run)[0] == "disputed"
    assert state(await at.review(run_id, "approve", reviewer="ana")) == "published"


@pytest.mark.parametrize("decision", ["approve", "reject", "edit"])
async def test_a_decision_is_for_exactly_the_script_that_was_looked_at(decision: str) -> None:
    """With the digest of another script a decision is not allowed, and leaves no trace."""
    at = run_service(kit(ScriptedModel({"draft": block(GOOD)})))
    run_id, _ = await at.submit(ACTION)
    before = await events(at, run_id)
    with pytest.raises(NotAllowed, match="look at it again"):
        await at.review(run_id, decision, reviewer="ana", digest=script(OTHER).digest, script=script(OTHER))
    assert await events(at, run_id) == before
    run = await at.review(run_id, "approve", reviewer="ana", digest=script(GOOD).digest)
    assert state(run) == "published"


async def test_the_digest_of_an_earlier_script_no_longer_counts_after_an_edit() -> None:
    """An approval that was meant for the script before an edit is void."""
    at = run_service(kit(ScriptedModel({"draft": block(GOOD)})))
    run_id, _ = await at.submit(ACTION)
    await at.review(run_id, "edit", reviewer="ana", script=script(OTHER))
    with pytest.raises(NotAllowed):
        await at.review(run_id, "approve", reviewer="bo", digest=script(GOOD).digest)
    run = await at.review(run_id, "approve", reviewer="bo", digest=script(OTHER).digest[:12])
    assert run.published
    assert run.published.script.text == OTHER


async def test_an_edit_is_checked_and_assessed_like_any_draft() -> None:
    """A person's script goes through the checkers and the assessor, and waits for an approval of its own."""
    checker = StaticChecker()
    model = ScriptedModel({"draft": block(GOOD)})
    at = run_service(kit(model, checkers=(checker,)))
    run_id, _ = await at.submit(ACTION)
    asked = len(model.asked)
    run = await at.review(run_id, "edit", reviewer="ana", script=script(OTHER))
    assert settled(run) == ("verified", OTHER)
    assert state(run) == "waiting"
    assert [seen.text for seen in checker.seen] == [GOOD, OTHER]
    assert model.names[asked:] == ["describe", "similarity", "difference"]
    assert (await kinds(at, run_id))[-4:] == ["reviewed", "checked", "assessed", "settled"]


@pytest.mark.parametrize("answers", [{"similarity": [YES, NO], "difference": [YES, NO]}, {}])
async def test_what_a_person_wrote_is_never_rewritten(answers: dict[str, list[str]]) -> None:
    """An edit that is judged wrong, or is broken, is told so and left as it is; broken, it cannot be approved."""
    model = ScriptedModel({"draft": block(GOOD), **answers})
    at = run_service(kit(model, real=True))
    run_id, _ = await at.submit(ACTION)
    text = OTHER if answers else BROKEN
    run = await at.review(run_id, "edit", reviewer="ana", script=script(text))
    assert settled(run) == ("incorrect", text)
    assert "refine" not in model.names
    if not answers:
        with pytest.raises(Blocked):
            await at.review(run_id, "approve", reviewer="ana")


async def test_a_rejection_with_a_comment_drives_the_next_draft() -> None:
    """The refiner is shown the rejected script and the person's words, and its draft is judged afresh."""
    model = ScriptedModel({"draft": block(GOOD), "refine": block(OTHER)})
    at = run_service(kit(model))
    run_id, _ = await at.submit(ACTION)
    run = await at.review(run_id, "reject", reviewer="ana", comment="use yarn, not wool")
    assert settled(run) == ("verified", OTHER)
    (refine,) = [prompt for prompt in model.asked if prompt.name == "refine"]
    assert "A reviewer asks: use yarn, not wool" in refine.text
    assert GOOD in refine.text
    assert script(GOOD).digest in run.rejected


async def test_a_rejected_script_is_not_published_when_it_comes_back() -> None:
    """A model that answers a rejection with the very same script cannot get it approved by the back door."""
    model = ScriptedModel({"draft": block(GOOD), "refine": block(GOOD)})
    at = run_service(kit(model))
    run_id, _ = await at.submit(ACTION)
    run = await at.review(run_id, "reject", reviewer="ana", comment="use yarn")
    assert settled(run)[1] == GOOD
    with pytest.raises(Blocked, match="rejected before"):
        await at.review(run_id, "approve", reviewer="ana")
    assert await at.kit.catalogue.entries() == []


@pytest.mark.parametrize(("comment", "final"), [("", False), ("", True), ("never", True)])
async def test_a_rejection_without_a_comment_or_a_final_one_ends_the_run(comment: str, final: bool) -> None:
    """Nothing to go by, or *final*: no model is asked again, nothing is published, no later decision counts."""
    model = ScriptedModel({"draft": block(GOOD)})
    at = run_service(kit(model))
    run_id, _ = await at.submit(ACTION)
    asked = len(model.asked)
    run = await at.review(run_id, "reject", reviewer="ana", comment=comment, final=final)
    assert state(run) == "rejected"
    assert await at.resume(run_id) == run
    assert len(model.asked) == asked
    with pytest.raises(NeedsPerson, match="not waiting for a review"):
        await at.review(run_id, "approve", reviewer="ana")


async def test_a_comment_outlives_the_lack_of_a_model() -> None:
    """A comment given while no model is configured still drives the draft that is made later."""
    at = run_service(kit(ScriptedModel({"draft": block(GOOD)})))
    run_id, _ = await at.submit(ACTION)
    run = await replace(at, kit=kit()).review(run_id, "reject", reviewer="ana", comment="use yarn, not wool")
    assert settled(run) == ("no_match", "")
    later = ScriptedModel({"draft": block(GOOD), "refine": block(OTHER)})
    run = await replace(at, kit=kit(later)).resume(run_id)
    assert settled(run) == ("verified", OTHER)
    assert "use yarn, not wool" in later.asked[0].text


async def test_a_rejected_entry_is_not_offered_again() -> None:
    """Who rejects a catalogue script with a comment gets a draft, with the entry's script as its basis."""
    match = Match(entry=ENTRY, confidence=0.99)
    model = ScriptedModel({"refine": block(GOOD)})
    at = run_service(kit(model, catalogue=MemoryCatalogue(answers=[match])))
    run_id, run = await at.submit(ACTION)
    assert settled(run)[0] == "reuse"
    run = await at.review(run_id, "reject", reviewer="ana", comment="no, knit it")
    assert settled(run) == ("verified", GOOD)
    assert "date" in model.asked[0].text


async def test_approving_a_catalogue_script_publishes_nothing() -> None:
    """What came from the catalogue is there already: the approval is recorded and ends the run."""
    at = run_service(kit(catalogue=MemoryCatalogue([ENTRY], answers=[Match(entry=ENTRY, confidence=0.99)])))
    run_id, _ = await at.submit(ACTION)
    run = await at.review(run_id, "approve", reviewer="ana")
    assert (state(run), run.published) == ("approved", None)
    assert await at.kit.catalogue.entries() == [ENTRY]
    with pytest.raises(NeedsPerson):
        await at.review(run_id, "approve", reviewer="ana")


async def test_a_run_without_a_script_takes_one_from_a_person() -> None:
    """With nothing to approve or reject the answer names the edit, and an edit is then approved as usual."""
    at = run_service(kit())
    run_id, run = await at.submit(ACTION)
    assert settled(run) == ("no_match", "")
    for decision in ("approve", "reject"):
        with pytest.raises(NeedsPerson, match="give one by an edit"):
            await at.review(run_id, decision, reviewer="ana")
    run = await at.review(run_id, "edit", reviewer="ana", script=script(GOOD))
    assert settled(run) == ("unsure", GOOD)
    assert state(await at.review(run_id, "approve", reviewer="ana")) == "published"


async def test_an_approval_counts_once() -> None:
    """A published run takes no further decision, and the catalogue holds the script once."""
    at = run_service(kit(ScriptedModel({"draft": block(GOOD)})))
    run_id, _ = await at.submit(ACTION)
    await at.review(run_id, "approve", reviewer="ana")
    for decision in ("approve", "reject", "edit"):
        with pytest.raises(NeedsPerson, match="not waiting"):
            await at.review(run_id, decision, reviewer="bo", script=script(OTHER))
    assert len(await at.kit.catalogue.entries()) == 1


async def test_of_two_reviewers_one_decides() -> None:
    """When two people decide at once, the second is told that somebody was first."""
    at = run_service(kit(ScriptedModel({"draft": block(GOOD)})))
    run_id, _ = await at.submit(ACTION)

    class Late(MemoryJournal):
        """Shows the log as it was before the other reviewer decided."""

        async def read(self, run: str, /) -> list[Event]:
            return before

        async def append(self, run: str, seq: int, event: Event, /) -> None:
            await at.journal.append(run, seq, event)

    before = await events(at, run_id)
    await at.review(run_id, "reject", reviewer="ana")
    with pytest.raises(Conflict):
        await replace(at, journal=Late()).review(run_id, "approve", reviewer="bo")
    assert await at.kit.catalogue.entries() == []
    assert state(await at.show(run_id)) == "rejected"


async def test_refine_begins_with_the_given_script() -> None:
    """A right script comes back as it is; with a comment the first thing is a draft that answers it."""
    model = ScriptedModel({"refine": block(OTHER)})
    at = run_service(kit(model))
    _, run = await at.refine(ACTION, script(GOOD))
    assert settled(run) == ("verified", GOOD)
    assert "refine" not in model.names
    _, run = await at.refine(ACTION, script(GOOD), "use yarn")
    assert settled(run) == ("verified", OTHER)
    assert model.names.count("refine") == 1
    assert "draft" not in model.names


async def test_refine_draws_no_samples() -> None:
    """However many samples policy asks for, a script that was given is not competed with by drafts."""
    model = ScriptedModel()
    _, run = await run_service(kit(model, policy=policy(samples=5))).refine(ACTION, script(GOOD))
    assert settled(run) == ("verified", GOOD)
    assert "draft" not in model.names


async def test_the_log_alone_tells_where_a_run_stands() -> None:
    """What every use case returns is exactly the fold of what it recorded."""
    at = run_service(kit(ScriptedModel({"draft": block(GOOD), "refine": block(OTHER)})))
    run_id, run = await at.submit(Action(text=ACTION.text, context="woolly"))

    async def same(as_this: Run) -> None:
        assert fold(await events(at, run_id)) == as_this == await at.show(run_id)

    await same(run)
    await same(await at.review(run_id, "reject", reviewer="ana", comment="use yarn"))
    await same(await at.review(run_id, "edit", reviewer="ana", script=script(BROKEN + "fi\n")))
    await same(await at.review(run_id, "approve", reviewer="ana"))
