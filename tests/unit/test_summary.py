"""A summary says what the log says, of any log, and survives the way through JSON."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.codec import dump_line, load_line
from scriptsmith.core.events import Asked, Assessed, Cancelled, Drafted, Endorsed, Event, Labelled, Reviewed, Settled
from scriptsmith.core.flow import state
from scriptsmith.core.run import fold
from scriptsmith.core.summary import LONGEST, Summary, summarize
from scriptsmith.core.team_figures import Day
from scriptsmith.core.types import Action, Assessment, Call, Decision, Review, Script, Verdict

from .strategies import any_event, asked, runs_events, text

WOOL, YARN = Script(text="echo wool\n"), Script(text="echo yarn\n")
ASKED = Asked(action=Action(text="knit\n a  pullover\0"), at="2026-01-02T03:04:05+02:00", by="bo")
by_people: st.SearchStrategy[Event] = st.one_of(
    st.builds(Endorsed, by=text, binding=text, until=text, at=text),
    st.builds(Labelled, by=text, digest=st.just(WOOL.digest), label=st.none() | st.integers(0, 2)),
    st.builds(Cancelled, by=text),
)
moments = st.datetimes().map(str) | text | st.just("0001-01-01T00:00:00+14:00") | st.just("9999-12-31T23:59:59-12:00")


def call(cost: float | None) -> Call:
    return Call(role="generator", model="m", prompt="draft", prompt_digest="", cost=cost, input_tokens=5, seconds=0.5)


def reviewed(decision: Decision, about: Script, at: str) -> Reviewed:
    new = YARN if decision == "edit" else None
    return Reviewed(review=Review(reviewer="ana", decision=decision, digest=about.digest, script=new), at=at)


def judged(verdict: Verdict) -> Assessed:
    return Assessed(assessment=Assessment(functionality="f", opinions=(), verdict=verdict))


@given(
    first=asked,
    rest=st.lists(st.one_of(any_event, by_people), max_size=8),
    recorded=st.lists(moments, max_size=9),
)
def test_any_log_has_a_summary(first: Event, rest: list[Event], recorded: list[str]) -> None:
    """Whatever happened in whatever order: it agrees with the fold, and JSON brings it back as it was."""
    events = [first, *rest]
    made = summarize("r", events, recorded)
    run = fold(events)
    assert load_line(Summary, dump_line(made), "a summary") == made
    assert "\0" not in dump_line(made).decode()
    assert b"\\u0000" not in dump_line(made)
    assert (made.seq, made.problem) == (len(events), "")
    assert made.outcome == (run.settled.outcome if run.settled else None)
    assert made.state == state(run)
    assert [one.seq for one in made.decisions] == [at for at, e in enumerate(events, start=1) if e.kind == "reviewed"]
    assert made.drafts == sum(e.kind == "drafted" for e in events)
    assert all(one.waited is None or one.waited >= 0 for one in made.decisions)


@given(events=runs_events)
def test_only_what_can_be_decided_waits(events: list[Event]) -> None:
    """A run that is listed as waiting has a decision to take: approve, edit or reject works on it, or edit at least."""
    run = fold(events)
    if state(run) == "waiting":
        assert run.settled is not None
        assert run.settled.outcome not in ("reuse", "no_match")
        assert run.review is None
        assert not run.published


def test_a_life_in_one_line() -> None:
    """Moments, costs, verdicts and labels of a run with a draft, an edit and an approval."""
    events: list[Event] = [
        ASKED,
        Drafted(script=WOOL, calls=(call(0.25), call(None)), seconds=10),
        judged(Verdict.YES),
        Settled(outcome="verified", script=WOOL),
        reviewed("edit", WOOL, "2026-01-02T01:05:00+00:00"),
        judged(Verdict.UNSURE),
        Settled(outcome="unsure", script=YARN),
        Labelled(by="bo", digest=WOOL.digest, label=0),
        Labelled(by="bo", digest=YARN.digest, label=1, useful=2),
        Labelled(by="bo", digest=YARN.digest, label=2),
    ]
    waiting = summarize("r", events, ["", "", "", "", "", "", "2026-01-02T01:06:00+00:00"])
    assert (waiting.action, waiting.requester, waiting.state) == ("knit a pullover\ufffd", "bo", "waiting")
    assert waiting.asked_at == "2026-01-02T01:04:05.000+00:00"
    assert waiting.waiting_since == "2026-01-02T01:06:00.000+00:00"
    assert (waiting.cost, waiting.unpriced, waiting.input_tokens, waiting.seconds) == (0.25, 1, 10, 1.0)
    assert (waiting.verdict, waiting.label, waiting.useful, waiting.edits) == (Verdict.UNSURE, 2, 2, 1)
    over = summarize("r", [*events, reviewed("approve", YARN, "2026-01-02T01:08:00Z")], ["?"] * 3)
    assert (over.state, over.waiting_since, over.decided_by, over.decision) == ("approved", "", "ana", "approve")
    first, second = over.decisions
    assert (first.writer, first.verdict, first.label, first.waited) == ("generator", Verdict.YES, 0, 45.0)
    assert (second.writer, second.verdict, second.label, second.useful) == ("person", Verdict.UNSURE, 2, 2)
    assert over.changed_at == over.decided_at == "2026-01-02T01:08:00.000+00:00"


@pytest.mark.parametrize(
    ("settled", "state"),
    [
        (Settled(outcome="reuse", script=WOOL, entry="x@1"), "served"),
        (Settled(outcome="risky", script=WOOL, entry="x@1"), "waiting"),
        (Settled(outcome="forbidden", entry="x@1"), "unanswered"),
        (Settled(outcome="no_match"), "unanswered"),
        (Settled(outcome="unsure"), "waiting"),
        (Settled(outcome="forbidden", script=WOOL), "waiting"),
    ],
)
def test_where_a_settled_run_stands(settled: Settled, state: str) -> None:
    """Served and unanswered runs wait for nobody; `reused` is what an entry was served for."""
    made = summarize("r", [ASKED, settled])
    assert (made.state, made.reused) == (state, bool(settled.entry and settled.script))


def test_a_long_action_is_cut_and_a_broken_log_is_told() -> None:
    """A list never holds a whole pasted log, and a log without a beginning has a summary that says so."""
    assert len(summarize("r", [Asked(action=Action(text="x" * 5000))]).action) == LONGEST
    assert summarize("r", []).problem == "the log does not begin with what was asked"
    assert summarize("r", [judged(Verdict.YES)], problem="event 2: no").problem == "event 2: no"


def test_figures_of_nothing_are_not_zero() -> None:
    """Where nothing was decided, answered or judged there is no rate; otherwise it is the share that its name says."""
    empty = Day(day=None)
    assert (empty.acceptance, empty.reuse, empty.agreement) == (None, None, None)
    day = Day(
        day=None, settled=4, reused=1, decided=5, accepted=2, yes_right=3, yes_wrong=1, no_right=2, no_wrong=4, unsure=9
    )
    assert (day.acceptance, day.reuse, day.judged, day.agreement) == (0.4, 0.25, 10, 0.7)
