"""`scriptsmith catalogue`: the verified scripts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from ..core.proof import proof_digest
from ..core.types import Entry, Script
from ..errors import NotFound, UsageError
from ..wiring import App, harness
from .entry_page import document, page
from .evaluate import evaluate
from .import_export import export, import_, refuse_faulty
from .machine import machine
from .output import print_json, print_script, say, table
from .session import json_option, with_app
from .verify import verify
from .visible import visible


@click.group("catalogue")
def command() -> None:
    """List, show, add, verify and exchange verified scripts."""


command.add_command(verify)
command.add_command(evaluate)
command.add_command(import_)
command.add_command(export)
command.add_command(machine)


@command.command("list")
@click.option("--area", help="Only this area.")
@json_option
def list_(area: str | None, as_json: bool) -> int:
    """List the newest version of every entry."""

    async def work(app: App) -> int:
        entries = [entry for entry in await app.catalogue.entries() if area in (None, entry.area)]
        entries.sort(key=lambda entry: (entry.area, entry.id))
        grades = {entry.id: app.graded(entry) for entry in entries}
        if as_json:
            print_json({"entries": [document(e, text=False) | {"grade": grades[e.id].grade} for e in entries]})
        else:
            rows = [(e.area, f"{e.id}@{e.version}", e.status, e.risk, e.title, grades[e.id].said) for e in entries]
            click.echo(table(rows, ("AREA", "ENTRY", "STATUS", "RISK", "TITLE", "EVIDENCE")))
        return 0

    return with_app(work)


@command.command("show")
@click.argument("entry_id", metavar="ENTRY")
@click.option("--script", "only_script", is_flag=True, help="Print the script and nothing else.")
@json_option
def show(entry_id: str, only_script: bool, as_json: bool) -> int:
    """Show an ENTRY (or ENTRY@VERSION): what it is for, what it takes, why it can be trusted, its script."""

    async def work(app: App) -> int:
        entry = await app.catalogue.get(entry_id)
        if as_json:
            known = app.graded(entry)
            told = {
                "test_digest": proof_digest(entry, harness()),
                "grade": known.grade,
                "evidence_in_words": known.said,
            }
            print_json(document(entry, text=True) | told)
        elif only_script:
            print_script(entry.script.text, None)
        else:
            said = app.graded(entry).said
            click.echo(visible(page(entry, proof_digest(entry, harness()), said)), nl=False)
        return 0

    return with_app(work)


@command.command("add")
@click.argument("path")
@click.option("--title", help="What the script does, as an action; needed unless PATH is a folder with entry.toml.")
@click.option("--phrase", "phrases", multiple=True, help="Another way to ask for it; may be repeated.")
@click.option("--area", default="local", show_default=True, help="Area of a single script.")
@click.option("--risk", type=click.Choice(["safe", "notable", "dangerous"]), default="notable", show_default=True)
@json_option
def add(path: str, title: str | None, phrases: tuple[str, ...], area: str, risk: str, as_json: bool) -> int:
    """Add an entry: PATH is a folder with entry.toml and script.sh, or a script (with --title)."""

    async def work(app: App) -> int:
        entry = _entry_at(app, Path(path), title, phrases, area, risk)
        await refuse_faulty(app, entry)
        known = await _known(app, entry.id)
        if known and known.version >= entry.version:
            entry = replace(entry, version=known.version + (known.script != entry.script))
        stored = await app.catalogue.publish(entry)
        changed = known is None or known.version != stored.version
        if as_json:
            print_json(document(stored, text=False) | {"changed": changed})
        else:
            say(f"added {stored.id}@{stored.version}" if changed else _unchanged(stored, entry))
        return 0

    return with_app(work)


@command.command("retire")
@click.argument("entry_id", metavar="ENTRY")
@json_option
def retire(entry_id: str, as_json: bool) -> int:
    """Take ENTRY out of retrieval. It stays readable, and publishing a new version brings it back."""

    async def work(app: App) -> int:
        entry = await app.catalogue.retire(entry_id)
        print_json(document(entry, text=False)) if as_json else say(f"{entry.id}@{entry.version} is retired")
        return 0

    return with_app(work)


def _entry_at(app: App, path: Path, title: str | None, phrases: tuple[str, ...], area: str, risk: str) -> Entry:
    from ..adapters.folder.entry_files import read_entry
    from ..ansible.recognise import recognised
    from ..core.publish import UNDESCRIBED, slug
    from .inputs import read_source

    if path.is_dir():
        return read_entry(path)
    if not title:
        raise UsageError("a single script needs --title, which says what it does")
    if not any(letter.isalpha() for letter in title):
        raise UsageError(f"--title {title!r} has no word that says what the script does")
    text = read_source(str(path))
    script = Script(text=text, target=recognised(text, path.name))
    return Entry(
        id=slug(title),
        title=title,
        script=script,
        phrases=(title, *phrases),
        risk=risk,  # type: ignore[arg-type]
        labels={"area": area} | (UNDESCRIBED if app.language(script.target).takes_values(script.text) else {}),
    )


def _unchanged(stored: Entry, given: Entry) -> str:
    """Why adding `given` changed nothing, and what would."""
    sentence = f"nothing is changed: {stored.id}@{stored.version} holds this script already"
    if stored.status == "retired":
        return f"{sentence}, retired; another version in entry.toml brings it back"
    if (stored.title, stored.phrases, stored.parameters) != (given.title, given.phrases, given.parameters):
        return f"{sentence}, with another description, which stays; a version of its own in entry.toml replaces it"
    return sentence


async def _known(app: App, entry_id: str) -> Entry | None:
    try:
        return await app.catalogue.get(entry_id)
    except NotFound:
        return None
