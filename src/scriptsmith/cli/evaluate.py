"""`scriptsmith catalogue evaluate`: what the catalogue serves for actions whose answers are known."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ..core.offers import MOST
from ..core.plain_data import ShapeError, plain, shaped
from ..errors import BadInput
from ..input_limits import usable
from ..retrieval.evaluation import LabelledAction, Report, answered, report
from ..wiring import REPORT_SET, App
from .input_files import open_source, source_name
from .inputs import BadLine, read_jsonl
from .output import print_json, progress, table
from .session import json_option, with_app
from .visible import visible


@click.command("evaluate")
@click.argument("file", required=False)
@click.option("--wrong", "show_wrong", is_flag=True, help="Name every action that was served wrongly.")
@json_option
def evaluate(file: str | None, show_wrong: bool, as_json: bool) -> int:
    """Measure retrieval on actions with known answers: precision, coverage, calibration, confusions.

    FILE has JSON lines: {"action", "entry": ID or null, "kind", "near", "parameters"}, of which only the action is
    needed; the shipped set of actions when there is none. Nothing is run and no model is asked.
    """

    async def work(app: App) -> int:
        asked = _read(file or str(REPORT_SET))
        entries = {entry.id: entry for entry in await app.catalogue.entries()}
        if unknown := sorted({it.entry for it in asked if it.entry} - set(entries)):
            raise BadInput(f"an action names {unknown[0]!r} as the entry that answers it, and there is no such entry")
        answers = []
        with progress(f"asking for {len(asked)} actions"):
            for it in asked:
                answers.append(await answered(it, app.catalogue, app.policy, entries))
        found = report(answers, entries)
        if as_json:
            print_json({"reuse_precision": app.settings.policy.reuse_precision, **plain(found)})
        else:
            click.echo("\n".join(_page(found, app.settings.policy.reuse_precision, show_wrong=show_wrong)))
        return 0

    return with_app(work)


def _read(path: str) -> Sequence[LabelledAction]:
    found, name = [], source_name(path)
    with open_source(path) as stream:
        for number, line in read_jsonl(stream, {"action": str}):
            if isinstance(line, BadLine):
                raise BadInput(f"{name}: {line.error}")
            try:
                usable(line["action"])
                found.append(shaped(LabelledAction, line))
            except (ShapeError, BadInput) as error:
                raise BadInput(f"{name}: line {number}: {error}") from None
    if not found:
        raise BadInput(f"{name} holds no action")
    return found


def _page(found: Report, target: float, *, show_wrong: bool) -> list[str]:
    def share(value: float | None) -> str:
        return "-" if value is None else f"{value:.1%}"

    rows: list[tuple[str, ...]] = [
        ("right entry first", share(found.first), f"of {found.answerable} actions that an entry answers"),
        ("served rightly", share(found.coverage), f"coverage at a precision target of {target:g}"),
        ("precision of what is served", share(found.precision), f"of {found.served} served"),
        ("with every value right", share(found.exact), "of what is served"),
        ("served or offered, every value", share(found.reached), f"of {found.answerable}, offers of at most {MOST}"),
        ("near misses served", share(found.near_served), "by the entry that they are near to"),
        ("foreign served", share(found.foreign_served), "of what is near to nothing"),
        ("wrong, and not harmless", str(found.grave), "served wrongly by an entry that changes something"),
        ("only a value lacking", str(found.lacking), "right entry first, asks for a value"),
        ("calibration error", "-" if found.error is None else f"{found.error:.3f}", "ECE over ten bins of equal size"),
    ]
    lines = [table(rows, ("WHAT", "FIGURE", "")), ""]
    kinds = [(kind, str(size), str(count)) for kind, (size, count) in found.kinds.items()]
    lines += [table(kinds, ("KIND", "ASKED", "SERVED")), ""]
    for title, groups in (("RISK", found.risks), ("AREA", found.areas)):
        counted = [(name, *map(str, counts)) for name, counts in groups.items()]
        lines += [table(counted, (title, "ASKED", "SERVED RIGHTLY", "OR OFFERED, EVERY VALUE")), ""]
    bins = [(f"{it.confidence:.2f}", f"{it.right:.2f}", str(it.size), _bar(it.right)) for it in found.bins]
    lines += [table(bins, ("CONFIDENCE", "RIGHT", "ANSWERS", "")), ""]
    if found.confused:
        confused = [(one, other, str(count)) for one, other, count in found.confused]
        lines += [table(confused, ("MEANT", "CAME FIRST", "TIMES")), ""]
    if show_wrong and found.wrong:
        wrong = [(visible(action), meant or "nothing", served) for action, meant, served in found.wrong]
        lines += [table(wrong, ("SERVED WRONGLY", "MEANT", "SERVED")), ""]
    return lines[:-1]


def _bar(share: float) -> str:
    return "█" * round(20 * share)
