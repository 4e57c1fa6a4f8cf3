"""A path of which more may follow than was read forbids an entry that takes one."""

from __future__ import annotations

import pytest

from .shipped import match


@pytest.mark.parametrize(
    ("id", "text", "says"),
    [
        (
            "delete-old-logs",
            "delete log files older than 30 days in /srv/tom's logs",
            "not clear where '/srv/tom' ends",
        ),
        ("delete-old-logs", "delete log files older than 30 days in /srv/a,b", "not clear where '/srv/a' ends"),
        ("delete-old-logs", "delete log files older than 30 days in /srv/a:b", "not clear where '/srv/a' ends"),
        ("delete-old-logs", "delete log files older than 30 days in /srv/a b", "'b' may belong to '/srv/a'"),
        ("archive-directory", "archive the directory /srv/my data to /backup", "'data' may belong to '/srv/my'"),
        ("delete-old-logs", "delete log files older than 30 days in /srv/alt kram", "'kram' may belong to '/srv/alt'"),
        ("delete-old-logs", "delete log files older than 30 days in /srv/{a,b}", "whole absolute path"),
        ("delete-old-logs", "delete log files older than 30 days in ../..", "whole absolute path"),
        ("compress-old-logs", "compress log files older than 7 days in ~/logs", "whole absolute path"),
    ],
)
def test_a_path_that_may_be_another_one_is_an_objection(id: str, text: str, says: str) -> None:
    """Nobody but the writer knows where it ends."""
    assert any(says in objection for objection in match(id, text).objections)


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("delete-old-logs", "delete log files older than 30 days in /srv/logs."),
        ("delete-old-logs", "delete log files in /srv/logs older than 30 days"),
        ("archive-directory", "archive the directory '/srv/my data' to /backup"),
        ("restart-service", "/srv/a,b is slow, restart nginx"),
        ("compare-directories", "are /srv/media and /mnt/nas2/media byte-identical?"),
        ("find-directories-without-sticky-bit", "which lack the sticky bit below /opt? I'll mend them"),
    ],
)
def test_a_path_that_ends_where_it_was_read_is_none(id: str, text: str) -> None:
    """Signs of the sentence, ordinary words and quotes end a path; what takes no path does not care."""
    assert not [it for it in match(id, text).objections if it.startswith("path")]
