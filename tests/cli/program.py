"""The program as a user meets it: a real process with a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scriptsmith.testing import Provider


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
        done = subprocess.run(
            [sys.executable, "-m", "scriptsmith", *arguments],
            input=data,
            capture_output=True,
            cwd=self.home,
            env=self.variables(environ),
            timeout=120,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def variables(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        path = os.environ["PATH"]
        return {"PATH": path, "HOME": str(self.home), "LC_ALL": "C.UTF-8", **self.environ, **(more or {})}

    def runs(self) -> list[str]:
        return [row["run"] for row in self("runs", "list", "--json").json["runs"]]


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
