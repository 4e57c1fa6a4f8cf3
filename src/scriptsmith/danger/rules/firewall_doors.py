"""SS1243: a firewall that is switched on without a rule that lets people in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...interpreter.model import Hit
from .invocation import Invocation
from .rule import dangerous, script_rule

_DOOR = re.compile(
    r"(?:\A|[\s:,/])(?:\d*22\d*|ssh|openssh|…)(?:/tcp)?(?=\Z|[\s:,/])|(?:\A|\s)from\s(?!any\b)(?!.*\bport\b)", re.I
)


@script_rule(
    "SS1243",
    "Switches the firewall on without letting people in",
    why="With a default of deny, what is not allowed is refused: new sessions over ssh as well, and nobody can put "
    "that right from outside.",
    instead="allow ssh first (ufw allow OpenSSH), look at ufw show added, and enable it last",
    on="ufw",
    bad=(
        "ufw default deny incoming; ufw allow 80/tcp; ufw --force enable",
        "ufw allow 443/tcp; ufw allow 80/tcp; ufw enable",
        "ufw --force reset; ufw default deny; ufw --force enable; ufw allow 22/tcp",
    ),
    good=(
        "ufw default deny incoming; ufw allow 22/tcp; ufw allow 80/tcp; ufw --force enable",
        "ufw limit OpenSSH; ufw allow 80/tcp; ufw --force enable",
        'ufw default deny incoming; ufw allow from 10.0.0.0/8 to any port "$PORT" proto tcp; ufw --force enable',
        "ufw allow from 10.0.8.0/22; ufw default deny incoming; ufw --force enable",
        "ufw status; ufw allow 80/tcp",
    ),
)
def door_shut(calls: Sequence[Invocation]) -> Iterator[Hit]:
    rules = door = False
    for call in calls:
        if call.name != "ufw" or call.has("--dry-run"):
            continue
        words = " ".join(call.words)
        if call.words[:1] in (("allow",), ("limit",), ("insert",), ("prepend",)):
            rules, door = True, door or bool(_DOOR.search(words.partition(" comment ")[0]))
        elif call.words[:1] == ("default",):
            if "incoming" in call.words or len(call.words) == 2:
                rules, door = True, door or "allow" in call.words
        elif "enable" in call.words and rules and not door:
            yield dangerous("switches the firewall on, and no rule lets anybody in over ssh", call.command.place)
