"""Which verbs of an action ask for something, and which only tell or name."""

from __future__ import annotations

import pytest

from scriptsmith.retrieval.action_reading import read


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("delete the slot, it retains wal", ("delete",)),
        ("list the services plus restarts", ("show",)),
        ("how full is it and who holds the rest?", ("show",)),
        ("restart nginx, the rollout may take long", ("restart",)),
        ("restart nginx before we patch", ("restart",)),
        ("set net.core.somaxconn to 4096, also after boot", ("set",)),
        ("what is it used for: images, volumes or build cache?", ("show",)),
        ("drain worker-4, allow 20 minutes", ("drain",)),
        ("drain worker-4 and delete it", ("drain", "delete")),
        ("delete the slot, then restart postgres", ("delete", "restart")),
        ("have docker start on boot", ("start",)),
        ("tell nginx to reopen its logs", ("reopen",)),
        ("docker image prune -a", ("prune",)),
        ("kafka-topics --create --topic audit", ("create",)),
        ("in /etc/app.conf change 'a' to 'b'", ("edit",)),
        ("dump the ruleset to /root/rules", ("backup",)),
        ("dump the ruleset", ("show",)),
        ("ufw: let 10.4.0.0/16 in on 5432", ("allow",)),
        ("switch the slow log off again", ("turn_off",)),
        ("zero it", ("truncate",)),
        ("apt full-upgrade", ("upgrade",)),
    ],
)
def test_only_what_asks_is_a_verb_of_the_request(text: str, verbs: tuple[str, ...]) -> None:
    """Form and neighbours tell a request from what is told beside it; a second request stays one."""
    assert read(text).verbs == verbs


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("clone of /srv/web.git is huge, find the largest files", "find the largest files"),
        ("/var is filling up again, list the largest files", "list the largest files"),
        ("I edited fstab and must reboot soon, check it", "check it"),
        ("we need nginx stopped, start haproxy", ""),
    ],
)
def test_a_subject_that_could_be_a_verb_tells(text: str, asked: str) -> None:
    """A thing with something said of it, or a deed of one's own, is told; a wish is asked."""
    reading = read(text)
    start = reading.tokens[reading.start].start if reading.start else len(text)
    assert text[start:] == asked
