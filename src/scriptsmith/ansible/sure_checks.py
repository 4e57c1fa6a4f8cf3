"""Whether a task was surely done, and did not fail, before another one, and what an assertion says. Only such tasks are
checks: one that may be left out, ignored, done elsewhere or with other values proves nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from jinja2 import nodes

from ..danger.rules.word_lists import row_of
from .jinja_text import Expression, expression
from .modules import full_name
from .playbook import Block, Play, Task
from .yaml_nodes import Mapping, Node, Scalar, texts_in

Chain: TypeAlias = tuple[Play | Block | Task, ...]
"""The play, the blocks that a task stands in from the outermost, and the task itself."""

_SAME = ("run_once", "delegate_to", "connection", "environment")
"""Keywords by which one of two tasks may be done on another host, or for another account, than the other."""
_OFF = ("ignore_errors", "ignore_unreachable", "check_mode")
_UNSURE = frozenset(("failed_when", "async", "local_action"))
_RUNS_ONLY_IF = frozenset(("creates", "removes"))
_SETS_ANY = frozenset(
    f"ansible.builtin.{name}"
    for name in row_of("add_host group_by import_role import_tasks include include_role include_tasks include_vars")
)
"""Modules after which any variable may have another value."""
_FLEETING = frozenset(("random", "random_choice", "random_string", "shuffle", "now", "pipe"))
"""Calls, filters and lookups that give another value each time."""
_WORD = re.compile(r"[A-Za-z_]\w*")


def off(node: Node | None) -> bool:
    """Whether a keyword is absent or plainly false."""
    return node is None or (isinstance(node, Scalar) and node.kind == "boolean" and not node.true)


def surely_done(chain: Chain) -> bool:
    """Whether the last of a chain is done once, with the play's own values, and ends the play for the host where it
    fails."""
    task = chain[-1]
    return (
        isinstance(task, Task)
        and task.loop is None
        and task.computed is None
        and not _RUNS_ONLY_IF & task.arguments.keys()
        and not any(_UNSURE & each.keywords.keys() for each in chain)
        and not any("vars" in each.keywords for each in chain[1:])
        and all(off(each.keywords.get(keyword)) for each in chain for keyword in _OFF)
    )


@dataclass(frozen=True, slots=True)
class Footing:
    """What a task sets (None: perhaps anything) and depends on, whether it is surely done, on which condition, under
    which tags, where, and what it asserts."""

    sets: set[str] | None
    reads: set[str]
    sure: bool
    condition: tuple[str, ...]
    tags: frozenset[str]
    place: frozenset[tuple[str, str]]
    says: tuple[str, ...]


def footing(chain: Chain, task: Task, variables: Mapping | None) -> Footing:
    """That of the task at the end of a chain."""
    reads = read_by(chain, variables)
    return Footing(
        rebound(task),
        reads,
        surely_done(chain) and not reads & _FLEETING,
        tuple(texts_in(task.keywords.get("when"))),
        frozenset(text for each in chain for text in texts_in(each.keywords.get("tags"))),
        frozenset((name, text) for name in _SAME for each in chain for text in texts_in(each.keywords.get(name))),
        tuple(held(task)),
    )


def rebound(task: Task) -> set[str] | None:
    """The variables that a task sets; None where it may set any."""
    name = full_name(task.module)
    facts = set(task.arguments) if name == "ansible.builtin.set_fact" else set()
    if name in _SETS_ANY or (
        (facts or name == "ansible.builtin.set_fact")
        and (task.computed is not None or any("{" in each for each in facts))
    ):
        return None
    return facts | set(texts_in(task.keywords.get("register")))


def read_by(chain: Chain, variables: Mapping | None) -> set[str]:
    """The variables that a task and its conditions depend on, those of the play's own variables too."""
    task = chain[-1]
    values = [*task.arguments.values(), task.free] if isinstance(task, Task) else []
    conditions = [each.keywords.get(keyword) for each in chain for keyword in ("when", "register", *_SAME)]
    return behind({word for node in (*values, *conditions) for word in words_of(node)}, variables)


def behind(names: set[str], variables: Mapping | None) -> set[str]:
    """Those variables, and what the play's own variables make them of."""
    pairs = variables.pairs if variables is not None else []
    while more := {word for key, value in pairs if key.text in names for word in words_of(value)} - names:
        names = names | more
    return names


def words_of(node: Node | None) -> set[str]:
    """Every word of the texts of a node."""
    return {word for text in texts_in(node) for word in _WORD.findall(text)}


def held(task: Task) -> Iterator[str]:
    """What an assertion says, one thing each, where it says all of them."""
    if full_name(task.module) != "ansible.builtin.assert":
        return
    for text in texts_in(task.arguments.get("that")):
        whole = _parsed(text)
        if whole is None or re.search(r"\bor\b|\bnot\s*\(|\bif\b|%\}", text):
            continue
        leaves = [*_conjuncts(whole)]
        parts = [part.strip() for part in re.split(r"\band\b", text)] if len(leaves) > 1 else [text.strip()]
        if [_parsed(part) for part in parts] == leaves:
            yield from (part for part, leaf in zip(parts, leaves, strict=True) if not isinstance(leaf, nodes.Not))


def _parsed(text: str) -> nodes.Expr | None:
    pieces = expression(text).pieces
    return pieces[0].node if len(pieces) == 1 and isinstance(pieces[0], Expression) else None


def _conjuncts(node: nodes.Expr) -> Iterator[nodes.Expr]:
    if isinstance(node, nodes.And):
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    else:
        yield node
