"""SS1013 and SS1225: old copies that are deleted although nobody asked whether the new one is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .listings import listers
from .paths import scratch, spelled
from .rule import dangerous, script_rule
from .word_lists import set_of
from .write_targets import targets

_DUMPERS = set_of(
    "mysqldump mariadb-dump mariabackup xtrabackup pg_dump pg_dumpall pg_basebackup mongodump sqlite3 slapcat "
    "etcdctl "
    "tar zip 7z rsync influxd ldapsearch vzdump virsh"
)
_ASKING = set_of("[ [[ test exit return die fail trap gzip zcat pigz unzip pg_restore sha256sum md5sum cmp stat")
_KEEPING = re.compile(r"(?i)backup|bak|dump|archiv|snapshot")


@script_rule(
    "SS1013",
    "Deletes old backups without asking whether the new one was made",
    why="When the dump fails, and it fails unseen in a pipeline, every run still deletes an old backup, until none "
    "is "
    "left that can be restored.",
    instead="start with set -euo pipefail, test the new file (gzip -t, pg_restore -l), and delete only after that",
    on="find rm unlink",
    bad=(
        "mysqldump shop | gzip > /backup/shop-$(date +%F).gz\nls -1t /backup/shop-* | tail -n +2 | xargs rm -f",
        "pg_dump shop > /backup/shop.$(date +%F)\nfind /backup -name 'shop.*' -mtime +7 -delete",
        "tar czf /backup/etc-$(date +%F).tgz /etc\nfind /backup -mtime +3 -exec rm -f {} +",
    ),
    good=(
        "set -euo pipefail\nmysqldump shop | gzip > /backup/a.gz\nfind /backup -name 'a*' -mtime +7 -delete",
        "pg_dump shop > /backup/a && find /backup -name 'a*' -mtime +7 -delete",
        "pg_dump shop > /backup/a || exit 1\nfind /backup -name 'a*' -mtime +7 -delete",
        "find /backup -name 'a*' -mtime +7 -delete",
        "mysqldump shop > /backup/a\n[ -s /backup/a ] && find /backup -name 'a*' -mtime +7 -delete",
    ),
)
def pruned(calls: Sequence[Invocation]) -> Iterator[Hit]:
    made: set[str] = set()
    ends = piped = False  # whether a failure ends the script, and one inside a pipeline as well
    for call in calls:
        if call.name == "set":
            texts = " ".join(call.texts)
            ends = ends or bool(re.search(r"(?:\A|\s)-\w*e|errexit", texts))
            piped = piped or "pipefail" in texts
        elif call.name in _ASKING and (call.name != "gzip" or call.has("-t", "--test")):
            return
        if not (ends and (piped or not call.command.upstream)):
            made |= set(_written(call))
        if made and (folder := _cleared(call, made)):
            yield dangerous(
                f"deletes old files in {folder}, whether the new backup was made or not", call.command.place
            )
            return


def _written(call: Invocation) -> Iterator[str]:
    """The folders into which a command writes a backup."""
    feeding = (call.name, *(up.name for up in call.command.upstream))
    if not _DUMPERS.intersection(feeding):
        return
    for target in targets(call):
        folder = target.path.rpartition("/")[0]
        if folder[:1] in ("/", "~", "…") and _KEEPING.search(target.path) and target.how == "overwrites":
            yield folder


def _cleared(call: Invocation, made: set[str]) -> str:
    """The folder with a new backup from which a command deletes old files, where nothing is asked first."""
    paths: list[str] = []
    if call.name == "find" and (call.has("-delete") or "rm" in call.words):
        paths = [spelled(word, call.command.cwd) for word in call.operands[:1]]
        if call.command.conditional:
            return ""
    elif call.name in ("rm", "unlink") and (
        not call.command.conditional or "xargs" in call.command.via or listers(call)
    ):
        sources = listers(call)
        paths = [spelled(word, each.cwd) for each in sources for word in each.arguments if word.shape[:1] != "-"]
    for path in paths:
        for folder in made:
            if path == folder or path.startswith(f"{folder}/"):
                return folder
    return ""


_PACKERS = set_of("gzip pigz xz bzip2 zstd lz4 openssl gpg tee age pv")
_PROVING = set_of("zcat zgrep gunzip xzcat zstdcat pg_restore sha256sum md5sum cmp diff restic borg")


@script_rule(
    "SS1225",
    "Deletes the old copy after a dump whose failure nobody sees",
    why="In a pipeline only the last command counts: gzip succeeds on an empty dump, and $? says 0. The old copy, or "
    "the "
    "data, goes then all the same.",
    instead="start with set -o pipefail, and test the new file before anything is deleted: gzip -t, pg_restore -l, "
    "or a "
    "look for 'Dump completed'",
    on="rm unlink mysql psql mariadb mongosh",
    bad=(
        "pg_dump shop | gzip > /backup/new.gz\nif [ $? -eq 0 ]; then rm -f /backup/old.gz; fi",
        "mysqldump crm events | gzip > /backup/e.gz && mysql crm -e 'DELETE FROM events WHERE day < 5'",
        "set -e\npg_dump shop | zstd > /backup/shop.zst\nrm -f /backup/shop.old.zst",
    ),
    good=(
        "set -o pipefail\npg_dump shop | gzip > /backup/new.gz && rm -f /backup/old.gz",
        "pg_dump shop | gzip > /backup/new.gz\ngzip -t /backup/new.gz && rm -f /backup/old.gz",
        "pg_dump shop | gzip > /backup/new.gz; rm -f /tmp/lock",
        "pg_dump -Fc shop -f /backup/new.dump && rm -f /backup/old.dump",
        "pg_dump shop | gzip > /backup/new.gz",
    ),
)
def unseen_failure(calls: Sequence[Invocation]) -> Iterator[Hit]:
    folders: set[str] = set()
    dumped = ""
    for call in calls:
        command = call.command
        if call.name == "set" and "pipefail" in call.text:
            return
        if call.name in _PROVING or (call.name in _PACKERS and call.has("-t", "--test")):
            return
        if call.name in ("[", "[[", "test", "stat") and re.search(
            r"PIPESTATUS|-s\b|-gt|-ge|size", f"{call.text} {command.source}"
        ):
            return
        if call.name in ("tail", "grep") and re.search(r"(?i)completed", call.text):
            return
        dumper = next((up.name for up in command.upstream if up.name in _DATABASES), "")
        if dumper and call.name in _PACKERS:
            written = [target.path for target in targets(call) if target.how == "overwrites"]
            folders |= {path.rpartition("/")[0] for path in written if "/" in path}
            dumped = dumper if written else dumped
        elif (
            dumped
            and call.name in ("rm", "unlink")
            and not scratch(spelled(call.operands[-1]) if call.operands else "")
        ):
            for word in call.operands:
                path = spelled(word, command.cwd)
                if path.rpartition("/")[0] in folders and "xargs" not in command.via:
                    yield dangerous(f"deletes {path}, whether {dumped} before it has worked or not", command.place)
                    return
        elif (
            dumped
            and call.name in ("mysql", "psql", "mariadb", "mongosh")
            and re.search(r"(?i)\b(?:delete\s+from|truncate|drop\s+table|deleteMany)", call.text)
        ):
            yield dangerous(f"deletes rows, whether {dumped} before it has worked or not", command.place)
            return


_DATABASES = set_of("mysqldump mariadb-dump pg_dump pg_dumpall mongodump mongoexport slapcat influxd redis-cli")
