"""SS1240: a listing whose newest entries are deleted, and the oldest kept."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...interpreter.model import Command, Hit
from .invocation import Invocation, invocation
from .origins import inside
from .rule import dangerous, rule

_BY_TIME = re.compile(r"%[TCA]@|%[YZ]|%T\+")


@rule(
    "SS1240",
    "Deletes the newest and keeps the oldest",
    why="ls -t and sort -r put the newest first: head -n -3 takes all but the last three, which are the oldest. With "
    "ls -tr, tail -n +4 does the same.",
    instead="use ls -1t PATTERN | tail -n +4, or ls -1tr PATTERN | head -n -3; look at the list before anything is "
    "deleted",
    on="rm unlink shred rmdir zfs lvremove",
    yields="SS1012 SS1005",
    bad=(
        "ls -1t /srv/dumps/shop-*.gz | head -n -3 | xargs rm -f --",
        "ls -1tr /srv/dumps/shop-*.gz | tail -n +4 | xargs rm -f --",
        'cd /srv/dumps; ls -t shop-*.gz | head -n -3 | while read -r f; do rm -f -- "$f"; done',
        "find /srv/dumps -name '*.gz' -printf '%T@ %p\\n' | sort -rn | head -n -5 | cut -d' ' -f2 | xargs rm -f",
        "find /srv/dumps -name '*.gz' -printf '%T@ %p\\n' | sort -n | tail -n +6 | cut -d' ' -f2 | xargs rm -f",
    ),
    good=(
        "ls -1t /srv/dumps/shop-*.gz | tail -n +4 | xargs -r rm -f --",
        "ls -1tr /srv/dumps/shop-*.gz | head -n -3 | xargs -r rm -f --",
        "find /srv/dumps -name '*.gz' -printf '%T@ %p\\n' | sort -rn | tail -n +6 | cut -d' ' -f2 | xargs rm -f",
        "find /srv/dumps -name '*.gz' -printf '%T@ %p\\n' | sort -n | head -n -5 | cut -d' ' -f2 | xargs rm -f",
        "ls -1 /srv/dumps/shop-*.gz | head -n -3 | xargs -r rm -f --",
    ),
)
def newest_gone(call: Invocation) -> Hit | None:
    command = call.command
    ways: list[Sequence[Command]] = [inside(part.source) for word in call.operands for part in word.unknowns]
    if "xargs" in command.via or any(part.kind == "input" for word in call.operands for part in word.unknowns):
        ways.append(command.upstream)
    return dangerous("deletes the newest and keeps the oldest") if any(map(_wrong, ways)) else None


def _wrong(pipeline: Sequence[Command]) -> bool:
    newest_first: bool | None = None
    timed = False
    for each in pipeline:
        call = invocation(each)
        if each.name in ("ls", "dir"):
            if not call.has("-t", "-c", "--sort", "--sort=time"):
                newest_first = None
                continue
            newest_first, timed = not call.has("-r", "--reverse"), True
        elif each.name in ("find", "stat"):
            timed = bool(_BY_TIME.search(call.text))
        elif each.name == "sort":
            newest_first = _reversed(call) if timed else None
        elif each.name in ("tac", "rev"):
            newest_first = None if newest_first is None else not newest_first
        elif each.name in ("head", "tail") and newest_first is not None:
            cut = re.search(r"(?:\A|\s)-(?:n\s*|-lines=)([-+])(\d+|…)", call.text) or re.search(
                r"(?:\A|\s)()([+]\d+)", call.text
            )
            if cut is None:
                continue
            rest = (
                "+" if each.name == "tail" and "+" in cut[0] else "-" if each.name == "head" and cut[1] == "-" else ""
            )
            if rest == "-" and newest_first:
                return True
            if rest == "+" and not newest_first and not re.search(r"\+1\Z", cut[0]):
                return True
    return False


def _reversed(call: Invocation) -> bool:
    return call.has("-r", "--reverse") or any(
        re.fullmatch(r"\d[\d.,]*[a-z]*r[a-z]*", word.shape) for word in call.all("-k", "--key")
    )
