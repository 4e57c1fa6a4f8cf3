"""How actions speak of quantities, and what is not served for it."""

from __future__ import annotations

import pytest

from scriptsmith.retrieval.action_reading import read
from scriptsmith.retrieval.comparisons import OPPOSITES, comparisons, opposite_comparison

from .shipped import match

NAMES = frozenset({"days", "revision", "keep", "replicas", "size"})


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("delete logs older than 30 days", {"old"}),
        ("delete logs under 30 days old", {"recent"}),
        ("delete jobs from the last 3 days", {"recent"}),
        ("remove whatever lies there past 90 days", {"old"}),
        ("what was written in the past 90 minutes", {"recent"}),
        ("sessions idle for up to 5 minutes", {"recent"}),
        ("certificates that expire after 30 days", {"old"}),
        ("file systems less than 20% full", {"<"}),
        ("file systems more than 80% full", {">"}),
        ("scale web to 5 replicas", {"to", "keep"}),
        ("add 2 replicas to web", {"by"}),
        ("give web two more replicas", {"by"}),
        ("grow the volume by 20G", {"by"}),
        ("grow the volume to 20G", {"to"}),
        ("roll web back to revision 12", {"which", "to", "keep"}),
        ("roll web back two revisions", {"many"}),
        ("roll web one revision back", {"many", "by"}),
        ("keep the newest 7 backups", {"keep", "newest"}),
        ("delete the 7 oldest backups", {"delete", "oldest"}),
        ("delete all but the newest 7 backups", {"keep", "newest"}),
        ("the fattest files, ignore anything under 500 MiB", set()),
        ("show the disks", set()),
    ],
)
def test_quantities_are_spoken_of_in_ways_that_have_opposites(text: str, ways: set[str]) -> None:
    """More or less, by or to, how many or which, kept or deleted, of which end."""
    reading = read(text)
    used = frozenset(range(len(reading.tokens)))
    assert comparisons(reading, used, NAMES) == ways
    assert comparisons(reading, frozenset(), NAMES) == frozenset()  # what no parameter takes says nothing


def test_the_way_of_an_entry_is_that_of_its_texts() -> None:
    """Where the texts speak five times of one way and four times less of the other, the other is refused."""
    assert opposite_comparison({"old": 5}, frozenset({"recent"})) == (
        "the action says less than that, or the last of it, and the entry takes more or older than that"
    )
    assert opposite_comparison({"old": 4}, frozenset({"recent"})) is None
    assert opposite_comparison({"old": 8, "recent": 2}, frozenset({"recent"})) is not None
    assert opposite_comparison({"old": 8, "recent": 3}, frozenset({"recent"})) is None
    assert opposite_comparison({"old": 9}, frozenset({"recent", "old"})) is None
    assert opposite_comparison({"which": 1}, frozenset({"many"})) is not None
    assert all(OPPOSITES[OPPOSITES[way]] == way for way in OPPOSITES)


@pytest.mark.parametrize(
    ("entry", "right", "wrong"),
    [
        ("scale-deployment", "scale deployment web in namespace shop to 2", "add 2 replicas to deployment web in namespace shop"),
        ("vacuum-journal", "shrink the journal to 500M", "shrink the journal by 500M"),
        ("extend-logical-volume", "extend the logical volume vg0/data by 20G", "extend the logical volume vg0/data to 20G"),
        ("roll-back-deployment", "roll back deployment web in namespace shop to revision 2", "roll back deployment web in namespace shop two revisions"),
        ("delete-finished-jobs", "delete jobs in namespace batch that finished more than 2 days ago", "delete jobs in namespace batch from the last 2 days"),
        ("terminate-idle-transactions-postgresql", "terminate postgres sessions idle in transaction for over 5 minutes", "terminate postgres sessions idle in transaction for up to 5 minutes"),
        ("show-disk-usage", "show file systems that are more than 20% full", "show file systems that are less than 20% full"),
        ("find-expiring-certificates", "show certificates in /etc/ssl expiring within 30 days", "show certificates in /etc/ssl expiring after 30 days"),
        ("prune-old-backups", "prune /backup, keep the newest 5", "delete the newest 5 backups in /backup"),
        ("prune-old-backups", "prune /backup to the 5 newest", "prune /backup, drop the 5 oldest"),
    ],
)  # fmt: skip
def test_a_quantity_of_the_other_way_is_never_served(entry: str, right: str, wrong: str) -> None:
    """The same value, and the opposite is done: each was served before."""
    said = match(entry, wrong)
    assert [it for it in said.objections if it.startswith("opposite: ")], said
    assert not [it for it in match(entry, right).objections if it.startswith("opposite: ")]
