"""`scriptsmith forge`: from an action to a script."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

import click

from ..codec import dump_event, load_profile
from ..core.comparison import comparison_line
from ..core.events import Event
from ..core.offers import Offer, offers
from ..core.parameters import validate
from ..core.run import Run
from ..core.types import Action, Entry, Profile, Target
from ..errors import BadInput, UsageError
from ..input_limits import readable, usable
from ..wiring import App
from .one_argument import quoted
from .output import EXIT, in_a_folder, print_json, print_script, progress, say
from .restored_secrets import for_person
from .session import json_option, model_flags, model_options, with_app

WORKING = {
    "asked": "searching the catalogue",
    "retrieved": "drafting",
    "drafted": "checking and describing",
    "checked": "comparing with the action",
    "assessed": "weighing the opinions",
    "rehearsed": "rehearsed in the sandbox",
    "explained": "refining",
}


def one_action(context: click.Context, _: click.Parameter, words: tuple[str, ...]) -> str | None:
    """The action on a command line, None without one; raises `UsageError` when it came as several words."""
    if len(words) < 2:
        return words[0] if words else None
    raise UsageError(f"ACTION is one argument, put it in quotes: scriptsmith {context.info_name} {quoted(words)}")


@click.command("forge")
@click.argument("action", nargs=-1, metavar="[ACTION]", callback=one_action)
@click.option(
    "-f", "--context", "context_file", metavar="FILE", help="Incident text to go with the action; - is stdin."
)
@click.option("-p", "--param", "params", multiple=True, metavar="NAME=VALUE", help="Set a parameter of the entry.")
@click.option(
    "--entry", metavar="ID", help="Serve this entry, whatever speaks against it; its values are read from ACTION."
)
@click.option(
    "--target", type=click.Choice(["bash", "ansible"]), default="bash", show_default=True, help="What to write."
)
@click.option("--samples", type=click.IntRange(1, 20), help="Draw this many drafts; keep the best most agree with.")
@click.option(
    "--strategy", metavar="NAME", help="How to draft: reasoning, plain, markdown, examples, nearest, constrained."
)
@click.option("--target-profile", metavar="FILE", help="Machine to write for: TOML with distribution, shell, tools.")
@click.option("--here", is_flag=True, help="Write for this machine: probe its distribution, shell and tools.")
@click.option("--reasoning", is_flag=True, help="Show the model's reasoning about robustness on stderr.")
@click.option("--follow", is_flag=True, help="Print events as JSON lines on stdout, instead of the script.")
@click.option("-o", "--output", callback=in_a_folder, metavar="FILE", help="Write the script to FILE.")
@click.option("--no-input", is_flag=True, help="Never ask, even on a terminal.")
@click.option("--long", is_flag=True, help="Serve the whole script of an entry, with its options, behind its values.")
@click.option("--jsonl", is_flag=True, help='Read {"id", "action"} lines from stdin, answer one line each.')
@click.option(
    "--parallel", type=click.IntRange(1, 1000), default=8, show_default=True, help="Runs at a time with --jsonl."
)
@json_option
@model_options
def command(
    action: str | None,
    context_file: str | None,
    params: tuple[str, ...],
    entry: str | None,
    target: Target,
    samples: int | None,
    strategy: str | None,
    target_profile: str | None,
    here: bool,
    reasoning: bool,
    follow: bool,
    output: str | None,
    no_input: bool,
    long: bool,
    jsonl: bool,
    parallel: int,
    as_json: bool,
    generator: str | None,
    assessor: str | None,
    refiner: str | None,
) -> int:
    """Turn ACTION, in plain words, into a script: from the catalogue, or written by a model and verified.

    With --target ansible it is a playbook.

    ACTION - or no ACTION reads it from stdin. Exit code 0: served or verified, 3: incorrect, 4: needs a person.
    With --jsonl: 0 when every line was answered, else the largest exit of the lines with an error.
    """
    if jsonl and action:
        raise UsageError("--jsonl reads its actions from stdin: leave ACTION out")
    if jsonl and entry:
        raise UsageError("--entry answers one action, and --jsonl reads many")
    if sum((as_json, follow, jsonl)) > 1:
        raise UsageError("--json, --follow and --jsonl exclude each other")
    if (here and target_profile) or (context_file == "-" and action in (None, "-")):
        raise UsageError("give either --here or --target-profile, and read only one thing from standard input")
    flags = {
        "policy__samples": samples,
        "models__generator__strategy": strategy,
        "policy__form": "long" if long else None,
        **model_flags(generator, assessor, refiner),
    }
    given = _given(params)
    if jsonl:
        return with_app(lambda app: _many(app, parallel, here, target_profile, given, target), **flags)
    text = _action_text(action)
    context = _context_text(context_file) if context_file else ""

    async def work(app: App) -> int:
        # an entry that is not there is said before a run begins
        await _check_names(app, given, await app.catalogue.get(entry) if entry else None)
        profile = await _profile(here, target_profile)
        asked = Action(text=text, target=target, context=context, profile=profile, given=given, entry=entry or "")
        run_id, run = await _one(app, asked, follow)
        asks = sys.stdin.isatty() and sys.stderr.isatty() and not (no_input or as_json or follow)
        told = False
        while asks and offers(run):
            told = not run.action.entry
            if (more := _asked_more(run)) is None:
                break
            run_id, run = await _one(app, more, follow)
        shown = {"as_json": as_json, "follow": follow, "reasoning": reasoning, "told": told}
        return await _answer(app, run_id, run, output=output, **shown)

    return with_app(work, **flags)


async def _one(app: App, action: Action, follow: bool) -> tuple[str, Run]:
    with progress("searching the catalogue") as show:

        def listen(run: str, seq: int, event: Event) -> None:
            said = comparison_line(event.drafts) if event.kind == "compared" else WORKING.get(event.kind, event.kind)
            show(f"{said}  (run {run})")
            if follow:
                click.echo(dump_event(event))

        return await app.run_service(listen).submit(action)


async def _answer(
    app: App,
    run_id: str,
    run: Run,
    *,
    output: str | None,
    as_json: bool,
    follow: bool,
    reasoning: bool,
    told: bool = False,
) -> int:
    from .run_report import run_document, tell

    tell(run_id, run, has_model=bool(app.models), told=told)
    if reasoning and run.best and run.best.reasoning:
        say(f"reasoning:\n{run.best.reasoning}")
    script = run.settled.script if run.settled else None
    if as_json:
        print_json(run_document(run_id, run))
        if script and output:
            print_script(await for_person(app, run_id, script), output)
    elif script and not follow:
        print_script(await for_person(app, run_id, script), output)
    return EXIT[run.settled.outcome] if run.settled else 1


async def _many(
    app: App, parallel: int, here: bool, target_profile: str | None, given: dict[str, str], target: Target
) -> int:
    from .inputs import answer_jsonl
    from .run_report import run_document

    await _check_names(app, given)
    profile = await _profile(here, target_profile)
    run_service = app.run_service()

    async def handle(line: Mapping[str, Any]) -> dict[str, Any]:
        text = usable(line["action"])
        run_id, run = await run_service.submit(Action(text=text, target=target, profile=profile, given=given))
        return run_document(run_id, run)

    return await answer_jsonl(sys.stdin.buffer, sys.stdout, {"action": str}, handle, parallel=parallel)


def _asked_more(run: Run) -> Action | None:
    """Have a person at a terminal choose one of the entries on offer, and give the values that it lacks.

    The action with both, or None when nothing was chosen.
    """
    from .run_report import tell_offers

    action, found = run.action, offers(run)
    if action.entry:
        return replace(action, given={**action.given, **_prompted(found[0])}) if found[0].missing else None
    tell_offers(run)
    said = click.prompt("take one (its number, or nothing)", default="", show_default=False, err=True).strip()
    if not said.isdigit() or not 1 <= int(said) <= len(found):
        return None
    offer = found[int(said) - 1]
    return replace(action, entry=offer.entry.id, given={**dict(offer.read), **_prompted(offer)})


def _prompted(offer: Offer) -> dict[str, str]:
    """The values that an entry lacks, as a person types them."""
    wanted = {each.name: each for each in offer.entry.parameters}
    return {name: click.prompt(f"  {name}: {wanted[name].description}", err=True) for name in offer.missing}


async def _profile(here: bool, path: str | None) -> Profile | None:
    if here:
        from ..adapters.host_profile import probe

        return await probe()
    if path is None:
        return None
    import tomllib

    try:
        return load_profile(tomllib.loads(_source(path)))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not TOML: {error}") from None


def _given(params: tuple[str, ...]) -> dict[str, str]:
    given: dict[str, str] = {}
    for param in params:
        name, sign, value = param.partition("=")
        if not sign or not name:
            raise UsageError(f"--param takes NAME=VALUE, not {param!r}")
        if given.get(name, value) != value:
            raise UsageError(f"--param gives {name} two values, {given[name]!r} and {value!r}: name it once")
        given[name] = value
    return given


async def _check_names(app: App, given: Mapping[str, str], entry: Entry | None = None) -> None:
    """Raises `UsageError` for what is neither a parameter of `entry`, or of any where none is named, nor the label of a
    known alert."""
    if not given:
        return
    from ..retrieval.alert_names import labels

    entries = [entry] if entry else await app.catalogue.entries()
    parameters = [parameter for each in entries for parameter in each.parameters]
    known = sorted({parameter.name for parameter in parameters})
    former = {name for parameter in parameters for name in parameter.formerly}
    for name in given:
        if name not in known and name not in former and name not in labels():
            near = get_close_matches(name, known, n=3)
            meant = f" (did you mean {' or '.join(near)}?)" if near else ""
            if entry:
                takes = f"it takes {', '.join(known)}" if known else "it takes none"
                raise UsageError(f"the entry {entry.id} has no parameter {name!r}{meant}; {takes}")
            raise UsageError(
                f"no entry has a parameter {name!r}{meant}; to find an entry: scriptsmith search ACTION, "
                "to see its parameters: scriptsmith catalogue show ENTRY"
            )
    if entry:
        _check_values(entry, given)


def _check_values(entry: Entry, given: Mapping[str, str]) -> None:
    for parameter in entry.parameters:
        for name in sorted({parameter.name, *parameter.formerly} & given.keys()):
            try:
                validate(parameter, given[name])
            except ValueError as error:
                raise UsageError(f"the entry {entry.id} cannot take {name}={given[name]!r}: {error}") from None


def _action_text(action: str | None) -> str:
    if action in (None, "-"):
        if action is None and sys.stdin.isatty():
            raise UsageError('say what should be done: scriptsmith forge "compress log files older than 7 days"')
        return usable(_source("-"))
    return usable(action or "")


def _context_text(path: str) -> str:
    text = readable(_source(path))
    if not text.strip():
        raise BadInput(f"{'standard input' if path == '-' else path} is empty: there is no incident text in it")
    return text


def _source(path: str) -> str:
    from .inputs import read_text

    return read_text(path)
