"""InterCode-ALFA: tasks for one command line, each with two references and a declared file tree (MIT)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...core.fixtures import BadFixture, Planted, read_fixture
from ...core.types import Script
from ...errors import BadInput
from ..model import Case
from ..places import installed
from .rows import Found, Row, files_at, lacking, needs_of, rows_of, told_apart, unlike

FETCH = "fetch the InterCode-ALFA tasks as JSON lines, with its trees as fixture_fs_N.json beside them"
_WANTED = {"index": int, "fs": int, "query": str, "gold": str, "gold2": str}


def load(path: str | Path, *, found: Found = installed) -> tuple[Case, ...]:
    """Every row of every `*.jsonl` at `path`, in order, with the tree of its `fixture_fs_N.json`.

    Commands run in `/`, as there. A row that cannot be used says so in `problem`: marked as suspect, malformed, of a
    tree that is not there, a reference that reads the upstream set-up script (of which only the size is known), needs
    the network, or a program that `found` denies. Raises `BadInput` when there is nothing to read.

    Source: NL2SH ("LLM-Supported Natural Language to Bash Translation", sections 3.1 and 4.1).
    """
    trees: dict[int, tuple[tuple[Planted, ...], tuple[str, ...], str]] = {}
    cases = list[Case]()
    for file in files_at(path, FETCH):
        for number, row in rows_of(file):
            fs = row.get("fs") if not isinstance(row, str) else None
            if isinstance(fs, int) and fs not in trees:
                trees[fs] = _tree(file.parent / f"fixture_fs_{fs}.json")
            cases.append(_case(row, f"{file.stem}-{number}", trees, found))
    return told_apart(cases)


def _case(
    row: Row | str, name: str, trees: dict[int, tuple[tuple[Planted, ...], tuple[str, ...], str]], found: Found
) -> Case:
    wrong = row if isinstance(row, str) else unlike(row, _WANTED)
    if isinstance(row, str) or wrong:
        return Case(suite="alfa", id=name, action="", golds=(), kind="line", workdir="/", problem=wrong)
    golds = row["gold"], row["gold2"]
    fixture, unknown, problem = trees[row["fs"]]
    if not problem and row.get("suspect") is True:
        problem = "it is marked as suspect: its reference does not do what its words say"
    if not problem:
        problem = next((f"a reference reads {each}, whose content is not known" for each in unknown
                        if any(each.rpartition("/")[2] in gold for gold in golds)), "")  # fmt: skip
    difficulty = row.get("difficulty")
    return Case(
        suite="alfa",
        id=str(row["index"]),
        action=row["query"],
        golds=tuple(Script(text=gold) for gold in golds),
        kind="line",
        fixture=fixture,
        workdir="/",
        needs=needs_of(*golds),
        tags=(f"fs-{row['fs']}",),
        difficulty=difficulty if isinstance(difficulty, int) else 0,
        source=f"InterCode-ALFA, index {row['index']}",
        licence="MIT",
        problem=problem or lacking(golds, found),
    )


def _tree(file: Path) -> tuple[tuple[Planted, ...], tuple[str, ...], str]:
    """The declared tree, the paths of which only the size is known, and what is wrong with it."""
    try:
        document: Any = json.loads(file.read_bytes())
        planted = read_fixture(document)
    except FileNotFoundError:
        return (), (), f"{file.name} is not there: {FETCH}"
    except OSError as error:
        raise BadInput(f"{file} could not be read: {error.strerror or error}") from None
    except BadFixture as error:
        return (), (), f"{file.name}: {error}"
    except (ValueError, RecursionError):
        return (), (), f"{file.name} is not JSON"
    unknown = (each["path"] for each in document if isinstance(each, dict) and each.get("type") == "self")
    return planted, tuple(unknown), ""
