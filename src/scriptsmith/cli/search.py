"""`scriptsmith search`: what the catalogue has for an action."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, get_args

import click

from ..core.types import Action, Match, Target
from ..documents import hidden, served_as_it_is
from ..errors import NotFound, UsageError
from ..input_limits import usable
from ..redaction import mask
from ..wiring import App
from .forge import _action_text, one_action
from .output import print_json, table
from .session import json_option, with_app
from .visible import visible

_SHOWN = ("words", "phrase", "ahead", "meaning", "lead", "verdict")
"""The features that are shown, see `retrieval.search`; the verdict is that of the verifier, as log odds."""


@click.command("search")
@click.argument("action", nargs=-1, metavar="[ACTION]", callback=one_action)
@click.option(
    "--target", type=click.Choice(get_args(Target)), default="bash", show_default=True, help="What entries are for."
)
@click.option("--limit", type=click.IntRange(1, 100), default=5, show_default=True, help="How many entries to show.")
@click.option("--explain", is_flag=True, help="Show what each confidence was made of, and all that speaks against it.")
@click.option("--jsonl", is_flag=True, help='Read {"id", "action"} lines from stdin, answer one line each.')
@json_option
def command(action: str | None, target: Target, limit: int, explain: bool, jsonl: bool, as_json: bool) -> int:
    """Find catalogue entries for ACTION, with what speaks against serving each.

    `served` is the entry that `forge` would serve as it is. Exit code 0 when there is one, else 8.
    With --jsonl: 0 when every line was answered, else the largest exit of the lines with an error.
    """

    if jsonl and action is not None:
        raise UsageError("--jsonl reads its actions from stdin: leave ACTION out")

    async def work(app: App) -> int:
        if jsonl:
            return await _many(app, target, limit, explain)
        asked = Action(text=_action_text(action), target=target)
        matches = await _nearest(app, asked, limit)
        served = _served(app, asked, matches)
        if as_json:
            print_json({"action": mask(asked.text), **_answer(matches, served, explain)})
        elif explain:
            click.echo(_explanation(matches, served, app.policy.reuse_above))
        else:
            click.echo(table([_row(m, m is served) for m in matches], ("ENTRY", "CONFIDENCE", "TITLE")))
        return _exit(served)

    return with_app(work)


async def _many(app: App, target: Target, limit: int, explain: bool) -> int:
    from .inputs import answer_jsonl

    async def handle(line: Mapping[str, Any]) -> dict[str, Any]:
        asked = Action(text=usable(line["action"]), target=target)
        matches = await _nearest(app, asked, limit)
        return _answer(matches, _served(app, asked, matches), explain)

    return await answer_jsonl(sys.stdin.buffer, sys.stdout, {"action": str}, handle)


async def _nearest(app: App, asked: Action, limit: int) -> tuple[Match, ...]:
    """The nearest entries, with stars for the secrets that were put into their values."""
    return tuple(hidden(await app.catalogue.nearest(asked, limit=limit), asked.text))


def _served(app: App, action: Action, matches: tuple[Match, ...]) -> Match | None:
    """The entry that `forge` would serve as it is."""
    return served_as_it_is(action, matches, app.policy, app.graded)


def _answer(matches: tuple[Match, ...], served: Match | None, explain: bool) -> dict[str, Any]:
    from .run_report import match_document

    answer = {"exit": _exit(served), **match_document(matches, served is not None)}
    if explain:
        answer["explained"] = [
            {
                "id": match.entry.id,
                "confidence": match.confidence,
                "parts": dict(match.parts),
                "objections": list(match.objections),
                "doubts": list(match.doubts),
                "missing": list(match.missing),
                "parameters": dict(match.parameters),
            }
            for match in matches
        ]
    return answer


def _explanation(matches: tuple[Match, ...], served: Match | None, least: float) -> str:
    """For each entry the signals behind its confidence, its values, and all that weighs or stands against it."""
    rows = [
        (
            match.entry.id + (" *" if match is served else ""),
            f"{match.confidence:.3f}",
            *(f"{match.parts[name]:.2f}" if name in match.parts else "-" for name in _SHOWN),
        )
        for match in matches
    ]
    lines = [table(rows, ("ENTRY", "CONFIDENCE", *(name.upper() for name in _SHOWN)))]
    for match in matches:
        notes = [
            *(f"objection: {it}" for it in match.objections),
            *(f"doubt: {it}" for it in match.doubts),
            *(f"no value for {name}" for name in match.missing),
        ]
        values = " ".join(f"{name}={value}" for name, value in match.parameters.items())
        notes += [f"values: {values}"] if values else []
        lines += ["", f"{match.entry.id}: {match.entry.title}", *(f"  {note}" for note in notes)]
    return visible("\n".join([*lines, "", f"served without objections from a confidence of {least:.3f}"]))


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
