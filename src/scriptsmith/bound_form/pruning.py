"""Takes out what nothing needs any more: functions that nothing calls, variables that nothing reads, and settings that
the next statement overwrites."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TypeGuard, TypeVar

from ..bash.parser import parse
from ..bash.syntax import AssignNode, Function, ListNode, Node, Simple, Subst, WordNode, parts
from .edits import Edits
from .uses import Uses, uses, with_calls

ROUNDS = 4
K = TypeVar("K")


def pruned(text: str, read_before: set[str]) -> str:
    """`text` without functions that nothing calls, settings of those of `read_before` that nothing reads now, and
    settings that the next statement overwrites."""
    for _ in range(ROUNDS):
        before, text = text, _without_overwritten(_without_unread(_without_uncalled(text), read_before))
        if text == before:
            break
    return text


def _without_uncalled(text: str) -> str:
    items = [node for node, _ in parse(text).body.items]
    functions = {node.name: node for node in items if isinstance(node, Function)}
    asked = Uses()
    for node in items:
        if not isinstance(node, Function):
            asked.add(uses(node))
    called = with_calls(asked, {name: uses(node.body) for name, node in functions.items()}).words
    edits = Edits(text)
    for name, node in functions.items():
        if name not in called:
            edits.drop(node)
    return edits.result()


def _without_unread(text: str, read_before: set[str]) -> str:
    """`text` without plain settings and `local` names of variables that occur in nothing else."""
    body = parse(text).body
    settings = [node for node in _every(Simple, body) if _only_sets(node)]
    used = uses(body)
    unread = {name for node in settings for name, *_ in _named(node)} - used.reads
    others = Uses()
    for node in _every(Simple, body):
        if not _only_sets(node):
            others.add(uses(node))
    unread = (unread - others.reads - others.writes) & read_before
    lasts = {each.items[-1][0].start for each in _every(ListNode, body) if each.items}  # its status is that of the list
    edits = Edits(text)
    for node in settings:
        named = _named(node)
        gone = [each for each in named if each[0] in unread]
        if len(gone) == len(named):
            if node.start not in lasts:
                edits.drop(node)
            continue
        for number, (name, start, _) in enumerate(named):
            if name not in unread:
                continue
            if number + 1 < len(named):
                edits.cut(start, named[number + 1][1])
            else:
                edits.cut(named[number - 1][2], node.end)
    return edits.result()


def _without_overwritten(text: str) -> str:
    """`text` without a plain setting whose next statement sets the same variables, and reads none of them."""
    edits = Edits(text)
    for body in _every(ListNode, parse(text).body):
        for (first, behind), (second, _) in pairwise(body.items):
            if behind or not (_sets_whole(first) and _sets_whole(second)):
                continue
            names = {each.name for each in first.assigns}
            if uses(first).writes == names <= {each.name for each in second.assigns} and not uses(second).reads & names:
                edits.drop(first)
    return edits.result()


def _sets_whole(node: Node) -> TypeGuard[Simple]:
    """Whether a command does nothing but set variables, whatever they were before."""
    return isinstance(node, Simple) and not node.words and _only_sets(node)


def _every(kind: type[K], node: Node) -> Iterator[K]:
    """Every part of `node` that is of a kind, those in functions and substitutions among them."""
    return (each for each in parts(node) if isinstance(each, kind))


def _only_sets(node: Simple) -> bool:
    """Whether a command sets variables to texts, or declares local ones, and does nothing else."""
    if node.redirects or _runs(node):
        return False
    if not node.words:
        return bool(node.assigns) and all(each.subscript is None and not each.append for each in node.assigns)
    first, *rest = node.words
    if not isinstance(first, WordNode) or first.literal != "local" or node.assigns or not rest:
        return False
    return all(not isinstance(each, WordNode) or (each.literal or "-").isidentifier() for each in rest)


def _runs(node: Node) -> bool:
    return any(True for _ in _every(Subst, node))


def _named(node: Simple) -> list[tuple[str, int, int]]:
    """The variables that a command sets, each with the offsets of its setting; the end is the one known best."""
    words = [each for each in (node.words[1:] if node.words else node.assigns)]
    starts = [each.start for each in words]
    out = list[tuple[str, int, int]]()
    for number, each in enumerate(words):
        name = each.name if isinstance(each, AssignNode) else each.literal or ""
        out.append((name, each.start, starts[number + 1] - 1 if number + 1 < len(words) else node.end))
    return out
