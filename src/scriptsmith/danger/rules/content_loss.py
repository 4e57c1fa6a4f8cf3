"""SS1006 to SS1009: content that is destroyed, moved away, or brought in line by deleting."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .deletes import find_hit, losing, passing
from .invocation import Invocation
from .loss import PathKind, loss
from .origins import Decider, decider, told, word_text
from .paths import audit, basic, database, disk, lock, precious, secret, spelled, split
from .rule import dangerous, notable, rule


@rule(
    "SS1006",
    "Destroys the content of files for good",
    why="shred and its like overwrite the content, so that not even a rescue brings it back.",
    instead="delete with rm; destroy the content only where nobody may ever read it again, and never the last copy",
    on="shred wipe srm scrub bleachbit sfill find",
    bad=(
        "shred -u /etc/shadow",
        "shred -n 3 /dev/sda",
        "find / -type f -exec shred -u {} +",
        "shred -u /var/log/auth.log",
    ),
    good=("shred -u secret.txt", "shred --help", "ls shred"),
)
def shredded(call: Invocation) -> Hit | None:
    if call.name == "find":
        return find_hit(call, "destroys") if "shred" in call.words else None
    for word in call.operands:
        path = spelled(word, call.command.cwd)
        if disk(path):
            return dangerous(f"overwrites the disk {path} until nothing can be rescued")
        if path[:1] not in "/~" and not precious(path):
            continue
        if reason := lock(path) or audit(path) or basic(path) or secret(path) or precious(path) or database(path):
            return dangerous(f"destroys {path} beyond rescue: {reason}")
    return notable("overwrites files so that they cannot be rescued") if call.operands else None


@rule(
    "SS1007",
    "Moves something precious away, or files into nothing",
    why="A system folder that is elsewhere is as good as deleted; a file moved onto /dev/null replaces the device.",
    instead="leave it where it is: copy what is needed elsewhere (cp -a), and move single files that you have "
    "looked at",
    on="mv",
    bad=(
        "mv /etc /tmp/etc",
        "mv ~ /dev/null",
        "mv /var/lib/mysql /tmp/",
        "mv important.txt /dev/null",
        "mv /bin/ls /tmp/",
        "mv /home/user/* /dev/null",
    ),
    good=(
        "mv a.txt b.txt",
        "mv /etc/nginx/nginx.conf /etc/nginx/nginx.conf.bak",
        "mv ~/Downloads/x.iso /tmp/",
        "mv *.log old/",
        "mv * ../other",
    ),
)
def moved_away(call: Invocation) -> Hit | None:
    sources = list(call.operands if call.has("-t", "--target-directory") else call.operands[:-1])
    target = call.all("-t", "--target-directory") or call.operands[-1:]
    where = spelled(target[0], call.command.cwd) if target else ""
    if where == "/dev/null" and sources:
        return dangerous(f"moves {word_text(sources[0])} into /dev/null, where it is lost")
    for word in sources:
        found = losing(word, call.command.cwd)
        path = found[0] if found else spelled(word, call.command.cwd)
        base, _ = split(path)
        if passing(path) and not path.endswith((".bak", ".old", ".orig", "~")):
            continue  # a new file that is put in its place
        if found and (path.startswith(("/", "~"))):
            if (
                where.startswith(base)
                and base.startswith(("/etc/", "~", "/home/", "/opt", "/srv", "/var/www"))
                and where != base
            ):
                continue
            if _file_like(path) and not lock(path) and not basic(path):
                continue
            if path.startswith("/etc/") and path.count("/") > 2:
                continue
            return dangerous(f"moves {found[1]} to {where or 'elsewhere'}")
        if (reason := lock(path)) and not where.startswith(path):
            return dangerous(f"moves {path} away: {reason}")
    return None


def _file_like(path: str) -> bool:
    name = path.rpartition("/")[2]
    return path.startswith("/etc/") and "." in name[1:]


@rule(
    "SS1011",
    "Renames files of the system by a pattern",
    why="A program that looks for a file under its old name does not find it any more, and a pattern hits more names "
    "than were thought of.",
    instead="look first with rename -n, and move the one file that is meant with mv -n",
    on="rename prename file-rename perl-rename mmv zmv",
    bad=(
        "rename 's/$/.bak/' /etc/*",
        "rename .conf .off /etc/*.conf",
        "prename 's/a/b/' /usr/lib/*",
        "rename x y ~/.ssh/*",
    ),
    good=("rename 's/ /_/' *.txt", "rename -n 's/$/.bak/' /etc/*", "rename .jpeg .jpg /srv/www/img/*.jpeg"),
)
def renamed(call: Invocation) -> Hit | None:
    if call.has("-n", "--no-act", "--nono", "--dry-run", "--just-print"):
        return None
    for word in call.operands:
        path = spelled(word, call.command.cwd)
        folder = path.rpartition("/")[0]
        if path[:1] in ("/", "~") and re.match(
            r"/(?:etc|usr|bin|sbin|lib\w*|boot|var/lib|dev)(?:/|\Z)|.*/\.ssh\Z", folder
        ):
            return dangerous(f"renames the files that match {path}")
    return notable(f"renames files: {' '.join(call.words[-3:])}") if call.words else None


@rule(
    "SS1008",
    "Brings a tree in line with another by deleting what is extra",
    why="rsync --delete with the sides swapped, or with an empty source, empties the target.",
    instead="run it with --dry-run first, or add --backup --backup-dir",
    on="rsync rclone lsyncd unison",
    bad=(
        "rsync -a --delete /tmp/empty/ /",
        "rsync -a --delete empty/ /home/",
        "rsync --delete -r src/ /etc/",
        "rclone purge remote:bucket",
    ),
    good=("rsync -a --delete src/ dst/", "rsync -avn --delete /tmp/empty/ /home/", "rsync -a /home/ backup:/home/"),
)
def mirrored(call: Invocation) -> Hit | None:
    if call.name == "rclone":
        if call.verb in ("purge", "delete", "sync") and not call.has("--dry-run", "-n"):
            if call.verb == "purge":
                return dangerous(
                    f"deletes {call.words[1] if len(call.words) > 1 else 'a remote path'} with everything in it"
                )
            return notable(f"changes files with rclone {call.verb}, deleting some")
        return None
    deleting = any(flag.startswith("--del") for flag in call.flags) or call.has("--remove-source-files")
    if not deleting or call.has("-n", "--dry-run") or not call.operands:
        return None
    target = spelled(call.operands[-1], call.command.cwd)
    if call.has("--remove-source-files") and not any(flag.startswith("--del") for flag in call.flags):
        target = spelled(call.operands[0], call.command.cwd)
    _, _, remote = target.partition(":")
    source = call.operands[0].shape.rstrip("/").rpartition("/")[2]
    if re.match(r"empty\w*\Z|blank\w*\Z", source) and not target.startswith(("/tmp/", ".")):
        return dangerous(f"empties {target} by making it like an empty folder")
    if (reason := precious(remote or target)) and not (remote or target).startswith("."):
        return dangerous(f"deletes what the source lacks from {reason}")
    lost = loss(call.operands[-1], call.command, tree=True)
    if lost.place is PathKind.ELSEWHERE and lost.decider is not Decider.SCRIPT:
        return dangerous(f"deletes what the source lacks from {told(call.operands[-1], call.command.upstream)}")
    return notable(f"deletes from {target} what the source lacks")


@rule(
    "SS1010",
    "Packs files and deletes them",
    why="Until the archive was looked at, it is not known to hold what is deleted.",
    instead="pack first, look with tar -tf, and delete afterwards",
    on="tar bsdtar gtar zip 7z",
    bad=(
        "cd /srv/cases && tar czf /tmp/c.tgz --remove-files 2024-01/",
        "tar czf a.tgz /srv --remove-files",
        "zip -rm a.zip /home",
        "bsdtar -cf a.tar /etc --remove-files",
        'cd /var/log/calls && tar --remove-files -cf - 2026 | ssh vault.example.com "cat > calls.tar"',
        'tar -C /var/spool/calls --remove-files -cf - "$(date +%F)" | ssh vault.example.com "cat > calls.tar"',
    ),
    good=("tar czf a.tgz /srv", "zip -r a.zip /home", "tar czf a.tgz /tmp/x --remove-files"),
)
def packed(call: Invocation) -> Hit | None:
    if not (call.has("--remove-files", "-sdel") or (call.name == "zip" and call.has("-m", "--move"))):
        return None
    for word in call.operands:
        if reason := precious(spelled(word, call.command.cwd)):
            return dangerous(f"packs {reason} and deletes it")
    words = call.operands[1:] if call.name in ("zip", "7z") or call.value("-f", "--file") is None else call.operands
    listed = call.has("-T", "--files-from") or not words
    folder = next(reversed(call.all("-C", "--directory")), call.command.cwd)
    if listed and folder is not None:
        words = (folder,)
    for word in words:
        if word.shape.startswith("…") and folder is not None and decider(word.unknowns[0]) is Decider.SCRIPT:
            word = folder
        lost = loss(word, call.command, tree=True)
        if lost.final and call.value("-f", "--file") == "-":
            what = told(word, call.command.upstream)
            return dangerous(f"deletes {what} as it is packed, before whatever reads the archive has stored it")
        if lost.final and lost.place in (PathKind.STORE, PathKind.ELSEWHERE):
            return dangerous(
                f"packs {told(word, call.command.upstream)} and deletes it before anybody has looked at the archive"
            )
    return notable("deletes what it has packed")
