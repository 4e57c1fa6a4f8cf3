"""SS1212, SS1223, SS1224 and SS1232: files lost because source, target or link is not what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Glob, Hit, Word
from .find_results import find_roots
from .invocation import Invocation
from .origins import told
from .paths import scratch, spelled
from .rule import dangerous, rule, script_rule
from .write_targets import targets

_CLIENTS = "mysql mariadb psql sqlite3 mongosh mongo"
_SAVED = re.compile(r".*\.(?:sql|dump|dmp|bak|archive|bson)(?:\.(?:gz|xz|zst|bz2))?\Z", re.I)
_STATED = (
    "-e",
    "--execute",
    "-c",
    "--command",
    "-f",
    "--file",
    "--eval",
    "-l",
    "--list",
    "--init-command",
    "-V",
    "--version",
)


@rule(
    "SS1223",
    "Empties the dump that it should read",
    why="With > in the place of < the shell empties the file before the client is even started.",
    instead="read it with <: mysql NAME < dump.sql; and keep dumps read-only",
    on=_CLIENTS,
    bad=("mysql wiki > /backup/wiki.sql", "psql -d shop > shop.dump", "mysql -h db1 crm > crm.sql.gz"),
    good=(
        "mysql wiki < /backup/wiki.sql",
        "mysql wiki -e 'select 1' > out.sql",
        "psql -d shop -c 'select 1' > a.sql",
        "echo 'select 1;' | mysql wiki > out.sql",
        "mysqldump wiki > /backup/wiki.sql",
        "sqlite3 a.db .dump > a.sql",
        "psql -f q.sql > out.sql",
    ),
)
def emptied_dump(call: Invocation) -> Hit | None:
    command = call.command
    if (
        call.has(*_STATED)
        or command.upstream
        or command.stdin is not None
        or any("<" in it.operator for it in command.redirects)
    ):
        return None
    if call.name in ("sqlite3", "mongo", "mongosh") and len(call.words) > 1:
        return None
    for each in command.redirects:
        if (
            each.operator in (">", ">|")
            and each.descriptor in (None, 1)
            and _SAVED.match(path := spelled(each.target, command.cwd))
        ):
            return dangerous(f"empties {path}, and gives {call.name} nothing to do")
    return None


_ARCHIVE = re.compile(
    r".*\.(?:tar|t[gbxz]z2?|tzst|tar\.\w+|cpio|gz|bz2|xz|zst|lz4?|img|bin|pax|backup|bak|\d+|part|tmp)\Z|.*[*?\[…].*",
    re.I,
)
_DATA = re.compile(
    r".*\.(?:db\d?|sqlite3?|csv|tsv|json|ya?ml|conf|cfg|cnf|ini|log|txt|sql|dump|xml|html?|pdf|docx?|xlsx?|odt|key|"
    r"pem|crt|md|py|sh|"
    r"pl|rb|php|js|png|jpe?g|qcow2|vmdk|rdb|aof|ldif|kdbx)\Z",
    re.I,
)


@rule(
    "SS1224",
    "Writes an archive over the first of its files",
    why="tar takes the first name as that of the archive: where it was forgotten, a file is overwritten.",
    instead="name the archive first: tar czf ARCHIVE.tgz FILES",
    on="tar bsdtar gtar",
    bad=("tar czf ledger.db journal.db notes.db", "tar -c -f a.csv b.csv", "tar -cf /etc/app/app.conf /etc/app"),
    good=(
        "tar czf ledger.tgz ledger.db",
        "tar cf - a.db | gzip > a.tgz",
        "tar xzf a.tgz b.db",
        'tar czf "$OUT" a.db',
        "tar cf /dev/st0 a.db",
    ),
)
def archived_over(call: Invocation) -> Hit | None:
    archive = _archive(call)
    if archive is None:
        return None
    if _DATA.match(archive) and not _ARCHIVE.match(archive) and not scratch(archive):
        return dangerous(f"overwrites {archive} with an archive of the other files")
    return None


def _archive(call: Invocation) -> str | None:
    """The archive that a tar makes of other files; None where it makes none."""
    first = call.texts[0] if call.texts else ""
    if first.isalpha():
        if "c" not in first or "f" not in first:
            return None
        at = 1 + sum(first[: first.index("f")].count(letter) for letter in "bTXCgKNHVFLI")
        return call.texts[at] if len(call.texts) > at + 1 else None
    if not call.has("-c", "--create") or not call.operands:
        return None
    return call.value("-f", "--file")


_STEADY = re.compile(r"[$`][({]?\s*(?:date\b(?!.*(?:%N|%s))|hostname\b)")


@script_rule(
    "SS1212",
    "Moves every file of a loop onto a folder that nobody makes",
    why="Where the folder is not there, the first file takes its name, and each one after it overwrites the last.",
    instead='make it first, mkdir -p "$DEST", and end the target with a slash: mv -n -- "$f" "$DEST/"',
    on="mv",
    bad=(
        'D=/archive/$(date +%Y%m); for f in /var/spool/in/*.pdf; do mv -f "$f" "$D"; done',
        'for f in /srv/dumps/*.gz; do gzip -t "$f" && mv "$f" /mnt/archive/$(date +%Y-%m); done',
        'for f in /srv/a/*.jsonl; do gzip -c "$f" > /srv/a/all.gz && rm "$f"; done; mv a b',
    ),
    good=(
        'D=/archive/$(date +%Y%m); mkdir -p "$D"; for f in /var/spool/in/*.pdf; do mv "$f" "$D"; done',
        'D=/archive/$(date +%Y%m); for f in /var/spool/in/*.pdf; do mv "$f" "$D/"; done',
        'for f in /var/spool/in/*.pdf; do mv "$f" /archive; done',
        'D=/archive/$(date +%F); [ -d "$D" ] || exit 1; for f in *.pdf; do mv "$f" "$D"; done',
        'for f in *.jsonl; do gzip -c "$f" > "$f.gz" && rm "$f"; done',
    ),
)
def onto_missing(calls: Sequence[Invocation]) -> Iterator[Hit]:
    known: set[str] = set()
    written: dict[str, str] = {}  # what varies and was written onto one steady name: its source
    for call in calls:
        command = call.command
        if call.name in ("mkdir", "[", "[[", "test", "install", "ls", "cd"):
            known |= {word.written.rstrip("/") for word in call.operands}
        if not command.loop:
            continue
        for target in targets(call) if command.redirects else ():
            if target.how == "overwrites" and not _varies(target.word) and not scratch(target.path):
                written |= {word.written: target.path for word in call.operands if _varies(word) or _named(word, call)}
        if call.name in ("rm", "unlink"):
            for word in call.operands:
                if word.written in written and (_varies(word) or _named(word, call)):
                    yield dangerous(
                        f"writes every file onto {written[word.written]} and deletes it, so that only the last is left",
                        command.place,
                    )
        if call.name != "mv" or len(call.operands) != 2 or call.has("-n", "--no-clobber", "-b", "--backup", "-t"):
            continue
        source, into = call.operands
        name = into.shape.rpartition("/")[2]
        if into.shape.endswith("/") or re.search(r"\.\w", name) or not name or into.written.rstrip("/") in known:
            continue
        if not (_varies(source) or _named(source, call)) or not into.unknowns:
            continue
        if all(_STEADY.match(part.source) for part in into.unknowns) and any(
            not isinstance(part, Glob) for part in into.parts
        ):
            yield dangerous(f"moves every file onto {told(into)}, which nobody has made as a folder", command.place)


def _varies(word: Word) -> bool:
    return any(part.kind in ("loop", "input") for part in word.unknowns) or any(
        isinstance(part, Glob) for part in word.parts
    )


def _named(word: Word, call: Invocation) -> bool:
    """Whether a word in a loop is known in every turn and another in each, as written with a variable."""
    return (
        not word.unknowns and call.command.loop and "$" in call.command.source and word.shape not in call.command.source
    )


@rule(
    "SS1232",
    "Deletes what links lead to",
    why="find -L goes through every link and deletes what it finds there, in folders that nobody has named.",
    instead="leave -L out: find deletes the link then, and what it leads to stays",
    on="find",
    bad=(
        "find -L /home/ci/work -type f -delete",
        "find -L . -name '*.log' -exec rm -f {} +",
        "find /srv/ws -follow -type f -delete",
    ),
    good=(
        "find -L . -type l",
        "find /tmp/x -type f -delete",
        "find -L /usr/lib -name '*.so'",
        "find . -type l -delete",
    ),
)
def through_links(call: Invocation) -> Hit | None:
    if not (call.has("-delete") or "rm" in call.texts) or not ("-L" in call.texts or "-follow" in call.texts):
        return None
    roots = [spelled(root, call.command.cwd) for root in find_roots(call)]
    if (roots and all(map(scratch, roots))) or re.search(r"-(?:x?type) l\b", call.text):
        return None
    return dangerous(f"deletes through links what lies outside {' '.join(roots) or 'this folder'}")
