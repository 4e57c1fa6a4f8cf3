"""bashkit: script tasks whose result is judged by declarative checks, without a reference script (MIT)."""

from __future__ import annotations

from pathlib import Path

from ...core.fixtures import BadFixture, read_fixture
from ..model import Case
from .expectations import NotACheck, read_expectation
from .rows import Row, files_at, rows_of, told_apart, unlike

FETCH = "fetch the tasks of bashkit-eval as JSON lines"


def load(path: str | Path) -> tuple[Case, ...]:
    """Every row of every `*.jsonl` at `path`, in order; `expectations` are its checks, as they are written.

    There is no reference, so `golds` is empty. The weight of a check is not kept: all have to hold. A malformed row,
    or one with a check that is not known, says so in `problem`. Raises `BadInput` when there is nothing to read.

    Source: the bashkit project, `specs/eval.md`.
    """
    return told_apart(
        _case(row, f"{file.stem}-{number}") for file in files_at(path, FETCH) for number, row in rows_of(file)
    )


def _case(row: Row | str, name: str) -> Case:
    wrong = row if isinstance(row, str) else unlike(row, {"id": str, "prompt": str, "expectations": list})
    if isinstance(row, str) or wrong:
        return Case(suite="bashkit", id=name, action="", golds=(), problem=wrong)
    checks = [each.get("check") if isinstance(each, dict) else each for each in row["expectations"]]
    texts = tuple(check for check in checks if isinstance(check, str))
    problem = "" if checks and len(texts) == len(checks) else "a check of the row is no text, or there is none"
    try:
        for text in texts:
            read_expectation(text)
        fixture = read_fixture(row.get("files") or {})
    except (NotACheck, BadFixture) as error:
        problem, fixture = str(error), ()
    category = row.get("category")
    return Case(
        suite="bashkit",
        id=row["id"],
        action=row["prompt"],
        golds=(),
        fixture=fixture,
        expectations=texts,
        tags=(category,) if isinstance(category, str) and category else (),
        source=f"bashkit-eval, {row['id']}",
        licence="MIT",
        problem=problem,
    )
