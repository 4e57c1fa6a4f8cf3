"""`scriptsmith assess`: does this script do what the action asks?"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from ..core.effects import DOUBTS
from ..core.opinion_lines import opinion_line, together_line
from ..core.plain_data import plain
from ..core.types import Action, Assessment, Finding, Script, Verdict
from ..errors import UsageError
from ..input_limits import usable
from ..redaction import mask
from ..wiring import App
from .one_argument import one_script
from .output import print_json, progress, say
from .session import json_option, model_flags, model_options, with_app

EXIT = {Verdict.YES: 0, Verdict.NO: 3, Verdict.UNSURE: 4}


@click.command("assess")
@click.argument("files", nargs=-1, metavar="[FILE]")
@click.option("--action", metavar="TEXT", help="What the script should do.")
@click.option("--jsonl", is_flag=True, help='Read {"id", "action", "script"} lines from stdin, answer one line each.')
@json_option
@model_options
def command(
    files: tuple[str, ...],
    action: str | None,
    jsonl: bool,
    as_json: bool,
    generator: str | None,
    assessor: str | None,
    refiner: str | None,
) -> int:
    """Assess FILE (or - for stdin) against an action the CodeSift way, without running it.

    Where no assessor model is configured, a judge without a model gives its opinion, named `static`.

    Exit code 0: yes, 3: no, 4: unsure, or a yes of `static` alone: then a person decides, 7: a model or a checker
    does not work, or cannot cope with this script.
    With --jsonl: 0 when every line was answered, else the largest exit of the lines with an error.
    """
    flags = model_flags(generator, assessor, refiner)
    if jsonl:
        return with_app(_many, **flags)
    file = one_script("assess", files, action)
    if not file or not action:
        raise UsageError('give a script and an action: scriptsmith assess FILE --action "…"')
    from ..ansible.recognise import recognised
    from .inputs import read_source

    text = read_source(file)
    script = Script(text=text, target=recognised(text, file))
    asked = Action(text=usable(action), target=script.target)

    async def work(app: App) -> int:
        with progress("checking, describing and comparing"):
            assessment, findings = await _assess(app, asked, script)
        if as_json:
            print_json({"file": file, "action": mask(action), **_document(assessment, findings)})
        else:
            if assessment.functionality:
                say(f"what it does: {assessment.functionality}")
            for opinion in assessment.opinions:
                say(opinion_line(opinion))
            if together := together_line(assessment):
                say(together)
            elif any(opinion.assessor == "static" for opinion in assessment.opinions):
                say("no model has read it: the opinion of `static` is for a person, who decides")
            click.echo(assessment.verdict.value)
        return ending(assessment)

    return with_app(work, **flags)


async def _many(app: App) -> int:
    from ..ansible.recognise import recognised
    from ..input_limits import fit_source
    from .inputs import answer_jsonl

    async def handle(line: Mapping[str, Any]) -> dict[str, Any]:
        action, script = usable(line["action"]), fit_source(line["script"], "the script")
        target = recognised(script)
        return _document(*await _assess(app, Action(text=action, target=target), Script(text=script, target=target)))

    return await answer_jsonl(sys.stdin.buffer, sys.stdout, {"action": str, "script": str}, handle)


async def _assess(app: App, action: Action, script: Script) -> tuple[Assessment, tuple[Finding, ...]]:
    from ..inspecting import assessed

    return await assessed(app.assessing(script.target), action, script)


def ending(assessment: Assessment) -> int:
    """The exit code of an assessment: a yes that no model gave is not relied on unseen."""
    alone = all(opinion.assessor in ("static", *DOUBTS) for opinion in assessment.opinions)
    return EXIT[Verdict.UNSURE if alone and assessment.verdict is Verdict.YES else assessment.verdict]


def _document(assessment: Assessment, findings: tuple[Finding, ...]) -> dict[str, Any]:
    return {
        "verdict": assessment.verdict.value,
        "exit": ending(assessment),
        "confidence": assessment.confidence,
        "opinions": plain(assessment.opinions),
        "functionality": assessment.functionality,
        "findings": plain(findings),
    }
