"""`scriptsmith assess`: does this script do what the action asks?"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from ..core.shapes import plain
from ..core.types import Action, Assessment, Finding, Script, Verdict
from ..errors import NeedsPerson, ToolMissing, UsageError
from ..redaction import mask
from ..wiring import App
from .forge import usable
from .output import print_json, progress, say
from .session import json_option, model_flags, model_options, with_app

EXIT = {Verdict.YES: 0, Verdict.NO: 3, Verdict.UNSURE: 4}
GAVE_UP = ("SS0002", "SS0003", "SS0004")
"""The findings by which a checker says that it could not cope with a script: see `adapters.programs`."""


@click.command("assess")
@click.argument("file", required=False)
@click.option("--action", metavar="TEXT", help="What the script should do.")
@click.option("--jsonl", is_flag=True, help='Read {"id", "action", "script"} lines from stdin, answer one line each.')
@json_option
@model_options
def command(
    file: str | None,
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
    if not file or not action:
        raise UsageError('give a script and an action: scriptsmith assess FILE --action "…"')
    from .inputs import read_source

    asked, script = Action(text=usable(action)), Script(text=read_source(file))

    async def work(app: App) -> int:
        with progress("checking, describing and comparing"):
            assessment, findings = await _assess(app, asked, script)
        if as_json:
            print_json({"file": file, "action": mask(action), **_document(assessment, findings)})
        else:
            if assessment.functionality:
                say(f"what it does: {assessment.functionality}")
            for opinion in assessment.opinions:
                say(f"{opinion.assessor} says {opinion.verdict.value}: {opinion.reason}")
            if any(opinion.assessor == "static" for opinion in assessment.opinions):
                say("no model has read it: the opinion of `static` is for a person, who decides")
            click.echo(assessment.verdict.value)
        return ending(assessment)

    return with_app(work, **flags)


async def _many(app: App) -> int:
    from .inputs import answer_jsonl, fit_source

    async def handle(line: Mapping[str, Any]) -> dict[str, Any]:
        action, script = usable(line["action"]), fit_source(line["script"], "the script")
        return _document(*await _assess(app, Action(text=action), Script(text=script)))

    return await answer_jsonl(sys.stdin.buffer, sys.stdout, {"action": str, "script": str}, handle)


async def _assess(app: App, action: Action, script: Script) -> tuple[Assessment, tuple[Finding, ...]]:
    """Run the pipeline's own check and assess steps on a script that came from outside."""
    from ..core.events import Drafted, Run, apply
    from ..pipeline import assess, check
    from ..redaction import Redactor, redacted

    action, script = redacted((action, script), Redactor())
    kit = app.assessing()
    run = apply(Run(action=action), Drafted(script=script))
    run = apply(run, await check(run, kit))
    assert run.current
    if run.current.blocked:
        return syntax_gate(run.current.findings), run.current.findings
    if kit.judge is None:
        raise NeedsPerson(
            "no assessor model is configured: set models.assessor.model, or assess.without_model to true, "
            "or see `scriptsmith doctor`"
        )
    run = apply(run, await assess(run, kit))
    assert run.current
    assert run.current.assessment
    return run.current.assessment, run.current.findings


def syntax_gate(findings: tuple[Finding, ...]) -> Assessment:
    """The assessment of a script with blocking findings: no model needs to be asked (CodeSift, section 3.1).

    Raises `ToolMissing` where nothing blocks it but checkers that gave up: that says nothing against the script.
    """
    from ..core.types import Opinion, Severity

    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    worst = next((finding for finding in errors if finding.code not in GAVE_UP), None)
    if worst is None:
        raise ToolMissing("; ".join(finding.message for finding in errors))
    reason = f"line {worst.line}: {worst.message} [{worst.code}]"
    opinions = (Opinion(assessor="syntax gate", verdict=Verdict.NO, reason=reason),)
    return Assessment(functionality="", opinions=opinions, verdict=Verdict.NO)


def ending(assessment: Assessment) -> int:
    """The exit code of an assessment: a yes that no model gave is not relied on unseen."""
    alone = all(opinion.assessor == "static" for opinion in assessment.opinions)
    return EXIT[Verdict.UNSURE if alone and assessment.verdict is Verdict.YES else assessment.verdict]


def _document(assessment: Assessment, findings: tuple[Finding, ...]) -> dict[str, Any]:
    return {
        "verdict": assessment.verdict.value,
        "exit": ending(assessment),
        "opinions": plain(assessment.opinions),
        "functionality": assessment.functionality,
        "findings": plain(findings),
    }
