"""SS1013: old backups that are deleted although nobody asked whether the new one is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .listings import listers
from .paths import spelled
from .rule import dangerous, script_rule
from .word_lists import set_of
from .write_targets import targets

_DUMPERS = set_of(
    "mysqldump mariadb-dump mariabackup xtrabackup pg_dump pg_dumpall pg_basebackup mongodump sqlite3 slapcat etcdctl "
    "tar zip 7z rsync influxd ldapsearch vzdump virsh"
)
_ASKING = set_of("[ [[ test exit return die fail trap gzip zcat pigz unzip pg_restore sha256sum md5sum cmp stat")
_KEEPING = re.compile(r"(?i)backup|bak|dump|archiv|snapshot")


@script_rule(
    "SS1013",
    "Deletes old backups without asking whether the new one was made",
    why="When the dump fails, and it fails unseen in a pipeline, every run still deletes an old backup, until none is "
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
