"""The syntax tree of Bash: the nodes that `parser` makes of a text and the interpreter walks.

Offsets are characters of the text that was parsed. Named tuples, because a script has many and they are made quickly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias


class Unreadable(Exception):
    """The text cannot be read as Bash from `at` on; the message says why."""

    def __init__(self, at: int, why: str) -> None:
        super().__init__(why)
        self.at = at
        self.why = why


class Lit(NamedTuple):
    """Characters that stand for themselves; unquoted ones may still be patterns, braces or a tilde."""

    text: str
    quoted: bool


class Param(NamedTuple):
    """A parameter expansion. `operator` is as written: `:-`, `##`, `/`, `^^`, `:`, …"""

    name: str
    quoted: bool
    source: str
    operator: str = ""
    word: WordNode | None = None
    second: WordNode | None = None
    subscript: WordNode | None = None
    indirect: bool = False
    length: bool = False


class Subst(NamedTuple):
    """A command or process substitution. `body` is parsed in place; `text` stands for the inside of backquotes."""

    kind: Literal["$(", "`", "<(", ">("]
    quoted: bool
    source: str
    start: int
    body: ListNode | None = None
    text: str = ""


class Sum(NamedTuple):
    """An arithmetic expansion; `word` is the inside, its own expansions still to be done."""

    word: WordNode
    quoted: bool
    source: str


Piece: TypeAlias = Lit | Param | Subst | Sum


class WordNode(NamedTuple):
    """One word before expansion. `literal` is its exact text when nothing in it can expand, else None."""

    pieces: tuple[Piece, ...]
    start: int
    end: int
    literal: str | None = None
    quoted: bool = False


@dataclass(slots=True)
class HereDoc:
    """The body of a here-document, filled in when the line that opened it ends."""

    end_word: str
    quoted: bool
    strip: bool
    body: str = ""
    start: int = 0


class RedirectNode(NamedTuple):
    operator: str
    descriptor: int | None
    word: WordNode | None
    heredoc: HereDoc | None = None


class AssignNode(NamedTuple):
    """`name[subscript]+=value`; `items` instead of `value` for an array in parentheses, keys where written."""

    name: str
    append: bool
    value: WordNode | None
    start: int
    subscript: WordNode | None = None
    items: tuple[tuple[WordNode | None, WordNode], ...] | None = None


class Simple(NamedTuple):
    assigns: tuple[AssignNode, ...]
    words: tuple[WordNode | AssignNode, ...]
    redirects: tuple[RedirectNode, ...]
    start: int
    end: int


class Pipeline(NamedTuple):
    stages: tuple[Node, ...]
    negated: bool
    start: int
    end: int


class AndOr(NamedTuple):
    """`first`, then (`&&` or `||`, pipeline) pairs, evaluated from the left."""

    first: Node
    rest: tuple[tuple[str, Node], ...]
    start: int
    end: int


class ListNode(NamedTuple):
    """Statements in order; the flag says that one runs in the background."""

    items: tuple[tuple[Node, bool], ...]
    start: int
    end: int


class GroupNode(NamedTuple):
    body: ListNode
    subshell: bool
    start: int
    end: int


class If(NamedTuple):
    branches: tuple[tuple[ListNode, ListNode], ...]
    otherwise: ListNode | None
    start: int
    end: int


class While(NamedTuple):
    condition: ListNode
    body: ListNode
    until: bool
    start: int
    end: int


class For(NamedTuple):
    """`for name in words`; `words` is None for a loop over the arguments. `select` asks a person which."""

    name: str
    words: tuple[WordNode, ...] | None
    body: ListNode
    select: bool
    start: int
    end: int


class CountedFor(NamedTuple):
    parts: tuple[WordNode, WordNode, WordNode]
    body: ListNode
    start: int
    end: int


class CaseNode(NamedTuple):
    """`clauses` are (patterns, body, terminator)."""

    word: WordNode
    clauses: tuple[tuple[tuple[WordNode, ...], ListNode, str], ...]
    start: int
    end: int


class Test(NamedTuple):
    """`[[ … ]]` as a flat list of words and operators."""

    items: tuple[WordNode | str, ...]
    start: int
    end: int


class Compute(NamedTuple):
    """`(( … ))`."""

    word: WordNode
    start: int
    end: int


class Function(NamedTuple):
    name: str
    body: Node
    start: int
    end: int


class Redirected(NamedTuple):
    body: Node
    redirects: tuple[RedirectNode, ...]
    start: int
    end: int


Node: TypeAlias = (
    Simple
    | Pipeline
    | AndOr
    | ListNode
    | GroupNode
    | If
    | While
    | For
    | CountedFor
    | CaseNode
    | Test
    | Compute
    | Function
    | Redirected
)


class Tree(NamedTuple):
    """A parsed text, and (offset, why) for each stretch of it that could not be read."""

    body: ListNode
    problems: tuple[tuple[int, str], ...] = ()


def parts(node: Any) -> Iterator[Any]:
    """`node` and everything in it, what stands before what comes later; tuples of nodes are told too."""
    yield node
    if isinstance(node, tuple):
        for each in node:
            yield from parts(each)
