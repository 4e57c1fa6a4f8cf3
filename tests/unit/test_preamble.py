"""What an action tells before it asks, and kinds of difference between what it asks and what an entry does."""

from __future__ import annotations

import pytest

from scriptsmith.retrieval.action_reading import read
from tests.unit.shipped import match


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("the upgrade went well, drop the snapshot vg0/root-old", "drop the snapshot vg0/root-old"),
        ("before the maintenance: restart nginx", "restart nginx"),
        ("grafana is red \u2013 which services failed?", "which services failed?"),
        ("disk alarm: list the largest files", "list the largest files"),
        ("traffic spike! scale cart to 12", "scale cart to 12"),
        ("backup failed again - list the timers", "list the timers"),
        ("haproxy: show the backends", ""),
        ("dry run: delete the old logs", ""),
        ("staging only: restart cart", ""),
        ("restart nginx, it hangs", ""),
        ("if the disk is full, delete the logs", ""),
        ("we need nginx restarted, please start it", ""),
        ("delete the pod that is stuck, then drain the node", ""),
        ("/home is at 93%, what are the 15 fattest dirs?", "what are the 15 fattest dirs?"),
        ("boot takes 4 minutes, what are the 15 slowest units?", "what are the 15 slowest units?"),
        ("customers get 502, tomcat seems wedged. Restart tomcat", "Restart tomcat"),
        ("the clock's 20 minutes off, set it", "set it"),
        ("df and du differ by 60G on /var - who holds files?", "who holds files?"),
        ("Anna deployed 4.2, show the pods", "show the pods"),
        ("ticket 4482 - restart tomcat", "restart tomcat"),
        ("app.log is 40 GB; zero it", "zero it"),
        ("pods that are over 2 GB, restart them", ""),
        ("stop 4410 at 2 GB, show the rest", ""),
    ],
)
def test_what_is_told_first_is_not_asked_for(text: str, asked: str) -> None:
    """A clause that gives a reason is told; a condition, a wish and a first request are asked."""
    reading = read(text)
    start = reading.tokens[reading.start].start if reading.start else len(text)
    assert text[start:] == asked


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("restart-service", "the TLS upgrade is through, restart haproxy"),
        ("uncordon-nodes", "the disk swap went fine: uncordon worker-4"),
        ("show-oom-kills", "a java process died over night, did the OOM killer strike?"),
        ("restart-service", "OPS-8812: restart haproxy"),
        ("clean-package-cache", "/var/cache/apt eats 3 GB, get rid of the downloaded debs"),
        ("find-deleted-open-files", "df and du differ by 60G on /var, who holds deleted files over 500 MiB there?"),
        ("restart-service", "Ticket 4482 - customers get 502, haproxy seems wedged. Restart haproxy"),
    ],
)
def test_a_reason_is_no_objection(id: str, text: str) -> None:
    """Verbs, names and states of a reason are not held against the entry."""
    assert match(id, text).objections == ()


def test_what_is_told_and_then_referred_to_is_asked_about() -> None:
    """A thing that only the first clause names, and the second takes up, is still seen to."""
    found = match("stop-service", "the cronjob is broken, stop it")
    assert found.objections or found.doubts


@pytest.mark.parametrize(
    ("id", "text", "objection"),
    [
        ("show-memory-usage", "show the memory usage and mail me", "second action"),
        ("show-disk-usage", "show the disk usage every hour", "dimension"),
        ("show-nginx-connections", "active nginx connections per tenant", "dimension"),
        ("archive-directory", "archive /srv/app as a rar file", "other format"),
        ("find-files-modified-recently", "files in /srv opened in the last 2 hours", "other deed"),
        ("delete-git-branch", "delete the branch fix-1 on origin", "scope"),
        ("add-static-route", "add a route to 10.9.0.0/16 via 10.0.0.1 permanently", "scope"),
        ("rewind-kafka-consumer-group", "move the kafka group etl forward on the topic orders by 2 hours", "direction"),
        ("restart-deployment", "restart the deployment cart, billing and ledger", "one, not all"),
        ("show-failed-sudo", "which sudo commands were successful today", "negation"),
        ("find-commit-that-removed-text", "which commit added the text retry", "opposite state"),
        ("find-largest-files", "show the largest files in /srv that outlived their project", "scope"),
        ("show-conntrack-usage", "truncate the connection tracking table", "changes something"),
        ("fast-forward-git-branch", "rebase my git branch", "other verb"),
        ("list-failed-jobs", "failed nomad jobs", "unknown name"),
        ("find-files-without-owner", "give the files without owner in /srv to root", "changes something"),
        ("uncordon-nodes", "uncordon all nodes but gpu-1", "scope or condition"),
    ],
)
def test_each_kind_of_difference_is_named(id: str, text: str, objection: str) -> None:
    """What more, otherwise or elsewhere is asked than the entry does is an objection of its kind."""
    assert objection in {said.partition(":")[0] for said in match(id, text).objections}


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("show-disk-usage", "show the disk usage"),
        ("delete-git-branch", "delete the local branch fix-1"),
        ("restart-deployment", "restart the deployment cart and wait 60 seconds"),
        ("show-failed-sudo", "which sudo commands failed today"),
        ("find-commit-that-removed-text", 'which commit deleted the text "retry"'),
        ("list-failed-jobs", "k8s jobs that failed"),
        ("kill-query-mysql", "kill the query 17 on mariadb"),
        ("show-thread-counts", "which process has the most threads, and are we close to the limit?"),
        ("list-network-policies", "list all NetworkPolicies"),
    ],
)
def test_what_only_looks_different_is_none(id: str, text: str) -> None:
    """The same in other words, a question that goes on, another name of a product: nothing stands against it."""
    assert match(id, text).objections == ()


@pytest.mark.parametrize(
    ("id", "text", "name", "value"),
    [
        ("show-unit-logs-between", "log of the unit sshd from 08:10 till 08:40", "since", "08:10"),
        ("show-unit-logs-between", "log of the unit sshd from 08:10 till 08:40", "until", "08:40"),
        ("find-dead-tuples-postgresql", "tables of crm with more than 20k dead tuples", "rows", "20000"),
        ("check-port-reachable", "is db-1.example.org reachable on 8443", "port", "8443"),
        ("set-process-priority", "renice -n 7 -p 4711", "nice", "7"),
        ("set-process-priority", "renice -n 7 -p 4711", "process_pid", "4711"),
        ("delete-git-branch", "delete the branch feature/cart", "branch", "feature/cart"),
        (
            "set-deployment-image",
            "set the image of the deployment cart to r.example/cart:2.1",
            "image",
            "r.example/cart:2.1",
        ),
        ("find-files-modified-recently", "files in /srv changed in the last quarter of an hour", "age", "15"),
        ("measure-packet-loss", "ping 10.2.0.1 40 times and show the loss", "count", "40"),
    ],
)
def test_values_are_read_in_the_forms_that_people_write(id: str, text: str, name: str, value: str) -> None:
    """Times of day, thousands, ports after an address, options, names with strokes, quarters and repetitions."""
    assert match(id, text).parameters[name] == value


def test_words_with_strokes_are_words() -> None:
    """Two plurals with a stroke between them are no path; a kind and a name still are one."""
    assert [it.text for it in read("orphaned uids/gids below /home").values] == ["/home"]
    assert [it.text for it in read("restart deployment/cart").values] == ["deployment/cart"]
