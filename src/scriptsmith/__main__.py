"""The program. Asking for help reads one file and imports nothing, so that it answers at once."""

from __future__ import annotations

import sys

from .cli.exit_codes import finish


def main() -> None:
    """Run the command line; ends the process with the documented exit code."""
    finish(_help if sys.argv[1:] in (["--help"], ["-h"], []) else _command)


def _help() -> int:
    from os.path import dirname, join

    with open(join(dirname(__file__), "cli", "help.txt"), encoding="utf-8") as text:
        sys.stdout.write(text.read())
    return 0


def _command() -> int:
    from .cli.main import run

    return run()


if __name__ == "__main__":
    main()
