"""How long a function may get where Bash is read and evaluated: no more than 25 branches.

Counted are `if`, loops, handlers of exceptions and cases, conditional expressions, each `and` and `or`, and the
conditions of comprehensions. ruff's PLR0912 counts statements only and holds for all folders (pyproject.toml).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import scriptsmith

SOURCE = Path(scriptsmith.__file__).parent
MOST = 25
# Functions that were longer when the rule was made: how many branches each may have at most. Only ever to be lowered.
LONGER = {
    "bash/lexer.py:_pieces": 29,
    "interpreter/conditionals.py:read_case": 28,
    "interpreter/conditions.py:_compare": 36,
    "interpreter/dispatcher.py:_unknown_name": 29,
    "interpreter/programs/builtins.py:export": 29,
    "interpreter/programs/carried_actions.py:module_commands": 27,
    "interpreter/programs/python_values.py:items": 28,
    "interpreter/simple_commands.py:_simple": 28,
}
_STATEMENTS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case, ast.IfExp)


def branches(function: ast.AST) -> int:
    count = 0
    for node in ast.walk(function):
        if isinstance(node, _STATEMENTS):
            count += 1
        elif isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            count += len(node.ifs)
    return count


def long_functions() -> Iterator[tuple[str, int]]:
    files = [
        *sorted((SOURCE / "bash").rglob("*.py")),
        *sorted((SOURCE / "interpreter").rglob("*.py")),
        SOURCE / "danger/analyse.py",
        SOURCE / "danger/effects.py",
    ]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (count := branches(node)) > MOST:
                yield f"{file.relative_to(SOURCE).as_posix()}:{node.name}", count


def test_no_function_has_more_branches_than_a_reader_can_follow() -> None:
    found = dict(long_functions())
    assert {name: count for name, count in found.items() if count > LONGER.get(name, MOST)} == {}


def test_what_became_shorter_leaves_the_list() -> None:
    assert set(LONGER) - set(dict(long_functions())) == set()
