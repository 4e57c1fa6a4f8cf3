"""SS1234: a store that is made to serve again by giving up what it holds, as one table of programs and settings."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .databases import fed_text
from .invocation import Invocation
from .rule import dangerous, rule
from .written_settings import written_setting

_LATEST = "what only the missing members hold is lost"
_CHECKS = "what the check would have kept is thrown away"
_UNCLEAN = r"unclean\.leader\.election\.enable\s*[=:]\s*true"
# Programs, what of their command line (or of what is fed to them) gives data up, and what that means.
_TABLE = (
    ("kafka-leader-election kafka-leader-election.sh", r"--election-type[ =]unclean", _LATEST),
    ("kafka-configs kafka-configs.sh kafka-topics kafka-topics.sh rpk kcadm", _UNCLEAN, _LATEST),
    (
        "curl wget http https xh",
        r"\"?accept_data_loss\"?\s*[:=]\s*true|allocate_(?:empty|stale)_primary|unsafe[-_]bootstrap",
        _LATEST,
    ),
    ("ceph", r"\bosd lost\b|\bmark_unfound_lost\b|\bforce-create-pg\b|\bosd force-create-pg\b|\bosd purge\b.*--force",
     _LATEST),
    ("mongo mongosh", r"(?s)rs\.reconfig\w*\(.*force\W{1,4}true", _LATEST),
    ("etcd", r"--force-new-cluster", _LATEST),
    ("redis-cli valkey-cli", r"(?i)\bcluster failover (?:takeover|force)\b|\bcluster reset hard\b", _LATEST),
    ("nodetool", r"\bassassinate\b|\bremovenode force\b", _LATEST),
    ("rabbitmqctl", r"\bforce_boot\b|\bforget_cluster_node\b.*--offline", _LATEST),
    ("drbdadm", r"--discard-my-data|\bprimary\b.*--force|--overwrite-data-of-peer", _LATEST),
    ("sed perl", r"safe_to_bootstrap\S*\s*1", _LATEST),
    ("cockroach", r"\bdebug recover apply-plan\b|\bunsafe-remove-dead-replicas\b", _LATEST),
    ("gluster", r"\bvolume heal\b(?!.*\binfo\b).*\bsplit-brain\b|\bforce\b.*\bcommit\b|\bcommit force\b", _LATEST),
    ("nomad vault bao consul", r"\boperator raft remove-peer\b", _LATEST),
    ("pg_resetwal pg_resetxlog", r"(?:\A|\s)(?:-f|--force)\b", _CHECKS),
    ("zpool", r"\bimport\b.*\s-\w*(?:FX|XF|X)\b|\bimport\b.*-F\b.*-X\b", _CHECKS),
    ("xfs_repair", r"(?:\A|\s)-\w*L", _CHECKS),
    ("btrfs", r"\bcheck\b.*--(?:repair|init-csum-tree|init-extent-tree)", _CHECKS),
    ("mdadm", r"--assume-clean|--zero-superblock", _CHECKS),
    ("mysqld mysqld_safe mariadbd", r"innodb[-_]force[-_]recovery[ =][4-6]", _CHECKS),
)  # fmt: skip
_PROGRAMS = {name: (re.compile(text), words) for names, text, words in _TABLE for name in names.split()}
_FILES = tuple(
    (re.compile(rf"(?:.*/)?{file}\Z"), re.compile(text), words)
    for file, text, words in (
        (r"grastate\.dat", r"safe_to_bootstrap:\s*1", _LATEST),
        (r"[\w.-]*\.properties", rf"(?m)^\s*{_UNCLEAN}", _LATEST),
        (r"[\w.-]*\.cnf", r"(?m)^\s*innodb[-_]force[-_]recovery\s*=\s*[4-6]", _CHECKS),
    )
)


@rule(
    "SS1234",
    "Makes a store serve again by giving up what it holds",
    why="What the missing members or the broken pieces hold is thrown away to serve again; had they come back, nothing "
    "would have been lost.",
    instead="bring the missing members back first; if that is out of the question, say which one partition, shard or "
    "pool is given up, and keep a copy of its files",
    on="> " + " ".join(_PROGRAMS),
    yields="SS1852 SS1109 SS1063 SS1064 SS1951",
    bad=(
        "kafka-leader-election.sh --bootstrap-server k:9092 --election-type unclean --all-topic-partitions",
        "kafka-configs.sh --alter --entity-type topics --add-config unclean.leader.election.enable=true",
        'curl -XPOST es:9200/_cluster/reroute -d \'{"commands":[{"allocate_empty_primary":{"index":"a","shard":0,'
        '"accept_data_loss":true}}]}\'',
        "ceph osd lost 4 --yes-i-really-mean-it",
        "mongosh --eval 'rs.reconfig(cfg, {force: true})'",
        "etcd --force-new-cluster",
        "pg_resetwal -f /var/lib/postgresql/15/main",
        "xfs_repair -L /dev/sdb1",
        "zpool import -FX tank",
        "echo 'unclean.leader.election.enable=true' >> /etc/kafka/server.properties",
    ),
    good=(
        "kafka-leader-election.sh --bootstrap-server k:9092 --election-type preferred --all-topic-partitions",
        "curl -XPOST 'es:9200/_cluster/reroute?retry_failed=true'",
        "ceph osd tree",
        "mongosh --eval 'rs.status()'",
        "pg_resetwal --dry-run /var/lib/postgresql/15/main",
        "xfs_repair -n /dev/sdb1",
        "zpool import tank",
    ),
)
def given_up(call: Invocation) -> Hit | None:
    if known := _PROGRAMS.get(call.name):
        pattern, words = known
        if call.has("--help", "--version", "--dry-run", "-n") and call.name not in ("curl", "redis-cli", "valkey-cli"):
            return None
        if pattern.search(call.text) or pattern.search(fed_text(call.command)):
            return dangerous(f"{call.name} {' '.join(call.words[:3])}: {words}".replace(" :", ":"))
        return None
    return written_setting(call, _FILES)
