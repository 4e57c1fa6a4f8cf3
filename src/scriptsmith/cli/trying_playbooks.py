"""`scriptsmith try` of a playbook: two runs in one box, what each task did, and what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from ..core.fixtures import Planted
from ..core.types import Script
from ..redaction import mask, masked_execution
from ..wiring import App
from .output import print_json, progress, say
from .visible import visible

if TYPE_CHECKING:
    from ..ansible.results import PlaybookRun
    from ..ansible.trying import Trial

Chosen: TypeAlias = tuple[tuple[str, ...], Mapping[str, str], bool, float | None]
"""What is exposed, the environment, whether there is a network, and the longest run in seconds."""
_EXITS = {"passed": 0, "failed": 1, "not judged": 4}


async def tried(
    app: App, script: Script, groups: Sequence[str], fixture: tuple[Planted, ...], chosen: Chosen, as_json: bool
) -> int:
    """Try a playbook and show it; the exit code is 0, 1 where it failed, 4 where that cannot be told here."""
    from dataclasses import replace

    from .. import playbooks
    from ..ansible.trying import try_playbook
    from ..ports import BoxSpec

    exposed, environ, network, wall = chosen
    limits = playbooks.limits(app.settings)
    spec = BoxSpec(
        expose=exposed, environ=environ, network=network, limits=replace(limits, wall=wall) if wall else limits
    )
    home = playbooks.ansible_home(app.settings)
    with progress("running in the box"):
        trial = await try_playbook(app.sandbox(), script, home, spec=spec, groups=groups, fixture=fixture)
    if as_json:
        print_json(_document(trial, script))
    else:
        _show(trial, script)
    return _EXITS[trial.verdict]


def _document(trial: Trial, script: Script) -> dict[str, Any]:
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


def _show(trial: Trial, script: Script) -> None:
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
