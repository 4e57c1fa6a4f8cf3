"""A parameter that was renamed is still known by its former name, and the person is told once."""

from __future__ import annotations

from scriptsmith.core.given_parameters import fitting, renamed, with_given
from scriptsmith.core.types import Entry, Match, Parameter, Script

PID = Parameter(name="pid", formerly=("process_id",), type="count", option="--pid", required=True)
LIMIT = Parameter(name="limit", formerly=("count", "top"), type="count", option="--limit", default="10")


def entry(*parameters: Parameter) -> Entry:
    return Entry(
        id="show-it",
        version=2,
        title="Show it",
        script=Script(text="#!/usr/bin/env bash\n"),
        parameters=parameters,
    )


def match(*parameters: Parameter) -> Match:
    return Match(
        entry=entry(*parameters),
        confidence=1.0,
        parameters={"limit": "10"},
        defaults=("limit",),
        missing=("pid",),
    )


def test_a_former_name_gives_the_value() -> None:
    found = with_given(match(PID, LIMIT), {"process_id": "7", "top": "3"})
    assert found.parameters == {"pid": "7", "limit": "3"}
    assert (found.defaults, found.missing, found.objections) == ((), (), ())


def test_what_is_given_under_both_names_is_an_objection() -> None:
    found = with_given(match(PID, LIMIT), {"pid": "7", "process_id": "8"})
    assert found.objections == ("parameter pid: it is given twice, as process_id too",)


def test_a_name_that_never_was_one_is_unknown() -> None:
    found = with_given(match(PID, LIMIT), {"proces": "7"})
    assert found.objections == ("unknown parameter: the entry takes no 'proces'",)


def test_a_present_name_is_not_taken_for_the_former_one_of_another() -> None:
    count = Parameter(name="count", type="count", option="--count", default="1")
    found = with_given(match(PID, LIMIT, count), {"pid": "7", "count": "3"})
    assert found.parameters == {"pid": "7", "limit": "10", "count": "3"}


def test_values_that_fit_come_under_their_present_names() -> None:
    assert fitting(entry(PID, LIMIT), {"process_id": "7", "top": "x", "node": "a"}) == {"pid": "7"}
    assert fitting(entry(PID), {"process_id": "8", "pid": "7"}) == {"pid": "7"}


def test_it_is_known_which_names_are_former_ones() -> None:
    assert renamed(entry(PID, LIMIT), {"process_id": "7", "limit": "3", "node": "a"}) == {"process_id": "pid"}
