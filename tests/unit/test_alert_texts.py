"""Alerts in free words."""

from __future__ import annotations

import pytest

from scriptsmith.core.types import Action
from scriptsmith.retrieval.alert_names import alerts, as_match
from scriptsmith.retrieval.alert_texts import answers_told

from . import shipped

TOLD = [
    ("/srv has 4% left on db-02", "show-disk-usage"),
    ("replication lag on pg-replica-2 is 400s and growing", "show-replication-lag-postgresql"),
    ("cart-01: load average 48 for 20 min", "show-load-average"),
    ("the cert of pay.example.com expires in 3 days", "check-certificate-expiry-host"),
    ("nginx.service failed on web-2", "show-failed-services"),
]


@pytest.mark.parametrize(("text", "entry"), TOLD, ids=[entry for _, entry in TOLD])
def test_what_is_told_finds_its_first_look(text: str, entry: str) -> None:
    """Whatever the host is called and however much is left."""
    first = answers_told(Action(text=text))[0]
    assert (first.entry, first.looks) == (entry, True)


@pytest.mark.parametrize(
    "text",
    [
        "restart the nginx service",
        "why is the load average 48?",
        "/srv has 4% left, delete the old logs",
        "clickhouse: too many connections",
        "the bakery is out of flour",
        "find the 10 smallest files below /srv",
        "list the disks that are nearly full",
        "",
    ],
)
def test_a_request_tells_no_alert(text: str) -> None:
    """What asks for something, what is about another product, and what no alert says has no answer."""
    assert not answers_told(Action(text=text))


def test_its_values_are_read_from_the_words() -> None:
    """Where no label gives them."""
    answer = next(it for it in answers_told(Action(text=TOLD[0][0])) if it.entry == "find-largest-directories")
    match = as_match(answer, shipped.entry(answer.entry), Action(text=TOLD[0][0]), told=True)
    assert match.parameters["directory"] == "/srv"
    assert "directory" not in match.defaults
    assert match.objections


def test_every_alert_is_told_somehow() -> None:
    """Each text finds its own alert, unless another is answered alike."""
    for alert in alerts():
        assert len(alert.told) >= 2
        for text in alert.told:
            found = {it.entry for it in answers_told(Action(text=text)) if it.looks}
            assert not found or found & {it.entry for it in alert.answers}, text
