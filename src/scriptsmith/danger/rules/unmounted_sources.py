"""SS1015: a tree is brought in line with a mount point that may be empty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .paths import spelled
from .rule import dangerous, script_rule
from .word_lists import set_of

_MOUNT = re.compile(r"/(?:mnt|media|net|nfs|nas|autofs)/[^/…*]+")
_ASKING = set_of("mountpoint findmnt grep df stat")
_PASSED_OVER = set_of("true : echo logger printf")
_THERE = re.compile(r"(?:\A|[\s(!])-[efs]\s")


@script_rule(
    "SS1015",
    "Mirrors a mount point without asking whether it is mounted",
    why="When the share is away, its folder is empty, and rsync --delete makes the copy empty as well: often the only "
    "backup.",
    instead="ask first, mountpoint -q /mnt/nas || exit 1, or look for a file that must be there",
    bad=(
        "mount /mnt/nas || true\nrsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "rsync -a --delete /mnt/nas/ /srv/copy/",
        "rsync -aHAX --delete --stats /media/disk/photos/ nas:/photos/",
    ),
    good=(
        "mountpoint -q /mnt/nas || exit 1\nrsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "set -e\nmount /mnt/nas\nrsync -a --delete /mnt/nas/projects/ /backup/projects/",
        "rsync -an --delete /mnt/nas/ /srv/copy/",
        "rsync -a /mnt/nas/ /srv/copy/",
        "[[ -e /mnt/nas/.there ]] || exit 1\nrsync -a --delete /mnt/nas/ /srv/copy/",
        "rsync -a --delete /srv/www/ /mnt/nas/www/",
    ),
)
def mirrored_mounts(calls: Sequence[Invocation]) -> Iterator[Hit]:
    asked: set[str] = set()
    ends = False
    for index, call in enumerate(calls):
        if call.name == "set":
            ends = ends or bool(re.search(r"(?:\A|\s)-\w*e|errexit", call.text))
        elif call.name in _ASKING or (call.name == "mount" and _sure(call, calls[index + 1 : index + 2], ends)):
            asked |= {found[0] for word in call.texts for found in [_MOUNT.search(word)] if found}
        elif call.name == "rsync" and any(flag.startswith("--del") for flag in call.flags):
            if call.has("-n", "--dry-run"):
                continue
            for word in call.operands[:-1]:
                found = _MOUNT.match(spelled(word, call.command.cwd))
                if found and found[0] not in asked and not any(map(_THERE.search, call.command.guards)):
                    yield dangerous(
                        f"empties {call.operands[-1].written} when {found[0]} is not mounted", call.command.place
                    )


def _sure(call: Invocation, following: Sequence[Invocation], ends: bool) -> bool:
    """Whether the script does not go on when a mount fails."""
    beside = [each.name for each in following if each.command.place.line == call.command.place.line]
    return not _PASSED_OVER.intersection(beside) and (ends or bool(beside))
