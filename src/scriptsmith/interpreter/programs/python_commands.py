"""Commands that Python holds as objects and lists: the sh and plumbum modules, lists that grow before they run."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Sequence

from ..model import Unknown
from ..values import Parts, plain
from .python_values import Values

_HEADS = ("sh.contrib.", "plumbum.cmd.", "plumbum.local.cmd.", "sh.")
_MAKERS = frozenset(("sh.Command", "plumbum.local.get", "plumbum.machines.LocalCommand"))
_LOCAL = frozenset(("plumbum.local", "local"))


class Objects(Values):
    """Knows which command an expression is, and what lists hold."""

    def __init__(self) -> None:
        super().__init__()
        self.objects: dict[str, list[Parts]] = {}
        self.lists: dict[str, list[Parts]] = {}

    def words(self, node: ast.expr) -> list[Parts] | None:
        """The words of the command that an expression stands for; None when it is no command."""
        if isinstance(node, ast.Name):
            return self.objects.get(node.id) or _spelled(self.modules.get(node.id, ""))
        if isinstance(node, ast.Attribute):
            if node.attr in _METHODS:
                return None
            if self._imported(node):
                return _spelled(self.path(node))
            inner = self.words(node.value)
            return None if inner is None else [*inner, (node.attr.replace("_", "-"),)]
        if isinstance(node, ast.Subscript):
            if self.path(node.value) in _LOCAL and "plumbum.local" in self.modules.values():
                return [self.value(node.slice)]
            inner = self.words(node.value)
            given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return None if inner is None else [*inner, *map(self.value, given)]
        if isinstance(node, ast.Call):
            if self.path(node.func) in _MAKERS and node.args:
                return [self.value(node.args[0])]
            if isinstance(node.func, ast.Attribute) and node.func.attr in _BAKING:
                inner = self.words(node.func.value)
                return None if inner is None else [*inner, *self.given(node)]
        return None

    def _imported(self, node: ast.Attribute) -> bool:
        head: ast.expr = node
        while isinstance(head, ast.Attribute):
            head = head.value
        return isinstance(head, ast.Name) and self.modules.get(head.id, "").split(".")[0] in ("sh", "plumbum")

    def given(self, node: ast.Call) -> list[Parts]:
        """The arguments of a call as words of a command: `c="x"` is `-c x`, `all=True` is `--all`."""
        out: list[Parts] = []
        for each in node.args:
            if isinstance(each, ast.Starred):
                out.extend(self.items(each.value) or [(Unknown(source="*…", splits=True),)])
            elif self.words(each) is None:  # a command in a command feeds it
                out.extend(self.items(each) or [self.value(each)] if isinstance(each, _MANY) else [self.value(each)])
        for keyword in node.keywords:
            name = keyword.arg or "…"
            if name.startswith("_"):
                continue
            flag = f"-{name}" if len(name) == 1 else f"--{name.replace('_', '-')}"
            if isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, bool):
                out.extend([(flag,)] if keyword.value.value else [])
            elif len(name) == 1:
                out.extend([(flag,), self.value(keyword.value)])
            else:
                out.append((flag + "=", *self.value(keyword.value)))
        return out

    def items(self, node: ast.expr) -> list[Parts] | None:
        """The elements of a list of texts, one that was filled before included."""
        if isinstance(node, ast.Name) and node.id in self.lists:
            return list(self.lists[node.id])
        if isinstance(node, ast.List | ast.Tuple) and any(_starred(each) for each in node.elts):
            out: list[Parts] = []
            for each in node.elts:
                inner = self.items(each.value) if isinstance(each, ast.Starred) else [self.value(each)]
                out.extend([(Unknown(source="*…", splits=True),)] if inner is None else inner)
            return out
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self.items(node.left), self.items(node.right)
            return None if left is None or right is None else [*left, *right]
        if isinstance(node, ast.Call):
            path = self.path(node.func)
            if path == "shlex.split" and node.args:
                text = plain(self.value(node.args[0]))
                return None if text is None else [(each,) for each in _shell_words(text)]
            if path in ("list", "tuple", "sorted", "copy.copy") and node.args:
                return self.items(node.args[0])
            if isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
                return self.items(node.func.value)
        return super().items(node)

    def keep(self, name: str, node: ast.expr) -> None:
        """Remember the command or the list that a name now stands for."""
        self.objects.pop(name, None)
        self.lists.pop(name, None)
        if (words := self.words(node)) is not None:
            self.objects[name] = words
        elif not isinstance(node, ast.Constant) and (items := self.items(node)) is not None:
            self.lists[name] = items

    def grown(self, node: ast.Call, function: ast.Attribute) -> None:
        """`c.append(x)`, `c.extend(xs)`, `c.insert(0, x)`: what a list holds afterwards."""
        if not isinstance(function.value, ast.Name) or function.value.id not in self.lists:
            return
        held = self.lists[function.value.id]
        if function.attr in ("clear", "pop", "remove", "reverse", "sort") or not node.args:
            del self.lists[function.value.id]  # not followed any further
        elif function.attr == "append":
            held.append(self.value(node.args[0]))
        elif function.attr == "extend":
            held.extend(self.items(node.args[0]) or [(Unknown(source="…", splits=True),)])
        elif function.attr == "insert" and len(node.args) > 1:
            at = plain(self.value(node.args[0])) or ""
            held.insert(int(at) if at.lstrip("-").isdigit() else 0, self.value(node.args[1]))


_MANY = ast.List | ast.Tuple | ast.Name
_BAKING = frozenset(("bake", "bound_command"))
_METHODS = frozenset(("bake", "bound_command", "run", "popen", "stdout", "wait", "kill"))


def _starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)


def _spelled(path: str) -> list[Parts] | None:
    for head in _HEADS:
        if path.startswith(head) and path != "sh.Command":
            return [(name.replace("_", "-"),) for name in path[len(head) :].split(".")]
    return None


def _shell_words(text: str) -> Sequence[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()
