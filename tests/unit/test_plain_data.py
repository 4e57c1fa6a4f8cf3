"""Plain data and the vocabulary: everything survives the way out and back, and a misfit is named with its place."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.core.effects import Execution
from scriptsmith.core.events import Asked, Drafted, Event
from scriptsmith.core.plain_data import ShapeError, plain, shaped
from scriptsmith.core.types import Action, Call, Entry, Finding, Profile, Script, Severity

data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("asked"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["kind", "action", "text", "script", "matches", "findings", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(value=data)
def test_any_data_is_an_event_or_a_misfit(value: object) -> None:
    """Whatever a file holds, reading it gives the event or a `ShapeError`, and nothing else."""
    try:
        event = shaped(Event, value)
    except ShapeError:
        return
    assert shaped(Event, plain(event)) == event


def test_what_is_read_has_the_declared_types() -> None:
    """A list becomes a tuple, a whole number a float where one is declared, a string its enumeration's member."""
    event = shaped(
        Event,
        json.loads(
            '{"kind": "drafted", "script": {"text": "true"}, "seconds": 2, "later": "unknown",'
            ' "findings": [{"checker": "c", "code": "C1", "severity": "info", "message": "m"}]}'
        ),
    )
    assert event == Drafted(
        script=Script(text="true"),
        seconds=2.0,
        findings=(Finding(checker="c", code="C1", severity=Severity.INFO, message="m"),),
    )
    assert isinstance(event.seconds, float)
    assert type(event.findings[0].severity) is Severity


@pytest.mark.parametrize(
    ("kind", "value", "says"),
    [
        (Event, {"kind": "guessed"}, "kind: it should be one of asked, "),
        (Event, {"kind": ["asked"]}, "kind: it should be one of"),
        (Event, [], "kind: it should be one of"),
        (Event, {"kind": "asked"}, "action: it is required"),
        (Event, {"kind": "asked", "action": "compress"}, "action: it should be a table"),
        (Event, {"kind": "asked", "action": {"text": "x", "given": {"a": 1}}}, "action.given.a: it should be text"),
        (Event, {"kind": "asked", "action": {"text": None}}, "action.text: it should be text"),
        (Event, {"kind": "drafted", "script": None, "calls": {}}, "calls: it should be a list"),
        (Event, {"kind": "drafted", "script": None, "calls": ["x"]}, "calls.0: it should be a table"),
        (Event, {"kind": "drafted", "script": None, "seconds": True}, "seconds: it should be a number"),
        (Event, {"kind": "drafted", "script": None, "seconds": math.nan}, "seconds: it should be a finite number"),
        (Event, {"kind": "drafted", "script": None, "seconds": 10**400}, "seconds: it should be a finite number"),
        (Profile, {"tools": "bash"}, "tools: it should be a list"),
        (Script, {"text": "x", "target": "perl"}, "target: it should be one of bash, ansible"),
        (Script, {"text": "x", "target": []}, "target: it should be one of bash, ansible"),
        (Call, {"role": "r", "model": "m", "prompt": "p", "prompt_digest": "d", "input_tokens": 1.5}, "whole number"),
        (Entry, 7, "it should be a table of names and values"),
    ],
)
def test_a_misfit_is_named_with_its_place(kind: Any, value: object, says: str) -> None:
    """The sentence begins with where the data does not fit, and says what would."""
    with pytest.raises(ShapeError) as caught:
        shaped(kind, value)
    assert says in str(caught.value)


def test_what_no_reader_could_take_back_is_not_written() -> None:
    """Bytes have no plain form; everything of a run has one that any JSON writer takes."""
    with pytest.raises(TypeError, match="bytes"):
        plain(Execution(exit=0, stdout=b"x"))
    for event in (Asked(action=Action(text="x", profile=Profile(tools=("a",)))), Drafted(script=None)):
        assert json.loads(json.dumps(plain(event))) == plain(event)
