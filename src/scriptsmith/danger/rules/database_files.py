"""SS1218: the files in which a database keeps what it has promised, deleted behind its back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation
from .paths import scratch, spelled
from .rule import dangerous, script_rule

_OWN = re.compile(
    r"(?:\A|/)(?:pg_wal|pg_xlog|pg_xact|pg_clog|pg_multixact|pg_tblspc|pg_replslot|pg_logical|commitlog|saved_caches|"
    r"version-2|#innodb_redo|#ib_redo)(?=/|\Z)|"
    r"(?:\A|/)(?:mysql-bin|mariadb-bin|master-bin|binlog|relay-bin|mysqld?-relay-bin|ib_logfile|ibdata|undo_?0|"
    r"aria_log)[\w.*?…\[\]-]*\Z|"
    r"(?:\A|/)(?:WiredTiger\w*|appendonly\.aof|dump\.rdb|local\.\d|oplog[\w.]*)[\w.*?…-]*\Z|"
    r"/member/(?:wal|snap)(?=/|\Z)|/(?:etcd|prometheus|influxdb|loki|vault)/(?:\S*/)?wal(?=/|\Z)|"
    r"/var/lib/docker/(?:overlay2|containers|volumes|image)(?=/|\Z)|/var/lib/kubelet/pods(?=/|\Z)|__consumer_offsets"
)
_ASIDE = re.compile(r"(?i)\A(?:/tmp/|/var/tmp/)|backup|archive|restore|staging|copy")


@script_rule(
    "SS1218",
    "Deletes the files of a running database",
    why="Write-ahead and binary logs hold what the tables do not hold yet, and what standbys and restores need; "
    "without "
    "them the database does not start, or starts with less than it had.",
    instead="let the database clear them: PURGE BINARY LOGS, a checkpoint, dropping an unused replication slot, "
    "pg_archivecleanup for an archive; or give the disk more room",
    on="rm unlink find shred truncate mv",
    bad=(
        "find /var/lib/postgresql/15/main/pg_wal -type f -mmin +60 -delete",
        "find /pgdata/main/pg_wal -name '0000*' -mmin +120 -exec rm -f {} +",
        "ls /data/mysql/binlog.0* | head -n -3 | xargs rm -f",
        "rm -f /data/mysql/ib_logfile*",
        "cd /var/lib/mysql && rm -f mysql-bin.0000*",
        "rm -rf /var/lib/docker/overlay2/*",
        "find /var/lib/etcd/member/wal -mtime +1 -delete",
    ),
    good=(
        "ls -l /data/mysql/ib_logfile*",
        "find /backup/pg_wal_archive -mtime +30 -delete",
        "find /var/lib/postgresql/15/main/log -name '*.log' -mtime +30 -delete",
        "du -sh /var/lib/postgresql/15/main/pg_wal",
        "rm -f /tmp/restore/mysql-bin.000001",
    ),
)
def behind_its_back(calls: Sequence[Invocation]) -> Iterator[Hit]:
    for call in calls:
        if call.name == "find":
            if not (call.has("-delete") or {"rm", "shred", "truncate", "unlink"} & set(call.texts)):
                continue
        elif call.name not in ("rm", "unlink", "shred", "truncate", "mv"):
            continue
        if call.has("--help"):
            continue
        for path in _paths(call):
            if _OWN.search(path) and not _ASIDE.search(path) and not scratch(path):
                yield dangerous(f"deletes files of a database behind its back: {path}", call.command.place)
                break


def _paths(call: Invocation) -> Iterator[str]:
    """What the command may delete: its operands, the names that a find looks for, what a listing before it prints."""
    command = call.command
    if call.name == "find":
        roots = [spelled(word, command.cwd) for word in call.operands[:3]]
        yield from roots
        yield from (f"{root}/{name}" for root in roots[:1] for name in _sought(call.texts))
        return
    yield from (spelled(word, command.cwd) for word in (call.operands[:1] if call.name == "mv" else call.operands))
    if call.name != "mv" and any(word.unknowns for word in call.operands):
        for up in command.upstream:
            yield from _listed(up)


def _listed(command: Command) -> Iterator[str]:
    if command.name not in ("ls", "find"):
        return
    paths = [spelled(word, command.cwd) for word in command.arguments if word.shape[:1] != "-"]
    yield from paths
    if command.name == "find":
        yield from (
            f"{paths[0] if paths else '.'}/{name}" for name in _sought([word.shape for word in command.arguments])
        )


def _sought(texts: Sequence[str]) -> Iterator[str]:
    for index, text in enumerate(texts[:-1]):
        if text in ("-name", "-iname", "-path"):
            yield texts[index + 1]
