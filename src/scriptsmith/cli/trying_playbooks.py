"""`scriptsmith try` of a playbook: two runs in one box, what each task did, and what changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..core.types import Script
from ..redaction import mask, masked_execution
from .output import print_json, say
from .visible import visible

if TYPE_CHECKING:
    from ..ansible.results import PlaybookRun
    from ..ansible.trying import PlaybookTrial
    from ..language import Trial


def told_playbook(trial: Trial, script: Script, as_json: bool) -> None:
    """Show both runs of a playbook."""
    from ..ansible.trying import PlaybookTrial

    assert isinstance(trial, PlaybookTrial)
    if as_json:
        print_json(_document(trial, script))
    else:
        _show(trial, script)


def _document(trial: PlaybookTrial, script: Script) -> dict[str, Any]:
    from .trying import document

    runs = []
    for run, ran in zip((trial.first, trial.second), trial.executions, strict=False):
        if run is not None:
            about = document(masked_execution(ran, script.text))
            runs.append({"tasks": [_task(each) for each in _results(run)], **about})
    return {"verdict": trial.verdict, "why": [mask(each) for each in trial.why], "runs": runs}


def _results(run: PlaybookRun) -> Sequence[Any]:
    return run.tasks


def _task(result: Any) -> dict[str, str]:
    return {
        "task": result.task,
        "host": result.host,
        "status": result.status,
        "item": result.item,
        "message": mask(result.message),
    }


def _show(trial: PlaybookTrial, script: Script) -> None:
    """Each run's tasks, then the tree of changes; nothing reaches the terminal raw."""
    from ..ansible.trying import told
    from .change_tree import tree

    for name, run, ran in zip(
        ("first run", "second run"), (trial.first, trial.second), (*trial.executions, None), strict=False
    ):
        if run is None or ran is None:
            continue
        click.echo(click.style(f"--- {name} ", bold=True))
        for each in run.tasks:
            click.echo(visible(mask(told(each))).replace("\n", "\\n"))
        shown = masked_execution(ran, script.text)
        if shown.changes or name == "first run":
            click.echo(click.style("--- effects ", bold=True))
            for line, colour in tree(shown.changes, shown.omitted):
                click.echo(click.style(line, fg=colour) if colour else line)
    for why in trial.why:
        click.echo(visible(mask(why)).replace("\n", "\\n"))
    seconds = sum(ran.seconds for ran in trial.executions)
    said = {"passed": "passed: the second run changed nothing", "failed": "failed", "not judged": "not judged"}
    say(f"{said[trial.verdict]} ({len(trial.executions)} runs, {seconds:.1f} s); the host is unchanged")
