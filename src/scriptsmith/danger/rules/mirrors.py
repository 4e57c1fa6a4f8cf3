"""SS1015: copies that are brought in line with a mount, which may not be mounted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import spelled
from .rule import dangerous, script_rule

_MOUNTS = re.compile(r"(/(?:mnt|media|net|Volumes|run/media)/[^/]+)")
_ASKING = frozenset(("[", "[[", "test", "mountpoint", "findmnt", "stat", "df", "ls"))


@script_rule(
    "SS1015",
    "Deletes what a mount does not show, without asking whether it is mounted",
    why="A mount point that is not mounted is an empty folder: everything in the copy is then deleted as extra.",
    instead="ask first, mountpoint -q DIR || exit 1, and bound the loss: rsync --max-delete=100",
    on="rsync",
    bad=(
        "mount /mnt/nas || true; rsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "rsync -aHAX --delete-excluded --delete /media/disk/ /srv/copy/",
        'S=/mnt/nas/; rsync -a --del "$S" /backup/',
    ),
    good=(
        "mountpoint -q /mnt/nas || exit 1; rsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "[ -f /mnt/nas/.here ] && rsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "set -e; mount /mnt/nas; rsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "rsync -a --delete --max-delete=50 /mnt/nas/projects/ /backup/projects/",
        "rsync -a /mnt/nas/projects/ /backup/projects/",
        "rsync -a --delete /srv/www/ web2:/srv/www/",
        "rsync -an --delete /mnt/nas/ /backup/",
    ),
)
def mirrored_mount(calls: Sequence[Invocation]) -> Iterator[Hit]:
    asked: set[str] = set()
    ends = False
    for at, call in enumerate(calls):
        if call.name == "set":
            ends = ends or bool(re.search(r"(?:\A|\s)-\w*e|errexit", call.text))
        elif call.name in _ASKING or (call.name == "mount" and ends and not _excused(calls, at)):
            asked |= {found[1] for found in _MOUNTS.finditer(call.text)}
        elif call.name == "rsync" and any(flag.startswith("--del") for flag in call.flags) and len(call.operands) > 1:
            if call.has("-n", "--dry-run", "--max-delete", "-b", "--backup"):
                continue
            for word in call.operands[:-1]:
                found = _MOUNTS.match(spelled(word, call.command.cwd))
                if found and found[1] not in asked:
                    yield dangerous(
                        f"deletes from {spelled(call.operands[-1])} what {found[1]} does not show, mounted or not",
                        call.command.place,
                    )


def _excused(calls: Sequence[Invocation], at: int) -> bool:
    """Whether a failure is passed over: `mount x || true`."""
    return any(each.name in ("true", ":") and each.command.conditional for each in calls[at + 1 : at + 2])
