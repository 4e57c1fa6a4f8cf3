"""A pretended `llama-server`, as a program: it takes the options that it is given here and answers as the provider.

It is put on a `PATH` by `install`. A file beside the model file changes what it does: `MODEL.fails` holds what it
prints before it ends with 1, `MODEL.stalls` lets it fall silent in the middle of one reply (and is removed). It refuses
more questions at a time than it has slots.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .answers import Fault, PlayedAnswer, RecordedRequest, Said, canned
from .server import Provider


def install(folder: Path) -> Path:
    """Put it into `folder` as `llama-server`, for this interpreter; returns `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "llama-server"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m scriptsmith.testing.llama_server "$@"\n')
    program.chmod(0o755)
    return folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the process is told to stop; returns the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--parallel", type=int, required=True)
    parser.add_argument("--api-key-file", type=Path, required=True)
    given, _ = parser.parse_known_args(arguments)
    fails, stalls = (Path(f"{given.model}.{word}") for word in ("fails", "stalls"))
    if fails.exists():
        print(fails.read_text("utf-8"), file=sys.stderr, flush=True)
        return 1

    def said(request: RecordedRequest) -> Said:
        if stalls.exists():
            stalls.unlink()
            return Fault.stall
        if provider.in_flight > given.parallel:
            return Fault.status(500, error="more questions at a time than slots")
        read = [{"total": 400, "cache": 0, "processed": done, "time_ms": done} for done in (200, 400)]
        return PlayedAnswer(text=canned(request), progress=read, seconds=0.001)

    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())

    def slots() -> list[dict[str, Any]]:
        busy = provider.in_flight
        return [{"id": at, "is_processing": at < busy} for at in range(given.parallel)]

    provider = Provider(
        said,
        delay=0.05,
        port=given.port,
        key=given.api_key_file.read_text("ascii").strip(),
        pages={"/health": lambda: {"status": "ok"}, "/slots": slots},
    )
    with provider:
        stopped.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
