"""The program. Asking for help reads one file and imports nothing, so that it answers at once."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; ends the process with the documented exit code."""
    if sys.argv[1:] in (["--help"], ["-h"], []):
        from os.path import dirname, join

        with open(join(dirname(__file__), "cli", "help.txt"), encoding="utf-8") as text:
            sys.stdout.write(text.read())
        return
    from .cli.main import run

    run()


if __name__ == "__main__":
    main()
