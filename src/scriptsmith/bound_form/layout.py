"""Puts what holds one or two short statements on one line: a branch, a loop, a clause of a `case`, a function."""

from __future__ import annotations

from ..bash.parser import parse
from ..bash.syntax import AndOr, CaseNode, Compute, For, Function, GroupNode, If, ListNode, Simple, Test, While, parts
from .edits import Edits

WIDTH = 140
MOST = 2
"""So many statements are read at a glance: a message, and the end of the script."""


def tightened(text: str) -> str:
    """`text`, whose last line is ended, with what is short on one line of at most `WIDTH`.

    That is an `if` without an `else`, a loop, a clause of a `case` or a function, with no comment or here-document in
    it, and no other of its kind.
    """
    edits = Edits(text)
    for node in parts(parse(text).body):
        match node:
            case If(branches=((_, body),), otherwise=None) | While(body=body) | For(body=body):
                _tighten(edits, body, node.start, node.end, "; ")
            case Function(body=GroupNode(body=body, subshell=False)):
                _tighten(edits, body, node.start, node.end, "; ")
            case CaseNode():
                for labels, body, last in node.clauses:
                    if last == ";;":
                        _tighten(edits, body, labels[0].start, edits.text.index(";;", body.end) + 2, " ")
    return edits.result()


def _tighten(edits: Edits, body: ListNode, start: int, end: int, before_last: str) -> None:
    """Put what stands from `start` to `end`, around `body`, on one line, where that can be done."""
    if any(background or not isinstance(each, Simple | AndOr | Test | Compute) for each, background in body.items):
        return
    statements = [edits.text[each.start : each.end] for each, _ in body.items]
    first, *inner = edits.text[start:end].split("\n")
    if " #" in first or not 0 < len(statements) <= MOST or [line.strip() for line in inner[:-1]] != statements:
        return
    line = f"{first} {'; '.join(statements)}{before_last}{inner[-1].strip()}"
    begin, rest = edits.text.rfind("\n", 0, start) + 1, edits.text.find("\n", end)
    if start - begin + len(line) + rest - end <= WIDTH:
        edits.cut(start, end, line)
