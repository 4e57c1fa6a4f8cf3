"""The program without the start of an interpreter: processes forked from one that has imported it already.

A call is a process of its own, with its own folder, environment, pipes and exit code; the import of the modules, most of
the time of a short call, is not repeated. `Forks` is used where the tests run; the module itself is the process that
forks. What an interpreter reads as it starts (`PYTHONPATH`, the locale) needs a fresh one.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from tests import thoroughness

ROOT = Path(__file__).resolve().parents[2]
LOCALE = "C.UTF-8"
OUTSIDE = ("numpy", "openai", "psycopg", "psycopg_pool", "pydantic_ai", "pydantic_ai.models.openai", "tokenizers")
"""Libraries that our modules import where they need them."""


class Forks:
    """A process that has imported the program; `close` ends it."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._answers = self._socket.makefile("r")
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                cwd=ROOT,
                env={"PATH": os.environ["PATH"], "LC_ALL": LOCALE},
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

    def run(
        self, arguments: Sequence[str], data: bytes, cwd: Path, environ: Mapping[str, str], timeout: float
    ) -> tuple[int, bytes, bytes]:
        """Exit status (negative for a signal), standard output and standard error of one call.

        Raises `subprocess.TimeoutExpired` after `timeout` seconds.
        """
        pipes = [os.pipe() for _ in range(3)]
        (stdin, write), (read_out, stdout), (read_err, stderr) = pipes
        asked = json.dumps([list(arguments), str(cwd), dict(environ)]).encode()
        socket.send_fds(self._socket, [len(asked).to_bytes(8, "big")], [stdin, stdout, stderr])
        self._socket.sendall(asked)
        for mine in (stdin, stdout, stderr):
            os.close(mine)
        pid = int(self._answers.readline())
        with ThreadPoolExecutor(4) as threads:
            threads.submit(_written, write, data)
            out, err = threads.submit(_read, read_out), threads.submit(_read, read_err)
            ended = threads.submit(self._answers.readline)
            try:
                status = int(ended.result(timeout))
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                ended.result()
                raise subprocess.TimeoutExpired(list(arguments), timeout) from None
            return status, out.result(), err.result()

    def close(self) -> None:
        """End the process that forks."""
        self._answers.close()
        self._socket.close()
        self._process.wait()


@cache
def forks() -> Forks:
    """The one of this process, which is closed at the end of the session."""
    _OPEN.append(Forks())
    return _OPEN[0]


def close() -> None:
    """End what was begun for the tests of this process."""
    while _OPEN:
        _OPEN.pop().close()


_OPEN: list[Forks] = []


def enough_for(arguments: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Whether a forked process is like a fresh one with these words, which must be text, and variables."""
    at_start = {name for name in environ if name.startswith(("PYTHON", "LC_", "LANG", "TZ", "OPENBLAS", "OMP_"))}
    text = all(isinstance(word, str) for word in arguments)
    return not thoroughness.everything and text and at_start == {"LC_ALL"} and environ["LC_ALL"] == LOCALE


def _written(handle: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(handle, "wb") as pipe:  # the program need not read it
        pipe.write(data)


def _read(handle: int) -> bytes:
    with open(handle, "rb") as pipe:
        return pipe.read()


def preload() -> None:
    """Import every module of the program, and what these import later."""
    import scriptsmith

    for found in walk_packages(scriptsmith.__path__, "scriptsmith."):
        if not found.name.endswith("__main__"):
            import_module(found.name)
    for name in OUTSIDE:
        import_module(name)


def serve(handle: int) -> None:
    """Fork a process for each request that comes from `handle`; returns in a forked process, which is to run."""
    preload()
    gc.collect()
    gc.freeze()  # forked processes leave these pages shared
    asking = socket.socket(fileno=handle)
    while True:
        length, streams, _, _ = socket.recv_fds(asking, 8, 3)
        if not length:
            os._exit(0)
        asked = b""
        while len(asked) < int.from_bytes(length, "big"):
            asked += asking.recv(1 << 16)
        if not (pid := os.fork()):
            asking.close()
            arguments, cwd, environ = json.loads(asked)
            become(arguments, cwd, environ, streams)
            return
        for stream in streams:
            os.close(stream)
        asking.sendall(f"{pid}\n".encode())
        _, status = os.waitpid(pid, 0)
        asking.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


def become(arguments: Sequence[str], cwd: str, environ: Mapping[str, str], streams: Sequence[int]) -> None:
    """Take on the words, folder, environment and streams of one call."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environ)
    sys.argv = ["scriptsmith", *arguments]
    sys.path[0] = cwd


def leave(ending: SystemExit) -> None:
    """End as an interpreter does, but for taking apart what was imported: every page of it would be copied for that."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    if not isinstance(ending.code, int):
        raise ending
    os._exit(ending.code)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
    from scriptsmith.__main__ import main

    try:
        main()
    except SystemExit as ending:
        leave(ending)
