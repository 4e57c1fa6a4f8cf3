"""What most commands share: opening the application, running asynchronous work, common options."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

import click

from ..core.types import Target
from ..errors import StorageError
from ..settings import environment, load
from ..storage import service_beside
from ..wiring import App, build
from .exit_codes import Terminated
from .output import bar, hear, say

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def chosen_target(name: str) -> Target | None:
    """What `--target` says: one of the targets, or None for `auto`."""
    return None if name == "auto" else cast(Target, name)


def with_app(work: Callable[[App], Awaitable[T]], **flags: Any) -> T:
    """Open the application with `flags` (dotted names with `__`, None is not given), do `work`, close it.

    When the process is terminated meanwhile, what `work` has started is stopped first.
    """
    chosen = {name.replace("__", "."): value for name, value in flags.items() if value is not None}
    ended = False

    async def inside() -> T:
        task = asyncio.current_task()
        assert task

        def terminate() -> None:
            nonlocal ended
            ended = task.cancel()

        with suppress(NotImplementedError, RuntimeError, ValueError):  # not in the main thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, terminate)
        environ = environment()
        async with build(load(environ, chosen), environ, _warn, bar, hear) as app:
            for warning in app.warnings:
                _warn(warning)
            return await work(app)

    try:
        return asyncio.run(inside())
    except (asyncio.CancelledError, Exception):  # what was cancelled may end with an error, or a group of them
        if not ended:
            raise
        raise Terminated from None


def warn_of_runbooks(app: App) -> None:
    """Say so where the folder of runbooks that the settings name cannot be read: it may come while a service runs."""
    from ..team import runbooks

    try:
        if folder := runbooks(app.settings):
            folder.check()
    except StorageError as error:
        _warn(str(error))


def of_runs(work: Callable[[App], Awaitable[T]]) -> Callable[[App], Awaitable[T]]:
    """`work`, after it was said when runs lie in the database of `serve` too, which is not looked into."""

    async def told(app: App) -> T:
        if service_beside(app.settings):
            say("these are the runs kept in folders; `serve` keeps its own, see database.storage = postgres")
        return await work(app)

    return told


def _warn(sentence: str) -> None:
    say(f"warning: {sentence}")


def json_option(function: F) -> F:
    """Adds `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(function)


def model_options(function: F) -> F:
    """Adds an option for the model of each role."""
    for role in ("refiner", "assessor", "generator"):
        function = click.option(f"--{role}", metavar="PROVIDER:MODEL", help=f"Model for the {role} role.")(function)
    return function


def model_flags(generator: str | None, assessor: str | None, refiner: str | None) -> dict[str, str | None]:
    """The values of `model_options` as settings."""
    return {
        "models__generator__model": generator,
        "models__assessor__model": assessor,
        "models__refiner__model": refiner,
    }
