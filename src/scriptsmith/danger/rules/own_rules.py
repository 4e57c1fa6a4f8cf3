"""Rules of a firewall that the script itself takes away again, and a timer that puts the old ones back."""

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


_LATER = frozenset(("at", "batch", "systemd-run"))
_RESTORING = (
    ("iptables-restore", re.compile(r"")),
    ("ip6tables-restore", re.compile(r"")),
    ("nft", re.compile(r"\A(?:-f|--file)\b")),
    ("ufw", re.compile(r"\bdisable\b")),
)
_CODES = frozenset(("SS1501", "SS1243"))


def undone_by_timer(calls: Sequence[Invocation], names: Set[str]) -> Mapping[int, tuple[str, frozenset[str]]]:
    """The changes of a firewall, by the number of their calls, that come after a timer was set which puts the old rules
    back."""
    found: dict[int, tuple[str, frozenset[str]]] = {}
    if names.isdisjoint(_PROGRAMS | {"nft"}):
        return found
    armed = False
    for index, call in enumerate(calls):
        if armed and call.name in _PROGRAMS:
            found[index] = ("a timer puts the old rules back", _CODES)
        restores = any(call.name == name and pattern.search(call.text) for name, pattern in _RESTORING)
        armed = armed or (restores and (not _LATER.isdisjoint(call.command.via) or _waited(calls, index)))
    return found


def _waited(calls: Sequence[Invocation], index: int) -> bool:
    """Whether a command stands behind a wait in a group that runs in the background: `( sleep 60; … ) &`."""
    before = calls[index - 1] if index else None
    return (
        before is not None
        and before.name == "sleep"
        and any(call.name == "kill" for call in calls[index + 1 :])
        and not before.command.loop
    )
