"""`scriptsmith doctor`: what is configured, what works, what to set."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from ..core.small_drafts import SMITH, caution
from ..core.types import Script
from ..errors import DatabaseUnavailable, ScriptSmithError
from ..outlets.outbox import OutletCounts, OutletTrouble
from ..ports import Prompt
from ..wiring import ROLES, App, role_settings
from .bench_meter import duration
from .output import print_json, progress, say
from .session import json_option, with_app

if TYPE_CHECKING:
    from .model_speed import Speed

_LATE = 600.0
"""Seconds after which a message that waits is told as a fault: no worker runs, or it cannot keep up."""
KEYS = {
    "OPENAI_API_KEY": "openai:gpt-5",
    "ANTHROPIC_API_KEY": "anthropic:claude-sonnet-4-5",
    "GEMINI_API_KEY": "google:gemini-2.5-flash",
    "MISTRAL_API_KEY": "mistral:mistral-large-latest",
    "GROQ_API_KEY": "groq:llama-3.3-70b-versatile",
}
"""Variables that providers document, and a model to begin with for each."""


@click.command("doctor")
@click.option("--try", "try_roles", is_flag=True, help="Ask each configured role; measure local models.")
@json_option
def command(try_roles: bool, as_json: bool) -> int:
    """Say what is configured, what works, and what to set. Exit code 0, or 7 when something is broken."""

    async def work(app: App) -> int:
        report = {
            "checkers": await _checkers(app),
            "catalogue": await _catalogue(app),
            "sandbox": await _sandbox(app),
            "ansible": await _ansible(app),
            "models": await _models(app, try_roles),
            "outlets": await _outlets(app),
            "traces": _traces(app),
            "kafka": await _kafka(app),
            "runbooks": await _runbooks(app),
            "set aside": await _set_aside(app),
            "found": await _found(app.environ),
        }
        advice = _advice(app, report)
        counted = ("checkers", "catalogue", "models", "outlets", "kafka", "runbooks")
        broken = any(not row["ok"] for part in counted for row in report[part])
        if as_json:
            print_json({**report, "advice": advice, "exit": 7 if broken else 0})
        else:
            for part, rows in report.items():
                click.echo(f"{part}:")
                for row in rows or [{"ok": True, "name": "none", "says": ""}]:
                    click.echo(f"  {'ok ' if row['ok'] else 'BAD'}  {row['name']}  {row['says']}".rstrip())
            for line in advice:
                say(line)
        return 7 if broken else 0

    return with_app(work)


def _row(name: str, says: str, ok: bool = True) -> dict[str, Any]:
    return {"name": name, "ok": ok, "says": says}


async def _checkers(app: App) -> list[dict[str, Any]]:
    rows = []
    for checker in app.checkers:
        try:
            found = await checker.check(Script(text="#!/bin/bash\necho $1\n"))
            rows.append(_row(checker.name, f"answers ({len(found)} findings on a probe)"))
        except ScriptSmithError as error:
            rows.append(_row(checker.name, str(error), ok=False))
    return rows


async def _sandbox(app: App) -> list[dict[str, Any]]:
    """Whether a box opens here, or what is missing. That decides no exit code: it only leaves parts out."""
    from ..ports import BoxSpec

    try:
        sandbox = app.sandbox()
        async with sandbox.open(BoxSpec()) as box:
            ran = await box.execute(["bash", "-c", "echo ready"])
    except ScriptSmithError as error:
        chosen = app.settings.sandbox.engine
        name = "bubblewrap" if chosen == "auto" else chosen
        says = f"{error}; until then scripts cannot be tried, verified or rehearsed"
        return [_row(name, says, ok=chosen == "none")]  # where none is wanted, that none is there is as it should be
    return [_row(sandbox.name, f"opens a box and runs in it ({ran.seconds:.2f} s)", ok=ran.exit == 0)]


async def _ansible(app: App) -> list[dict[str, Any]]:
    """Whether Ansible's programs run in a box. That decides no exit code: playbooks are read without them too."""
    from .. import playbooks

    try:
        versions = await playbooks.versions(app.settings, app.sandbox())
    except ScriptSmithError as error:
        return [_row("ansible", str(error), ok=False)]
    return [_row(name, f"{says} runs in a box") for name, says in versions.items()]


async def _catalogue(app: App) -> list[dict[str, Any]]:
    try:
        faulty = [_row(name, why, ok=False) for name, why in (await app.catalogue.faults()).items()]
    except DatabaseUnavailable as error:
        return [_row("database", str(error), ok=False)]
    entries = await app.catalogue.entries()
    return [_row("entries", f"{len(entries)} in {len({e.area for e in entries})} areas"), *faulty]


async def _outlets(app: App) -> list[dict[str, Any]]:
    """Each outlet that the settings name or that something waits for, and what could not be delivered to it."""
    from ..team import outlets

    try:
        named = outlets(app.settings)
    except ScriptSmithError as error:
        return [_row("outlets", str(error), ok=False)]
    rows = [_row("note", warning) for warning in named.warnings()]
    places = {name: f"{outlet.kind} at {outlet.place}" for name, outlet in named.outlets.items()}
    if app.database is None:
        return rows + [_row(name, place) for name, place in places.items()]
    try:
        outbox = app.team().outbox
        counts = {each.outlet: each for each in await outbox.counts()}
        troubles = {each.outlet: each for each in await outbox.troubles()}
    except DatabaseUnavailable as error:  # that it is gone is told beside the catalogue
        return rows + [_row(name, f"{place}: {error}", ok=False) for name, place in places.items()]
    for name in dict.fromkeys((*places, *troubles)):
        place = places.get(name, "the settings do not name it any more")
        one = counts.get(name, OutletCounts(outlet=name))
        rows.append(_row(name, *_told(place, one, troubles.get(name, OutletTrouble(outlet=name)))))
    return rows


def _told(place: str, one: OutletCounts, trouble: OutletTrouble) -> tuple[str, bool]:
    """How deliveries to an outlet stand, and whether that is as it should be."""
    said = f"{place}: {one.waiting} messages wait"
    if one.waiting:
        said += f", the oldest for {duration(trouble.seconds)}, {trouble.in_vain} of them tried in vain"
    said += f"; {one.failed} failed"
    if trouble.said:
        said += f"; the last error: {trouble.said}"
    ok = not (one.failed or trouble.in_vain or trouble.seconds > _LATE)
    state = "failed" if one.failed else "waiting"
    return said if ok else f"{said}; see `scriptsmith outlets deliveries --state {state}`", ok


def _traces(app: App) -> list[dict[str, Any]]:
    """Where traces are told, if anywhere."""
    if app.telemetry is None:
        return [_row("traces", "told to nobody: OTEL_EXPORTER_OTLP_ENDPOINT names a collector")]
    texts = "with texts (telemetry.content)" if app.settings.telemetry.content else "without texts"
    return [_row("traces", f"told to {app.telemetry.place}, {texts}")]


async def _kafka(app: App) -> list[dict[str, Any]]:
    """The topics that the settings name."""
    from ..adapters.kafka.topic_file import topics_of

    try:
        topics = topics_of(app.settings.incidents.kafka_file)
    except ScriptSmithError as error:
        return [_row("kafka", str(error), ok=False)]
    return [_row("topics", f"{', '.join(topics.inlets)} at {', '.join(topics.servers.servers)}")] if topics else []


async def _runbooks(app: App) -> list[dict[str, Any]]:
    """The folder of runbooks that the settings name."""
    from ..team import runbooks

    if (folder := runbooks(app.settings)) is None:
        return []
    try:
        return [_row("runbooks", f"{await folder.count()} in {app.settings.incidents.runbooks}")]
    except ScriptSmithError as error:
        return [_row("runbooks", str(error), ok=False)]


async def _set_aside(app: App) -> list[dict[str, Any]]:
    """What came in and could not be read, whatever it came by. That is for the senders to mend: it is no fault here."""
    if app.database is None:
        return []
    try:
        aside = app.team().set_aside
        many, last = await aside.count(), await aside.page(limit=1)
    except DatabaseUnavailable:  # told beside the catalogue
        return []
    if not last:
        return [_row("reports", "all could be read")]
    return [_row("reports", f"{many} could not be read; the last came by {last[0].place}: {last[0].why}")]


async def _models(app: App, try_roles: bool) -> list[dict[str, Any]]:
    rows = []
    speeds: dict[str, Speed] = {}
    for role in ROLES:
        chosen = role_settings(app.settings)[role]
        model = app.models.get(role)
        if model is None:
            rows.append(_row(role, f"not configured: set models.{role}.model"))
            continue
        here = chosen.model.startswith("local:")
        where = chosen.model if here else f"{chosen.model} at {chosen.base_url or 'the provider'}"
        where = caution() if chosen.model == SMITH else where
        if not try_roles:
            rows.append(_row(role, where))
            continue
        try:
            if here:
                from .model_speed import measured

                if chosen.model not in speeds:
                    with progress(f"measuring {chosen.model}"):
                        speeds[chosen.model] = await measured(app.settings, role, chosen, app.environ)
                rows.append(_row(role, f"{where}: {speeds[chosen.model].said}"))
                continue
            prompt = Prompt(name="doctor", system="You are being tested.", text="Answer with the word ready.")
            reply = await model.ask(prompt)
            rows.append(_row(role, f"{where}: answered in {reply.call.seconds:.1f} s"))
        except ScriptSmithError as error:
            rows.append(_row(role, str(error), ok=False))
    return rows


async def _found(environ: Mapping[str, str]) -> list[dict[str, Any]]:
    from ..adapters.models import list_models

    rows = [_row(key, f"is set: {model} can be used") for key, model in KEYS.items() if environ.get(key)]
    address = environ.get("OLLAMA_HOST", "127.0.0.1:11434")
    address = address if "://" in address else f"http://{address}"
    try:
        async with asyncio.timeout(3):
            names = await list_models(f"{address.rstrip('/')}/v1")
    except (ScriptSmithError, TimeoutError):
        return [*rows, _row("Ollama", f"none answers at {address}")]
    pulled = ", ".join(names[:8]) or "no model is pulled: ollama pull qwen3"
    return [*rows, _row("Ollama", f"answers at {address}: {pulled}")]


def _advice(app: App, report: Mapping[str, list[dict[str, Any]]]) -> list[str]:
    if app.models:
        return [] if "assessor" in app.models else ["set models.assessor.model to have drafts assessed"]
    for key, model in KEYS.items():
        if app.environ.get(key):
            return [f"to use it: export SCRIPTSMITH_MODELS__GENERATOR__MODEL={model}"]
    if any(
        row["name"] == "Ollama" and "answers at" in row["says"] and "none" not in row["says"] for row in report["found"]
    ):
        return ["to use it: export SCRIPTSMITH_MODELS__GENERATOR__MODEL=ollama:NAME"]
    return [
        "no model is configured; the catalogue, check and search work without one. To have scripts written: "
        "export SCRIPTSMITH_MODELS__GENERATOR__MODEL=openai:gpt-5 OPENAI_API_KEY=…",
        "or a small one on this machine, most of whose drafts are wrong: pip install 'scriptsmith[local]', and "
        "scriptsmith models fetch",
    ]
