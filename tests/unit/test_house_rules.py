"""How long a function may get where Bash is read and evaluated, and that one name stands for one class.

A function has no more than 25 branches. Counted are `if`, loops, handlers of exceptions and cases, conditional expressions, each `and` and `or`, and the
conditions of comprehensions. ruff's PLR0912 counts statements only and holds for all folders (pyproject.toml).
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import scriptsmith

SOURCE = Path(scriptsmith.__file__).parent
MOST = 25
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
    assert dict(long_functions()) == {}


_SURFACES = "the same document, as the HTTP API and as the tools for assistants tell it; the name is in their schemas"
SHARED_NAMES = {
    **dict.fromkeys(
        ("AssessIn", "FeedbackIn", "IncidentBrief", "IncidentOut", "Near", "RecommendationOut", "RunOut"), _SURFACES
    ),
    "Offer": "what the tools for assistants tell of an offer; the name is in their schemas",
    "Situation": "one idea: what a box is prepared for, in a rehearsal and in the test of a playbook",
    "PagerDuty": "one product: an inlet that it reports to, and an outlet that it is told by",
}
"""Names that several public classes have, each with the reason. Any other name stands for one class."""


def class_places(source: Path) -> dict[str, list[str]]:
    """Where public classes are defined at the top of a module, by their names."""
    found = defaultdict(list)
    for file in sorted(source.rglob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(file.relative_to(source).as_posix())
    return dict(found)


def test_a_name_stands_for_one_class() -> None:
    """Whoever reads `Scenario` anywhere knows which one is meant, and a search finds that one."""
    shared = {name: places for name, places in class_places(SOURCE).items() if len(places) > 1}
    assert {name: places for name, places in shared.items() if name not in SHARED_NAMES} == {}
    assert set(SHARED_NAMES) - set(shared) == set(), "no longer shared: take them from the list"


def test_a_second_class_of_a_name_is_found(tmp_path: Path) -> None:
    """Classes at the top of modules count, private and inner ones do not."""
    for name, text in (
        ("a.py", "class Reader: ...\nclass _Own: ...\n"),
        ("b.py", "class Reader:\n    class Own: ...\n"),
    ):
        (tmp_path / name).write_text(text)
    assert class_places(tmp_path) == {"Reader": ["a.py", "b.py"]}
