"""The variables of a script that are set once, to a text that is written out: a description says the text."""

from __future__ import annotations

import re

from ..bash.syntax import AssignNode, GroupNode, ListNode, Node, Simple

_LONGEST = 120
"""Characters: a longer text is no name or number, and is left in its variable."""


def constants(text: str, body: ListNode) -> dict[str, str]:
    """Name and text of each, from the statements at the top; nothing that is set elsewhere in `text` too."""
    found: dict[str, str] = {}
    for assign in _assigned(body):
        value = assign.value
        if assign.append or assign.items is not None or assign.subscript is not None or value is None:
            continue
        if value.literal is not None and len(value.literal) <= _LONGEST and _set_once(assign.name, text):
            found[assign.name] = value.literal
    return found


def _assigned(body: ListNode) -> list[AssignNode]:
    """The assignments at the top of a script, also those behind `readonly` and the like."""
    found: list[AssignNode] = []
    nodes: list[Node] = [item for item, _ in body.items]
    for node in nodes:
        if isinstance(node, GroupNode) and not node.subshell:
            nodes.extend(item for item, _ in node.body.items)
        if isinstance(node, Simple) and (not node.words or isinstance(node.words[-1], AssignNode)):
            found += [*node.assigns, *(it for it in node.words if isinstance(it, AssignNode))]
    return found


def _set_once(name: str, text: str) -> bool:
    """Whether nothing else in the text could set the variable: no other assignment, no loop over it, no reading."""
    word = re.escape(name)
    set_anew = rf"\b(?:for|select|read|mapfile|readarray|getopts|unset|printf\s+-v)\b[^;\n]*\b{word}\b"
    given = re.findall(
        rf"(?<![\w$]){word}(?:\[[^\]]*\])?(?:\+|\*|/|-|%|<<|>>|&|\||\^)?=(?!=|~)|\b{word}(?:\+\+|--)", text
    )
    return len(given) == 1 and not re.search(set_anew, text)
