"""Modules of network devices that hand over lines of the device's own language: lines that look, add or describe.

Whatever else a line does (`no …`, `shutdown`, who may log in, lists of access, routes) nobody here can tell from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .modules import TaskOptions
from .values import Scope, list_of, literal, text_of
from .yaml_nodes import Mapping, Node

_COLLECTIONS = re.compile(
    r"\A(?:ansible\.netcommon|arista\.eos|cisco\.(?:asa|ios|iosxr|nxos)|junipernetworks\.junos|vyos\.vyos)\."
)
_LOOKS = re.compile(r"\s*(?:show|ping|traceroute|dir|display|terminal\s+(?:length|width))\b[^;\n]*\Z", re.I)
_SENDS_ON = re.compile(r"\|\s*(?:redirect|tee|append|save)\b", re.I)
_INTERFACE = re.compile(r"\s*(?:interface\s+\S|vlan\s+[\d{$])", re.I)
_ADDS = re.compile(
    r"\s*(?:description\s|name\s+\S|vlan\s+\d|(?:set\s+interfaces\s+\S+\s+description)\s|no\s+shutdown\s*\Z|mtu\s+\d"
    r"|switchport\s+(?:trunk\s+allowed\s+vlan\s+add\s|mode\s|access\s+vlan\s|voice\s+vlan\s)"
    r"|spanning-tree\s+(?:portfast|bpduguard\s+enable)|ntp\s+server\s|logging\s+(?:host|server|buffered|trap)\s"
    r"|snmp-server\s+(?:location|contact)\s|banner\s|clock\s|service\s+(?:timestamps|password-encryption)\b"
    r"|ip\s+(?:name-server|domain[ -]name)\s|lldp\s+run\b|set\s+system\s+(?:ntp\s+server|syslog\s+host|name-server)\s)",
    re.I,
)
"""Lines that add to what is there or only say something about it."""


def device(name: str) -> bool:
    """Whether a module hands lines to a network device."""
    return bool(_COLLECTIONS.match(name)) and name.endswith(("_command", "_config"))


def passes(name: str, given: TaskOptions, scope: Scope) -> bool:
    """Whether the lines that a task hands over look, add or describe, each of them, and nothing is replaced."""
    commanding = name.endswith("_command")
    lines = list(_lines(given.node("commands" if commanding else "lines"), scope))
    if any(each is None for each in lines):
        return False
    told = [each for each in lines if each is not None]
    if commanding:
        return bool(told) and all(_LOOKS.match(each) and not _SENDS_ON.search(each) for each in told)
    if any(given.node(option) is not None for option in ("src", "before", "after", "content", "config", "rollback")):
        return False
    if literal(given.one("replace") or ("line",)) != "line" or literal(given.one("update") or ("merge",)) != "merge":
        return False
    parents = list(_lines(given.node("parents"), scope))
    within = all(each is not None and _INTERFACE.match(each) for each in parents)
    return within and all(_ADDS.match(each) for each in told)


def _lines(node: Node | None, scope: Scope) -> Iterator[str | None]:
    """The lines, unknown parts as `{…}`; None for one that is not known at all."""
    items = list_of(node, scope)
    for each in items if items is not None else [node] if node is not None else []:
        if isinstance(each, Mapping):
            each = each.get("command") or each
        text = each if isinstance(each, tuple) else text_of(each, scope)
        whole = "".join(part if isinstance(part, str) else "{" + part.name + "}" for part in text)
        known = bool(text) and isinstance(text[0], str)
        yield from (line if known and line.strip() else None for line in whole.rstrip("\n").split("\n"))
