"""Which verbs of an action ask for something, and which only tell or name."""

from __future__ import annotations

import pytest

from scriptsmith.retrieval.action_reading import read
from tests.unit.shipped import match


def kinds(id: str, text: str) -> set[str]:
    return {said.partition(":")[0] for said in match(id, text).objections}


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


@pytest.mark.parametrize(
    ("id", "passes", "stops", "kind"),
    [
        ("show-top-nodes", "memory use of the nodes, mark those above 70%", "drain the nodes above 70%", ""),
        ("list-logged-in-users", "open sessions of user deploy", "open the sessions again", "changes something"),
        ("find-process-on-port", "who sits on port 8080?", "free port 8080 by killing it", "changes something"),
        ("check-fstab", "make sure fstab is sane", "check the fstab and put in nofail", "changes something"),
        ("list-upgradable-packages", "which packages await an upgrade?", "apt full-upgrade", "changes something"),
        ("find-files-without-owner", "files without an owner", "hand all such files to root", "changes something"),
        ("search-log-between-times", "pull the lines of /a.log", "cut everything out of /a.log", "changes something"),
        ("disable-login-shell", "give ftpuser nologin", "give ftpuser a bash login shell again", "opposite verb"),
        ("save-firewall-rules", "save the rules to /root/r", "load the rules of /root/r", "other verb"),
        ("list-process-environment-names", "names of the variables", "show the value of A in pid 7", "other object"),
        ("enable-time-sync", "NTP is off, switch it on", "enable NTP and restart it", "second action"),
    ],
)
def test_a_deed_is_told_from_what_is_like_it(id: str, passes: str, stops: str, kind: str) -> None:
    """What people say in other words passes, and its nearest trap is stopped by an objection that names what differs."""
    assert not kinds(id, passes) & {"changes something", "other verb", "opposite verb", "second action", "other object"}
    assert kind in kinds(id, stops) if kind else kinds(id, stops)
