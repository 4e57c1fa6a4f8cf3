"""What people say of a run without deciding: comments, and whether findings and opinions helped."""

from __future__ import annotations

import json

import pytest

from scriptsmith.core.events import Asked, Commented, Rated
from scriptsmith.core.types import Finding, Severity
from scriptsmith.errors import BadInput, Conflict, NeedsPerson, NotAllowed
from scriptsmith.service.feedback import ratings, rows

from .team_services import ACTION, RUN, SCRIPT, Rooms, endorsed, person, rooms, waiting

ANA, BO, CY = person("ana", "requester"), person("bo", "reviewer"), person("cy", "reviewer")
NOTE = Finding(checker="shellcheck", code="SC2012", severity=Severity.INFO, message="use find", line=2)
ABOUT = "finding SC2012 2:1"


async def rated_room() -> Rooms:
    from dataclasses import replace

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
