"""The pretended model provider, as a program: `python -m scriptsmith.testing.provider --port 8080`.

It prints its base URL on standard output and answers every ScriptSmith prompt until it is stopped. A TOML file
(`--model-behaviour`) replaces answers by prompt name, a text or a fault each, lists played in turn:

    [answers]
    describe = "It prints the date."
    draft = [{ fault = "status", code = 500 }, { text = "```bash\\ndate\\n```", finish = "stop" }]
"""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import threading
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .answers import Fault, PlayedAnswer, RecordedRequest, Said, Script, canned, playing, scripted
from .server import Provider

__all__ = ["Fault", "PlayedAnswer", "Provider", "RecordedRequest", "Said", "Script", "canned", "playing", "scripted"]


def behaviour(text: str) -> Script:
    """The script that a behaviour file describes; raises ValueError with the reason it cannot be read."""
    answers = tomllib.loads(text).get("answers", {})
    if not isinstance(answers, Mapping):
        raise ValueError("`answers` is a table from prompt names to answers")
    return scripted({name: _several(name, value) for name, value in answers.items()})


def _several(name: str, value: Any) -> Said | Sequence[Said]:
    if isinstance(value, list) and value:
        return [_one(name, item) for item in value]
    return _one(name, value)


def _one(name: str, value: Any) -> Said:
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        raise ValueError(f"`{name}` is a text, a table, or a list of them, with at least one")
    settings = dict(value)
    fault = settings.pop("fault", None)
    try:
        if fault == "status":
            return Fault.status(settings.pop("code"), **settings)
        if fault is None:
            return PlayedAnswer(**settings)
    except (TypeError, KeyError) as error:
        raise ValueError(f"`{name}`: {error}") from error
    found = getattr(Fault, str(fault), None)
    if not isinstance(found, PlayedAnswer) or settings:
        raise ValueError(f"`{name}`: there is no fault {fault!r} with settings {sorted(settings)}")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the process is told to stop; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scriptsmith.testing.provider", description=__doc__.split("\n")[0])
    parser.add_argument("--port", type=int, default=0, help="0: any free port (default)")
    parser.add_argument("--delay", type=float, default=0.0, metavar="SECONDS", help="wait before every answer")
    parser.add_argument("--model-behaviour", type=Path, metavar="FILE", help="answers by prompt name, in TOML")
    given = parser.parse_args(arguments)
    try:
        script = behaviour(given.model_behaviour.read_text("utf-8")) if given.model_behaviour else canned
    except (OSError, ValueError) as error:
        parser.error(f"cannot read {given.model_behaviour}: {error}")
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    try:
        with Provider(script, delay=given.delay, port=given.port) as provider:
            print(provider.url, flush=True)
            stopped.wait()
    except OSError as error:
        parser.error(f"cannot listen on port {given.port}: {error.strerror}")
    return 0


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
