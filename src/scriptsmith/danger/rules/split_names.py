"""SS1017: names that are taken apart at their blanks before something is deleted by them."""

from __future__ import annotations

import re

from ...interpreter.model import Command, Hit
from ...programs.find import search
from .invocation import Invocation, invocation
from .origins import inside
from .paths import spelled
from .rule import dangerous, rule
from .word_lists import set_of

_LISTERS = set_of("find ls fd locate")
_OTHERS = re.compile(
    r"(?:/home|/tmp|/var/tmp|/dev/shm|/var/spool|/export/home)(?:/|\Z)|"
    r".*/[\w.-]*(?:upload|incoming|inbox|drop|shared?|public|ftp|guest|users?|customers?|scratch|"
    r"outgoing)[\w.-]*(?:/|\Z)",
    re.IGNORECASE,
)
_WHOLE_NAMES = re.compile(r"\bxargs\b[^|;]*?\s(?:-\w*0|--null|-\w*d|--delimiter|-\w*I|-i|--replace|-L)")


@rule(
    "SS1017",
    "Takes names apart at their blanks and deletes the pieces",
    why="Whoever can make a file in the folder decides by its name what is deleted: of 'x /home/bob' the second half "
    "is "
    "a path of its own.",
    instead="let find delete (-delete, -exec rm -- {} +), or hand the names on whole: find … -print0 | xargs -0r rm --",
    on="rm shred unlink",
    yields="SS1012",
    bad=(
        "find /home -name '*.part' | xargs rm -rf",
        "find /tmp -mindepth 1 -mtime +3 -print | grep -v systemd | xargs rm -rf",
        "find $DROP -depth -name '*.parts' | xargs rm -rf; DROP=/srv/incoming; find $DROP -name x | xargs rm -r",
        "for d in $(find /srv/uploads -type d -mtime +9); do rm -rf $d; done",
    ),
    good=(
        "find /home -name '*.part' -print0 | xargs -0 rm -f",
        "find /home -name '*.part' -exec rm -rf {} +",
        "find /var/log/app -name '*.gz' | xargs rm -f",
        "find /tmp -maxdepth 1 -name 'sess_*' | xargs rm -f",
        "find /srv/uploads -name '*.part' | xargs -d '\\n' rm -f",
    ),
)
def split_apart(call: Invocation) -> Hit | None:
    command = call.command
    if command.via and command.via[-1] == "xargs":
        if _WHOLE_NAMES.search(command.source):
            return None
        listing = command.upstream
    else:
        listing = tuple(
            each
            for word in command.arguments
            for part in word.unknowns
            if part.splits and part.source.startswith(("$(", "`"))
            for each in inside(part.source)
        )
    tree = call.has("-r", "-R", "--recursive")
    for each in listing:
        if each.name in _LISTERS and (place := _of_others(each, tree=tree)):
            return dangerous(
                f"takes the names that {each.name} lists below {place} apart at their blanks, and deletes the pieces"
            )
    return None


def _of_others(lister: Command, *, tree: bool) -> str:
    """The folder below which other people make the names that are listed."""
    call = invocation(lister)
    if lister.name == "find":
        if "-print0" in call.texts or (not tree and "-maxdepth" in call.texts):
            return ""
        roots = [spelled(lister.arguments[at], lister.cwd) for at in search(call.texts).roots]
    else:
        roots = [spelled(word, lister.cwd) for word in call.operands] or (
            [spelled(lister.cwd)] if lister.cwd is not None else []
        )
    return next((root for root in roots if _OTHERS.match(root)), "")
