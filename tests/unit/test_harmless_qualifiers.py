"""A constraint that narrows nothing is no objection; its nearest neighbour that narrows something is one."""

from __future__ import annotations

import pytest

from tests.unit.shipped import match


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("check-backup-age", "the newest *.tgz in /srv/dumps should be no older than 12h"),
        ("check-backup-age", "the newest *.tgz in /srv/dumps must not be older than 12h"),
        ("check-backup-age", "did last night's dump land in /srv/dumps?"),
        ("save-snapshot-redis", "save a redis snapshot, wait no more than 10 min"),
        ("list-processes-of-user", "what does jenkins have running on this box?"),
        ("delete-kafka-consumer-group", "delete the kafka consumer group old-indexer"),
        ("show-elasticsearch-snapshots", "did the Elasticsearch snapshots in repository s3 succeed?"),
        ("kill-query-mysql", "kill the statement of mysql connection 812 but leave the client connected"),
        ("kill-query-mysql", "abort the statement of mysql connection no. 812"),
        ("set-kafka-topic-retention", "keep the messages of the kafka topic clicks for 3 days only"),
        ("test-nginx-configuration", "nginx -t on /opt/nginx.conf please, no reload"),
        (
            "force-merge-elasticsearch-index",
            "merge the old elasticsearch index audit-22 down to two segments per shard",
        ),
        ("drain-node", "drain node worker-4 by evicting its workloads"),
        ("set-haproxy-server-state", "drain web03 in backend be_shop of haproxy, we patch it on friday"),
        ("show-resource-quotas", "which resource quotas are used to 90% or more, cluster-wide?"),
    ],
)
def test_what_narrows_nothing_is_no_objection(id: str, text: str) -> None:
    """Stress, promises, values and what is told beside a request ask for nothing else."""
    assert match(id, text).objections == ()


@pytest.mark.parametrize(
    ("id", "text", "objection"),
    [
        ("delete-old-logs", "delete logs in /srv/logs that are no older than 12h", "direction"),
        ("compress-old-logs", "compress log files that are at most 7 days old", "direction"),
        ("delete-old-logs", "delete logs of last night in /srv/logs", "scope or condition"),
        ("list-stopped-containers", "list the docker containers that are running", "negation"),
        (
            "delete-old-logs",
            "delete logs in /srv/logs older than 14 days but keep the error logs",
            "scope or condition",
        ),
        ("drain-node", "drain node worker-4 but leave the pods of namespace db alone", "scope or condition"),
        ("change-tree-owner", "give only the .log files below /srv/app to syslog", "scope or condition"),
        ("set-timezone", "set the time zone to Asia/Tokyo for the user anna only", "scope or condition"),
        ("create-user-account", "create the account backup without a home directory", "negation"),
        ("restart-deployment", "restart the deployment web on friday", "scope or condition"),
        ("count-nginx-status-codes", "count the nginx requests by user agent", "dimension"),
        ("reload-sshd", "reload sshd on all hosts of the web tier", "scope"),
    ],
)
def test_what_narrows_something_is_an_objection(id: str, text: str, objection: str) -> None:
    """What is spared, put off, left out or compared the other way is no longer what the entry does."""
    assert objection in {said.partition(":")[0] for said in match(id, text).objections}


@pytest.mark.parametrize(
    ("id", "text", "objection"),
    [
        ("set-maxmemory-redis", "raise the memory limit of redis by 2 GB", "dimension"),
        ("hold-package-version", "hold the version of the package kubelet until the end of the month", "scope"),
        ("disarm-etcd-alarms", "disarm the NOSPACE alarm of the etcd member etcd-2 alone", "scope"),
        ("prune-old-backups", "delete old backups in /srv/dumps on the standby, keep 7", "scope"),
        ("kill-query-mysql", "kill the mysql connection 812 altogether", "scope"),
        ("save-firewall-rules", "load the firewall rules in /root/rules.v4 back into iptables", "direction"),
        ("show-top-pods", "pods that use more memory than they request", "scope"),
        ("show-slab-usage", "how much slab memory is used for each process", "dimension"),
        ("show-failed-sudo", "failed sudo attempts by hour", "dimension"),
        ("show-disk-usage", "show the file systems that are less than 20 percent full", "opposite state"),
        ("restart-service", "restart nginx and then clear its cache", "second action"),
        (
            "delete-elasticsearch-index",
            "delete the elasticsearch index audit-22 after taking a snapshot of it",
            "second action",
        ),
    ],
)
def test_what_is_more_than_an_entry_does_is_an_objection(id: str, text: str, objection: str) -> None:
    """Amounts to add, ends in time, other machines, comparisons and further deeds are nothing that a phrase asks for."""
    assert objection in {said.partition(":")[0] for said in match(id, text).objections}


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("rewind-kafka-consumer-group", "set the kafka consumer group billing on topic invoices back by 90 minutes"),
        ("uncordon-nodes", "put node worker-4 back into service"),
    ],
)
def test_what_an_entry_speaks_of_is_none(id: str, text: str) -> None:
    """A way back, an amount or a deed that came before is no objection where phrases say so or it only tells why."""
    assert match(id, text).objections == ()
