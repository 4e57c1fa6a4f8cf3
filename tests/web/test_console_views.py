"""What pages show of runs, by pure functions over folded events."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.approval import ApprovalPolicy, ApprovalState
from scriptsmith.core.comparison import ComparedDraft
from scriptsmith.core.events import Asked, Cancelled, Checked, Compared, Drafted, Event, Retrieved, Reviewed, Settled
from scriptsmith.core.permissions import Part, Person
from scriptsmith.core.run import fold
from scriptsmith.core.types import Action, Review, Script, Severity
from scriptsmith.web.diffs import diff, previous
from scriptsmith.web.open_decisions import open_for
from scriptsmith.web.plots import LEFT, Dot, Plot, weekly
from scriptsmith.web.rendering import environment, shown
from scriptsmith.web.syntax_colours import coloured
from scriptsmith.web.timeline import KINDS, steps
from scriptsmith.web.views import lines, sheet, spent, total
from tests.unit.strategies import runs_events

from .console_runs import DANGER, FINDING, FIRST, SCRIPT, events

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def a_person(name: str, *parts: Part) -> Person:
    return Person(name=name, parts=frozenset(parts))


def test_a_sheet_holds_what_a_decision_needs() -> None:
    """Verdicts, risk, findings at their lines, effects and cost are there, the worst effects first."""
    log = events()
    view = sheet(fold(log), log)
    chips = {chip.name: chip.value for chip in view.chips}
    assert chips["Similarity"] == "does what was asked"
    assert chips["Difference"] == "not clear whether it does what was asked"
    assert chips["Risk"] == "notable"
    assert chips["Checks"] == "1 warning, 1 notable"
    assert chips["Sandbox"] == "did what was asked"
    assert chips["Cost"] == "not known"  # one price is not
    assert view.lines[4].findings == (FINDING, *DANGER.findings)
    assert (view.findings, view.reasons) == ((FINDING,), DANGER.findings)
    assert [verb for verb, _ in view.touches] == ["deletes", "reads"]
    assert [(row.role, row.dollars) for row in view.spent] == [
        ("generator", 0.0125),
        ("refiner", 0.0125),
        ("assessor", None),
    ]


def test_what_drafts_agree_on_is_shown() -> None:
    """The timeline tells how many drafts do the same, and the sheet how many do as the one that is settled."""
    told = (ComparedDraft(group=1, size=2, of=3, basis="run"), ComparedDraft(group=2, size=1, of=3, basis="run"))
    log: list[Event] = [Asked(action=Action(text="x")), Retrieved(matches=())]
    for text in ("a", "b", "c"):
        log += [Drafted(script=Script(text=text)), Checked(findings=())]
    log += [Compared(drafts=(told[0], told[1], told[0])), Settled(outcome="unsure", script=Script(text="a"))]
    step = steps(log)[-2]
    assert (step.title, step.detail, step.tone) == ("Drafts compared", "2 of 3 drafts do the same", "good")
    chips = {chip.name: (chip.value, chip.tone) for chip in sheet(fold(log), log).chips}
    assert chips["Drafts"] == ("2 of 3 drafts do the same", "good")


def test_a_total_is_known_when_every_price_is() -> None:
    """One call without a price makes the sum unknown, not smaller."""
    rows = spent(events())
    assert total(rows) is None
    assert total(rows[:2]) == 0.025


def test_every_finding_stands_at_a_line_that_there_is() -> None:
    """A finding beyond the end is shown at the last line, not lost."""
    near, far = replace(FINDING, line=0), replace(FINDING, line=99)
    found = lines("a\nb\n", (far, near))
    assert [line.findings for line in found] == [(near,), (far,)]
    assert found[1].worst == Severity.WARNING.value


@given(runs_events)
def test_every_log_has_steps_and_a_sheet(log: list[Event]) -> None:
    """Whatever happened, each event is one step and the page can be made."""
    assert [step.seq for step in steps(log)] == list(range(1, len(log) + 1))
    assert {step.kind for step in steps(log)} <= set(KINDS)
    sheet(fold(log), log)


@given(TEXTS, TEXTS)
def test_a_difference_tells_both_texts(old: str, new: str) -> None:
    """What stayed and what went is the old text, what stayed and what came the new one."""
    made = diff(old, new, around=10_000)
    if made.lines:
        assert "\n".join(line.text for line in made.lines if line.kind != "added") == old.removesuffix("\n")
        assert "\n".join(line.text for line in made.lines if line.kind != "removed") == new.removesuffix("\n")
    else:
        assert old.removesuffix("\n") == new.removesuffix("\n")
        assert bool(made.problem) == (old != new)


def test_the_draft_before_is_the_one_that_it_came_from() -> None:
    """Of two drafts the first is before the second, and nothing is before the first; an edit follows what it replaced."""
    log = events()
    assert previous(log, SCRIPT) == FIRST
    assert previous(log, FIRST) is None
    edited = Script(text="df\n")
    review = Review(reviewer="bo", decision="edit", digest=SCRIPT.digest, script=edited)
    assert previous([*log, Reviewed(review=review)], edited) == SCRIPT


@given(TEXTS)
def test_colours_change_nothing_of_a_script(text: str) -> None:
    """Without its elements a coloured script is the escaped script, line by line, hidden characters spelled out."""
    bare = [line.striptags() for line in coloured(text)]
    assert bare == [shown(line).striptags() for line in text.split("\n")]


def test_only_comments_look_like_comments() -> None:
    """A `#` in a text or in a word begins none, and a text that goes over lines is one to its end."""
    first, second, third = coloured("echo 'a # b' c#d # e\nx='\n# y'")
    assert '<span class="s-comment"># e</span>' in first
    assert first.count("s-comment") == 1
    assert "s-comment" not in second + third
    assert "s-comment" not in "".join(coloured("if ; then ) # no"))


def test_what_can_be_read_of_a_broken_script_has_colours() -> None:
    """A quote that is never closed takes the colours of its own stretch, not those of the lines before it."""
    first, second, third = coloured("# one\nif true; then echo 'a'\necho \"x # y")
    assert "s-comment" in first
    assert second.count("s-word") == 2
    assert "s-string" in second
    assert "s-comment" not in third


def test_hidden_characters_are_spelled_out_and_marked() -> None:
    """A character that turns the direction of text is shown by its number, in a mark that text cannot imitate."""
    assert "\u202e" not in shown("a\u202eb")
    assert '<mark class="hidden-character"' in shown("a\u202eb")
    assert "<mark" not in shown("a\\u202eb")
    assert environment().from_string("{{ it }}").render(it="<b>\x1b") == "&lt;b&gt;\\x1b"


def test_a_week_weighs_its_days() -> None:
    """A day on which much was decided counts more; a week of nothing has no share."""
    start = date(2026, 1, 1)
    dots = [Dot(day=start, value=1.0, count=3), Dot(day=start + timedelta(days=1), value=0.0, count=1)]
    dots += [Dot(day=start + timedelta(days=number), value=None) for number in range(2, 10)]
    made = weekly(dots)
    assert [dot.value for dot in made[:3]] == [1.0, 0.75, 0.75]
    assert made[-1].value is None
    plot = Plot(title="t", meaning="m", unit="share", dots=tuple(dots))
    assert plot.drawing.count("<circle") == 2
    assert 'aria-hidden="true"' in plot.drawing


def test_small_costs_are_no_nothing_and_their_labels_have_room() -> None:
    """A cost above zero never reads as zero, and no label of the axis is wider than the space before it."""
    start = date(2026, 1, 1)
    for cost in (0.0, 0.00003, 0.0002, 0.013, 0.05, 0.7, 3.0, 4321.0, 99_000.0):
        plot = Plot(title="t", meaning="m", unit="dollars", dots=(Dot(day=start, value=cost),))
        assert (plot.said(cost) in ("$0.00", "$0.0000")) == (cost == 0)
        ticks = [text.partition("<")[0] for text in plot.drawing.split('text-anchor="end">')[1:4]]
        assert ticks[0] == "$0"
        assert len(set(ticks)) == 3
        assert all(7 * len(tick) <= LEFT for tick in ticks), ticks


def test_who_may_decide_what() -> None:
    """Forms are open for those alone whom the team service would let decide, and the page says why not."""
    log = events()
    run, nobody = fold(log), ApprovalState(needed=1)

    def may(person: Person, standing: ApprovalState = nobody) -> set[str]:
        found = open_for(person, run, standing, own=ApprovalPolicy().own)
        return {name for name in ("approve", "publish", "edit", "reject", "label") if getattr(found, name)}

    assert may(a_person("bo", "reviewer")) == {"approve", "edit", "reject", "label"}
    assert may(a_person("Ana", "reviewer")) == {"edit", "reject", "label"}
    assert may(a_person("bo", "reviewer"), ApprovalState(needed=2, by=("bo",))) == {"edit", "reject", "label"}
    assert may(a_person("gil", "requester")) == set()
    assert may(a_person("cy", "publisher")) == set()
    assert may(a_person("cy", "publisher"), ApprovalState(needed=1, by=("bo",))) == {"publish"}
    over = fold([*log, Cancelled(by="ana")])
    assert not open_for(a_person("bo", "reviewer"), over, nobody, own=False).any
