"""How results reach a person or a program: the artefact on stdout, all else on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from ..core.types import Outcome
from .visible import visible

EXIT: dict[Outcome, int] = {
    "reuse": 0,
    "verified": 0,
    "risky": 4,
    "incorrect": 3,
    "forbidden": 5,
    "unsure": 4,
    "disputed": 4,
    "no_match": 4,
}


def say(message: str) -> None:
    """One line for a person, on stderr; that nobody reads it is no reason to stop."""
    from ..redaction import mask

    with suppress(BrokenPipeError):
        click.echo(visible(mask(message)), err=True)


def print_json(document: dict[str, Any]) -> None:
    """One JSON document on stdout, marked with its schema."""
    click.echo(
        json.dumps({"schema_version": 1} | document, ensure_ascii=sys.stdout.encoding.lower() != "utf-8", indent=2)
    )


def print_script(text: str, output: str | None) -> None:
    """The artefact, alone: on stdout exactly as it is (made visible on a terminal), or in a file, executable."""
    if output and output != "-":
        from ..adapters.folder.files import write_atomically

        write_atomically(Path(output), text, mode=0o755)
        say(f"written to {output}")
    else:
        click.echo(visible(text) if sys.stdout.isatty() else text, nl=False)


def table(rows: Sequence[tuple[str, ...]], head: tuple[str, ...]) -> str:
    """Columns as wide as their content, the last one free."""
    lines = [head, *[tuple(visible(cell) for cell in row) for row in rows]]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(line, widths, strict=False)), line[-1]]).rstrip()
        for line in lines
    )


@contextmanager
def progress(text: str) -> Iterator[Any]:
    """A spinner on stderr that can be given another text; silent when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status(text) as status:
        yield lambda message: status.update(visible(message))


@contextmanager
def bar(text: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr that is told how many of how many are done; silent when it is told nothing, or off a terminal.

    Not to be used within `progress`: two things would be drawn in one place.
    """
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = Progress(*columns, console=Console(stderr=True), transient=True)
    task = shown.add_task(visible(text), total=None)

    def told(done: int, total: int) -> None:
        shown.start()  # again does nothing
        shown.update(task, completed=done, total=total)

    try:
        yield told
    finally:
        shown.stop()
