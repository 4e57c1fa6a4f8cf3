"""The figures of `catalogue evaluate`: what counts as right, served, first, and how calibration is measured."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.types import Entry, Match, Script
from scriptsmith.retrieval.evaluation import Answered, LabelledAction, reliability, report


def match(id: str, confidence: float = 0.9, **parameters: str) -> Match:
    entry = Entry(id=id, title=id, script=Script(text="true\n"), risk="safe" if id == "one" else "notable")
    return Match(entry=entry, confidence=confidence, parameters=parameters)


def answered(asked: LabelledAction, *matches: Match, served: bool = True) -> Answered:
    if served and matches:
        return Answered(asked=asked, matches=matches, served=matches[0])
    return Answered(asked=asked, matches=matches, served=None, offered=matches)


ENTRIES = {
    "one": Entry(id="one", title="one", script=Script(text="true\n"), risk="safe", labels={"area": "disk"}),
    "two": Entry(id="two", title="two", script=Script(text="true\n"), risk="notable", labels={"area": "dns"}),
}


def test_a_right_entry_with_a_wrong_value_is_not_exact() -> None:
    """Serving the entry that was meant with another value than was said is told apart from all being right."""
    asked = LabelledAction(action="delete logs older than 3 days", entry="delete", parameters={"age": "3"})
    assert answered(asked, match("delete", age="3", directory="/var/log")).is_exact
    assert answered(asked, match("delete", age="7")).is_right
    assert not answered(asked, match("delete", age="7")).is_exact
    assert not answered(asked, match("delete")).is_exact
    assert not answered(asked, match("other", age="3")).is_right


def test_all_figures() -> None:
    """First, coverage, precision, kinds and confusions are shares of what they say they are shares of."""
    found = report(
        [
            answered(LabelledAction(action="a", entry="one"), match("one")),
            answered(LabelledAction(action="b", entry="one"), match("two"), match("one"), served=False),
            answered(LabelledAction(action="c", entry="two"), match("two"), served=False),
            answered(LabelledAction(action="d", entry="two")),
            answered(LabelledAction(action="e", kind="opposite", near="one"), match("one")),
            answered(LabelledAction(action="f", kind="outside"), match("two", 0.1), served=False),
        ],
        ENTRIES,
    )
    assert (found.asked, found.answerable, found.served) == (6, 4, 2)
    assert found.first == 0.5
    assert found.coverage == 0.25
    assert found.precision == found.exact == 0.5
    assert found.wrong == (("e", "", "one"),)
    assert found.kinds == {"opposite": (1, 1), "outside": (1, 0), "paraphrase": (4, 1)}
    assert set(found.confused) == {("one", "two", 1), ("two", "nothing", 1)}


def test_what_is_served_or_offered_is_reached_only_with_every_value() -> None:
    """An offer counts as much as what is served, and a wrong value as little as a wrong entry."""
    asked = LabelledAction(action="a", entry="one", parameters={"age": "3"})
    found = report(
        [
            answered(asked, match("one", age="3")),
            answered(asked, match("two"), match("one", age="3"), served=False),
            answered(asked, match("one", age="4"), served=False),
            answered(asked, match("two", age="3")),
        ],
        ENTRIES,
    )
    assert found.reached == 0.5
    assert (found.risks, found.areas) == ({"safe": (4, 1, 2)}, {"disk": (4, 1, 2)})


def test_near_misses_foreign_actions_and_harm_are_told_apart() -> None:
    """A near miss counts when the entry that it is near to is served, anything served counts for a foreign action."""
    near = LabelledAction(action="n", kind="opposite", near="one", entry="two")
    found = report(
        [
            answered(near, match("one")),
            answered(near, match("two")),
            answered(LabelledAction(action="f", kind="outside"), match("two")),
            answered(LabelledAction(action="g", kind="outside"), match("two"), served=False),
        ],
        ENTRIES,
    )
    assert (found.near_served, found.foreign_served, found.grave) == (0.5, 0.5, 1)


def test_nothing_asked_has_no_shares() -> None:
    """Without actions there is nothing to divide by, and nothing is made up."""
    found = report([], ENTRIES)
    assert (found.first, found.coverage, found.precision, found.error, found.bins) == (None, None, None, None, ())


def test_calibration() -> None:
    """Sure and right has no error; sure and wrong has all of it."""
    assert reliability([(1.0, True)] * 50)[1] == 0.0
    assert reliability([(1.0, False)] * 50)[1] == 1.0
    assert reliability([(0.5, True), (0.5, False)] * 20)[1] == pytest.approx(0.0)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=200))
def test_every_answer_is_in_one_bin(said: list[tuple[float, bool]]) -> None:
    """At most ten bins hold all answers, in order of confidence, and the error lies in [0, 1]."""
    bins, error = reliability(said)
    assert sum(it.size for it in bins) == len(said)
    assert len(bins) <= 10
    assert error is not None
    assert 0.0 <= error <= 1.0
    assert [it.confidence for it in bins] == sorted(it.confidence for it in bins)
