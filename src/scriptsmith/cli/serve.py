"""`scriptsmith serve`: the console and the API, with workers, in one process."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import TYPE_CHECKING

import click

from ..errors import NotAllowed, UsageError
from ..wiring import App
from .output import say
from .session import warn_of_runbooks, with_app

if TYPE_CHECKING:
    import socket

LINK_MINUTES = 60.0


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where it listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True, help="0: any free port.")
@click.option(
    "--workers",
    type=click.IntRange(0, 64),
    default=4,
    show_default=True,
    metavar="N",
    help="Runs that it advances at a time; 0 leaves all to `scriptsmith worker`.",
)
def command(host: str, port: int, workers: int) -> int:
    """Serve the console and the API until it is told to end (SIGTERM or Ctrl-C), then finish what is being answered.

    With no DATABASE_URL it starts a PostgreSQL of its own. A start with no keys prints a link on stderr that lets an
    admin in, once. Off loopback it starts only with a way to log in and with TLS: its own (service.certificate), or
    something's before it (service.tls_elsewhere).

    Exit code 6: it may not start like this, 7: the database cannot be reached.
    """

    async def work(app: App) -> int:
        return await _serve(app, host, port, workers)

    return with_app(work, database__storage="postgres")


async def _serve(app: App, host: str, port: int, workers: int) -> int:
    try:
        from ..web.app import create
        from ..web.server import Server, bound
    except ImportError as error:
        raise UsageError(
            f"the service is not installed ({error.name}): run `pip install 'scriptsmith[service]'`"
        ) from None
    settings, team = app.settings.service, app.team()
    if not _is_loopback(host) and not (settings.certificate or settings.tls_elsewhere):
        raise NotAllowed(
            f"{host} can be reached from elsewhere and there is no TLS: set service.certificate and "
            "service.certificate_key, or service.tls_elsewhere where something before it speaks TLS"
        )
    warn_of_runbooks(app)
    await team.database.rows("still_there")
    first = not any(key.standing == "valid" for key in await team.people.keys())
    elsewhere = settings.oidc_issuer or (settings.proxy_user_header and settings.proxies)
    if first and not elsewhere and not _is_loopback(host):
        raise NotAllowed(
            f"{host} can be reached from elsewhere and nobody can log in: make a key with `scriptsmith keys create "
            "--role admin`, or set service.oidc_issuer, or service.proxies and service.proxy_user_header"
        )
    try:
        listening = bound(host, port)
    except OSError as error:
        raise UsageError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    with listening:
        web = create(app, workers=workers)
        tls, key = settings.certificate, settings.certificate_key
        server = Server(web, listening, certificate=tls, certificate_key=key)
        running = asyncio.create_task(server.run_here())
        await server.ready.wait()
        if server.started:
            url = _url(host, listening, bool(tls))
            if first and not elsewhere:
                token = await team.people.one_time_link(["admin"], minutes=LINK_MINUTES)
                say("there are no keys yet; this link lets an admin in, once, within the hour:")
                click.echo(f"{url}/login/link?token={token}", err=True)  # `say` would put stars for it
            say(f"listening on {url}")
        await running
    say("ended")
    return 0


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _url(host: str, listening: socket.socket, tls: bool) -> str:
    port = listening.getsockname()[1]
    return f"{'https' if tls else 'http'}://{f'[{host}]' if ':' in host else host}:{port}"
