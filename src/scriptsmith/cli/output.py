"""How results reach a person or a program: the artefact on stdout, all else on stderr."""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.types import Outcome
from ..errors import UsageError
from .visible import visible

if TYPE_CHECKING:
    from ..adapters.model_streams import ModelProgress

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
    click.echo(json_text({"schema_version": 1} | document, ascii=sys.stdout.encoding.lower() != "utf-8", indent=2))


def json_text(document: Mapping[str, Any], *, ascii: bool = True, indent: int | None = None) -> str:
    """`document` as JSON that every reader takes: names of files may have bytes that are no text, and JSON is text.

    Such a byte shows as U+FFFD. Beside a key whose value has some there is one more, with `_b64` added, that has all.
    """
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            document = _as_text(document)
        text = json.dumps(document, ensure_ascii=ascii, indent=indent)
    return text


def _as_text(value: Any) -> Any:
    if isinstance(value, str):
        return _bytes_of(value).decode("utf-8", "replace")
    if isinstance(value, Mapping):
        told: dict[str, Any] = {}
        for key, item in value.items():
            name, told_item = _as_text(key), _as_text(item)
            told[name] = told_item
            if isinstance(item, str) and item != told_item:
                told[f"{name}_b64"] = b64encode(_bytes_of(item)).decode()
        return told
    return [_as_text(item) for item in value] if isinstance(value, list | tuple) else value


def _bytes_of(text: str) -> bytes:
    """The bytes of a name, as Python has read it from the system."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character that no name ever held
        return text.encode("utf-8", "surrogatepass")


def in_a_folder(_: click.Context, __: click.Parameter, output: str | None) -> str | None:
    """The value of an option that names a file to write; raises `UsageError`, before any work is done, when the folder
    for it is missing or it is a folder itself."""
    if output and output != "-":
        folder = Path(output).parent
        if output.endswith("/") and not Path(output).is_dir():  # `Path` forgets the slash, and would name a file
            raise UsageError(
                f"there is no folder {output}: make it first, with mkdir -p {output}, and name a file in it"
            )
        if not folder.is_dir():
            raise UsageError(f"there is no folder {folder} to write {output} to: make it first, with mkdir -p {folder}")
        if Path(output).is_dir():
            raise UsageError(f"{output} is a folder: name a file in it")
    return output


def print_script(text: str, output: str | None) -> None:
    """The artefact, alone: on stdout exactly as it is (made visible on a terminal), or in a file, executable."""
    if output and output != "-":
        from ..adapters.folder.files import writing_out

        with writing_out(output, 0o755) as file:
            file.write(text.encode("utf-8"))
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
    """A spinner on stderr that can be given another text; silent when stderr is no terminal.

    While it turns, what models tell of their progress stands behind the text (see `hear`).
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status(text) as status:
        line = _Line(lambda shown: status.update(visible(shown)), text)
        _lines.append(line)
        try:
            yield line.say
        finally:
            _lines.remove(line)


class _Line:
    """What a spinner says: what is done, and behind it how far the model is."""

    def __init__(self, show: Callable[[str], object], text: str) -> None:
        self._show, self._text = show, text

    def say(self, text: str) -> None:
        self._text = text
        self._show(text)

    def hear(self, progress: ModelProgress) -> None:
        self._show(f"{self._text}: {progress_text(progress)}")


_lines: list[_Line] = []
"""The spinners that turn, one at most in practice."""


def hear(progress: ModelProgress) -> None:
    """Show how far a model is, where a spinner turns."""
    for line in _lines[-1:]:
        line.hear(progress)


def progress_text(progress: ModelProgress) -> str:
    """Tokens and seconds of one question, for a person."""
    seconds = f"{progress.seconds:.0f} s"
    if progress.phase == "starting":
        return progress.note
    if progress.phase == "writing":
        return f"the {progress.role} has written {progress.done} tokens, {seconds}"
    read = f"{progress.done} of {progress.of} tokens, " if progress.of else ""
    return f"the {progress.role} reads, {read}{seconds}"


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
