"""`scriptsmith review`: a person decides."""

from __future__ import annotations

import getpass
from typing import Any

import click

from ..core.comparison import agreement_line
from ..core.flow import state
from ..core.lookalikes import on_the_server
from ..core.opinion_lines import opinion_line, tells_of_agreement, together_line
from ..core.rehearsal import played
from ..core.run import Run, fold
from ..core.types import Script
from ..errors import BadInput, NotFound, StorageError
from ..wiring import App
from .output import print_json, progress, say
from .runs import print_runs
from .session import json_option, of_runs, with_app
from .visible import visible


@click.group("review")
def command() -> None:
    """Approve, edit or reject what was forged."""


def _decision_options(function: Any) -> Any:
    function = click.option("--reviewer", help="Who decides; the login name if not given.")(function)
    function = click.option("--comment", default="", help="Why, for the record.")(function)
    return click.option("--digest", default="", help="Decide only if the script still has this digest.")(function)


@command.command("list")
@click.option("--all", "everything", is_flag=True, help="Also what was served from the catalogue or decided.")
@json_option
def list_(everything: bool, as_json: bool) -> int:
    """List the runs that wait for a person."""

    async def work(app: App) -> int:
        rows = []
        for run_id in await app.journal.runs():
            run = fold(await app.journal.read(run_id))
            if everything or state(run) == "waiting":
                rows.append((run_id, run))
        print_runs(rows, as_json)
        return 0

    return with_app(of_runs(work))


@command.command("show")
@click.argument("run_id", metavar="RUN")
@json_option
def show(run_id: str, as_json: bool) -> int:
    """Show everything that a decision needs: script, findings, description, opinions, digest."""

    async def work(app: App) -> int:
        from .check_formats import summary
        from .run_report import danger_of, run_document, settled_attempt

        run = await app.run_service().show(run_id)
        document = run_document(run_id, run)
        if as_json:
            print_json(document)
            return 0
        click.echo(f"run {run_id}  {document['state']}, {document['outcome']}")
        click.echo(f"action: {visible(document['action'])}")
        for finding in document["findings"]:
            text = f"line {finding['line']}: {finding['severity']}: {finding['message']} [{finding['code']}]"
            click.echo(visible(f"finding: {text}"))
        if document["caution"]:
            click.echo(f"written by: {document['caution']}")
        if danger := danger_of(run):
            reaction = {"allow": "allows", "ask": "asks a person about", "block": "blocks"}
            click.echo(f"risk: {summary(danger)}")
            click.echo(f"policy: {reaction[app.policy.risks.reaction(danger.risk)]} what is {danger.risk}")
        if assessment := document["assessment"]:
            click.echo(visible(f"what it does: {assessment['functionality']}"))
        attempt = settled_attempt(run)
        judged = attempt.assessment if attempt else None
        if judged:
            for each in judged.opinions:
                click.echo(visible(opinion_line(each)))
            if together := together_line(judged):
                click.echo(together)
        if attempt and attempt.compared and not tells_of_agreement(judged):
            click.echo(visible(f"drafts: {agreement_line(attempt.compared)}"))
        if rehearsal := document["rehearsal"]:
            opinion = rehearsal["opinion"] or {"verdict": "nothing", "reason": rehearsal["problem"]}
            click.echo(visible(f"rehearsal says {opinion['verdict']}: {opinion['reason']}"))
            for line in played(attempt.rehearsal, run.scenario) if attempt and attempt.rehearsal else ():
                click.echo(visible(f"    {line}"))
            for change in rehearsal["changes"][:20]:
                click.echo(visible(f"    {change['kind']} {change['path']}"))
        if explanation := document["explanation"]:
            click.echo(visible(f"explanation: {explanation['text'] or 'nothing is wrong'}"))
        click.echo(f"digest: {document['digest']}\n")
        click.echo(visible(document["script"] or ""), nl=False)
        return 0

    return with_app(of_runs(work))


@command.command("approve")
@click.argument("run_id", metavar="RUN")
@_decision_options
@json_option
def approve(run_id: str, reviewer: str | None, comment: str, digest: str, as_json: bool) -> int:
    """Approve the script of RUN and publish it, with its evidence, in the catalogue."""
    return _decide(run_id, "approve", as_json, reviewer=reviewer, comment=comment, digest=digest)


@command.command("reject")
@click.argument("run_id", metavar="RUN")
@click.option("--final", is_flag=True, help="End the run, even when there is a comment.")
@_decision_options
@json_option
def reject(run_id: str, reviewer: str | None, comment: str, digest: str, final: bool, as_json: bool) -> int:
    """Reject the script of RUN; a comment drives another draft where a model is configured."""
    return _decide(run_id, "reject", as_json, reviewer=reviewer, comment=comment, digest=digest, final=final)


@command.command("edit")
@click.argument("run_id", metavar="RUN")
@click.option("--file", "path", metavar="FILE", help="Take the edited script from FILE (- is stdin), not from $EDITOR.")
@_decision_options
@json_option
def edit(run_id: str, path: str | None, reviewer: str | None, comment: str, digest: str, as_json: bool) -> int:
    """Replace the script of RUN by your own; it is checked and assessed again, and then waits for approval."""
    if path is not None:
        from .inputs import read_source

        text = read_source(path)
    else:
        text = _edited(run_id)
    return _decide(run_id, "edit", as_json, reviewer=reviewer, comment=comment, digest=digest, script=Script(text=text))


def _edited(run_id: str) -> str:
    async def current(app: App) -> str:
        run = await app.run_service().show(run_id)
        if run.settled is None or run.settled.script is None:
            raise NotFound(f"run {run_id} has no script to edit")
        return run.settled.script.text

    text = with_app(current)
    try:
        changed = click.edit(text, extension=".sh")
    except click.ClickException as error:
        raise StorageError(f"the editor did not work: {error.message}") from None
    if changed is None or changed == text:
        raise BadInput("nothing was changed, so nothing is recorded")
    return changed


def _decide(run_id: str, decision: str, as_json: bool, *, reviewer: str | None, **more: Any) -> int:
    async def work(app: App) -> int:
        with progress(decision) as show_progress:
            run_service = app.run_service(lambda _, seq, event: show_progress(f"{seq} {event.kind}"))
            user = on_the_server(getpass.getuser()) if app.database else getpass.getuser()
            run = await run_service.review(run_id, decision, reviewer=reviewer or user, **more)
        from .run_report import run_document, tell

        if as_json:
            entry = run.published
            print_json(run_document(run_id, run) | {"published": f"{entry.id}@{entry.version}" if entry else None})
        elif decision == "approve":
            say(_approved(run))
        elif run.review and run.review.decision == "reject" and run.settled:
            say(f"run {run_id} is rejected and over")
        else:
            tell(run_id, run, has_model=bool(app.models))
        return 0

    return with_app(of_runs(work))


def _approved(run: Run) -> str:
    if run.published:
        return f"published as {run.published.id}@{run.published.version}: the next such action is served from there"
    return "approved; it came from the catalogue, so nothing new is published"
