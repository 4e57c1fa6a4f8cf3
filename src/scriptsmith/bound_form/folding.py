"""Takes out of a script's body what the values of its options decide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..bash.syntax import (
    AndOr,
    For,
    Function,
    GroupNode,
    If,
    ListNode,
    Node,
    Param,
    Simple,
    Subst,
    Test,
    WordNode,
    parts,
)
from ..core.secret_tokens import tokens_in
from .constants import KnownVariables
from .edits import Edits
from .patterns import Undecidable
from .reducing import reduced
from .shape import Shape, Unfit
from .uses import Uses, uses, with_calls

MATCH = "BASH_REMATCH"
WIDEST = 80
_OWN = re.compile(r"[a-z][a-z0-9_]*")


class Mutable(Exception):
    """A variable that was to be a constant is set again later on: its settings stay where they are."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Folded(NamedTuple):
    """The text after the loop over the options without what is decided, and the variables that it starts with."""

    text: str
    values: dict[str, str]


@dataclass(slots=True)
class _Folding:
    shape: Shape
    options: frozenset[str]
    in_place: frozenset[str]
    edits: Edits
    known: dict[str, str]
    functions: dict[str, Function] = field(default_factory=dict)
    used: dict[str, Uses] = field(default_factory=dict)
    emitted: dict[str, str] = field(default_factory=dict)
    derived: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    once: frozenset[str] = frozenset()
    placed: set[str] = field(default_factory=set)
    over: bool = False

    # the body, once and in order

    def top(self, items: Sequence[tuple[Node, bool]]) -> None:
        """Fold the statements of the body, which run once each, in their order."""
        pinned = _pinned([node for node, _ in items], self.shape.text)
        for index, (node, background) in enumerate(items):
            if self.over and not isinstance(node, Function):
                self.edits.drop(node)
            elif isinstance(node, Function):
                self.edits_of_function(node)
            elif background or index in pinned or index == len(items) - 1:
                self.keep(node, background=background)
            else:
                self.statement(node)

    def edits_of_function(self, node: Function) -> None:
        """Functions are folded at the end, when it is known what never changes."""

    def statement(self, node: Node, shown: Node | None = None) -> None:
        """Fold one statement of the body; `shown` is what of the text it stands for."""
        if isinstance(node, Simple) and (fresh := self.assigned(node)):
            if fresh.keys() <= self.once - self.options:
                self.keep(node)  # how it is computed from the values says more than what it comes to
                self.placed |= fresh.keys()
            else:
                self.edits.drop(node)
            self.known |= fresh
            self.derived |= fresh.keys()
            return
        left = None if _matched_later(node) else reduced(node, self.knowledge())
        if left is None:
            self.keep(node)
            return
        if not left and self.leaves_a_loop_variable(node):
            self.keep(node)
            return
        if not left:
            self.edits.drop(node)
            return
        _inlined(self.edits, node, left)
        for each in left:
            if self.over:
                self.edits.drop(each)
                continue
            self.statement(each)
            first = each.words[0] if isinstance(each, Simple) and each.words else None
            self.over = isinstance(first, WordNode) and first.literal == "exit"

    def leaves_a_loop_variable(self, node: Node) -> bool:
        """Whether a loop in `node` sets a variable that something else may read afterwards."""
        names = {each.name for each in parts(node) if isinstance(each, For)}
        others = [each for each, _ in self.shape.body if each is not node] if names else []
        return any(names & (used.reads - used.writes) for used in map(uses, others)) or bool(names & self.options)

    def knowledge(self, without: frozenset[str] | set[str] = frozenset()) -> KnownVariables:
        """What is known now, but for some variables."""
        values = {name: value for name, value in self.known.items() if name not in without and not tokens_in(value)}
        return KnownVariables(self.shape.text, values, self.functions)

    def assigned(self, node: Simple) -> dict[str, str]:
        """What an assignment sets, if all of it can be told and depends on options; nothing otherwise."""
        if node.words or node.redirects or not node.assigns:
            return {}
        known, fresh = self.knowledge(), dict[str, str]()
        for assign in node.assigns:
            name = assign.name
            if assign.items is not None or assign.subscript is not None or assign.append or not _OWN.fullmatch(name):
                return {}
            if name in self.in_place or name in self.emitted or name in self.written:
                return {}
            try:
                value = known.word(assign.value)
            except Undecidable:
                return {}
            bound = name in self.options or bool(uses(assign.value).reads & (self.options | self.derived))
            if not bound or len(value) > WIDEST or not value.isprintable():
                return {}
            fresh[name] = value
            known = KnownVariables(known.text, {**known.values, name: value}, self.functions)
        return fresh

    def keep(self, node: Node, *, background: bool = False) -> None:
        """Leave a statement where it is; what it reads has to be there, and what it writes is not known any more."""
        used = with_calls(uses(node), self.used)
        if used.opaque:
            raise Unfit(f"its body holds {', '.join(sorted(used.opaque))}")
        for name in self.known.keys() & (used.reads | used.writes) - self.emitted.keys() - self.placed:
            if name in used.writes and name not in self.options:
                raise Mutable(name)
            if name in used.reads or background or name not in _sets_first(node):
                self.emitted[name] = self.known[name]
        for name in self.emitted.keys() & used.writes - self.options:
            raise Mutable(name)
        self.inside(node, self.knowledge(without=used.writes))
        self.written |= used.writes
        for name in used.writes & self.known.keys():
            del self.known[name]

    # what may run any number of times

    def inside(self, node: Node, known: KnownVariables) -> None:
        """Fold the statements inside a statement that stays, with what stays true in all of it."""
        for body in _bodies(node):
            self.nested(body, known)

    def nested(self, body: ListNode, known: KnownVariables) -> None:
        """Fold a list of statements that is part of something; its last one stays, since its status is the list's."""
        nodes = [each for each, _ in body.items]
        pinned = _pinned(nodes, self.shape.text)
        for index, (node, background) in enumerate(body.items):
            last = index == len(nodes) - 1
            self.nested_one(node, known, stays=background or index in pinned, last=last)

    def nested_one(self, node: Node, known: KnownVariables, *, stays: bool, last: bool) -> None:
        """Fold one statement of a list; the last one of it is never taken out."""
        left = None if stays or _matched_later(node) or isinstance(node, Function) else reduced(node, known)
        if left is None or (last and not left):
            self.inside(node, known)
        elif not left:
            self.edits.drop(node)
        else:
            _inlined(self.edits, node, left)
            for number, each in enumerate(left):
                self.nested_one(each, known, stays=False, last=last and number == len(left) - 1)


def fold(shape: Shape, values: Mapping[str, str]) -> Folded:
    """The body of `shape` where its option variables have `values`; raises `Unfit`.

    A variable that is no more than computed from options becomes one of the values that the text starts with.
    """
    in_place = set[str]()
    while True:
        try:
            return _fold(shape, values, frozenset(in_place))
        except Mutable as found:
            if found.name in in_place:
                raise Unfit(f"{found.name} is set in a way that is not understood") from None
            in_place.add(found.name)


def _fold(shape: Shape, values: Mapping[str, str], in_place: frozenset[str]) -> Folded:
    functions = {name: node for name, node in shape.functions.items() if name not in ("usage",)}
    functions |= {node.name: node for node, _ in shape.body if isinstance(node, Function)}
    used = {name: uses(node.body) for name, node in functions.items()}
    for name, each in used.items():
        if each.opaque:
            raise Unfit(f"its function {name} holds {', '.join(sorted(each.opaque))}")
    options = frozenset(values)
    edits = Edits(shape.text)
    folding = _Folding(shape, options, in_place, edits, dict(values), functions, used)
    folding.once = _set_once(shape, functions)
    folding.top(shape.body)
    in_functions = {name for each in used.values() for name in each.writes}
    placed = folding.placed
    final = folding.known | {n: v for n, v in folding.emitted.items() if n not in folding.written}
    lasting = {n: v for n, v in final.items() if n not in in_functions | folding.written | placed and not tokens_in(v)}
    for node in functions.values():
        if isinstance(node.body, GroupNode):
            folding.nested(node.body.body, KnownVariables(shape.text, lasting, functions))
    edits.cut(0, shape.loop_end)
    starts = {**folding.known, **folding.emitted}
    return Folded(edits.result(), {name: value for name, value in starts.items() if name not in placed})


def _sets_first(node: Node) -> set[str]:
    """The variables that a statement sets, whatever they were, before anything else in it runs."""
    first = node.first if isinstance(node, AndOr) else node
    if not isinstance(first, Simple) or first.words:
        return set()
    return {each.name for each in first.assigns if each.subscript is None and not each.append}


def _set_once(shape: Shape, functions: Mapping[str, Function]) -> frozenset[str]:
    """The variables that a single statement of the body sets, and nothing else."""
    counted = Counter[str]()
    for node, _ in shape.body:
        if not isinstance(node, Function):
            counted.update(uses(node).writes)
    for function in functions.values():
        counted.update(uses(function.body).writes)
    return frozenset(name for name, times in counted.items() if times == 1)


def _bodies(node: Any) -> Iterator[ListNode]:
    """The lists of statements that are directly part of `node`, substitutions left out."""
    if isinstance(node, ListNode):
        yield node
        return
    if isinstance(node, If):
        for _, body in node.branches:
            yield body
        if node.otherwise is not None:
            yield node.otherwise
        return
    if isinstance(node, Simple | Test | Subst | WordNode | str) or not isinstance(node, tuple):
        return
    for each in node:
        yield from _bodies(each)


def _inlined(edits: Edits, node: Node, left: Sequence[Node]) -> None:
    """Put the statements `left`, parts of `node`, in its place."""
    first, last = left[0], left[-1]
    if isinstance(first, If) and len(left) == 1 and edits.text[first.start - 4 : first.start] == "elif":
        edits.cut(node.start, first.start, "if")
        return
    edits.inline(node, first.start, last.end)


def _reads_match(node: Any) -> bool:
    return any(isinstance(each, Param) and each.name == MATCH for each in parts(node))


def _matches(node: Any) -> bool:
    return any(isinstance(each, Test) and "=~" in each.items for each in parts(node))


def _matched_later(node: Node) -> bool:
    """Whether `node` both matches an expression and reads what was matched."""
    return _matches(node) and _reads_match(node)


def _pinned(nodes: Sequence[Node], text: str) -> set[int]:
    """The numbers of the statements whose match is read by a later one."""
    pinned = set[int]()
    for index, node in enumerate(nodes):
        own = _matches(node) and text.find("=~", node.start) < text.find(MATCH, node.start)
        if _reads_match(node) and not own and not isinstance(node, Function):
            before = [earlier for earlier in range(index) if _matches(nodes[earlier])]
            pinned |= set(before[-1:])
    return pinned
