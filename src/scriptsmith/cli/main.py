"""The command group."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from .. import __version__

COMMANDS = {
    "forge": "Turn an action into a script.",
    "search": "Find catalogue entries for an action.",
    "check": "Check scripts without running them.",
    "explain": "Say what a script would touch, in plain words.",
    "try": "Run a script in a sealed box and show what it does.",
    "assess": "Say whether a script does what an action asks.",
    "refine": "Correct a script until it does what an action asks.",
    "review": "Approve, edit or reject what was forged.",
    "runs": "List, show and resume runs.",
    "catalogue": "List, show, add, verify and exchange verified scripts.",
    "bench": "Measure scripts on cases that prove themselves.",
    "serve": "Serve the console and the API to a team.",
    "mcp": "Serve tools to an assistant or an editor, over MCP.",
    "feedback": "Export what people decided, as data to learn from.",
    "db": "Prepare the database that runs and entries are kept in.",
    "keys": "Make, list and revoke the keys to the service.",
    "audit": "List, export and verify the record of what people did.",
    "outlets": "See who is told what, and what could not be delivered.",
    "worker": "Advance the runs that people have asked a service for.",
    "metrics": "Print the Grafana dashboard and alerting rules for Prometheus.",
    "models": "Add, list, serve and stop models that run on this machine.",
    "config": "Show settings and where each comes from.",
    "doctor": "Say what is configured, what works, and what to set.",
    "completion": "Print the completion script for a shell.",
}
"""Command and its one line of help; a module is imported only when its command is used."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = "trying" if cmd_name == "try" else cmd_name  # a keyword names no module
        command: click.Command = import_module(f".{module}", __package__).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="scriptsmith")
def scriptsmith() -> None:
    """From a recommended action to a script that a person can trust.

    Nothing is executed but in a sealed box (try, catalogue verify, bench, rehearsal). Only what was asked for goes to
    stdout, everything else to stderr.

    \b
    Exit codes: 0 ok or verified, 1 internal error, 2 usage, 3 produced but assessed incorrect,
    4 needs a person, 5 blocked by policy, 6 not allowed, 7 model or tool unavailable,
    8 not found, 130 interrupted, 143 terminated.

    SCRIPTSMITH_DEBUG=1 shows the traceback of an internal error.
    """


def run(arguments: list[str] | None = None) -> int:
    """Run one command and hand its exit code back; raises what the command raises, but for faulty usage."""
    try:
        status = scriptsmith.main(arguments, prog_name="scriptsmith", standalone_mode=False)
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        from io import StringIO

        from ..redaction import mask

        said = StringIO()
        error.show(said)
        sys.stderr.write(mask(said.getvalue()))
        return error.exit_code
    except SystemExit as error:
        if error.code != 1:
            raise
        raise BrokenPipeError from None  # click has taken it for an end with 1
    return status if isinstance(status, int) else 0
