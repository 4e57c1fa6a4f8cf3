"""`scriptsmith try`: run a script in a box and show what it did there."""

from __future__ import annotations

import base64
import json
import math
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..core.effects import Execution
from ..core.fixtures import Planted
from ..core.types import Script, Target
from ..errors import BadInput, NotFound, UsageError
from ..language import Trial, TrialSpec, TrialVerdict
from ..redaction import mask, masked, masked_execution
from ..wiring import App
from .output import print_json, progress, say
from .script_argument import script_named
from .session import json_option, with_app

LARGEST = 256 << 20
"""The most bytes that a fixture, or what a script reads on standard input, may have."""


@click.command("try", context_settings={"ignore_unknown_options": False})
@click.argument("what", metavar="FILE|RUN|ENTRY")
@click.argument("arguments", nargs=-1, metavar="[-- ARGS]...")
@click.option("--root", metavar="DIR", help="The file system to run in; the host's own tree if not given.")
@click.option("--fixture", metavar="FILE", help="A declared file tree (JSON) that lies in the box before it runs.")
@click.option(
    "--expose",
    "exposed",
    multiple=True,
    metavar="PATH",
    help="Show this file or folder of the host although the world may not read it; repeatable.",
)
@click.option("--env", "environ", multiple=True, metavar="NAME=VALUE", help="Add to the clean environment; repeatable.")
@click.option("--stdin", "given", metavar="FILE", help="What the script reads on standard input.")
@click.option("--workdir", default="/work", show_default=True, help="Where it starts.")
@click.option("--network", is_flag=True, help="Let it reach the network. It has none otherwise.")
@click.option(
    "--group", "groups", multiple=True, metavar="NAME", help="Of a playbook: a group the box is in; repeatable."
)
@click.option("--wall", type=click.FloatRange(0.1, 3600), metavar="SECONDS", help="Longest run.  [default: 30]")
@json_option
def command(
    what: str,
    arguments: tuple[str, ...],
    root: str | None,
    fixture: str | None,
    exposed: tuple[str, ...],
    environ: tuple[str, ...],
    given: str | None,
    workdir: str,
    network: bool,
    groups: tuple[str, ...],
    wall: float | None,
    as_json: bool,
) -> int:
    """Run a script in a sealed box and show its output and every path it changed. The host stays as it is.

    Files that not everybody may read stay out of the box, and so do well-known places of secrets; --expose PATH shows
    one, and for this run what the script prints may hold what is in it.

    Takes a file (- for stdin), a run, or an entry of the catalogue; what follows -- are the script's arguments.
    A playbook is run twice on the box itself, which is localhost and in each --group: the second run must change
    nothing. What failed for lack of systemd, the network or cron is not judged, which is exit code 4.

    Exit code 0: it ended with status 0 and all it changed is told, 1: with another one, at a limit, or it changed more
    than can be told, 7: no box can be opened here.
    """
    if wall is not None and not math.isfinite(wall):
        raise UsageError("--wall takes a number of seconds from 0.1 to 3600")
    pairs = dict(_pair(each) for each in environ)
    planted = _fixture(fixture) if fixture else ()
    stdin = _bytes(given) if given else b""
    folder = _root(root) if root else None
    named = tuple(_exposed(path, root) for path in exposed)

    async def work(app: App) -> int:
        from dataclasses import replace

        from ..ports import BoxSpec
        from .trying_playbooks import told_playbook

        script = await script_named(app, what)
        language = app.language(script.target)
        limits = language.limits
        spec = BoxSpec(
            root=folder,
            expose=named,
            workdir=workdir,
            environ=pairs,
            network=network,
            limits=replace(limits, wall=wall) if wall else limits,
        )
        trying = TrialSpec(spec=spec, fixture=planted, arguments=arguments, stdin=stdin, groups=groups)
        with progress("running in the box"):
            trial = await language.run(app.sandbox(), script, trying)
        telling: dict[Target, Callable[[], None]] = {
            "bash": lambda: _told_script(trial, script, what, trying, environ, as_json),
            "ansible": lambda: told_playbook(trial, script, as_json),
        }
        telling[script.target]()
        return _EXITS[trial.verdict]

    return with_app(work)


_EXITS: dict[TrialVerdict, int] = {"passed": 0, "failed": 1, "not judged": 4}


def _told_script(
    trial: Trial, script: Script, what: str, trying: TrialSpec, environ: tuple[str, ...], as_json: bool
) -> None:
    """Show the one execution of a script."""
    told = shlex.join(trying.arguments)
    known = (script.text, told, *environ, trying.stdin.decode("utf-8", "replace"))
    ran = masked_execution(trial.executions[0], *known)
    if as_json:
        shown = masked((what, *trying.arguments), told)
        print_json({"what": shown[0], "arguments": list(shown[1:]), **document(ran)})
    else:
        show(ran)


def document(ran: Execution) -> dict[str, Any]:
    """What a program wants to know of an execution; output that is no text is also given as base64."""
    from ..core.plain_data import plain

    told: dict[str, Any] = {"exit": ran.exit}
    for name, data in (("stdout", ran.stdout), ("stderr", ran.stderr)):
        told[name] = mask(data.decode("utf-8", "replace"))
        if "\ufffd" in told[name]:
            told[f"{name}_b64"] = base64.b64encode(data).decode()
    return told | {
        "truncated": [*ran.truncated, *(["effects"] if ran.omitted else [])],
        "limits": list(ran.limits),
        "effects": plain(ran.changes),
        "effects_omitted": ran.omitted,
        "duration": round(ran.seconds, 6),
    }


def show(ran: Execution) -> None:
    """The output, then the tree of changes as a person reads a diff; nothing reaches the terminal raw."""
    from .change_tree import tree

    for name, data in (("stdout", ran.stdout), ("stderr", ran.stderr)):
        if data:
            from .visible import visible

            text = visible(mask(data.decode("utf-8", "replace")))
            click.echo(_heading(name + (" (only the beginning)" if name in ran.truncated else "")))
            click.echo(text, nl=not text.endswith("\n"))
    click.echo(_heading("effects" + (" (not all of them)" if ran.omitted else "")))
    for line, colour in tree(ran.changes, ran.omitted):
        click.echo(click.style(line, fg=colour) if colour else line)
    ended = f"ended with status {ran.exit} after {ran.seconds:.2f} s"
    ended += f", at its limit of {', '.join(ran.limits)}" if ran.limits else ""
    ended += f"; it changed at least {ran.omitted:,} paths more than are told" if ran.omitted else ""
    say(ended + "; the host is unchanged")


def _heading(text: str) -> str:
    return click.style(f"--- {text} ", bold=True)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier() or "\0" in value:
        raise UsageError(f"--env takes NAME=VALUE, not {name + equals + ('…' if value else '')!r}")
    return name, value


def _root(root: str) -> Path:
    folder = Path(root)
    if not folder.is_dir():
        raise NotFound(f"--root {root}: there is no such directory")
    return folder.resolve()


def _exposed(path: str, root: str | None) -> str:
    if root:
        raise UsageError("--expose is for the host's own tree; all of a --root DIR shows")
    if not os.path.exists(path):
        raise NotFound(f"--expose {path}: there is no such file or folder")
    return os.path.realpath(path)


def _fixture(path: str) -> tuple[Planted, ...]:
    from ..core.fixtures import BadFixture, read_fixture

    try:
        return read_fixture(json.loads(_bytes(path)))
    except BadFixture as error:
        raise BadInput(f"{path}: {error}") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{path} is not JSON") from None


def _bytes(path: str) -> bytes:
    from .input_files import read_source_bytes

    return read_source_bytes(path, LARGEST)
