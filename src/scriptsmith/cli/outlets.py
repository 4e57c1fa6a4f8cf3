"""`scriptsmith outlets`: who is told what of incidents and runs, and what could not be delivered."""

from __future__ import annotations

import getpass
from typing import Any

import click

from ..core.lookalikes import on_the_server
from ..core.permissions import Person
from ..core.plain_data import plain
from ..errors import BadInput
from ..outlets.outbox import STATES, Delivery, OutletCounts
from ..wiring import App
from .output import print_json, say, table
from .session import json_option, with_app


@click.group("outlets")
def command() -> None:
    """See who is told what, and what could not be delivered; try it again or drop it."""


@command.command("list")
@json_option
def list_(as_json: bool) -> int:
    """List every outlet with how many messages wait for it and how many failed. No secret is shown.

    Exit code 7: something has failed.
    """

    async def work(app: App) -> int:
        from ..team import outlets

        named = outlets(app.settings)
        counts = {each.outlet: each for each in await app.team().outbox.counts()}
        rows: list[dict[str, Any]] = []
        for name in dict.fromkeys((*named.outlets, *counts)):
            one, known = counts.get(name), named.outlets.get(name)
            rows.append(
                {
                    "outlet": name,
                    "kind": known.kind if known else "",
                    "host": known.place if known else "",
                    **dict(_figures(one)),
                    "last": (one.last if one else "") or None,
                    "paused": (one.paused if one else "") or None,
                }
            )
        if as_json:
            print_json({"outlets": rows, "warnings": list(named.warnings())})
        else:
            heads = ("outlet", "kind", "host", "waiting", "failed", "last")
            cells = [
                tuple(str(row[head] or "") if head != "last" else row[head] or "never" for head in heads)
                for row in rows
            ]
            click.echo(table(cells, tuple(head.upper() for head in heads)))
            for warning in named.warnings():
                say(warning)
        return 7 if any(row["failed"] for row in rows) else 0

    return with_app(work, database__storage="postgres")


@command.command("deliveries")
@click.option("--state", type=click.Choice(STATES), help="Only these.")
@click.option("--outlet", default="", metavar="NAME", help="Only those to this outlet.")
@click.option(
    "--limit", type=click.IntRange(1, 500), default=50, show_default=True, metavar="N", help="How many at most."
)
@json_option
def deliveries(state: str | None, outlet: str, limit: int, as_json: bool) -> int:
    """List messages for outlets, newest first, with why the last try failed."""

    async def work(app: App) -> int:
        from ..team import outlets

        outbox = app.team().outbox
        known = {*outlets(app.settings).outlets, *(each.outlet for each in await outbox.counts())}
        if outlet and outlet not in known:
            raise BadInput(f"there is no outlet {outlet!r}: `scriptsmith outlets list` names those there are")
        found = await outbox.page(state=state or "", outlet=outlet, limit=limit)
        if as_json:
            print_json({"deliveries": plain(found)})
        else:
            rows = [(str(one.id), one.state, one.outlet, one.what, one.subject, one.said) for one in found]
            click.echo(table(rows, ("ID", "STATE", "OUTLET", "WHAT", "OF", "WHY")))
        return 0

    return with_app(work, database__storage="postgres")


@command.command("retry")
@click.argument("ids", nargs=-1, required=True, type=click.IntRange(min=1), metavar="ID…")
@json_option
def retry(ids: tuple[int, ...], as_json: bool) -> int:
    """Have deliveries tried again at once, by the id that `outlets deliveries` shows, with all tries before them.

    Exit code 4: one was delivered or waits for its first try. 8: there is no such delivery.
    """
    return _do(ids, "retry", as_json)


@command.command("drop")
@click.argument("ids", nargs=-1, required=True, type=click.IntRange(min=1), metavar="ID…")
@json_option
def drop(ids: tuple[int, ...], as_json: bool) -> int:
    """Give up deliveries that wait or failed, by the id that `outlets deliveries` shows.

    Exit code 4: one was delivered or dropped. 8: there is no such delivery.
    """
    return _do(ids, "drop", as_json)


def _figures(one: OutletCounts | None) -> list[tuple[str, int]]:
    return [(state, getattr(one, state) if one else 0) for state in STATES]


def _do(ids: tuple[int, ...], what: str, as_json: bool) -> int:
    async def work(app: App) -> int:
        from ..team import outlet_service

        service = outlet_service(app.team(), app.team_service())
        who = Person(name=on_the_server(getpass.getuser()), parts=frozenset({"admin"}), way="local")
        done: list[Delivery] = []
        assert app.database
        async with app.database.transaction():
            for id in ids:
                done.append(await (service.retry(who, id) if what == "retry" else service.drop(who, id)))
        if as_json:
            print_json({"deliveries": plain(done)})
        for one in done:
            say(f"delivery {one.id} to {one.outlet}: {'it is tried again' if what == 'retry' else 'dropped'}")
        return 0

    return with_app(work, database__storage="postgres")
