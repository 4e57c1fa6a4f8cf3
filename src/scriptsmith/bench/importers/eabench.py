"""nl2bash-eabench: small SRE scripts, each with one reference and the way it is called."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from ...core.types import Script
from ..model import Case
from ..places import installed
from .rows import Found, Row, files_at, lacking, needs_of, rows_of, told_apart, unlike
from .sample_tree import tree_for

FETCH = "fetch the bash tasks of nl2bash-eabench as JSON lines"
WORKDIR = "/app"
_WANTED = {"test": str, "prompt": str, "gold": str}
_GIVEN = {"file": "a.txt", "filename": "a.txt", "directory": "dir2", "folder": "dir2", "dir": "dir2",
          "number": "3", "integer": "3", "string": "line", "word": "line", "pattern": "line", "name": "sample",
          "extension": "txt", "user": "root", "username": "root", "text": "line", "character": "x"}  # fmt: skip
"""What a script is called with where a row says that it takes arguments and does not say which."""


def load(path: str | Path, *, found: Found = installed) -> tuple[Case, ...]:
    """Every row of every `*.jsonl` at `path`, in order; scripts run in `/app`, as there.

    Rows only name files, so the tree is ours: a fixed sample (`tree_for`) and every file that prompt, reference or
    row names and the reference does not make itself. Equal rows have equal trees. `calls` are the arguments of
    `invocations`; where they lack those that the reference reads, they are chosen by the order of nouns in the prompt.
    `source` says both. A row that cannot be used says so in `problem`: malformed, of a program that `found` denies,
    or with arguments that cannot be told. Raises `BadInput` when there is nothing to read.

    Source: IBM's nl2bash-eabench.
    """
    return told_apart(
        _case(row, f"{file.stem}-{number}", found) for file in files_at(path, FETCH) for number, row in rows_of(file)
    )


def _case(row: Row | str, name: str, found: Found) -> Case:
    wrong = row if isinstance(row, str) else unlike(row, _WANTED)
    listed = [row.get(key) or [] for key in ("invocations", "fixture_files")] if not isinstance(row, str) else []
    if not wrong and not all(isinstance(it, list) and all(isinstance(each, str) for each in it) for it in listed):
        wrong = "'invocations' or 'fixture_files' of the row is no list of texts"
    if isinstance(row, str) or wrong:
        return Case(suite="eabench", id=name, action="", golds=(), problem=wrong)
    invocations, files = listed
    given, problem = _calls(invocations)
    wanted = 0 if problem else _arguments(row["gold"])
    calls, chosen = given, ""
    if any(len(call) < wanted for call in given):
        words = [_GIVEN[word] for word in re.findall(r"[a-z]+", row["prompt"].lower()) if word in _GIVEN]
        calls = (tuple(dict.fromkeys(words))[:wanted],)
        chosen = "; its arguments are ours"
        if len(calls[0]) < wanted:
            problem = "the reference reads arguments that the row does not give"
    return Case(
        suite="eabench",
        id=row["test"],
        action=row["prompt"],
        golds=(Script(text=row["gold"]),),
        fixture=tree_for(row["prompt"], _called(row["gold"], calls[0]), files, WORKDIR, calls[0]),
        workdir=WORKDIR,
        calls=calls,
        needs=needs_of(row["gold"]),
        source=f"nl2bash-eabench, {row['test']}; its files are ours{chosen}",
        licence="CDLA-Permissive-2.0 (prompt), Apache-2.0 (reference)",
        problem=problem or lacking((row["gold"],), found),
    )


def _calls(invocations: list[str]) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The arguments of each invocation such as `bash test1.sh a b`, and what is wrong with the first that is none."""
    calls = list[tuple[str, ...]]()
    for invocation in invocations:
        try:
            words = shlex.split(invocation)
        except ValueError:
            words = []
        at = next((i for i, word in enumerate(words) if word.endswith(".sh")), None)
        if at is None:
            return ((),), f"{invocation!r} is no way to call a script"
        calls.append(tuple(words[at + 1 :]))
    return tuple(calls) or ((),), ""


def _arguments(gold: str) -> int:
    """How many arguments the reference reads by their number, awk's fields in single quotes left out."""
    bare = re.sub(r"'[^']*'", "''", gold)
    return max((int(number) for number in re.findall(r"\$\{?([1-9])", bare)), default=0)


def _called(gold: str, call: tuple[str, ...]) -> str:
    """The reference with its arguments in their places, to see which files it reads and makes."""
    return re.sub(r"\$\{?([1-9])\}?", lambda it: call[int(it[1]) - 1] if int(it[1]) <= len(call) else it[0], gold)
