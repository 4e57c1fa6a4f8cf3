"""Who may do what with a run in which state: one table, written out by hand, and every cell of it tried."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from scriptsmith.core.permissions import ACTS, PARTS
from scriptsmith.errors import Blocked, NeedsPerson, NotAllowed, ScriptSmithError

from .team_services import ACTION, EDITED, RUN, STATES, Rooms, person, rooms

PEOPLE = {
    "nobody": person(""),
    "asker": person("ana", "requester"),  # of the run in question
    "requester": person("bo", "requester"),
    "reviewer": person("dan", "reviewer"),
    "asking reviewer": person("Ana", "requester", "reviewer"),
    "publisher": person("eve", "publisher"),
    "admin": person("flo", "admin"),
    "reviewing publisher": person("gus", "reviewer", "publisher"),
}

# What comes of it: `+` it is done, `n` not allowed, `p` the run is not in a state for it, `b` policy blocks it.
TABLE = """
                                 working      endorsed   published  cancelled   empty
                                    |  waiting   |  approved  |  rejected |  redrafting blocked
look      nobody                    n     n      n      n     n     n     n     n     n     n
look      asker                     +     +      +      +     +     +     +     +     +     +
look      requester                 +     +      +      +     +     +     +     +     +     +
look      reviewer                  +     +      +      +     +     +     +     +     +     +
look      asking-reviewer           +     +      +      +     +     +     +     +     +     +
look      publisher                 +     +      +      +     +     +     +     +     +     +
look      admin                     +     +      +      +     +     +     +     +     +     +
look      reviewing-publisher       +     +      +      +     +     +     +     +     +     +

approve   nobody                    n     n      n      n     n     n     n     n     n     n
approve   asker                     n     n      n      n     n     n     n     n     n     n
approve   requester                 n     n      n      n     n     n     n     n     n     n
approve   reviewer                  p     +      +      p     p     p     p     p     p     b
approve   asking-reviewer           p     n      n      p     p     p     p     p     n     n
approve   publisher                 n     n      n      n     n     n     n     n     n     n
approve   admin                     n     n      n      n     n     n     n     n     n     n
approve   reviewing-publisher       p     +      +      p     p     p     p     p     p     b

edit      nobody                    n     n      n      n     n     n     n     n     n     n
edit      asker                     n     n      n      n     n     n     n     n     n     n
edit      requester                 n     n      n      n     n     n     n     n     n     n
edit      reviewer                  p     +      +      p     p     p     p     p     +     +
edit      asking-reviewer           p     +      +      p     p     p     p     p     +     +
edit      publisher                 n     n      n      n     n     n     n     n     n     n
edit      admin                     n     n      n      n     n     n     n     n     n     n
edit      reviewing-publisher       p     +      +      p     p     p     p     p     +     +

reject    nobody                    n     n      n      n     n     n     n     n     n     n
reject    asker                     n     n      n      n     n     n     n     n     n     n
reject    requester                 n     n      n      n     n     n     n     n     n     n
reject    reviewer                  p     +      +      p     p     p     p     p     p     +
reject    asking-reviewer           p     +      +      p     p     p     p     p     p     +
reject    publisher                 n     n      n      n     n     n     n     n     n     n
reject    admin                     n     n      n      n     n     n     n     n     n     n
reject    reviewing-publisher       p     +      +      p     p     p     p     p     p     +

label     nobody                    n     n      n      n     n     n     n     n     n     n
label     asker                     n     n      n      n     n     n     n     n     n     n
label     requester                 n     n      n      n     n     n     n     n     n     n
label     reviewer                  p     +      +      +     +     +     +     p     p     +
label     asking-reviewer           p     +      +      +     +     +     +     p     p     +
label     publisher                 n     n      n      n     n     n     n     n     n     n
label     admin                     n     n      n      n     n     n     n     n     n     n
label     reviewing-publisher       p     +      +      +     +     +     +     p     p     +

comment   nobody                    n     n     n      n     n     n     n     n     n     n
comment   asker                     p     +     +      p     +     +     +     p     +     +
comment   requester                 p     +     +      p     +     +     +     p     +     +
comment   reviewer                  p     +     +      p     +     +     +     p     +     +
comment   asking-reviewer           p     +     +      p     +     +     +     p     +     +
comment   publisher                 p     +     +      p     +     +     +     p     +     +
comment   admin                     n     n     n      n     n     n     n     n     n     n
comment   reviewing-publisher       p     +     +      p     +     +     +     p     +     +

publish   nobody                    n     n      n      n     n     n     n     n     n     n
publish   asker                     n     n      n      n     n     n     n     n     n     n
publish   requester                 n     n      n      n     n     n     n     n     n     n
publish   reviewer                  n     n      n      n     n     n     n     n     n     n
publish   asking-reviewer           n     n      n      n     n     n     n     n     n     n
publish   publisher                 p     n      +      p     p     p     p     p     p     n
publish   admin                     n     n      n      n     n     n     n     n     n     n
publish   reviewing-publisher       p     n      +      p     p     p     p     p     p     n

cancel    nobody                    n     n      n      n     n     n     n     n     n     n
cancel    asker                     +     +      +      p     p     p     p     +     +     +
cancel    requester                 n     n      n      n     n     n     n     n     n     n
cancel    reviewer                  +     +      +      p     p     p     p     +     +     +
cancel    asking-reviewer           +     +      +      p     p     p     p     +     +     +
cancel    publisher                 +     +      +      p     p     p     p     +     +     +
cancel    admin                     +     +      +      p     p     p     p     +     +     +
cancel    reviewing-publisher       +     +      +      p     p     p     p     +     +     +

ask       nobody                    n     n      n      n     n     n     n     n     n     n
ask       asker                     +     +      +      +     +     +     +     +     +     +
ask       requester                 +     +      +      +     +     +     +     +     +     +
ask       reviewer                  +     +      +      +     +     +     +     +     +     +
ask       asking-reviewer           +     +      +      +     +     +     +     +     +     +
ask       publisher                 +     +      +      +     +     +     +     +     +     +
ask       admin                     n     n      n      n     n     n     n     n     n     n
ask       reviewing-publisher       +     +      +      +     +     +     +     +     +     +

again     nobody                    n     n      n      n     n     n     n     n     n     n
again     asker                     +     p      p      +     p     p     p     +     p     p
again     requester                 +     p      p      +     p     p     p     +     p     p
again     reviewer                  +     p      p      +     p     p     p     +     p     p
again     asking-reviewer           +     p      p      +     p     p     p     +     p     p
again     publisher                 +     p      p      +     p     p     p     +     p     p
again     admin                     n     n      n      n     n     n     n     n     n     n
again     reviewing-publisher       +     p      p      +     p     p     p     +     p     p

try       nobody                    n     n      n      n     n     n     n     n     n     n
try       asker                     +     +      +      +     +     +     +     +     +     +
try       requester                 +     +      +      +     +     +     +     +     +     +
try       reviewer                  +     +      +      +     +     +     +     +     +     +
try       asking-reviewer           +     +      +      +     +     +     +     +     +     +
try       publisher                 +     +      +      +     +     +     +     +     +     +
try       admin                     n     n      n      n     n     n     n     n     n     n
try       reviewing-publisher       +     +      +      +     +     +     +     +     +     +

retire    nobody                    n     n      n      n     n     n     n     n     n     n
retire    asker                     n     n      n      n     n     n     n     n     n     n
retire    requester                 n     n      n      n     n     n     n     n     n     n
retire    reviewer                  n     n      n      n     n     n     n     n     n     n
retire    asking-reviewer           n     n      n      n     n     n     n     n     n     n
retire    publisher                 +     +      +      +     +     +     +     +     +     +
retire    admin                     +     +      +      +     +     +     +     +     +     +
retire    reviewing-publisher       +     +      +      +     +     +     +     +     +     +

outlets   nobody                    n     n      n      n     n     n     n     n     n     n
outlets   asker                     n     n      n      n     n     n     n     n     n     n
outlets   requester                 n     n      n      n     n     n     n     n     n     n
outlets   reviewer                  n     n      n      n     n     n     n     n     n     n
outlets   asking-reviewer           n     n      n      n     n     n     n     n     n     n
outlets   publisher                 n     n      n      n     n     n     n     n     n     n
outlets   admin                     +     +      +      +     +     +     +     +     +     +
outlets   reviewing-publisher       n     n      n      n     n     n     n     n     n     n

people    nobody                    n     n      n      n     n     n     n     n     n     n
people    asker                     n     n      n      n     n     n     n     n     n     n
people    requester                 n     n      n      n     n     n     n     n     n     n
people    reviewer                  n     n      n      n     n     n     n     n     n     n
people    asking-reviewer           n     n      n      n     n     n     n     n     n     n
people    publisher                 n     n      n      n     n     n     n     n     n     n
people    admin                     +     +      +      +     +     +     +     +     +     +
people    reviewing-publisher       n     n      n      n     n     n     n     n     n     n

audit     nobody                    n     n      n      n     n     n     n     n     n     n
audit     asker                     n     n      n      n     n     n     n     n     n     n
audit     requester                 n     n      n      n     n     n     n     n     n     n
audit     reviewer                  n     n      n      n     n     n     n     n     n     n
audit     asking-reviewer           n     n      n      n     n     n     n     n     n     n
audit     publisher                 n     n      n      n     n     n     n     n     n     n
audit     admin                     +     +      +      +     +     +     +     +     +     +
audit     reviewing-publisher       n     n      n      n     n     n     n     n     n     n
"""

Do = Callable[[Rooms, Any, int], Awaitable[object]]
DOING: dict[str, tuple[str, str, Do]] = {
    "look": ("look", "", lambda at, who, seq: at.team_service.look(who, RUN)),
    "approve": ("review", "run.approve", lambda at, who, seq: at.team_service.approve(who, RUN, seq=seq)),
    "edit": ("review", "run.edit", lambda at, who, seq: at.team_service.edit(who, RUN, EDITED, seq=seq)),
    "reject": ("review", "run.reject", lambda at, who, seq: at.team_service.reject(who, RUN, seq=seq, comment="yarn")),
    "label": ("review", "run.label", lambda at, who, seq: at.team_service.label(who, RUN, seq=seq, label=2)),
    "comment": ("comment", "run.comment", lambda at, who, seq: at.team_service.comment(who, RUN, "why?")),
    "publish": ("publish", "run.publish", lambda at, who, seq: at.team_service.publish(who, RUN, seq=seq)),
    "cancel": ("cancel", "run.cancel", lambda at, who, seq: at.team_service.cancel(who, RUN)),
    "ask": ("ask", "run.ask", lambda at, who, seq: at.team_service.ask(who, ACTION)),
    "again": ("ask", "run.again", lambda at, who, seq: at.team_service.again(who, RUN)),
    "try": ("try", "", lambda at, who, seq: at.team_service.allow(who, "try")),
    "retire": ("retire", "entry.retire", lambda at, who, seq: at.team_service.retire(who, "show-date")),
    "outlets": ("outlets", "", lambda at, who, seq: at.team_service.allow(who, "outlets")),
    "people": ("people", "", lambda at, who, seq: at.team_service.allow(who, "people")),
    "audit": ("audit", "", lambda at, who, seq: at.team_service.allow(who, "audit")),
}
"""What somebody does: the act that allows it, the note of it in the audit, and how it is done."""
MEANT: dict[str, type[ScriptSmithError] | None] = {"+": None, "n": NotAllowed, "p": NeedsPerson, "b": Blocked}
ROWS = [line.split() for line in TABLE.splitlines()[3:] if line]


def test_the_table_is_whole() -> None:
    """Every use case, act, part and state of a run is in it, each person once for each of what can be done."""
    assert [(row[0], row[1].replace("-", " ")) for row in ROWS] == [(what, who) for what in DOING for who in PEOPLE]
    assert {act for act, _, _ in DOING.values()} == set(ACTS)
    assert {part for one in PEOPLE.values() for part in one.parts} == set(PARTS)
    assert {len(row) for row in ROWS} == {2 + len(STATES)}
    assert [name for name in TABLE.replace("|", " ").split()[:10] if name not in STATES] == []


@pytest.mark.parametrize("what", DOING)
async def test_everybody_may_do_what_the_table_says(what: str) -> None:
    """In each state each person can do exactly that. What is refused changes nothing, and is noted with its reason
    where a person or policy forbids it; what is done is noted once."""
    act, noted, do = DOING[what]
    for row in ROWS:
        if row[0] != what:
            continue
        who = PEOPLE[row[1].replace("-", " ")]
        for state, expected in zip(STATES, row[2:], strict=True):
            at = await rooms(STATES[state]())
            before = await at.journal.read(RUN)
            failed: ScriptSmithError | None = None
            try:
                await do(at, who, len(before))
            except ScriptSmithError as error:
                failed = error
            cell = f"{what} by {row[1]} when {state}"
            assert type(failed) is (MEANT[expected] or type(None)), f"{cell}: {failed}"
            acts = [note.act for note in at.audit.notes]
            if expected == "+":
                assert [one for one in acts if one == noted] == [noted][: bool(noted)], cell
                assert not any(one.startswith("refused") for one in acts), cell
                continue
            assert await at.journal.read(RUN) == before, cell
            assert at.queue.there == [], cell
            assert await at.journal.runs() == [RUN], cell
            assert acts == ([] if expected == "p" else [f"refused.{act}"]), cell
            assert all((note.who, note.why) == (who.name, str(failed)) for note in at.audit.notes), cell
