"""`scriptsmith refine`: correct a script until it does what an action asks."""

from __future__ import annotations

import click

from ..ansible.recognise import recognised
from ..core.types import Action, Script
from ..errors import NeedsPerson
from ..wiring import App
from .forge import _answer
from .inputs import read_source
from .one_argument import one_script
from .output import in_a_folder, progress
from .session import json_option, model_flags, model_options, with_app


@click.command("refine")
@click.argument("files", nargs=-1, required=True, metavar="FILE")
@click.option("--action", required=True, metavar="TEXT", help="What the script should do.")
@click.option("--comment", default="", metavar="TEXT", help="What has to change; without it the assessors say.")
@click.option("--reasoning", is_flag=True, help="Show the model's reasoning on stderr.")
@click.option("-o", "--output", callback=in_a_folder, metavar="FILE", help="Write the script to FILE.")
@json_option
@model_options
def command(
    files: tuple[str, ...],
    action: str,
    comment: str,
    reasoning: bool,
    output: str | None,
    as_json: bool,
    generator: str | None,
    assessor: str | None,
    refiner: str | None,
) -> int:
    """Check and assess FILE (or - for stdin), and correct it while something is wrong and the budget lasts.

    A script that is right already comes back unchanged, and a worse draft never replaces a better one.
    """
    file = one_script("refine", files, action) or "-"
    text = read_source(file)
    script = Script(text=text, target=recognised(text, file))

    async def work(app: App) -> int:
        if not app.models:
            raise NeedsPerson("refining needs a model: set models.generator.model, or see `scriptsmith doctor`")
        with progress("checking and assessing") as show:
            run_service = app.run_service(lambda run, seq, event: show(f"{event.kind}  (run {run})"))
            run_id, run = await run_service.refine(Action(text=action, target=script.target), script, comment)
        return await _answer(app, run_id, run, as_json=as_json, follow=False, output=output, reasoning=reasoning)

    return with_app(work, **model_flags(generator, assessor, refiner))
