"""`scriptsmith config`: the settings and where each comes from."""

from __future__ import annotations

import click

from ..schema import reference, secrets, variable
from ..settings import environment, load, project_file, user_file
from .output import print_json, table
from .session import json_option


@click.group("config")
def command() -> None:
    """Show settings and where each comes from."""


@command.command("show")
@click.option("--origin", is_flag=True, help="Say where each value comes from.")
@json_option
def show(origin: bool, as_json: bool) -> int:
    """Show every setting. Keys and passwords are never shown, only what refers to them."""
    from ..core.plain_data import plain
    from ..role_models import with_small_generator
    from .output import say

    loaded = with_small_generator(load(environment()))
    values = {name: plain(_value(loaded.settings, name)) for name, _, _ in reference()}
    values |= {name: "(set, not shown)" for name in secrets() if values[name]}
    for warning in loaded.warnings:
        say(f"warning: {warning}")
    if as_json:
        settings = {name: {"value": value, "origin": loaded.origins[name]} for name, value in values.items()}
        print_json({"settings": settings})
    elif origin:
        rows = [(name, _shown(value), loaded.origins[name]) for name, value in values.items()]
        click.echo(table(rows, ("SETTING", "VALUE", "ORIGIN")))
    else:
        click.echo(table([(name, _shown(value)) for name, value in values.items()], ("SETTING", "VALUE")))
    return 0


@command.command("path")
def path() -> int:
    """Print the files that settings are read from, and whether each exists."""
    from pathlib import Path

    user = user_file(environment())
    click.echo(f"user     {user}" + ("" if user.exists() else "  (does not exist)"))
    click.echo(f"project  {project_file(Path.cwd()) or 'none'}")
    click.echo(f"environment  {variable('models.generator.model')} and the like")
    return 0


def _shown(value: object) -> str:
    return "" if value is None else str(value)


def _value(settings: object, name: str) -> object:
    for part in name.split("."):
        settings = getattr(settings, part)
    return settings
