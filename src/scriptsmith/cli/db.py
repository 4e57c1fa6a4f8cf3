"""`scriptsmith db`: the database that runs and entries are kept in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import NeedsPerson, UsageError
from ..settings import environment, load
from ..storage import service_beside
from ..wiring import App
from .output import print_json, say, table
from .session import json_option, with_app

if TYPE_CHECKING:
    from ..adapters.postgres.applied_migrations import Migration
    from ..adapters.postgres.database import Database


@click.group("db")
def command() -> None:
    """Prepare the database that runs and entries are kept in."""


@command.command("upgrade")
@json_option
def upgrade(as_json: bool) -> int:
    """Apply the migrations that wait, each in one transaction, one process at a time. Twice does no harm.

    Exit code 7: the database cannot be reached.
    """

    async def work(app: App) -> int:
        done = await _database(app).upgrade()
        if as_json:
            print_json({"applied": [_row(one) for one in done]})
        for one in done:
            say(f"applied {one}")
        if not done:
            say("the database is up to date")
        return 0

    return with_app(work, **_here())


@command.command("status")
@json_option
def status(as_json: bool) -> int:
    """Show which migrations were applied and which wait, and whether pgvector can be used.

    Exit code 0: up to date, 4: somebody has to run `db upgrade`, 7: the database cannot be reached.
    """

    async def work(app: App) -> int:
        database = _database(app)
        version, name, there, made = await database.describe()
        found = await database.status()
        if as_json:
            server = {"version": version, "database": name, "pgvector": there, "pgvector_made": made}
            rows = {"applied": found.applied, "waiting": found.waiting}
            print_json({"server": server} | {key: [_row(one) for one in each] for key, each in rows.items()})
        else:
            lines = [("applied", str(one)) for one in found.applied] + [("waits", str(one)) for one in found.waiting]
            click.echo(table(lines, ("STATE", "MIGRATION")))
            say(f"PostgreSQL {version}, database {name}")
            say(f"pgvector {_pgvector(there, made)}")
        return NeedsPerson.exit_code if found.waiting else 0

    return with_app(work, **_here())


@command.command("rebuild")
def rebuild() -> int:
    """Make what lists and plots are read from anew, from the logs of all runs. Nothing else is changed.

    It is always up to date by itself; this is for a newer ScriptSmith that shows more of old runs.
    """

    async def work(app: App) -> int:
        from ..adapters.postgres.read_models import ReadModels

        say(f"made {await ReadModels(_database(app)).rebuild()} summaries from the log")
        return 0

    return with_app(work, **_here())


@command.command("vectors")
@click.option("--embed", is_flag=True, help="Embed every phrase that has no vector by the embedder of the settings.")
@click.option("--drop-others", is_flag=True, help="Remove vectors of other embedders, and of words that no entry has.")
@json_option
def vectors(embed: bool, drop_others: bool, as_json: bool) -> int:
    """Show whose vectors of the catalogue's phrases are kept.

    They are embedded when something first needs them; --embed does it now, after another embedder was chosen. Whoever
    still uses what --drop-others removed embeds it again.
    """

    async def work(app: App) -> int:
        from ..adapters.hybrid_search import Phrases
        from ..adapters.postgres.vectors import PostgresVectors
        from ..retrieval.search import Index

        store = PostgresVectors(_database(app), app.embedder())
        texts = Phrases(Index(await app.catalogue.entries())) if embed or drop_others else []
        if embed:
            await app.meanings().kept(texts)
        if drop_others:
            say(f"removed {await store.drop(texts)} vectors")
        held = await store.held()
        if as_json:
            names = ("model", "dimension", "vectors")
            print_json({"held": [{it: getattr(o, it) for it in names} | {"used": o.used.isoformat()} for o in held]})
        else:
            rows = [(o.model, str(o.dimension), str(o.vectors), f"{o.used:%Y-%m-%d %H:%M}") for o in held]
            click.echo(table(rows, ("EMBEDDER", "DIMENSION", "VECTORS", "LAST USED")))
        return 0

    return with_app(work, **_here())


def _pgvector(there: bool, made: bool) -> str:
    """What it does here, or why not."""
    if made:
        return "is used: near phrases of a large catalogue are found by its index"
    if there:
        return "can be used: the first large catalogue makes it, or somebody who may by `create extension vector`"
    return "is not on the server: vectors are kept without it, and always compared in memory"


def _here() -> dict[str, str]:
    """The flags that lead to the database of `serve`, where no other is named and there is one."""
    settings = load(environment()).settings
    return {"database__storage": "postgres"} if service_beside(settings) else {}


def _database(app: App) -> Database:
    if app.database is None:
        raise UsageError(
            "runs and entries are kept in folders here: set DATABASE_URL, or database.storage to postgres, "
            "to keep them in a database"
        )
    return app.database


def _row(one: Migration) -> dict[str, object]:
    return {"number": one.number, "name": one.name, "digest": one.digest}
