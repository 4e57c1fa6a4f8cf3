"""SS1247: names that are taken out of a zone by dynamic updates."""

from __future__ import annotations

import re

from ...interpreter.model import Hit
from .databases import fed_text
from .invocation import Invocation
from .rule import dangerous, notable, rule

_ZONE = re.compile(r"(?im)^\s*zone\s+(\S+?)\.?\s*$")
_DELETED = re.compile(
    r"(?im)^\s*(?:update\s+)?del(?:ete)?\s+(\S+?)\.?(?:[ \t]+((?:\d+[ \t]+)?(?:in[ \t]+)?[a-z]\w*\b.*))?[ \t]*$"
)


@rule(
    "SS1247",
    "Deletes all records of a name by a dynamic update",
    why="Without a type every record of the name goes, at the top of a zone its mail and its address, and what is "
    "added in a later update may never come.",
    instead="name the type and the value (update delete www.example.net. A 192.0.2.1), add the new record in the same "
    "update, and keep the zone first: dig AXFR, or a copy of the zone file",
    on="nsupdate",
    bad=(
        "nsupdate -k k <<'X'\nzone example.net\nupdate delete example.net.\nsend\nX",
        "printf 'zone example.net\\nupdate delete example.net.\\nsend\\n' | nsupdate -k k",
        "nsupdate -k k <<X\nzone example.net\nupdate delete $1.example.net.\nsend\nX",
    ),
    good=(
        "nsupdate -k k <<'X'\nzone example.net\nupdate delete www.example.net. A 192.0.2.1\nsend\nX",
        "nsupdate -k k <<'X'\nzone example.net\nupdate delete old.example.net.\nsend\nX",
        "nsupdate -k k <<'X'\nzone example.net\nupdate add www.example.net. 300 A 192.0.2.1\nsend\nX",
    ),
)
def deleted_names(call: Invocation) -> Hit | None:
    text = fed_text(call.command)
    zones = {zone.lower() for zone in _ZONE.findall(text)}
    for name, kind in _DELETED.findall(text):
        if not kind and (name.lower() in zones or "…" in name or "$" in name):
            whose = "a name that the text does not say" if "…" in name else name
            return dangerous(f"deletes every record of {whose}")
    return notable("changes a zone") if _DELETED.search(text) or "update add" in text else None
