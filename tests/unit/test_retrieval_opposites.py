"""An action that asks for the opposite of an entry's title."""

from __future__ import annotations

import pytest

from scriptsmith.core.types import Entry, Script
from scriptsmith.retrieval.opposites import opposite_quality, opposite_verb, qualities

from .shipped import entry, match


@pytest.mark.parametrize(
    ("id", "action", "against"),
    [
        ("find-largest-files", "find the 10 smallest files below /var", ("smallest", "large")),
        ("find-largest-files", "the 10 largest files below /var, smallest first", None),
        ("find-largest-files", "what fills /var?", None),
        ("compress-old-logs", "compress log files newer than 7 days in /var/log", ("newer", "old")),
        ("show-oldest-processes", "show the newest processes", ("newest", "old")),
    ],
)
def test_an_antonym_of_a_word_of_the_title_asks_for_something_else(
    id: str, action: str, against: tuple[str, str] | None
) -> None:
    """Whatever the degree of comparison; who says both means both."""
    assert opposite_quality(qualities(entry(id)), action, ()) == against


def test_a_name_is_no_opposite() -> None:
    """ "new" in a path says nothing of what is wanted."""
    said = qualities(entry("compress-old-logs"))
    assert opposite_quality(said, "compress the logs in /srv/new/logs", ("/srv/new/logs",)) is None
    assert opposite_quality(said, "compress the new logs in /srv/new/logs", ()) == ("new", "old")


def test_what_an_entry_says_itself_now_and_then_is_no_opposite() -> None:
    """One phrase of many may say "smaller"; where every other does, it is a way to ask for the entry."""

    def said(large: int) -> tuple[str, str] | None:
        phrases = ("none that is small", *["which are large"] * (large - 1))
        entry = Entry(id="x", title="Find large files", script=Script(text="true"), phrases=phrases)
        return opposite_quality(qualities(entry), "find small files", ())

    assert said(9) is None
    assert said(10) == ("small", "large")


@pytest.mark.parametrize(
    ("verb", "verbs", "against"),
    [
        ("compress", ("decompress",), "decompress"),
        ("start", ("stop", "start"), ""),
        ("stop", ("start",), "start"),
        ("show", ("delete",), ""),
        ("", ("start",), ""),
        ("start", (), ""),
    ],
)
def test_the_first_verb_decides(verb: str, verbs: tuple[str, ...], against: str) -> None:
    """Antonyms by WordNet, of the concepts that the words stand for."""
    assert opposite_verb(verb, verbs) == against


def test_the_objection_names_both() -> None:
    """Nothing is served, and who looks sees why."""
    assert match("find-largest-files", "find the 10 smallest files below /var").objections == (
        "opposite: the action says 'smallest', and the entry is about 'large'",
    )
    assert match("compress-old-logs", "gunzip the logs in /var/log").objections == (
        "opposite: the action asks to decompress, and the entry does not",
    )
