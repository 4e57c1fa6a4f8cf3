"""What is offered to a person: likely entries, as command lines, with what was said apart from what was not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scriptsmith.core.events import Settled
from scriptsmith.core.offers import LESS_LIKELY, LIKELY, MOST, command_line, offered, offers
from scriptsmith.core.run import Run
from scriptsmith.core.types import Action, Entry, Match, Parameter, Script
from scriptsmith.retrieval.chosen_entry import chosen

ENTRY = Entry(
    id="restart-thing",
    title="Restart a thing",
    script=Script(text="#!/usr/bin/env bash\n"),
    parameters=(
        Parameter(name="service", type="service", option="--unit", description="the thing", required=True),
        Parameter(name="wait_seconds", type="duration", option="--wait", description="how long", default="5"),
    ),
)


def match(likely: float, **more: object) -> Match:
    return Match(entry=ENTRY, confidence=likely, **more)  # type: ignore[arg-type]


def test_only_what_is_likely_is_offered_and_no_more_than_three() -> None:
    assert len(offered([match(LIKELY)] * 5)) == MOST
    assert offered([match(LIKELY - 0.01)]) == ()


def test_what_is_rather_like_may_be_less_likely() -> None:
    """Near an action by its words, an entry is worth a look that would be noise far from it."""
    assert offered([match(LESS_LIKELY, parts={"phrase": 0.4, "meaning": 0.5})])
    assert offered([match(LESS_LIKELY, parts={"phrase": 0.0, "meaning": 0.4})]) == ()
    assert offered([match(LESS_LIKELY - 0.01, parts={"phrase": 0.4, "meaning": 0.5})]) == ()


@pytest.mark.parametrize("parts", [{"phrase": 0.8, "meaning": -1.0}, {"phrase": 0.6, "meaning": 0.8}])
def test_what_is_very_like_is_offered_however_unlikely(parts: dict[str, float]) -> None:
    """Words and meaning decide together; without meanings words alone do."""
    assert offered([match(0.0, parts=parts)])
    assert offered([match(0.0, parts=parts | {"phrase": 0.2})]) == ()


def test_a_host_that_no_parameter_takes_is_told() -> None:
    """A script acts where it is run: whoever named a host has to know that it is not in it."""
    for said in ("on web-03", "on the box web-03", "@ web-03", "at node web-03"):
        assert chosen(ENTRY, Action(text=f"restart nginx.service {said}")).unused_hosts == ("web-03",)
    on = replace(ENTRY, parameters=(*ENTRY.parameters, Parameter(name="host", type="host", option="--host")))
    assert chosen(on, Action(text="restart nginx.service on web-03")).unused_hosts == ()
    for said in ("for OPS-4471", "on monday", "on /dev/sdb1", "on port 8080", "as web-03 is full"):
        assert chosen(ENTRY, Action(text=f"restart nginx.service {said}")).unused_hosts == ()


@pytest.mark.parametrize("outcome", ["reuse", "verified", "unsure", "risky"])
def test_a_run_with_a_script_offers_nothing(outcome: str) -> None:
    run = Run(action=Action(text="x"), matches=(match(1.0),), settled=Settled(outcome=outcome))  # type: ignore[arg-type]
    assert offers(run) == ()


def test_an_offer_tells_what_was_said_from_what_was_not() -> None:
    (offer,) = offered([match(0.9, parameters={"service": "a b", "wait_seconds": "5"}, defaults=("wait_seconds",))])
    assert offer.command == "restart-thing --unit 'a b'"
    assert (offer.read, offer.defaults) == ((("service", "a b"),), (("wait_seconds", "5"),))


def test_options_are_spelled_as_the_script_takes_them() -> None:
    assert command_line(ENTRY, {"wait_seconds": "9"}) == "restart-thing --wait 9"


def test_objections_are_told_without_the_name_of_their_kind() -> None:
    (offer,) = offered(
        [
            match(
                0.9,
                objections=("second action: the entry does not delete", "parameter age: 'x' is no number"),
                doubts=("unknown word: the entry does not mention 'x'",),
            )
        ]
    )
    told = ("the entry does not delete", "parameter age: 'x' is no number", "the entry does not mention 'x'")
    assert offer.against == told


def test_a_chosen_entry_reads_its_values_from_the_words() -> None:
    found = chosen(ENTRY, Action(text="please restart nginx and tell my aunt"))
    assert (found.confidence, found.objections, found.missing) == (1.0, (), ())
    assert (dict(found.parameters), found.defaults) == ({"service": "nginx", "wait_seconds": "5"}, ("wait_seconds",))


def test_what_is_not_clear_of_a_value_still_speaks_against_a_choice_unless_it_is_given() -> None:
    folders = replace(ENTRY, parameters=(Parameter(name="directory", type="path", option="--directory"),))
    words = "clean /srv/a or /srv/b"
    (said,) = chosen(folders, Action(text=words)).objections
    assert "directory could be '/srv/a' and '/srv/b'" in said
    assert not chosen(folders, Action(text=words, given={"directory": "/srv/b"})).objections
