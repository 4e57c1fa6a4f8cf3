"""`scriptsmith completion`: the completion script for a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the completion script for SHELL, for example: eval "$(scriptsmith completion bash)"."""
    from .main import scriptsmith

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(scriptsmith, {}, "scriptsmith", "_SCRIPTSMITH_COMPLETE").source())
    return 0
