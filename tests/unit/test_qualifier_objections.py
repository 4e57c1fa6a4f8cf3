"""What no likeness of words outweighs: a path cut short, a second act, another scope, a question, another direction."""

from __future__ import annotations

from functools import cache

import pytest

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.core.types import Action, Match
from scriptsmith.retrieval.search import Index
from scriptsmith.wiring import SEED


@cache
def index() -> Index:
    return Index([read_entry(path.parent) for path in sorted(SEED.glob("*/*/entry.toml"))])


def nearest(text: str) -> Match:
    return index().nearest(Action(text=text), 1)[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("delete log files older than 30 days in /srv/tom's logs", "not clear where '/srv/tom' ends"),
        ("delete log files older than 30 days in /srv/a,b", "not clear where '/srv/a' ends"),
        ("delete log files older than 30 days in /srv/a:b", "not clear where '/srv/a' ends"),
        ("delete log files older than 30 days in /srv/a b", "'b' may belong to '/srv/a'"),
        ("archive the directory /srv/my data to /backup", "'data' may belong to '/srv/my'"),
        ("delete log files older than 30 days in /srv/{a,b}", "whole absolute path"),
        ("delete log files older than 30 days in ../..", "whole absolute path"),
        ("compress log files older than 7 days in ~/logs", "whole absolute path"),
        ("delete log files up to 30 days old in /srv/logs", "bound from above"),
        ("compress log files up to 14 days old in /srv/logs", "bound from above"),
        ("restart the nginx service and stop it", "second action"),
        ("restart the nginx service; stop it", "second action"),
        ("restart nginx, then kill it", "second action"),
        ("should I stop nginx?", "question"),
        ("stop nginx on all servers", "scope"),
        ("scale deployment cart to 0 replicas on all clusters", "scope"),
    ],
)
def test_what_is_said_besides_is_not_dropped(text: str, says: str) -> None:
    """The nearest entry is named with the reason, and is not served."""
    assert any(says in objection for objection in nearest(text).objections), nearest(text)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("compress log files older than 7 days in /srv/logs.", "compress-old-logs"),
        ("compress log files older than 7 days in '/srv/my logs'", "compress-old-logs"),
        ("compress /var/log/nginx logs older than a week", "compress-old-logs"),
        ("delete logs in /var/log older than 30 days, please", "delete-old-logs"),
        ("can you restart nginx?", "restart-service"),
        ("stop nginx", "stop-service"),
    ],
)
def test_what_is_plain_is_served(text: str, entry: str) -> None:
    """Sentence ends, quotes, nouns after a path and politeness are no reason to refuse."""
    match = nearest(text)
    assert (match.entry.id, match.objections) == (entry, ())
