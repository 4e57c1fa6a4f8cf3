"""`scriptsmith bench feh`: functional equivalence heuristics, measured, or judging pairs of commands."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from ..errors import BadInput, UsageError
from ..wiring import App
from .output import bar, print_json, say, table
from .session import json_option, with_app
from .visible import visible

if TYPE_CHECKING:
    from ..bench.heuristics import HeuristicTools
    from ..bench.heuristics.agreement_table import HeuristicCounts, Pairs, Share
    from ..bench.model import Heuristic
    from ..core.fixtures import Planted


@click.command("feh")
@click.option("--data", metavar="PATH", help="InterCode-ALFA: a folder with tasks as *.jsonl and fixture_fs_N.json.")
@click.option("--heuristic", "names", multiple=True, metavar="NAME", help="One of the heuristics; may be repeated.")
@click.option("--all-rows", is_flag=True, help="Also judge rows that cannot run here as they should.")
@click.option("--wrong", "show_wrong", is_flag=True, help="Name every pair that was judged wrongly or not at all.")
@click.option("--jsonl", is_flag=True, help="Judge pairs from stdin, one JSON object a line.")
@json_option
def feh(data: str | None, names: tuple[str, ...], all_rows: bool, show_wrong: bool, jsonl: bool, as_json: bool) -> int:
    """Measure heuristics that say whether two commands do the same, on pairs with known answers (NL2SH, section 4.1).

    Equivalent are the two references of a task, not equivalent the reference of another one. Without --heuristic:
    all that ask no model, and those that ask one where one is configured. Commands only run in sealed boxes.

    \b
    --jsonl reads {"id", "action", "first", "second", "fixture": PATH of a declared tree, "workdir": "/"} and answers
    {"id", "equivalent": true, false or null, "score"} with the one --heuristic given, in order, line by line.

    Exit code 0, 7: no box can be opened or no model reached, 8: no such heuristic.
    With --jsonl the largest exit of the lines with an error.
    """
    if jsonl:
        if len(names) != 1 or data or as_json or all_rows or show_wrong:
            raise UsageError("--jsonl takes exactly one --heuristic and none of the other options")
        return with_app(lambda app: _judge_lines(app, names[0]))
    return with_app(lambda app: _measure(app, data, names, all_rows=all_rows, wrong=show_wrong, as_json=as_json))


async def _measure(
    app: App, data: str | None, names: Sequence[str], *, all_rows: bool, wrong: bool, as_json: bool
) -> int:
    from ..bench.heuristics import HEURISTICS, PUBLISHED, WITHOUT_MODEL, heuristics
    from ..bench.heuristics.agreement_table import pairs_of
    from ..bench.heuristics.agreement_table import table as measured
    from ..bench.importers import alfa

    chosen = names or (HEURISTICS if "assessor" in app.models else WITHOUT_MODEL)
    made = heuristics(chosen, _tools(app))
    if data is None:
        raise BadInput(f"--data is missing: {alfa.FETCH}, and give the folder")
    pairs = pairs_of(alfa.load(data), all_rows=all_rows)
    with bar("judging pairs") as told:
        lines = await measured(pairs, made, told)
    if as_json:
        print_json(
            {
                "pairs": {"equivalent": len(pairs.known) // 2, "not_equivalent": len(pairs.known) // 2},
                "skipped": [{"case": key, "reason": why} for key, why in pairs.skipped],
                "heuristics": [_document(line, PUBLISHED.get(line.name)) for line in lines],
            }
        )
        return 0
    rows = [_row(line, PUBLISHED.get(line.name)) for line in lines]
    click.echo(table(rows, ("HEURISTIC", "PRECISION", "RECALL", "ACCURACY", "F1", "NOT JUDGED", "PUBLISHED P/R/A")))
    if wrong:
        click.echo("\n" + table(_wrong(lines), ("HEURISTIC", "PAIR", "JUDGED", "WHY")))
    _say_pairs(pairs)
    return 0


async def _judge_lines(app: App, name: str) -> int:
    from ..bench.heuristics import heuristics
    from ..bench.model import Pair
    from .inputs import answer_jsonl

    heuristic: Heuristic = heuristics([name], _tools(app))[name]

    async def handle(line: Mapping[str, Any]) -> dict[str, Any]:
        pair = Pair(
            id=str(line.get("id")),
            action=line["action"],
            first=_command(line["first"], "first"),
            second=_command(line["second"], "second"),
            fixture=_tree(line["fixture"]) if line.get("fixture") else (),
            workdir=_place(line.get("workdir", "/")),
        )
        judgement = await heuristic(pair)
        return {"equivalent": judgement.equivalent, "score": round(judgement.score, 6)}

    required, optional = {"action": str, "first": str, "second": str}, {"fixture": str, "workdir": str}
    return await answer_jsonl(sys.stdin.buffer, sys.stdout, required, handle, optional=optional)


def _tools(app: App) -> HeuristicTools:
    from ..bench.command_observer import Observer
    from ..bench.heuristics import HeuristicTools, no_model

    @cache
    def observer() -> Observer:
        return Observer(app.sandbox())

    return HeuristicTools(
        observer=observer, embedder=app.embedder, model=lambda: app.models.get("assessor") or no_model()
    )


def _command(text: str, what: str) -> str:
    if "\0" in text:
        raise BadInput(f'"{what}" has a NUL character, which no command can have')
    return text


def _place(workdir: str) -> str:
    from ..adapters.boxes import absolute

    try:
        return workdir if workdir == "/" else absolute(workdir)
    except BadInput as error:
        raise BadInput(f'"workdir": {error}') from None


@cache
def _tree(path: str) -> tuple[Planted, ...]:
    """The declared tree in the file `path`."""
    import json

    from ..core.fixtures import BadFixture, read_fixture
    from .input_files import read_source_bytes
    from .inputs import LARGEST

    try:
        return read_fixture(json.loads(read_source_bytes(path, LARGEST)))
    except BadFixture as error:
        raise BadInput(f"{path}: {error}") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{path} is not JSON") from None


def _document(line: HeuristicCounts, published: tuple[float, float, float] | None) -> dict[str, Any]:
    figures = {"precision": line.precision, "recall": line.recall, "accuracy": line.accuracy, "f1": line.f1}
    return {
        "heuristic": line.name,
        **{name: {"value": it.value, "low": it.low, "high": it.high} for name, it in figures.items()},
        "true_positives": line.true_positives,
        "false_positives": line.false_positives,
        "true_negatives": line.true_negatives,
        "false_negatives": line.false_negatives,
        "unjudged": [{"pair": pair, "why": why} for pair, why in line.unjudged],
        "wrong": [{"pair": pair, "said": said, "why": why} for pair, said, why in line.wrong],
        "published": dict(zip(("precision", "recall", "accuracy"), published, strict=True)) if published else None,
    }


def _row(line: HeuristicCounts, published: tuple[float, float, float] | None) -> tuple[str, ...]:
    figures = [_shown(it) for it in (line.precision, line.recall, line.accuracy, line.f1)]
    beside = " / ".join(f"{figure:.2f}" for figure in published) if published else "-"
    return line.name, *figures, str(len(line.unjudged) or "-"), beside


def _shown(share: Share) -> str:
    return "-" if share.value is None else f"{share.value:.2f} [{share.low:.2f} {share.high:.2f}]"


def _wrong(lines: Sequence[HeuristicCounts]) -> list[tuple[str, ...]]:
    rows = list[tuple[str, ...]]()
    for line in lines:
        rows += [(line.name, pair, "equivalent" if said else "not", why) for pair, said, why in line.wrong]
        rows += [(line.name, pair, "-", why) for pair, why in line.unjudged]
    return [tuple(visible(cell).replace("\n", " ") for cell in row) for row in rows]


def _say_pairs(pairs: Pairs) -> None:
    half = len(pairs.known) // 2
    say(f"{half} equivalent and {half} other pairs; intervals are of 95 %; {len(pairs.skipped)} rows are skipped")
    for key, why in pairs.skipped:
        say(f"skipped {key}: {why}")
