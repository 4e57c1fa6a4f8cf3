"""A play written as Bash: lines that know which task they stand for, and what could not be written."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

from jinja2 import nodes

from ..core.types import Severity
from ..interpreter.model import Place
from .jinja_text import Expression, has_jinja, template, told
from .playbook import Task
from .shell_text import word
from .values import Hole, Scope, Text, evaluated, literal, text_of
from .yaml_nodes import Node, Scalar, Sequence


@dataclass(frozen=True, slots=True)
class BashLine:
    """A line of Bash that does what a task does, and the place that it stands for."""

    text: str
    place: Place
    task: Task


@dataclass(frozen=True, slots=True)
class Unseen:
    """What a rule of playbooks says of a task: the rule's number, a sentence, and where. A warning says that nobody
    can tell what is done."""

    code: str
    message: str
    task: Task
    place: Place | None = None
    severity: Severity = Severity.WARNING


def objection(code: str, message: str, task: Task) -> Unseen:
    """What stops a task, at its module."""
    return Unseen(code, message, task, task.module_place, Severity.ERROR)


@dataclass(slots=True)
class Lowered:
    """The lines of a play, what is unseen, and the searches whose results are registered.

    `conditional` says that the task that is being written may not be done, or be done for several items. `starts` are
    the numbers of the script at which the lines begin.
    """

    lines: list[BashLine] = field(default_factory=list)
    unseen: list[Unseen] = field(default_factory=list)
    found: dict[str, str] = field(default_factory=dict)
    conditional: bool = False
    starts: list[int] = field(default_factory=list)

    def line(self, text: str, place: Place, task: Task) -> None:
        """Add a line."""
        self.lines.append(BashLine(text, place, task))

    def text(self) -> str:
        """The whole as a script."""
        return "\n".join(("set -e", *(line.text for line in self.lines))) + "\n"

    def at(self, number: int) -> BashLine | None:
        """The line of the script with that number, from 1."""
        if len(self.starts) != len(self.lines):
            self.starts = [*accumulate((line.text.count("\n") + 1 for line in self.lines[:-1]), initial=2)]
        found = bisect_right(self.starts, number) - 1
        last = self.starts[-1] + self.lines[-1].text.count("\n") if self.lines else 0
        return self.lines[found] if found >= 0 and number <= last else None

    def registered(self, name: str, module: str, task: Task, scope: Scope) -> None:
        """Note what a task leaves in a variable, where that says something of later paths."""
        short = module.rpartition(".")[2]
        if short == "tempfile":
            kind = text_of(task.arguments.get("state"), scope)
            command = "mktemp -d" if literal(kind) == "directory" else "mktemp"
            scope.set(name, (Hole(name, name, fixed=True, command=command),))
        elif short == "find":
            self.found[name] = _search(task, scope)

    def searches(self, loop: Node, scope: Scope) -> Text | None:
        """The item of a loop over what `find` found, as one path of what that search prints."""
        if not isinstance(loop, Scalar) or not has_jinja(loop.text):
            return None
        for piece in template(loop.text).pieces:
            if isinstance(piece, Expression):
                name, _, rest = told(piece.node).partition(".")
                if name in self.found and rest.startswith("files"):
                    bounded = " -name " in self.found[name] and keeps_newest(piece.node, scope)
                    search = self.found[name] + (" -mtime +1" if bounded else "")
                    return (Hole("item", "item", fixed=True, command=search),)
        return None


def keeps_newest(node: nodes.Node | None, scope: Scope) -> bool:
    """Whether an expression leaves the newest of what was found out: `(… | sort(attribute='mtime', reverse=true))[7:]`,
    `(… | sort)[:-7]`."""
    while isinstance(node, nodes.Filter) and node.name in ("list", "map"):
        node = node.node
    if not isinstance(node, nodes.Getitem) or not isinstance(node.arg, nodes.Slice) or node.arg.step is not None:
        return False
    newest_first = _newest_first(node.node)
    first, last = node.arg.start, node.arg.stop
    if newest_first:
        return last is None and _is_some(first, scope)
    return newest_first is False and first is None and isinstance(last, nodes.Neg) and _is_some(last.node, scope)


def _is_some(node: nodes.Expr | None, scope: Scope) -> bool:
    """Whether an expression is a number above nought, by the play's own variables."""
    known = literal(evaluated(Expression(node, ""), scope)) if node is not None else None
    return known is not None and known.strip().isdigit() and int(known) > 0


def _newest_first(node: nodes.Node | None) -> bool | None:
    """How what was found is sorted by time or name; None where it is not."""
    turned = False
    while isinstance(node, nodes.Filter) and node.name in ("list", "map", "reverse"):
        turned ^= node.name == "reverse"
        node = node.node
    if not isinstance(node, nodes.Filter) or node.name != "sort" or node.args:
        return None
    given: dict[str, object] = {str(each.key): getattr(each.value, "value", None) for each in node.kwargs}
    if given.keys() - {"attribute", "reverse"} or given.get("attribute", "path") not in ("path", "mtime", "ctime"):
        return None
    return turned ^ (given.get("reverse") is True)


def _search(task: Task, scope: Scope) -> str:
    """A `find` of the shell that finds what the module does."""
    words = ["find"]
    for option in ("paths", "path", "name"):
        node = task.arguments.get(option)
        if isinstance(node, Sequence):
            words += [word(text_of(each, scope)) for each in node.items]
        elif node is not None:
            words.append(word(text_of(node, scope)))
    recurse = task.arguments.get("recurse")
    if not (isinstance(recurse, Scalar) and recurse.true):
        words.append("-maxdepth 1")
    kind = literal(text_of(task.arguments.get("file_type"), scope)) or "file"
    if kind in ("file", "directory", "link"):
        words.append(f"-type {kind[0]}")
    patterns = task.arguments.get("patterns") or task.arguments.get("pattern")
    by_expression = task.arguments.get("use_regex")
    if isinstance(by_expression, Scalar) and by_expression.true:
        only = patterns.items[0] if isinstance(patterns, Sequence) and len(patterns.items) == 1 else patterns
        if not isinstance(only, Scalar) or not re.search(r"\w{3}|\[[^\]]+\](?:\{|\+)", only.text):
            patterns = None  # it names nothing that all names would not have
    if isinstance(patterns, Scalar):
        words.append(f"-name {word(text_of(patterns, scope))}")
    elif isinstance(patterns, Sequence) and len(patterns.items) == 1:
        words.append(f"-name {word(text_of(patterns.items[0], scope))}")
    if "age" in task.arguments:
        words.append("-mtime +1")
    return " ".join(words)
