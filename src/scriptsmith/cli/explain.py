"""`scriptsmith explain`: what a script would touch, in plain words."""

from __future__ import annotations

import click

from ..core.types import Severity
from ..wiring import App
from .output import print_json, progress
from .session import json_option, model_flags, model_options, with_app


@click.command("explain")
@click.argument("what", metavar="FILE|RUN|ENTRY")
@json_option
@model_options
def command(what: str, as_json: bool, generator: str | None, assessor: str | None, refiner: str | None) -> int:
    """Say what a script would touch and how bad that could be: from its text alone, nothing is run.

    Takes a file (- for stdin), a run, or an entry of the catalogue. Where an assessor is configured, it also says what
    the script does.
    """

    async def work(app: App) -> int:
        from ..danger.analyse import blast_radius
        from ..redaction import masked
        from .check_formats import hidden_danger, risk
        from .script_argument import script_named
        from .visible import visible

        script = await script_named(app, what)
        with progress("reading the script"):
            danger = await app.language(script.target).weigh(script)
            described = ""
            describe = app.kit(script.target).describe
            if describe:
                described, _ = await describe(script)
        danger = hidden_danger(danger, script.text)
        told, described = masked((what, described), script.text)
        if as_json:
            print_json({"what": told, "digest": script.digest, "functionality": described or None, **risk(danger)})
            return 0
        click.echo(visible(blast_radius(danger)))
        for finding in danger.findings:
            if finding.severity is not Severity.INFO:
                click.echo(visible(f"  line {finding.line}: {finding.message} [{finding.code}]"))
        if described:
            click.echo(visible(f"\nWhat it does, according to the assessor:\n{described}"))
        return 0

    return with_app(work, **model_flags(generator, assessor, refiner))
