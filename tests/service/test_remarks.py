"""What people say of a run without deciding: comments, and whether findings and opinions helped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from scriptsmith.core.approval import ApprovalPolicy
from scriptsmith.core.effects import Danger
from scriptsmith.core.events import Asked, Commented, Event, Rated, Retrieved, Settled
from scriptsmith.core.permissions import Person
from scriptsmith.core.types import Finding, Match, Severity
from scriptsmith.documents import is_over
from scriptsmith.errors import BadInput, Conflict, NeedsPerson, NotAllowed
from scriptsmith.service.feedback import ratings, rows

from .team_services import ACTION, ENTRY, PEOPLE, RUN, SCRIPT, Rooms, endorsed, person, rooms, waiting

ANA, BO, CY = person("ana", "requester"), person("bo", "reviewer"), person("cy", "reviewer")
NOTE = Finding(checker="shellcheck", code="SC2012", severity=Severity.INFO, message="use find", line=2)
ABOUT = "finding SC2012 2:1"


async def rated_room() -> Rooms:
    log = [replace(event, findings=(NOTE,)) if event.kind == "checked" else event for event in waiting("dangerous")]
    return await rooms(log)


async def test_both_sides_comment() -> None:
    """Whoever asked and whoever reviews may write; it is kept with who and when, audited, and voids no approval."""
    at = await rooms([*waiting("dangerous"), endorsed("bo")])
    await at.team_service.comment(ANA, RUN, " only on Sundays ")
    run = await at.team_service.comment(BO, RUN, "why?")
    assert [(each.by, each.text, bool(each.at)) for each in run.remarks] == [
        ("ana", "only on Sundays", True),
        ("bo", "why?", True),
    ]
    assert at.team_service.standing(run).by == ("bo",)
    assert [record.note.act for record in await at.audit.read()][-2:] == ["run.comment", "run.comment"]


async def test_a_decision_needs_the_last_comment_seen() -> None:
    """Whoever has not seen a comment does not decide over it."""
    at = await rooms(waiting())
    seen = await at.seq()
    await at.team_service.comment(ANA, RUN, "the wrong host")
    with pytest.raises(Conflict):
        await at.team_service.approve(BO, RUN, seq=seen)


async def test_who_may_not_decides_neither_comments() -> None:
    """An admin says nothing of scripts; an empty comment is none; and a run at work belongs to its worker."""
    at = await rooms(waiting())
    with pytest.raises(NotAllowed, match="may not comment on runs"):
        await at.team_service.comment(person("dee", "admin"), RUN, "no")
    with pytest.raises(BadInput):
        await at.team_service.comment(ANA, RUN, " \n")
    at = await rooms([Asked(action=ACTION, by="ana")])
    with pytest.raises(NeedsPerson, match="at work"):
        await at.team_service.comment(ANA, RUN, "hurry")


async def test_ratings_are_feedback_and_no_conflict() -> None:
    """The last word of each person counts, nobody is named in what is exported, and decisions stay what they are."""
    at = await rated_room()
    seen = await at.seq()
    for who, useful in ((BO, True), (BO, False), (CY, True)):
        await at.team_service.rate(who, RUN, ABOUT, useful)
    with pytest.raises(BadInput, match="has no 'finding X 1:1'"):
        await at.team_service.rate(BO, RUN, "finding X 1:1", True)
    events = await at.journal.read(RUN)
    assert sum(isinstance(event, Rated) for event in events) == 3
    told = ratings(RUN, events)
    assert [(each.finding, each.useful, each.script) for each in told] == [(NOTE, False, SCRIPT), (NOTE, True, SCRIPT)]
    lines = [json.loads(line) for line in rows("rating", RUN, events)]
    assert all("by" not in line and "bo" not in json.dumps(line).split() for line in lines)
    run = await at.team_service.approve(BO, RUN, seq=seen)
    assert at.team_service.standing(run).by == ("bo",)
    assert not any(isinstance(event, Commented) for event in await at.journal.read(RUN))


async def test_a_run_is_assigned_and_others_may_decide_all_the_same() -> None:
    """Who should decide is kept and audited, the last word counts, and a decision that was seen before it stands."""
    at = await rooms(waiting())
    seen = await at.seq()
    await at.team_service.assign(ANA, RUN, "cy")
    run = await at.team_service.assign(BO, RUN, "  bo  ")
    assert run.assignee == "bo"
    assert [record.note.act for record in await at.audit.read()][-2:] == ["run.assign", "run.assign"]
    assert at.team_service.standing(await at.team_service.approve(CY, RUN, seq=seen)).by == ("cy",)
    with pytest.raises(BadInput, match="name one person"):
        await (await rooms(waiting())).team_service.assign(ANA, RUN, "x" * 101)
    with pytest.raises(NotAllowed):
        await (await rooms(waiting())).team_service.assign(person("dee", "admin"), RUN, "bo")


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("nobody-like-that", "nobody here is called 'nobody-like-that': name somebody who has a key"),
        ("\uff42\uff4f", "nobody here is called"),
        ("b\u043e", "nobody here is called"),
        ("ana", "ana may not review scripts: assign run"),
        ("dee", "dee may not review scripts: assign run"),
        ("eve", "eve asked for it or wrote its script, and does not approve it: assign run"),
        ("kit", "kit may not review scripts: assign run"),
    ],
)
async def test_a_run_is_assigned_to_who_may_decide_on_it(to: str, why: str) -> None:
    """Nobody, look-alikes, authors and people without the right are refused in a sentence; nothing is recorded."""
    at = await rooms(waiting(by="eve"))
    people = (*PEOPLE, person("eve", "reviewer"), person("dee", "admin"))
    service = replace(at.team_service, people=lambda: listed(people))
    seq = await at.seq()
    with pytest.raises(BadInput) as refused:
        await service.assign(BO, RUN, to)
    assert why in str(refused.value)
    assert await at.seq() == seq
    assert "eve" not in await service.deciders(await service.look(BO, RUN))
    assert (await service.assign(BO, RUN, "CY")).assignee == "cy"
    assert (await service.assign(BO, RUN, "")).assignee == ""


async def listed(people: Sequence[Person]) -> Sequence[Person]:
    return people


async def test_whose_word_is_still_missing_may_be_named() -> None:
    """Who has approved has said it, unless they may publish; a publisher is named when only that is left; where authors
    may approve, they may be named; and whoever assigns is known, also where no list names them."""
    at = await rooms([*waiting("dangerous"), endorsed("bo")])
    with pytest.raises(BadInput, match="bo has approved it"):
        await at.team_service.assign(CY, RUN, "bo")
    with pytest.raises(BadInput, match="kit may not review scripts"):
        await at.team_service.assign(CY, RUN, "kit")
    at = await rooms([*waiting(), endorsed("bo")])
    assert (await at.team_service.assign(CY, RUN, "kit")).assignee == "kit"
    own = await rooms(waiting(by="cy"), ApprovalPolicy(own=True))
    assert (await own.team_service.assign(BO, RUN, "cy")).assignee == "cy"
    stranger = person("by proxy", "reviewer")
    assert (await at.team_service.assign(stranger, RUN, "by proxy")).assignee == "by proxy"


SERVED = Settled(outcome="reuse", script=ENTRY.script, entry="show-date@1", danger=Danger(risk="safe"))


async def test_no_title_is_chosen_for_what_is_not_published() -> None:
    """An entry that answers is approved as it is, and an approval that publishes nothing yet names nothing."""
    both = person("max", "reviewer", "publisher")
    found = Retrieved(matches=(Match(entry=ENTRY, confidence=1.0),))
    answered: list[Event] = [Asked(action=ACTION, by="ana"), found, SERVED]
    for who, log, why in (
        (both, answered, "is answered by show-date@1 as it is"),
        (BO, waiting(), "publishes nothing yet"),
        (both, waiting("dangerous"), "publishes nothing yet"),
    ):
        at = await rooms(log)
        seq = await at.seq()
        for name in ({"title": "Show it"}, {"entry": "show-it"}):
            with pytest.raises(BadInput, match=why):
                await at.team_service.approve(who, RUN, seq=seq, **name)
        assert await at.seq() == seq
        run = await at.team_service.approve(who, RUN, seq=seq)
        if run.settled == SERVED:
            assert at.team_service.standing(run).missing == 0
            assert is_over(run)
            assert (await at.team_service.comment(ANA, RUN, "thanks")).remarks
