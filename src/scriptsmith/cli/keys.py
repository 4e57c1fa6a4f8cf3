"""`scriptsmith keys`: who may use the service, and as what."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING

import click

from ..core.lookalikes import on_the_server
from ..core.permissions import PARTS, KeyInfo, Person
from ..errors import BadInput
from ..wiring import App
from .output import print_json, say, table
from .session import json_option, with_app

if TYPE_CHECKING:
    from ..adapters.postgres.people import PostgresPeople

DAYS = 90


@click.group("keys")
def command() -> None:
    """Make, list and revoke the keys to the service."""


@command.command("create")
@click.option("--role", "roles", type=click.Choice(PARTS), multiple=True, required=True, help="What it may be used as.")
@click.option("--name", default="", help="Who comes in with it; a name of its own if not given.")
@click.option(
    "--expires", metavar="DAYS", default=str(DAYS), show_default=True, help="When it ends; `never` if it shall not."
)
@json_option
def create(roles: tuple[str, ...], name: str, expires: str, as_json: bool) -> int:
    """Make a key and print it, this once; only its hash is kept. Use it as `Authorization: Bearer KEY`.

    Keys of one name are one person: who asked for a script with one of them cannot approve it with another.
    """
    hours = _hours(expires)

    async def work(app: App) -> int:
        key, info = await _people(app).create_key(name, roles, hours=hours, by=_caller())  # type: ignore[arg-type]
        if as_json:
            print_json({"key": key, **_row(info)})
        else:
            click.echo(key)
        say(f"key {info.id} for {info.name}: {', '.join(info.parts)}; {_until(info)}; it is not shown again")
        return 0

    return with_app(work, database__storage="postgres")


@command.command("list")
@json_option
def list_(as_json: bool) -> int:
    """List every key there ever was, oldest first; none is shown."""

    async def work(app: App) -> int:
        keys = await _people(app).keys()
        if as_json:
            print_json({"keys": [_row(info) for info in keys]})
        else:
            rows = [(info.id, info.standing, info.expires or "never", ",".join(info.parts), info.name) for info in keys]
            click.echo(table(rows, ("KEY", "STANDING", "EXPIRES", "ROLES", "NAME")))
        return 0

    return with_app(work, database__storage="postgres")


@command.command("revoke")
@click.argument("ids", nargs=-1, required=True, metavar="KEY…")
@json_option
def revoke(ids: tuple[str, ...], as_json: bool) -> int:
    """End keys for good, by the id that `keys list` shows, and whoever is logged in with them.

    Exit code 8: there is no such key, and none is revoked.
    """

    async def work(app: App) -> int:
        people = _people(app)
        assert app.database
        async with app.database.transaction():
            ended = [await people.revoke(id, _caller()) for id in ids]
        if as_json:
            print_json({"keys": [_row(info) for info in ended]})
        for info in ended:
            say(f"key {info.id} of {info.name} is revoked")
        return 0

    return with_app(work, database__storage="postgres")


def _people(app: App) -> PostgresPeople:
    from ..adapters.postgres.people import PostgresPeople

    assert app.database
    return PostgresPeople(app.database)


def _caller() -> Person:
    """Whoever sits at this machine: who may read the database needs no key."""
    return Person(name=on_the_server(getpass.getuser()), parts=frozenset(), way="local")


def _hours(days: str) -> float | None:
    if days == "never":
        return None
    try:
        return float(days) * 24
    except ValueError:
        raise BadInput(f"--expires {days!r} is not a number of days, nor `never`") from None


def _until(info: KeyInfo) -> str:
    return f"it expires {info.expires}" if info.expires else "it never expires"


def _row(info: KeyInfo) -> dict[str, object]:
    return {
        "id": info.id,
        "name": info.name,
        "roles": list(info.parts),
        "standing": info.standing,
        "made": info.made,
        "by": info.by,
        "expires": info.expires or None,
        "revoked": info.revoked or None,
    }
