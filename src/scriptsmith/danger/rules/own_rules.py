"""Rules of a firewall that the script itself has added and takes away again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from .invocation import Invocation

_PROGRAMS = frozenset(("ufw", "iptables", "ip6tables", "firewall-cmd"))
_COMMENT = re.compile(r"\s+comment\s.*\Z")


def own_rules(calls: Sequence[Invocation], names: Set[str]) -> Mapping[int, str]:
    """The calls, by their number, that take away a rule which an earlier call added, and why that is so."""
    found: dict[int, str] = {}
    if names.isdisjoint(_PROGRAMS):
        return found
    added: set[tuple[str, str, str]] = set()
    for index, call in enumerate(calls):
        if call.name not in _PROGRAMS:
            continue
        written = " ".join(word.written for word in call.command.arguments)
        rule, takes = _COMMENT.sub("", _RULE.sub(" ", written)).strip(), bool(_TAKES.search(written))
        key = (call.command.host, call.name, " ".join(rule.split()))
        if takes and key in added:
            found[index] = "the script added that rule itself"
        elif not takes:
            added.add(key)
    return found


_TAKES = re.compile(r"\Adelete\s|(?:\A|\s)(?:-D|--delete)\s|--remove-")
_RULE = re.compile(r"\Adelete\s|(?:\A|\s)(?:-[AID]|--append|--insert|--delete)(?=\s)|--(?:add|remove)-")
