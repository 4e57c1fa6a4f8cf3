"""SS1020: archives of other machines that go when a repository of backups is thinned out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit, Word
from .invocation import Invocation
from .rule import dangerous, script_rule

_MACHINE = re.compile(r"\{(?:hostname|fqdn|reverse-fqdn)\}|\bhostname\b|\$\{?HOSTNAME\b|\buname -n\b")


@script_rule(
    "SS1020",
    "Thins out the archives of other machines with its own",
    why="Archives that carry the name of a machine lie beside those of others. A prune without a pattern counts all of "
    "them as one series and keeps the newest few, whoever made them.",
    instead='say which archives are meant: borg prune --glob-archives "$(hostname)-*" --keep-daily 7 …',
    on="borg",
    bad=(
        'borg create "::$(hostname)-{now}" /etc; borg prune --keep-daily 7 --keep-weekly 4',
        'H=$(hostname -s); borg create ::$H-$(date +%F) /srv; borg prune --keep-daily 7 "$REPO"; borg compact',
        "borg create repo::{hostname}-{now} /etc && borg prune --keep-daily 14 --keep-monthly 6 repo",
    ),
    good=(
        'borg create "::$(hostname)-{now}" /etc; borg prune --glob-archives "$(hostname)-*" --keep-daily 7',
        "borg create ::{hostname}-{now} /etc; borg prune -P {hostname}- --keep-daily 7 --keep-weekly 4",
        'borg create "::wiki-{now}" /srv/wiki; borg prune --keep-daily 7 --keep-weekly 4',
        'borg create "::$(hostname)-{now}" /etc; borg prune --dry-run --keep-daily 7',
    ),
)
def thinned_out(calls: Sequence[Invocation]) -> Iterator[Hit]:
    named: list[Word] = []
    for call in calls:
        if call.name != "borg":
            continue
        if call.verb == "create":
            named += [word for word in call.operands if _MACHINE.search(word.written.partition("::")[2])]
        elif call.verb == "prune" and named and not call.has(*_WHICH):
            yield dangerous("deletes archives of other machines in the same repository", call.command.place)


_WHICH = ("-P", "--prefix", "-a", "--glob-archives", "--match-archives", "-n", "--dry-run")
