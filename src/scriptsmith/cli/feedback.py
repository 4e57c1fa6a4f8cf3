"""`scriptsmith feedback`: what people decided, as data to learn from."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..wiring import App
from .output import in_a_folder, say
from .session import of_runs, with_app
from .visible import visible


@click.group("feedback")
def command() -> None:
    """Export what people decided, as data to learn from."""


@command.command("export")
@click.option(
    "--kind",
    type=click.Choice(["sft", "preference", "rating"]),
    required=True,
    help="sft: actions and the scripts approved for them. preference: pairs of a script that was rejected or edited "
    "and the one approved in its place. rating: findings and opinions, and whether they helped.",
)
@click.option(
    "-o", "--output", callback=in_a_folder, metavar="FILE", help="Write to FILE, which only you can read (- is stdout)."
)
def export(kind: str, output: str | None) -> int:
    """Write one JSON object on each line, the oldest run first. Secrets stay tokens, and nobody is named.

    A script that somebody labelled as wrong (0) is left out. How many lines there are is said on stderr.
    """

    async def work(app: App) -> int:
        from ..service.feedback import export

        lines: list[bytes] = []
        runs = giving = 0
        async for _, given in export(app.journal, kind, lambda said: say(f"warning: {said}")):  # type: ignore[arg-type]
            runs, giving = runs + 1, giving + bool(given)
            lines += given
        _write(lines, output)
        what = {"sft": "approved scripts", "preference": "pairs", "rating": "ratings"}[kind]
        say(f"{len(lines)} {what} of {giving} runs; {runs - giving} others have none")
        return 0

    return with_app(of_runs(work))


def _write(lines: list[bytes], output: str | None) -> None:
    if output and output != "-":
        from ..adapters.folder.files import writing_out

        with writing_out(output, 0o600) as file:
            file.writelines(line + b"\n" for line in lines)
        return
    for line in lines:
        text: Any = visible(line.decode()) if sys.stdout.isatty() else line
        click.echo(text)
