"""SS1016: what is deleted beyond an age or a number that nobody has checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ...interpreter.model import Command, Hit, Unknown, Word
from .invocation import Invocation
from .origins import told
from .paths import scratch, spelled
from .rule import dangerous, rule
from .word_lists import set_of

_AGES = set_of("-mtime -mmin -atime -amin -ctime -cmin")
_DELETING = set_of("-delete rm unlink shred")
_CUTTING = frozenset(("head", "tail"))
_DEFAULT = re.compile(r"\$\{\w+:?[-=]|\$\(\(")
_GIVEN = frozenset(("argument", "environment", "input", "unset"))


@rule(
    "SS1016",
    "Deletes beyond an age or a number that nobody has checked",
    why="With 0, or with a number that begins with a minus, everything is older than that, and the newest goes too.",
    instead="check it before: [[ $DAYS =~ ^[0-9]+$ ]] && (( DAYS >= 7 )) || exit 2; or write the number into the "
    "script",
    on="find rm",
    bad=(
        'find /backup/db -name "*.gz" -mtime +$1 -delete',
        ". /etc/backup.conf; find /backup/db -type f -mtime +$KEEP_DAYS -exec rm {} \\;",
        'DAYS=$1; find /srv/export -mtime +"$DAYS" | xargs rm -f',
        "KEEP=$1; ls -t /backup/db-*.gz | tail -n +$KEEP | xargs rm",
    ),
    good=(
        'DAYS=14; find /backup/db -name "*.gz" -mtime +$DAYS -delete',
        'DAYS=${1:-14}; find /backup/db -name "*.gz" -mtime +$DAYS -delete',
        '[[ $1 =~ ^[0-9]+$ ]] || exit 2; find /backup/db -name "*.gz" -mtime +"$1" -delete',
        "find /backup/db -type f -mtime +$1 -print",
        'find /tmp/build -mtime +"$1" -delete',
    ),
)
def unchecked_count(call: Invocation) -> Hit | None:
    command = call.command
    if call.name == "find":
        if not command.host and not _DELETING.intersection(call.texts):
            return None
        words = _ages(command) if _DELETING.intersection(call.texts) else ()
        places = [spelled(word, command.cwd) for word in call.operands[:1]]
    else:
        if "xargs" not in command.via:
            return None
        words = tuple(word for up in command.upstream for word in _numbers(up))
        places = [
            spelled(word, up.cwd) for up in command.upstream[:1] for word in up.arguments if word.shape[:1] != "-"
        ]
    if all(re.match(r"/(?:var/)?tmp(?:/|\Z)|/var/cache/", place) or scratch(place) for place in places[:1] or ["/tmp"]):
        return None
    for word in words:
        for part in word.unknowns:
            if _unchecked(part, command):
                return dangerous(
                    f"deletes what is beyond {told(Word(parts=(part,)))}, a number that nobody has checked: with 0 "
                    f"that is everything"
                )
    return None


def _numbers(command: Command) -> Iterator[Word]:
    """The words of a command in a pipeline that say from which age or number on something is listed."""
    if command.name == "find":
        yield from _ages(command)
    elif command.name in _CUTTING:
        yield from (word for word in command.arguments if word.unknowns)


def _ages(command: Command) -> tuple[Word, ...]:
    arguments = command.arguments
    return tuple(after for word, after in pairwise(arguments) if word.shape in _AGES and after.unknowns)


def _unchecked(part: Unknown, command: Command) -> bool:
    """Whether a value comes from outside without a default, and no test of the script says anything of it."""
    if part.kind not in _GIVEN or not part.empty or _DEFAULT.match(part.source):
        return False
    if any(check.source == part.source for check in command.checks):
        return False
    name = re.escape(part.source.strip('${}"'))
    return not any(re.search(rf"\$?\{{?\b{name}\b", guard) for guard in command.guards)
