"""The program as a user meets it: a real process with a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scriptsmith.testing import Provider
from tests.caches import shared

from . import forked

PATIENCE = 120.0
"""Seconds after which a call is stuck."""


@dataclass(slots=True)
class Done:
    """How one call ended."""

    status: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.stdout.splitlines()]


@dataclass(slots=True)
class Program:
    """`scriptsmith` for one user, whose home is `home`."""

    home: Path
    environ: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str, stdin: str | bytes = "", **environ: str) -> Done:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        variables = self.variables(environ)
        if not forked.enough_for(arguments, variables):
            return self.fresh(*arguments, stdin=data, **environ)
        status, out, err = forked.forks().run(arguments, data, self.home, variables, PATIENCE)
        return Done(status, out.decode(), err.decode())

    def fresh(self, *arguments: str, stdin: bytes = b"", **environ: str) -> Done:
        """The same in an interpreter that has imported nothing yet."""
        done = subprocess.run(
            [sys.executable, "-m", "scriptsmith", *arguments],
            input=stdin,
            capture_output=True,
            cwd=self.home,
            env=self.variables(environ),
            timeout=PATIENCE,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def variables(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        own = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        return {**own, "SCRIPTSMITH_PATHS__CACHE": shared(), **self.environ, **(more or {})}

    def runs(self) -> list[str]:
        return [row["run"] for row in self("runs", "list", "--json").json["runs"]]


@dataclass(slots=True, frozen=True)
class Session:
    """How a call at a terminal ended, and all that was shown there."""

    status: int
    shown: str


def at_terminal(home: Path, action: str, *typed: str, **environ: str) -> Session:
    """`scriptsmith forge ACTION` at a terminal where a person answers its prompts with the lines `typed`."""
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "scriptsmith", "forge", action],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=home,
        env=Program(home).variables({"TERM": "dumb", **environ}),
        start_new_session=True,
    )
    os.close(theirs)
    os.write(ours, "".join(f"{line}\n" for line in typed).encode())
    shown = b""
    with suppress(OSError):  # the other end is closed
        while piece := os.read(ours, 65536):
            shown += piece
    os.close(ours)
    return Session(process.wait(PATIENCE), shown.decode().replace("\r\n", "\n"))


def models(provider: Provider) -> dict[str, str]:
    """The environment that makes `provider` the generator and the assessor."""
    return {
        "SCRIPTSMITH_MODELS__GENERATOR__MODEL": "openai-chat:loop-generator",
        "SCRIPTSMITH_MODELS__GENERATOR__BASE_URL": provider.url,
        "SCRIPTSMITH_MODELS__ASSESSOR__MODEL": "openai-chat:loop-assessor",
        "SCRIPTSMITH_MODELS__ASSESSOR__BASE_URL": provider.url,
    }


@contextmanager
def with_model(home: Path, script: Any = None, **options: Any) -> Iterator[tuple[Program, Provider]]:
    """A program whose models are played by a loopback provider."""
    with Provider(*([script] if script is not None else []), **options) as provider:
        yield Program(home, models(provider)), provider
