"""Differences that a careful reader sees at once, held against entries that are shipped."""

from __future__ import annotations

import pytest

from scriptsmith.core.types import Action
from scriptsmith.retrieval.search import Index
from tests.unit.shipped import entry, match


@pytest.mark.parametrize(
    ("id", "text", "objection"),
    [
        ("show-journal-disk-use", "Take the size limit off the journal", "changes something"),
        ("find-directories-without-sticky-bit", "Set the sticky bit where it lacks", "changes something"),
        ("show-file-acl", "Let tom write to /srv/share by an ACL", "changes something"),
        ("find-largest-tables-mysql", "biggest mysql tables by rows rather than by size", "contrast"),
        ("show-oom-kills", "OOM kills per day of this month", "dimension"),
        ("remove-cron-job", "drop the cron job of tom whose command mentions poll", "scope"),
        ("remove-package", "remove the package nginx with all its data", "scope"),
        ("show-slow-log-redis", "slow redis commands of the client 10.0.0.9", "unused value"),
        ("install-package", "create a repository for the package jq", "other verb"),
        ("stop-service", "stop nginx and install haproxy", "second action"),
        ("prune-old-backups", "set old backups to read-only", "opposite verb"),
        ("find-largest-files", "list files in /home", "only some"),
        ("disable-ssh-password-login", "turn off root login for ssh", "other object"),
        ("truncate-log-file", "truncate all log files in /var/log", "one, not all"),
        ("find-largest-files", "find the smallest files in /home", "opposite state"),
        ("list-enabled-services", "services enabled on web-1 but not on web-2", "unknown name"),
        ("show-top-nodes", "cpu of the nodes on worker-2", "unknown name"),
        ("restart-service", "restart cart, api and web", "one, not all"),
    ],
)
def test_a_difference_is_named(id: str, text: str, objection: str) -> None:
    """What the entry would not do is an objection, whose kind says what differs."""
    assert objection in {said.partition(":")[0] for said in match(id, text).objections}


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("show-pod-events", "Events of pod cart-1 in namespace shop"),
        ("check-rollout-status", "rollout status of the deployment cart"),
        ("show-open-file-counts", '"Too many open files" in the log, which process has the most of them open?'),
        ("restart-service", "Ticket 4711: restart nginx"),
        ("list-stopped-containers", "which docker containers on edge-12 are exited?"),
        ("show-huge-pages", "are huge pages reserved on the host ora-01?"),
        ("create-user-account", "local account svc-etl, shell /usr/sbin/nologin"),
    ],
)
def test_what_only_surrounds_a_request_is_no_objection(id: str, text: str) -> None:
    """A missing verb, a quoted error, a ticket's number and a verb that is half of a thing stand in nobody's way."""
    assert match(id, text).objections == ()


@pytest.mark.parametrize(
    ("id", "text", "name", "value"),
    [
        ("show-service-dependencies", "What does docker.service depend on?", "service", "docker"),
        ("find-dead-tuples-postgresql", "tables of crm with more than 2 thousand dead tuples", "rows", "2000"),
        ("restart-deployment", "kubectl rollout restart deploy/api -n web", "namespace", "web"),
        ("restart-deployment", "kubectl rollout restart deploy/api -n web", "deployment", "api"),
        ("purge-rabbitmq-queue", "purge the rabbitmq queue emails", "queue", "emails"),
        ("check-accepts-connections-postgresql", "pg_isready against pg-replica-2 port 5433", "host", "pg-replica-2"),
        ("delete-pod", "k delete po web-84c-q9 -n site", "pod", "web-84c-q9"),
        ("install-package", "apt-get install -y tcpdump", "package", "tcpdump"),
        ("run-cron-job-now", "run the cronjob nightly-backup in ns db now", "cron_job", "nightly-backup"),
        ("create-git-tag", "mark HEAD of /srv/src/ui as 3.0.0-rc1, annotated", "tag", "3.0.0-rc1"),
        ("list-elasticsearch-indices", "list elasticsearch indices (at http://es-1:9200)", "url", "http://es-1:9200"),
    ],
)
def test_a_value_is_read_as_it_is_meant(id: str, text: str, name: str, value: str) -> None:
    """Suffixes that go without saying, words for numbers, short names of things, brackets and signs."""
    assert match(id, text).parameters[name] == value


@pytest.mark.parametrize(
    ("id", "text", "name"),
    [
        ("show-top-pods", "top pods on worker-2", "namespace"),
        ("compact-etcd-history", "compact etcd up to revision 8812340", "revisions"),
        ("limit-process-priority", "renice all of anna's processes to 15", "name"),
        ("save-etcd-snapshot", "save an etcd snapshot to s3", "pki"),
    ],
)
def test_a_value_of_another_thing_is_not_taken(id: str, text: str, name: str) -> None:
    """A node is no namespace, the number of one revision no number of revisions, and an owner no name."""
    found = match(id, text)
    default = next(it.default for it in found.entry.parameters if it.name == name)
    assert found.parameters.get(name) == default


def test_words_of_another_title_count_against_an_entry() -> None:
    """A word of the action that only another entry's title has is counted, and makes an entry less sure."""
    text = "List the ufw rules"
    alone = match("list-firewall-rules", text)
    beside = next(
        it
        for it in Index([entry("list-firewall-rules"), entry("show-ufw-status")]).nearest(Action(text=text))
        if it.entry.id == "list-firewall-rules"
    )
    assert (alone.parts["elsewhere"], beside.parts["elsewhere"]) == (0, 1)
    assert beside.confidence < alone.confidence


def test_words_of_a_value_do_not() -> None:
    """What a parameter took is no word of another entry's title."""
    both = Index([entry("stop-service"), entry("show-memory-redis")])
    first = both.nearest(Action(text="stop the redis service"))[0]
    assert first.entry.id == "stop-service"
    assert first.parts["elsewhere"] == 0


@pytest.mark.parametrize("number", ["9" * 400, "9" * 400 + " MB", "9" * 400 + "d", "9" * 400 + "%", "-" + "9" * 400])
def test_a_number_beyond_all_use_is_nobodys_value(number: str) -> None:
    """It is read, bound to nothing, and never served."""
    found = match("delete-old-logs", f"delete the logs in /srv/logs that are older than {number}")
    assert found.objections
    assert "9" * 20 not in str(found.parameters)


@pytest.mark.parametrize(
    ("id", "text", "held"),
    [
        ("scale-deployment", "scale the deployment cart to thirty replicas (30)", False),
        ("scale-deployment", "scale the deployment cart to thirty replicas (40)", True),
        ("show-cgroup-memory-usage", "memory per service/container against its limit", False),
        ("list-images-by-size", "sizes of the images of acme/api", True),
        ("show-connections-by-state-postgresql", "count idle / active sessions in postgres", False),
    ],
)
def test_a_value_said_twice_is_one(id: str, text: str, held: bool) -> None:
    """What repeats a value or parts two words wants no place of its own; another value does."""
    assert any(one.startswith("unused value") for one in match(id, text).objections) == held
