"""What an action speaks of and an entry does not."""

from __future__ import annotations

import pytest

from scriptsmith.retrieval.unmentioned import PRODUCTS, mentions, unmentioned

from . import shipped

QUEUE = mentions(shipped.entry("purge-rabbitmq-queue"))
RESTART = mentions(shipped.entry("restart-service"))


@pytest.mark.parametrize(
    ("known", "action", "values", "other"),
    [
        (QUEUE, "purge the rabbitmq queue mails", ["mails"], 0.0),
        (QUEUE, "purge the queue mails with rabbitmqctl", ["mails"], 0.0),  # another name of the same
        (QUEUE, "purge the SQS queue mails", ["mails"], 1.0),
        (RESTART, "restart clickhouse", ["clickhouse"], 0.0),  # the value itself
        (RESTART, "restart Clickhouse on db-3", ["clickhouse"], 0.0),
        (RESTART, "restart the pipeline in clickhouse", ["pipeline"], 1.0),
        (RESTART, "restart the lambdas", ["lambdas"], 0.0),  # no part of a word
    ],
)
def test_a_product_that_is_none_of_the_entry_is_noticed(
    known: object, action: str, values: list[str], other: float
) -> None:
    """By any of its names, in any case, as a whole word, and not where it is what the entry is given."""
    assert unmentioned(known, action, values)[0] == other  # type: ignore[arg-type]


def test_unknown_words_are_counted_by_their_beginnings() -> None:
    """Endings and words of two letters say nothing; without words there is no share."""
    assert unmentioned(QUEUE, "purging of queues", [])[1] == 0.0
    assert unmentioned(QUEUE, "frobnicate the queue", [])[1] == pytest.approx(1 / 5)
    assert unmentioned(QUEUE, "", []) == (0.0, 0.0)


def test_no_name_of_a_product_stands_in_the_table_twice() -> None:
    """Which of two would be meant could not be told."""
    lines = [it for it in PRODUCTS.read_text(encoding="utf-8").splitlines() if not it.startswith("#")]
    names = [name for line in lines for name in line.replace("|", " ").split()]
    assert names
    assert sorted(set(names)) == sorted(names)
    assert all(name == name.lower() for name in names)
