"""What is left of a statement when the values of some variables are known. Nothing here changes a text."""

from __future__ import annotations

from ..bash.syntax import (
    AndOr,
    CaseNode,
    Compute,
    For,
    GroupNode,
    If,
    ListNode,
    Node,
    Pipeline,
    Simple,
    Test,
    While,
    WordNode,
)
from . import patterns
from .constants import KnownVariables
from .patterns import Undecidable

ROUNDS = 64


def reduced(node: Node, known: KnownVariables) -> tuple[Node, ...] | None:
    """The statements to run in place of `node`, parts of it in their order; None: `node` itself.

    A refusal that the values bring about stays as it is written.
    """
    try:
        left = _reduced(node, known)
    except Undecidable:
        return None
    return None if left is not None and any(_refuses(each) for each in left) else left


def _refuses(node: Node) -> bool:
    first = node.words[0] if isinstance(node, Simple) and node.words else None
    return isinstance(first, WordNode) and first.literal == "die"


def _items(body: ListNode) -> tuple[Node, ...]:
    if any(background for _, background in body.items):
        raise Undecidable
    return tuple(node for node, _ in body.items)


def _reduced(node: Node, known: KnownVariables) -> tuple[Node, ...] | None:
    match node:
        case If():
            return _if(node, known)
        case CaseNode():
            return _case(node, known)
        case AndOr():
            return _and_or(node, known)
        case While():
            return None if truth(node.condition, known) != node.until else ()
        case For():
            return () if _only_looks(node, known) else None
        case Test() | Compute() | GroupNode() | Pipeline() | Simple():
            return () if known.status(node) else None
    return None


def truth(body: ListNode, known: KnownVariables) -> bool:
    """Whether the condition of an `if` or a loop holds; raises `Undecidable`."""
    items = _items(body)
    if len(items) != 1:
        raise Undecidable
    return known.status(items[0])


def _if(node: If, known: KnownVariables) -> tuple[Node, ...] | None:
    for number, (condition, body) in enumerate(node.branches):
        try:
            holds = truth(condition, known)
        except Undecidable:
            if not number:
                raise
            rest = node.branches[number:]
            return (If(rest, node.otherwise, rest[0][0].start, node.end),)
        if holds:
            return _items(body)
    return _items(node.otherwise) if node.otherwise is not None else ()


def _case(node: CaseNode, known: KnownVariables) -> tuple[Node, ...] | None:
    value = known.word(node.word)
    for labels, body, end in node.clauses:
        if end != ";;":
            raise Undecidable
        if any(patterns.whole(patterns.glob(known.chars(label)), value) for label in labels):
            return _items(body)
    return ()


def _and_or(node: AndOr, known: KnownVariables) -> tuple[Node, ...] | None:
    said = known.status(node.first)
    for number, (operator, each) in enumerate(node.rest):
        if (operator == "&&") != said:
            continue
        try:
            said = known.status(each)
        except Undecidable:
            rest = node.rest[number + 1 :]
            return (AndOr(each, rest, each.start, node.end) if rest else each,)
    # `[[ … ]] && x` does not end the script when it does not hold, and `x || [[ … ]]` does
    return () if said or (node.rest[-1][0] == "&&" and not _fails_last(node, known)) else None


def _fails_last(node: AndOr, known: KnownVariables) -> bool:
    """Whether it is the last of the commands that fails, which ends the script."""
    said, ran_last = known.status(node.first), False
    for operator, each in node.rest:
        ran_last = (operator == "&&") == said
        if ran_last:
            said = known.status(each)
    return ran_last


def _only_looks(node: For, known: KnownVariables) -> bool:
    """Whether each round of a loop does nothing but to find that all is well."""
    if node.words is None or node.select or len(node.words) > ROUNDS:
        return False
    for value in [known.argument(word) for word in node.words]:
        inner = KnownVariables(known.text, {**known.values, node.name: value}, known.functions)
        if not all(_nothing(each, inner) for each in _items(node.body)):
            return False
    return True


def _nothing(node: Node, known: KnownVariables) -> bool:
    left = _reduced(node, known)
    return left is not None and all(_nothing(each, known) for each in left)
