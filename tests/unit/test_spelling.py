"""Typing errors are mended before an action is read, and names and values stay as they were written."""

from __future__ import annotations

import re

import pytest

from scriptsmith.core.types import Action
from scriptsmith.retrieval.action_reading import read
from scriptsmith.retrieval.binding import bind
from scriptsmith.retrieval.call_text import CallText, EntryOdds
from scriptsmith.retrieval.search import Index
from scriptsmith.retrieval.spelling import Spelt, mended

from . import shipped

WORDS = frozenset(["restart", "journal", "namespace", "shrink", "search", "the", "reminders", "need", "needs"])


def spelt(text: str) -> Spelt:
    """`text` mended by a language of few words, of which entries speak of each that is no other's ending."""
    return mended(text, WORDS.__contains__, lambda concept: len(concept) if concept in WORDS else 0)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("restrat the thing", "restart the thing"),
        ("Restrat it", "restart it"),
        ("the jounral", "the journal"),
        ("shrnk it", "shrink it"),
        ("it neeeds that", "it needs that"),
        ("namespce prod", "namespace prod"),
    ],
)
def test_one_error_in_a_word_is_mended(typed: str, meant: str) -> None:
    """Letters in the wrong order, one too many, one that lacks."""
    assert spelt(typed).text == meant


@pytest.mark.parametrize(
    "text",
    ["searchd", "RESTRAT", "restrat-2", "'restrat'", "/srv/restrat", "xearch", "reminder", "jurnl", "teh"],
    ids=["an ending", "capitals", "a host", "quotes", "a path", "a beginning", "a plural", "two errors", "short"],
)
def test_what_may_be_a_name_stays(text: str) -> None:
    assert spelt(f"stop {text} now") == Spelt(f"stop {text} now")


def test_a_value_is_what_was_typed() -> None:
    """Where a mended word is a value after all, it is the one that somebody wrote."""
    found = spelt("user jounral, shrnk it")
    assert found == Spelt("user journal, shrink it", ((5, "jounral"), (14, "shrnk")))
    reading = read(found.text, found.typed)
    assert [it.raw for it in reading.mended] == ["jounral", "shrnk"]
    assert reading.written(5, 20) == "jounral, shrnk"
    parameters = shipped.entry("lock-user-account").parameters
    assert bind(parameters, reading).values["user"] == "jounral"


def test_an_error_is_told_of_an_entry_that_is_dangerous() -> None:
    """Where a mended word speaks for it: what somebody probably meant is not enough, so that it is offered at most. One
    that an entry says nothing of is nobody's business."""
    index = Index([shipped.entry("terminate-database-connections-postgresql")])
    for text, typed, told in (
        ("cut all clients off pg db catalog again", ((8, "cleints"),), True),
        ("cut all clients off pg db catalog again", ((34, "agian"),), False),
    ):
        (found,) = index.nearest(Action(text=text), verify=sure, typed=typed)
        assert any(it.startswith("spelling: 'cleints' was read") for it in found.objections) == told


def sure(action: str, call: CallText) -> EntryOdds:
    """A verifier that is sure of everything."""
    return EntryOdds(9.0)


def test_a_mended_action_is_no_phrase_of_an_entry() -> None:
    """Nobody vouched for what was only meant: the verifier reads it."""
    entry = shipped.entry("show-top-statements-postgresql")
    phrase = entry.phrases[0]
    word = next(re.finditer(r"[a-z]{4,}", phrase))
    (found,) = Index([entry]).nearest(Action(text=phrase), verify=sure, typed=((word.start(), "xyzzy"),))
    assert found.parts["verdict"] == 9.0
