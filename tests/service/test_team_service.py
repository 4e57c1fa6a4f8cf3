"""What people decide together: who counts, for what, and for how long."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from scriptsmith.core.approval import ApprovalPolicy
from scriptsmith.core.events import Asked, Endorsed, Labelled
from scriptsmith.core.flow import state
from scriptsmith.core.permissions import Person
from scriptsmith.core.run import fold
from scriptsmith.core.types import Action, Risk, Script
from scriptsmith.errors import BadInput, Conflict, NeedsPerson, NotAllowed, NotFound
from scriptsmith.testing.doubles import ScriptedModel
from tests.unit.kits import GOOD, OTHER, block

from .team_services import ACTION, NOW, RUN, SETTLED, Rooms, endorsed, person, rooms, waiting

ANA = person("ana", "requester")
BO, CY = person("bo", "reviewer"), person("cy", "reviewer")
DAN = person("dan", "publisher")
EVE = person("eve", "reviewer", "publisher")


async def approve(at: Rooms, who: Person, **more: str) -> None:
    await at.team_service.approve(who, RUN, seq=await at.seq(), **more)


@pytest.mark.parametrize(("risk", "needed"), [("safe", 1), ("notable", 1), ("dangerous", 2), ("unanalysable", 2)])
async def test_it_takes_as_many_as_the_risk_asks_for(risk: Risk, needed: int) -> None:
    """Until enough people have approved nothing is published, whoever wants it; then a publisher publishes."""
    at = await rooms(waiting(risk))
    for number, who in enumerate((BO, CY)[:needed], start=1):
        with pytest.raises(NotAllowed, match=f"lacks the approval of {needed - number + 1} more"):
            await at.team_service.publish(DAN, RUN, seq=await at.seq())
        await approve(at, who)
    run = await at.team_service.look(DAN, RUN)
    assert state(run) == "waiting"
    assert at.team_service.standing(run).missing == 0
    await at.team_service.publish(DAN, RUN, seq=await at.seq())
    assert at.queue.there == [RUN]
    await at.worked()
    (entry,) = [one for one in await at.team_service.run_service.kit.catalogue.entries() if one.id != "show-date"]
    assert entry.approver == ", ".join(("bo", "cy")[:needed])
    assert state(await at.team_service.look(DAN, RUN)) == "published"


async def test_the_last_of_the_approvals_publishes_when_it_is_a_publishers() -> None:
    """A publisher who reviews too need not ask twice, and need not wait where one approval is enough."""
    at = await rooms(waiting("dangerous"))
    await approve(at, EVE)
    assert (await at.kinds())[-1] == "endorsed"
    assert at.queue.there == []
    await approve(at, BO)
    assert (await at.kinds())[-1] == "endorsed"
    await at.team_service.publish(EVE, RUN, seq=await at.seq())
    assert (await at.kinds())[-1] == "reviewed"
    at = await rooms(waiting())
    await approve(at, EVE)
    assert (await at.kinds())[-2:] == ["endorsed", "reviewed"]
    assert [note.act for note in at.audit.notes] == ["run.approve", "run.publish"]


async def test_nobody_counts_twice() -> None:
    """The same person in whatever spelling is one pair of eyes."""
    at = await rooms(waiting("dangerous"))
    await approve(at, BO)
    for name in ("bo", "Bo", "BO", "\uff42\uff4f"):  # the last in full width
        with pytest.raises(NotAllowed, match=r"approved run .* already"):
            await approve(at, person(name, "reviewer"))
    assert at.team_service.standing(await at.team_service.look(BO, RUN)).by == ("bo",)


@pytest.mark.parametrize("name", ["ana", "Ana", "ANA"])
async def test_who_asked_does_not_approve(name: str) -> None:
    """Four eyes are two people's; where policy says so the asker counts like anybody."""
    at = await rooms(waiting())
    with pytest.raises(NotAllowed, match="somebody else has to approve"):
        await approve(at, person(name, "reviewer"))
    assert [note.act for note in at.audit.notes] == ["refused.review"]
    at = await rooms(waiting(), ApprovalPolicy(own=True))
    await approve(at, person(name, "reviewer", "publisher"))
    assert (await at.kinds())[-1] == "reviewed"


async def test_a_name_given_as_a_secret_is_still_who_asked() -> None:
    """What is redacted in a run is not the name of whoever asked, approved or decided, whatever the action says."""
    at = await rooms()
    ana = person("anabelle99x", "requester", "reviewer")
    run_id = await at.team_service.ask(ana, Action(text="log in with password=anabelle99x and look"))
    run = await at.team_service.look(ana, run_id)
    assert "anabelle99x" not in run.action.text
    assert run.requester == "anabelle99x"
    edited = await at.team_service.run_service.resume(run_id)
    await at.team_service.edit(BO, run_id, GOOD, seq=edited.seq)
    settled = await at.team_service.run_service.resume(run_id)
    with pytest.raises(NotAllowed, match="asked for run"):
        await at.team_service.approve(ana, run_id, seq=settled.seq)
    after = await at.team_service.approve(CY, run_id, seq=settled.seq)
    assert at.team_service.standing(after).by == ("cy",)


async def test_an_edit_voids_every_approval_and_makes_an_author() -> None:
    """Nobody has approved of what was edited, not even where the very same text is put back later, and who edited it
    does not approve it."""
    at = await rooms(waiting("dangerous"))
    await approve(at, BO)
    await at.team_service.edit(CY, RUN, OTHER, seq=await at.seq())
    assert at.queue.there == [RUN]
    await at.worked()
    run = await at.team_service.look(BO, RUN)
    assert run.settled
    assert run.settled.script == Script(text=OTHER)
    assert at.team_service.standing(run).by == ()
    with pytest.raises(NotAllowed, match="wrote its script"):
        await approve(at, CY)
    await at.team_service.edit(EVE, RUN, GOOD, seq=await at.seq())
    await at.worked()
    run = await at.team_service.look(BO, RUN)
    assert run.settled
    assert run.settled.script == SETTLED.script
    assert at.team_service.standing(run).by == ()
    with pytest.raises(NotAllowed, match="wrote its script"):
        await approve(at, EVE)
    await approve(at, CY)
    assert at.team_service.standing(await at.team_service.look(BO, RUN)).by == ("cy",)


async def test_an_approval_is_for_one_script_of_one_run() -> None:
    """After a rejection another draft waits, and the approval of the first one counts for nothing; nor does it in
    another run of the same words and the same script."""
    at = await rooms(waiting("dangerous"), model=ScriptedModel({"refine": block(OTHER)}))
    await approve(at, BO)
    await at.team_service.reject(CY, RUN, seq=await at.seq(), comment="use yarn")
    await at.worked()
    run = await at.team_service.look(BO, RUN)
    assert (state(run), at.team_service.standing(run).by) == ("waiting", ())
    other = fold(waiting("dangerous"))
    assert at.team_service.standing(other).by == ()


async def test_an_approval_counts_once() -> None:
    """With what was published nothing can be published again."""
    at = await rooms(waiting())
    await approve(at, EVE)
    await at.worked()
    entries = await at.team_service.run_service.kit.catalogue.entries()
    for act in (at.team_service.approve, at.team_service.publish, at.team_service.reject):
        with pytest.raises(NeedsPerson):
            await act(person("gus", "reviewer", "publisher"), RUN, seq=await at.seq())
    await at.worked()
    assert await at.team_service.run_service.kit.catalogue.entries() == entries


async def test_an_approval_expires() -> None:
    """It stands for as long as policy says and not a second longer; then the same person may approve anew."""
    at = await rooms(waiting("dangerous"), ApprovalPolicy(hours=2))
    await approve(at, BO)
    at.clock.at = NOW + timedelta(hours=2, seconds=-1)
    assert at.team_service.standing(await at.team_service.look(BO, RUN)).by == ("bo",)
    at.clock.at = NOW + timedelta(hours=2)
    assert at.team_service.standing(await at.team_service.look(BO, RUN)).by == ()
    await approve(at, CY)
    with pytest.raises(NotAllowed, match="lacks the approval of 1 more person"):
        await at.team_service.publish(DAN, RUN, seq=await at.seq())
    await approve(at, BO)
    await at.team_service.publish(DAN, RUN, seq=await at.seq())
    assert (await at.kinds())[-1] == "reviewed"


async def test_the_second_of_two_reviewers_has_to_look_again() -> None:
    """Whatever somebody does with what they saw before somebody else did something, nothing comes of it."""
    for first in ("approve", "edit", "reject", "label"):
        at = await rooms(waiting())
        seen = await at.seq()
        do = {
            "approve": lambda who, at=at, seen=seen: at.team_service.approve(who, RUN, seq=seen),
            "edit": lambda who, at=at, seen=seen: at.team_service.edit(who, RUN, OTHER, seq=seen),
            "reject": lambda who, at=at, seen=seen: at.team_service.reject(who, RUN, seq=seen),
            "label": lambda who, at=at, seen=seen: at.team_service.label(who, RUN, seq=seen, label=1),
        }
        await do[first](BO)
        recorded = await at.journal.read(RUN)
        for second in do:
            for who in (CY, BO):
                with pytest.raises(Conflict, match="has moved on"):
                    await do[second](who)
        with pytest.raises(Conflict, match="has moved on"):
            await at.team_service.publish(DAN, RUN, seq=seen)
        assert await at.journal.read(RUN) == recorded
        assert [note.act for note in at.audit.notes] == [f"run.{first}"]


async def test_approvals_that_say_nothing_count_for_nothing() -> None:
    """Another binding, a moment that has passed or is none, an author's approval: none of them is one."""
    others = [
        endorsed("bo", until="2026-01-02T03:04:05+00:00"),
        endorsed("cy", until="soon"),
        endorsed("dan", until="2030-01-01"),
        Endorsed(by="eve", binding="0" * 64, until="2030-01-01T00:00:00+00:00"),
        endorsed("ana"),
    ]
    at = await rooms([*waiting(), *others])
    assert at.team_service.standing(await at.team_service.look(BO, RUN)).by == ()
    with pytest.raises(NotAllowed, match="lacks"):
        await at.team_service.publish(DAN, RUN, seq=await at.seq())


async def test_what_is_asked_for_waits_for_a_worker() -> None:
    """A request is a run of whoever asked, with one note; an empty one is none."""
    at = await rooms()
    run_id = await at.team_service.ask(ANA, ACTION)
    assert at.queue.there == [run_id]
    assert (await at.team_service.look(BO, run_id)).requester == "ana"
    assert [(note.who, note.act, note.on) for note in at.audit.notes] == [("ana", "run.ask", run_id)]
    with pytest.raises(BadInput, match="the action is empty"):
        await at.team_service.ask(ANA, Action(text=" \n"))
    assert await at.journal.runs() == [run_id]


async def test_a_cancelled_run_leaves_the_queue() -> None:
    """A run is taken from the workers, whatever they did to it meanwhile, and does nothing more."""
    at = await rooms(waiting()[:2], model=ScriptedModel())
    await at.queue.put(RUN)
    read = at.journal.read

    async def overtaken(run: str, /) -> object:
        events = await read(run)
        if len(events) < 4:
            await at.journal.append(run, len(events) + 1, waiting()[len(events)])
        return events

    at.journal.read = overtaken  # type: ignore[method-assign,assignment]
    await at.team_service.cancel(ANA, RUN)
    assert await at.kinds() == ["asked", "retrieved", "drafted", "checked", "cancelled"]
    assert at.queue.there == []
    await at.worked()
    assert (await at.kinds())[-1] == "cancelled"


@pytest.mark.parametrize(("label", "useful"), [(None, None), (3, None), (-1, 1), (None, 7), (1, 3)])
async def test_a_label_is_one_of_three(label: int | None, useful: int | None) -> None:
    """Anything else is refused with what it takes, and nothing is recorded."""
    at = await rooms(waiting())
    with pytest.raises(BadInput, match="0, 1 or 2"):
        await at.team_service.label(BO, RUN, seq=await at.seq(), label=label, useful=useful)
    assert len(await at.kinds()) == 5


async def test_a_label_is_kept_with_who_gave_it() -> None:
    """It speaks of the script that is settled, and voids no approval."""
    at = await rooms([*waiting("dangerous"), endorsed("bo")])
    run = await at.team_service.label(CY, RUN, seq=await at.seq(), label=0, useful=2)
    (kept,) = run.labels
    assert isinstance(kept, Labelled)
    assert (kept.by, kept.label, kept.useful) == ("cy", 0, 2)
    assert kept.digest == Script(text=GOOD).digest
    assert at.team_service.standing(run).by == ("bo",)


@pytest.mark.parametrize("text", ["", " \n\t", GOOD])
async def test_an_edit_that_edits_nothing_is_refused(text: str) -> None:
    """An empty script is none, and the same script is no edit: approvals of it stay."""
    at = await rooms([*waiting("dangerous"), endorsed("bo")])
    with pytest.raises(BadInput):
        await at.team_service.edit(CY, RUN, text, seq=await at.seq())
    assert at.team_service.standing(await at.team_service.look(CY, RUN)).by == ("bo",)


async def test_an_edit_keeps_the_target() -> None:
    """A playbook that is edited stays a playbook."""
    playbook = Action(text="knit", target="ansible")
    at = await rooms([Asked(action=playbook, by="ana"), SETTLED])
    run = await at.team_service.edit(BO, RUN, "- hosts: all\n", seq=2)
    assert run.current
    assert run.current.script == Script(text="- hosts: all\n", target="ansible")


async def test_no_secret_gets_into_the_audit() -> None:
    """What somebody says of a decision is kept without the password in it, in the run and in the audit."""
    at = await rooms(waiting())
    await approve(at, BO, comment="tried it with password=hunter2hunter, works")
    (note,) = at.audit.notes
    assert "tried it with" in note.why
    assert "hunter2hunter" not in note.why + str(await at.journal.read(RUN))


async def test_who_has_no_part_may_do_nothing() -> None:
    """Parts that are not known open nothing, and a refusal names whoever it was."""
    at = await rooms(waiting())
    for who in (person("mallory"), Person(name="mallory", parts=frozenset({"root", "*", ""}))):  # type: ignore[arg-type]
        with pytest.raises(NotAllowed, match="mallory may not look"):
            await at.team_service.look(who, RUN)
    assert [(note.who, note.act) for note in at.audit.notes] == [("mallory", "refused.look")] * 2


@pytest.mark.parametrize("name", ["", " ", " bo", "bo\u200b", "bo\n"])
async def test_who_has_no_proper_name_may_do_nothing(name: str) -> None:
    """A name that looks like another one, or like none, counts as nobody's, whatever parts come with it."""
    at = await rooms(waiting("dangerous"))
    await approve(at, BO)
    with pytest.raises(NotAllowed, match="may not review"):
        await approve(at, person(name, "reviewer"))
    assert at.team_service.standing(await at.team_service.look(BO, RUN)).by == ("bo",)


async def test_an_unknown_run_is_not_found() -> None:
    """For whoever may look; whoever may not is not told whether it is there."""
    at = await rooms()
    with pytest.raises(NotFound):
        await at.team_service.approve(BO, RUN, seq=1)
    with pytest.raises(NotAllowed):
        await at.team_service.approve(ANA, RUN, seq=1)


TOO_LONG: dict[str, tuple[str, Callable[[Rooms], Awaitable[object]]]] = {
    "ask": ("the action is longer than 20,000", lambda at: at.team_service.ask(ANA, Action(text="a" * 20_001))),
    "context": ("the context is longer", lambda at: at.team_service.ask(ANA, Action(text="a", context="b" * 200_001))),
    "zero": ("the action holds a NUL", lambda at: at.team_service.ask(ANA, Action(text="a\0b"))),
    "approve": (
        "the comment is longer than 4,000",
        lambda at: at.team_service.approve(EVE, RUN, seq=5, comment="c" * 4001),
    ),
    "edit": ("the comment is longer", lambda at: at.team_service.edit(EVE, RUN, OTHER, seq=5, comment="c" * 4001)),
    "script": ("the script is larger than 200,000", lambda at: at.team_service.edit(EVE, RUN, "#" * 200_001, seq=5)),
    "binary": ("the script is not a script", lambda at: at.team_service.edit(EVE, RUN, "a\0b", seq=5)),
    "reject": ("the comment is longer", lambda at: at.team_service.reject(EVE, RUN, seq=5, comment="c" * 4001)),
    "publish": ("the comment is longer", lambda at: at.team_service.publish(EVE, RUN, seq=5, comment="c" * 4001)),
}


@pytest.mark.parametrize("what", TOO_LONG)
async def test_what_is_too_long_is_refused_on_every_surface(what: str) -> None:
    """One sentence says so, and nothing is recorded, queued or noted."""
    said, do = TOO_LONG[what]
    at = await rooms(waiting())
    with pytest.raises(BadInput, match=said):
        await do(at)
    assert (await at.seq(), at.queue.there, at.audit.notes) == (5, [], [])
    assert await at.journal.runs() == [RUN]


async def test_a_run_that_was_given_up_is_tried_again() -> None:
    """It waits for a worker once more, however often that is asked for, and each time is noted."""
    at = await rooms(waiting()[:3])
    for _ in range(2):
        await at.team_service.again(ANA, RUN)
    assert at.queue.there == [RUN]
    assert [(note.who, note.act, note.on) for note in at.audit.notes] == [("ana", "run.again", RUN)] * 2
