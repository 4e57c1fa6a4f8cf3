"""Values as people write them: which parameter each goes to, and what is no value of it."""

from __future__ import annotations

import pytest

from .shipped import Search, match


@pytest.mark.parametrize(
    ("id", "text", "name", "value"),
    [
        ("show-service-dependencies", "What does docker.service depend on?", "service", "docker"),
        ("find-dead-tuples-postgresql", "tables of crm with more than 2 thousand dead tuples", "min_rows", "2000"),
        ("restart-deployment", "kubectl rollout restart deploy/api -n web", "namespace", "web"),
        ("restart-deployment", "kubectl rollout restart deploy/api -n web", "deployment", "api"),
        ("purge-rabbitmq-queue", "purge the rabbitmq queue emails", "queue", "emails"),
        ("check-accepts-connections-postgresql", "pg_isready against pg-replica-2 port 5433", "host", "pg-replica-2"),
        ("delete-pod", "k delete po web-84c-q9 -n site", "pod", "web-84c-q9"),
        ("run-cron-job-now", "run the cronjob nightly-backup in ns db now", "cron_job", "nightly-backup"),
        ("create-git-tag", "mark HEAD of /srv/src/ui as 3.0.0-rc1, annotated", "tag", "3.0.0-rc1"),
        ("query-dns-record", "what TXT does 9.9.9.9 see for _dmarc.example.org", "name", "_dmarc.example.org"),
        ("delete-finished-jobs", "delete jobs of etl, failed ones as well as successful", "outcome", "both"),
        ("delete-finished-jobs", "delete jobs of etl, the failed ones well over 3 days old", "outcome", "failed"),
        ("list-elasticsearch-indices", "list elasticsearch indices (at http://es-1:9200)", "url", "http://es-1:9200"),
    ],
)
def test_a_value_is_read_as_it_is_meant(id: str, text: str, name: str, value: str) -> None:
    """Suffixes that go without saying, words for numbers, short names of things, brackets and signs."""
    assert match(id, text).parameters[name] == value


def test_a_value_behind_an_option_is_pointed_at() -> None:
    """What no rule reads as a value, the verifier may see as one."""
    found = Search(frozenset({"install-package", "remove-package"})).nearest("apt-get install -y tcpdump")[0]
    assert (found.entry.id, found.parameters["package"]) == ("install-package", "tcpdump")


@pytest.mark.parametrize(
    ("id", "text", "name"),
    [
        ("show-top-pods", "top pods on worker-2", "namespace"),
        ("limit-process-priority", "renice all of anna's processes to 15", "name"),
        ("save-etcd-snapshot", "save an etcd snapshot to s3", "pki"),
    ],
)
def test_a_value_of_another_thing_is_not_taken(id: str, text: str, name: str) -> None:
    """A node is no namespace, the number of one revision no number of revisions, and an owner no name."""
    found = match(id, text)
    default = next(it.default for it in found.entry.parameters if it.name == name)
    assert found.parameters.get(name) == default


@pytest.mark.parametrize("number", ["9" * 400, "9" * 400 + " MB", "9" * 400 + "d", "9" * 400 + "%", "-" + "9" * 400])
def test_a_number_beyond_all_use_is_nobodys_value(number: str) -> None:
    """It is read, and bound to nothing."""
    found = match("delete-old-logs", f"delete the logs in /srv/logs that are older than {number}")
    assert "9" * 20 not in str(found.parameters)
