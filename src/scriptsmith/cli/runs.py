"""`scriptsmith runs`: the logs of what was asked and done."""

from __future__ import annotations

import time

import click

from ..codec import dump_event
from ..core.comparison import comparison_line
from ..core.events import Event
from ..core.findings import told_in
from ..core.flow import state
from ..core.plain_data import plain
from ..core.run import Run, fold
from ..wiring import App
from .forge import _answer
from .output import in_a_folder, print_json, progress, say, table
from .session import json_option, model_flags, model_options, of_runs, with_app
from .visible import visible


@click.group("runs")
def command() -> None:
    """List, show and resume runs."""


@command.command("list")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many, newest first.")
@json_option
def list_(limit: int, as_json: bool) -> int:
    """List runs, newest first."""

    async def work(app: App) -> int:
        rows = []
        for run_id in (await app.journal.runs())[:limit]:
            rows.append((run_id, fold(await app.journal.read(run_id))))
        print_runs(rows, as_json)
        return 0

    return with_app(of_runs(work))


def print_runs(rows: list[tuple[str, Run]], as_json: bool) -> None:
    """Runs as a table, or as one JSON document."""
    if as_json:
        runs = [
            {
                "run": run_id,
                "state": state(run),
                "outcome": run.settled.outcome if run.settled else None,
                "action": run.action.text,
            }
            for run_id, run in rows
        ]
        print_json({"runs": runs})
        return
    cells = [
        (run_id, state(run), run.settled.outcome if run.settled else "-", " ".join(run.action.text.split())[:80])
        for run_id, run in rows
    ]
    click.echo(table(cells, ("RUN", "STATE", "OUTCOME", "ACTION")))


@command.command("show")
@click.argument("run_id", metavar="RUN")
@click.option("--reasoning", is_flag=True, help="Show the reasoning of every draft.")
@click.option("--follow", is_flag=True, help="Print events as JSON lines, until the run waits or is over.")
@json_option
def show(run_id: str, reasoning: bool, follow: bool, as_json: bool) -> int:
    """Show what happened in RUN, event by event, with models, tokens, cost and time."""

    async def work(app: App) -> int:
        if follow:
            return await _follow(app, run_id)
        events = list(await app.journal.read(run_id))
        run = fold(events)
        if as_json:
            from .run_report import run_document

            print_json(run_document(run_id, run) | {"events": plain(events)})
            return 0
        click.echo(f"run {run_id}  {state(run)}")
        click.echo(f"action: {_line(run.action.text)}")
        for number, event in enumerate(events, start=1):
            click.echo(f"{number:3}  {event.kind:10} {_line(summary(event))}")
            if reasoning and event.kind == "drafted" and event.reasoning:
                click.echo("\n".join(f"        | {_line(line)}" for line in event.reasoning.splitlines()))
        click.echo(_costs(events))
        if run.settled and run.settled.script:
            click.echo("")
            click.echo(visible(run.settled.script.text), nl=False)
        return 0

    return with_app(of_runs(work))


@command.command("resume")
@click.argument("run_id", metavar="RUN")
@click.option("-o", "--output", callback=in_a_folder, metavar="FILE", help="Write the script to FILE.")
@json_option
@model_options
def resume(
    run_id: str, output: str | None, as_json: bool, generator: str | None, assessor: str | None, refiner: str | None
) -> int:
    """Continue RUN where its log ends: after a crash, or after configuring a model."""

    async def work(app: App) -> int:
        with progress("resuming") as say_progress:
            run = await app.run_service(lambda _, seq, event: say_progress(f"{seq} {event.kind}")).resume(run_id)
        return await _answer(app, run_id, run, as_json=as_json, follow=False, output=output, reasoning=False)

    return with_app(work, **model_flags(generator, assessor, refiner))


async def _follow(app: App, run_id: str) -> int:
    import asyncio

    shown, waited = 0, time.monotonic()
    while True:
        events = list(await app.journal.read(run_id))
        for event in events[shown:]:
            click.echo(dump_event(event))
            waited = time.monotonic()
        shown = len(events)
        if state(fold(events)) != "working":
            return 0
        if time.monotonic() - waited > 600:
            say(f"nothing happened for ten minutes: scriptsmith runs resume {run_id}")
            return 4
        await asyncio.sleep(0.2)


def summary(event: Event) -> str:
    """One event in a few words."""
    match event.kind:
        case "asked":
            return event.at
        case "retrieved":
            return ", ".join(f"{m.entry.id} {m.confidence:.2f}" for m in event.matches) or "nothing near"
        case "drafted":
            size = f"{len(event.script.text.splitlines())} lines" if event.script else event.findings[0].message
            return f"by the {event.by}: {size}{_asked(event)}"
        case "checked":
            return f"{len(told_in(event.findings, event.danger))} findings{_asked(event)}"
        case "compared":
            return comparison_line(event.drafts)
        case "assessed":
            said = ", ".join(f"{o.assessor} {o.verdict.value}" for o in event.assessment.opinions)
            return f"{event.assessment.verdict.value} ({said}){_asked(event)}"
        case "rehearsed":
            opinion = event.rehearsal.opinion
            said = f"{opinion.verdict.value}: {opinion.reason}" if opinion else f"no opinion: {event.rehearsal.problem}"
            return said + _asked(event)
        case "explained":
            return (event.explanation.text if event.explanation.wrong else "nothing is wrong") + _asked(event)
        case "settled":
            return f"{event.outcome} {event.entry}".strip()
        case "endorsed":
            return f"approved by {event.by}, until {event.until}"
        case "labelled":
            told = {"label": event.label, "usefulness": event.useful}
            return f"by {event.by}: " + ", ".join(f"{name} {said}" for name, said in told.items() if said is not None)
        case "commented":
            return f"by {event.by}: {event.text}"
        case "rated":
            return f"by {event.by}: {event.about} {'helped' if event.useful else 'did not help'}"
        case "assigned":
            return f"by {event.by} to {event.to or 'nobody'}"
        case "cancelled":
            return f"by {event.by}"
        case "reviewed":
            review = event.review
            return f"{review.decision} by {review.reviewer}" + (f": {review.comment}" if review.comment else "")
        case "published":
            return f"{event.entry.id}@{event.entry.version}" + (f" by {event.by}" if event.by else "")


def _asked(event: Event) -> str:
    calls = getattr(event, "calls", ())
    models = sorted({call.model for call in calls})
    return f"  [{', '.join(models)}, {sum(call.seconds for call in calls):.1f} s]" if calls else ""


def _costs(events: list[Event]) -> str:
    from .run_report import calls

    made = calls(events)
    priced = [call.cost for call in made if call.cost is not None]
    cost = f"{sum(priced):.4f} US dollars" if len(priced) == len(made) else "cost unknown: no price is set"
    tokens = f"{sum(c.input_tokens for c in made)} tokens read, {sum(c.output_tokens for c in made)} written"
    return f"{len(made)} model calls" + (f", {tokens}, {cost}" if made else "")


def _line(text: str) -> str:
    return " ".join(visible(text).split())
