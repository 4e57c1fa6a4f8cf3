"""What most commands share: opening the application, running asynchronous work, common options."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import click

from ..settings import environment, load
from ..wiring import App, build
from .output import say

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def with_app(work: Callable[[App], Awaitable[T]], **flags: Any) -> T:
    """Open the application with `flags` (dotted names with `__`, None is not given), do `work`, close it."""
    chosen = {name.replace("__", "."): value for name, value in flags.items() if value is not None}

    async def inside() -> T:
        environ = environment()
        async with build(load(environ, chosen), environ) as app:
            for warning in app.warnings:
                say(f"warning: {warning}")
            return await work(app)

    return asyncio.run(inside())


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
