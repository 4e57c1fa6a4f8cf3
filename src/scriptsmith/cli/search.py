"""`scriptsmith search`: what the catalogue has for an action."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from ..core.events import Run
from ..core.flow import reusable
from ..core.types import Action, Match
from ..errors import NotFound
from ..redaction import mask
from ..wiring import App
from .forge import _action_text, _usable
from .output import print_json, table
from .session import json_option, with_app


@click.command("search")
@click.argument("action", required=False)
@click.option("--limit", type=click.IntRange(1, 100), default=5, show_default=True, help="How many entries to show.")
@click.option("--jsonl", is_flag=True, help='Read {"id", "action"} lines from stdin, answer one line each.')
@json_option
def command(action: str | None, limit: int, jsonl: bool, as_json: bool) -> int:
    """Find catalogue entries for ACTION, with what speaks against serving each.

    `served` is the entry that `forge` would serve as it is. Exit code 0 when there is one, else 8.
    With --jsonl: 0 when every line was answered, else the largest exit of the lines with an error.
    """

    async def work(app: App) -> int:
        if jsonl:
            return await _many(app, limit)
        asked = Action(text=_action_text(action))
        matches = tuple(await app.catalogue.nearest(asked, limit=limit))
        served = _served(app, asked, matches)
        if as_json:
            print_json({"action": mask(asked.text), **_answer(matches, served)})
        else:
            click.echo(table([_row(m, m is served) for m in matches], ("ENTRY", "CONFIDENCE", "TITLE")))
        return _exit(served)

    return with_app(work)


async def _many(app: App, limit: int) -> int:
    from .inputs import answer_jsonl

    async def handle(line: Mapping[str, Any]) -> dict[str, Any]:
        asked = Action(text=_usable(line["action"]))
        matches = tuple(await app.catalogue.nearest(asked, limit=limit))
        return _answer(matches, _served(app, asked, matches))

    return await answer_jsonl(sys.stdin.buffer, sys.stdout, {"action": str}, handle)


def _served(app: App, action: Action, matches: tuple[Match, ...]) -> Match | None:
    return reusable(Run(action=action, matches=matches), app.policy)


def _answer(matches: tuple[Match, ...], served: Match | None) -> dict[str, Any]:
    from .report import match_document

    return {"exit": _exit(served), **match_document(matches, served is not None)}


def _exit(served: Match | None) -> int:
    return 0 if served else NotFound.exit_code


def _row(match: Match, served: bool) -> tuple[str, ...]:
    notes = [*match.objections, *(f"no value for {name}" for name in match.missing)]
    values = " ".join(f"{name}={value}" for name, value in match.parameters.items())
    about = f"[{values}]" if served and values else f"({notes[0]})" if notes else ""
    return (
        match.entry.id + (" *" if served else ""),
        f"{match.confidence:.2f}",
        f"{match.entry.title} {about}".strip(),
    )
