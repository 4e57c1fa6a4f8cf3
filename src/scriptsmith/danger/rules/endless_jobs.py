"""SS1305: loops without end that start one process after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...bash.parser import parse
from ...bash.syntax import (
    AndOr,
    Compute,
    CountedFor,
    GroupNode,
    ListNode,
    Node,
    Pipeline,
    Redirected,
    Simple,
    While,
    WordNode,
)
from ...interpreter.model import Hit, Place
from .rule import dangerous, text_rule

_MAYBE = re.compile(r"\b(?:while|until|for)\b.*(?<![&>|])&(?![&>])", re.S)
_ALWAYS = frozenset(("true", ":"))
# What ends at once and keeps no job from being started.
_SHORT = frozenset(("echo", "printf", ":", "true", "let", "logger", "export", "local"))


@text_rule(
    "SS1305",
    "Starts processes without end and without waiting",
    why="Each turn starts another process before the last one is done, until no program can be started any more.",
    instead="wait in the loop (wait, wait -n, sleep), or bound the number: xargs -P 4",
    bad=(
        "while true; do (sleep 60) & done",
        "while :; do ./work & done",
        "for ((;;)); do curl x & done",
        "until false; do echo more; ./job & done",
    ),
    good=(
        "while true; do ./work & wait; done",
        "while true; do ./work & sleep 1; done",
        'while read -r job; do ./work "$job" & done',
        "for i in 1 2 3; do ./work & done; wait",
        "while true; do ./work; done &",
    ),
)
def endless(text: str) -> Iterator[Hit]:
    if "&" not in text or "done" not in text or not _MAYBE.search(text):
        return
    for loop in _loops(parse(text).body):
        if _floods(loop.body):
            line, column = text.count("\n", 0, loop.start) + 1, loop.start - text.rfind("\n", 0, loop.start)
            end_line, end_column = text.count("\n", 0, loop.end) + 1, loop.end - text.rfind("\n", 0, loop.end)
            place = Place(line=line, column=column, end_line=end_line, end_column=end_column)
            yield dangerous("starts one process after the other without end, and waits for none", place)


def _loops(node: object) -> Iterator[While | CountedFor]:
    """The loops below a node whose condition never fails."""
    if isinstance(node, While) and _unending(node):
        yield node
    if isinstance(node, CountedFor) and not node.parts[1].pieces:
        yield node
    if isinstance(node, tuple):
        for each in node:
            if isinstance(each, tuple) and not isinstance(each, WordNode):
                yield from _loops(each)


def _unending(node: While) -> bool:
    items = node.condition.items
    name = _name(items[0][0]) if len(items) == 1 else ""
    return name == "false" if node.until else name in _ALWAYS


def _name(node: Node) -> str:
    """The program of a simple command, as far as it stands in the text."""
    while isinstance(node, Redirected):
        node = node.body
    if isinstance(node, Pipeline) and len(node.stages) == 1:
        return _name(node.stages[0])
    if isinstance(node, Simple) and node.words and isinstance(node.words[0], WordNode):
        return node.words[0].literal or ""
    return ""


def _floods(body: ListNode) -> bool:
    """Whether every statement is over at once, and at least one goes on in the background."""
    items = body.items
    if len(items) == 1 and isinstance(items[0][0], GroupNode) and not items[0][1]:
        return _floods(items[0][0].body)
    return any(background for _, background in items) and all(
        background or _at_once(node) for node, background in items
    )


def _at_once(node: Node) -> bool:
    if isinstance(node, AndOr):
        return _at_once(node.first) and all(_at_once(each) for _, each in node.rest)
    if isinstance(node, Compute):
        return True
    return (isinstance(node, Simple) and not node.words) or _name(node) in _SHORT
