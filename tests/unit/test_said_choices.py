"""Choices that are said in other words."""

from __future__ import annotations

import json

import pytest

from scriptsmith.core.types import Action
from scriptsmith.retrieval.action_reading import read
from scriptsmith.retrieval.binding import bind
from scriptsmith.retrieval.chosen_entry import chosen
from scriptsmith.retrieval.said_choices import CHOICES, features, with_said_choices

from . import shipped

SAID = [
    ("create-certificate-request", "csr for pay.example.com, elliptic curve this time", "key_type", "ec"),
    ("stop-process-by-pid", "stop pid 812, after 20s use -9", "then", "sigkill"),
    ("reset-kafka-consumer-offsets", "billing may skip everything on orders, jump to the end", "to", "latest"),
]


@pytest.mark.parametrize(("id", "action", "name", "choice"), SAID, ids=[name for _, _, name, _ in SAID])
def test_other_words_say_a_choice(id: str, action: str, name: str, choice: str) -> None:
    """It is read and no default, and one that may do great harm is offered with it: nothing says it outright."""
    entry = shipped.entry(id)
    reading = read(action)
    found = with_said_choices(entry, reading, bind(entry.parameters, reading))
    assert found.values[name] == choice
    assert name not in (*found.defaults, *found.missing)
    assert any(f"{name} is probably {choice!r}" in it for it in found.problems) == (entry.risk == "dangerous")


def test_a_choice_that_stands_there_needs_no_other_words() -> None:
    """What the action says itself is never overruled."""
    entry = shipped.entry("create-certificate-request")
    reading = read("rsa csr for pay.example.com, no elliptic curve")
    assert with_said_choices(entry, reading, bind(entry.parameters, reading)).values["key_type"] == "rsa"


def test_a_state_that_is_left_is_not_asked_for() -> None:
    """By the rules, by other words and in what is served: "out of drain" says nothing of the state that is wanted."""
    entry = shipped.entry("set-haproxy-server-state")
    reading = read("take server web3 out of drain in haproxy backend app")
    assert "state" in with_said_choices(entry, reading, bind(entry.parameters, reading)).missing
    assert "state" not in chosen(entry, Action(text=reading.text, entry=entry.id)).parameters
    longer = read("get web2 out of maintenance in backend shop on haproxy")
    assert "state" in with_said_choices(entry, longer, bind(entry.parameters, longer)).missing
    into = read("put server web3 into drain in haproxy backend app")
    assert bind(entry.parameters, into).values["state"] == "drain"


def test_a_chosen_entry_says_its_choices_too() -> None:
    """With an objection that a value given outright settles."""
    action = Action(text="stop pid 812, after 20s use -9", entry="stop-process-by-pid")
    entry = shipped.entry("stop-process-by-pid")
    assert chosen(entry, action).objections
    assert not chosen(entry, Action(text=action.text, entry=action.entry, given={"then": "sigkill"})).objections


def test_what_was_learned_fits_the_shipped_entries() -> None:
    """Every choice with weights is one of an entry's, and as many weights belong to each word as there are choices."""
    for id, parameters in json.loads(CHOICES.read_text(encoding="utf-8"))["entries"].items():
        known = {it.name: it for it in shipped.entry(id).parameters}
        for name, learned in parameters.items():
            assert set(learned["choices"]) <= set(known[name].choices)
            assert {len(it) for it in learned["words"].values()} <= {len(learned["base"])} == {len(learned["choices"])}


def test_words_meet_by_their_stems() -> None:
    """Alone and in pairs; the number of a signal is a word."""
    assert {"-9", "kill", "kill it", "it -9"} <= features("killing it -9 now")
