"""Modules of network devices that hand over lines of the device's own language: lines that look, add or describe.

Whatever else a line does (`no …`, `shutdown`, who may log in, lists of access, routes) nobody here can tell from it.
"""

from __future__ import annotations

import re

from .modules import TaskOptions, options
from .values import Scope, Text, list_of, literal, text_of
from .yaml_nodes import Node, texts_in

_WORD = r"[\w./:,-]+"
_LOOKS = re.compile(
    rf"show(?: {_WORD})+(?: \| (?:include|exclude|begin|section|count)(?: {_WORD})+| \| json)?"
    r"|terminal (?:length|width) \d+"
)
_INTERFACE = re.compile(r"interface (?!range\b)[\w./-]+|vlan \d+")
_ADDS = re.compile(
    rf"description [\w .,:/()-]+|name {_WORD}|vlan \d+|no shutdown|switchport trunk allowed vlan add [\d,-]+"
    rf"|ntp server {_WORD}|logging host {_WORD}|snmp-server (?:location|contact)(?: {_WORD})+"
    rf"|clock timezone(?: {_WORD})+|service (?:timestamps(?: {_WORD})+|password-encryption)"
    rf"|ip name-server {_WORD}|lldp run"
)
"""Lines that add to what is there or only say something about it."""
_SAVES = frozenset(("backup", "backup_options", "save_when"))
_SENDS = _SAVES | frozenset(("lines", "parents", "match", "diff_against", "diff_ignore_lines"))
_HERE = re.compile(r"(?!/|~)(?!.*(?:\.\.|\.ssh))")
"""Where a copy of what a device holds may be written: beside the playbook."""
_ASKS = frozenset(("commands", "wait_for", "match", "retries", "interval"))
_READS = frozenset(("gathered", "parsed", "rendered"))


def device(name: str) -> bool:
    """Whether a module is one of a network device."""
    return name.startswith("cisco.ios.")


def passes(name: str, given: TaskOptions, scope: Scope) -> bool:
    """Whether the lines that a task hands over look, add or describe, each of them, and nothing is replaced."""
    asked = {each.name for each in options()[name].values() if given.node(each.name) is not None}
    if name.endswith("_command"):
        return asked <= _ASKS and _all(_LOOKS, given.node("commands"), scope)
    if name.endswith("_config"):
        kept_here = all(_HERE.match(text) for text in texts_in(given.node("backup_options")))
        if asked <= _SAVES or not kept_here:
            return bool(asked) and kept_here
        within = given.node("parents") is None or _all(_INTERFACE, given.node("parents"), scope)
        return within and asked <= _SENDS and _all(_ADDS, given.node("lines"), scope)
    return literal(given.one("state") or ()) in _READS


def _all(form: re.Pattern[str], node: Node | None, scope: Scope) -> bool:
    """Whether there are lines and each has the form; one with an unknown part has none."""
    items = list_of(node, scope)
    found = items if items is not None else [node] if node is not None else []
    lines = [_line(each if isinstance(each, tuple) else text_of(each, scope)) for each in found]
    return bool(lines) and all(form.fullmatch(each) for each in lines)


def _line(text: Text) -> str:
    whole = "".join(part if isinstance(part, str) else "{" + part.name + "}" for part in text)
    return whole.strip(" ")
