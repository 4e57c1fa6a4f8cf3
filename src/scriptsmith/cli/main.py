"""The command group, and how every failure becomes one sentence and an exit code."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from .. import __version__
from ..errors import ScriptSmithError

COMMANDS = {
    "forge": "Turn an action into a script.",
    "search": "Find catalogue entries for an action.",
    "check": "Check scripts without running them.",
    "assess": "Say whether a script does what an action asks.",
    "refine": "Correct a script until it does what an action asks.",
    "review": "Approve, edit or reject what was forged.",
    "runs": "List, show and resume runs.",
    "catalogue": "List, show, add, verify and exchange verified scripts.",
    "config": "Show settings and where each comes from.",
    "doctor": "Say what is configured, what works, and what to set.",
    "completion": "Print the completion script for a shell.",
}
"""Command and its one line of help; a module is imported only when its command is used."""


class Lazy(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __package__).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="scriptsmith")
def scriptsmith() -> None:
    """From a recommended action to a script that a person can trust.

    Nothing is ever executed. Only the script goes to stdout, everything else to stderr.

    \b
    Exit codes: 0 ok or verified, 1 internal error, 2 usage, 3 produced but assessed incorrect,
    4 needs a person, 5 blocked by policy, 6 not allowed, 7 model or tool unavailable,
    8 not found, 130 interrupted.
    """


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run one command and end the process as the conventions promise."""
    try:
        status = scriptsmith.main(arguments, prog_name="scriptsmith", standalone_mode=False)
        sys.stdout.flush()
    except ScriptSmithError as error:
        status = fail(str(error), error.exit_code)
    except ExceptionGroup as group:
        known = group.subgroup(ScriptSmithError)
        if known is None:
            raise
        first: BaseException = known
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        assert isinstance(first, ScriptSmithError)
        status = fail(str(first), first.exit_code)
    except click.exceptions.Abort:
        status = fail("interrupted", 130)
    except KeyboardInterrupt:
        status = fail("interrupted", 130)
    except click.ClickException as error:
        error.show(sys.stderr)
        status = error.exit_code
    except BrokenPipeError:  # the reader has gone: nothing is left to say, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 0
    except OSError as error:  # what is left is stdout itself: a full disk behind a redirection
        status = fail(f"could not write the output: {error.strerror or error}", 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status if isinstance(status, int) else 0)


def fail(sentence: str, code: int) -> int:
    """Say what went wrong, control characters made visible, and hand the exit code back."""
    from .output import visible

    click.echo(f"scriptsmith: {visible(sentence)}", err=True)
    return code
